//! No page is forgotten: each is in the table of contents, and each with Rust in it is compiled.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_page_is_in_the_contents() {
    let contents = read(&root().join("docs/src/SUMMARY.md"));
    for page in pages() {
        assert!(contents.contains(&format!("({page})")), "{page} is not in SUMMARY.md");
    }
}

#[test]
fn every_page_with_rust_in_it_is_compiled() {
    let listed = include_str!("../../src/lib.rs");
    let mut compiled = 0;
    for page in pages() {
        let text = read(&root().join("docs/src").join(&page));
        if text.contains("```rust") {
            assert!(listed.contains(&format!("\"docs/src/{page}\"")), "{page} is not in lib.rs");
            compiled += 1;
        }
    }
    assert!(compiled > 10, "only {compiled} pages have Rust in them");
}

/// Blocks say what language they are in, since the documentation tool takes all others for Rust.
#[test]
fn every_block_has_a_language() {
    for page in pages() {
        let text = read(&root().join("docs/src").join(&page));
        let fences = text.lines().filter(|line| line.starts_with("```"));
        for (index, fence) in fences.enumerate() {
            assert_eq!(fence == "```", index % 2 == 1, "{page}: a block without a language");
        }
    }
}

#[test]
fn every_link_and_picture_leads_somewhere() {
    let top = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "gui/README.md",
        "lab/README.md",
        "lab/methods.md",
        "lab/benchmarks/README.md",
    ];
    let pages = pages().into_iter().map(|page| format!("docs/src/{page}"));
    for page in top.into_iter().map(str::to_owned).chain(pages) {
        let path = root().join(&page);
        let text = read(&path);
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let folder = path.parent().expect("a folder");
            let linked = match in_repository(file) {
                Some(file) => root().join(file),
                None if file.contains("://") => continue,
                None if file.is_empty() => path.clone(),
                None => folder.join(file),
            };
            assert!(linked.exists(), "{page} links to {target}, which is not there");
            let found = heading.is_empty() || anchors(&read(&linked)).contains(heading);
            assert!(found, "{page} links to {target}, which is not a heading");
        }
    }
}

/// Returns the path of a file that a link to the public repository leads to.
fn in_repository(target: &str) -> Option<&str> {
    let path = target.strip_prefix(env!("CARGO_PKG_REPOSITORY"))?;
    path.strip_prefix("/blob/main/").or_else(|| path.strip_prefix("/tree/main/"))
}

/// The headings of a page, as links name them: small letters and digits, hyphens for blanks.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let word = |heading: &str| {
        let letters = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        letters
            .chars()
            .filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter))
            .collect()
    };
    headings.map(word).collect()
}

/// The pages, by their paths below the source folder of the book.
fn pages() -> Vec<String> {
    let source = root().join("docs/src");
    let mut pages = Vec::new();
    let mut folders = vec![source.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of pages") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let page = path.strip_prefix(&source).expect("a page below the source folder");
                pages.push(page.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    pages.retain(|page| page != "SUMMARY.md");
    pages.sort();
    pages
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
