//! Questions about collections, and the notes for empty answers.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{reynard, reynard_in, reynard_with_input};

const GAMES: &str = "[White \"Carlsen, Magnus\"]\n[Black \"Polgar, Judit\"]\n[Round \"1.2\"]\n\n1. e4 e5 1-0\n\n\
    [White \"Carlsen, M\"]\n[Black \"Anand, V\"]\n[Round \"2.1\"]\n\n1. d4 d5 0-1\n\n";

/// A folder with a file of games, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("reynard-asks-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        fs::write(path.join("games.pgn"), GAMES).expect("a writable folder");
        Self(path)
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_loss_needs_a_player_and_finds_that_of_another_option() {
    let count = |args: &[&str]| {
        let args = [&["pgn", "filter", "--count"], args, &["-"]].concat();
        reynard_with_input(&args, GAMES.as_bytes())
    };
    for args in [&["--result", "loss"][..], &["--where", "result=loss"]] {
        let run = count(args);
        assert_eq!(run.code, 2, "{args:?}");
        let reason = format!("error: {}: loss of whom?", args[0]);
        assert!(run.stderr.contains(&reason), "{args:?}: {}", run.stderr);
    }
    for args in [
        &["--player", "carlsen", "--result", "loss"][..],
        &["--player", "carlsen", "--where", "result=loss"],
        &["--where", "(player~carlsen or player~anand) result=loss"],
    ] {
        assert_eq!(count(args).stdout, "1\n", "{args:?}");
    }
}

#[test]
fn an_empty_answer_names_the_condition_that_no_game_fulfills() {
    for command in ["crosstable", "players"] {
        let run =
            reynard_with_input(&["pgn", command, "--where", "round>=9", "-"], GAMES.as_bytes());
        assert!(
            run.stderr.contains("note: no game fulfills round>=9"),
            "{command}: {}",
            run.stderr
        );
    }
    let run =
        reynard_with_input(&["pgn", "crosstable", "--where", "round<=1", "-"], GAMES.as_bytes());
    assert!(run.stdout.contains("1 game of 2 players"), "{}", run.stdout);
}

#[test]
fn names_with_initials_are_noted_and_joined_when_asked_for() {
    let noted = reynard_with_input(&["pgn", "crosstable", "-"], GAMES.as_bytes());
    assert!(
        noted.stderr.contains("`Carlsen, M` may be `Carlsen, Magnus`; --join-initials"),
        "{}",
        noted.stderr
    );
    assert!(noted.stdout.contains("2 games of 4 players"), "{}", noted.stdout);
    let joined =
        reynard_with_input(&["pgn", "crosstable", "--join-initials", "-"], GAMES.as_bytes());
    assert!(joined.stdout.contains("2 games of 3 players"), "{}", joined.stdout);
    assert_eq!(joined.stderr, "");
    let players = reynard_with_input(
        &["pgn", "players", "--join-initials", "--name", "carlsen", "-"],
        GAMES.as_bytes(),
    );
    assert!(players.stdout.contains("Carlsen, Magnus        2"), "{}", players.stdout);
}

#[test]
fn conditions_in_place_of_files_get_the_hint_to_quote_them() {
    let folder = Folder::new("quotes");
    let run = reynard_in(
        folder.as_ref(),
        &["pgn", "filter", "--where", "player~carlsen", "result=loss", "games.pgn"],
    );
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("one quoted argument"), "{}", run.stderr);
}

#[test]
fn a_missing_file_gets_the_name_of_a_near_one() {
    let folder = Folder::new("near");
    let run = reynard_in(folder.as_ref(), &["pgn", "check", "gmaes.pgn"]);
    assert_eq!(run.code, 2);
    assert!(!run.stderr.contains("os error"), "{}", run.stderr);
    assert!(run.stderr.contains("did you mean games.pgn?"), "{}", run.stderr);
}

