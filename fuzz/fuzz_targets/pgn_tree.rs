#![no_main]

#[path = "../../crates/reynard-pgn/tests/fuzz_corpus/pgn_tree.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::check(data));
