//! What the fuzz target checks, replayed on its committed corpus.
//!
//! The module is shared with the target in `fuzz/`, which calls the same function on inputs of a
//! fuzzer's making.

mod book;

use reynard_testkit::corpus::replay;

#[test]
fn book() {
    replay("book", book::check);
}
