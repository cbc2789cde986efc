#![doc = include_str!("../README.md")]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(unsafe_code)]

extern crate alloc;

mod error_numbers;
#[cfg(feature = "files")]
pub mod files;
mod fnv1a;
pub mod memory;
#[cfg(feature = "std")]
pub mod parallel;
mod random;
#[cfg(feature = "sort")]
pub mod sort;
mod text;

pub use error_numbers::without_error_numbers;
pub use fnv1a::{fnv1a, fnv1a_from};
pub use random::SplitMix64;
pub use text::{counted, escape_html, printable, signed};
