#![no_main]

#[path = "../../crates/reynard-book/tests/fuzz_corpus/book.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::check(data));
