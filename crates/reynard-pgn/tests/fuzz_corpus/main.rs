//! Checks of the fuzz targets, replayed on their committed corpus.
//!
//! The modules are shared with the targets in `fuzz/`, which call the same functions on inputs of a
//! fuzzer's making.

mod pgn_events;
mod pgn_round_trip;
mod pgn_tree;

use reynard_testkit::corpus::replay;

#[test]
fn pgn_events() {
    replay("pgn_events", pgn_events::check);
}

#[test]
fn pgn_round_trip() {
    replay("pgn_round_trip", pgn_round_trip::check);
}

#[test]
fn pgn_tree() {
    replay("pgn_tree", pgn_tree::check);
}
