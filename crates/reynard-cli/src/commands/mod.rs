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

use clap::Subcommand;

use crate::output::{Output, Status};

/// The subcommands, each in a file or folder of its own, in the order of the help.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play a game against the engine in the terminal
    Play(play::Args),
    /// Let the engine look at positions or annotate games
    Analyze(analyze::Args),
    /// Draw positions and say what there is to know about them
    Show(show::Args),
    /// Check positions and write them in normal form
    Fen(fen::Args),
    /// List the legal moves of positions
    Moves(moves::Args),
    /// Evaluate the captures that a move starts on its target square
    See(see::Args),
    /// Count the sequences of legal moves from a position, or verify a suite of such counts
    Perft(perft::Args),
    /// Search fixed positions: how fast the engine is, and whether it is the same one
    Bench(bench::Args),
    /// Check test positions with operations and write them as the standard has them, or solve them
    Epd(epd::Args),
    /// Check, search, convert and put in order games in PGN
    Pgn(pgn::Args),
    /// Look into opening books, make them from games, and work on them
    Book(book::Args),
    /// Probe, verify and list Syzygy endgame tables
    Tb(tb::Args),
    /// Play games between engines and say which is the better one
    Match(engine_match::Args),
    /// Try an engine on opponents of growing strength
    Ladder(ladder::Args),
    /// Let the engine play against itself for positions to learn from, and work on such games
    Selfplay(selfplay::Args),
    /// Fit the weights of the engine's evaluation to the results and scores of games
    Tune(tune::Args),
    /// Print a script that completes commands and options in your shell
    Completions(completions::Args),
    /// Print the manual page, or write all of them into a folder
    Man(man::Args),
}

impl Command {
    /// Runs the command. `cli` describes the whole command line, for completions and manual pages.
    pub(crate) fn run(self, cli: clap::Command, out: &mut Output) -> anyhow::Result<Status> {
        match self {
            Self::Perft(args) => perft::run(&args, out),
            Self::Fen(args) => fen::run(&args, out),
            Self::Moves(args) => moves::run(&args, out),
            Self::See(args) => see::run(&args, out),
            Self::Show(args) => show::run(&args, out),
            Self::Bench(args) => bench::run(&args, out),
            Self::Analyze(args) => analyze::run(&args, out),
            Self::Play(args) => play::run(&args, out),
            Self::Epd(args) => epd::run(&args, out),
            Self::Book(args) => book::run(&args, out),
            Self::Match(args) => engine_match::run(&args, out),
            Self::Tb(args) => tb::run(&args, out),
            Self::Ladder(args) => ladder::run(&args, out),
            Self::Tune(args) => tune::run(&args, out),
            Self::Selfplay(args) => selfplay::run(&args, out),
            Self::Pgn(args) => pgn::run(&args, out),
            Self::Completions(args) => completions::run(&args, cli, out),
            Self::Man(args) => man::run(&args, cli, out),
        }
    }
}
