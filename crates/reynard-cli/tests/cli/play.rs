//! `reynard play`, driven through pipes.

use std::fs;

use crate::folder::Folder;
use crate::run::{Run, reynard_with_input};

/// A game with so little thinking that it takes no time.
fn play(options: &[&str], input: &str) -> Run {
    let args = [&["play", "--nodes", "200"], options].concat();
    reynard_with_input(&args, input.as_bytes())
}

#[test]
fn a_game_goes_on_until_input_ends() {
    let run = play(&[], "e4\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("You play White against Reynard "), "{lines:?}");
    assert!(lines[1].starts_with("Reynard plays 1... "), "{lines:?}");
    assert_eq!(lines[2..], ["The game is not finished."]);
    assert!(!run.stdout.contains('>'), "there is no prompt without a terminal");
    assert_eq!(play(&[], "").code, 0);
    assert_eq!(play(&[], "e4\n").stdout, run.stdout, "the same limits give the same game");
}

#[test]
fn the_engine_begins_if_it_is_its_turn() {
    let run = play(&["--side", "black"], "fen\n");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[1].starts_with("Reynard plays 1. "), "{lines:?}");
    assert!(lines[2].contains(" b KQkq "), "{lines:?}");
}

#[test]
fn every_level_and_rating_plays() {
    for level in 1..=9 {
        let run = play(&["--level", &level.to_string()], "e4\n");
        assert!(run.stdout.contains("Reynard plays 1... "), "{level}: {run:?}");
        assert!(run.stdout.contains(&format!("level {level}.")), "{run:?}");
    }
    assert!(play(&["--elo", "1200"], "e4\n").stdout.contains("about 1200."));
    for options in [&["--level", "0"][..], &["--elo", "9"], &["--level", "2", "--elo", "1200"]] {
        assert_eq!(play(options, "").code, 2, "{options:?}");
    }
}

#[test]
fn mate_ends_the_game_and_can_be_taken_back() {
    let back_rank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let run = play(&["--fen", back_rank], "Ra8#\nh4\nhint\nundo\nfen\nresign\n");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(
        lines[1..],
        [
            "White wins by checkmate  1-0",
            "The game is over: new begins another one, undo takes back.",
            "The game is over.",
            "Taken back: it is your move 1.",
            back_rank,
            "White resigns  0-1",
        ],
        "{run:?}"
    );
    let run = play(&["--fen", back_rank], "hint\nmoves\n");
    assert!(run.stdout.contains("\nTry Ra8#.\n") && run.stdout.contains(" Ra8# "), "{run:?}");
}

#[test]
fn games_that_are_over_before_they_begin() {
    for (fen, ending) in [
        ("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "White wins by checkmate  1-0"),
        ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "Draw by stalemate  1/2-1/2"),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1", "1/2-1/2"),
    ] {
        let run = play(&["--fen", fen], "moves\n");
        assert!(run.stdout.contains(ending), "{fen}: {run:?}");
        assert_eq!(run.code, 0);
    }
}

#[test]
fn undo_takes_back_both_moves() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let run = play(&[], "undo\ne4\nNf3\nundo\nundo\nfen\nundo\n");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[1], "There is nothing to take back.");
    assert_eq!(lines[lines.len() - 2..], [start, "There is nothing to take back."]);
}

#[test]
fn draws_are_claimed_agreed_or_declined() {
    let fifty = play(&["--fen", "4k3/8/8/8/8/8/3R4/4K3 w - - 100 80"], "draw\n");
    assert!(fifty.stdout.contains("fifty"), "{fifty:?}");
    assert!(fifty.stdout.contains("1/2-1/2"), "{fifty:?}");
    // Black is mated soon and takes the draw; White with the rook does not.
    let lost = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    assert!(play(&["--fen", lost], "draw\n").stdout.contains("Draw by agreement  1/2-1/2"));
    let lost = "r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1";
    assert!(play(&["--fen", lost], "draw\n").stdout.contains("Reynard declines"));
}

