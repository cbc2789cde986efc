//! Options of a reader.

use std::sync::Arc;

use crate::{PgnLimits, PieceLetters};

/// Options of a reader.
///
/// ```
/// use reynard_pgn::{ErrorPolicy, Reader, ReaderOptions};
///
/// let options = ReaderOptions {
///     policy: ErrorPolicy::Stop,
///     source: Some("game.pgn".into()),
///     ..ReaderOptions::default()
/// };
/// let mut reader = Reader::from_bytes(b"1. e4 e5 2. Ke3 *").with_options(options);
/// let error = reader.read_all(&mut Ignore).unwrap_err();
/// assert_eq!(error.to_string(), "game.pgn:1:13: `Ke3` is not a legal move here (game 1, ply 3)");
///
/// struct Ignore;
/// impl reynard_pgn::Visitor for Ignore {}
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReaderOptions {
    /// Treatment of games with errors.
    pub policy: ErrorPolicy,
    /// The limits.
    pub limits: PgnLimits,
    /// The piece letters in moves.
    pub letters: PieceLetters,
    /// The name of the input in diagnostics, usually a path.
    pub source: Option<Arc<str>>,
    /// The offset of the text in a larger one, in bytes. The text must begin where a game certainly
    /// begins, see [`sure_game_start`](crate::sure_game_start). Offsets count from the beginning of
    /// the larger text, lines from the beginning of the part.
    pub offset: u64,
}

/// Treatment of games with errors. Lints are not errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ErrorPolicy {
    /// Everything up to the error is kept, in each line: [`Integrity::Damaged`](crate::Integrity).
    #[default]
    KeepPrefix,
    /// The rest of the game is skipped, and its end is marked
    /// [`Integrity::Rejected`](crate::Integrity).
    Skip,
    /// As [`ErrorPolicy::Skip`], but reading also ends with that game:
    /// [`ReadError::Stopped`](crate::ReadError).
    Stop,
}
