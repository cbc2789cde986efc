//! Everything that is published has the same version, complete metadata and the same links.

use std::path::PathBuf;
use std::process::Command;

use reynard_tidy::{read, root};
use serde_json::Value;

/// Pages that link to the repository, with the address in the manifest of the workspace.
const LINKING: [&str; 4] =
    ["SECURITY.md", "docs/book.toml", "python/pyproject.toml", "scripts/install.sh"];

/// Hosts of repositories: no page links to one of ours but by the address of the workspace.
const HOSTS: [&str; 3] = ["github.com/", "gitlab.com/", "codeberg.org/"];

#[test]
fn published_crates_have_complete_metadata() {
    let metadata = metadata();
    let packages = array(&metadata["packages"]);
    let published: Vec<&Value> = packages.filter(|package| is_published(package)).collect();
    assert!(published.len() > 15, "only {} crates are published", published.len());
    for package in published {
        let name = text(&package["name"]);
        let folder = manifest(package).parent().expect("a folder").to_owned();
        assert!(text(&package["description"]).len() > 20, "{name}: description");
        assert!((1..=5).contains(&array(&package["keywords"]).count()), "{name}: keywords");
        assert!(array(&package["keywords"]).all(|word| text(word).len() <= 20), "{name}: keywords");
        assert!((1..=5).contains(&array(&package["categories"]).count()), "{name}: categories");
        assert_eq!(package["repository"], repository(), "{name}: repository");
        assert_eq!(package["documentation"], format!("https://docs.rs/{name}"), "{name}");
        assert_eq!(package["readme"], "README.md", "{name}: readme");
        assert!(package["rust_version"].is_string(), "{name}: rust-version");
        let all = &package["metadata"]["docs"]["rs"]["all-features"];
        assert_eq!(all, &Value::Bool(true), "{name}: features on docs.rs");
        let source = read(&manifest(package));
        assert!(source.contains("include = [\"/src\""), "{name}: list of packed files");
        for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(read(&folder.join(license)), read(&root().join(license)), "{name}");
        }
    }
}

#[test]
fn published_crates_depend_on_published_ones() {
    let metadata = metadata();
    let members: Vec<&Value> = array(&metadata["packages"]).collect();
    for package in members.iter().filter(|package| is_published(package)) {
        for dependency in array(&package["dependencies"]).filter(|used| used["kind"] != "dev") {
            let ours = members.iter().find(|member| member["name"] == dependency["name"]);
            if let Some(ours) = ours {
                let (name, used) = (&package["name"], &dependency["name"]);
                assert!(is_published(ours), "{name} needs {used}, which is not published");
                assert_ne!(dependency["req"], "*", "{name} needs a version of {used}");
            }
        }
    }
}

#[test]
fn versions_are_equal() {
    let metadata = metadata();
    let version = version();
    for package in array(&metadata["packages"]) {
        assert_eq!(package["version"], version, "{}", package["name"]);
    }
    let fuzz = read(&root().join("fuzz/Cargo.toml"));
    assert!(fuzz.contains(&format!("version = \"{version}\"")), "fuzz/Cargo.toml");
    let npm = read(&root().join("crates/reynard-wasm/npm/package.json"));
    let npm: Value = serde_json::from_str(&npm).expect("package.json is JSON");
    assert_eq!(npm["version"], version, "package.json");
    // Taken from the crate.
    assert!(read(&root().join("python/pyproject.toml")).contains("dynamic = [\"version\"]"));
    let requirement = format!("version = \"{version}\"");
    for line in read(&root().join("Cargo.toml")).lines().filter(|line| line.contains("path = \"")) {
        assert!(line.contains(&requirement), "Cargo.toml: {line}");
    }
}

#[test]
fn links_to_the_repository_are_equal() {
    let repository = repository();
    for page in LINKING {
        assert!(read(&root().join(page)).contains(&repository), "{page} has another repository");
    }
    let npm = read(&root().join("crates/reynard-wasm/npm/package.json"));
    let npm: Value = serde_json::from_str(&npm).expect("package.json is JSON");
    assert_eq!(npm["repository"]["url"], format!("git+{repository}.git"), "package.json");
    for page in LINKING.into_iter().chain(["README.md"]) {
        for (number, line) in read(&root().join(page)).lines().enumerate() {
            let line = line.replace(&repository, "");
            let other = HOSTS.iter().any(|host| line.contains(&format!("{host}reynard")));
            let placeholder = line.contains("example.org/") && !line.contains('@');
            assert!(!other && !placeholder, "{page}:{}: another address", number + 1);
        }
    }
}

#[test]
fn the_readme_of_the_npm_package_names_the_package_and_its_files() {
    let folder = root().join("crates/reynard-wasm/npm");
    let package: Value =
        serde_json::from_str(&read(&folder.join("package.json"))).expect("package.json is JSON");
    let readme = read(&folder.join("README.md"));
    let name = text(&package["name"]);
    assert!(readme.starts_with(&format!("# {name}\n")), "another title");
    assert!(readme.contains(&format!("npm install {name}\n")), "another package");
    assert!(!readme.contains("reynard-wasm"), "that is the crate");
    let files = array(&package["files"]).map(text);
    for file in files.filter(|file| !file.starts_with("README") && !file.starts_with("LICENSE")) {
        assert!(readme.contains(&format!("`{file}`")), "{file} is not named");
    }
}

fn version() -> String {
    in_manifest("version")
}

fn repository() -> String {
    in_manifest("repository")
}

/// A value of the manifest of the workspace: the first line with the key.
fn in_manifest(key: &str) -> String {
    let manifest = read(&root().join("Cargo.toml"));
    let start = format!("{key} = \"");
    let line = manifest.lines().find_map(|line| line.strip_prefix(&start));
    line.and_then(|rest| rest.strip_suffix('"')).expect("the key is there").to_owned()
}

fn is_published(package: &Value) -> bool {
    package["publish"].is_null()
}

fn manifest(package: &Value) -> PathBuf {
    PathBuf::from(text(&package["manifest_path"]))
}

/// The members of the workspace.
fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo writes JSON")
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}
