//! The sources and the pages use the words of the field: see the style section of CONTRIBUTING.md.

use std::fs;
use std::path::PathBuf;

use reynard_tidy::{files_under, read, root};

/// First words of a relative clause, with which no summary should begin.
const RELATIVE: [&str; 6] = ["What", "Whether", "How", "Where", "Which", "Why"];

/// Circumlocutions for plain words of the field.
const BANNED: [&str; 7] =
    ["so many", "so manieth", "whoever", "be it ever so", "is wanted", "is told", "has come to"];

/// Places where one of them is right: the end of the path, a part of the line, and the reason.
const EXCEPTIONS: [(&str, &str, &str); 0] = [];

/// A summary names the thing or says what the function returns: "Returns the legal moves.", "The
/// transposition table."
#[test]
fn doc_summaries_name_the_thing() {
    let mut all = 0;
    let mut relative = Vec::new();
    for path in crates().iter().flat_map(|folder| files_under(&folder.join("src"), "rs")) {
        for (line, summary) in summaries(&read(&path)) {
            all += 1;
            let first = summary.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
            if RELATIVE.contains(&first) {
                relative.push(format!("{}:{line}: {summary}", path.display()));
            }
        }
    }
    assert!(all > 2_000, "only {all} summaries were found");
    let count = relative.len();
    assert!(
        count * 100 < all,
        "{count} of {all} summaries:
{}",
        relative.join(
            "
"
        )
    );
}

#[test]
fn nothing_is_said_in_a_roundabout_way() {
    let mut faults = Vec::new();
    let sources = crates().into_iter().flat_map(|folder| files_under(&folder.join("src"), "rs"));
    let readmes = crates().into_iter().map(|folder| folder.join("README.md"));
    let pages = files_under(&root().join("docs/src"), "md");
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name));
    let paths = sources.chain(readmes).chain(pages).chain(top).filter(|path| path.exists());
    for path in paths {
        let name = path.to_string_lossy().replace('\\', "/");
        let text = read(&path);
        // The sentence may go on in the next line.
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let next = lines
                .get(index + 1)
                .map_or("", |next| next.trim_start().trim_start_matches(['/', '!']));
            let both = format!("{line} {}", next.trim_start()).to_lowercase();
            for banned in BANNED {
                let here = both.find(banned).is_some_and(|at| at < line.len());
                let excepted = EXCEPTIONS
                    .iter()
                    .any(|(file, part, _)| name.ends_with(file) && line.contains(part));
                if here && !excepted && !defines_the_words(&name) {
                    faults.push(format!("{name}:{}: `{banned}`", index + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} places:\n{}", faults.len(), faults.join("\n"));
}

/// CONTRIBUTING.md lists the words that are banned.
fn defines_the_words(name: &str) -> bool {
    name.ends_with("CONTRIBUTING.md")
}

/// The first lines of all documentation comments, with their line numbers.
fn summaries(text: &str) -> Vec<(usize, &str)> {
    let mut summaries = Vec::new();
    let mut inside = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        if let Some(comment) = comment.filter(|_| !inside) {
            summaries.push((index + 1, comment.trim()));
        }
        inside = comment.is_some();
    }
    summaries
}

fn crates() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("crates")).expect("the folder of crates");
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    folders
}
