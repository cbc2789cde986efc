//! Lengths in the scripts of the page. Their format is that of a formatter: `.ci/page` asks it.

use std::fs;
use std::path::{Path, PathBuf};

use reynard_tidy::{read, root};

/// The longest file.
const MAX_FILE_LINES: usize = 600;
/// The longest function.
const MAX_FUNCTION_LINES: usize = 60;
/// The longest line in characters. A line with a text alone may be longer.
const MAX_COLUMNS: usize = 120;

/// Written by a test, of the drawings in the rules.
const GENERATED: &str = "web/js/pieces.js";

#[test]
fn scripts_of_the_page_are_short() {
    let scripts = scripts(&root().join("web"));
    assert!(scripts.len() > 80, "only {} scripts were found", scripts.len());
    for path in scripts.iter().filter(|path| !path.ends_with(GENERATED)) {
        let source = read(path);
        let lines = source.lines().count();
        assert!(lines <= MAX_FILE_LINES, "{} has {lines} lines", path.display());
        if is_test(path) {
            continue;
        }
        for (index, line) in source.lines().enumerate() {
            let is_text = line.contains(['\'', '`']);
            let place = || format!("{}:{}", path.display(), index + 1);
            assert!(is_text || line.chars().count() <= MAX_COLUMNS, "{} is long", place());
        }
    }
}

#[test]
fn functions_of_the_page_are_short() {
    for path in scripts(&root().join("web")).iter().filter(|path| !is_test(path)) {
        for (line, length) in functions(&read(path)) {
            let place = format!("{}:{line}", path.display());
            assert!(length <= MAX_FUNCTION_LINES, "{place}: a function of {length} lines");
        }
    }
}

#[test]
fn functions_are_found_by_their_indentation() {
    let source =
        "function one() {\n  return [\n    2,\n  ];\n}\n\nconst two = (\n  a,\n) => {\n  a;\n};\n";
    assert_eq!(functions(source), [(1, 5), (9, 3)]);
    assert_eq!(functions("if (a) {\n  b;\n}\n"), []);
    assert_eq!(functions("class A {\n  draw(a) {\n    a;\n  }\n}\n"), [(2, 3)]);
}

/// Returns `true` for tests, which are lists of steps and inputs.
fn is_test(path: &Path) -> bool {
    let web = root().join("web");
    ["e2e", "test"].iter().any(|folder| path.starts_with(web.join(folder)))
}

/// Returns the functions of formatted code: the line of each, and its length in lines. One ends at
/// the first line that is not further in than the one on which it begins.
fn functions(source: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = source.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let start = line.trim_start();
        let is_block = ["if ", "for ", "while ", "switch ", "} "]
            .iter()
            .any(|word| start.starts_with(word) && !line.contains("=>"));
        if is_block || !(line.ends_with("=> {") || line.ends_with(") {")) {
            continue;
        }
        let rest = lines[index + 1..].iter();
        let inside = rest.take_while(|next| next.is_empty() || indent(next) > indent(line)).count();
        found.push((index + 1, inside + 2));
    }
    found
}

/// Returns the scripts of a folder and of those below it.
fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            if !path.ends_with("node_modules") {
                found.extend(scripts(&path));
            }
        } else if path.extension().is_some_and(|ending| ending == "js" || ending == "mjs") {
            found.push(path);
        }
    }
    found.sort();
    found
}
