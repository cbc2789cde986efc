//! Plays games of the engine against itself and prints their results:
//! `cargo run --release --example selfplay -- 20`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::ops::ControlFlow;

use reynard_engine::Control;
use reynard_train::selfplay::{SelfPlayEvent, SelfPlayRun, SelfPlaySettings, generate};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games = std::env::args().nth(1).map_or(Ok(4), |games| games.parse())?;
    let settings = SelfPlaySettings { nodes: 200, ..SelfPlaySettings::default() };
    let run = SelfPlayRun { settings, shards: vec![0], games, threads: 2 };
    let end = generate(&run, &Control::new(), |event| {
        if let SelfPlayEvent::Game(game) = event {
            println!("{} in {} plies ({})", game.result, game.plies.len(), game.ending);
        }
        ControlFlow::<()>::Continue(())
    })?;
    assert!(end.is_continue());
    Ok(())
}
