//! What the fuzz target `syzygy` checks, replayed on its committed corpus.
//!
//! The module is shared with the target in `fuzz/`, which calls the same function on inputs of a
//! fuzzer's making.

mod syzygy;

use std::fs;
use std::path::Path;

#[test]
fn syzygy() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/syzygy");
    let mut inputs: Vec<_> = fs::read_dir(&folder)
        .expect("the corpus is part of the repository")
        .map(|entry| entry.expect("an entry of the folder").path())
        .collect();
    inputs.sort();
    assert!(inputs.len() >= 20, "{} holds {} inputs", folder.display(), inputs.len());
    for path in inputs {
        let input = fs::read(&path).expect("a readable input");
        if let Err(panic) = std::panic::catch_unwind(|| syzygy::check(&input)) {
            let text = panic.downcast_ref::<String>().map_or("see above", String::as_str);
            panic!("{}: {text}", path.display());
        }
    }
}
