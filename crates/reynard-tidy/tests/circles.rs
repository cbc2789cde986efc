//! The files of a crate import one another without circles, except for a short list with reasons.
//!
//! The sources are read as text: `use` declarations and paths such as `crate::x::y` or `child::f`
//! count as imports of the file that defines the name, through any number of re-exports. A `mod`
//! declaration and a re-export that the file itself does not use count as nothing. Calls of methods
//! are not seen.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use reynard_tidy::{read, root};

/// Circles that stay: the crate, the files, and the reason.
const ALLOWED: &[(&str, &[&str], &str)] = &[
    ("reynard", &["bitboard.rs", "color.rs", "rank.rs", "square.rs"], NOUNS),
    ("reynard", &["castling.rs", "chess_move.rs"], NOUNS),
    ("reynard-perft", &["arch/mod.rs", "walk.rs"], DISPATCH),
    ("reynard-perft", &["kernel/count.rs", "kernel/mod.rs"], PARTS),
    ("reynard-nnue", &["arch/mod.rs", "kernel.rs"], DISPATCH),
    ("reynard-engine", &["eval/bit_instructions.rs", "eval/mod.rs"], DISPATCH),
    ("reynard-engine", &["session/mod.rs", "session/options.rs", "session/search.rs"], PARTS),
    ("reynard-uci", &["command/extension.rs", "command/mod.rs"], PARTS),
    ("reynard-cluster", JOB_FILES, JOB),
    ("reynard-pgn", &["tree/cursor.rs", "tree/edit.rs", "tree/mod.rs", "tree/walk.rs"], PARTS),
];

/// The files of a job and of its tasks.
const JOB_FILES: &[&str] = &[
    "job.rs",
    "job_task.rs",
    "list/games.rs",
    "list/mod.rs",
    "list/records.rs",
    "list/splitter.rs",
    "manifest.rs",
    "registry.rs",
    "task.rs",
    "verify.rs",
];

/// A job has its task by a trait, whose methods get the job.
const JOB: &str = "a task works for the job that has it";

/// Small types that are described by one another: a bitboard is a set of squares, and a square is a
/// bitboard of one.
const NOUNS: &str = "types that convert into each other";

/// The compiler must see the whole loop inside of a function with target features, so that the
/// choice of the instruction set is made around the code that uses it.
const DISPATCH: &str = "the choice of an instruction set wraps the loop";

/// One type with its methods in several files: the file with the type calls them, and they need it.
const PARTS: &str = "one object in several files";

#[test]
fn files_of_a_crate_have_no_import_circles() {
    let mut faults = Vec::new();
    let mut used = BTreeSet::new();
    for entry in fs::read_dir(root().join("crates")).expect("the folder of crates") {
        let folder = entry.expect("an entry").path();
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(sources) = Sources::read(&folder.join("src")) else { continue };
        for circle in sources.circles() {
            let allowed = ALLOWED.iter().position(|(krate, files, _)| {
                *krate == name && circle.iter().all(|file| files.contains(&file.as_str()))
            });
            match allowed {
                Some(index) => {
                    used.insert(index);
                }
                None => faults.push(format!("{name}: {}", circle.join(" <-> "))),
            }
        }
    }
    assert!(faults.is_empty(), "import circles:\n{}", faults.join("\n"));
    for (index, (krate, files, _)) in ALLOWED.iter().enumerate() {
        assert!(
            used.contains(&index),
            "no circle any more, take it off the list: {krate} {files:?}"
        );
    }
}

/// A method has the name of a module and of a function in it.
#[test]
fn imports_of_a_module_are_followed_to_its_functions() {
    let file = |name: &str, parent, text: &str| File::parse(name, parent, text);
    let sources = Sources {
        files: vec![
            file("lib.rs", None, "mod report; mod table;"),
            file(
                "report.rs",
                Some(0),
                "use super::table; pub struct Report; impl Report { fn table(&self) { table::table(self) } }",
            ),
            file("table.rs", Some(0), "use super::report::Report; pub fn table(_: &Report) {}"),
        ],
    };
    assert_eq!(sources.circles(), [["report.rs", "table.rs"]]);
}

#[test]
fn imports_are_followed_through_re_exports() {
    let file = |name: &str, parent, text: &str| File::parse(name, parent, text);
    let sources = Sources {
        files: vec![
            file("lib.rs", None, "mod a; mod b; pub use a::Thing; pub use b::*;"),
            file(
                "a.rs",
                Some(0),
                "use crate::{Other as O, b}; /* crate::x */ fn f() { b::g(); } pub struct Thing;",
            ),
            file(
                "b.rs",
                Some(0),
                "pub enum Other {} pub fn g(_: crate::Thing) {} #[cfg(test)] mod tests { use super::*; }",
            ),
        ],
    };
    assert_eq!(sources.circles(), [["a.rs", "b.rs"]]);
}

