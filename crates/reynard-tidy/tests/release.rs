//! The release command refuses what is no release, and the hosted workflows run nothing that is not
//! a script of the repository.
//!
//! The scripts need Git, Bash and Perl, so that most tests run where `REYNARD_OUTSIDE` is 1.
#![cfg(unix)]

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use reynard_testkit::outside;
use reynard_tidy::root;
use tempfile::TempDir;

/// A small repository with the release scripts, ready to be released.
struct Repository {
    folder: TempDir,
}

impl Repository {
    /// `None` where the tools of the scripts may not be used or are missing.
    fn ready() -> Option<Self> {
        has_tools().then(Self::new)
    }

    fn new() -> Self {
        let repository = Self { folder: TempDir::new().expect("a temporary folder") };
        for script in ["lib.sh", "release", "set-version", "set-repository"] {
            repository.copy(&format!("scripts/{script}"));
        }
        repository.write(
            "Cargo.toml",
            "[workspace.package]\nversion = \"1.2.3\"\nrepository = \"https://example.com/fox\"\n",
        );
        repository.write("Cargo.lock", "name = \"reynard-pgn\"\nversion = \"1.2.3\"\n");
        repository.write("fuzz/Cargo.toml", "version = \"1.2.3\"\n");
        repository.write("fuzz/Cargo.lock", "name = \"other\"\nversion = \"1.2.3\"\n");
        repository.write("crates/reynard-wasm/npm/package.json", "{\"version\": \"1.2.3\"}\n");
        repository.write("crates/reynard-wasm/Cargo.toml", "");
        repository.write("docs/src/play.md", "Reynard 1.2.3 plays\n");
        for name in ["Containerfile", "launcher.yaml", "rayjob.yaml"] {
            let path = format!("python/examples/cluster/{name}");
            repository.write(&path, "image: reynard-ray:1.2.3\n");
        }
        repository.write("CHANGELOG.md", "## [Unreleased]\n\n## [1.2.3] - 2026-01-02\n\n- All.\n");
        repository.git(&["init", "--quiet"]);
        repository.commit();
        repository
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    fn copy(&self, name: &str) {
        let to = self.path(name);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::copy(root().join(name), to).expect("a copy");
    }

    fn git(&self, args: &[&str]) {
        let output = self.run("git", args);
        assert!(output.status.success(), "{}", text(&output));
    }

    fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "Change"]);
    }

    /// Runs a program in the repository, with a gate that is red and the identity of a stranger.
    fn run(&self, program: &str, args: &[&str]) -> Output {
        clean(program)
            .args(args)
            .current_dir(self.folder.path())
            .env("REYNARD_GATE", "false")
            .output()
            .expect("the program starts")
    }

    /// Writes a script of Bash in place of one of the build.
    fn script(&self, name: &str, body: &str) {
        use std::os::unix::fs::PermissionsExt;
        let name = format!("scripts/{name}");
        self.write(
            &name,
            &format!("#!/usr/bin/env bash\n. \"$(dirname \"$0\")/lib.sh\"\n{body}\n"),
        );
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.path(&name), executable).expect("a file of this test");
    }

    fn release(&self, args: &[&str]) -> Output {
        self.run("scripts/release", args)
    }

    #[track_caller]
    fn refuses(&self, args: &[&str], reason: &str) {
        let output = self.release(args);
        assert!(!output.status.success(), "released:\n{}", text(&output));
        assert!(text(&output).contains(reason), "{}", text(&output));
        assert!(!self.path("dist").exists(), "something was built");
    }
}

#[test]
fn a_release_that_is_ready_passes_the_checks_and_needs_a_green_gate() {
    let Some(repository) = Repository::ready() else { return };
    let output = repository.release(&["--check"]);
    assert!(output.status.success(), "{}", text(&output));
    repository.refuses(&[], "the gate is red");
    repository.refuses(&["--publish"], "the gate is red");
}

