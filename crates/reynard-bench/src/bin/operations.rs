//! Times single operations of the rules crate, and the same operations of cozy-chess if it supports
//! them.
//!
//! ```text
//! operations [--json] [--rounds N]
//! ```
//!
//! The positions come from random games that are the same in every run. The libraries take turns.
//! The fastest round of each counts, since a shared machine can only make it slower.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the result")]
#![expect(clippy::cast_precision_loss, reason = "times have three valid digits")]

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use cozy_chess::util;
use reynard::{PackedPosition, PieceValues, Position};

/// Number of positions.
const POSITIONS: usize = 2_000;

/// The length of a random game, in plies.
const PLIES: u64 = 120;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut json, mut rounds) = (false, 7);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--json" => json = true,
            "--rounds" => rounds = arguments.next().ok_or("a number is missing")?.parse()?,
            _ => return Err("operations [--json] [--rounds N]".into()),
        }
    }
    let samples = samples()?;
    for operation in OPERATIONS {
        let ours = |sample: &Sample| (operation.ours)(sample);
        let (mut best, mut best_theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..rounds {
            best = best.min(nanoseconds(&samples, ours));
            if let Some(theirs) = operation.theirs {
                best_theirs = best_theirs.min(nanoseconds(&samples, theirs));
            }
        }
        report(operation, best, best_theirs, json);
    }
    Ok(())
}

