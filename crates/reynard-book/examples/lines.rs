//! Prints all positions of a book within six plies of the start, with the moves that lead there:
//! `cargo run --example lines -- BOOK`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::env::args;
use std::error::Error;

use reynard_book::Book;
use reynard_book::reynard::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let book = Book::open(args().nth(1).ok_or("a book")?)?;
    for visit in book.walk(&Position::startpos(), 6)? {
        let visit = visit?;
        let line: Vec<String> = visit.line.iter().map(ToString::to_string).collect();
        let best = visit.answer.best().map(|best| visit.position.san(best.mv).to_string());
        println!("{:<40} {}", line.join(" "), best.unwrap_or_default());
    }
    Ok(())
}
