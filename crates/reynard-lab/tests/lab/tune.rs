//! `reynard-lab tune`.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use tempfile::TempDir;

use crate::run::{command, reynard, reynard_with_input};

/// Who has a pawn more has won, and who has a knight more, most of the time.
fn positions() -> String {
    let mut text = String::new();
    for game in 0..60 {
        let (first, second) = if game % 5 == 0 { ("0.5", "0.5") } else { ("1.0", "0.0") };
        text += "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [";
        text += first;
        text += "]\n4k3/3n4/8/8/8/8/8/4K3 w - - 0 1 | -310 | ";
        text += second;
        text += "\n";
    }
    text
}

#[test]
fn weights_are_fitted_and_written() {
    let folder = folder();
    let folder = folder.path();
    let (input, output) = (folder.join("positions.txt"), folder.join("weights.rs"));
    fs::write(&input, positions()).expect("a writable folder");
    fs::write(&output, "what was there before").expect("a writable folder");
    let args = ["tune", path(&input), "--output", path(&output), "--epochs", "3"];
    let run = reynard(&[&args[..], &["--json"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let objects = run.objects();
    assert_eq!(objects.len(), 5, "{run:?}");
    assert_eq!(objects[3]["epoch"], 3);
    let summary = &objects[4];
    assert_eq!(
        (&summary["positions"], &summary["games"], &summary["scored"], &summary["held_out"]),
        (&120.into(), &120.into(), &60.into(), &12.into())
    );
    let number = |name: &str| summary[name].as_f64().unwrap_or_else(|| panic!("{name}"));
    assert!(number("loss") < number("loss_before"), "{summary}");
    assert!(number("held_out_loss") < number("held_out_loss_before"), "{summary}");
    let written = fs::read_to_string(&output).expect("the weights");
    assert!(written.contains("//! Fitted to the results of 120 positions and the scores of 60"));
    assert!(written.contains("pub static WEIGHTS: [Packed; WEIGHT_COUNT] = ["), "{written}");
    // The same once more, for people, on another number of threads.
    let again = reynard(&[&args[..], &["--threads", "3"]].concat());
    assert_eq!(again.stderr, "120 positions of 120 games\n");
    assert!(again.stdout.starts_with("epoch   0: loss 0."), "{again:?}");
    assert!(again.stdout.contains("\nMean logistic loss 0."), "{again:?}");
    assert_eq!(fs::read_to_string(&output).expect("the weights"), written);
    // Nothing is fitted: the weights are only looked at.
    let looked = reynard(&["tune", path(&input), "--start", "current", "--epochs", "0"]);
    assert_eq!((looked.code, looked.stdout.matches("epoch ").count()), (0, 1), "{looked:?}");
}

#[test]
fn invalid_lines_are_refused_with_their_place() {
    let folder = folder();
    let folder = folder.path();
    let (input, output) = (folder.join("positions.txt"), folder.join("weights.rs"));
    fs::write(&input, format!("{}\nrubbish\n8/8/8/8/8/8/8/8 w - - 0 1 [1.0]\n", positions()))
        .expect("a writable folder");
    let run = reynard(&["tune", path(&input), "--output", path(&output)]);
    let place = path(&input);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert_eq!(
        run.stderr,
        format!(
            "{place}:122: no result such as `[0.5]` or `| 0.5` behind the position\n\
             {place}:123: not the FEN of a legal position\n\
             error: {place}: 2 lines are not positions with results (--skip-invalid skips them)\n"
        )
    );
    assert!(!output.exists(), "nothing is written");
    let run = reynard(&["tune", place, "--skip-invalid", "--epochs", "1"]);
    assert_eq!(run.code, 1, "lines were left out: {run:?}");
    assert!(run.stderr.ends_with("120 positions of 120 games\n"), "{run:?}");
}

#[test]
fn invalid_arguments_and_inputs_are_errors() {
    for (args, input, part) in [
        (&["tune", "-"][..], "", "there are no positions"),
        (&["tune", "/no/such/file"], "", "/no/such/file"),
        (&["tune", "-", "--score-share", "1.5"], "", "not a number from 0 to 1"),
        (&["tune", "-", "--rate", "inf"], "", "not a number from 0 up"),
        (&["tune", "-", "--batch", "0"], "", "--batch"),
        (&["tune", "-", "--held-out", "1"], "", "every game would be held out"),
        (
            &["tune", "-", "--output", "/no/such/folder/weights.rs"],
            "nothing that is a position",
            "error: cannot write /no/such/folder/weights.rs",
        ),
        (
            &["tune", "-", "--epochs", "0", "--output", "/no/such/folder/weights.rs"],
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [1.0]\n",
            "cannot write /no/such/folder/weights.rs",
        ),
    ] {
        let run = reynard_with_input(args, input.as_bytes());
        assert_eq!(run.code, 2, "{args:?}: {run:?}");
        assert!(run.stderr.contains(part), "{args:?}: {}", run.stderr);
    }
}

fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// What the work is for is written although nobody reads how it went.
#[test]
fn a_fit_survives_a_closed_pipe() {
    let folder = folder();
    let folder = folder.path();
    let (input, output) = (folder.join("positions.txt"), folder.join("weights.rs"));
    fs::write(&input, positions()).expect("a writable folder");
    let mut child = command()
        .args(["tune", path(&input), "--output", path(&output), "--epochs", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let written = fs::read_to_string(&output).expect("the weights");
    assert!(written.contains("in 2 epochs"), "{written}");
}
