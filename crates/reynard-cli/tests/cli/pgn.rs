//! `reynard pgn`

mod convert;
mod filter;
mod order;
mod packed;
mod puzzles;
mod questions;
mod whole;

use serde_json::json;

use crate::folder::Folder;
use crate::run::{reynard, reynard_in, reynard_with_input};

/// Five games, in export format.
pub(crate) const FAMOUS: &str = include_str!("../../../../docs/samples/famous.pgn");

/// Three games: an illegal move, a wrong result, other notations.
const DAMAGED: &str = include_str!("../../../../docs/samples/damaged.pgn");

#[test]
fn check_counts_games_and_moves() {
    let run = reynard_with_input(&["pgn", "check", "-"], FAMOUS.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[..3], ["Games    5", "Moves    294", "Errors   0"]);
    assert!(lines[3].starts_with("Time     ") && lines[4].starts_with("Speed    "));
    let run = reynard_with_input(&["pgn", "check", "--json", "-"], FAMOUS.as_bytes());
    let total = run.object();
    assert_eq!(
        (&total["games"], &total["moves"], &total["errors"], &total["bytes"]),
        (&json!(5), &json!(294), &json!(0), &json!(FAMOUS.len()))
    );
    assert!(total["seconds"].is_f64());
}

/// X10: what is wrong is told with file, line and column.
#[test]
fn check_names_the_place() {
    let folder = Folder::new();
    let path = folder.file("damaged.pgn", DAMAGED);
    let run = reynard(&["pgn", "check", &path]);
    assert_eq!(run.code, 1);
    let lines: Vec<&str> = run.stdout.lines().collect();
    let illegal = "error: `Ke4` is not a legal move here (game 1, ply 5)";
    assert_eq!(lines[0], format!("{path}:6:24: {illegal}"));
    let wrong = "error: `1/2-1/2` contradicts the last position: Black wins by checkmate (game 2)";
    assert_eq!(lines[1], format!("{path}:8: {wrong}"));
    assert_eq!(lines[2..5], ["Games    3", "Moves    15", "Errors   1"]);
    assert_eq!(lines[5], "Results  1 that contradict the board");

    let run = reynard(&["pgn", "check", "--json", "--lints", &path]);
    let objects = run.objects();
    assert_eq!(objects[0]["kind"], "illegal-move");
    assert_eq!((&objects[0]["line"], &objects[0]["column"]), (&json!(6), &json!(24)));
    assert_eq!((&objects[1]["kind"], &objects[1]["game"]), (&json!("wrong-result"), &json!(2)));
    let kinds: Vec<&str> = objects.iter().filter_map(|object| object["kind"].as_str()).collect();
    let lints = ["long-algebraic", "long-algebraic", "castling-zeros"];
    assert_eq!(kinds[2..], lints, "{}", run.stdout);
    assert_eq!(objects.last().expect("a total")["errors"], 1);
}

#[test]
fn the_policy_says_what_becomes_of_a_bad_game() {
    let run = |policy| {
        let args = ["pgn", "convert", "--to", "san", "--policy", policy, "-"];
        reynard_with_input(&args, DAMAGED.as_bytes())
    };
    let (mate, old) = ("f3 e5 g4 Qh4#\n", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O\n");
    let keep = run("keep");
    assert_eq!((keep.code, keep.stdout), (0, format!("e4 e5 Ke2 Ke7\n{mate}{old}")));
    assert_eq!(keep.stderr.lines().count(), 2, "{}", keep.stderr);
    let skip = run("skip");
    assert_eq!((skip.code, skip.stdout), (0, format!("{mate}{old}")));
    let stop = run("stop");
    assert_eq!((stop.code, stop.stdout.as_str()), (1, ""));
    assert!(stop.stderr.contains("`Ke4` is not a legal move here"), "{}", stop.stderr);
    // Games behind the error are not lost.
    let folder = Folder::new();
    let path = folder.file("games.pgn", DAMAGED);
    for command in ["fmt", "dedup"] {
        let run = reynard(&["pgn", command, "--policy", "stop", "-o", &path, &path]);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.stderr.contains("reading stopped"), "{}", run.stderr);
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), DAMAGED, "{command}");
    }
}

/// Checks that games keep their order with any number of threads, and that diagnostics have places
/// in the whole file.
#[test]
fn threads_change_nothing() {
    let folder = Folder::new();
    let text = format!("{FAMOUS}{DAMAGED}").replace("\n\n[Event", "\r\n\r\n[Event");
    let path = folder.file("many.pgn", &format!("{}\n", text.trim()).repeat(1500));
    for args in [&["fmt"][..], &["check", "--json"], &["filter", "--result", "*"]] {
        let run = |threads| {
            let args = [&["pgn"], args, &["--threads", threads, &path]].concat();
            let mut run = reynard(&args);
            if args.contains(&"check") {
                run.stdout.truncate(run.stdout.rfind("\"seconds\"").expect("a total"));
            }
            (run.code, run.stdout, run.stderr)
        };
        let one = run("1");
        assert!(one.1.len() > 100_000, "{}", one.1.len());
        assert_eq!(run("3"), one, "{args:?}");
    }
}

