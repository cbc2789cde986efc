#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod duplicates;
mod keyed;
mod merge;
mod record;
mod runs;
mod sorter;

pub use duplicates::{DuplicateFinder, Duplicates};
pub use keyed::{KeyedRecord, KeyedSorter};
pub use merge::{Sorted, merge};
pub use record::SortRecord;
pub use runs::Runs;
pub use sorter::Sorter;
