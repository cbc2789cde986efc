//! What the fuzz target `syzygy` checks, replayed on its committed corpus.
//!
//! The module is shared with the target in `fuzz/`, which calls the same function on inputs of a
//! fuzzer's making.

mod syzygy;

use reynard_testkit::corpus::replay;

#[test]
fn syzygy() {
    replay("syzygy", syzygy::check);
}
