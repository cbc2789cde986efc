//! `reynard pgn dedup`, `sort`, `split` and `merge`

use std::fs;

use super::{DAMAGED, FAMOUS};
use crate::folder::Folder;
use crate::run::{Run, reynard, reynard_with_input};

fn run(args: &[&str], input: &str) -> Run {
    reynard_with_input(&[&["pgn"], args, &["-"]].concat(), input.as_bytes())
}

#[test]
fn every_game_stays_once() {
    let input = format!("{FAMOUS}{DAMAGED}\n{}{DAMAGED}", FAMOUS.replace("1. e4 ", "1. e4 {!} "));
    let expected = format!("{FAMOUS}{DAMAGED}\n");
    for args in
        [&["dedup"][..], &["dedup", "--same", "final-position"], &["dedup", "--threads", "1"]]
    {
        let run = run(args, &input);
        assert_eq!((run.code, run.stdout.as_str()), (0, expected.as_str()), "{args:?}");
        assert!(run.stderr.contains("8 of 16 games"), "{}", run.stderr);
    }
    let skip = run(&["dedup", "--policy", "skip"], &input);
    assert!(!skip.stdout.contains("A slip") && skip.stderr.contains("7 of 16"), "{}", skip.stderr);
    let orders = "1. e4 e5 2. Nf3 *\n\n1. Nf3 e5 2. e4 *\n\n";
    assert_eq!(run(&["dedup"], orders).stdout, orders);
    let one = run(&["dedup", "--same", "final-position"], orders).stdout;
    assert_eq!(one, orders[..orders.len() / 2]);
}

/// Some megabytes of games through 1 MiB of memory: the same result, by way of the disk.
#[test]
fn memory_does_not_change_the_result() {
    let folder = Folder::new();
    let games = (0..12_000).map(|number| {
        let (round, white) = (number * 7919 % 12_000, number % 97);
        format!(
            "[Event \"x\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n\n1. e4 {{{number}}} *\n\n"
        )
    });
    let path = folder.file("many.pgn", &games.collect::<String>());
    let sort =
        |memory| reynard(&["pgn", "sort", "--by", "-White,Round", "--memory", memory, &path]);
    let (little, much) = (sort("1"), sort("1000"));
    assert_eq!(little.code, 0);
    assert!(little.stdout == much.stdout, "the order depends on the memory");
    assert_eq!(little.stdout.matches("[Event ").count(), 12_000);
    assert!(little.stdout.starts_with("[Event \"x\"]\n[Round \"89\"]\n[White \"96\"]\n"));
    let dedup = |memory| reynard(&["pgn", "dedup", "--memory", memory, &path]).stdout;
    assert_eq!(dedup("1"), dedup("1000"));
}

#[test]
fn games_are_sorted_by_tags() {
    let names = |by: &str| {
        let sorted = run(&["sort", "--by", by], FAMOUS).stdout;
        let white =
            |line: &str| Some(line.strip_prefix("[White \"")?.split(',').next()?.to_owned());
        sorted.lines().filter_map(white).collect::<Vec<String>>().join(" ")
    };
    assert_eq!(names("White"), "Anderssen Anderssen Byrne Kasparov Morphy");
    assert_eq!(names("-Date"), "Kasparov Byrne Morphy Anderssen Anderssen");
    assert_eq!(names("Round,White"), "Kasparov Byrne Anderssen Anderssen Morphy");
    assert_eq!(run(&["sort", "--by", "a b"], FAMOUS).code, 2);
}

#[test]
fn a_file_is_split_and_merged_again() {
    let folder = Folder::new();
    let into = folder.path("parts");
    let split = run(&["split", "--games", "2", "--into", &into], FAMOUS);
    assert_eq!((split.code, split.stdout.as_str()), (0, ""));
    assert_eq!(split.stderr, format!("3 files in {into}\n"));
    let parts: Vec<String> = (1..=3).map(|part| format!("{into}/games-{part:04}.pgn")).collect();
    let [one, two, three] = &parts[..] else { panic!("three parts") };
    let merged = reynard(&["pgn", "merge", one, two, three]);
    assert_eq!((merged.code, merged.stdout.as_str()), (0, FAMOUS));
    let by_tag = folder.path("by-tag");
    assert_eq!(run(&["split", "--tag", "White", "--into", &by_tag], FAMOUS).code, 0);
    let games = fs::read_to_string(format!("{by_tag}/Anderssen__Adolf.pgn")).expect("a file");
    assert_eq!(games.matches("[Event ").count(), 2);
    assert_eq!(fs::read_dir(&by_tag).expect("the folder").count(), 4);
    assert_eq!(run(&["split"], FAMOUS).code, 2, "into what?");
}