#[test]
fn rubbish_is_answered_with_a_guess() {
    let long = "x".repeat(10_000);
    let input = format!("e5\nundp\n\u{1b}[31m\n{long}\n\n0000\nsave\nquit\n");
    let run = play(&[], &input);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    assert!(run.stdout.contains("did you mean `e3` or `e4`?"), "{run:?}");
    assert!(run.stdout.contains("did you mean `undo`?"), "{run:?}");
    assert!(run.stdout.contains("That line is too long."), "{run:?}");
    assert!(!run.stdout.contains('\u{1b}'), "{run:?}");
    let bytes = reynard_with_input(&["play", "--nodes", "9"], b"\xff\xfe\x00\n");
    assert_eq!(bytes.code, 0, "{bytes:?}");
    let illegal = play(&["--fen", "4k3/8/8/8/8/8/8/8 w - -"], "");
    assert_eq!((illegal.code, illegal.stdout.as_str()), (1, ""), "{illegal:?}");
}

#[test]
fn chess960_castling_is_played() {
    let fen = "4k3/8/8/8/8/8/PPP5/1RK5 w B - 0 1";
    let run = play(&["--fen", fen, "--chess960"], "O-O-O\nfen\n");
    assert!(run.stdout.contains("Reynard plays 1... "), "{run:?}");
    let fen = run.stdout.lines().nth(2).expect("a FEN");
    assert!(fen.contains("/2KR4 w "), "{run:?}");
}

#[test]
fn games_are_saved_once_and_never_over_others() {
    let folder = Folder::new();
    let path = folder.path("game.pgn");
    let input = format!("e4\nsave {path}\nresign\nsave {path}\npgn\n");
    let run = play(&["--level", "5"], &input);
    let text = fs::read_to_string(&path).expect("the game");
    for part in
        ["[White \"Human\"]", "[Black \"Reynard ", "[Result \"0-1\"]", "{White resigns} 0-1"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(run.stdout.ends_with(&text), "{run:?}");
    let other = play(&[], &format!("save {path}\nsave /no/such/folder/x.pgn\n"));
    assert!(other.stdout.contains("exists already"), "{other:?}");
    assert!(other.stdout.contains("That did not work: cannot write"), "{other:?}");
    assert_eq!(fs::read_to_string(&path).expect("the game"), text);
}

#[test]
fn the_board_can_be_turned() {
    let run = play(&["--ascii"], "board\nflip\nhelp\n");
    assert!(run.stdout.contains("8 | r n b q k b n r |"), "{run:?}");
    assert!(run.stdout.contains("1 | R N B K Q B N R |"), "{run:?}");
    assert!(run.stdout.contains("  undo    take back"), "{run:?}");
}

#[test]
fn any_uci_engine_can_be_the_opponent() {
    let run = play(&["--engine", "self,name=other"], "e4\nlevel 3\nquit\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    assert!(run.stdout.contains("other plays 1... "), "{run:?}");
    assert!(run.stdout.contains("Only Reynard has levels."), "{run:?}");
    assert_eq!(play(&["--engine", "/no/such/engine"], "").code, 2);
}

#[test]
fn the_level_can_be_changed_and_the_position_evaluated() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let run = play(&["--fen", fen], "level 9\nlevel 11\neval\nclock\n");
    assert!(run.stdout.contains("level 9."), "{run:?}");
    assert!(run.stdout.contains("a number from 1 to 10"), "{run:?}");
    assert!(run.stdout.contains("#1  1. Ra8#"), "{run:?}");
    assert!(run.stdout.contains("There is no clock."), "{run:?}");
}

#[test]
fn a_clock_runs_and_ends_the_game() {
    let run = play(&["--clock", "5:00+3"], "clock\npgn\n");
    assert!(run.stdout.contains("White 5:00, Black 5:00"), "{run:?}");
    assert!(run.stdout.contains("[TimeControl \"300+3\"]"), "{run:?}");
    let late = play(&["--clock", "0.001"], "e4\n");
    assert!(late.stdout.contains(" loses on time  "), "{late:?}");
}

#[test]
fn a_clock_without_time_is_refused() {
    let run = play(&["--clock", "0:00"], "");
    assert!(run.code == 2 && run.stderr.contains("the clock has no time"), "{run:?}");
}
