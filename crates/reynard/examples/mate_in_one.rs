//! Prints all mates in one: `cargo run --example mate_in_one -- "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0
//! 1"`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;

use reynard::{Outcome, Position};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let fen = match words.join(" ") {
        empty if empty.is_empty() => "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".to_owned(),
        fen => fen,
    };
    let pos: Position = fen.parse()?;
    for mv in pos.legal_moves() {
        if let Some(Outcome::Checkmate { .. }) = pos.after(mv)?.outcome() {
            println!("{} ({mv})", pos.san(mv));
        }
    }
    Ok(())
}
