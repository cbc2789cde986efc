//! Syzygy endgame tables: who wins, and how soon, with seven pieces on the board or fewer.
//!
//! [`Tablebase`] is a set of tables, opens them when they are needed, and probes them. One can be
//!   shared by any number of threads; nothing is locked when a table is open.
//! * [`Wdl`] is who wins, [`Dtz`] how many plies it takes to the next capture, pawn move or mate,
//!   [`ClockedWdl`] who wins with the fifty-move clock where it stands.
//! * [`Tablebase::rank_moves`] sorts the moves of a position, [`Tablebase::best_line`] plays on.
//! * [`Lookup`] says so, or names the table that is missing. [`ProbeError`] is for positions that
//!   no table can have, and for tables that are broken.
//! * [`RandomAccess`] is where bytes come from: files, memory, or anything else.
//!
//! A table is checked when it is opened, and again where a probe looks into it, so that no file,
//! however broken, makes this crate panic, hang, read elsewhere or take much memory. Values that
//! were changed without a trace are found by the checksum: see [`verify`].
//!
//! The format is described in `docs/src/syzygy-format.md` of the repository.
//!
//! ```
//! use reynard_syzygy::{Lookup, Dtz, Tablebase, Wdl};
//!
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
//! let tables = Tablebase::open(folder)?;
//! let pos = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
//! assert_eq!(tables.probe_wdl(&pos)?, Lookup::Known(Wdl::Win));
//! assert_eq!(tables.probe_dtz(&pos)?, Lookup::Known(Dtz::Rounded(25)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! * `mmap`, off unless asked for: files can be mapped into memory, with
//!   [`TablebaseOptions::map_files`].

#![cfg_attr(not(feature = "mmap"), forbid(unsafe_code))]
#![cfg_attr(feature = "mmap", deny(unsafe_code))]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "squares, counts and bits are narrowed to what they are known to fit"
)]

mod cache;
mod city;
mod clocked;
mod code;
mod dtz;
mod dtz_map;
mod error;
mod file;
mod header;
mod index;
mod layout;
mod lookup;
mod material;
#[cfg(feature = "mmap")]
mod mmap;
mod options;
mod pairs;
mod probe;
mod reads;
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

pub use clocked::ClockedWdl;
pub use dtz::Dtz;
pub use error::{ProbeError, TableError, TableFault};
pub use file::PositionedFile;
pub use material::{MAX_PIECES, Material, ParseMaterialError};
pub use options::TablebaseOptions;
pub use root::{FiftyMoves, RankedMove, Repetition, RootRules};
pub use source::RandomAccess;
pub use table_kind::TableKind;
pub use tablebase::{Prober, TableInfo, Tablebase};
pub use verify::{Verified, verify};
pub use wdl::Wdl;

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
