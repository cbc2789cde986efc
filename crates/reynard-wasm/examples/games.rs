//! Lists the games of a PGN text, edits one and indexes them.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use reynard_wasm::{Failure, GameList, MoveExplorer};

const GAMES: &str =
    "[White \"Anderssen\"]\n\n1. e4 e5 2. f4 1-0\n\n[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 1-0\n";

fn main() -> Result<(), Failure> {
    let mut games = GameList::new(GAMES.into())?;
    println!("{}", games.page("", 0, 50)?);
    let mut game = games.game(0)?;
    game.set_comment(3, "the King's Gambit")?;
    games.replace(0, &game)?;
    println!("{}", games.pgn()?);
    let mut explorer = MoveExplorer::new();
    while explorer.add(&games, 1000)? {}
    println!(
        "{}",
        explorer.explore("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")?
    );
    Ok(())
}
