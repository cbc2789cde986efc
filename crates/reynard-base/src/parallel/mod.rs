//! Parallel processing of items, with results merged in input order.

mod queue;
mod results;
mod threads;
mod workers;

pub use workers::{Workers, map};
