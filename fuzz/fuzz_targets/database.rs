#![no_main]

#[path = "../../crates/reynard-db/tests/fuzz_corpus/database.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::check(data));
