//! `reynard play`: a game against the engine in the terminal.

mod input;
mod record;
mod strength;
mod table;

use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use reynard::{Color, Position};

use self::strength::Opponent;
use self::table::{Next, Table};
use crate::interrupt::Interrupt;
use crate::lines::Lines;
use crate::output::{Output, Status};
use crate::rules::{Accepted, Reading, Writing};
use crate::search_options::SearchOptions;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard play
  reynard play --level 3 --side black
  reynard play --elo 1500 --time 2
  reynard play --fen '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'
  printf 'e4\\nquit\\n' | reynard play --nodes 1000

Moves are typed as e4, Nf3, e2e4, nf3 or O-O; help lists the other commands. Levels are 1, any legal \
move, to 10, all that the engine can do in a second. The scale of --elo is a rule of thumb and was not \
measured against people.")]
pub(crate) struct Args {
    /// Level of the engine, from 1 to 10
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// Approximate Elo rating of the engine, from 1000 to 2800
    #[arg(long, value_name = "RATING", conflicts_with = "level",
          value_parser = clap::value_parser!(i64).range(strength::RATINGS))]
    elo: Option<i64>,
    /// Your color
    #[arg(long, value_name = "COLOR", default_value = "white")]
    side: Side,
    /// FEN of the start position
    #[arg(long, value_name = "FEN", num_args = 1..=6)]
    fen: Vec<String>,
    /// Draw with letters instead of figurines
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    search: SearchOptions,
}

/// A color to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let start = if args.fen.is_empty() {
        Position::startpos()
    } else {
        match args.reading.read(&args.fen.join(" ")) {
            Ok(Accepted { position, .. }) => position,
            Err(findings) => {
                for finding in findings {
                    let kind = out.paint_error(finding.kind);
                    out.remark(format_args!("{kind}: {}", finding.message))?;
                }
                return Ok(Status::Findings);
            }
        }
    };
    let opponent = Opponent::new(args.level, args.elo, &args.search);
    let engine = args.search.engine(args.search.threads_or_default(), 1)?;
    let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut table = Table::new(args, start, opponent, engine, Interrupt::install()?, interactive);
    table.begin(out)?;
    let mut lines = Lines::new(io::stdin().lock());
    loop {
        if interactive {
            write!(out, "{}> ", table.prompt())?;
        }
        let Some(line) = lines.next(|| out.flush())? else {
            if interactive {
                writeln!(out)?;
            }
            break;
        };
        if line.cut {
            writeln!(out, "That line is too long.")?;
        } else if table.answer(&line.text, out)? == Next::Quit {
            break;
        }
    }
    table.leave(out)?;
    Ok(Status::Fine)
}