#[test]
fn a_filter_in_place_says_how_many_games_are_gone() {
    let folder = Folder::new("place");
    let args = ["pgn", "filter", "--player", "anand", "-o", "games.pgn", "games.pgn"];
    let run = reynard_in(folder.as_ref(), &args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("note: the file has 1 game fewer than before"), "{}", run.stderr);
}

/// A game of a player.
fn game(white: &str) -> String {
    format!("[Event \"?\"]\n[White \"{white}\"]\n\n1. e4 e5 *\n\n")
}

#[test]
fn a_filter_in_place_counts_the_games_of_that_file_alone() {
    let folder = Folder::new("fewer");
    let path = |name: &str| folder.as_ref().join(name);
    fs::write(path("a.pgn"), game("anand") + &game("carlsen") + &game("anand")).expect("a file");
    fs::write(path("b.pgn"), game("anand").repeat(5)).expect("a file");
    let run = |args: &[&str]| reynard_in(folder.as_ref(), args).stderr;
    // Seven games of two files become the games of one that had three.
    let both = run(&["pgn", "filter", "--player", "anand", "-o", "a.pgn", "a.pgn", "b.pgn"]);
    assert!(both.contains("7 games written to a.pgn") && !both.contains("fewer"), "{both}");
    // All games are counted, although reading could end after the first.
    let first = run(&["pgn", "filter", "--limit", "1", "-o", "a.pgn", "a.pgn"]);
    assert!(first.contains("the file has 6 games fewer than before"), "{first}");
    let sample = run(&["pgn", "filter", "--sample", "2", "-o", "b.pgn", "b.pgn"]);
    assert!(sample.contains("3 games fewer") && sample.contains("2 games written"), "{sample}");
}

#[test]
fn a_merge_never_takes_its_output_as_an_input() {
    let folder = Folder::new("merge");
    let path = |name: &str| folder.as_ref().join(name);
    fs::write(path("a.pgn"), game("a")).expect("a file");
    fs::write(path("b.pgn"), game("b")).expect("a file");
    let run = |args: &[&str]| reynard_in(folder.as_ref(), args);
    let first = run(&["pgn", "merge", "-o", "all.pgn", "a.pgn", "b.pgn"]);
    assert!(first.stderr.contains("2 games written to all.pgn"), "{}", first.stderr);
    let merged = fs::read(path("all.pgn")).expect("a file");
    for inputs in [&["a.pgn", "all.pgn", "b.pgn"][..], &["."]] {
        let again = run(&[&["pgn", "merge", "-o", "all.pgn"][..], inputs].concat());
        assert_eq!(again.code, 2, "{}", again.stderr);
        assert!(
            again.stderr.contains("all.pgn: the output is one of the inputs"),
            "{}",
            again.stderr
        );
        assert_eq!(fs::read(path("all.pgn")).expect("a file"), merged);
    }
}

#[test]
fn commands_that_write_games_to_a_file_say_how_many() {
    let folder = Folder::new("written");
    let path = |name: &str| folder.as_ref().join(name);
    let atomic = game("b").replace("[White", "[Variant \"Atomic\"]\n[White");
    fs::write(path("a.pgn"), game("a") + &atomic + &game("c")).expect("a file");
    for command in [&["fmt"][..], &["convert"], &["sort", "--by", "White"], &["merge"]] {
        let args = [&["pgn"], command, &["-o", "out.pgn", "a.pgn"]].concat();
        let run = reynard_in(folder.as_ref(), &args);
        assert!(run.stderr.contains("3 games written to out.pgn"), "{args:?}: {}", run.stderr);
    }
    let skipped =
        reynard_in(folder.as_ref(), &["pgn", "fmt", "--policy", "skip", "-o", "out.pgn", "a.pgn"]);
    assert!(skipped.stderr.contains("2 games written to out.pgn"), "{}", skipped.stderr);
    let screen = reynard_in(folder.as_ref(), &["pgn", "merge", "a.pgn"]);
    assert!(!screen.stderr.contains("written"), "{}", screen.stderr);
}

