#![no_main]

#[path = "../../crates/reynard-train/tests/fuzz_corpus/selfplay.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::check(data));
