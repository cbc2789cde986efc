//! Counts the checks in a file of games, without building trees:
//! `cargo run --release --example checks -- FILE`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::env::args;
use std::error::Error;
use std::fs::File;

use reynard_pgn::{Input, Played, Reader, Skip, Visitor};

#[derive(Default)]
struct Checks(u64);

impl Visitor for Checks {
    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.0 += u64::from(played.after.is_check());
        Skip::No
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = File::open(args().nth(1).ok_or("a file of games")?)?;
    let mut checks = Checks::default();
    let totals = Reader::new(Input::new(file)?).read_all(&mut checks)?;
    println!("{} games, {} moves, {} checks", totals.games, totals.plies, checks.0);
    Ok(())
}