#[test]
fn numbers_out_of_range_are_explained_in_words() {
    let run = reynard(&["play", "--level", "11"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("11 is not from 1 to 10"), "{}", run.stderr);
    for (args, text) in [
        (&["play", "--elo", "-50"][..], "-50 is not from 600 to 3000"),
        (&["pgn", "filter", "--limit", "-1", "-"], "'-1' for '--limit <N>': it cannot be negative"),
        (&["pgn", "fmt", "-o", "-x.pgn", "-"], "write `-o=-x.pgn`"),
        (&["pgn", "fmt", "--output", "-x.pgn", "-"], "write `--output=-x.pgn`"),
    ] {
        let run = reynard(args);
        assert!(run.code == 2 && run.stderr.contains(text), "{args:?}: {}", run.stderr);
    }
    let dashes = reynard(&["match", "-engine", "cmd=x"]);
    assert!(dashes.stderr.contains("Coming from fastchess"), "{}", dashes.stderr);
}

#[test]
fn words_for_commands_that_have_other_names_are_answered() {
    for (word, meant) in [
        ("view", "serve --pgn"),
        ("puzzle", "pgn puzzles"),
        ("diagram", "show --svg"),
        ("standings", "pgn crosstable"),
        ("download", "learn fetch"),
        ("explorer", "db explore"),
        ("import", "db create"),
        ("tournament", "reynard match"),
        ("gauntlet", "reynard match"),
    ] {
        let run = reynard(&[word]);
        assert_eq!(run.code, 2, "{word}");
        assert!(run.stderr.contains(meant), "{word}: {}", run.stderr);
    }
    for (place, word, meant) in [
        ("learn", "import", "learn add"),
        ("db", "import", "db create"),
        ("db", "verify", "db info --verify"),
        ("db", "find", "db games"),
    ] {
        let run = reynard(&[place, word, "x"]);
        assert_eq!(run.code, 2, "{place} {word}");
        assert!(run.stderr.contains(meant), "{place} {word}: {}", run.stderr);
    }
}

#[test]
fn a_database_tells_of_games_that_it_had_before() {
    let folder = Folder::new("again");
    let line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5";
    let pgn = format!("[White \"A\"]\n[Black \"B\"]\n\n{line} 1-0\n");
    fs::write(folder.as_ref().join("long.pgn"), pgn).expect("a writable folder");
    let run = |args: &[&str]| reynard_in(folder.as_ref(), args);
    assert_eq!(run(&["db", "create", "a.rdb", "long.pgn"]).code, 0);
    let again = run(&["db", "add", "a.rdb", "long.pgn"]);
    assert!(again.stderr.contains("1 game look"), "{}", again.stderr);
    assert!(again.stderr.contains("db dups --delete"), "{}", again.stderr);
    let report = run(&["db", "report", "a.rdb", "--moves", "e4 e5", "--plies", "2"]);
    assert!(report.stdout.contains("\n1. e4 e5 2. Nf3 {"), "{}", report.stdout);
    assert!(report.stdout.contains("[Event \"Repertoire with White\"]"), "{}", report.stdout);
    let loss = run(&["db", "games", "a.rdb", "(player~a or player~z) result=win"]);
    assert_eq!(loss.stdout.lines().count(), 2, "{}", loss.stdout);
}

#[test]
fn a_database_names_the_players_that_a_mistyped_name_may_mean() {
    let folder = Folder::new("near");
    let run = |args: &[&str]| reynard_in(folder.as_ref(), args);
    assert_eq!(run(&["db", "create", "a.rdb", "games.pgn"]).code, 0);
    for question in
        [&["db", "games", "a.rdb", "player~pollgar"][..], &["db", "player", "a.rdb", "pollgar"]]
    {
        let missed = run(question);
        assert_eq!(missed.code, 1);
        let note = "did you mean Polgar, Judit?";
        assert!(missed.stderr.contains(note), "{question:?}: {}", missed.stderr);
    }
    let known = run(&["db", "games", "a.rdb", "player~polgar year=1850"]);
    assert!(known.code == 1 && !known.stderr.contains("mean"), "{}", known.stderr);
}