#[test]
fn a_tree_with_changes_is_refused() {
    let Some(repository) = Repository::ready() else { return };
    repository.write("README.md", "new\n");
    repository.refuses(&[], "the tree has changes");
}

#[test]
fn a_changelog_without_the_version_or_its_date_is_refused() {
    let Some(repository) = Repository::ready() else { return };
    for heading in ["## [1.2.3]", "## [1.2.3] - undated", "## [1.2.3] - 2026-01"] {
        repository.write("CHANGELOG.md", &format!("{heading}\n"));
        repository.commit();
        repository.refuses(&[], "has no date");
    }
    repository.write("CHANGELOG.md", "## [1.2.2] - 2026-01-01\n");
    repository.commit();
    repository.refuses(&[], "has no section for 1.2.3");
}

#[test]
fn a_version_that_is_not_the_same_everywhere_is_refused() {
    let Some(repository) = Repository::ready() else { return };
    repository.write("crates/reynard-wasm/npm/package.json", "{\"version\": \"1.2.2\"}\n");
    repository.commit();
    repository.refuses(&[], "package.json has another version");
}

#[test]
fn a_tag_is_not_used_twice() {
    let Some(repository) = Repository::ready() else { return };
    repository.git(&["tag", "v1.2.3"]);
    repository.refuses(&[], "there is a tag v1.2.3");
}

#[test]
fn nothing_is_published_with_the_placeholder_of_the_repository() {
    let Some(repository) = Repository::ready() else { return };
    let manifest = repository.read("Cargo.toml").replace("example.com", "example.org");
    repository.write("Cargo.toml", &manifest);
    repository.commit();
    repository.refuses(&["--publish"], "the repository is a placeholder");
    let run = repository.run("scripts/set-repository", &["https://example.net/fox"]);
    assert!(run.status.success(), "{}", text(&run));
    repository.commit();
    repository.refuses(&["--publish"], "the gate is red");
}

#[test]
fn a_rehearsal_makes_what_it_can_at_any_commit_and_lists_the_rest() {
    let Some(repository) = Repository::ready() else { return };
    repository.write("CHANGELOG.md", "## [1.2.3] - undated\n");
    for name in ["build-page", "build-npm", "package-crates", "attach-artifacts", "check-install"] {
        repository.script(name, "");
    }
    repository.script("build-archive", "touch \"$dist/reynard-$1.tar.gz\"");
    repository.script("build-wheels", "skip \"there is no Python\"");
    repository.script("build-docs", "skip \"mdbook cannot be had here\"");
    repository.script("smoke", "");
    repository.commit();
    repository.git(&["tag", "v1.2.3"]);
    let output = repository.release(&["--rehearse"]);
    let shown = text(&output);
    assert!(output.status.success(), "{shown}");
    let (_, summary) = shown.rsplit_once("Rehearsal of 1.2.3 at ").expect("a summary");
    assert!(summary.contains("   reynard-x86_64-unknown-linux-musl.tar.gz\n"), "{summary}");
    let (_, rest) = summary.split_once("Not done here:\n").expect("a list");
    for line in ["mdbook cannot be had here", "there is no Python", "gate, dated section"] {
        assert!(rest.contains(&format!("   {line}")), "{summary}");
    }
    assert!(!rest.contains("Failed"), "{summary}");
    // A step that fails is named, and the others are made.
    repository.script("package-crates", "fail \"a crate has no license\"");
    repository.write("notes.txt", "new\n");
    let output = repository.release(&["--rehearse"]);
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("\nFailed:\n   crates\n"), "{shown}");
    assert!(
        shown.contains("a crate has no license") && shown.contains("== cargo install"),
        "{shown}"
    );
    assert!(shown.contains("   artifacts of a commit: the tree has changes\n"), "{shown}");
}

