//! The arguments of `reynard epd`.

use std::path::PathBuf;

use crate::search_options::SearchOptions;
use reynard_console::fen_input::Format;
use reynard_console::rules::Writing;
use reynard_pgn::PieceLetters;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard epd suite.epd
  reynard epd --sort loose.epd.zst > strict.epd
  reynard epd --strict --json - < suite.epd
  reynard epd --solve --time 1 --threads 4 suite.epd
  reynard epd --solve --engine stockfish --nodes 100000 suite.epd
  reynard epd --solve --unique problems.epd

Records are written to standard output in standard form, diagnostics to standard error. Without \
--strict, everything that can be understood without guessing is accepted.

With --solve the default is one second for each position; --threads is the number of positions \
searched at the same time. An unsolved position is a result and no diagnostic, unless --at-least gives \
the number to solve.")]
pub(crate) struct Args {
    /// EPD files, plain or compressed, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Report every deviation from the standard as an error
    #[arg(long)]
    pub(super) strict: bool,
    /// With --strict: accept positions that no game reaches but the rules can work on, such as
    /// nine queens with eight pawns
    #[arg(long)]
    pub(super) relaxed: bool,
    /// Letters of the pieces in moves: the code of a language, such as `de` for K, D, T, L and S
    #[arg(long, value_name = "LANGUAGE", default_value_t = PieceLetters::ENGLISH)]
    pub(super) letters: PieceLetters,
    /// Sort the operations of each record by name
    #[arg(long)]
    pub(super) sort: bool,
    #[command(flatten)]
    pub(super) writing: Writing,
    #[command(flatten)]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) solving: Solving,
}

/// Options for solving positions.
#[derive(clap::Args)]
pub(super) struct Solving {
    /// Solve the positions with the engine: a move of `bm`, no move of `am`, the mate of `dm`, and
    /// the points of `c0`
    #[arg(long, conflicts_with_all = ["strict", "sort"])]
    pub(super) solve: bool,
    /// Check mate problems (`dm`) for one solution, by all lines: other first moves, shorter mates
    /// and choices later are named
    #[arg(long, requires = "solve", conflicts_with_all = ["engine", "at_least"])]
    pub(super) unique: bool,
    /// Engine to solve with, in place of Reynard: PROGRAM[,KEY=VALUE].. as for `analyze --engine`
    ///
    /// It is started once for each of the --threads, with one thread of its own.
    #[arg(long, value_name = "ENGINE", requires = "solve")]
    pub(super) engine: Option<String>,
    /// Exit with code 1 if fewer positions are solved
    #[arg(long, value_name = "N", requires = "solve")]
    pub(super) at_least: Option<usize>,
    #[command(flatten, next_help_heading = "Options of --solve")]
    pub(super) search: SearchOptions,
}
