//! Options of a [`Reader`](crate::Reader).

use std::sync::Arc;

use crate::{PgnLimits, PieceLetters};

/// Options of a [`Reader`](crate::Reader).
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
    /// The limits on memory and work.
    pub limits: PgnLimits,
    /// The piece letters used in moves.
    pub letters: PieceLetters,
    /// The name of the input in diagnostics, usually a path.
    pub source: Option<Arc<str>>,
    /// The byte offset at which this text begins in a larger one. The text must begin where a game
    /// certainly begins: see [`sure_game_start`](crate::sure_game_start). Reported byte offsets
    /// count from the beginning of the larger text, but line numbers count from the beginning of
    /// this text.
    pub offset: u64,
}

/// Treatment of games with errors. Lints are not errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ErrorPolicy {
    /// In each line, everything up to the error is kept. The game is marked
    /// [`Integrity::Damaged`](crate::Integrity).
    #[default]
    KeepPrefix,
    /// The rest of the game is skipped, and the game is marked
    /// [`Integrity::Rejected`](crate::Integrity).
    Skip,
    /// The game is skipped as with [`ErrorPolicy::Skip`], and reading ends after it with
    /// [`ReadError::Stopped`](crate::ReadError).
    Stop,
}
