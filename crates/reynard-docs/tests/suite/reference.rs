//! The reference page names every row of the feature list, names of ours that exist, and tests that
//! exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The ids of the feature list, in lines `kind: id id ..`; see the file.
const IDS: &str = include_str!("../feature_ids.txt");

struct Row {
    id: String,
    /// The names of ours in its third column.
    ours: Vec<String>,
    /// The tests in its last column.
    tests: Vec<String>,
}

#[test]
fn every_id_has_a_row() {
    let ids = ids();
    let rows = rows();
    let on_page: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(on_page, ids["proved"]);
    assert_eq!(rows.len(), on_page.len(), "an id has two rows");
    let page = page();
    let (_, left_out) = page.split_once("## Left out").expect("a section on what is waived");
    for id in &ids["waived"] {
        assert!(left_out.contains(id), "{id} is waived, and the page should say so");
    }
}

#[test]
fn every_row_is_proved_by_tests_that_exist() {
    let known = test_names();
    let mut faults = Vec::new();
    for Row { id, tests, .. } in rows() {
        if tests.is_empty() {
            faults.push(format!("{id}: no test is named"));
        }
        let unknown = tests.iter().filter(|test| !known.contains(*test));
        faults.extend(unknown.map(|test| format!("{id}: there is no test {test}")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Each name of ours is the name of something in the sources.
#[test]
fn every_name_of_ours_exists() {
    let words: BTreeSet<String> = sources()
        .iter()
        .flat_map(|source| {
            let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
            source.split(move |letter| !is_part(letter)).map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    for Row { id, ours, .. } in rows() {
        for name in ours {
            let is_path = name.chars().all(|c| c.is_alphanumeric() || "_:".contains(c));
            for part in name.split("::").filter(|_| is_path) {
                assert!(words.contains(part), "{id}: nothing is called {part}");
            }
        }
    }
}

fn ids() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let lines = IDS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut ids: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for line in lines {
        let (kind, list) = line.split_once(": ").expect("a kind and ids");
        ids.entry(kind).or_default().extend(list.split_whitespace());
    }
    ids
}

/// The rows of all tables that begin with an id.
fn rows() -> Vec<Row> {
    let page = page();
    let is_id = |cell: &str| cell.len() == 3 && cell.starts_with(|c: char| c.is_ascii_uppercase());
    page.lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [id, _, ours, tests] = cells[..] else { return None };
            is_id(id).then(|| Row { id: id.to_owned(), ours: code(ours), tests: code(tests) })
        })
        .collect()
}

/// What stands between backticks.
fn code(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The names of the functions that follow `#[test]`.
fn test_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for source in sources() {
        let mut is_test = false;
        for line in source.lines().map(str::trim) {
            if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_test) {
                names.extend(rest.split('(').next().map(str::to_owned));
                is_test = false;
            }
            is_test |= line == "#[test]";
        }
    }
    names
}

/// The texts of all Rust files in the workspace but for this one.
fn sources() -> Vec<String> {
    let mut sources = Vec::new();
    let mut folders = vec![root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !path.ends_with(file!())
            {
                sources.push(fs::read_to_string(&path).expect("a source file"));
            }
        }
    }
    sources
}

fn page() -> String {
    fs::read_to_string(root().join("docs/src/reference.md")).expect("the reference page")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
