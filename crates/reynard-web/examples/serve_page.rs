//! Serves the page on this machine until Ctrl-C, on any free port.
//!
//! `cargo run --release -p reynard-web --features page,serve --example serve_page -- --pgn
//! games.pgn`
//!
//! The options are `--listen`, `--db`, `--pgn`, `--syzygy` and `--engine` of `reynard serve`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::{env, error};

use reynard_web::{Server, ServerSettings};

fn main() -> Result<(), Box<dyn error::Error>> {
    let mut settings =
        ServerSettings { listen: ([127, 0, 0, 1], 0).into(), ..ServerSettings::default() };
    let mut arguments = env::args().skip(1);
    while let Some((option, value)) = arguments.next().zip(arguments.next()) {
        match &*option {
            "--listen" => settings.listen = value.parse()?,
            "--db" => settings.databases.push(value.into()),
            "--pgn" => settings.games.push(value.into()),
            "--syzygy" => settings.tables.push(value.into()),
            "--engine" => settings.engines.push(value.parse()?),
            _ => return Err(format!("there is no option {option}").into()),
        }
    }
    let server = Server::bind(settings)?;
    println!("{}", server.url());
    server.run(|| false)?;
    Ok(())
}
