//! pgn-extract finds the same illegal moves and the same duplicates.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use reynard_testkit::{Rng, outside};

use crate::folder::Folder;
use crate::pgn::FAMOUS;
use crate::run::reynard;

/// Finds pgn-extract.
fn pgn_extract() -> Option<PathBuf> {
    outside::version("pgn-extract", &["--version"], "v19-04")
}

/// Returns what pgn-extract prints to both outputs.
fn extract(program: &Path, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().expect("the program runs");
    String::from_utf8(output.stdout).expect("text") + &String::from_utf8_lossy(&output.stderr)
}

/// The moves of the games of a text without comments or variations.
fn moves_of(pgn: &str) -> Vec<Vec<&str>> {
    let movetexts = pgn.split("\n\n").filter(|part| part.starts_with("1. "));
    let is_move = |word: &&str| word.starts_with(|first: char| first.is_ascii_alphabetic());
    movetexts.map(|text| text.split_whitespace().filter(is_move).collect()).collect()
}

/// Adds a game with a name to a text.
fn push_game(text: &mut String, number: usize, moves: &[&str]) {
    write!(text, "[Event \"g{number}\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n")
        .expect("memory");
    for (ply, mv) in moves.iter().enumerate() {
        let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
        write!(text, "{number}{mv} ").expect("memory");
    }
    text.push_str("*\n\n");
}

/// Games with a move from elsewhere, which is hardly ever legal.
fn spoiled_games() -> String {
    let games = moves_of(FAMOUS);
    assert_eq!((games.len(), games.concat().len()), (5, 294));
    let mut rng = Rng::new(7);
    // pgn-extract takes `bxc4` for a move of a bishop where no pawn can do it.
    let all: Vec<&str> = games.concat().into_iter().filter(|mv| !mv.starts_with('b')).collect();
    let mut text = String::new();
    for number in 1..=500 {
        let mut moves = rng.choose(&games).clone();
        let place = rng.below(moves.len());
        moves[place] = all[rng.below(all.len())];
        push_game(&mut text, number, &moves);
    }
    text
}

/// The move without the mark of a check.
fn bare(token: &str) -> String {
    token.trim_end_matches(['+', '#']).to_owned()
}

/// `Failed to make move 12... Rd2 in the game:`, and below it `A - B g1 `.
fn illegal_moves(log: &str) -> BTreeMap<u64, (u64, String)> {
    let mut found = BTreeMap::new();
    let mut failed = None;
    for line in log.lines() {
        if let Some(rest) = line.strip_prefix("Failed to make move ") {
            let (number, rest) = rest.split_once('.').expect("a number");
            let is_black = rest.starts_with("..");
            let token = rest.trim_start_matches(['.', ' ']).split(' ').next().expect("a move");
            let number: u64 = number.parse().expect("a number");
            failed = Some((2 * number - u64::from(!is_black), bare(token)));
        } else if let Some(game) = line.strip_prefix("A - B g") {
            let game = game.trim().parse().expect("a number");
            found.extend(failed.take().map(|failed| (game, failed)));
        }
    }
    found
}

#[test]
fn the_same_moves_are_illegal() {
    let Some(program) = pgn_extract() else { return };
    let folder = Folder::new();
    let path = folder.file("spoiled.pgn", &spoiled_games());
    let log = extract(&program, &["-r", "-s", &path]);
    let mut expected = illegal_moves(&log);
    let mut found = BTreeMap::new();
    let mut is_economical = BTreeSet::new();
    for diagnostic in reynard(&["pgn", "check", "--json", "--lints", &path]).objects() {
        let number = |name: &str| diagnostic[name].as_u64().expect("a number");
        if diagnostic["kind"] == "illegal-move" {
            let token = bare(diagnostic["token"].as_str().expect("a word"));
            found.insert(number("game"), (number("ply"), token));
        } else if diagnostic["kind"] == "san-economy" {
            is_economical.insert(number("game"));
        }
    }
    // `d4` for `exd4` is read, with a lint; pgn-extract does not read that.
    found.retain(|game, _| !is_economical.contains(game));
    expected.retain(|game, _| !is_economical.contains(game));
    assert_eq!(found, expected);
    assert!(found.len() > 400, "{}", found.len());
}

/// The names of games in a text.
fn names(pgn: &str) -> BTreeSet<&str> {
    pgn.lines().filter(|line| line.starts_with("[Event ")).collect()
}

#[test]
fn the_same_games_are_duplicates() {
    let Some(program) = pgn_extract() else { return };
    let folder = Folder::new();
    let (games, mut rng) = (moves_of(FAMOUS), Rng::new(11));
    let mut text = String::new();
    for number in 1..=500 {
        let game = rng.choose(&games);
        // At least ten moves: shorter games of different openings may be the same.
        push_game(&mut text, number, &game[..10 + rng.below(game.len() - 9)]);
    }
    let whole = folder.file("whole.pgn", &text);
    let famous = folder.file("famous.pgn", FAMOUS);
    for paths in [&[&*whole][..], &[&whole, &famous], &[&famous, &whole, &whole]] {
        let expected = extract(&program, &[&["-D", "-s"], paths].concat());
        let run = reynard(&[&["pgn", "dedup"], paths].concat());
        assert_eq!(names(&run.stdout), names(&expected), "{paths:?}");
        assert!((150..300).contains(&names(&expected).len()), "{}", names(&expected).len());
        // Merged first, the result is the same.
        let merged = folder.path("merged.pgn");
        assert_eq!(reynard(&[&["pgn", "merge", "-o", &merged], paths].concat()).code, 0);
        assert_eq!(reynard(&["pgn", "dedup", &merged]).stdout, run.stdout);
    }
}
