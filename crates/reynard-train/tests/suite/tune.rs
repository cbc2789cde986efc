//! Fits to positions that were labeled by weights which the fit does not know.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "scores and chances are small"
)]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use reynard::{Game, GameResult, Position};
use reynard_engine::Control;
use reynard_engine::eval::{BLOCKS, Features};
use reynard_testkit::Rng;
use reynard_train::selfplay::{SelfPlay, SelfPlaySettings};
use reynard_train::shard::PositionFilter;
use reynard_train::tune::{
    EvalWeights, TuneProgress, TuneSample, TuneSamples, TuneSettings, fit, write_source,
};

/// Of a logistic curve; what such collections usually come to.
const SCALE: f32 = 0.005;

/// What the fit has to find: knights dearer and bishops cheaper than it begins with, late rooks
/// too, and something for two bishops and for the move.
fn hidden() -> EvalWeights {
    let mut weights = EvalWeights::neutral();
    let mut set = |name: &str, place: usize, pair: [f32; 2]| {
        let block = BLOCKS.iter().find(|block| block.name == name).expect("a block");
        weights.0[block.start + place] = pair;
    };
    set("material", 1, [350.0, 350.0]);
    set("material", 2, [260.0, 260.0]);
    set("material", 3, [450.0, 600.0]);
    set("bishop pair", 0, [60.0, 60.0]);
    set("right to move", 0, [30.0, 30.0]);
    weights
}

/// The value of a position for White by some weights, in words of the documentation of features.
fn value(pos: &Position, weights: &EvalWeights) -> f32 {
    let Features { counts, middlegame, scales } = Features::new(pos);
    let sum = |part: usize| -> f32 {
        let one =
            |&(index, count): &(u16, i8)| weights.0[usize::from(index)][part] * f32::from(count);
        counts.iter().map(one).sum()
    };
    let endgame = sum(1);
    let scale = scales[usize::from(endgame < 0.0)];
    sum(0) * middlegame + endgame * (1.0 - middlegame) * scale
}

/// Positions of random games, each labeled by the hidden weights.
fn games(number: u64) -> Vec<Vec<TuneSample>> {
    let hidden = hidden();
    (0..number).map(|seed| game(&mut Rng::new(seed), &hidden)).collect()
}

fn game(rng: &mut Rng, hidden: &EvalWeights) -> Vec<TuneSample> {
    let mut game = Game::new();
    let mut samples = Vec::new();
    for _ in 0..160 {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[rng.below(moves.len())]).expect("it is legal");
        if rng.one_in(8) {
            let pos = game.position().clone();
            let score = value(&pos, hidden);
            let chance = 1.0 / (1.0 + (-SCALE * score).exp());
            let won = (rng.below(1000) as f32) < chance * 1000.0;
            let result = if won { GameResult::WhiteWins } else { GameResult::BlackWins };
            samples.push(TuneSample { pos, result, score: Some(score.round() as i32) });
        }
    }
    samples
}

fn samples_of(games: Vec<Vec<TuneSample>>) -> TuneSamples {
    let mut samples = TuneSamples::default();
    for game in games {
        samples.add_game(game);
    }
    samples
}

