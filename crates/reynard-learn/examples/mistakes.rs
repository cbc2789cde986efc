//! Prints the mistakes of a player in a file of games with evaluations, as `reynard learn` keeps
//! them: the position, the move, a better one, and the facts with the lines that prove them.
//! `cargo run --example mistakes -- games.pgn NAME`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;

use reynard_learn::LearnDeck;
use reynard_learn::reynard::Color;
use reynard_learn::reynard_pgn::{GameTree, Games};

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "usage: mistakes FILE.pgn NAME";
    let mut args = std::env::args().skip(1);
    let (path, name) = (args.next().ok_or(usage)?, args.next().ok_or(usage)?);
    let bytes = std::fs::read(path)?;
    let mut deck = LearnDeck::default();
    for game in Games::from_bytes(&bytes) {
        let game = game.map_err(|error| error.to_string())?.tree;
        if let Some(side) = side_of(&game, &name) {
            deck.add_game(&game, side);
        }
    }
    for card in deck.cards() {
        let better = card.best().map(|mv| card.position.san(mv).to_string());
        for mistake in &card.mistakes {
            let played = card.position.numbered_move(mistake.played);
            println!("{}\n  {played}: better {}", card.position, better.as_deref().unwrap_or("?"));
            for fact in card.facts(mistake) {
                println!("    {fact}  ({})", fact.from.numbered_line(&fact.line));
            }
        }
    }
    Ok(())
}

/// Returns the side whose player has the name.
fn side_of(game: &GameTree, name: &str) -> Option<Color> {
    let is_named = |tag| game.tags().text(tag).is_some_and(|text| text.contains(name));
    match (is_named("White"), is_named("Black")) {
        (true, _) => Some(Color::White),
        (false, true) => Some(Color::Black),
        (false, false) => None,
    }
}
