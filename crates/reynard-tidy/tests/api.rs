//! The libraries are easy to start with: no name means two things, most functions have an example,
//! and every crate has a README and programs to run.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use reynard_tidy::{files_under, read};

/// Names that two crates export on purpose: the name and the reason.
const SHARED_NAMES: [(&str, &str); 0] = [];

/// The share of public functions with an example, in percent.
const EXAMPLES: usize = 60;

#[test]
fn no_type_name_is_exported_by_two_crates() {
    let mut crates: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for library in libraries() {
        for name in exported(&read(&library.join("src/lib.rs"))) {
            crates.entry(name).or_default().push(name_of(&library));
        }
    }
    assert!(crates.len() > 200, "only {} names were found", crates.len());
    crates.retain(|name, crates| {
        crates.len() > 1 && !SHARED_NAMES.iter().any(|(shared, _)| shared == name)
    });
    assert!(crates.is_empty(), "exported twice: {crates:#?}");
}

/// Getters of a field are left out of the count: their type says it all.
#[test]
fn most_public_functions_have_an_example() {
    let (mut all, mut shown) = (0, 0);
    let mut report = String::new();
    for library in libraries() {
        let (mut of_crate, mut with_example, mut without) = (0, 0, Vec::new());
        for path in files_under(&library.join("src"), "rs") {
            for function in public_functions(&read(&path)) {
                of_crate += 1;
                if function.has_example {
                    with_example += 1;
                } else {
                    without.push(function.name);
                }
            }
        }
        all += of_crate;
        shown += with_example;
        let name = name_of(&library);
        writeln!(report, "{name}: {with_example} of {of_crate}; none: {without:?}")
            .expect("memory");
    }
    assert!(shown * 100 >= EXAMPLES * all, "{shown} of {all} have an example\n{report}");
}

#[test]
fn every_library_has_a_readme_and_programs_to_run() {
    let mut faults = Vec::new();
    for library in libraries() {
        let name = name_of(&library);
        if !library.join("README.md").exists() {
            faults.push(format!("{name} has no README.md"));
        } else if !read(&library.join("Cargo.toml")).contains("readme = \"README.md\"") {
            faults.push(format!("{name} does not name its README.md in Cargo.toml"));
        } else if !files_under(&library.join("src"), "rs")
            .iter()
            .any(|path| read(path).contains("include_str!(\"../README.md\")"))
        {
            faults.push(format!("{name} does not run the examples of its README.md"));
        }
        let examples = files_under(&library.join("examples"), "rs").len();
        if !(2..=4).contains(&examples) {
            faults.push(format!("{name} has {examples} programs in examples/"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A public function, in the text of a file.
struct Function {
    name: String,
    has_example: bool,
}

/// The public functions but for getters.
fn public_functions(text: &str) -> Vec<Function> {
    let text = text.split("#[cfg(test)]\nmod").next().unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut functions = Vec::new();
    let mut has_example = false;
    for (index, line) in lines.iter().enumerate() {
        if let Some(comment) = line.strip_prefix("///") {
            has_example |= comment.trim().starts_with("```");
            continue;
        }
        if let Some(name) = function_name(line)
            && !is_getter(&lines[index..])
        {
            functions.push(Function { name: name.to_owned(), has_example });
        }
        if !line.starts_with("#[") && !line.starts_with("//") {
            has_example = false;
        }
    }
    functions
}

fn function_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ")?;
    let rest = rest.strip_prefix("const ").unwrap_or(rest);
    let rest = rest.strip_prefix("fn ")?;
    rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()
}

/// A function of `self` alone whose body is a field.
fn is_getter(lines: &[&str]) -> bool {
    let [signature, body, end, ..] = lines else { return false };
    let Some((_, arguments)) = signature.split_once('(') else { return false };
    let of_self = ["self)", "&self)"].iter().any(|own| arguments.starts_with(own));
    let field = body.trim_start_matches('&');
    let is_field = field.strip_prefix("self.").is_some_and(|name| {
        let name =
            name.strip_suffix(".as_ref()").or(name.strip_suffix(".as_deref()")).unwrap_or(name);
        name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
    });
    of_self && is_field && *end == "}"
}

/// The names of types that the root of a crate exports, those of other crates of ours left out.
fn exported(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for declaration in text.split("pub use ").skip(1) {
        let declaration = declaration.split(';').next().unwrap_or_default();
        if declaration.starts_with("reynard") {
            continue;
        }
        let words = declaration.split(['{', '}', ',']).map(str::trim);
        for word in words {
            let name = word.rsplit(" as ").next().unwrap_or(word);
            let name = name.rsplit("::").next().unwrap_or(name);
            let is_type = name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.contains(|c: char| c.is_ascii_lowercase());
            if is_type {
                names.push(name.to_owned());
            }
        }
    }
    for line in text.lines() {
        for keyword in ["pub struct ", "pub enum ", "pub trait ", "pub type "] {
            if let Some(rest) = line.strip_prefix(keyword) {
                names.extend(rest.split(|c: char| !c.is_alphanumeric()).next().map(str::to_owned));
            }
        }
    }
    names.sort();
    names.dedup();
    names
}

/// What the binaries have in common: a library for them alone.
const CONSOLE: &str = "reynard-console";

/// Returns the folders of the libraries that are meant for users; that beside a binary is not.
fn libraries() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = fs::read_dir(crates).expect("the folder of crates");
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    folders.retain(|folder| {
        folder.join("src/lib.rs").exists()
            && !folder.join("src/main.rs").exists()
            && !folder.ends_with(CONSOLE)
            && !read(&folder.join("Cargo.toml")).contains("publish = false")
    });
    folders.sort();
    folders
}

fn name_of(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
