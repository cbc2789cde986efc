//! Fits the weights of the evaluation to labeled positions and prints the loss of each epoch.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::ops::ControlFlow;

use reynard_train::tune::{EvalWeights, TuneSamples, TuneSettings, fit};

const POSITIONS: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - 0 40 [1.0]
4k3/4p3/8/8/8/8/8/4K3 w - - 0 40 [0.0]
4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 40 [0.5]
4k3/8/8/8/8/8/4R3/4K3 w - - 0 40 | 550 | 1.0
4k3/4n3/8/8/8/8/8/4K3 w - - 0 40 c9 \"1/2-1/2\";
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut samples = TuneSamples::default();
    for line in POSITIONS.lines() {
        samples.add_line(line)?;
    }
    let settings = TuneSettings { epochs: 5, held_out: None, ..TuneSettings::default() };
    let (fitted, _) = fit(&samples, &EvalWeights::neutral(), &settings, |progress| {
        println!("epoch {}: loss {:.4}", progress.epoch, progress.loss);
        ControlFlow::<()>::Continue(())
    });
    println!("a pawn is worth {:?}", fitted.weights.0[0]);
    Ok(())
}
