//! `reynard tb`

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::run::{command, reynard, reynard_with_input};

const ROOK: &str = "8/8/8/8/8/8/3k4/K6R w - - 0 1";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../reynard-syzygy/tests/tables")
}

fn path() -> String {
    format!("--path={}", folder().display())
}

#[test]
fn the_object_has_value_distance_and_best_move() {
    let run = reynard(&["tb", "probe", "--json", &path(), ROOK]);
    assert_eq!(run.code, 0);
    let expected = json!({ "fen": ROOK, "wdl": 2, "dtz": 21, "exact": false, "best": "h1h3" });
    assert_eq!(run.object(), expected);
    assert!(
        run.stdout.starts_with(r#"{"fen":"#),
        "the order is that of the design: {}",
        run.stdout
    );
}

#[test]
fn a_draw_has_distance_zero_and_a_mated_side_no_move() {
    let draw =
        reynard(&["tb", "probe", "--json", &path(), "8/8/8/8/8/3k4/8/K6B w - - 0 1"]).object();
    assert_eq!((&draw["wdl"], &draw["dtz"], &draw["exact"]), (&json!(0), &json!(0), &json!(true)));
    let fen = "8/8/8/8/8/1k6/8/K6r w - - 0 1";
    let mate = reynard(&["tb", "probe", "--json", &path(), fen]).object();
    assert_eq!(mate, json!({ "fen": fen, "wdl": -2, "dtz": -1, "exact": true }));
}

#[test]
fn the_clock_changes_the_outcome_and_not_the_value() {
    let fen = "8/8/8/8/8/8/3k4/K6R w - - 90 100";
    let run = reynard(&["tb", "probe", "--json", &path(), fen]).object();
    assert_eq!((&run["wdl"], &run["outcome"]), (&json!(2), &json!("cursed-win")));
    let ignored =
        reynard(&["tb", "probe", "--json", "--ignore-fifty-moves", &path(), fen]).object();
    assert_eq!(ignored["outcome"], "win");
}

#[test]
fn moves_and_lines_are_listed_when_asked_for() {
    let fen = "8/8/8/8/8/1k6/7r/K7 b - - 0 1";
    let run = reynard(&["tb", "probe", "--json", "--moves", "--line", &path(), fen]).object();
    assert_eq!(run["line"], json!(["h2h1"]));
    let first = json!({
        "uci": "h2h1", "san": "Rh1#", "wdl": 2, "outcome": "win", "dtz": 1, "exact": true
    });
    assert_eq!(run["moves"][0], first);
    let text = reynard(&["tb", "probe", "--line", &path(), fen]).stdout;
    assert!(text.starts_with("win, 1 or 2 plies\nRh1#     win            1\n"), "{text}");
    assert!(text.ends_with("\n1... Rh1#\n"), "{text}");
}

#[test]
fn every_line_of_a_stream_is_answered() {
    let missing = "8/8/3k4/8/8/3K4/6P1/3r4 w - - 0 1";
    let input = format!("{ROOK}\nnonsense\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n{missing}\n");
    let run = reynard_with_input(&["tb", "probe", "--json", &path(), "-"], input.as_bytes());
    let objects = run.objects();
    assert_eq!((run.code, objects.len()), (1, 4));
    assert_eq!(objects[0]["best"], "h1h3");
    assert_eq!(objects[1]["diagnostics"][0]["kind"], "syntax");
    assert_eq!(objects[2]["diagnostics"][0]["kind"], "castling-rights");
    assert_eq!(objects[3], json!({ "fen": missing, "missing": "KRvKP.rtbw" }));
    let many = reynard(&["tb", "probe", "--json", &path(), "4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1"]);
    assert_eq!((many.code, &many.object()["diagnostics"][0]["kind"]), (1, &json!("too-many-men")));
}

#[test]
fn folders_can_come_from_the_environment() {
    let probe = |value: &str| {
        let mut command = command();
        let command = command.env("REYNARD_SYZYGY_PATH", value);
        command.args(["tb", "probe", "--json", ROOK]).output().expect("the binary runs")
    };
    let found = probe(&folder().display().to_string());
    assert!(found.status.success(), "{found:?}");
    // An empty variable is as good as none, and the second one is not set.
    let nowhere = probe("");
    assert_eq!(nowhere.status.code(), Some(2));
    let told = String::from_utf8_lossy(&nowhere.stderr).into_owned();
    assert!(told.contains("REYNARD_SYZYGY_PATH"), "{told}");
    let wrong = reynard(&["tb", "list", "--path", "no/such/folder"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("no/such/folder"), "{}", wrong.stderr);
}

#[test]
fn sound_tables_verify_and_broken_ones_are_named() {
    let sound = reynard(&["tb", "verify", "--json", &path()]);
    let objects = sound.objects();
    assert_eq!((sound.code, objects.len()), (0, 11));
    assert!(objects[..10].iter().all(|object| object["ok"] == true));
    assert_eq!((&objects[10]["tables"], &objects[10]["failed"]), (&json!(10), &json!(0)));

    let broken = tempfile::tempdir().expect("a temporary folder");
    let file = broken.path().join("KQvK.rtbw");
    let mut bytes = fs::read(folder().join("KQvK.rtbw")).expect("the table is there");
    bytes[200] ^= 1;
    fs::write(&file, &bytes).expect("it can be written");
    let file = file.display().to_string();
    let run = reynard(&["tb", "verify", "--json", &file]);
    let object = &run.objects()[0];
    assert_eq!((run.code, &object["file"], &object["ok"]), (1, &json!(file), &json!(false)));
    assert_eq!(object["error"], "the checksum is wrong");
    let text = reynard(&["tb", "verify", &file]);
    assert_eq!(text.code, 1);
    assert!(
        text.stdout.starts_with(&format!("{file}: the checksum is wrong\n")),
        "{}",
        text.stdout
    );
    let absent = reynard(&["tb", "verify", "KQQvK.rtbw"]);
    assert_eq!((absent.code, absent.stdout.as_str()), (2, ""), "{absent:?}");
    assert!(absent.stderr.contains("cannot read KQQvK.rtbw: "), "{}", absent.stderr);
    let folder = broken.path().display().to_string();
    let named = reynard(&["tb", "verify", &folder]);
    assert_eq!((named.code, named.stdout.as_str()), (2, ""), "{named:?}");
    assert!(named.stderr.contains(&format!("--path {folder}")), "{}", named.stderr);
}

#[test]
fn tables_are_listed_with_their_sizes() {
    let run = reynard(&["tb", "list", "--json", &path()]);
    let objects = run.objects();
    assert_eq!((run.code, objects.len()), (0, 10));
    let queen = objects.iter().find(|object| object["table"] == "KQvK" && object["kind"] == "wdl");
    let queen = queen.expect("it is there");
    assert_eq!((&queen["men"], &queen["bytes"]), (&json!(3), &json!(272)));
    assert!(
        reynard(&["tb", "list", &path()])
            .stdout
            .contains("KQvK                  272           5328\n")
    );
}

#[test]
fn folders_without_tables_are_a_mistake() {
    let empty = tempfile::tempdir().expect("a temporary folder");
    let path = format!("--path={}", empty.path().display());
    for command in ["verify", "list"] {
        for format in [&[][..], &["--json"]] {
            let run = reynard(&[&["tb", command, &path], format].concat());
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
            assert!(run.stderr.contains("there are no tables"), "{}", run.stderr);
        }
    }
}

#[test]
fn people_are_told_that_it_is_mate() {
    for (fen, told) in [
        ("8/8/8/8/8/1k6/8/K6r w - - 0 1", "Black wins by checkmate\n"),
        ("8/8/8/8/8/1q6/8/K1k5 w - - 0 1", "draw by stalemate\n"),
    ] {
        let run = reynard(&["tb", "probe", &path(), fen]);
        assert_eq!((run.code, run.stdout.as_str()), (0, told), "{run:?}");
    }
}

#[test]
fn a_missing_table_is_reported_on_standard_error() {
    let missing = "8/8/3k4/8/8/3K4/6P1/3r4 w - - 0 1";
    let run = reynard(&["tb", "probe", &path(), missing]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
    assert_eq!(run.stderr, "KRvKP.rtbw is missing\n");
}

#[test]
fn the_variable_of_other_programs_names_the_folders() {
    let folder = path().trim_start_matches("--path=").to_owned();
    let output = command()
        .env_remove("REYNARD_SYZYGY_PATH")
        .env("SYZYGY_PATH", folder)
        .args(["tb", "probe", ROOK])
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}
