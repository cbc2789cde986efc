#![no_main]

#[path = "../../crates/reynard-syzygy/tests/fuzz_corpus/syzygy.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::check(data));
