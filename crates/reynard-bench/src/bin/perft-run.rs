//! Counts one position once: `perft-run PROGRAM DEPTH FEN [THREADS [HASH_MIB]]`.
//!
//! PROGRAM is `cozy` (cozy-chess, counting the moves of the last ply), `cozy-full` (cozy-chess,
//! playing them), or the name of a method of `reynard-perft`. Prints the number of leaves and the
//! time in seconds, excluding startup.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the result")]

use std::env;
use std::error::Error;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Instant;

use reynard_perft::{Perft, PerftOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [program, depth, fen, rest @ ..] = &arguments[..] else {
        return Err("perft-run PROGRAM DEPTH FEN [THREADS [HASH_MIB]]".into());
    };
    let depth: u32 = depth.parse()?;
    let cozy_chess: Option<fn(&cozy_chess::Board, u32) -> u64> = match program.as_str() {
        "cozy" => Some(cozy),
        "cozy-full" => Some(cozy_full),
        _ => None,
    };
    let (nodes, seconds) = if let Some(count) = cozy_chess {
        let board = fen.parse().map_err(|error| format!("{error:?}"))?;
        let start = Instant::now();
        (count(&board, depth), start.elapsed().as_secs_f64())
    } else {
        let threads = rest.first().map_or(Ok(NonZeroUsize::MIN), |text| text.parse())?;
        let hash_mib = rest.get(1).map_or(Ok(0), |text| text.parse())?;
        let perft = Perft::new(&PerftOptions { method: program.parse()?, threads, hash_mib })?;
        let position = reynard::Position::from_fen(fen)?;
        let start = Instant::now();
        (perft.count(&position, depth)?, start.elapsed().as_secs_f64())
    };
    println!("{nodes} {seconds:.6}");
    Ok(())
}

/// Counts with cozy-chess as in its own example: the moves of the last ply are counted by move
/// sets.
fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

/// Counts with cozy-chess by playing every move, including those of the last ply.
fn cozy_full(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += if depth == 1 {
                // The leaf is not used, but has to be made all the same.
                black_box(&child);
                1
            } else {
                cozy_full(&child, depth - 1)
            };
        }
        false
    });
    nodes
}
