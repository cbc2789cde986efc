//! Measures the trainer: positions a second on one thread and on two.
//!
//! `cargo run --release -p reynard-nnue --features train --example train_speed -- [HIDDEN]`

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::time::Instant;

use reynard::Position;
use reynard_nnue::Shape;
use reynard_nnue::train::{Step, TrainingExample, TrainingNetwork};

const BATCH: u32 = 16_384;

fn main() -> Result<(), Box<dyn Error>> {
    let hidden = std::env::args().nth(1).map_or(Ok(256), |text| text.parse())?;
    let shape = Shape::new(hidden, 8)?;
    let mut random = 1_u64;
    let mut pos = Position::startpos();
    let mut batch = Vec::new();
    while batch.len() < BATCH as usize {
        let moves = pos.legal_moves();
        if moves.is_empty() || pos.fullmove_number() > 40 {
            pos = Position::startpos();
            continue;
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        pos.play_unchecked(moves[(random >> 33) as usize % moves.len()]);
        batch.push(TrainingExample::new(shape, pos.board(), pos.turn(), 0.5));
    }
    for threads in [1, 2] {
        let mut network = TrainingNetwork::new(shape, 1)?;
        let fastest = (0..12)
            .map(|_| {
                let start = Instant::now();
                network.step(&batch, Step { rate: 0.001, threads });
                start.elapsed().as_secs_f64()
            })
            .fold(f64::INFINITY, f64::min);
        println!(
            "H = {hidden}, {threads} threads: {:.2} M positions/s",
            f64::from(BATCH) / fastest / 1e6
        );
    }
    Ok(())
}
