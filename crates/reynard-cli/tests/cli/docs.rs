//! What the documents show is what the binary does.
//!
//! In a block marked `console`, a line that starts with `$` and the program is run and the lines
//! below it are its output. The commands of a page run one after the other in a copy of the folder
//! `docs/samples`, with the tables of three men in `syzygy`. Lines about time, speed and method
//! depend on the machine and are passed over. With `REYNARD_UPDATE_DOCS` set, captures that have
//! changed are written anew.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::PROGRAM;
use crate::run::reynard_in;

/// Commands that say by their exit code what they found, and the mistakes that pages show. Any other
/// capture must succeed: one that was made anew would show an error as if it were meant.
const NOT_ALWAYS_0: [&str; 7] = [
    "reynard book compare",
    "reynard epd --solve",
    "reynard fen",
    "reynard pgn check",
    "reynard tb probe",
    "reynard mvoes",
    "reynard pgn filter --where 'elo>=2700 opening~grunfled'",
];

#[test]
fn captures_in_the_documents_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md")];
    pages.extend(pages_of(&root.join("docs/src")));
    let mut checked = 0;
    let updates = std::env::var_os("REYNARD_UPDATE_DOCS").is_some();
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = copy_of_samples(&root);
        for (command, expected) in captures(&text) {
            let words = split(&command);
            let args: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
            let run = reynard_in(folder.path(), &args);
            let output = format!("{}{}", run.stdout, run.stderr);
            let is_meant = NOT_ALWAYS_0.iter().any(|meant| command.starts_with(meant));
            assert!(run.code == 0 || is_meant, "{}: {command}: {output}", page.display());
            let is_empty = output.lines().any(|line| line.starts_with("0 puzzles"));
            assert!(!is_empty, "{}: {command}: {output}", page.display());
            let searches = command.starts_with("reynard analyze");
            let is_true = trimmed(&output, searches) == trimmed(&expected, searches);
            if updates && !is_true {
                write_anew(&page, &command, &expected, &output);
            } else {
                assert_eq!(
                    trimmed(&output, searches),
                    trimmed(&expected, searches),
                    "{}: {command}",
                    page.display()
                );
            }
            checked += 1;
        }
    }
    // The pages of the other program have no captures so far.
    assert!(checked > 0 || PROGRAM != "reynard", "no page shows anything");
}

/// Commands in blocks marked `sh` are examples that take long or need other files: each is one that
/// the program understands, up to the last option.
#[test]
fn examples_in_the_documents_are_commands_that_there_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md")];
    pages.extend(pages_of(&root.join("docs/src")));
    let mut checked = 0;
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        for command in examples(&text) {
            let words = split(&command);
            let args = words.iter().skip(1).map(String::as_str).chain(["--help"]);
            let run = reynard_in(&root, &args.collect::<Vec<_>>());
            assert_eq!(run.code, 0, "{}: {command}: {}", page.display(), run.stderr);
            checked += 1;
        }
    }
    assert!(checked > 5, "only {checked} examples");
}

/// The commands of this program in the blocks marked `sh`, each without what it is piped into.
fn examples(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    let joined = text.replace("\\\n", " ");
    for line in joined.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside {
            let parts = line.split(" | ").map(str::trim);
            let end =
                |part: &str| [" > ", " < ", "  #"].iter().filter_map(|it| part.find(it)).min();
            let parts = parts.map(|part| &part[..end(part).unwrap_or(part.len())]);
            let is_ours = |part: &&str| part.split(' ').next() == Some(PROGRAM);
            found.extend(parts.filter(is_ours).map(str::to_owned));
        }
    }
    found
}

/// Puts the output of a command into its page, in place of the lines that stand there.
fn write_anew(page: &Path, command: &str, expected: &str, output: &str) {
    let text = fs::read_to_string(page).expect("a page");
    let lines: Vec<&str> = output.lines().map(str::trim_end).collect();
    let output = lines.join("\n").trim_end().to_owned() + "\n";
    let old = format!("$ {command}\n{expected}");
    assert!(text.contains(&old), "{}: {command}", page.display());
    fs::write(page, text.replacen(&old, &format!("$ {command}\n{output}"), 1)).expect("a page");
}

/// A folder for the commands of a page, which may read samples and make files.
pub(crate) fn copy_of_samples(root: &Path) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy_files(&root.join("docs/samples"), folder.path());
    copy_files(&root.join("crates/reynard-syzygy/tests/tables"), &folder.path().join("syzygy"));
    folder
}

fn copy_files(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a temporary folder");
    for entry in fs::read_dir(from).expect("a folder of samples") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        fs::copy(&path, to.join(name)).expect("a copy");
    }
}

fn pages_of(folder: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder of pages") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// The commands in the blocks marked `console`, each with the lines up to the next one.
fn captures(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            _ if line.starts_with("```") => inside = line == "```console",
            _ if !inside => {}
            (Some(command), _) => found.push((command.to_owned(), String::new())),
            (None, Some((_, output))) => output.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    found.retain(|(command, _)| command.split(' ').next() == Some(PROGRAM));
    found
}

/// Words as a shell splits them, single quotes understood.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in command.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// What is compared: documents have no blanks at the ends of lines and no blank lines at the ends
/// of blocks.
fn trimmed(text: &str, searches: bool) -> String {
    let depends_on_machine =
        |line: &str| ["Method  ", "Time  ", "Speed  "].iter().any(|name| line.starts_with(name));
    let depends_on_engine = |line: &str| searches && line.starts_with("Nodes  ");
    let lines = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !depends_on_machine(line) && !depends_on_engine(line));
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}
