#![no_main]

#[path = "../../crates/reynard-nnue/tests/fuzz_corpus/network.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::check(data));
