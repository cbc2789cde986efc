//! Options that select openings.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use reynard::{CastlingNotation, Game};
use reynard_arena::MatchPlayer;
use reynard_pgn::{Diagnostic, DiagnosticLog, Reader, ReaderOptions, Skip, Visitor};
use reynard_play::{OpeningFormat, OpeningOrder, OpeningSuite};
use serde::{Deserialize, Serialize};

use crate::numbers::counted;
use crate::output::Output;
use crate::source;

#[derive(clap::Args)]
#[expect(missing_docs, reason = "clap would take it for the help of the command")]
pub struct OpeningArgs {
    /// Openings: `balanced` (the built-in lines), `none` (the start position), or a file:
    /// positions in EPD or FEN, games in PGN, or a Polyglot book (.bin), perhaps compressed
    #[arg(long, value_name = "FILE", default_value = BALANCED)]
    openings: PathBuf,
    /// Plies of each game or line of a book that are played
    #[arg(long, value_name = "N", default_value_t = 16)]
    plies: usize,
    /// Order of the openings
    #[arg(long, value_name = "ORDER", default_value = "sequential")]
    order: Order,
    /// Seed of a random order, and of the lines that are drawn from a book
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The name that selects the built-in lines or, for Chess960, the start positions of Chess960.
const BALANCED: &str = "balanced";
/// The name that selects the start position alone.
const NONE: &str = "none";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// As in the file
    Sequential,
    /// Shuffled
    Random,
}

/// The openings of a match, as stored in its journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningRecord {
    file: Option<PathBuf>,
    plies: usize,
    seed: Option<u64>,
}

impl OpeningArgs {
    /// Returns the file that contains the openings, or `None` for the built-in openings.
    pub fn file(&self) -> Option<&Path> {
        let is_built_in = [BALANCED, NONE].iter().any(|&name| self.openings.as_os_str() == name);
        (!is_built_in).then_some(&*self.openings)
    }

    /// Returns the openings as they are stored in a journal.
    pub fn record(&self, chess960: bool) -> OpeningRecord {
        let seed = (self.order == Order::Random).then_some(self.seed);
        let is_chess960 = chess960 && self.openings.as_os_str() == BALANCED;
        let file = match self.openings.to_str() {
            Some(NONE) => None,
            _ if is_chess960 => Some(PathBuf::from("chess960")),
            _ => Some(self.openings.clone()),
        };
        OpeningRecord { file, plies: self.plies, seed }
    }

    /// Reads the openings. If the game is already over after an opening in a file, the opening is
    /// skipped with a note. Errors in games of PGN are noted. Another note reports openings that need Chess960.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or contains no playable openings.
    pub fn read(
        &self,
        castling: CastlingNotation,
        out: &mut Output,
    ) -> anyhow::Result<OpeningSuite> {
        let order = match self.order {
            Order::Sequential => OpeningOrder::Sequential,
            Order::Random => OpeningOrder::Shuffled { seed: self.seed },
        };
        let suite = match (self.openings.to_str(), castling) {
            (Some(NONE), _) => OpeningSuite::standard(),
            (Some(BALANCED), CastlingNotation::Standard) => OpeningSuite::balanced(),
            // Arrays with neighboring numbers are similar.
            (Some(BALANCED), CastlingNotation::Chess960) => {
                OpeningSuite::chess960().in_order(OpeningOrder::Shuffled { seed: self.seed })
            }
            _ => playable(&self.openings, self.plies, self.seed, castling, out)?,
        };
        Ok(suite.in_order(order))
    }
}

/// Returns a note if there are more rounds than openings, in which case openings are repeated.
pub fn shortage(rounds: usize, openings: &OpeningSuite, players: &[MatchPlayer]) -> Option<String> {
    let openings = openings.len();
    if rounds <= openings {
        return None;
    }
    let openings = match openings {
        1 => format!("{rounds} rounds, and all games begin from one position"),
        _ => format!("{rounds} rounds, but {openings} openings, which are played again"),
    };
    let why = if players.iter().all(|player| player.limits.is_deterministic()) {
        "limited by nodes or depth, engines repeat their games then"
    } else {
        "engines may repeat their games then"
    };
    Some(format!("note: {openings}; {why}; a pair of games that repeats another is not counted"))
}

