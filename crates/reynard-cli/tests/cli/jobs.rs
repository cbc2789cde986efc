//! Jobs in a folder of games. The tests of `reynard-lab` have this file, too.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::PROGRAM;
use crate::run::{Run, reynard_in};

/// A folder with games: those of the samples, damaged ones among them, some times over.
pub(crate) fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let games = concat!(
        include_str!("../../../../docs/samples/famous.pgn"),
        "\n",
        include_str!("../../../../docs/samples/damaged.pgn"),
        "\n",
    );
    fs::write(folder.path().join("games.pgn"), games.repeat(3)).expect("a file");
    let endings = "[FEN \"8/8/8/8/8/3k4/7p/K6R w - - 0 1\"]\n\n1. Rxh2 Ke3 1-0\n\n".repeat(9);
    fs::write(folder.path().join("endings.pgn"), endings).expect("a file");
    let positions =
        "8/8/8/8/8/3k4/8/K6R w - - id \"rook\";\nnonsense\n8/8/8/8/4k3/8/4P3/4K3 b - -\n";
    fs::write(folder.path().join("positions.epd"), positions.repeat(4)).expect("a file");
    folder
}

/// Copies the tables of three pieces into the folder.
pub(crate) fn add_tables(folder: &Path) {
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("../reynard-syzygy/tests/tables");
    fs::create_dir(folder.join("tables")).expect("a folder");
    for table in fs::read_dir(tables).expect("tables") {
        let table = table.expect("an entry").path();
        fs::copy(&table, folder.join("tables").join(table.file_name().expect("a name")))
            .expect("a copy");
    }
}

/// Runs a command line in the folder; no word of it has blanks.
pub(crate) fn run(folder: &Path, line: &str) -> Run {
    reynard_in(folder, &line.split_whitespace().collect::<Vec<_>>())
}

pub(crate) fn plan(folder: &Path, line: &str) {
    let planned = run(folder, &format!("cluster plan {line}"));
    assert_eq!(planned.code, 0, "{planned:?}");
}

/// The report about a job that is whole.
pub(crate) fn verified(folder: &Path, job: &str) -> Value {
    let verified = run(folder, &format!("cluster verify --inputs --json {job}"));
    assert_eq!(verified.code, 0, "{verified:?}");
    verified.object()
}

/// Runs the job of a plan in three ways.
pub(crate) fn gives_the_same_bytes(folder: &Path, line: &str) {
    let numbers = |job: &str| -> String {
        let manifest = fs::read(folder.join(job).join("manifest.json")).expect("a manifest");
        let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
        let shards = manifest["shards"].as_array().expect("shards").len();
        assert!(shards > 2, "{line}: {shards} shards");
        let mut numbers: Vec<String> = (0..shards).map(|number| number.to_string()).collect();
        // Those of SPSA go on from others.
        if !line.starts_with("spsa") {
            numbers.reverse();
        }
        numbers.join(" ")
    };
    plan(folder, &line.replace("JOB", "one"));
    let one = run(folder, &format!("cluster run-shard one {}", numbers("one")));
    assert_eq!(one.code, 0, "{one:?}");
    let expected = verified(folder, "one");
    assert!(expected["digest"].is_string());
    plan(folder, &line.replace("JOB", "two"));
    let two = run(folder, "cluster run --workers 2 --json two");
    assert_eq!((two.code, two.stderr.as_str()), (0, ""), "{two:?}");
    assert_eq!(two.object()["digest"], expected["digest"], "{line}");
    #[cfg(unix)]
    {
        let lines = line.replace("JOB", "shell") + " --print-commands lines";
        let lines = run(folder, &format!("cluster plan {lines}")).stdout;
        assert_eq!(lines.lines().count(), numbers("shell").split(' ').count());
        let lines =
            "set -e\n".to_owned() + &lines.replace(&format!("{PROGRAM} cluster"), "\"$1\" cluster");
        let status = crate::run::shell(&lines, &[])
            .current_dir(folder)
            .stdout(std::process::Stdio::null())
            .status();
        assert!(status.expect("a shell").success(), "{lines}");
        assert_eq!(verified(folder, "shell")["digest"], expected["digest"], "{line}");
    }
}
