//! `reynard show`: the board and what there is to know about a position.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use reynard::draw::Figures;
use reynard::suggest::closest;
use reynard::{EnPassantMode, Move, Outcome, Position, Square};
use reynard_console::fen_input::{FenInput, Format, Item, answer_lines};
use reynard_console::output::{Output, Status};
use reynard_console::rules::{Reading, START, Writing};
use reynard_console::source;
use reynard_console::whole_file::{self, numbered_path};
use reynard_pgn::{Games, NodeId, Reader, Step};
use serde::Serialize;

use crate::content::{Content, recognize};
use crate::drawing_args::{DrawingArgs, Drawings};
use crate::picture::print_board;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard show
  reynard show startpos e4 c5 Nf3
  reynard show r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
  reynard show --svg board.svg --flip --last-move --arrows d7d5,Rg8f6 startpos e4
  reynard show --svg ply.svg --ply 20 --size 600 game.pgn
  reynard show --ascii - < positions.txt")]
pub(crate) struct Args {
    /// FEN of a position, perhaps followed by moves (`startpos e4 e5`), or a file of games in PGN,
    /// or `-` to read one FEN a line from standard input; default: `startpos`, the start
    /// position
    #[arg(value_name = "FEN|FILE", num_args = 0..)]
    what: Vec<String>,
    #[command(flatten)]
    reading: Reading,
    /// Draw with letters instead of figurines
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    drawing: DrawingArgs,
    /// Write the board to an SVG file too; for later positions `-2`, `-3` and so on is added to
    /// the name
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Number of the game in a file
    #[arg(long, value_name = "N")]
    game: Option<NonZeroUsize>,
    /// Ply of the game: 0 for its start position [default: the last one]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    #[command(flatten)]
    format: Format,
}

/// The JSON object of a position.
#[derive(Serialize)]
struct Answer {
    fen: String,
    turn: String,
    castling: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    en_passant: Option<String>,
    checkers: Vec<String>,
    legal_moves: u32,
    outcome: Option<&'static str>,
    /// The outcome as a phrase for people.
    #[serde(skip)]
    ending: Option<String>,
    /// Sixteen hexadecimal digits: JSON numbers have no room for 64 bits.
    key: String,
}

impl Answer {
    fn new(pos: &Position, writing: Writing) -> Self {
        let fen = writing.fen(pos, EnPassantMode::default());
        Self {
            turn: pos.turn().to_string(),
            castling: fen.split(' ').nth(2).unwrap_or("-").to_owned(),
            en_passant: pos.en_passant(EnPassantMode::Legal).map(|square| square.to_string()),
            checkers: pos.checkers().iter().map(|square: Square| square.to_string()).collect(),
            legal_moves: pos.count_legal_moves(),
            outcome: pos.outcome().map(Outcome::name),
            ending: pos.outcome().map(|outcome| outcome.to_string()),
            key: format!("{:016x}", pos.key()),
            fen,
        }
    }

    /// Writes a table for people.
    fn write(&self, out: &mut Output) -> io::Result<()> {
        let checkers =
            if self.checkers.is_empty() { "-".to_owned() } else { self.checkers.join(" ") };
        writeln!(out, "FEN         {}", self.fen)?;
        writeln!(out, "To move     {}", self.turn)?;
        writeln!(out, "Castling    {}", self.castling)?;
        writeln!(out, "En passant  {}", self.en_passant.as_deref().unwrap_or("-"))?;
        writeln!(out, "Checkers    {checkers}")?;
        writeln!(out, "Moves       {}", self.legal_moves)?;
        if let Some(ending) = &self.ending {
            writeln!(out, "Outcome     {ending}")?;
        }
        writeln!(out, "Key         {}", self.key)
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut show = Show { args, shown: 0 };
    if let [word] = args.what.as_slice()
        && is_path(word, args.reading)
    {
        return show.file(word, out);
    }
    if args.game.is_some() || args.ply.is_some() {
        bail!("--game and --ply are for a file of games");
    }
    let input = FenInput::from_words(&args.what);
    input.answer(args.reading, out, |item, out| show.item(item, out))
}

/// Returns `true` if a word names a file, one that is not there among them, and not a position.
fn is_path(word: &str, reading: Reading) -> bool {
    let path = Path::new(word);
    if word == "-" || path.exists() {
        return word != "-";
    }
    if word.contains(char::is_whitespace) || reading.read(word).is_ok() {
        return false;
    }
    // No board is without a slash, and none ends like the name of a file.
    !word.contains('/') || path.extension().is_some() || path.parent().is_some_and(Path::is_dir)
}

/// A position to show, with the arrows and highlights on it.
struct Shown<'a> {
    pos: &'a Position,
    last_move: Option<Move>,
    /// Arrows and lit squares of the annotator.
    drawings: Drawings,
}