fn report(operation: &Operation, best: f64, theirs: f64, json: bool) {
    let name = operation.name;
    match (json, operation.theirs.is_some()) {
        (true, true) => println!(
            r#"{{"operation":"{name}","nanoseconds":{best:.1},"cozy_chess":{theirs:.1},"ratio":{:.2}}}"#,
            theirs / best
        ),
        (true, false) => println!(r#"{{"operation":"{name}","nanoseconds":{best:.1}}}"#),
        (false, true) => println!(
            "{name:32} {best:8.1} ns {:8.2} M/s   cozy-chess {theirs:8.1} ns   ratio {:5.2}",
            1e3 / best,
            theirs / best
        ),
        (false, false) => println!("{name:32} {best:8.1} ns {:8.2} M/s", 1e3 / best),
    }
}

/// A position in all the forms that the operations require, with its legal moves.
struct Sample {
    position: Position,
    board: cozy_chess::Board,
    fen: String,
    san: Vec<String>,
    moves: Vec<reynard::Move>,
    captures: Vec<reynard::Move>,
    cozy_moves: Vec<cozy_chess::Move>,
    packed: PackedPosition,
}

/// A function that runs an operation on a position and returns the number of times it ran.
type Run = fn(&Sample) -> usize;

struct Operation {
    name: &'static str,
    ours: Run,
    theirs: Option<Run>,
}

const OPERATIONS: &[Operation] = &[
    Operation { name: "read a FEN, fully validated", ours: read_fen, theirs: Some(cozy_read_fen) },
    Operation { name: "write a FEN", ours: write_fen, theirs: Some(cozy_write_fen) },
    Operation { name: "read a SAN move", ours: read_san, theirs: Some(cozy_read_san) },
    Operation { name: "read a SAN move, leniently", ours: read_san_leniently, theirs: None },
    Operation { name: "write a SAN move", ours: write_san, theirs: Some(cozy_write_san) },
    Operation { name: "play a move on a copy", ours: play, theirs: Some(cozy_play) },
    Operation { name: "make and unmake a move", ours: make, theirs: None },
    Operation { name: "is a move legal", ours: is_legal, theirs: Some(cozy_is_legal) },
    Operation { name: "static exchange, value", ours: see, theirs: None },
    Operation { name: "static exchange, threshold 0", ours: see_at_least, theirs: None },
    Operation { name: "pack a position", ours: pack, theirs: None },
    Operation { name: "unpack a position", ours: unpack, theirs: None },
];

fn read_fen(sample: &Sample) -> usize {
    black_box(Position::from_fen(&sample.fen).is_ok());
    1
}

fn cozy_read_fen(sample: &Sample) -> usize {
    black_box(sample.fen.parse::<cozy_chess::Board>().is_ok());
    1
}

fn write_fen(sample: &Sample) -> usize {
    black_box(sample.position.fen());
    1
}

fn cozy_write_fen(sample: &Sample) -> usize {
    black_box(sample.board.to_string());
    1
}

fn read_san(sample: &Sample) -> usize {
    for text in &sample.san {
        black_box(sample.position.parse_san(text).is_ok());
    }
    sample.san.len()
}

fn read_san_leniently(sample: &Sample) -> usize {
    for text in &sample.san {
        black_box(sample.position.parse_san_lenient(text).is_ok());
    }
    sample.san.len()
}

fn cozy_read_san(sample: &Sample) -> usize {
    for text in &sample.san {
        black_box(util::parse_san_move(&sample.board, text).is_ok());
    }
    sample.san.len()
}

fn write_san(sample: &Sample) -> usize {
    for &mv in &sample.moves {
        black_box(sample.position.san(mv));
    }
    sample.moves.len()
}

fn cozy_write_san(sample: &Sample) -> usize {
    let mut text = String::with_capacity(16);
    for &mv in &sample.cozy_moves {
        text.clear();
        black_box(write!(text, "{}", util::display_san_move(&sample.board, mv)).is_ok());
    }
    sample.cozy_moves.len()
}

fn play(sample: &Sample) -> usize {
    let mut child = sample.position.clone();
    for &mv in &sample.moves {
        sample.position.play_into(mv, &mut child);
        black_box(&child);
    }
    sample.moves.len()
}

fn cozy_play(sample: &Sample) -> usize {
    for &mv in &sample.cozy_moves {
        let mut child = sample.board.clone();
        child.play_unchecked(mv);
        black_box(&child);
    }
    sample.cozy_moves.len()
}

fn make(sample: &Sample) -> usize {
    let mut position = sample.position.clone();
    for &mv in &sample.moves {
        let undo = position.make(mv);
        black_box(&position);
        position.unmake(mv, undo);
    }
    sample.moves.len()
}

fn is_legal(sample: &Sample) -> usize {
    for &mv in &sample.moves {
        black_box(sample.position.is_legal(black_box(mv)));
    }
    sample.moves.len()
}

fn cozy_is_legal(sample: &Sample) -> usize {
    for &mv in &sample.cozy_moves {
        black_box(sample.board.is_legal(black_box(mv)));
    }
    sample.cozy_moves.len()
}

fn see(sample: &Sample) -> usize {
    for &mv in &sample.captures {
        black_box(sample.position.see(mv, &PieceValues::DEFAULT));
    }
    sample.captures.len()
}

fn see_at_least(sample: &Sample) -> usize {
    for &mv in &sample.captures {
        black_box(sample.position.see_at_least(mv, &PieceValues::DEFAULT, 0));
    }
    sample.captures.len()
}

fn pack(sample: &Sample) -> usize {
    black_box(PackedPosition::from(&sample.position));
    1
}

fn unpack(sample: &Sample) -> usize {
    black_box(sample.packed.to_setup());
    1
}

/// Times one operation in nanoseconds, averaged over all samples.
fn nanoseconds(samples: &[Sample], run: impl Fn(&Sample) -> usize) -> f64 {
    let start = Instant::now();
    let done: usize = samples.iter().map(run).sum();
    start.elapsed().as_secs_f64() * 1e9 / done as f64
}

/// Returns the positions of random games.
fn samples() -> Result<Vec<Sample>, Box<dyn Error>> {
    let mut state: u64 = 0x2545_F491_4F6C_DD1D;
    let mut samples = Vec::with_capacity(POSITIONS);
    let mut position = Position::startpos();
    while samples.len() < POSITIONS {
        let moves = position.legal_moves();
        if moves.is_empty() || position.ply() >= PLIES {
            position = Position::startpos();
            continue;
        }
        // George Marsaglia's xorshift generator, 2003.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let index = usize::try_from(state % moves.len() as u64)?;
        position.play_unchecked(moves[index]);
        if position.has_legal_move() {
            samples.push(sample(&position)?);
        }
    }
    Ok(samples)
}

fn sample(position: &Position) -> Result<Sample, Box<dyn Error>> {
    let fen = position.fen();
    let board: cozy_chess::Board = fen.parse().map_err(|error| format!("{error:?}"))?;
    let moves = position.legal_moves().to_vec();
    let mut cozy_moves = Vec::new();
    board.generate_moves(|set| {
        cozy_moves.extend(set);
        false
    });
    Ok(Sample {
        san: moves.iter().map(|&mv| position.san(mv).to_string()).collect(),
        captures: position.captures().to_vec(),
        packed: PackedPosition::from(position),
        position: position.clone(),
        board,
        fen,
        moves,
        cozy_moves,
    })
}
