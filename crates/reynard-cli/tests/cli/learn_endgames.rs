//! `reynard learn` with endgame tables.

use std::fs;
use std::io::{BufRead, BufReader, Write};

use crate::folder::Folder;
use crate::run::{command, reynard, reynard_with_input, start};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../reynard-syzygy/tests/tables");

/// White gives a win up, and Black a draw.
const GAMES: &str = "[White \"Me\"]\n[Black \"other\"]\n[Date \"2026.01.02\"]\n[SetUp \"1\"]\n\
    [FEN \"8/4k3/8/4K3/8/4P3/8/8 w - - 0 60\"]\n\n60. Kd5 Kd7 61. Kd4 Kd6 62. e4 Ke6 1/2-1/2\n\n\
    [White \"other\"]\n[Black \"Me\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/4KP2/8/8 b - - 0 60\"]\n\n\
    60... Kd5 61. Kf4 1-0\n\n";

/// Makes a notebook with the games.
fn notebook() -> (Folder, String) {
    let folder = Folder::new();
    let path = folder.path("nb");
    assert_eq!(reynard(&["learn", "start", &path, "--me", "Me", "--nodes", "300"]).code, 0);
    let games = folder.file("games.pgn", GAMES);
    let args = ["learn", "add", "--notebook", &path, "--no-engine", "--syzygy", TABLES, &games];
    let run = reynard(&args);
    assert!(run.code == 0 && run.stdout.contains("2 new cards: 2 endgames; 2 in all."), "{run:?}");
    (folder, path)
}

/// Returns the best move of a position by the tables.
fn best(fen: &str) -> String {
    let run = reynard(&["tb", "probe", "--path", TABLES, fen]);
    let line = run.stdout.lines().nth(1).unwrap_or_else(|| panic!("{fen}: {run:?}"));
    line.split_whitespace().next().expect("a move").to_owned()
}

#[test]
fn endgames_are_played_out_against_the_tables_and_the_first_slip_decides() {
    let (_folder, path) = notebook();
    let args = ["learn", "drill", "--notebook", &path, "--kind", "endgame", "--syzygy", TABLES];
    let mut child = start(command(), &args);
    let mut input = child.stdin.take().expect("a pipe");
    let (mut moves, mut text) = (0, String::new());
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
        let line = line.expect("text");
        if line.contains(" - - ") {
            // The second card begins with a slip.
            let is_slip = text.contains("Card 2") && !text.contains("now it is");
            if is_slip {
                assert!(text.contains("to the end."), "{text}");
                let slip = if line.contains(" w ") { "Kd4" } else { "Kd5" };
                writeln!(input, "{slip}").expect("a pipe");
            }
            writeln!(input, "{}", best(&line)).expect("a pipe");
            moves += 1;
        }
        text += &line;
        text.push('\n');
    }
    assert!(child.wait().expect("it ends").success());
    assert!(moves > 4, "{moves}: {text}");
    assert!(text.contains("The rest is the mate of the bare king."), "{text}");
    assert!(text.contains("No, now it is "), "{text}");
    assert!(text.contains("1 of 2 right at the first try."), "{text}");
    let journal = fs::read_to_string(format!("{path}/reviews.jsonl")).expect("the journal");
    let grades: Vec<bool> = journal.lines().map(|line| line.contains("\"grade\":1")).collect();
    assert_eq!(grades, [false, true], "{journal}");
}

#[test]
fn without_tables_the_stored_line_and_the_engine_judge_one_move() {
    let (_folder, path) = notebook();
    let args = ["learn", "drill", "--notebook", &path, "--kind", "endgame", "--limit", "1"];
    let run = reynard_with_input(&args, b"show\n");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("Keep the "), "{run:?}");
    assert!(run.stdout.contains("0 of 1 right at the first try."), "{run:?}");
}

