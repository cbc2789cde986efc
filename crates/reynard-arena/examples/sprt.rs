//! Evaluates the result of a match: Elo, likelihood of superiority, SPRT.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard_arena::stats::{Elo, Pairs, Sprt, Tally};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Game pairs with 0, 0.5, 1, 1.5 and 2 points.
    let pairs = Pairs { counts: [20, 140, 390, 180, 30] };
    let elo = Elo::of_pairs(&pairs).ok_or("no pairs")?;
    let (difference, error) = elo.elo.zip(elo.error).ok_or("one side has all points")?;
    println!("Elo {difference:+.1} ± {error:.1}, LOS {:.1} %", elo.superiority * 100.0);
    let state = Sprt::new(0.0, 10.0)?.of_pairs(&pairs);
    println!(
        "LLR {:.2} ({:.2} to {:.2}): {:?}",
        state.llr,
        state.lower,
        state.upper,
        state.verdict()
    );
    let games = Tally { wins: 60, draws: 80, losses: 40 };
    println!("from single games: {:?}", Elo::of_games(&games));
    Ok(())
}