#[test]
fn several_files_are_read_one_after_the_other() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one.pgn", FAMOUS), folder.file("two.pgn", DAMAGED));
    let run = reynard(&["pgn", "check", "--json", &one, &two]);
    let objects = run.objects();
    assert_eq!((&objects[0]["file"], &objects[0]["game"]), (&json!(two), &json!(1)));
    assert_eq!(objects.last().expect("a total")["games"], 8);
    let run = reynard(&["pgn", "check", &one, "/no/such.pgn"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with("error: /no/such.pgn: "), "{}", run.stderr);
}

#[test]
fn stats_say_what_is_there() {
    let run = reynard_with_input(&["pgn", "stats", "-"], FAMOUS.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for line in [
        "Games    5",
        "Plies    59 on average, 33 to 87",
        "  1-0      80.0 %  4  ██████████████████████████████",
        "  Anderssen, Adolf                     2  ██████████████████████████████",
    ] {
        assert!(run.stdout.lines().any(|found| found == line), "{line} in {}", run.stdout);
    }
    let stats = reynard_with_input(&["pgn", "stats", "--json", "-"], FAMOUS.as_bytes()).object();
    let results = json!({"white": 4, "draw": 0, "black": 1, "unknown": 0});
    assert_eq!(stats["results"], results);
    assert_eq!(stats["openings"][0]["eco"], "A15");
    assert_eq!(stats["years"][4], json!({"year": "1999", "games": 1}));
}

#[test]
fn fmt_gives_export_format_and_keeps_it() {
    let run = reynard_with_input(&["pgn", "fmt", "-"], FAMOUS.as_bytes());
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, FAMOUS, ""));
    let loose = "[White \"A\"]\n1 e2e4 ! {good} e7-e5 (1..c7c5;sharp}\n) 2.Ng1f3 1-0";
    let run = reynard_with_input(&["pgn", "fmt", "--tags", "as-is", "-"], loose.as_bytes());
    let strict = "[White \"A\"]\n\n1. e4 $1 {good} 1... e5 (1... c5 ;sharp}\n) 2. Nf3 1-0\n\n";
    assert_eq!((run.code, run.stdout.as_str()), (0, strict));
    let again = reynard_with_input(&["pgn", "fmt", "--tags", "as-is", "-"], strict.as_bytes());
    assert_eq!(again.stdout, strict);
}

/// Whatever comes in, every command ends with an exit code.
#[test]
fn rubbish_is_survived() {
    let mut rubbish: Vec<Vec<u8>> = vec![
        b"".to_vec(),
        b"\xef\xbb\xbf".to_vec(),
        b"\xff\xfe[\0E\0".to_vec(),
        b"[Event \"".to_vec(),
        b"{ no end".to_vec(),
        b"((((((((".to_vec(),
        b"1. e4 ) } ] $ $999 ; %\n%\n1-0 1-0 *".to_vec(),
        vec![0; 100_000],
        b"(".repeat(100_000),
        b"[A \"".repeat(100_000),
        b"\x28\xb5\x2f\xfd".to_vec(),
    ];
    rubbish.push((0..=255).cycle().take(70_000).collect());
    for input in &rubbish {
        for args in [
            &["check"][..],
            &["stats"],
            &["filter", "--end", "open"],
            &["fmt"],
            &["convert", "--to", "jsonl"],
            &["convert", "--to", "csv"],
            &["convert", "--to", "epd"],
        ] {
            let args = [&["pgn"], args, &["-"]].concat();
            let run = reynard_with_input(&args, input);
            assert!((0..=2).contains(&run.code), "{args:?}");
            assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
        }
    }
}

#[test]
#[cfg(unix)]
fn links_that_lead_nowhere_are_named() {
    let folder = Folder::new();
    folder.file("games.pgn", "[White \"a\"]\n\n1. e4 *\n");
    folder.file("notes.txt", "");
    for (target, link) in [
        ("nowhere", "dead.pgn"),
        ("nowhere", "dead.txt"),
        ("loop.pgn", "loop.pgn"),
        (".", "inner"),
        ("games.pgn", "other.pgn"),
    ] {
        std::os::unix::fs::symlink(target, folder.path(link)).expect("a link");
    }
    let dead = reynard_in(folder.path("").as_ref(), &["pgn", "check", "dead.pgn"]);
    let text = "error: dead.pgn: No such file or directory; it is a link to nowhere, which is \
                missing\n";
    assert_eq!((dead.code, dead.stderr.as_str()), (2, text));
    let run = reynard_in(folder.path("").as_ref(), &["pgn", "filter", "--count", "."]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "2\n"), "{run:?}");
    let notes: Vec<&str> = run.stderr.lines().collect();
    let texts = [
        "note: ./dead.pgn: a link to a missing file is skipped",
        "note: ./inner: a link to a folder is not followed",
        "note: ./loop.pgn: a link is skipped: Too many levels of symbolic links",
    ];
    assert_eq!(notes, texts);
}
