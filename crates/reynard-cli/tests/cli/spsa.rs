//! `reynard spsa`.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use tempfile::TempDir;

use crate::run::{command, reynard, reynard_with_input, wait_until};

const RUN: [&str; 8] =
    ["spsa", "self,nodes=40", "--param", "null_margin", "--param", "razor_margin", "--pairs", "4"];

#[test]
fn values_are_tuned_within_their_ranges_and_reproducibly() {
    let run = reynard(&[&RUN[..], &["--json"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let objects = run.objects();
    assert_eq!(objects.len(), 2, "{run:?}");
    assert_eq!((&objects[0]["name"], &objects[0]["start"]), (&"null_margin".into(), &120.0.into()));
    let value = objects[1]["value"].as_f64().expect("a number");
    assert!((100.0..=500.0).contains(&value), "{value}");
    assert_eq!(reynard(&[&RUN[..], &["--json"]].concat()).stdout, run.stdout);
}

#[test]
fn a_cut_journal_resumes_to_the_same_values() {
    let folder = folder();
    let folder = folder.path();
    let (journal, plot) = (folder.join("run.spsa"), folder.join("run.svg"));
    let args = [&RUN[..], &["--journal", path(&journal), "--plot", path(&plot)]].concat();
    let whole = reynard(&args);
    assert_eq!(whole.code, 0, "{whole:?}");
    assert_eq!(fs::read_to_string(&plot).expect("a picture").matches("<polyline").count(), 2);
    let text = fs::read_to_string(&journal).expect("the journal");
    // A killed process leaves an incomplete line at most.
    fs::write(&journal, &text[..text.len() - 5]).expect("a writable journal");
    let resumed = reynard(&args);
    assert_eq!((resumed.code, &resumed.stdout), (0, &whole.stdout), "{resumed:?}");
    assert!(resumed.stderr.contains("going on after 1 pair"), "{resumed:?}");
    assert_eq!(fs::read_to_string(&journal).expect("the journal"), text);
    // Two runs cannot share it.
    let held = fs::File::open(&journal).expect("the journal");
    held.lock().expect("a lock");
    let second = reynard(&args);
    assert!(second.code == 2 && second.stderr.contains("in use by another run"), "{second:?}");
    drop(held);
    // Another run has another journal.
    let other = reynard(&[&args[..], &["--gain", "0.1"]].concat());
    assert_eq!(other.code, 2, "{other:?}");
    assert!(other.stderr.contains("is the journal of another run"), "{other:?}");
}

#[test]
fn invalid_parameters_are_errors() {
    for (parameter, message) in [
        ("Ponder", "the option Ponder is not a number in a range"),
        ("nosuch", "the engine has no option nosuch\n"),
        ("nul_base", "the engine has no option nul_base: did you mean `null_base`?"),
        ("nul_base,9,0,99,1", "the engine has no option `nul_base`: did you mean `null_base`?"),
        ("null_margin,1", "a parameter is NAME,VALUE,MIN,MAX,STEP"),
        ("null_margin,1,0,99999,1", "no number option null_margin with that range"),
    ] {
        let run = reynard(&["spsa", "self,nodes=10", "--pairs", "1", "--param", parameter]);
        assert_eq!(run.code, 2, "{parameter}: {run:?}");
        assert!(run.stderr.contains(message), "{parameter}: {run:?}");
    }
    for (engine, message) in [
        ("self,nodes=10,option.Hsh=3", "the engine has no option `Hsh`: did you mean `Hash`?"),
        ("self,nodes=10,option.EvalFile=nothere", "the engine has rejected an option: `info str"),
    ] {
        let run = reynard(&["spsa", engine, "--pairs", "1", "--param", "null_base"]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{engine}: {run:?}");
        assert!(run.stderr.contains(message), "{engine}: {run:?}");
    }
    let none = reynard(&["spsa", "self,nodes=10"]);
    assert!(none.code == 2 && none.stderr.contains("--param NAME, or --all"), "{none:?}");
}

/// A path that cannot be written is an error before the games; if the picture fails later, the
/// values are printed.
#[test]
fn a_picture_that_cannot_be_written_costs_no_values() {
    let folder = folder();
    let folder = folder.path();
    let journal = folder.join("run.spsa");
    let missing = folder.join("nodir").join("run.svg");
    let args = [&RUN[..], &["--journal", path(&journal), "--plot"]].concat();
    let run = reynard(&[&args[..], &[path(&missing)]].concat());
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert!(run.stderr.contains("cannot write ") && run.stderr.contains("run.svg"), "{run:?}");
    assert!(!journal.exists(), "no run has begun");
    if cfg!(target_os = "linux") {
        let run = reynard(&[&RUN[..], &["--plot", "/dev/full"]].concat());
        assert_eq!((run.code, run.stdout.lines().count()), (2, 2), "{run:?}");
        assert!(run.stderr.contains("cannot write /dev/full"), "{run:?}");
    }
}

/// Ctrl-C: the values so far are printed, the picture is written, and the exit code says that it
/// was no whole run.
#[test]
#[cfg(unix)]
fn a_run_is_interrupted() {
    let folder = folder();
    let folder = folder.path();
    let (journal, plot) = (folder.join("run.spsa"), folder.join("run.svg"));
    let args = ["spsa", "self,nodes=40", "--param", "null_margin", "--pairs", "100000"];
    let child = command()
        .args(args)
        .args(["--journal", path(&journal), "--plot", path(&plot)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.matches('\n').count());
    wait_until(|| lines() >= 10, "no pairs");
    crate::run::send(rustix::process::Signal::INT, &child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("null_margin "), "{output:?}");
    let remarks = String::from_utf8_lossy(&output.stderr);
    assert!(remarks.contains("interrupted: "), "{remarks}");
    assert!(plot.exists());
}

/// The picture would take the place of the journal or of the openings at the end.
#[test]
fn the_files_of_a_run_are_different_files() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "8/8/8/8/8/4k3/8/4K2Q w - -\n").expect("a writable folder");
    let same = path(&file);
    for [one, other] in [["--journal", "--plot"], ["--plot", "--openings"]] {
        let args = ["spsa", "self,nodes=40", "--param", "null_margin", one, same, other, same];
        let run = reynard(&args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        assert!(run.stderr.contains(&format!("is both {one} and {other}")), "{run:?}");
    }
}

#[test]
fn the_parameters_are_announced_where_that_is_asked_for() {
    let announced = |args: &[&str]| {
        let run = reynard_with_input(args, b"uci\nquit\n");
        run.stdout.matches("option name null_").count()
    };
    assert_eq!(announced(&[]), 0);
    assert!(announced(&["--parameters"]) > 5);
}

fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}
