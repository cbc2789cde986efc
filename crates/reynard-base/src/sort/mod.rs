//! External sorting: puts more records in order than memory holds.
//!
//! ```
//! use reynard_base::sort::KeyedSorter;
//!
//! let mut sorter = KeyedSorter::new(1 << 20);
//! for name in ["Morphy", "Anderssen", "Steinitz", "Anderssen"] {
//!     sorter.push(name.as_bytes().to_vec(), format!("a game of {name}").into_bytes())?;
//! }
//! let names: Result<Vec<_>, _> = sorter.finish()?.map(|record| record.map(|it| it.key)).collect();
//! assert_eq!(names?, [&b"Anderssen"[..], b"Anderssen", b"Morphy", b"Steinitz"]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! * [`KeyedSorter`] sorts byte strings with a key and is stable: records with equal keys stay in
//!   their order.
//! * [`HashedSorter`] sorts numbers by a hash, whose first bits choose a part that is sorted for
//!   itself: nothing is merged.
//! * [`DuplicateFinder`] finds the keys that have come before.
//! * [`Sorter`] sorts any type that implements [`SortRecord`], for compact records of a fixed size
//!   for instance. Several threads may sort the chunks of a run, and several sorters can be merged:
//!   [`merge`].
//! * The budget counts bytes, those on the heap included, and holds for reading back as well: where
//!   there are more runs than buffers fit into it, they are merged in several passes. A sorter has
//!   one open file, or two during such a pass, whatever the number of runs.
//! * The order depends on the records alone, not on the memory or the threads.

mod duplicates;
mod hashed;
mod keyed;
mod merge;
mod record;
mod runs;
mod sorter;

pub use duplicates::{DuplicateFinder, Duplicates};
pub use hashed::{HashedRecord, HashedSorter};
pub use keyed::{KeyedRecord, KeyedSorter};
pub use merge::{Sorted, merge};
pub use record::SortRecord;
pub use runs::Runs;
pub use sorter::Sorter;
