//! Tests of the trainer: gradient, determinism and quantization.

use alloc::vec::Vec;

use reynard::Position;

use super::dispatch::Features;
use super::*;
use crate::king_buckets::KingBuckets;

const SHAPE: Shape = match Shape::new(64, 4) {
    Ok(shape) => shape,
    Err(_) => panic!("a valid shape"),
};

/// Creates examples from random games.
fn examples(shape: Shape, count: usize) -> Vec<(Position, TrainingExample)> {
    let mut state = 1_u64;
    let mut next = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (state >> 33) as usize % end
    };
    let mut pos = Position::startpos();
    let mut found = Vec::new();
    while found.len() < count {
        let moves = pos.legal_moves();
        if moves.is_empty() || found.len() % 60 == 59 {
            pos = Position::startpos();
        } else {
            pos.play_unchecked(moves[next(moves.len())]);
        }
        let target = next(1_000) as f32 / 1_000.0;
        found.push((pos.clone(), TrainingExample::new(shape, pos.board(), pos.turn(), target)));
    }
    found
}

fn batch(count: usize) -> Vec<TrainingExample> {
    batch_of(SHAPE, count)
}

fn batch_of(shape: Shape, count: usize) -> Vec<TrainingExample> {
    examples(shape, count).into_iter().map(|(_, example)| example).collect()
}

/// Computes the loss in 64-bit arithmetic, without any of the trainer's code.
fn plain_loss(network: &TrainingNetwork, batch: &[TrainingExample]) -> f64 {
    let mut total = 0.0;
    for example in batch {
        let mut output = f64::from(network.output_bias[example.bucket()].value);
        for block in &network.blocks {
            for side in 0..2 {
                for unit in 0..WIDTH {
                    let mut sum = f64::from(block.hidden(block.bias, unit));
                    for &row in example.rows(side) {
                        sum += f64::from(block.hidden(row.into(), unit));
                    }
                    let value = sum.clamp(0.0, 1.0);
                    let weight = block.output(2 * example.bucket() + side, unit);
                    output += value * value * f64::from(weight);
                }
            }
        }
        let error = 1.0 / (1.0 + (-output).exp()) - f64::from(example.target());
        total += error * error;
    }
    total / batch.len() as f64
}

/// Changes a parameter, given its index in the order of [`TrainingNetwork::gradient`].
fn nudge(network: &mut TrainingNetwork, index: usize, by: f32) {
    let bias = network.shape.rows();
    let rows = (bias + 1) + 2 * network.shape.buckets();
    let (block, rest) = (index / (rows * WIDTH), index % (rows * WIDTH));
    let Some(block) = network.blocks.get_mut(block) else {
        network.output_bias[rest].value += by;
        return;
    };
    let (row, unit) = (rest / WIDTH, rest % WIDTH);
    if row <= bias {
        let value = block.hidden(row, unit);
        block.set_hidden(row, unit, value + by);
    } else {
        let value = block.output(row - bias - 1, unit);
        block.set_output(row - bias - 1, unit, value + by);
    }
}

#[test]
fn the_gradient_is_that_of_central_differences() {
    gradient_is_that_of_central_differences(SHAPE);
    gradient_is_that_of_central_differences(SHAPE.with_king_buckets(KingBuckets::Eight));
}

