//! Chess games and positions as Arrow record batches and Parquet files.
//!
//! PGN of any size, plain or compressed, is converted to one of two tables: one row per game, or
//! one row per position together with the move played there. [`TableSpec`] selects the table and
//! its columns; [`GameColumn`] and [`PositionColumn`] are the schema. A game with errors becomes a
//! row with the legal moves before the first error and `complete = false`; it never makes the whole
//! table fail.
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use reynard_arrow::{BatchReader, PgnSource, ReadSettings, TableSpec};
//!
//! let pgn = b"[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"Tal\"]\n\n1. d4 *\n";
//! let spec = TableSpec::games();
//! let source = PgnSource::of_bytes(pgn.as_slice());
//! for batch in BatchReader::new([source], &spec, ReadSettings::default()) {
//!     let batch = batch?;
//!     let white = batch.column_by_name("White").unwrap().as_string::<i32>();
//!     assert_eq!(white.iter().flatten().collect::<Vec<_>>(), ["Morphy", "Tal"]);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`BatchReader`] is an iterator, and a `RecordBatchReader` for Arrow's C stream interface
//! (feature `ffi`). [`read_batches`] calls a function with each batch on the calling thread.
//! [`write_parquet`] writes a file, and [`ParquetWriter`] does the same for callers that read games
//! themselves. All keep a bounded number of rows in memory, and the number of threads never changes
//! a byte of the output.
//!
//! For neural networks, [`planes`] and [`policy_mask`] convert packed positions. [`packed_column`]
//! reads positions from a column created by any tool, whether they are packed, in FEN, or given as
//! lists of moves.
//!
//! # Features
//!
//! * `parquet`, on by default: [`ParquetWriter`] and [`write_parquet`]. Needs a C compiler for
//!   zstd.
//! * `ffi`: the C data and stream interface of `arrow-array`, for other languages in the same
//!   process.

#![forbid(unsafe_code)]

mod batcher;
mod column;
mod comment_values;
mod error;
mod extra_column;
mod extra_rows;
mod game_rows;
mod move_format;
#[cfg(feature = "parquet")]
mod parquet_column;
#[cfg(feature = "parquet")]
mod parquet_schema;
#[cfg(feature = "parquet")]
mod parquet_writer;
mod parts;
mod planes;
mod policy_mask;
mod position_input;
mod position_rows;
mod read;
mod reader;
mod row_weights;
mod rows;
mod spec;
mod tag_values;

pub use arrow_array;
pub use arrow_schema;
pub use batcher::Batcher;
pub use column::{GameColumn, PositionColumn, SCHEMA_KEY, SCHEMA_VERSION, UnknownColumn};
pub use error::BatchError;
pub use extra_column::{ExtraColumn, UnknownExtraColumn};
pub use move_format::MoveFormat;
#[cfg(feature = "parquet")]
pub use parquet_writer::{InvalidLevel, ParquetSummary, ParquetWriter, ZstdLevel, write_parquet};
pub use planes::{PLANE_VALUES, PLANES, PlaneLayout, PlaneView, piece_counts, plane_ones, planes};
pub use policy_mask::policy_mask;
pub use position_input::{
    PositionInputError, PositionReplay, RowError, legal_positions, packed_column, packed_text,
};
pub use read::{PgnSource, ReadSettings, read_batches};
pub use reader::BatchReader;
pub use rows::{RowCollector, TableTotals};
pub use spec::{GameTable, PositionTable, TableSpec};

/// The README, included so that its examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