#[test]
fn the_weights_behind_the_scores_are_recovered() {
    let samples = samples_of(games(400));
    assert_eq!(samples.games(), 400);
    let settings = TuneSettings {
        epochs: 25,
        rate: 4.0,
        batch: 512,
        score_share: 1.0,
        ..TuneSettings::default()
    };
    let mut course: Vec<TuneProgress> = Vec::new();
    let (found, _) = fit(&samples, &EvalWeights::neutral(), &settings, |progress| {
        course.push(progress);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(course.len(), 26);
    assert_eq!(found.positions.iter().sum::<usize>(), samples.len());
    let [first, last] = found.progress;
    assert_eq!((first, last), (course[0], course[25]));
    // What is left is mostly what no weights could explain: results are drawn from the scores.
    let loss = |progress: TuneProgress| progress.held_out_loss.expect("some games are held out");
    assert!(last.loss < first.loss && loss(last) < loss(first), "{first:?}, {last:?}");
    // Positions that the fit has not seen have the values that the hidden weights give them.
    let (hidden, neutral) = (hidden(), EvalWeights::neutral());
    let (mut error, mut before, mut seen) = (0.0, 0.0, 0.0);
    for sample in (1000..1050).flat_map(|seed| game(&mut Rng::new(seed), &hidden)) {
        let true_value = value(&sample.pos, &hidden);
        // Where everything is won a hundred centipawns do not change what is expected.
        if true_value.abs() < 600.0 {
            error += (value(&sample.pos, &found.weights) - true_value).abs();
            before += (value(&sample.pos, &neutral) - true_value).abs();
            seen += 1.0;
        }
    }
    let (error, before) = (error / seen, before / seen);
    assert!(before > 30.0 && error < before / 5.0, "{error} now, {before} before");
    for (piece, value) in [(1, 350.0), (2, 260.0)] {
        let [middlegame, endgame] = found.weights.0[piece];
        let mean = f32::midpoint(middlegame, endgame);
        assert!((mean - value).abs() < 20.0, "{mean}, not {value}");
    }
}

/// Games as text are as many as they are in their file, and held out whole.
#[test]
fn exported_games_are_separated() {
    let mut settings = SelfPlaySettings { nodes: 30, ..SelfPlaySettings::default() };
    settings.opening.nodes = 30;
    let mut player = SelfPlay::new(settings).expect("memory");
    let (mut direct, mut lines) = (TuneSamples::default(), TuneSamples::default());
    for number in 0..3 {
        let game = player.play(0, number, &Control::new()).expect("a game");
        let filter = PositionFilter::default();
        direct.add_game(game.samples(filter).map(TuneSample::from));
        for sample in game.samples(filter) {
            let (fen, score) = (sample.position.fen(), sample.score.number());
            let result = sample.result.to_string();
            lines.add_line(&format!("{fen} | {score} | {result}")).expect("a line");
        }
    }
    assert!(direct.len() > 30, "{}", direct.len());
    assert_eq!((lines.len(), lines.games()), (direct.len(), 3));
}

#[test]
fn the_number_of_threads_changes_nothing_and_the_seed_does() {
    let samples = samples_of(games(40));
    let with = |threads, seed| {
        let settings =
            TuneSettings { epochs: 2, batch: 256, threads, seed, ..TuneSettings::default() };
        fit(&samples, &EvalWeights::current(), &settings, |_| ControlFlow::<()>::Continue(())).0
    };
    let one = with(1, 1);
    assert_eq!(one, with(3, 1));
    assert_ne!(one.weights, with(1, 2).weights);
}

#[test]
fn a_fit_can_be_ended_early() {
    let samples = samples_of(games(5));
    let mut epochs = 0;
    let (found, end) =
        fit(&samples, &EvalWeights::neutral(), &TuneSettings::default(), |progress| {
            epochs += 1;
            if progress.epoch == 3 {
                ControlFlow::Break("enough")
            } else {
                ControlFlow::Continue(())
            }
        });
    assert_eq!(end, ControlFlow::Break("enough"));
    assert_eq!((epochs, found.progress[1].epoch), (4, 3));
}

#[test]
fn a_fit_without_samples_has_finite_weights() {
    let (found, _) =
        fit(&TuneSamples::default(), &EvalWeights::current(), &TuneSettings::default(), |_| {
            ControlFlow::<()>::Continue(())
        });
    assert_eq!(found.positions, [0, 0]);
    assert!(found.weights.0.iter().flatten().all(|weight| weight.is_finite()));
}

/// What is written is what the engine was built with, but for the words above it.
#[test]
fn the_written_table_is_that_of_the_engine() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../reynard-engine/src/eval/weights.rs");
    let committed = fs::read_to_string(path).expect("the table of the engine");
    let code = |text: &str| text.split_once("use super").map(|(_, code)| code.replace('\r', ""));
    let written = write_source(&EvalWeights::current(), "A remark\nof two lines.");
    assert!(written.contains("\n//! A remark\n//! of two lines.\n\nuse super"), "{written}");
    assert_eq!(code(&written), code(&committed));
}

/// A weight that has run away is still one that can be compiled.
#[test]
fn written_weights_are_clamped() {
    let mut weights = EvalWeights::neutral();
    weights.0[0] = [1e9, f32::NAN];
    weights.0[1] = [-0.3, f32::NEG_INFINITY];
    let written = write_source(&weights, "");
    assert!(written.contains("s(32767, 0), s(0, -32768)"), "{written}");
}
