//! Drives a UCI engine: starts a program, searches a position, and prints its lines and best move.
//!
//! `cargo run -p reynard-uci --example drive_engine -- stockfish`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command as Process, Stdio};

use reynard_uci::reynard::Game;
use reynard_uci::{ClientEvent, Command, Go, Message, UciClient};

fn main() -> Result<(), Box<dyn Error>> {
    let Some(program) = std::env::args().nth(1) else {
        println!("usage: drive_engine PROGRAM");
        return Ok(());
    };
    let mut process = Process::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(mut input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
        return Err("the engine has no pipes".into());
    };
    let mut client = UciClient::new();
    client.send(&Command::Uci)?;
    writeln!(input, "{}", Command::Uci)?;
    for line in BufReader::new(output).lines() {
        let line = line?;
        let ClientEvent::Message(read) = client.receive(&line) else { continue };
        match read.value {
            Message::UciOk => {
                let go = Command::Go(Go { depth: Some(10), ..Go::default() });
                for command in [Command::position(&Game::new()), go] {
                    client.send(&command)?;
                    writeln!(input, "{command}")?;
                }
            }
            Message::Info(info) => println!("{:?} {:?}", info.depth, info.score),
            Message::BestMove(best) => {
                println!("{best}");
                writeln!(input, "{}", Command::Quit)?;
            }
            _ => {}
        }
    }
    process.wait()?;
    Ok(())
}
