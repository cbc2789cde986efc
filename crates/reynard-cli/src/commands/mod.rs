//! One file for each subcommand: its arguments and what it does.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod completions;
pub(crate) mod engine_match;
pub(crate) mod epd;
pub(crate) mod fen;
pub(crate) mod ladder;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod play;
pub(crate) mod see;
pub(crate) mod selfplay;
pub(crate) mod show;
pub(crate) mod tb;
pub(crate) mod tune;
pub(crate) mod uci;

use crate::args::Command;
use crate::output::{Output, Status};

/// Runs the command that was asked for.
pub(crate) fn run(command: Command, out: &mut Output) -> anyhow::Result<Status> {
    match command {
        Command::Perft(args) => perft::run(&args, out),
        Command::Fen(args) => fen::run(&args, out),
        Command::Moves(args) => moves::run(&args, out),
        Command::See(args) => see::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Analyze(args) => analyze::run(&args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Epd(args) => epd::run(&args, out),
        Command::Book(args) => book::run(&args, out),
        Command::Match(args) => engine_match::run(&args, out),
        Command::Tb(args) => tb::run(&args, out),
        Command::Ladder(args) => ladder::run(&args, out),
        Command::Tune(args) => tune::run(&args, out),
        Command::Selfplay(args) => selfplay::run(&args, out),
        Command::Pgn(args) => pgn::run(&args, out),
        Command::Completions(args) => completions::run(&args, out),
        Command::Man(args) => man::run(&args, out),
    }
}
