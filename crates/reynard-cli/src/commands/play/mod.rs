//! `reynard play`: plays a game against the engine in the terminal.

mod args;
mod input;
mod strength;
mod table;
mod terminal;

pub(crate) use self::args::Args;

use std::io::{self, IsTerminal, Write};

use reynard_console::fen_input::position_of_option;
use reynard_console::interrupt::Interrupt;
use reynard_console::lines::Lines;
use reynard_console::output::{Output, Status};

use self::strength::Opponent;
use self::table::{Next, Table};

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let Some(start) = position_of_option(&args.fen, args.reading, out)? else {
        return Ok(Status::Diagnostics);
    };
    let opponent = match &args.engine {
        Some(engine) => Opponent::start(engine, &args.search)?,
        None => Opponent::new(args.level, args.elo, &args.search),
    };
    let engine = args.search.engine(args.search.threads_or_default(), 1)?;
    let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut table = Table::new(args, start, opponent, engine, Interrupt::install()?, interactive);
    table.begin(out)?;
    if interactive {
        terminal::run(&mut table, out)?;
    } else {
        let mut lines = Lines::new(io::stdin().lock());
        while let Some(line) = lines.next(|| out.flush())? {
            if line.cut {
                writeln!(out, "That line is too long.")?;
            } else if table.answer(&line.text, out)? == Next::Quit {
                break;
            }
        }
    }
    table.leave(out)?;
    Ok(Status::Fine)
}
