//! `reynard show`: shows the board and facts about a position.
//!
//! * `shown`: the position to show; `answer`: the facts; `pictures`: SVG, PNG, GIF and PDF.

mod answer;
mod pictures;
mod shown;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context, bail};
use reynard::draw::Figures;
use reynard::suggest::closest;
use reynard::{Color, Epd, Game, Move, ParsePositionError, Position};
use reynard_console::fen_input::{FenInput, Format, Item, answer_lines};
use reynard_console::output::{Output, Status};
use reynard_console::rules::{Reading, START};
use reynard_console::source;
use reynard_pgn::{GameTree, Games, NodeId, ParsedGame, ReadError, Reader, Step};

use self::answer::Answer;
use self::pictures::{PictureArgs, Pictures};
use self::shown::Shown;
use crate::content::{Content, recognize};
use crate::drawing_args::{DrawingArgs, Drawings};
use crate::picture::{print_board, print_placement};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard show
  reynard show startpos e4 c5 Nf3
  reynard show r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
  reynard show --svg board.svg --flip --last-move --arrows d7d5,Rg8f6 startpos e4
  reynard show --svg ply.svg --move 18b --size 600 game.pgn
  reynard show --pdf sheet.pdf --sheet 2x3 puzzles.epd
  reynard show --ascii - < positions.txt")]
pub(crate) struct Args {
    /// FEN of a position, perhaps followed by moves (`startpos e4 e5`), a record of EPD, a file of
    /// games in PGN or of positions, or `-` to read one FEN or EPD a line from standard input;
    /// default: `startpos`, the start position
    #[arg(value_name = "FEN|FILE", num_args = 0..)]
    what: Vec<String>,
    #[command(flatten)]
    reading: Reading,
    /// Draw with letters instead of figurines
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    drawing: DrawingArgs,
    #[command(flatten)]
    pictures: PictureArgs,
    /// Number of the game in a file
    #[arg(long, value_name = "N")]
    game: Option<NonZeroUsize>,
    /// Ply of the game: 0 for its start position [default: the last one]
    #[arg(long, value_name = "N", conflicts_with = "move_number")]
    ply: Option<usize>,
    /// Move after which the game is shown: `18` after White's 18th, `18b` after Black's
    #[arg(long = "move", value_name = "N[w|b]", value_parser = move_number)]
    move_number: Option<(u32, Color)>,
    /// Show all positions that an annotator wants drawn: `$220`, `[#]` or `[%diagram]`
    #[arg(long, conflicts_with_all = ["ply", "move_number"])]
    marked: bool,
    #[command(flatten)]
    format: Format,
}

/// Parses a move number: `18`, `18w` or `18b`.
fn move_number(text: &str) -> Result<(u32, Color), String> {
    let (number, color) = match text.strip_suffix(['b', 'B']) {
        Some(number) => (number, Color::Black),
        None => (text.strip_suffix(['w', 'W']).unwrap_or(text), Color::White),
    };
    let number = number.trim_end_matches('.').parse().ok().filter(|&it| it > 0);
    number
        .map(|number| (number, color))
        .ok_or_else(|| format!("`{text}` is not a move like 18 or 18b"))
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let pictures = Pictures::new(&args.pictures, &args.drawing)?;
    let mut show = Show { args, shown: 0, pictures };
    let status = if let [word] = args.what.as_slice()
        && is_path(word, args.reading)
    {
        show.file(word, out)?
    } else {
        if args.game.is_some() || args.ply.is_some() || args.move_number.is_some() || args.marked {
            bail!("--game, --ply, --move and --marked are for a file of games");
        }
        let input = FenInput::from_words(&args.what);
        input.answer(args.reading, out, |item, out| show.item(item, out))?
    };
    show.pictures.finish(out)?;
    Ok(status)
}

/// Returns `true` if a word is a file name, whether or not the file exists, rather than a position.
fn is_path(word: &str, reading: Reading) -> bool {
    let path = Path::new(word);
    if word == "-" || path.exists() {
        return word != "-";
    }
    if word.contains(char::is_whitespace) || reading.read(word).is_ok() {
        return false;
    }
    // Every board has a slash, and none ends like a file name.
    !word.contains('/') || path.extension().is_some() || path.parent().is_some_and(Path::is_dir)
}

/// Shows positions one after another.
struct Show<'a> {
    args: &'a Args,
    shown: u64,
    pictures: Pictures<'a>,
}

