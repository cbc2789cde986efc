//! The engine in WebAssembly, under Node, searches as the native one does.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use reynard_engine::{Control, EngineSettings, Evaluation, bench};
use reynard_web::{PageFile, write_files};

/// Depth of the benchmark: a second or two in WebAssembly.
const DEPTH: u32 = 6;

/// Returns `true` where there is no Node to run, and prints why, by the rules of
/// `reynard_testkit::outside`: this crate has no dependencies for its tests, see its manifest.
#[expect(clippy::print_stderr, reason = "says what is skipped")]
fn is_without_node() -> bool {
    let is = |name: &str, value: &str| std::env::var_os(name).is_some_and(|found| found == value);
    if !is("REYNARD_OUTSIDE", "1") {
        eprintln!("skipped: node: REYNARD_OUTSIDE is not 1");
        return true;
    }
    let is_missing = Command::new("node").arg("--version").output().is_err();
    assert!(!is_missing || !is("CI", "true"), "node: not installed, and CI is true");
    if is_missing {
        eprintln!("skipped: node: not installed (apt-get install nodejs)");
    }
    is_missing
}

/// Writes the files of the page, as modules for Node.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write_files(PageFile::all(), folder.path()).expect("files");
    std::fs::write(folder.path().join("package.json"), "{\"type\":\"module\"}").expect("a file");
    folder
}

/// Runs a script of this folder with lines as its input.
fn node(script: &str, arguments: &[&Path], lines: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(script);
    let mut child = Command::new("node")
        .arg(script)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("lines");
    let output = child.wait_with_output().expect("Node ends");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn native(evaluation: Evaluation) -> String {
    let settings = EngineSettings { evaluation, ..EngineSettings::default() };
    let nodes = bench(DEPTH, &settings, &Control::new()).expect("a table").nodes;
    format!("Nodes searched: {nodes}\n")
}

#[test]
fn the_file_for_the_page_has_the_native_signature() {
    if is_without_node() {
        return;
    }
    let folder = folder();
    let wasm = folder.path().join("wasm");
    let lines = format!("setoption name Evaluation value classic\nbench {DEPTH}\n");
    let text = node("bindgen.mjs", &[&wasm], &lines);
    assert!(text.contains(&native(Evaluation::Classic)), "{text}");
    let speed =
        text.lines().find_map(|line| line.strip_suffix(" nps")?.rsplit(' ').next()?.parse().ok());
    // The clock is that of JavaScript; one that stands still makes a thousand times as much.
    assert!(speed.is_some_and(|speed: u64| (1_000..100_000_000).contains(&speed)), "{text}");
    let text =
        node("bindgen.mjs", &[&wasm, &wasm.join("default.rnn")], &format!("bench {DEPTH}\n"));
    assert!(text.contains(&native(Evaluation::Network)), "{text}");
}

#[test]
fn the_program_with_threads_has_the_native_signature_and_uses_them() {
    let folder = folder();
    let program = folder.path().join("wasm/reynard-threads.wasm");
    if is_without_node() || !program.exists() {
        return;
    }
    let lines = format!(
        "setoption name Evaluation value classic\nbench {DEPTH}\nsetoption name Threads value 2\ngo depth 9\nisready\n"
    );
    for mode in ["threads", "none"] {
        let text = node("wasi.cjs", &[&program, Path::new(mode)], &lines);
        assert!(text.contains(&native(Evaluation::Classic)), "{mode}: {text}");
        assert!(text.contains("\nbestmove "), "{mode}: {text}");
        let moves = text.find("bestmove").zip(text.find("readyok"));
        // With a thread the session reads on, without one it searches first.
        assert!(
            moves.is_some_and(|(best, ready)| (best < ready) == (mode == "none")),
            "{mode}: {text}"
        );
    }
}
