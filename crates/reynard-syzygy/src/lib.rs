//! Syzygy endgame tables with up to seven pieces: WDL, DTZ and the best moves.
//!
//! ```
//! use reynard_syzygy::{Dtz, Tablebase, Wdl};
//!
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
//! let tables = Tablebase::open(folder)?;
//! let pos: reynard::Position = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
//! assert_eq!(tables.probe_wdl(&pos)?.known(), Some(Wdl::Win));
//! assert_eq!(tables.probe_dtz(&pos)?.known(), Some(Dtz::Rounded(25)));
//! assert_eq!(tables.best_move(&pos)?.map(|mv| pos.san(mv).to_string()).as_deref(), Some("Rh4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Tablebase`] finds the tables in folders and opens them when they are needed. It can be
//!   shared by any number of threads; probing an open table takes no lock.
//! * [`Wdl`] is the result with best play, [`Dtz`] the distance to the next capture, pawn move or
//!   mate, and [`ClockedWdl`] the result under the position's fifty-move clock.
//! * [`Tablebase::rank_moves`] sorts the moves of a position; [`Tablebase::best_line`] returns a
//!   line of best moves.
//! * [`Lookup`] is a value or the name of the missing table. [`ProbeError`] is returned for
//!   positions that cannot be in any table, and for broken tables.
//! * [`RandomAccess`] is a source of bytes: a file, memory, or your own.
//!
//! A table is checked when it is opened, and again where a probe reads it. No file, however broken,
//! makes this crate panic, hang, read out of bounds or take much memory. Corrupted values are
//! detected by the checksum: see [`verify`].
//!
//! The format is described in `docs/src/syzygy-format.md` of the repository.
//!
//! # Features
//!
//! * `mmap`, off by default: maps files into memory, with [`TablebaseOptions::map_files`].
//! * `serde`, off by default: adds `ProbeAnswer`, the fields of `reynard tb probe --json`.

#![cfg_attr(not(feature = "mmap"), forbid(unsafe_code))]
#![cfg_attr(feature = "mmap", deny(unsafe_code))]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "squares, counts and bits are narrowed to what they are known to fit"
)]

#[cfg(feature = "serde")]
mod answer;
mod cache;
mod city;
mod clocked;
mod code;
mod dtz;
mod dtz_map;
mod error;
mod file;
mod folders;
mod header;
mod index;
mod inventory;
mod layout;
mod lookup;
mod material;
#[cfg(feature = "mmap")]
mod mmap;
mod options;
mod pairs;
mod probe;
mod reads;
mod report;
mod root;
mod source;
mod squares;
mod store;
mod symbols;
mod table;
mod table_kind;
mod tablebase;
mod verify;
mod wdl;

pub use lookup::{Lookup, TableName};
pub use reynard;

#[cfg(feature = "serde")]
pub use answer::{MoveAnswer, ProbeAnswer};
pub use clocked::ClockedWdl;
pub use dtz::Dtz;
pub use error::{ProbeError, TableError, TableFault};
pub use file::PositionedFile;
pub use folders::{FolderFault, TableFolders};
pub use inventory::{TableFile, TableInventory};
pub use material::{MAX_PIECES, Material, ParseMaterialError};
pub use options::TablebaseOptions;
pub use report::ProbeReport;
pub use root::{FiftyMoves, RankedMove, Repetition, RootRules};
pub use source::RandomAccess;
pub use table_kind::TableKind;
pub use tablebase::{Prober, TableInfo, Tablebase};
pub use verify::{Verified, verify, verify_file};
pub use wdl::{ParseWdlError, Wdl};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