/// Shows one position after the other.
struct Show<'a> {
    args: &'a Args,
    shown: u64,
}

impl Show<'_> {
    /// Shows the positions of a file, or a position of a game in it.
    fn file(&mut self, name: &str, out: &mut Output) -> anyhow::Result<Status> {
        let context = || name.to_owned();
        if !Path::new(name).exists() {
            let hint = match closest(name, [START.to_owned()]).first() {
                Some(start) => format!("; did you mean {start}?"),
                None => String::new(),
            };
            bail!("{name}: there is no such file, and it is no FEN{hint}");
        }
        let (content, input) =
            source::open(Path::new(name)).and_then(recognize).with_context(context)?;
        if content == Content::Positions {
            let read = |text: &str| self.args.reading.read(text);
            return answer_lines(input, read, out, |item, out| self.item(item, out));
        }
        let number = self.args.game.map_or(1, NonZeroUsize::get);
        let Some(game) = Games::new(Reader::new(input)).nth(number - 1) else {
            bail!("{name}: there is no game {number} in it");
        };
        let tree = game.with_context(context)?.tree;
        let line: Vec<NodeId> = tree.main_line().collect();
        let ply = self.args.ply.unwrap_or(line.len());
        let node = match ply.checked_sub(1) {
            None => NodeId::ROOT,
            Some(index) => *line.get(index).with_context(|| {
                format!("{name}: game {number} has {} plies, not {ply}", line.len())
            })?,
        };
        let last_move = match tree.step(node) {
            Some(Step::Move(mv)) => Some(mv),
            _ => None,
        };
        let drawings = Drawings::of_comments(tree.comments(node));
        self.show(&Shown { pos: &tree.position(node), last_move, drawings }, out)?;
        Ok(Status::Fine)
    }

    fn item(&mut self, item: &Item<'_>, out: &mut Output) -> anyhow::Result<Status> {
        match &item.read {
            Err(diagnostics) => item.refuse(diagnostics, self.args.format, out)?,
            Ok(accepted) => {
                let drawings = Drawings::default();
                let (pos, last_move) = (&accepted.position, accepted.last_move());
                self.show(&Shown { pos, last_move, drawings }, out)?;
                if !self.args.format.json {
                    item.note(&accepted.diagnostics, out)?;
                }
            }
        }
        Ok(Status::Fine)
    }

    fn show(&mut self, shown: &Shown<'_>, out: &mut Output) -> anyhow::Result<()> {
        self.shown += 1;
        let drawing = &self.args.drawing;
        if let Some(path) = &self.args.svg {
            let svg = drawing.svg(shown.pos, shown.last_move, &shown.drawings);
            whole_file::write(&numbered_path(path, self.shown), svg.to_string().as_bytes())?;
        }
        let answer = Answer::new(shown.pos, self.args.reading.writing);
        if self.args.format.json {
            out.json(&answer)?;
            return Ok(());
        }
        if self.shown > 1 {
            writeln!(out)?;
        }
        let figures = if self.args.ascii { Figures::Letters } else { Figures::Figurines };
        let moved = drawing.last_move(shown.last_move);
        print_board(shown.pos, drawing.orientation(), moved, figures, out)?;
        writeln!(out)?;
        answer.write(out)?;
        Ok(())
    }
}