impl Show<'_> {
    /// Shows the positions in a file, or one position of a game in the file.
    fn file(&mut self, name: &str, out: &mut Output) -> anyhow::Result<Status> {
        let context = || name.to_owned();
        if !Path::new(name).exists() {
            let hint = match closest(name, [START.to_owned()]).first() {
                Some(start) => format!("; did you mean {start}?"),
                None => String::new(),
            };
            bail!("{name}: no such file, and not a FEN{hint}");
        }
        self.pictures.refuse_input(Path::new(name))?;
        let (content, input) =
            source::open(Path::new(name)).and_then(recognize).with_context(context)?;
        if content == Content::Positions {
            let read = |text: &str| self.args.reading.read(text);
            return answer_lines(input, Some(name), read, out, |item, out| self.item(item, out));
        }
        if self.args.marked {
            return self.marked(name, Games::new(Reader::new(input)), out);
        }
        let number = self.args.game.map_or(1, NonZeroUsize::get);
        let mut games = Games::new(Reader::new(input));
        let Some(game) = games.nth(number - 1) else {
            games.rest().iter().try_for_each(|diagnostic| out.note(diagnostic))?;
            bail!("{name}: there is no game {number} in it");
        };
        let tree = game.with_context(context)?.tree;
        let node = self.node(&tree).with_context(|| format!("{name}: game {number}"))?;
        self.show_node(&tree, node, out)?;
        Ok(Status::Fine)
    }

    /// Shows the positions that annotators marked for a diagram, in one game or in all games.
    fn marked(
        &mut self,
        name: &str,
        games: impl Iterator<Item = Result<ParsedGame, ReadError>>,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        for (index, game) in games.enumerate() {
            let tree = game.with_context(|| name.to_owned())?.tree;
            if self.args.game.is_some_and(|number| number.get() != index + 1) {
                continue;
            }
            let line: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(tree.main_line()).collect();
            for node in line.into_iter().filter(|&node| is_marked(&tree, node)) {
                self.show_node(&tree, node, out)?;
            }
        }
        if self.shown == 0 {
            let word = out.paint_warning("note");
            out.note(format_args!("{word}: no position is marked by $220, [#] or [%diagram]"))?;
        }
        Ok(Status::Fine)
    }

    /// Returns the node of the game that the arguments request.
    fn node(&self, tree: &GameTree) -> anyhow::Result<NodeId> {
        let line: Vec<NodeId> = tree.main_line().collect();
        if let Some((number, color)) = self.args.move_number {
            let is_wanted = |&&node: &&NodeId| {
                let after = tree.position(node);
                // The number increases after Black's move.
                let before =
                    after.fullmove_number().saturating_sub(u32::from(after.turn() == Color::White));
                after.turn() != color && before == number
            };
            let side = if color == Color::White { "White" } else { "Black" };
            return line
                .iter()
                .find(is_wanted)
                .copied()
                .with_context(|| format!("there is no move {number} of {side}"));
        }
        let ply = self.args.ply.unwrap_or(line.len());
        match ply.checked_sub(1) {
            None => Ok(NodeId::ROOT),
            Some(index) => {
                line.get(index).copied().with_context(|| format!("{} plies, not {ply}", line.len()))
            }
        }
    }

    fn show_node(&mut self, tree: &GameTree, node: NodeId, out: &mut Output) -> anyhow::Result<()> {
        let ply = tree.ply(node);
        let line: Vec<NodeId> = tree.main_line().take(ply).collect();
        let mut game = Game::from_position(tree.position(NodeId::ROOT));
        let mut frames = vec![(game.position().clone(), None)];
        for &node in &line {
            match tree.step(node) {
                Some(Step::Move(mv)) => {
                    game.play(mv)?;
                    frames.push((game.position().clone(), Some(mv)));
                }
                // A null move of an annotator restarts the count of repetitions.
                _ => game = Game::from_position(tree.position(node)),
            }
        }
        let last_move = match tree.step(node) {
            Some(Step::Move(mv)) => Some(mv),
            _ => None,
        };
        let drawings = Drawings::of_comments(tree.comments(node));
        let caption = caption(tree);
        let shown =
            Shown { game: &game, last_move, drawings, caption, solution: String::new(), frames };
        self.show(&shown, out)
    }

    fn item(&mut self, item: &Item<'_>, out: &mut Output) -> anyhow::Result<Status> {
        match &item.read {
            Err(diagnostics) => {
                if !self.args.reading.is_strict() && !self.args.format.json {
                    self.placement(item.input, out)?;
                }
                item.refuse(diagnostics, self.args.format, out)?;
            }
            Ok(accepted) => {
                let record = accepted.record.as_deref();
                let game = accepted.to_game();
                let shown = Shown {
                    game: &game,
                    last_move: accepted.last_move(),
                    drawings: Drawings::default(),
                    caption: record.and_then(Epd::id).map(str::to_owned),
                    solution: record.map(solution).unwrap_or_default(),
                    frames: frames_of(&game),
                };
                self.show(&shown, out)?;
                if !self.args.format.json {
                    item.note(&accepted.diagnostics, out)?;
                }
            }
        }
        Ok(Status::Fine)
    }

    /// Shows pieces that do not form a valid position. For example, a diagram in a lesson may have
    /// no kings.
    fn placement(&mut self, text: &str, out: &mut Output) -> anyhow::Result<()> {
        let Err(ParsePositionError::Setup(error)) = Position::from_fen_playable(text) else {
            return Ok(());
        };
        let setup = error.setup();
        self.shown += 1;
        self.pictures.add_placement(setup, self.shown)?;
        if self.shown > 1 {
            writeln!(out)?;
        }
        print_placement(&setup.board, self.args.drawing.orientation(), self.figures(), out)?;
        Ok(())
    }

    const fn figures(&self) -> Figures {
        if self.args.ascii { Figures::Letters } else { Figures::Figurines }
    }

    fn show(&mut self, shown: &Shown<'_>, out: &mut Output) -> anyhow::Result<()> {
        self.shown += 1;
        let drawing = &self.args.drawing;
        self.pictures.add(shown, self.shown)?;
        let answer = Answer::new(shown.game, shown.caption.as_deref(), self.args.reading.writing);
        if self.args.format.json {
            out.json(&answer)?;
            return Ok(());
        }
        if self.shown > 1 {
            writeln!(out)?;
        }
        let moved = drawing.last_move(shown.last_move);
        print_board(shown.game.position(), drawing.orientation(), moved, self.figures(), out)?;
        writeln!(out)?;
        answer.write(out)?;
        Ok(())
    }
}

