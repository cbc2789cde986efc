//! The repository's own lints, as tests: `cargo test -p reynard-tidy` runs them without building
//! the product.
//!
//! * `layers`: the dependencies between crates, and the licenses of everything that is linked.
//! * `circles`: no files that import each other in a cycle.
//! * `api`: names, examples and programs of the libraries.
//! * `wording`: the language of the field.
//! * `tidy`: line lengths, locations of unsafe code, line endings.
//! * `lab`: the records in `lab/` are valid, and the tables of the manual agree with them.
//! * `page`: the scripts and styles of the page.
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

/// Returns the files with an extension in a folder and its subfolders, in order.
///
/// Returns an empty list if the folder does not exist.
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
