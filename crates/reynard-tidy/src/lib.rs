//! The repository's own lints, as tests: `cargo test -p reynard-tidy` runs them without building
//! the product.
//!
//! * `layers`: the edges between crates, and the licenses of all that is linked.
//! * `circles`: no files that import each other in a circle.
//! * `api`: names, examples and programs of the libraries.
//! * `wording`: the language of the field.
//! * `tidy`: lengths, addresses of unsafe code, ends of lines.
//! * `lab`: the records in `lab/` are sound, and the manual's tables are theirs.
//! * `metadata`, `release`: everything that is published.

#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads a file as text.
///
/// # Panics
///
/// If it cannot be read, with its name.
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the files with an extension in a folder and in those below it, in order.
///
/// A folder that does not exist has none.
///
/// # Panics
///
/// If an entry of a folder cannot be read.
pub fn files_under(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
