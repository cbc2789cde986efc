//! Help, mistakes, completions and manual pages.

use std::fs;

use crate::run::reynard;

const COMMANDS: [&str; 16] = [
    "play",
    "analyze",
    "bench",
    "perft",
    "fen",
    "moves",
    "show",
    "see",
    "epd",
    "book",
    "match",
    "ladder",
    "selfplay",
    "pgn",
    "completions",
    "man",
];

const PGN_COMMANDS: [&str; 9] =
    ["check", "stats", "filter", "convert", "dedup", "sort", "split", "merge", "fmt"];

#[test]
fn every_command_explains_itself_with_examples() {
    let main = reynard(&["--help"]);
    assert_eq!((main.code, main.stderr.as_str()), (0, ""));
    for command in COMMANDS {
        assert!(main.stdout.contains(&format!("\n  {command} ")), "{command} in {}", main.stdout);
        let help = reynard(&[command, "--help"]);
        assert_eq!(help.code, 0);
        assert!(help.stdout.contains(&format!("Examples:\n  reynard {command}")), "{command}");
    }
}

#[test]
fn every_command_for_games_explains_itself_with_examples() {
    let main = reynard(&["pgn", "--help"]);
    for command in PGN_COMMANDS {
        assert!(main.stdout.contains(&format!("\n  {command} ")), "{command} in {}", main.stdout);
        let help = reynard(&["pgn", command, "--help"]);
        assert_eq!(help.code, 0);
        assert!(help.stdout.contains(&format!("Examples:\n  reynard pgn {command}")), "{command}");
    }
}

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
fn the_version_is_that_of_the_package() {
    let run = reynard(&["--version"]);
    assert_eq!(run.stdout, format!("reynard {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_know_the_commands_in_every_shell() {
    for shell in ["bash", "elvish", "fish", "nushell", "powershell", "zsh"] {
        let run = reynard(&["completions", shell]);
        assert_eq!(run.code, 0, "{shell}");
        for command in COMMANDS {
            assert!(run.stdout.contains(command), "{shell} does not know {command}");
        }
    }
}

#[test]
fn manual_pages_are_written_for_every_command() {
    let main = reynard(&["man"]);
    assert!(main.code == 0 && main.stdout.contains(".TH reynard 1"), "{}", main.stdout);
    let dir = std::env::temp_dir().join(format!("reynard-man-{}", std::process::id()));
    let run = reynard(&["man", dir.to_str().expect("a plain path")]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    for command in COMMANDS {
        let page = fs::read_to_string(dir.join(format!("reynard-{command}.1"))).expect("a page");
        assert!(page.contains(&format!(".TH reynard-{command} 1")), "{page}");
    }
    for command in PGN_COMMANDS {
        let page = dir.join(format!("reynard-pgn-{command}.1"));
        let page = fs::read_to_string(page).expect("a page");
        assert!(page.contains(&format!(".TH reynard-pgn-{command} 1")), "{page}");
    }
    fs::remove_dir_all(&dir).expect("the folder can go");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let run = reynard(&["man", "/dev/null/pages"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with("error: cannot create /dev/null/pages: "), "{}", run.stderr);
}
