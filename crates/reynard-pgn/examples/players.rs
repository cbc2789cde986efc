//! Prints the players and results of a file of games, without reading the moves, on all cores:
//! `cargo run --release --example players -- FILE`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::env::args;
use std::error::Error;
use std::fs::File;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread::available_parallelism;

use reynard_pgn::{
    GameEnd, Input, MovetextMode, ReaderOptions, Tags, Text, Visitor, read_parallel,
};

#[derive(Default)]
struct Players {
    tags: Tags,
    lines: Vec<String>,
}

impl Visitor for Players {
    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
    }

    fn end_tags(&mut self) -> MovetextMode {
        MovetextMode::Nothing
    }

    fn end_game(&mut self, end: &GameEnd) {
        let name = |tag| self.tags.text(tag).unwrap_or_default();
        let result = self.tags.result(end.result).as_str();
        self.lines.push(format!("{} - {}  {result}", name("White"), name("Black")));
        self.tags.clear();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let input = Input::ahead(File::open(args().nth(1).ok_or("a file of games")?)?)?;
    let threads = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let options = ReaderOptions::default();
    let _ = read_parallel(input, &options, threads, Players::default, |players, _| {
        players.lines.iter().for_each(|line| println!("{line}"));
        ControlFlow::<()>::Continue(())
    })?;
    Ok(())
}
