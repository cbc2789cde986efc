//! Prints the moves of a book for the start position or a FEN:
//! `cargo run --example probe_book -- BOOK [FEN]`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::env::args;
use std::error::Error;

use reynard_book::Book;
use reynard_book::reynard::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let book = Book::open(args().nth(1).ok_or("a book")?)?;
    let pos: Position = match args().nth(2) {
        Some(fen) => fen.parse()?,
        None => Position::startpos(),
    };
    let answer = book.probe(&pos)?;
    for candidate in &answer.candidates {
        println!("{:<7} {}", pos.san(candidate.mv), candidate.weight);
    }
    // A random number chooses a move with the probability of its weight.
    if let Some(chosen) = answer.choose(0x9E37_79B9_7F4A_7C15) {
        println!("plays {}", pos.san(chosen.mv));
    }
    Ok(())
}
