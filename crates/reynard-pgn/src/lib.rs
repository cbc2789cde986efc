//! Chess games in PGN, the Portable Game Notation: a streaming reader, game trees, a writer.
//!
//! To read whole games with variations and annotations, use [`Games`], an iterator over
//! [`GameTree`]s. [`PgnWriter`] writes a tree that is read back as the same game.
//!
//! ```
//! use reynard_pgn::Games;
//!
//! // `Games::open(path)` reads a file, plain or compressed.
//! for game in Games::from_bytes(b"[White \"Morphy\"]\n\n1. e4 e5 (1... c5) 2. Nf3 1-0\n") {
//!     let game = game?;
//!     assert_eq!(game.tags().text("White").as_deref(), Some("Morphy"));
//!     assert_eq!(game.moves().count(), 3);
//! }
//! # Ok::<(), reynard_pgn::ReadError>(())
//! ```
//!
//! To process large files, use [`Reader`]. It reads the bytes once, from memory or from a stream,
//! and passes their contents to a [`Visitor`] in file order: tags, moves, annotations, variations
//! and the result. Files may be of any size. The visitor decides for each game whether moves are
//! checked and played. `read_parallel` does the same on several threads.
//!
//! ```
//! use reynard_pgn::{Skip, Played, Reader, Visitor};
//!
//! /// Counts the checks in a collection.
//! #[derive(Default)]
//! struct Checks(usize);
//!
//! impl Visitor for Checks {
//!     fn legal_move(&mut self, played: &Played<'_>) -> Skip {
//!         self.0 += usize::from(played.after.is_check());
//!         Skip::No
//!     }
//! }
//!
//! let pgn = b"[White \"Fool\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"Scholar\"]\n\n1. e4 e5 *\n";
//! let mut checks = Checks::default();
//! let mut reader = Reader::from_bytes(pgn);
//! let totals = reader.read_all(&mut checks)?;
//! assert_eq!((totals.games, totals.plies, checks.0), (2, 6, 1));
//! # Ok::<(), reynard_pgn::ReadError>(())
//! ```
//!
//! Few files follow the standard in every respect. A deviation that loses nothing is reported as a
//! *lint*, a loss as an *error*: see [`Diagnostic`]. Fixed rules decide where games in damaged
//! files begin and end: see [`Reader`].
//!
//! # Features
//!
//! All features are enabled by default.
//!
//! * `gz`, `bz2`, `zstd`: support for compressed files in an [`Input`]. `zstd` needs a C compiler.
//! * `parallel`: reading on several threads with `read_parallel`, and decompression on other
//!   threads with `Input::ahead`.
//! * `openings`: opening names by position, `OpeningNames`, about 360 KB.

#![forbid(unsafe_code)]

mod comment;
mod compressed_writer;
mod date;
mod diagnostic;
mod events;
mod game_text;
mod input;
mod letters;
mod limits;
mod log;
mod nag;
#[cfg(feature = "openings")]
mod openings;
mod options;
#[cfg(feature = "parallel")]
mod parallel;
mod reader;
mod result_counts;
mod tags;
mod termination;
mod text;
mod time_control;
mod tree;
mod unread_mark;
mod unread_text;
mod variant;
mod visitor;
mod write;
mod written_result;

pub use comment::{
    Annotation, Arrow, CommentCommand, CommentEvaluation, CommentText, DrawingColor,
    EvaluationScore, HighlightedSquare, InvalidArrow, Segment, Segments,
};
pub use compressed_writer::CompressedWriter;
pub use date::PgnDate;
pub use diagnostic::{Diagnostic, DiagnosticKind, Dialect, Severity, Token};
pub use events::{GameEnd, GameStart, Integrity, NullMove, Played};
pub use game_text::{GameText, MAX_GAME_TEXT};
#[cfg(feature = "parallel")]
pub use input::{Canceller, ReadAhead};
pub use input::{
    Compression, ForeignFile, Input, MAX_ZSTD_WINDOW, UnsupportedCompression, WindowTooLarge,
    is_utf16,
};
pub use letters::{InvalidPieceLetters, PieceLetters};
pub use limits::{PgnLimit, PgnLimits};
pub use log::{DiagnosticLog, Logged};
pub use nag::{Nag, ParseNagError};
#[cfg(feature = "openings")]
pub use openings::{NamedOpening, OpeningNames};
pub use options::{ErrorPolicy, ReaderOptions};
#[cfg(feature = "parallel")]
pub use parallel::{Chunk, read_parallel};
pub use reader::{
    ByteSource, Bytes, ReadError, Reader, Stream, SureStart, TextEnd, Totals, sure_game_start,
};
pub use result_counts::ResultCounts;
pub use reynard;
pub use tags::{InvalidTagName, ROSTER, Tag, Tags};
pub use termination::{ParseTerminationError, Termination};
pub use text::{Comment, CommentStyle, InvalidUtf8, Text};
pub use time_control::{ElapsedTimes, InvalidTimeControl, PgnTimeControl, TimeStage};
pub use tree::{
    Cursor, GameTree, Games, IllegalStep, KeptParts, NodeId, ParsedGame, SetTagError, Step,
    TreeBuilder, TreeWalk, TreeWalkStep,
};
pub use variant::VariantName;
pub use visitor::{MovetextMode, Skip, Visitor};
pub use write::{
    CommentParts, MoveNotation, NagStyle, PgnWriter, TagOrder, TagSelection, Variations,
    WriterOptions,
};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
