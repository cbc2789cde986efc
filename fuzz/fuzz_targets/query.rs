#![no_main]

#[path = "../../crates/reynard-games/tests/fuzz_corpus/query.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::check(data));
