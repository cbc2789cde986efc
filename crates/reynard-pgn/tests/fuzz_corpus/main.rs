//! What the fuzz targets check, replayed on their committed corpus.
//!
//! The modules are shared with the targets in `fuzz/`, which call the same functions on inputs of a
//! fuzzer's making.

mod pgn_events;
mod pgn_round_trip;
mod pgn_tree;

use std::fs;
use std::path::Path;

#[test]
fn pgn_events() {
    replay("pgn_events", pgn_events::check);
}

#[test]
fn pgn_round_trip() {
    replay("pgn_round_trip", pgn_round_trip::check);
}

#[test]
fn pgn_tree() {
    replay("pgn_tree", pgn_tree::check);
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
        let input = fs::read(&path).expect("a readable input");
        if let Err(panic) = std::panic::catch_unwind(|| check(&input)) {
            let text = panic.downcast_ref::<String>().map_or("see above", String::as_str);
            panic!("{}: {text}", path.display());
        }
    }
}
