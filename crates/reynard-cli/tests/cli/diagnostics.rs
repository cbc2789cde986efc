//! Small things that the first users found.

use std::fs;
use std::path::Path;

use crate::run::{reynard, reynard_in, reynard_with_input};

#[test]
fn a_first_word_that_is_no_command_is_answered_with_what_was_meant() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/samples/famous.pgn");
    for (args, tip) in [
        (&[file][..], "reynard pgn check"),
        (&["pgn", file], "reynard pgn check"),
        (&["uci"], "without a subcommand `reynard` is the UCI engine"),
        (&["eval"], "reynard analyze FEN"),
        (&["convert"], "reynard pgn convert"),
        (&["opening"], "reynard pgn filter --opening"),
        (&["elo"], "reynard match"),
        (&["solve"], "reynard epd --solve"),
    ] {
        let run = reynard(args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.stderr.contains(tip), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn perft_takes_a_position_without_an_option() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let unquoted: Vec<&str> = ["perft", "2"].into_iter().chain(START.split(' ')).collect();
    for args in [&unquoted[..], &["perft", "2", START], &["perft", "2", "startpos"]] {
        let run = reynard(args);
        assert!(run.code == 0 && run.stdout.contains("400"), "{args:?}: {run:?}");
    }
    let run = reynard(&["perft", "--fen", "startpos", "3"]);
    assert!(run.code == 2 && run.stderr.contains("the depth is missing"), "{run:?}");
}

#[test]
fn keys_are_in_small_letters_in_the_engine_and_in_show() {
    let shown = reynard(&["show", "startpos"]).stdout;
    let engine = reynard_with_input(&[], b"d\nquit\n").stdout;
    assert!(shown.contains("463b96181691fc9c") && engine.contains("463b96181691fc9c"), "{engine}");
}

#[test]
fn limits_of_nothing_are_refused() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/samples/famous.pgn");
    for args in [["stats", "--limit", "0", file], ["filter", "--limit", "0", file]] {
        let run = reynard(&[&["pgn"][..], &args].concat());
        assert!(run.code == 2 && run.stdout.is_empty(), "{args:?}: {run:?}");
    }
}

#[test]
fn a_control_character_in_a_record_is_named() {
    let run = reynard_with_input(&["epd", "-"], b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd1\0;\n");
    assert!(run.stderr.contains("a control character"), "{run:?}");
}

#[test]
fn a_folder_in_place_of_a_file_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = reynard(&["epd", folder.path().to_str().expect("a plain path")]);
    assert!(run.code == 2 && run.stderr.contains("it is a folder"), "{run:?}");
}

#[test]
fn an_option_of_other_engines_is_noted_and_skipped() {
    let run = reynard_with_input(&[], b"setoption name Skill Level value 3\nisready\nquit\n");
    assert!(run.stdout.contains("`Skill Level`") && run.stdout.contains("readyok"), "{run:?}");
}

#[test]
fn messages_name_the_option_the_file_and_the_mend() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/samples");
    for name in ["club.pgn", "damaged.pgn", "famous.pgn", "tournament.pgn"] {
        fs::copy(samples.join(name), path.join(name)).expect("a sample");
    }
    fs::create_dir(path.join("empty")).expect("a writable folder");
    fs::write(path.join("list.epd"), "startpos\nnonsense\n").expect("a writable folder");
    fs::write(path.join("late.epd"), "4k3/8/8/8/8/8/8/4K3 w - -\n[a \"b\"]\n4k3/8 w\n")
        .expect("a writable folder");
    fs::write(path.join("suite.epd"), "nonsense ;D1 20\n").expect("a writable folder");
    for (command, message) in [
        ("analyze startpos e9", "`e9` is not a move"),
        ("analyze --nodes 1 list.epd", "list.epd:2: syntax: "),
        ("show list.epd", "list.epd:2: syntax: "),
        ("perft --suite suite.epd", "suite.epd:1: "),
        ("perft --suite famous.pgn", "famous.pgn: games in PGN, not positions: `reynard pgn "),
        ("epd famous.pgn", "famous.pgn: games in PGN, not positions: `reynard pgn "),
        ("epd late.epd", "late.epd:3:"),
        ("epd --solve famous.pgn", "famous.pgn: games in PGN, not positions: `reynard pgn "),
        ("tb list --path empty", "there are no tables in empty (--recursive "),
        ("analyze --player rider86 club.pgn", "no game fulfills player~rider86\n"),
        ("analyze --player rider86 club.pgn", "did you mean rider85?"),
        ("analyze --where eco=A00 club.pgn", "no game fulfills eco=A00\n"),
        (
            "pgn ratings --anchor Foo=2000 tournament.pgn",
            "--anchor Foo: no player has this name; the list is not anchored\n",
        ),
        ("pgn sort damaged.pgn", "no game has the tag `Date`: name another one with --by\n"),
        ("cluster plan match job self self", "engine `self`: no limit is set"),
        ("show nosuch.pgn", "nosuch.pgn: no such file, and not a FEN\n"),
        ("pgn crosstable --bye foo tournament.pgn", "write a round, a kind and a name"),
    ] {
        let run = reynard_in(path, &command.split(' ').collect::<Vec<_>>());
        let text = run.stdout + &run.stderr;
        assert!(text.contains(message), "{command}: {text}");
    }
    let plan = ["cluster", "plan", "syzygy", "job", "club.pgn", "--tables", "empty"];
    let plan = reynard_in(path, &plan).stderr;
    let named =
        plan.split_once("there are no tables in ").map(|(_, folder)| Path::new(folder.trim_end()));
    assert!(named.is_some_and(|folder| folder.ends_with("empty")), "{plan}");
    let kind = reynard_in(path, &["pgn", "crosstable", "--bye", "1 foo Ben", "tournament.pgn"]);
    assert!(kind.stderr.contains("the kind is one of zero, half, "), "{}", kind.stderr);
}
