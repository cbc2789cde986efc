//! Prints openings of an EPD file in a random order: `openings FILE [NUMBER]`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard_play::{OpeningOrder, OpeningSuite};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("usage: openings FILE [NUMBER]")?;
    let number: usize = args.next().map_or(Ok(10), |number| number.parse())?;
    let suite = OpeningSuite::from_epd(&std::fs::read(&file)?)?;
    let suite = suite.in_order(OpeningOrder::Shuffled { seed: 1 });
    for index in 0..number.min(suite.len()) {
        println!("{}", suite.game(index).position().fen());
    }
    Ok(())
}
