//! What the fuzz target checks, replayed on its committed corpus.
//!
//! The module is shared with the target in `fuzz/`, which calls the same function on inputs of a
//! fuzzer's making.

mod selfplay;

use reynard_testkit::corpus::replay;

#[test]
fn selfplay() {
    replay("selfplay", selfplay::check);
}
