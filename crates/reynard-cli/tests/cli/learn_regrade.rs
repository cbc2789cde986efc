//! `reynard learn drill`: a changed grade decides whether a card comes back in the session.

use std::fs;

use crate::folder::Folder;
use crate::run::{reynard, reynard_with_input};

/// Answers of a session with eight cards, and returns the positions asked and the whole output.
fn session(answers: &str) -> (Vec<String>, String) {
    let folder = Folder::new();
    let path = folder.path("nb");
    assert_eq!(reynard(&["learn", "start", &path, "--me", "Me"]).code, 0);
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 *\n";
    fs::write(format!("{path}/repertoire/white.pgn"), moves).expect("a file");
    let run = reynard_with_input(&["learn", "drill", "--notebook", &path], answers.as_bytes());
    assert_eq!(run.code, 0, "{run:?}");
    let cards = run.stdout.split("\nCard ").skip(1);
    let asked = cards.map(|card| card.lines().nth(1).unwrap_or_default().to_owned()).collect();
    (asked, run.stdout)
}

/// Returns the numbers of the questions that ask the first card again, from 0.
fn returns(answers: &str) -> Vec<usize> {
    let (asked, text) = session(answers);
    assert!(asked.len() > 1, "{text}");
    let again = (1..asked.len()).filter(|&index| asked[index] == asked[0]);
    again.collect()
}

#[test]
fn a_card_that_counts_as_right_leaves_the_session_and_a_wrong_one_enters_it() {
    let others = "Nf3\nBb5\nBa4\nO-O\nRe1\nBb3\nc3\n";
    assert_eq!(returns(&format!("show\n{others}quit\n")), [4]);
    for grade in ["easy", "hard"] {
        assert_eq!(returns(&format!("show\n{grade}\n{others}quit\n")), [] as [usize; 0], "{grade}");
    }
    assert_eq!(returns(&format!("e4\n{others}quit\n")), [] as [usize; 0]);
    assert_eq!(returns(&format!("e4\nagain\n{others}quit\n")), [4]);
    assert_eq!(returns(&format!("e4\nagain\neasy\n{others}quit\n")), [] as [usize; 0]);
}

#[test]
fn a_card_that_is_taken_back_skipped_or_suspended_comes_another_day() {
    let others = "Nf3\nBb5\nBa4\nO-O\nRe1\nBb3\nc3\n";
    for first in ["show\nundo", "a3\nskip", "a3\nsuspend", "a3\nundo\nskip", "e4\nundo"] {
        assert_eq!(returns(&format!("{first}\n{others}quit\n")), [] as [usize; 0], "{first}");
    }
    // An answer that is taken back while its card is asked is given again.
    assert_eq!(returns(&format!("a3\nundo\ne4\n{others}quit\n")), [] as [usize; 0]);
    assert_eq!(returns(&format!("e4\nundo\n{others}quit\n")), [] as [usize; 0]);
}

#[test]
fn a_suspended_card_is_due_neither_tomorrow_nor_next() {
    for (input, due, next) in [("a3\nquit\n", 1, Some(1)), ("a3\nsuspend\nquit\n", 0, None)] {
        let folder = Folder::new();
        let path = folder.path("nb");
        assert_eq!(reynard(&["learn", "start", &path, "--me", "Me"]).code, 0);
        fs::write(format!("{path}/repertoire/white.pgn"), "1. e4 e5 2. Nf3 *\n").expect("a file");
        let drill = |args: &[&str], input: &str| {
            let args = [&["learn", "drill", "--notebook", &path], args].concat();
            reynard_with_input(&args, input.as_bytes()).stdout
        };
        let text = drill(&[], input);
        assert!(text.contains(&format!("Due tomorrow: {due}.")), "{text}");
        let status = reynard(&["learn", "status", "--json", "--notebook", &path]).object();
        assert_eq!(status["next_due_days"].as_i64(), next, "{status}");
        // From the cache, and from the files.
        let cache = format!("{path}/.drill.cache");
        for has_cache in [true, false] {
            assert_eq!(fs::exists(&cache).expect("a folder"), has_cache);
            let text = drill(&["--new", "0"], "");
            assert!(text.contains("Nothing is due today."), "{text}");
            assert_eq!(text.contains("is due tomorrow"), next.is_some(), "{text}");
            let _ = fs::remove_file(&cache);
        }
    }
}
