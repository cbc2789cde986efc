//! Help, mistakes, completions and manual pages.

use std::fs;
use std::path::Path;

use crate::run::{reynard, reynard_in};

/// All commands, in the order of the help.
const COMMANDS: [&str; 25] = [
    "play",
    "serve",
    "web",
    "analyze",
    "show",
    "fen",
    "moves",
    "see",
    "perft",
    "bench",
    "epd",
    "pgn",
    "db",
    "book",
    "tb",
    "match",
    "ladder",
    "selfplay",
    "tune",
    "spsa",
    "train",
    "net",
    "cluster",
    "completions",
    "man",
];

/// The commands of `db`.
const DB_COMMANDS: &[&str] = &[
    "create", "add", "info", "explore", "browse", "games", "search", "player", "report", "novelty",
    "dups", "export", "delete", "compact", "merge",
];

/// The commands that have commands of their own.
const GROUPS: [(&str, &[&str]); 8] = [
    ("web", &["export", "files"]),
    ("db", DB_COMMANDS),
    ("net", &["show", "check", "quantize", "average", "loss", "explain"]),
    (
        "pgn",
        &[
            "check",
            "stats",
            "crosstable",
            "players",
            "puzzles",
            "filter",
            "convert",
            "dedup",
            "sort",
            "split",
            "merge",
            "fmt",
        ],
    ),
    ("book", &["probe", "make", "dump", "merge", "filter", "compare", "check"]),
    ("tb", &["probe", "verify", "list"]),
    ("cluster", &["plan", "run", "run-shard", "verify", "model"]),
    ("selfplay", &["generate", "stats", "export", "merge", "shuffle", "dedup", "wdl", "check"]),
];

/// The pages of the manual, by the commands that they are about: `PAGE` or `PAGE COMMAND`.
fn pages() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let alone = COMMANDS.iter().map(|&command| (command, vec![command]));
    let within = GROUPS.iter().flat_map(|&(group, commands)| {
        commands.iter().map(move |&command| (group, vec![group, command]))
    });
    let page = |command| if command == "serve" { "web" } else { command };
    let pages = alone.chain(within).map(move |(command, words)| (page(command), words));
    pages.filter(|(page, _)| !["completions", "man"].contains(page))
}

/// The options of a help, with their short names where they have one.
fn options(help: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    help.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let first = words.next()?.trim_end_matches(',');
        // The value may be optional: `--last-move[=<MOVE>]`.
        let name = |word: &'_ str| word.split('[').next().map_or(0, str::len);
        if first.starts_with("--") {
            Some((None, &first[..name(first)]))
        } else {
            let long = words.next().filter(|word| word.starts_with("--"))?;
            first.starts_with('-').then_some((Some(first), &long[..name(long)]))
        }
    })
}

/// Whether a text has an option, and not only one that begins like it.
fn has_word(text: &str, option: &str) -> bool {
    text.match_indices(option).any(|(at, _)| {
        let next = text[at + option.len()..].chars().next();
        next.is_none_or(|letter| letter != '-' && !letter.is_alphanumeric())
    })
}

/// The commands that a help lists, without `help`.
fn listed(help: &str) -> Vec<&str> {
    let (_, list) = help.split_once("\nCommands:\n").expect("a list of commands");
    let (list, _) = list.split_once("\n\n").expect("an end of the list");
    let names = list.lines().filter(|line| !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

#[test]
fn every_command_explains_itself_with_examples() {
    let main = reynard(&["--help"]);
    assert_eq!((main.code, main.stderr.as_str()), (0, ""));
    assert_eq!(listed(&main.stdout), COMMANDS);
    for command in COMMANDS {
        let help = reynard(&[command, "--help"]);
        assert_eq!(help.code, 0);
        assert!(help.stdout.contains(&format!("Examples:\n  reynard {command}")), "{command}");
    }
}

#[test]
fn every_command_of_a_group_explains_itself_with_examples() {
    for (group, commands) in GROUPS {
        assert_eq!(listed(&reynard(&[group, "--help"]).stdout), commands, "{group}");
        for command in commands {
            let help = reynard(&[group, command, "--help"]);
            assert_eq!(help.code, 0);
            let example = format!("Examples:\n  reynard {group} {command}");
            assert!(help.stdout.contains(&example), "{group} {command}");
        }
    }
}

/// Options that all commands share are on the page of conventions.
#[test]
fn every_option_is_on_the_page_of_its_command() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let read = |page: &str| fs::read_to_string(folder.join(page)).expect("a page");
    let conventions = read("conventions.md");
    let mut seen = 0;
    for (page, command) in pages() {
        let text = read(&format!("{page}.md"));
        let help = reynard(&[&command[..], &["--help"]].concat());
        for (short, long) in options(&help.stdout).filter(|&(_, long)| long != "--help") {
            let is_told = |name: &str| has_word(&text, name) || has_word(&conventions, name);
            let told = is_told(long) || short.is_some_and(is_told);
            assert!(told, "{long} of {command:?} is not on its page");
            seen += 1;
        }
    }
    assert!(seen > 200, "only {seen} options");
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
fn numbers_that_cannot_be_read_are_explained() {
    for (args, reason) in [
        (&["bench", "x"][..], "error: invalid value 'x' for '[DEPTH]': not a whole number\n"),
        (&["analyze", "--threads", "0"], "'0' for '--threads <N>': it has to be 1 or more\n"),
        (&["analyze", "--nodes", "99999999999999999999"], "': that is too large\n"),
        (&["ladder", "self", "--until", "half"], "'half' for '--until <PERCENT>': not a number\n"),
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
    for (group, commands) in GROUPS {
        for command in commands {
            let page = dir.join(format!("reynard-{group}-{command}.1"));
            let page = fs::read_to_string(page).expect("a page");
            assert!(page.contains(&format!(".TH reynard-{group}-{command} 1")), "{page}");
        }
    }
    fs::remove_dir_all(&dir).expect("the folder can go");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let run = reynard(&["man", "/dev/null/pages"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with("error: cannot create /dev/null/pages: "), "{}", run.stderr);
}

#[test]
fn a_file_in_place_of_a_command_gets_a_suggestion() {
    let folder = std::env::temp_dir().join(format!("reynard-help-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    fs::write(folder.join("game.pgn"), "1. e4 *\n").expect("a writable folder");
    let run = reynard_in(&folder, &["game.pgn"]);
    let group = reynard_in(&folder, &["pgn", "game.pgn"]);
    fs::remove_dir_all(&folder).expect("the folder can go");
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
    ] {
        let run = reynard(&[word]);
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
        &["tune", evil],
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
