//! Checks of the fuzz targets, replayed on their committed corpus.
//!
//! The modules are shared with the targets in `fuzz/`, which call the same functions on inputs of a
//! fuzzer's making.

mod network;
mod stack;

use reynard_testkit::corpus::replay;

#[test]
fn network() {
    replay("network", network::check);
}

#[test]
fn stack() {
    replay("stack", stack::check);
}
