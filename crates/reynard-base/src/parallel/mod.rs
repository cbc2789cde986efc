//! Parallel work whose results are merged in the order of the input.

mod queue;
mod results;
mod threads;
mod workers;

pub use workers::{Workers, map};
