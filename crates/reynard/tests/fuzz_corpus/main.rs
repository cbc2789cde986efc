//! Checks of the fuzz targets, replayed on their committed corpus.
//!
//! The modules are shared with the targets in `fuzz/`, which call the same functions on inputs of a
//! fuzzer's making.

mod epd;
mod fen;
mod move_pattern;
mod packed;
mod san;

use reynard_testkit::corpus::replay;

#[test]
fn epd() {
    replay("epd", epd::check);
}

#[test]
fn fen() {
    replay("fen", fen::check);
}

#[test]
fn move_pattern() {
    replay("move_pattern", move_pattern::check);
}

#[test]
fn packed() {
    replay("packed", packed::check);
}

#[test]
fn san() {
    replay("san", san::check);
}
