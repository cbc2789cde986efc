//! What the fuzz targets check, replayed on their committed corpus.
//!
//! The modules are shared with the targets in `fuzz/`, which call the same functions on inputs of a
//! fuzzer's making.

mod fen;
mod move_pattern;
mod packed;

use std::fs;
use std::path::Path;

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

fn replay(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut inputs: Vec<_> = fs::read_dir(&folder)
        .expect("the corpus is part of the repository")
        .map(|entry| entry.expect("an entry of the folder").path())
        .collect();
    inputs.sort();
    assert!(inputs.len() >= 20, "{} holds {} inputs", folder.display(), inputs.len());
    for path in inputs {
        println!("{}", path.display());
        check(&fs::read(&path).expect("a readable input"));
    }
}