/// Returns the positions of a game, each with the move that led to it.
fn frames_of(game: &Game) -> Vec<(Position, Option<Move>)> {
    let moves = std::iter::once(None).chain(game.moves().map(Some));
    let positions = (0..=game.len()).filter_map(|plies| game.position_after(plies));
    positions.zip(moves).collect()
}

/// Returns `true` if an annotator marked the position for a diagram.
fn is_marked(tree: &GameTree, node: NodeId) -> bool {
    /// The glyphs that request a diagram, from White's and from Black's point of view.
    const GLYPHS: [u8; 2] = [220, 221];
    let has_glyph = tree.nags(node).iter().any(|nag| GLYPHS.contains(&nag.0));
    let has_word = |comment: &reynard_pgn::CommentText| {
        let text = comment.decode();
        text.contains("[#]") || text.contains("[%diagram") || text.contains("[%dia")
    };
    has_glyph || tree.comments(node).iter().any(has_word)
}

/// Returns a caption with the players, event and date of a game.
fn caption(tree: &GameTree) -> Option<String> {
    let tag = |name: &str| {
        let value = tree.tags().text(name)?;
        let value = value.trim();
        (!value.is_empty() && !value.starts_with('?')).then(|| value.to_owned())
    };
    let players = match (tag("White"), tag("Black")) {
        (Some(white), Some(black)) => Some(format!("{white} \u{2013} {black}")),
        (one, other) => one.or(other),
    };
    let year = tag("Date").map(|date| date.chars().take(4).collect());
    let parts: Vec<String> = [players, tag("Event"), year].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns the solution given in a record: its principal variation or its best moves.
fn solution(epd: &Epd) -> String {
    let line = epd.predicted_variation();
    if line.is_empty() {
        let moves = epd.best_moves().iter().map(|&mv| epd.position.san(mv).to_string());
        return moves.collect::<Vec<_>>().join(" or ");
    }
    let mut pos = epd.position.clone();
    let mut text = Vec::new();
    for (index, &mv) in line.iter().enumerate() {
        let number = pos.fullmove_number();
        match (pos.turn(), index) {
            (Color::White, _) => text.push(format!("{number}. {}", pos.san(mv))),
            (Color::Black, 0) => text.push(format!("{number}... {}", pos.san(mv))),
            (Color::Black, _) => text.push(pos.san(mv).to_string()),
        }
        if pos.play(mv).is_err() {
            break;
        }
    }
    text.join(" ")
}
