//! `reynard show`: the board and what there is to know about a position.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;
use reynard::draw::{Figures, SvgBoard, TextBoard};
use reynard::{Bitboard, Color, EnPassantMode, Outcome, Position, Square};
use serde::Serialize;

use crate::fen_input::{FenInput, FenOrStart, Format};
use crate::output::{Output, Paint, Status};
use crate::picture::ColoredBoard;
use crate::rules::{Accepted, Reading, Writing};
use crate::whole_file;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard show
  reynard show r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
  reynard show --svg board.svg 8/8/8/8/8/5k2/5p2/5K2 w - - 0 1
  reynard show --ascii - < positions.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: FenOrStart,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
    /// Draw with letters instead of figurines
    #[arg(long)]
    ascii: bool,
    /// Write the board to an SVG file too
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
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

    /// A table for people.
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
    let input = args.fen.input();
    if args.svg.is_some() && input == FenInput::Stdin {
        bail!("--svg draws one position, not a stream of them");
    }
    let mut first = true;
    input.answer(args.reading, out, |item, out| {
        match &item.read {
            Err(findings) => item.refuse(findings, args.format, out)?,
            Ok(Accepted { position, findings }) => {
                if let Some(path) = &args.svg {
                    let svg = SvgBoard::of_position(position).to_string();
                    whole_file::write(path, svg.as_bytes())?;
                }
                if args.format.json {
                    out.json(&Answer::new(position, args.writing))?;
                } else {
                    if !std::mem::take(&mut first) {
                        writeln!(out)?;
                    }
                    draw(position, args, out)?;
                    writeln!(out)?;
                    Answer::new(position, args.writing).write(out)?;
                    item.remark(findings, out)?;
                }
            }
        }
        Ok(Status::Fine)
    })
}

fn draw(pos: &Position, args: &Args, out: &mut Output) -> io::Result<()> {
    let text = TextBoard::of_position(pos);
    match (args.ascii, out.paint()) {
        (true, _) => write!(out, "{text}"),
        (false, Paint::Plain) => write!(out, "{}", text.figures(Figures::Figurines)),
        (false, Paint::Colors) => {
            let king = pos.king(pos.turn()).bitboard();
            let marked = if pos.is_check() { king } else { Bitboard::EMPTY };
            let (moved, orientation) = (Bitboard::EMPTY, Color::White);
            write!(out, "{}", ColoredBoard { board: pos.board(), marked, moved, orientation })
        }
    }
}
