//! Measures each kernel: nanoseconds of a move with its accumulators and score, and of a score from
//! nothing.
//!
//! `cargo run --release -p reynard-nnue --example speed -- [HIDDEN]`

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use reynard::{Move, Position};
use reynard_nnue::{Kernel, Network, Shape, Stack};

/// Plies of the game that is played over and over.
const PLIES: u32 = 100;
/// Repetitions of a measurement, of which the fastest counts.
const ROUNDS: usize = 15;
/// Games played in a round.
const GAMES: u32 = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let hidden = std::env::args().nth(1).map_or(Ok(256), |text| text.parse())?;
    let (line, moves) = game();
    for kernel in Kernel::available() {
        let network = Network::random(Shape::new(hidden, 8)?, 1);
        let network = network.with_kernel(kernel).ok_or("this processor has no such kernel")?;
        let mut stack = Stack::new(&network, line.len());
        let played = fastest(|| {
            stack.touch(0);
            for ply in 0..line.len() {
                if let Some(before) = ply.checked_sub(1) {
                    stack.play(ply, moves[before]);
                }
                black_box(stack.evaluate(&network, &line[..=ply]));
            }
        });
        let scores = fastest(|| {
            for ply in 1..line.len() {
                stack.touch(0);
                black_box(stack.evaluate(&network, &line[ply..=ply]));
            }
        });
        let nothing = fastest(|| {
            for pos in &line {
                black_box(network.evaluate(pos));
            }
        });
        println!(
            "{kernel:9} H = {hidden}: {played:6.1} ns a move and score, {scores:6.1} from the cache, \
             {nothing:7.1} from nothing"
        );
    }
    Ok(())
}

/// The positions and the moves of a random game.
fn game() -> (Vec<Position>, Vec<Move>) {
    let mut line = vec![Position::startpos()];
    let mut played = Vec::new();
    let mut random = 1_u64;
    while line.len() < PLIES as usize {
        let mut next = line[line.len() - 1].clone();
        let moves = next.legal_moves();
        if moves.is_empty() {
            break;
        }
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = moves[(random >> 33) as usize % moves.len()];
        next.play_unchecked(mv);
        line.push(next);
        played.push(mv);
    }
    (line, played)
}

/// Nanoseconds for each ply of the fastest round.
fn fastest(mut work: impl FnMut()) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        (0..GAMES).for_each(|_| work());
        start.elapsed().as_secs_f64() * 1e9 / f64::from(GAMES * PLIES)
    });
    rounds.fold(f64::INFINITY, f64::min)
}
