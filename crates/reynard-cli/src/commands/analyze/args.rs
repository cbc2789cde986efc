//! Arguments of `reynard analyze`.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use reynard_analysis::MoveRange;
use reynard_console::fen_input::Format;
use reynard_console::rules::Reading;
use reynard_console::start_timeout::StartTimeout;
use reynard_games::QueryTerm;
use reynard_pgn::PieceLetters;

use super::engine::AnalysisSetup;
use crate::commands::pgn::filter_term as parsed;
use crate::search_options::SearchOptions;

#[derive(clap::Args)]
#[command(override_usage = "reynard analyze [OPTIONS] [FEN | FILE.. | -]")]
#[command(after_help = "\
Examples:
  reynard analyze r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -
  reynard analyze --time 10 --multipv 3 '8/8/4k3/8/2K5/3P4/8/8 w - - 0 1'
  reynard analyze game.pgn --nodes 200000 -o annotated.pgn --graph game.svg
  reynard analyze --engine stockfish,option.Threads=4 --time 1 games/*.pgn -o annotated.pgn
  reynard analyze --player 'Carlsen, M' --last 20 games.pgn -o games.pgn
  reynard analyze --moves 10-30 --multipv 3 game.pgn > annotated.pgn
  reynard analyze --json --depth 12 - < positions.txt

Evaluations are from White's side: at +1.00 White wins as often as not, #3 means that White mates in \
three, #-3 that Black does. The default time is five seconds for a position, half a second for each \
position of a game. With --depth or --nodes, one thread searches unless --threads is given, and the \
result is reproducible.")]
pub(crate) struct Args {
    /// Position in FEN, or files of games in PGN or of positions; a folder stands for its PGN
    /// files, `-` for standard input; the start position (`startpos`) by default
    #[arg(value_name = "FEN|FILE", num_args = 0..)]
    pub(super) what: Vec<String>,
    #[command(flatten)]
    pub(super) search: SearchOptions,
    /// UCI engine to analyze with, as PROGRAM[,option.NAME=VALUE].., like
    /// `stockfish,option.Threads=4` [default: Reynard itself]
    #[arg(long, value_name = "ENGINE")]
    pub(super) engine: Option<String>,
    #[command(flatten)]
    pub(super) start: StartTimeout,
    /// Folders with Syzygy tables, separated as in PATH; can be repeated. Another engine gets them
    /// as its option `SyzygyPath`. Default: the environment variable `REYNARD_SYZYGY_PATH`, or
    /// else `SYZYGY_PATH`
    #[arg(long, value_name = "DIR")]
    pub(super) syzygy: Vec<PathBuf>,
    /// Games to analyze, in the filter language, like `player~carlsen result=loss`; with --output
    /// the others are written as they came
    #[arg(long = "where", value_name = "FILTER", value_parser = parsed)]
    pub(super) filter: Vec<QueryTerm>,
    /// Analyze the games of a player, by words of the name, and report on this player
    #[arg(long, value_name = "NAME")]
    pub(super) player: Option<String>,
    /// Analyze the last N of these games: by date if all have one, otherwise by their order
    #[arg(long, value_name = "N")]
    pub(super) last: Option<NonZeroUsize>,
    /// Number of principal variations; in games, up to N better lines for each inaccuracy, mistake
    /// and blunder
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) multipv: NonZeroUsize,
    /// Range of moves to annotate, like `10-30`, `10-` or `-30`
    #[arg(long, value_name = "FROM-TO")]
    pub(super) moves: Option<MoveRange>,
    /// Output file of all games, replaced when all are finished, compressed if the name ends in
    /// .gz, .bz2 or .zst; the summary goes to standard output then. The same command resumes an
    /// interrupted run. `-` writes the annotated games to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Letters of the pieces in the moves of games: the code of a language, such as `de`
    #[arg(long, value_name = "LANGUAGE", default_value_t = PieceLetters::ENGLISH)]
    pub(super) letters: PieceLetters,
    /// Draw White's expected score over a game as SVG; for later games `-2`, `-3` and so on is
    /// added to the name
    #[arg(long, value_name = "FILE.svg")]
    pub(super) graph: Option<PathBuf>,
    #[command(flatten)]
    pub(super) reading: Reading,
    #[command(flatten)]
    pub(super) format: Format,
}

impl Args {
    /// Returns the setup of the engine.
    pub(super) fn setup(&self) -> AnalysisSetup<'_> {
        AnalysisSetup {
            search: &self.search,
            engine: self.engine.as_deref(),
            start: self.start,
            syzygy: &self.syzygy,
            lines: self.multipv.get(),
        }
    }

    /// Returns the output file for annotated games, if there is one.
    pub(super) fn target(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }
}