/// Reads the openings in a file, except those after which the game is already over.
fn playable(
    path: &Path,
    plies: usize,
    seed: u64,
    castling: CastlingNotation,
    out: &mut Output,
) -> anyhow::Result<OpeningSuite> {
    let (bytes, format) = read_file(path)?;
    if format == OpeningFormat::Pgn {
        note_errors(path, &bytes, plies, out)?;
    }
    let suite = OpeningSuite::from_bytes(bytes, format, plies, seed);
    let (suite, over) = suite.with_context(|| path.display().to_string())?.without_finished();
    let (word, path) = (out.paint_warning("note"), path.display());
    let Some(suite) = suite else { bail!("{path}: the games of all openings are over") };
    if !over.is_empty() {
        let count = counted(over.len() as u64, "opening");
        let first: Vec<String> = over.iter().take(5).map(usize::to_string).collect();
        let dots = if over.len() > first.len() { ", .." } else { "" };
        let first = first.join(", ");
        out.note(format_args!(
            "{word}: {path}: {count} left out, the game is over: {first}{dots}"
        ))?;
    }
    if castling == CastlingNotation::Standard {
        let needs =
            |game: &Game| CastlingNotation::for_position(game.root()) == CastlingNotation::Chess960;
        let count = suite.games().filter(needs).count();
        if count > 0 {
            let count = counted(count as u64, "opening");
            out.note(format_args!(
                "{word}: {path}: {count} of Chess960, whose castling engines may refuse without --chess960"
            ))?;
        }
    }
    Ok(suite)
}

/// Reads the openings in a file, truncated to `plies` plies. The lines drawn from a book depend on
/// the seed.
pub fn read_openings(path: &Path, plies: usize, seed: u64) -> anyhow::Result<OpeningSuite> {
    let (bytes, format) = read_file(path)?;
    OpeningSuite::from_bytes(bytes, format, plies, seed).with_context(|| path.display().to_string())
}

/// Prints a note for each of the first errors in the first `plies` moves of games, and their
/// number.
fn note_errors(path: &Path, bytes: &[u8], plies: usize, out: &mut Output) -> anyhow::Result<()> {
    /// The maximum number of errors that have a note of their own.
    const MOST: usize = 5;

    let mut errors = OpeningErrors { plies: plies as u64, log: DiagnosticLog::default() };
    let source = Some(path.display().to_string().into());
    let options = ReaderOptions { source, ..ReaderOptions::default() };
    // An error of the reader is reported with the openings.
    let _ = Reader::from_bytes(bytes).with_options(options).read_all(&mut errors);
    let DiagnosticLog { list, errors, .. } = errors.log;
    let word = out.paint_warning("note");
    for diagnostic in list.iter().take(MOST) {
        let end = if diagnostic.ply.is_some() { "; the opening ends before it" } else { "" };
        out.note(format_args!("{word}: {diagnostic}{end}"))?;
    }
    if errors > MOST as u64 {
        out.note(format_args!("{word}: {}: {}", path.display(), counted(errors, "error")))?;
    }
    Ok(())
}

/// Visitor that collects the errors in the main lines of games, up to a ply.
struct OpeningErrors {
    plies: u64,
    log: DiagnosticLog,
}

impl Visitor for OpeningErrors {
    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        if diagnostic.ply.is_none_or(|ply| ply <= self.plies) {
            self.log.push(diagnostic);
        }
    }
}

/// Reads the bytes of a file of openings, and recognizes their format.
fn read_file(path: &Path) -> anyhow::Result<(Vec<u8>, OpeningFormat)> {
    // A book is binary; all other files must be text.
    let is_book = path.extension().is_some_and(|found| found.eq_ignore_ascii_case("bin"));
    let bytes = if is_book { source::read_unpacked(path) } else { source::read_all(path) };
    let bytes = bytes.with_context(|| format!("cannot read {}", path.display()))?;
    let is_compressed =
        path.extension().is_some_and(|found| ["zst", "gz", "bz2"].iter().any(|it| found == *it));
    let name = path.file_stem().map(Path::new).filter(|_| is_compressed).unwrap_or(path);
    let format = OpeningFormat::detect(name, &bytes);
    Ok((bytes, format))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_read_as_openings() {
        let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/samples/openings.bin");
        let suite = read_openings(Path::new(book), 6, 1).expect("a book");
        assert!(suite.len() > 1);
    }
}
