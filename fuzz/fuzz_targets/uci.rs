#![no_main]

#[path = "../../crates/reynard-uci/tests/fuzz_corpus/uci.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::check(data));
