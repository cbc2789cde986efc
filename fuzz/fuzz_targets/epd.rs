#![no_main]

#[path = "../../crates/reynard/tests/fuzz_corpus/epd.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::check(data));