#[test]
fn a_new_version_is_written_everywhere_and_has_no_date_yet() {
    let Some(repository) = Repository::ready() else { return };
    let run = repository.run("scripts/set-version", &["1.3.0"]);
    assert!(run.status.success(), "{}", text(&run));
    for name in [
        "Cargo.toml",
        "Cargo.lock",
        "fuzz/Cargo.toml",
        "docs/src/play.md",
        "python/examples/cluster/rayjob.yaml",
    ] {
        assert!(repository.read(name).contains("1.3.0"), "{name}");
    }
    assert_eq!(
        repository.read("crates/reynard-wasm/npm/package.json"),
        "{\"version\": \"1.3.0\"}\n"
    );
    // Not one of ours.
    assert!(repository.read("fuzz/Cargo.lock").contains("1.2.3"));
    assert!(
        repository.read("CHANGELOG.md").starts_with("## [Unreleased]\n\n## [1.3.0] - undated\n")
    );
    repository.commit();
    repository.refuses(&[], "has no date: ## [1.3.0] - undated");
    for wrong in ["1.3", "v1.4.0", "1.3.0", ""] {
        assert!(!repository.run("scripts/set-version", &[wrong]).status.success(), "{wrong}");
    }
}

#[test]
fn a_mistyped_target_is_an_error_and_not_one_that_is_missing_here() {
    if !has_tools() {
        return;
    }
    for script in ["build-archive", "build-wheels"] {
        let output = run_script(script, "x86_64-unknown-linx-musl");
        assert!(!output.status.success(), "{script}");
        assert!(text(&output).contains("no target x86_64-unknown-linx-musl"), "{}", text(&output));
    }
}

#[test]
fn every_script_of_bash_explains_itself() {
    if !has_tools() {
        return;
    }
    let mut scripts = 0;
    for entry in fs::read_dir(root().join("scripts")).expect("the folder of scripts") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let source = fs::read_to_string(&path).expect("a script");
        let Some(top) = source
            .strip_prefix("#!/usr/bin/env bash\n# ")
            .filter(|_| source.contains("/lib.sh\"\n"))
        else {
            continue;
        };
        let output = run_script(name, "--help");
        let first = top.lines().next().expect("a line");
        assert!(output.status.success(), "{name}: {}", text(&output));
        assert!(text(&output).starts_with(first), "{name}: {}", text(&output));
        scripts += 1;
    }
    assert!(scripts > 15, "only {scripts} scripts");
}

fn has_tools() -> bool {
    ["git", "bash", "perl"].into_iter().all(|tool| outside::program(tool).is_some())
}

/// Returns a program that sees no configuration of Git but its own: a developer may sign commits,
/// have hooks and templates, or run the tests in a hook, which sets more variables.
fn clean(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") {
            command.env_remove(name);
        }
    }
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), "Test");
        command.env(format!("GIT_{role}_EMAIL"), "test@example.com");
    }
    command
}

fn run_script(name: &str, argument: &str) -> Output {
    clean(root().join("scripts").join(name)).arg(argument).output().expect("the script starts")
}

/// What a workflow runs can be run by hand as well.
#[test]
fn workflows_run_scripts_of_the_repository() {
    let folder = root().join(".github/workflows");
    let mut commands = 0;
    for entry in fs::read_dir(folder).expect("the folder of workflows") {
        let path = entry.expect("an entry").path();
        for line in fs::read_to_string(&path).expect("a workflow").lines() {
            let Some(command) = line.trim_start().trim_start_matches("- ").strip_prefix("run: ")
            else {
                continue;
            };
            let script = command.split(' ').next().unwrap_or_default();
            let is_ours = script.starts_with("scripts/") || script.starts_with(".ci/");
            assert!(is_ours, "{}: {command}", path.display());
            assert!(root().join(script).is_file(), "{}: {script} is not there", path.display());
            commands += 1;
        }
    }
    assert!(commands > 5, "only {commands} commands");
}

fn text(output: &Output) -> String {
    let parts = [&output.stdout, &output.stderr].map(|part| String::from_utf8_lossy(part));
    parts.concat()
}
