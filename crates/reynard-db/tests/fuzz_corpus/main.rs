//! Checks of the fuzz targets, replayed on their committed corpus.
//!
//! The modules are shared with the targets in `fuzz/`, which call the same functions on inputs of a
//! fuzzer's making.

mod database;

use reynard_testkit::corpus::replay;

#[test]
fn database() {
    replay("database", database::check);
}
