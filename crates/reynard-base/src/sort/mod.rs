//! External sorting: sorts more records than fit in memory.
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
//! * [`KeyedSorter`] sorts byte strings by key. It is stable: records with equal keys stay in
//!   insertion order.
//! * [`HashedSorter`] sorts numbers by their hashes. The first bits of the hash select a part that
//!   is sorted separately, so nothing is merged.
//! * [`DuplicateFinder`] finds repeated keys.
//! * [`Sorter`] sorts any type that implements [`SortRecord`], such as compact records of a fixed
//!   size. Several threads can sort the chunks of a run, and the records of several sorters can be
//!   merged with [`merge`].
//! * The budget counts bytes, including those on the heap. It also applies to reading: if there are
//!   too many runs for one buffer each, they are merged in several passes. A sorter has one open
//!   file, or two during such a pass, regardless of the number of runs.
//! * The order depends only on the records, not on the amount of memory or the number of threads.

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
