//! A UCI engine that plays the first legal move.
//!
//! `printf 'position startpos moves e2e4\ngo\nquit\n' | cargo run -p reynard-uci --example
//! first_move_engine`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::io;

use reynard_uci::reynard::{Game, UciMove};
use reynard_uci::{BestMove, Command, EngineId, Message};

fn main() -> io::Result<()> {
    let mut game = Game::new();
    for line in io::stdin().lines() {
        let line = line?;
        let Ok(read) = Command::parse(&line) else { continue };
        match read.value {
            Command::Uci => {
                println!("{}", Message::Id(EngineId::Name("First move".into())));
                println!("{}", Message::UciOk);
            }
            Command::IsReady => println!("{}", Message::ReadyOk),
            Command::Position(position) => match position.to_game() {
                Ok(given) => game = given,
                Err(error) => println!("info string error {error}"),
            },
            Command::Go(_) => {
                let best = game.position().legal_moves().first().map(|&mv| UciMove::from(mv));
                println!("{}", Message::BestMove(BestMove { best, ponder: None }));
            }
            Command::Quit => break,
            _ => {}
        }
    }
    Ok(())
}
