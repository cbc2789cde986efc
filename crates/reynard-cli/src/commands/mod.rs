//! The subcommands. Each file contains the arguments and the implementation of one.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod db;
pub(crate) mod engine_match;
pub(crate) mod epd;
pub(crate) mod fen;
pub(crate) mod learn;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod play;
pub(crate) mod see;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod spsa;
pub(crate) mod tb;
pub(crate) mod uci;
pub(crate) mod web;

use clap::Subcommand;
use reynard_cluster::Tasks;
use reynard_console::cluster::plan::StandardTask;
use reynard_console::output::{Output, Status};
use reynard_console::{cluster, completions, man};

/// The subcommands, each in a file or folder of its own, in the order of the help.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play a game against the engine in the terminal
    Play(play::Args),
    /// Analyze positions, or annotate the games of a PGN file
    Analyze(analyze::Args),
    /// Learn from your own games: mistakes as cards, spaced repetition, repertoire, reports
    Learn(learn::Args),
    /// Serve a page to play and analyze on, with the engine, tables and databases of this machine
    Serve(serve::Args),
    /// Write the page in the browser as one HTML file, or as files for a host
    Web(web::Args),
    /// Print a position: board, FEN, checkers, legal moves, key
    Show(show::Args),
    /// List the legal moves of positions
    Moves(moves::Args),
    /// Validate FENs and write them in normal form
    Fen(fen::Args),
    /// Validate and normalize EPD records, or solve them with the engine
    Epd(epd::Args),
    /// Static exchange evaluation (SEE) of a move
    See(see::Args),
    /// Count the leaves of the tree of legal moves (perft), or verify a suite of counts
    Perft(perft::Args),
    /// Check, filter, convert, deduplicate and sort games in PGN
    Pgn(pgn::Args),
    /// Keep games in a database, and explore openings with any filter
    Db(db::Args),
    /// Probe, make, merge and check Polyglot opening books
    Book(book::Args),
    /// Probe, verify and list Syzygy endgame tables
    Tb(tb::Args),
    /// Play a match between engines, with SPRT and Elo
    Match(engine_match::Args),
    /// Tune the parameters of an engine by games against itself (SPSA)
    Spsa(spsa::Args),
    /// Search fixed positions: nodes per second, and a node count as the engine's signature
    Bench(bench::Args),
    /// Run large jobs in shards, by many processes or machines
    Cluster(cluster::Args<StandardTask>),
    /// Print a shell completion script
    Completions(completions::Args),
    /// Print the manual page, or write all pages into a folder
    Man(man::Args),
}

impl Command {
    /// Runs the command. `cli` builds the whole command line, which is needed for completions and
    /// manual pages.
    pub(crate) fn run(
        self,
        cli: fn() -> clap::Command,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        match self {
            Self::Perft(args) => perft::run(&args, out),
            Self::Fen(args) => fen::run(&args, out),
            Self::Moves(args) => moves::run(&args, out),
            Self::See(args) => see::run(&args, out),
            Self::Show(args) => show::run(&args, out),
            Self::Bench(args) => bench::run(&args, out),
            Self::Analyze(args) => analyze::run(&args, out),
            Self::Learn(args) => learn::run(&args, out),
            Self::Play(args) => play::run(&args, out),
            Self::Epd(args) => epd::run(&args, out),
            Self::Db(args) => db::run(&args, out),
            Self::Serve(args) => serve::run(&args, out),
            Self::Web(args) => web::run(&args, out),
            Self::Book(args) => book::run(&args, out),
            Self::Match(args) => engine_match::run(&args, out),
            Self::Tb(args) => tb::run(&args, out),
            Self::Spsa(args) => spsa::run(&args, out),
            Self::Pgn(args) => pgn::run(&args, out),
            Self::Cluster(args) => cluster::run(&args, &Tasks::standard(), out),
            Self::Completions(args) => completions::run(&args, cli(), out),
            Self::Man(args) => man::run(&args, cli(), out),
        }
    }
}
