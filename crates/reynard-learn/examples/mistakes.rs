//! Prints the mistakes of White in a file of games with evaluations, better moves and reasons:
//! `cargo run --example mistakes -- games.pgn`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;

use reynard_learn::LearnDeck;
use reynard_learn::reynard::Color;
use reynard_learn::reynard_pgn::Games;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: mistakes FILE.pgn")?;
    let bytes = std::fs::read(path)?;
    let mut deck = LearnDeck::default();
    for game in Games::from_bytes(&bytes) {
        let game = game.map_err(|error| error.to_string())?;
        deck.add_game(&game, Color::White);
    }
    for card in deck.cards() {
        let played =
            card.mistakes.first().map(|mistake| card.position.numbered_move(mistake.played));
        let better = card.best().map(|mv| card.position.san(mv).to_string());
        println!("{}: better {}", played.unwrap_or_default(), better.unwrap_or_default());
        for fact in card.mistakes.first().map(|it| card.facts(it)).unwrap_or_default() {
            println!("    {fact}  ({})", fact.from.numbered_line(&fact.line));
        }
    }
    Ok(())
}
