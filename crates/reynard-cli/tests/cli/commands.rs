//! Help, completions and manual pages of all commands. The tests of `reynard-lab` have this file,
//! too.

use std::fs;
use std::path::Path;

use crate::run::reynard;
use crate::{COMMANDS, GROUPS, PROGRAM};

/// The pages of the manual, by the commands that they are about: `PAGE` or `PAGE COMMAND`.
fn pages() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let alone = COMMANDS.iter().map(|&command| (command, vec![command]));
    let within = GROUPS.iter().flat_map(|&(group, commands)| {
        commands.iter().map(move |&command| (group, vec![group, command]))
    });
    let page = |command, words: &[&str]| match (command, words.last()) {
        ("serve", _) => "web",
        ("pgn", Some(&("crosstable" | "ratings"))) => "standings",
        ("pgn", Some(&("dedup" | "sort" | "split" | "merge" | "fmt"))) => "pgn-files",
        ("pgn", Some(&"filter")) => "pgn-filter",
        ("pgn", Some(&"convert")) => "convert",
        ("pgn", Some(&"players")) => "players",
        ("pgn", Some(&"puzzles")) => "puzzles",
        _ => command,
    };
    let pages = alone.chain(within).map(move |(command, words)| (page(command, &words), words));
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

/// Returns `true` if a text has an option, and not only a longer one.
fn has_word(text: &str, option: &str) -> bool {
    text.match_indices(option).any(|(at, _)| {
        let next = text[at + option.len()..].chars().next();
        next.is_none_or(|letter| letter != '-' && !letter.is_alphanumeric())
    })
}

/// The commands that a help lists, without `help`.
fn listed(help: &str) -> Vec<&str> {
    let (_, list) = help.split_once(":\n").expect("a list of commands");
    let (list, _) = list.split_once("\nOptions:\n").expect("an end of the list");
    // Headings of groups have no indent, and long descriptions a larger one.
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
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
        assert!(help.stdout.contains(&format!("Examples:\n  {PROGRAM} {command}")), "{command}");
    }
}

#[test]
fn every_command_of_a_group_explains_itself_with_examples() {
    for (group, commands) in GROUPS {
        assert_eq!(listed(&reynard(&[group, "--help"]).stdout), commands, "{group}");
        for command in commands {
            let help = reynard(&[group, command, "--help"]);
            assert_eq!(help.code, 0);
            let example = format!("Examples:\n  {PROGRAM} {group} {command}");
            assert!(help.stdout.contains(&example), "{group} {command}");
        }
    }
}

/// Options that all commands share are on the page of conventions, those of all commands of a group
/// on its page.
#[test]
fn every_option_is_on_the_page_of_its_command() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let read = |page: &str| fs::read_to_string(folder.join(page)).expect("a page");
    let conventions = read("conventions.md");
    let mut seen = 0;
    for (page, command) in pages() {
        let mut text = read(&format!("{page}.md"));
        if command.len() == 2 {
            text += &read(&format!("{}.md", command[0]));
        }
        let help = reynard(&[&command[..], &["--help"]].concat());
        for (short, long) in options(&help.stdout).filter(|&(_, long)| long != "--help") {
            let is_told = |name: &str| has_word(&text, name) || has_word(&conventions, name);
            let told = is_told(long) || short.is_some_and(is_told);
            assert!(told, "{long} of {command:?} is not on its page");
            seen += 1;
        }
    }
    assert!(seen > 50, "only {seen} options");
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
    assert!(main.code == 0 && main.stdout.contains(&format!(".TH {PROGRAM} 1")), "{}", main.stdout);
    let one = reynard(&["man", "cluster"]);
    assert!(one.stdout.contains(concat!("Reynard ", env!("CARGO_PKG_VERSION"))), "{}", one.stdout);
    assert_eq!((one.code, Path::new("cluster").exists()), (0, false));
    assert!(one.stdout.contains(&format!(".TH {PROGRAM}-cluster 1")), "{}", one.stdout);
    // A subcommand, in words or by the name of its page; a mistyped one makes no folder.
    if PROGRAM == "reynard" {
        for words in [&["man", "pgn", "filter"][..], &["man", "pgn-filter"], &["man", "pgn filter"]]
        {
            let run = reynard(words);
            assert!(run.stdout.contains(".TH reynard-pgn-filter 1"), "{run:?}");
        }
        let run = reynard(&["man", "analyse"]);
        assert_eq!((run.code, Path::new("analyse").exists()), (2, false), "{run:?}");
        assert!(run.stderr.contains("did you mean `analyze`?"), "{run:?}");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().join("man");
    let run = reynard(&["man", dir.to_str().expect("a plain path")]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    for command in COMMANDS {
        let page = fs::read_to_string(dir.join(format!("{PROGRAM}-{command}.1"))).expect("a page");
        assert!(page.contains(&format!(".TH {PROGRAM}-{command} 1")), "{page}");
    }
    for (group, commands) in GROUPS {
        for command in commands {
            let page = dir.join(format!("{PROGRAM}-{group}-{command}.1"));
            let page = fs::read_to_string(page).expect("a page");
            assert!(page.contains(&format!(".TH {PROGRAM}-{group}-{command} 1")), "{page}");
        }
    }
}
