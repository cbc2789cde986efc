#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod queue;
mod workers;

pub use workers::{Workers, map};