/// The files of a crate; the first one is its root.
struct Sources {
    files: Vec<File>,
}

/// A file as a module.
struct File {
    /// Its path below `src`.
    name: String,
    parent: Option<usize>,
    /// Names that `mod` declares in files of their own.
    children: Vec<String>,
    /// Names that it defines.
    defined: BTreeSet<String>,
    imports: Vec<Import>,
    /// Paths in the code.
    paths: Vec<Vec<String>>,
    /// All words of the code outside of imports.
    words: BTreeSet<String>,
}

/// A name bound by `use`; `*` for all names of a module.
struct Import {
    name: String,
    path: Vec<String>,
    public: bool,
}

/// The thing that a path leads to.
#[derive(Clone, Copy)]
enum Target {
    Module(usize),
    Item(usize),
}

impl Sources {
    /// The sources of a library or a binary.
    fn read(src: &Path) -> Option<Self> {
        let root = ["lib.rs", "main.rs"].into_iter().find(|root| src.join(root).exists())?;
        let mut files = vec![File::parse(root, None, &read(&src.join(root)))];
        let mut next = 0;
        while next < files.len() {
            let folder = match files[next].name.strip_suffix(".rs") {
                Some("lib" | "main") => PathBuf::new(),
                Some(stem) => Path::new(stem.strip_suffix("/mod").unwrap_or(stem)).to_owned(),
                None => unreachable!("all files are Rust"),
            };
            for child in files[next].children.clone() {
                let places = [format!("{child}.rs"), format!("{child}/mod.rs")];
                let place = places.iter().map(|place| folder.join(place));
                let Some(path) = place.into_iter().find(|path| src.join(path).exists()) else {
                    panic!("no file for the module {child} of {}", files[next].name)
                };
                let name = path.to_string_lossy().replace('\\', "/");
                files.push(File::parse(&name, Some(next), &read(&src.join(&path))));
            }
            next += 1;
        }
        Some(Self { files })
    }

    /// The groups of files that reach each other by imports, each in alphabetical order.
    fn circles(&self) -> Vec<Vec<String>> {
        let arrows: Vec<BTreeSet<usize>> =
            (0..self.files.len()).map(|file| self.imports_of(file)).collect();
        let reached: Vec<BTreeSet<usize>> = (0..arrows.len())
            .map(|start| {
                let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
                while let Some(file) = open.pop() {
                    open.extend(arrows[file].iter().filter(|&&next| seen.insert(next)));
                }
                seen
            })
            .collect();
        let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
        for start in (0..arrows.len()).filter(|&start| reached[start].contains(&start)) {
            let both = reached[start].iter().filter(|&&file| reached[file].contains(&start));
            let mut circle: Vec<_> = both.map(|&file| self.files[file].name.clone()).collect();
            circle.sort();
            circles.insert(circle);
        }
        circles.into_iter().collect()
    }

    /// The files that a file imports.
    fn imports_of(&self, file: usize) -> BTreeSet<usize> {
        let this = &self.files[file];
        let own = this
            .imports
            .iter()
            .filter(|import| !import.public || this.words.contains(&import.name));
        let paths = own.map(|import| &import.path).chain(&this.paths);
        let mut found: BTreeSet<usize> = paths
            .filter_map(|path| match self.resolve(file, path, 0)? {
                Target::Item(target) => Some(target),
                Target::Module(_) => None,
            })
            .collect();
        found.remove(&file);
        found
    }

    fn resolve(&self, module: usize, path: &[String], depth: u32) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.inside(0, rest, depth),
            "self" => self.inside(module, rest, depth),
            "super" if rest.first().is_some_and(|next| next == "super") => {
                self.resolve(self.files[module].parent?, rest, depth)
            }
            "super" => self.inside(self.files[module].parent?, rest, depth),
            _ => self.inside(module, path, depth),
        }
    }

    fn inside(&self, module: usize, path: &[String], depth: u32) -> Option<Target> {
        let Some((name, rest)) = path.split_first() else { return Some(Target::Module(module)) };
        let this = &self.files[module];
        if depth > 8 {
            return None;
        }
        if name == "*" {
            return None;
        }
        let child = (0..self.files.len()).find(|&file| {
            self.files[file].parent == Some(module) && self.files[file].module_name() == name
        });
        if let Some(child) = child {
            return self.inside(child, rest, depth);
        }
        if this.defined.contains(name) {
            return Some(Target::Item(module));
        }
        let named = this.imports.iter().filter(|import| import.name == *name);
        let found = named
            .filter(|import| import.path.first() != Some(name) || import.path.len() > 1)
            .find_map(|import| self.resolve(module, &import.path, depth + 1));
        let target = found.or_else(|| {
            let globs = this.imports.iter().filter(|import| import.name == "*");
            globs.into_iter().find_map(|glob| {
                let (_, source) = glob.path.split_last()?;
                let Target::Module(source) = self.resolve(module, source, depth + 1)? else {
                    return None;
                };
                self.inside(source, std::slice::from_ref(name), depth + 1)
            })
        })?;
        match target {
            Target::Module(module) => self.inside(module, rest, depth + 1),
            item @ Target::Item(_) => Some(item),
        }
    }
}