#[test]
fn files_of_an_earlier_split_are_noted() {
    let folder = Folder::new();
    let into = folder.path("parts");
    let split = |options: &[&str]| {
        let split = run(&[&["split", "--into", &into], options].concat(), FAMOUS);
        assert_eq!(split.code, 0, "{}", split.stderr);
        split.stderr
    };
    let note = |count: &str, names: &str| {
        format!(
            "note: {count} of games in {into} from before: {names}; a new folder with --into keeps them apart\n"
        )
    };
    let end = |files: &str| format!("{files} in {into}\n");
    assert_eq!(split(&["--games", "2"]), end("3 files"));
    assert_eq!(split(&["--games", "2"]), end("3 files"), "the same files");
    let others = note("2 other files", "games-0002.pgn, games-0003.pgn");
    assert_eq!(split(&["--games", "5"]), end("1 file") + &others);
    let by_round = split(&["--by-round"]);
    let others = note("3 other files", "games-0001.pgn, games-0002.pgn, games-0003.pgn");
    assert!(by_round.ends_with(&others), "{by_round}");
    fs::write(folder.path("parts/notes.txt"), "").expect("a file");
    fs::write(folder.path("parts/old.pgn.gz"), "").expect("a file");
    let others = split(&["--games", "2"]);
    assert!(others.contains("old.pgn.gz") && !others.contains("notes.txt"), "{others}");
    fs::write(folder.path("parts/Anderssen__Adolf.pgn"), "1. g4 {mine} *").expect("a file");
    let by_tag = split(&["--tag", "White"]);
    let replaced = "note: 1 file from before replaced: Anderssen__Adolf.pgn\n";
    assert!(by_tag.contains(replaced), "{by_tag}");
    assert!(by_tag.contains("games-0001.pgn, games-0002.pgn, games-0003.pgn, ..; "), "{by_tag}");
}

#[test]
fn values_that_differ_in_case_only_are_files_with_names_of_their_own() {
    let folder = Folder::new();
    let into = folder.path("parts");
    let values = ["Carlsen", "carlsen", "CARLSEN", "Carlsen", "carlsen-2", "NUL"];
    let pgn = values.map(|white| format!("[White \"{white}\"]\n\n1. e4 *\n\n")).concat();
    let split = run(&["split", "--tag", "White", "--into", &into], &pgn);
    assert_eq!((split.code, split.stderr), (0, format!("5 files in {into}\n")));
    let games = |name: &str| {
        let text = fs::read_to_string(format!("{into}/{name}.pgn")).expect("a file");
        text.lines().filter_map(|line| Some(line.strip_prefix("[White \"")?.to_owned())).collect()
    };
    let expected: [(&str, &[&str]); 5] = [
        ("CARLSEN", &["CARLSEN\"]"]),
        ("Carlsen-2", &["Carlsen\"]", "Carlsen\"]"]),
        ("carlsen-3", &["carlsen\"]"]),
        ("carlsen-2-2", &["carlsen-2\"]"]),
        ("NUL_", &["NUL\"]"]),
    ];
    for (name, whites) in expected {
        let found: Vec<String> = games(name);
        assert_eq!(found, whites, "{name}");
    }
}

#[test]
fn a_tag_that_no_game_has_splits_nothing() {
    let folder = Folder::new();
    let into = folder.path("parts");
    let split = run(&["split", "--tag", "Whte", "--into", &into], FAMOUS);
    assert_eq!((split.code, split.stdout.as_str()), (2, ""));
    assert_eq!(split.stderr, "error: no game has the tag `Whte`; did you mean White?\n");
    assert_eq!(folder.names(), [""; 0], "not even the folder");
    let sort = run(&["sort", "--by", "-Datte"], FAMOUS);
    assert_eq!(sort.stderr, "error: no game has the tag `Datte`; did you mean Date?\n");
    // Standard input without a game has no tags either.
    assert_eq!(run(&["split", "--tag", "White", "--into", &into], "").code, 0);
}

#[test]
fn one_is_not_many() {
    let folder = Folder::new();
    let into = folder.path("parts");
    let game = "1. e4 *\n";
    let run = reynard_with_input(
        &["pgn", "split", "--games", "5", "--into", &into, "-"],
        game.as_bytes(),
    );
    assert_eq!(run.stderr, format!("1 file in {into}\n"));
    let run = reynard_with_input(&["pgn", "dedup", "-"], game.as_bytes());
    assert_eq!(run.stderr, "1 of 1 game\n");
}
