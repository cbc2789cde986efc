//! Times SAN parsing and writing in the order of real games, and compares the results with
//! cozy-chess.
//!
//! ```text
//! games [--rounds N] [--games N] FILE.pgn
//! ```
//!
//! In each position, only the move that was played is parsed and then played. This is what a reader
//! of game files does, and it is harder for a processor to predict than parsing all moves of one
//! position. Playing is also timed alone, so the difference is the cost of the notation. The file
//! is split into tokens in the simplest way: games with comments, variations or a custom start
//! position are skipped, and so are games on which the two libraries differ. The libraries take
//! turns. The fastest round of each counts, since a shared machine can only make it slower.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the result")]
#![expect(clippy::cast_precision_loss, reason = "times have three valid digits")]

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::hint::black_box;
use std::time::Instant;

use cozy_chess::util;
use reynard::{Position, san::PieceLetters};

/// A game in all the forms that the benchmarks require.
struct Game<'a> {
    texts: Vec<&'a str>,
    moves: Vec<reynard::Move>,
    cozy_moves: Vec<cozy_chess::Move>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut rounds, mut limit, mut path) = (7, 5_000, None);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().ok_or("a number is missing")?.parse().map_err(|_| "?");
        match argument.as_str() {
            "--rounds" => rounds = number()?,
            "--games" => limit = number()?,
            _ => path = Some(argument),
        }
    }
    let file = fs::read(path.ok_or("games [--rounds N] [--games N] FILE.pgn")?)?;
    let file = String::from_utf8_lossy(&file);
    let games: Vec<Game<'_>> = file.split("[Event ").filter_map(read_game).take(limit).collect();
    let plies: usize = games.iter().map(|game| game.texts.len()).sum();
    println!("{} games, {plies} plies, nanoseconds a ply", games.len());
    let runs: [(&str, Run, Run); 3] = [
        ("play", play, cozy_play),
        ("read SAN and play", read, cozy_read),
        ("write SAN and play", write, cozy_write),
    ];
    for (name, ours, theirs) in runs {
        let (mut time, mut their_time) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..rounds {
            time = time.min(nanoseconds(&games, ours) / plies as f64);
            their_time = their_time.min(nanoseconds(&games, theirs) / plies as f64);
        }
        println!(
            "{name:20} {time:8.2} cozy-chess {their_time:8.2} ratio {:5.2}",
            their_time / time
        );
    }
    Ok(())
}

/// A function that iterates over a game and processes each of its moves.
type Run = fn(&Game<'_>);

fn nanoseconds(games: &[Game<'_>], run: Run) -> f64 {
    let start = Instant::now();
    games.iter().for_each(run);
    start.elapsed().as_secs_f64() * 1e9
}

/// Returns the moves of a game in a file, if both libraries parse all of them identically.
fn read_game(text: &str) -> Option<Game<'_>> {
    let movetext = &text[text.rfind("]\n")? + 2..];
    if text.contains("[FEN") || movetext.contains(['{', '(', ';', '$']) {
        return None;
    }
    let mut game = Game { texts: Vec::new(), moves: Vec::new(), cozy_moves: Vec::new() };
    let (mut position, mut board) = (Position::startpos(), cozy_chess::Board::default());
    for word in movetext.split_whitespace() {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        if word.is_empty() || word.starts_with(['-', '/', '*']) {
            continue;
        }
        let mv = position.parse_san(word).ok()?;
        let cozy_move = util::parse_san_move(&board, word).ok()?;
        position.play_unchecked(mv);
        board.play_unchecked(cozy_move);
        game.texts.push(word);
        game.moves.push(mv);
        game.cozy_moves.push(cozy_move);
    }
    (board.to_string() == position.to_string()).then_some(game)
}

fn play(game: &Game<'_>) {
    let mut position = Position::startpos();
    for &mv in &game.moves {
        position.play_unchecked(mv);
    }
    black_box(&position);
}

fn cozy_play(game: &Game<'_>) {
    let mut board = cozy_chess::Board::default();
    for &mv in &game.cozy_moves {
        board.play_unchecked(mv);
    }
    black_box(&board);
}

fn read(game: &Game<'_>) {
    let mut position = Position::startpos();
    for text in &game.texts {
        if let Ok(mv) = position.parse_san(text) {
            position.play_unchecked(mv);
        }
    }
    black_box(&position);
}

fn cozy_read(game: &Game<'_>) {
    let mut board = cozy_chess::Board::default();
    for text in &game.texts {
        if let Ok(mv) = util::parse_san_move(&board, text) {
            board.play_unchecked(mv);
        }
    }
    black_box(&board);
}

fn write(game: &Game<'_>) {
    let mut position = Position::startpos();
    for &mv in &game.moves {
        black_box(position.san_with(mv, PieceLetters::English));
        position.play_unchecked(mv);
    }
    black_box(&position);
}

fn cozy_write(game: &Game<'_>) {
    let mut board = cozy_chess::Board::default();
    let mut text = String::with_capacity(16);
    for &mv in &game.cozy_moves {
        text.clear();
        black_box(write!(text, "{}", util::display_san_move(&board, mv)).is_ok());
        board.play_unchecked(mv);
    }
    black_box(&board);
}
