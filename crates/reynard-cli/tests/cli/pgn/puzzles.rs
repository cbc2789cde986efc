//! `reynard pgn puzzles`: themes, players, formats.

use crate::run::{Run, reynard, reynard_with_input};

/// A missed mate in one of White, which the next game plays, and an ending that is won anyway.
const GAMES: &str = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 *\n\n\
    [White \"Cid\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n\
    [Event \"Chapter 3: the end\"]\n[White \"?\"]\n[Black \"?\"]\n[SetUp \"1\"]\n\
    [FEN \"6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1\"]\n\n1... h5 {[%eval 5.0]} 2. Kd1 {[%eval 5.0]} h4 *\n\n";

fn puzzles(args: &[&str]) -> Run {
    let args = [&["pgn", "puzzles", "--nodes", "4000"], args, &["-"]].concat();
    let run = reynard_with_input(&args, GAMES.as_bytes());
    assert_eq!(run.code, 0, "{run:?}");
    run
}

#[test]
fn themes_are_named_as_here_or_as_on_lichess() {
    for name in ["mate", "mate in 1", "mateIn1", "MATE-IN-1"] {
        assert!(puzzles(&["--theme", name]).stderr.starts_with("2 puzzles"), "{name}");
    }
    assert!(puzzles(&["--theme", "fork"]).stderr.starts_with("0 puzzles"));
    assert!(puzzles(&["--theme", "mate", "--theme", "fork"]).stderr.starts_with("0 puzzles"));
}

#[test]
fn a_player_gets_the_puzzles_that_were_missed() {
    let run = puzzles(&["--player", "anna"]);
    assert!(run.stderr.starts_with("1 puzzle ") && run.stdout.contains("Anna - Ben"), "{run:?}");
    // Cid has played the mate, and for Ben it was not the turn.
    for name in ["cid", "ben"] {
        assert!(puzzles(&["--player", name]).stderr.starts_with("0 puzzles"), "{name}");
    }
}

#[test]
fn rows_of_csv_and_results_of_mates_are_whole() {
    let run = puzzles(&["--to", "csv"]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], "fen,moves,theme,motifs,length,score,white,black,game,ply,rating");
    assert!(lines[1].contains(",h5f7,mate in 1,"), "{}", lines[1]);
    assert!(lines.iter().all(|line| line.split(',').count() == 11), "{lines:?}");
    let pgn = puzzles(&["--to", "pgn"]).stdout;
    assert_eq!(pgn.matches("Qxf7# 1-0").count(), 2, "{pgn}");
}

#[test]
fn ranges_of_the_difficulty_select_puzzles() {
    let pgn = puzzles(&["--to", "pgn"]).stdout;
    let rating = pgn.split_once("[Rating \"").and_then(|(_, rest)| rest.split('"').next());
    let rating: u32 = rating.and_then(|text| text.parse().ok()).expect("a rating");
    assert!((400..1_000).contains(&rating), "{rating}");
    for (range, is_in) in [
        (format!("{rating}-{rating}"), true),
        (format!("-{rating}"), true),
        (format!("{}-", rating + 1), false),
        (format!("-{}", rating - 1), false),
    ] {
        let run = puzzles(&[&format!("--rating={range}")]);
        assert_eq!(run.stdout.is_empty(), !is_in, "{range}: {run:?}");
    }
    for text in ["-", "1200", "a-b"] {
        let run = reynard(&["pgn", "puzzles", &format!("--rating={text}"), "x.pgn"]);
        assert!(run.code == 2 && run.stderr.contains("not a range of ratings"), "{run:?}");
    }
}
