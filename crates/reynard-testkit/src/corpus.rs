//! The committed inputs of the fuzz targets.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

/// Minimum number of inputs in a corpus; a smaller corpus is assumed not to have been committed.
const LEAST: usize = 20;

/// Runs the check of a fuzz target on each input in its committed corpus, in alphabetical order.
///
/// # Panics
///
/// Panics if the corpus is missing or too small, or if a check panics. In the latter case, the
/// panic message begins with the path of the input.
pub fn replay(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut inputs: Vec<_> = fs::read_dir(&folder)
        .expect("the corpus is part of the repository")
        .map(|entry| entry.expect("an entry of the folder").path())
        .collect();
    inputs.sort();
    assert!(inputs.len() >= LEAST, "{} holds {} inputs", folder.display(), inputs.len());
    for path in inputs {
        let input = fs::read(&path).expect("a readable input");
        if let Err(panic) = catch_unwind(|| check(&input)) {
            let text = panic.downcast_ref::<String>().map_or("see above", String::as_str);
            panic!("{}: {text}", path.display());
        }
    }
}