fn gradient_is_that_of_central_differences(shape: Shape) {
    let batch = batch_of(shape, 256);
    let mut network = TrainingNetwork::new(shape, 5).unwrap();
    let gradient = network.gradient(&batch);
    let largest = gradient.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
    let mut compared = 0;
    let step = 1.0 / 65_536.0;
    for index in
        (0..gradient.len()).filter(|index| index % 131 == 0 || *index + 40 > gradient.len())
    {
        let mut above = network.clone();
        nudge(&mut above, index, step);
        let mut below = network.clone();
        nudge(&mut below, index, -step);
        let slope =
            (plain_loss(&above, &batch) - plain_loss(&below, &batch)) / (2.0 * f64::from(step));
        let found = f64::from(gradient[index]);
        let tolerance = 2e-4 * f64::from(largest) + 2e-3 * slope.abs();
        assert!((found - slope).abs() < tolerance, "parameter {index}: {found} and {slope}");
        compared += u32::from(slope != 0.0);
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn threads_and_instructions_do_not_change_the_result() {
    let shape = Shape::new(192, 8).unwrap();
    let batch: Vec<_> = examples(shape, 300).into_iter().map(|(_, example)| example).collect();
    let mut results = Vec::new();
    for features in Features::available() {
        for threads in [1, 2, 3, 7] {
            let mut network = TrainingNetwork::new(shape, 9).unwrap();
            network.features = features;
            let losses: Vec<f64> =
                (0..5).map(|_| network.step(&batch, Step { rate: 0.01, threads })).collect();
            results.push((losses, network.to_state()));
        }
    }
    assert!(results.iter().all(|result| *result == results[0]));
    assert!(results[0].0[4] < results[0].0[0]);
}

#[test]
fn a_state_is_read_as_it_was_written() {
    let batch = batch(64);
    let mut network = TrainingNetwork::new(SHAPE, 2).unwrap();
    let step = Step { rate: 0.001, threads: 1 };
    network.step(&batch, step);
    let state = network.to_state();
    let mut read = TrainingNetwork::from_state(SHAPE, &state).unwrap();
    assert_eq!(read.to_state(), state);
    network.step(&batch, step);
    read.step(&batch, step);
    assert_eq!(read.to_state(), network.to_state());
    for len in [0, 7, 8, 100, state.len() - 1] {
        assert!(TrainingNetwork::from_state(SHAPE, &state[..len]).is_err(), "{len}");
    }
    let longer = [&state[..], &[0; 4]].concat();
    assert!(TrainingNetwork::from_state(SHAPE, &longer).is_err());
    let mut broken = state;
    broken[8..12].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(TrainingNetwork::from_state(SHAPE, &broken).is_err());
}

#[test]
fn integers_and_floats_agree_within_a_few_centipawns() {
    let examples = examples(SHAPE, 500);
    let batch: Vec<_> = examples.iter().map(|(_, example)| *example).collect();
    let mut network = TrainingNetwork::new(SHAPE, 4).unwrap();
    for _ in 0..60 {
        network.step(&batch, Step { rate: 0.003, threads: 1 });
    }
    let quantized = network.quantize();
    let outputs = network.outputs(&batch);
    let mut total = 0.0;
    for ((pos, _), output) in examples.iter().zip(outputs) {
        let difference = (output * SCALE as f32 - quantized.evaluate(pos) as f32).abs();
        assert!(difference < 20.0, "{pos}: {output} and {}", quantized.evaluate(pos));
        total += difference;
    }
    assert!(total / (examples.len() as f32) < 2.5, "{total}");
}

#[test]
fn training_goes_on_from_a_quantized_network() {
    let mut network = TrainingNetwork::new(SHAPE, 4).unwrap();
    network.step(&batch(100), Step { rate: 0.01, threads: 1 });
    let quantized = network.quantize();
    let read = TrainingNetwork::from_network(&quantized).unwrap();
    assert_eq!(read.quantize().weights(), quantized.weights());
}

#[test]
fn new_hidden_units_learn_beside_the_old_ones() {
    let batch = batch(200);
    let mut narrow = TrainingNetwork::new(SHAPE, 4).unwrap();
    let mut wide = narrow.clone().widened(128, 5).unwrap();
    assert_eq!(wide.outputs(&batch), narrow.outputs(&batch));
    let step = Step { rate: 0.001, threads: 2 };
    for _ in 0..40 {
        narrow.step(&batch, step);
        wide.step(&batch, step);
    }
    assert!(wide.blocks[1].largest().1 > 0.0);
    let losses = [&wide, &narrow].map(|network| network.loss(&batch));
    assert!(losses[0] < losses[1], "{losses:?}");
    assert!(narrow.clone().widened(100, 5).is_err());
    assert_eq!(wide.widened(64, 5).unwrap().shape().hidden(), 128);
}

#[test]
fn king_buckets_begin_alike_and_learn_in_common_and_apart() {
    let kings = SHAPE.with_king_buckets(KingBuckets::Four);
    let one = TrainingNetwork::new(SHAPE, 4).unwrap();
    let mut four = TrainingNetwork::new(kings, 4).unwrap();
    assert_eq!(four.outputs(&batch_of(kings, 100)), one.outputs(&batch(100)));
    // White's king is on the second rank, Black's in the corner of its first.
    let pos: Position = "6k1/8/8/8/8/8/4K3/8 w - - 0 1".parse().unwrap();
    let example = TrainingExample::new(kings, pos.board(), pos.turn(), 1.0);
    let before = four.quantize().weights().hidden;
    four.step(&[example], Step { rate: 0.01, threads: 1 });
    let weights = four.quantize().weights().hidden;
    let buckets: Vec<_> = weights.chunks(768 * SHAPE.hidden()).collect();
    // The buckets in which no king stands learn what the others have in common.
    assert!(buckets[1] == buckets[3] && buckets[1] != &before[..768 * SHAPE.hidden()]);
    assert!(buckets[0] != buckets[1] && buckets[2] != buckets[1] && buckets[0] != buckets[2]);
    let state = four.to_state();
    assert_eq!(TrainingNetwork::from_state(kings, &state).unwrap().to_state(), state);
    assert!(TrainingNetwork::from_state(SHAPE, &state).is_err());
}

#[test]
fn a_divided_network_learns_from_where_it_was() {
    let kings = SHAPE.with_king_buckets(KingBuckets::Eight);
    let mut network = TrainingNetwork::new(kings, 4).unwrap();
    let batch = batch_of(kings, 300);
    let step = Step { rate: 0.003, threads: 1 };
    let first = network.step(&batch, step);
    (0..30).for_each(|_| _ = network.step(&batch, step));
    let mut read = TrainingNetwork::from_network(&network.quantize()).unwrap();
    // The shared part is made from the weights, and the loss goes on from where it was.
    let (before, after) = (network.loss(&batch), read.step(&batch, step));
    assert!((after - before).abs() < 0.01 * first, "{first}, {before}, {after}");
    assert!(read.loss(&batch) < first);
}

#[test]
fn colors_and_results_are_seen_from_the_side_to_move() {
    let white: Position = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1".parse().unwrap();
    let black: Position = "3qk3/8/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
    let example = |pos: &Position| TrainingExample::new(SHAPE, pos.board(), pos.turn(), 1.0);
    let network = TrainingNetwork::new(SHAPE, 1).unwrap();
    let outputs = [&white, &black].map(|pos| network.outputs(&[example(pos)])[0]);
    // The order of the rows differs, and with it the rounding.
    assert!((outputs[0] - outputs[1]).abs() < 1e-6, "{outputs:?}");
    let sorted = [&white, &black].map(|pos| {
        [0, 1].map(|side| {
            let mut rows = example(pos).rows(side).to_vec();
            rows.sort_unstable();
            rows
        })
    });
    assert_eq!(sorted[0], sorted[1]);
}

#[test]
fn the_logistic_function_is_exact_to_the_last_bits() {
    for step in -4_000..4_000 {
        let x = f64::from(step) / 100.0;
        let expected = 1.0 / (1.0 + (-x).exp());
        assert!((sigmoid(x) - expected).abs() <= 1e-14 * expected, "{x}");
    }
    assert!(sigmoid(-1e9) <= 0.0 && sigmoid(1e9) >= 1.0);
}