impl File {
    fn parse(name: &str, parent: Option<usize>, text: &str) -> Self {
        let text = text.split("#[cfg(test)]\nmod").next().unwrap_or_default();
        let text = text.split("#[cfg(test)] mod").next().unwrap_or_default();
        let tokens = tokens(text);
        let mut file = Self {
            name: name.to_owned(),
            parent,
            children: Vec::new(),
            defined: BTreeSet::new(),
            imports: Vec::new(),
            paths: Vec::new(),
            words: BTreeSet::new(),
        };
        let mut at = 0;
        // Methods stand in the braces of an `impl` and define no name of the file.
        let mut depth = 0_u32;
        while at < tokens.len() {
            let previous = at.checked_sub(1).map_or("", |before| tokens[before].as_str());
            let next = tokens.get(at + 1).map_or("", String::as_str);
            match tokens[at].as_str() {
                "use" if previous != "::" => {
                    let public = previous == "pub" || previous == ")";
                    at = file.read_use(&tokens, at + 1, &[], public);
                    continue;
                }
                "mod" if tokens.get(at + 2).is_some_and(|end| end == ";") => {
                    file.children.push(next.to_owned());
                    at += 1;
                }
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                "struct" | "enum" | "trait" | "type" | "fn" | "const" | "static" | "mod"
                | "union"
                    if depth == 0 =>
                {
                    file.defined.insert(next.to_owned());
                }
                "macro_rules" => file.defined.extend(tokens.get(at + 2).cloned()),
                word if is_word(word) && next == "::" && previous != "::" => {
                    let mut path = vec![word.to_owned()];
                    let mut behind = at + 1;
                    while tokens.get(behind).is_some_and(|mark| mark == "::")
                        && tokens.get(behind + 1).is_some_and(|word| is_word(word))
                    {
                        path.push(tokens[behind + 1].clone());
                        behind += 2;
                    }
                    file.words.extend(path.first().cloned());
                    file.paths.push(path);
                }
                word if previous != "." => {
                    file.words.insert(word.to_owned());
                }
                _ => {}
            }
            at += 1;
        }
        file
    }

    /// Reads a tree of imports and returns the place of the mark that ends it.
    fn read_use(
        &mut self,
        tokens: &[String],
        mut at: usize,
        prefix: &[String],
        public: bool,
    ) -> usize {
        let mut path = prefix.to_vec();
        let mut alias = None;
        while let Some(token) = tokens.get(at) {
            match token.as_str() {
                "," | "}" | ";" => break,
                "::" => {}
                "as" => {
                    alias = tokens.get(at + 1).cloned();
                    at += 1;
                }
                "{" => {
                    at = self.read_use(tokens, at + 1, &path, public);
                    while tokens.get(at).is_some_and(|mark| mark == ",") {
                        at = self.read_use(tokens, at + 1, &path, public);
                    }
                    return at + 1;
                }
                word => path.push(word.to_owned()),
            }
            at += 1;
        }
        if path.len() > prefix.len() {
            if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                path.pop();
            }
            let name = alias.or_else(|| path.last().cloned()).unwrap_or_default();
            self.imports.push(Import { name, path, public });
        }
        at
    }

    fn module_name(&self) -> &str {
        let stem = self.name.strip_suffix(".rs").unwrap_or(&self.name);
        let stem = stem.strip_suffix("/mod").unwrap_or(stem);
        stem.rsplit('/').next().unwrap_or(stem)
    }
}

/// Words, `::` and single marks; comments, texts and characters are left out.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' {
            text_length(rest)
        } else if let Some(end) = raw_text_length(rest) {
            end
        } else if first == '\'' {
            character_length(rest)
        } else if is_word(&rest[..first.len_utf8()]) {
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let token = &rest[..length];
        let is_code = is_word(token) || token == "::" || token.len() == 1 && !first.is_whitespace();
        if is_code {
            tokens.push(token.to_owned());
        }
        rest = &rest[length..];
    }
    tokens
}

fn text_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of a raw text, if there is one.
fn raw_text_length(text: &str) -> Option<usize> {
    let body = text.strip_prefix('r').or_else(|| text.strip_prefix("br"))?;
    let marks = body.len() - body.trim_start_matches('#').len();
    body[marks..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(marks));
    let start = text.len() - body.len() + marks + 1;
    Some(text[start..].find(&end).map_or(text.len(), |at| start + at + end.len()))
}

/// The length of a character, or of the mark of a lifetime.
fn character_length(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    match (letters.next(), letters.next()) {
        (Some((_, '\\')), Some((at, _))) => text[at + 1..].find('\'').map_or(1, |end| at + end + 2),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
