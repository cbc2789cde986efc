//! Results of several threads in the order of their input.

mod queue;
mod results;
mod threads;
mod workers;

pub use workers::{Workers, map};
