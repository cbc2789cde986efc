//! Mistakes in the command line.

use std::fs;

use crate::run::{reynard, reynard_in};

#[test]
fn no_command_is_the_engine() {
    let run = reynard(&[]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
}

#[test]
fn mistyped_names_get_a_suggestion() {
    for (args, suggestion) in [
        (&["mvoes"][..], "'moves'"),
        (&["fen", "--snaitize", "x"], "'--sanitize'"),
        (&["fen", "--en-passant", "allways", "x"], "'always'"),
        (&["completions", "fsh"], "'fish'"),
    ] {
        let run = reynard(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(suggestion), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn numbers_that_cannot_be_read_are_explained() {
    for (args, reason) in [
        (&["bench", "x"][..], "error: invalid value 'x' for '[DEPTH]': not a whole number\n"),
        (&["analyze", "--threads", "0"], "'0' for '--threads <N>': it has to be 1 or more\n"),
        (&["analyze", "--nodes", "99999999999999999999"], "': that is too large\n"),
        (&["bench", "0"], "0 is not from 1 to 100\n"),
    ] {
        let run = reynard(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(reason), "{args:?}: {}", run.stderr);
        let end = "\n\nFor more information, try '--help'.\n";
        assert!(run.stderr.ends_with(end), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let run = reynard(&["--version"]);
    assert_eq!(run.stdout, format!("reynard {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let run = reynard(&["man", "/dev/null/pages"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with("error: cannot create /dev/null/pages: "), "{}", run.stderr);
}

#[test]
fn a_file_in_place_of_a_command_gets_a_suggestion() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    fs::write(folder.join("game.pgn"), "1. e4 *\n").expect("a writable folder");
    let run = reynard_in(folder, &["game.pgn"]);
    let group = reynard_in(folder, &["pgn", "game.pgn"]);
    for run in [run, group] {
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        let tip = "game.pgn is a file: `reynard pgn check game.pgn` or `reynard analyze game.pgn`";
        assert!(run.stderr.contains(tip), "{}", run.stderr);
    }
}

#[test]
fn words_of_other_programs_are_explained() {
    for (word, meant) in [
        ("uci", "without a subcommand `reynard` is the UCI engine"),
        ("eval", "`reynard analyze FEN`"),
        ("convert", "`reynard pgn convert`"),
        ("solve", "`reynard epd --solve FILE`"),
        ("probe", "`reynard book probe` or `reynard tb probe`"),
        ("no-such-file.pgn", "there is no file no-such-file.pgn"),
        ("mvoes", "'moves'"),
        ("selfplay", "it is a command of `reynard-lab`: `reynard-lab selfplay`"),
        ("cluster plan selfplay", "`reynard-lab cluster plan selfplay`"),
        ("cluster plan samples", "`reynard-lab cluster plan samples`"),
    ] {
        let run = reynard(&word.split(' ').collect::<Vec<_>>());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        assert!(run.stderr.contains(meant), "{word}: {}", run.stderr);
    }
    let run = reynard(&["moves", "--flip", "startpos"]);
    assert!(!run.stderr.contains("as a value"), "{}", run.stderr);
}

#[test]
fn control_characters_of_arguments_never_reach_the_terminal() {
    let evil = "\u{1b}[31mx";
    for args in [
        &[evil][..],
        &["fen", evil],
        &["see", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", evil],
        &["show", "startpos", evil],
        &["pgn", "check", evil],
        &["book", "probe", evil],
        &["tb", "verify", evil],
        &["analyze", evil],
        &["perft", "--suite", evil],
        &["epd", evil],
        &["moves", "--no\u{1b}[31msuch", "startpos"],
    ] {
        let run = reynard(args);
        let text = format!("{}{}", run.stdout, run.stderr);
        assert!(!text.contains('\u{1b}') && !text.is_empty(), "{args:?}: {text:?}");
    }
}

#[test]
fn headings_of_the_help_have_their_own_options_only() {
    for args in [&["pgn", "filter"][..], &["pgn", "puzzles"], &["epd"], &["db", "export"]] {
        let help = reynard(&[args, &["-h"]].concat());
        let (_, special) = help
            .stdout
            .rsplit_once("\n\nExamples:")
            .map_or(("", ""), |(before, _)| before.rsplit_once("\n\n").expect("a heading"));
        for option in ["--json", "--output", "--where", "--player"] {
            let is_condition = special.starts_with("Conditions:") && option != "--output";
            let stands = special.lines().any(|line| line.trim_start().starts_with(option));
            assert!(!stands || is_condition && option != "--json", "{args:?}: {option}: {special}");
        }
    }
}

#[test]
fn themes_and_rounds_that_there_are_not_are_refused() {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/samples");
    let club = format!("{samples}/club.pgn");
    let open = format!("{samples}/open.trf");
    for (args, reason) in [
        (&["pgn", "puzzles", "--theme", "frok", &club][..], "did you mean `fork`?"),
        (&["pgn", "puzzles", "--rating", "1600-1200", &club], "range: 1600 is above 1200"),
        (&["pgn", "puzzles", "--theme", "xyz", &club], "the themes are mate, mate in 1, "),
        (&["pgn", "crosstable", "--after", "5", &open], "--after: the tournament has 3 rounds"),
    ] {
        let run = reynard(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(reason), "{args:?}: {}", run.stderr);
    }
}
