//! An optional folder with additional test data: test suites of other projects that are not part of
//! this repository.

use std::env;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The environment variable that contains the path of the folder.
pub const VARIABLE: &str = "REYNARD_TEST_DATA";

/// Returns a path inside the folder. If the folder or the path does not exist, prints a line saying
/// that the test is skipped, and returns `None`.
#[expect(clippy::print_stdout, reason = "the report of a test tells what it did not do")]
pub fn path(relative: &str) -> Option<PathBuf> {
    let Some(folder) = env::var_os(VARIABLE) else {
        println!("skipped: {VARIABLE} names no folder with {relative}");
        return None;
    };
    let path = Path::new(&folder).join(relative);
    if !path.exists() {
        println!("skipped: there is no {}", path.display());
        return None;
    }
    Some(path)
}

/// Returns the contents of a file as a string. A file whose name ends in `.zst` is decompressed.
///
/// # Errors
///
/// Any error from opening, decompressing or decoding the file.
pub fn read(path: &Path) -> io::Result<String> {
    String::from_utf8(read_bytes(path)?).map_err(io::Error::other)
}

/// Returns the contents of a file as bytes. A file whose name ends in `.zst` is decompressed.
///
/// # Errors
///
/// Any error from opening or decompressing the file.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path.extension().is_none_or(|extension| extension != "zst") {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    let mut file = File::open(path)?;
    let mut decoder =
        ruzstd::decoding::StreamingDecoder::new(&mut file).map_err(io::Error::other)?;
    decoder.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns every file below a folder, in alphabetical order.
///
/// # Errors
///
/// Any error from listing the folders.
pub fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    Ok(files)
}

/// The environment variable that multiplies the amount of input used by the slowest tests.
pub const EFFORT_VARIABLE: &str = "REYNARD_TEST_EFFORT";

/// Returns the amount of input for a test: the value of the given environment variable, or the
/// default.
///
/// # Panics
///
/// Panics if the value of the environment variable is not a number.
pub fn number(variable: &str, default: u64) -> u64 {
    let Ok(text) = env::var(variable) else { return default };
    text.parse().unwrap_or_else(|_| panic!("{variable} is not a number: {text:?}"))
}

/// Returns the amount of input for a slow test: the value of the given environment variable, or the
/// default times the [`effort`].
///
/// # Panics
///
/// Panics if the value of the given variable or of [`EFFORT_VARIABLE`] is not a number.
pub fn scaled(variable: &str, default: u64) -> u64 {
    number(variable, default * effort())
}

/// Returns the step size with which a test iterates over its input: 8 by default, and less with a
/// greater [`effort`]. From an effort of 8 on, the step size is 1, so the whole input is covered.
///
/// # Panics
///
/// Panics if the value of [`EFFORT_VARIABLE`] is not a number.
pub fn stride() -> usize {
    8 / effort().clamp(1, 8) as usize
}

/// Returns the factor by which the amount of input is multiplied: 1 unless the environment sets
/// another factor.
///
/// # Panics
///
/// Panics if the value of [`EFFORT_VARIABLE`] is not a number.
pub fn effort() -> u64 {
    number(EFFORT_VARIABLE, 1)
}
