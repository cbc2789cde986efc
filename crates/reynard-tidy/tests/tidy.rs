//! Rules of the repository that no compiler checks.

use std::fs;
use std::path::{Path, PathBuf};

use reynard_tidy::{read, root};

/// The longest source file, tests inside it not counted.
const MAX_LINES: usize = 600;

/// A longer file says why in a comment that starts with this.
const LONG_FILE_REASON: &str = "//! Longer than 600 lines: ";

#[test]
fn files_are_short_or_say_why() {
    for path in files("rs") {
        let source = read(&path);
        let lines = source.lines().take_while(|line| *line != "#[cfg(test)]").count();
        let reason = source.lines().any(|line| line.starts_with(LONG_FILE_REASON));
        assert!(lines <= MAX_LINES || reason, "{} has {lines} lines", path.display());
    }
}

/// One default build has to be fast everywhere; a build for the machine at hand is nobody's
/// default.
#[test]
fn no_build_is_for_one_machine() {
    let forbidden = concat!("target-cpu", "=native");
    for path in files("toml").into_iter().chain([root().join(".ci/run")]) {
        assert!(!read(&path).contains(forbidden), "{} has {forbidden}", path.display());
    }
}

/// Crates that may have unsafe code, and the files and folders of their sources where it stays: the
/// vector kernels, the map of a file behind a feature, a hint to fetch memory, a call of the
/// evaluation compiled for newer processors, and columns that other libraries of Python hand over
/// as pointers.
const UNSAFE_ADDRESSES: [(&str, &[&str]); 6] = [
    ("reynard-base", &["memory.rs"]),
    ("reynard-nnue", &["arch", "lanes", "train/dispatch.rs"]),
    ("reynard-perft", &["arch", "lanes"]),
    ("reynard-syzygy", &["mmap.rs"]),
    ("reynard-engine", &["prefetch.rs", "eval/bit_instructions.rs"]),
    (
        "reynard-python",
        &["board_cell.rs", "capsule.rs", "fast_calls.rs", "interned.rs", "member.rs", "places.rs"],
    ),
];

#[test]
fn unsafe_code_has_an_address() {
    for entry in fs::read_dir(root().join("crates")).expect("the folder of crates") {
        let folder = entry.expect("an entry").path();
        let sources = folder.join("src");
        let known = UNSAFE_ADDRESSES.iter().find(|(name, _)| folder.ends_with(name));
        if let Some((_, addresses)) = known {
            for path in files_under(&sources, "rs") {
                let at_home = addresses.iter().any(|place| path.starts_with(sources.join(place)));
                let code = read(&path);
                let mut code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                assert!(
                    at_home || !code.any(|line| line.contains("unsafe {")),
                    "unsafe code outside of its address: {}",
                    path.display()
                );
            }
        } else {
            for path in ["lib.rs", "main.rs"].map(|root| sources.join(root)) {
                let forbids = || read(&path).lines().any(|line| line == "#![forbid(unsafe_code)]");
                assert!(!path.exists() || forbids(), "{} allows unsafe code", path.display());
            }
        }
    }
}

/// Documents that are edited and not appended to, with their limits in bytes.
const SHORT_DOCUMENTS: [(&str, usize); 5] = [
    ("ARCHITECTURE.md", 20_480),
    ("CHANGELOG.md", 8_192),
    ("docs/src/strength.md", 6_144),
    ("docs/src/network.md", 6_144),
    ("docs/src/benchmarks.md", 6_144),
];

#[test]
fn documents_stay_short() {
    for (name, limit) in SHORT_DOCUMENTS {
        let length = read(&root().join(name)).len();
        assert!(length <= limit, "{name} has {length} bytes, more than {limit}: edit it");
    }
}

#[test]
fn texts_end_with_one_line_end_and_have_no_trailing_blanks() {
    for path in files("rs").into_iter().chain(files("md")).chain(files("toml")) {
        let text = read(&path);
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "the end of {}", path.display());
        for (index, line) in text.lines().enumerate() {
            assert_eq!(line.trim_end(), line, "{}:{}", path.display(), index + 1);
        }
    }
}

fn files(extension: &str) -> Vec<PathBuf> {
    files_under(&root(), extension)
}

/// All files with an extension, but for what is built or hidden.
fn files_under(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                let built = ["target", "artifacts", "corpus", "dist", "node_modules"]
                    .contains(&name.as_str())
                    || path.ends_with("docs/book");
                if !built && (!name.starts_with('.') || name == ".config") {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
