//! `reynard-lab train` and `reynard-lab net`.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::run::{TIMEOUT, command, reynard, reynard_in, start, wait_until};

/// A folder with a shard of games in it.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let games = folder.path().join("games");
    let games = games.to_str().expect("UTF-8");
    let run = reynard(&["selfplay", "generate", games, "--games", "24", "--nodes", "40"]);
    assert_eq!(run.code, 0, "{run:?}");
    folder
}

const TRAIN: [&str; 12] = [
    "train",
    "games",
    "--hidden",
    "64",
    "--epochs",
    "3",
    "--batch",
    "64",
    "--held-out",
    "6",
    "--memory",
    "16",
];

fn train(folder: &Path, more: &[&str]) -> crate::run::Run {
    reynard_in(folder, &[&TRAIN[..], more].concat())
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry"));
    let mut names: Vec<_> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_network_is_trained_shown_and_checked() {
    let folder = folder();
    let folder = folder.path();
    let run = train(folder, &["-o", "net.rnn", "--json", "--threads", "2"]);
    assert_eq!(run.code, 0, "{run:?}");
    let epochs = run.objects();
    assert_eq!(epochs.len(), 3);
    for field in ["loss", "held_out_loss", "classic_loss", "rate", "dead"] {
        assert!(epochs[2][field].is_number(), "{field}: {run:?}");
    }
    assert!(epochs[2]["loss"].as_f64() < epochs[0]["loss"].as_f64(), "{run:?}");
    assert_eq!(names(folder), ["games", "net.rnn"]);

    let again = train(folder, &["-o", "again.rnn", "--threads", "1"]);
    assert_eq!(again.stdout.lines().count(), 3, "{again:?}");
    let bytes = fs::read(folder.join("net.rnn")).expect("the network");
    assert_eq!(fs::read(folder.join("again.rnn")).expect("the network"), bytes);

    let next = ["selfplay", "generate", "next", "--games", "2", "--nodes", "50"];
    let played = reynard_in(folder, &[&next[..], &["--net", "net.rnn"]].concat());
    assert_eq!(played.code, 0, "{played:?}");
    let other = reynard_in(folder, &next);
    assert_eq!(other.code, 2, "{other:?}");
    assert!(other.stderr.contains("has other games: signature"), "{other:?}");

    let shown = reynard_in(folder, &["net", "show", "net.rnn", "--json"]).object();
    assert_eq!((&shown["hidden"], &shown["epochs"]), (&"64".into(), &"3".into()));
    assert_eq!(reynard_in(folder, &["net", "check", "net.rnn"]).code, 0);
    fs::write(folder.join("cut.rnn"), &bytes[..1_000]).expect("a file");
    let checked = reynard_in(folder, &["net", "check", "net.rnn", "cut.rnn"]);
    assert_eq!(checked.code, 1);
    assert!(
        checked.stdout.contains("cut.rnn: the checksum of the network file is wrong"),
        "{checked:?}"
    );
    let cut = reynard_in(folder, &[&next[..], &["--net", "cut.rnn"]].concat());
    assert_eq!(cut.code, 2, "{cut:?}");
    assert!(cut.stderr.contains("cut.rnn: the checksum of the network file is wrong"), "{cut:?}");
    let wide = ["train", "games", "-o", "wide.rnn", "--start", "net.rnn", "--epochs", "1"];
    let run = reynard_in(folder, &[&wide[..], &["--hidden", "128"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let shown = reynard_in(folder, &["net", "show", "wide.rnn", "--json"]).object();
    assert_eq!(shown["hidden"], "128");
    // Activity is measured on held-out games, so that it is unknown without them.
    let all = ["train", "games", "-o", "all.rnn", "--epochs", "1", "--held-out", "0"];
    let run = reynard_in(folder, &[&all[..], &["--hidden", "64"]].concat());
    assert!(run.code == 0 && !run.stdout.contains("dead"), "{run:?}");
    let narrow = ["train", "games", "-o", "narrow.rnn", "--start", "wide.rnn", "--hidden", "64"];
    let run = reynard_in(folder, &narrow);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("less than the 128 hidden units of --start"), "{run:?}");
}

#[test]
fn a_score_is_explained() {
    let folder = folder();
    let folder = folder.path();
    assert_eq!(train(folder, &["-o", "net.rnn"]).code, 0);
    let explained = reynard_in(folder, &["net", "explain", "net.rnn", "--json"]).object();
    assert_eq!(explained["pieces"].as_array().map(Vec::len), Some(30));
    let text = reynard_in(folder, &["net", "explain", "net.rnn"]).stdout;
    assert!(text.contains("Bucket 7") && text.contains("<- this position"), "{text}");
    let moves = ["net", "explain", "net.rnn", "startpos", "e4", "--json"];
    let after = reynard_in(folder, &moves).object();
    assert!(after["fen"].as_str().is_some_and(|fen| fen.contains("/4P3/")), "{after}");
    let refused = reynard_in(folder, &["net", "explain", "net.rnn", "startpos", "e5"]);
    assert_eq!((refused.code, refused.stdout.as_str()), (1, ""), "{refused:?}");
}

#[test]
fn king_buckets_are_kept_and_not_mixed_up() {
    let folder = folder();
    let folder = folder.path();
    assert_eq!(train(folder, &["-o", "net.rnn"]).code, 0);
    let next = |start: &str, output: &str, kings: &[&str]| {
        let command = ["train", "games", "-o", output, "--start", start, "--epochs", "1"];
        reynard_in(folder, &[&command[..], kings].concat())
    };
    let run = next("net.rnn", "kings.rnn", &["--king-buckets", "4"]);
    assert_eq!(run.code, 0, "{run:?}");
    let run = next("kings.rnn", "next.rnn", &[]);
    assert_eq!(run.code, 0, "{run:?}");
    let run = next("next.rnn", "eight.rnn", &["--king-buckets", "8"]);
    assert_eq!(run.code, 0, "{run:?}");
    let shown = [("net.rnn", "1"), ("kings.rnn", "4"), ("next.rnn", "4"), ("eight.rnn", "8")];
    for (file, buckets) in shown {
        let shown = reynard_in(folder, &["net", "show", file, "--json"]).object();
        assert_eq!(shown["king-buckets"], buckets);
    }
    let average = ["net", "average", "net.rnn", "kings.rnn", "-o", "average.rnn"];
    assert_eq!(reynard_in(folder, &average).code, 0);
    for (kings, reason) in [("1", "less than the 4 of --start"), ("3", "is 1, 4 or 8")] {
        let run = next("kings.rnn", "no.rnn", &["--king-buckets", kings]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains(reason) && !folder.join("no.rnn").exists(), "{run:?}");
    }
}

#[test]
fn networks_are_averaged_and_their_losses_compared() {
    let folder = folder();
    let folder = folder.path();
    assert_eq!(train(folder, &["-o", "net.rnn"]).code, 0);
    let wide = ["train", "games", "-o", "wide.rnn", "--start", "net.rnn", "--epochs", "1"];
    let run = reynard_in(folder, &[&wide[..], &["--hidden", "128"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let average = ["net", "average", "net.rnn=3", "net.rnn", "-o", "average.rnn"];
    assert_eq!(reynard_in(folder, &average).code, 0);
    let shown = reynard_in(folder, &["net", "show", "average.rnn", "--json"]).object();
    assert_eq!((&shown["part-1-count"], &shown["part-2-count"]), (&"3".into(), &"1".into()));
    assert_eq!(shown["licence"], "MIT OR Apache-2.0");
    let loss = ["net", "loss", "net.rnn", "average.rnn", "wide.rnn", "--games", "games", "--json"];
    let losses = reynard_in(folder, &loss).objects();
    assert_eq!(losses.len(), 4);
    assert_eq!(losses[0]["loss"], losses[1]["loss"]);
    assert_ne!(losses[0]["loss"], losses[2]["loss"]);
    assert_eq!(losses[3]["network"], "classic");
    let text = reynard_in(folder, &loss[..7]);
    assert_eq!(text.stdout.lines().count(), 4, "{text:?}");
    for (mixed, reason) in [
        (["net.rnn", "wide.rnn"], "different numbers of hidden units"),
        (["net.rnn=0", "net.rnn"], "`0` is not a number from 1 on"),
        (["net.rnn=x", "net.rnn"], "`x` is not a number from 1 on"),
    ] {
        let run = reynard_in(folder, &[&["net", "average", "-o", "no.rnn"], &mixed[..]].concat());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains(reason) && !folder.join("no.rnn").exists(), "{run:?}");
    }
}

#[test]
fn a_run_that_was_killed_goes_on_and_ends_alike() {
    let folder = folder();
    let folder = folder.path();
    let long = ["--epochs", "4", "--checkpoint-every", "0"];
    let args: Vec<&str> =
        TRAIN.iter().copied().filter(|word| !["--epochs", "3"].contains(word)).collect();
    let whole = reynard_in(
        folder,
        &[&args[..], &long, &["-o", "whole.rnn", "--plot", "whole.svg"]].concat(),
    );
    assert_eq!(whole.code, 0, "{whole:?}");

    let mut process = command();
    process.current_dir(folder);
    let mut child = start(process, &[&args[..], &long, &["-o", "net.rnn"]].concat());
    let checkpoint = folder.join("net.rnn.checkpoint");
    let began = Instant::now();
    while !checkpoint.exists() && child.try_wait().expect("a child").is_none() {
        assert!(began.elapsed() < TIMEOUT, "no checkpoint");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("a running child");
    child.wait().expect("its end");
    if checkpoint.exists() {
        let refused = reynard_in(folder, &[&args[..], &long, &["-o", "net.rnn"]].concat());
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains("--resume"), "{refused:?}");
        let early = ["net", "quantize", "net.rnn.checkpoint", "-o", "early.rnn"];
        assert_eq!(reynard_in(folder, &early).code, 0);
        let more = ["-o", "net.rnn", "--resume", "--threads", "3", "--plot", "net.svg"];
        let resumed = reynard_in(folder, &[&args[..], &long, &more].concat());
        assert_eq!(resumed.code, 0, "{resumed:?}");
        let plots = ["net.svg", "whole.svg"]
            .map(|name| fs::read_to_string(folder.join(name)).expect("a plot"));
        assert_eq!(plots[0], plots[1]);
        assert_eq!(plots[0].matches("<polyline").count(), 3);
    }
    let files =
        ["net.rnn", "whole.rnn"].map(|name| fs::read(folder.join(name)).expect("a network"));
    assert_eq!(files[0], files[1]);
}

#[test]
fn positions_of_other_games_are_not_taken_for_those_named() {
    let folder = folder();
    let folder = folder.path();
    assert_eq!(train(folder, &["-o", "net.rnn", "--keep-pool"]).code, 0);
    let more = ["selfplay", "generate", "games", "--games", "24", "--nodes", "40", "--shards", "2"];
    assert_eq!(reynard_in(folder, &more).code, 0);
    // Shards that have come since are no harm.
    let again = train(folder, &["-o", "net.rnn", "--keep-pool", "--resume"]);
    assert!(again.code == 0 && again.stderr.contains("using the positions"), "{again:?}");
    let second = names(&folder.join("games")).pop().expect("a shard");
    let other = ["train", &format!("games/{second}"), "-o", "net.rnn", "--resume"];
    let refused = reynard_in(folder, &[&other[..], &TRAIN[2..]].concat());
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.stderr.contains("has the positions of other files"), "{refused:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_it_goes_on() {
    let folder = folder();
    let folder = folder.path();
    let mut process = command();
    process.current_dir(folder);
    let long = ["train", "games", "-o", "net.rnn", "--epochs", "100000", "--checkpoint-every", "0"];
    let child = start(process, &long);
    wait_until(|| folder.join("net.rnn.checkpoint").exists(), "no checkpoint");
    crate::run::send(rustix::process::Signal::INT, &child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"), "{output:?}");
}

#[test]
fn mistakes_are_named() {
    let folder = folder();
    let folder = folder.path();
    for (args, reason) in [
        (&["-o", "net.rnn", "--start", "games"][..], "games"),
        (&["-o", "no/such/folder/net.rnn"], "cannot write"),
        (&["-o", "net.rnn", "--plot", "no/such/folder/net.svg"], "cannot write"),
        (&["-o", "net.rnn", "--rate", "1e300"], "at most 1"),
    ] {
        let run = train(folder, args);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains(reason), "{run:?}");
    }
    assert_eq!(names(folder), ["games"], "nothing was begun");
    let odd = ["train", "games", "-o", "net.rnn", "--hidden", "100"];
    let run = reynard_in(folder, &odd);
    assert!(run.code == 2 && run.stderr.contains("multiple of 64"), "{run:?}");
    let run = reynard_in(folder, &["train", "nothing", "-o", "net.rnn"]);
    assert!(run.code == 2 && run.stderr.contains("nothing"), "{run:?}");
    let run = reynard_in(folder, &["net", "show", "missing.rnn"]);
    assert!(run.code == 2 && run.stderr.contains("missing.rnn"), "{run:?}");
    assert!(!folder.join("net.rnn").exists());
}
