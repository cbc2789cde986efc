//! Normalizes a FEN and prints its faults: `cargo run --example fen_check -- "4k3/8/8/8/8/8/8/4K2R
//! w KQ - 0 1"`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program, not a library")]

use std::process::ExitCode;

use reynard::Position;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let fen = match words.join(" ") {
        empty if empty.is_empty() => "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1".to_owned(),
        fen => fen,
    };
    match Position::from_fen_playable(&fen) {
        Ok(read) => {
            println!("{}", read.position.fen());
            for note in read.notes() {
                println!("note: {note}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