#[test]
fn tables_that_come_later_find_the_endgames_of_games_that_are_there() {
    let folder = Folder::new();
    let path = folder.path("nb");
    assert_eq!(reynard(&["learn", "start", &path, "--me", "Me", "--nodes", "300"]).code, 0);
    let games = folder.file("games.pgn", GAMES);
    assert_eq!(reynard(&["learn", "add", "--notebook", &path, "--no-engine", &games]).code, 0);
    let settings = fs::read_to_string(format!("{path}/notebook.toml")).expect("the settings");
    let tables = serde_json::Value::from(TABLES).to_string();
    fs::write(format!("{path}/notebook.toml"), format!("syzygy = [{tables}]\n{settings}"))
        .expect("the settings");
    let run = reynard(&["learn", "analyze", "--notebook", &path, "--threads", "1"]);
    assert!(run.code == 0 && run.stdout.contains("2 endgames"), "{run:?}");
    // Nothing waits any more.
    let again = reynard(&["learn", "analyze", "--notebook", &path]);
    assert_eq!(again.stderr, "no game waits for the engine\n", "{again:?}");
    let wrong = reynard(&["learn", "analyze", "--notebook", &path, "--syzygy", "/no/such/folder"]);
    assert!(wrong.code == 2 && wrong.stderr.contains("/no/such/folder"), "{wrong:?}");
}

#[test]
fn evaluations_of_table_positions_are_those_of_the_tables() {
    let drawn = |moves: &str| {
        format!(
            "[White \"Me\"]\n[Black \"other\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/4k3/4P3/4K3 w - - 0 1\"]\n\n\
             {moves} 1/2-1/2\n\n"
        )
    };
    let bare = drawn("1. Kd1 Kd4 2. Kd2 Ke4 3. e3 Kd5 4. Kd3 Ke5 5. e4 Ke6 6. e5 Kxe5");
    let evaluated = drawn(
        "1. Kd1 {[%eval 1.17]} Kd4 {[%eval 1.17]} 2. Kd2 {[%eval 1.23]} Ke4 {[%eval 1.18]} \
         3. e3 {[%eval 0.00]} Kd5 {[%eval 0.00]}",
    );
    for (game, added) in
        [(&bare, &["--nodes", "300"][..]), (&bare, &["--no-engine"]), (&evaluated, &[])]
    {
        let folder = Folder::new();
        let path = folder.path("nb");
        assert_eq!(reynard(&["learn", "start", &path, "--me", "Me", "--nodes", "300"]).code, 0);
        let games = folder.file("games.pgn", game);
        let args = ["learn", "add", "--notebook", &path, "--syzygy", TABLES, &games];
        let run = reynard(&[&args[..], added].concat());
        assert_eq!(run.code, 0, "{run:?}");
        let args = ["learn", "analyze", "--notebook", &path, "--syzygy", TABLES, "--threads", "1"];
        assert_eq!(reynard(&args).code, 0);
        let text = fs::read_to_string(format!("{path}/games.pgn")).expect("the games");
        let evaluations = text.matches("[%eval").count();
        assert!(evaluations >= 6 && text.matches("[%eval 0.00]").count() == evaluations, "{text}");
        assert!(!text.contains("$4"), "{text}");
        let again = reynard(&args);
        assert_eq!(again.stderr, "no game waits for the engine\n", "{again:?}");
        let status = reynard(&["learn", "status", "--notebook", &path]);
        assert!(status.stdout.contains("Cards        0\n"), "{status:?}");
    }
    // A win stays one.
    let (_folder, path) = notebook();
    assert_eq!(reynard(&["learn", "analyze", "--notebook", &path, "--syzygy", TABLES]).code, 0);
    let text = fs::read_to_string(format!("{path}/games.pgn")).expect("the games");
    let first = text.split_once("60. Kd5 {[%eval ").expect("an evaluation").1;
    let score: f64 = first.split(']').next().and_then(|it| it.parse().ok()).expect("a score");
    assert!(score >= 10.0, "{text}");
}

#[test]
fn an_endgame_of_the_repertoire_is_asked_as_one_move() {
    let (_folder, path) = notebook();
    let line = "[Orientation \"white\"]\n[SetUp \"1\"]\n[FEN \"8/3k4/8/3K4/8/4P3/8/8 w - - 0 1\"]\n\n1. e4 *\n";
    fs::write(format!("{path}/repertoire/endings.pgn"), line).expect("a file");
    let args = ["learn", "drill", "--notebook", &path, "--kind", "repertoire", "--syzygy", TABLES];
    let run = reynard_with_input(&args, b"Ke5\ne4\n");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("Your repertoire has another move."), "{run:?}");
    assert!(run.stdout.contains("0 of 1 right at the first try."), "{run:?}");
}
