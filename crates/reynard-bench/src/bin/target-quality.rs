//! Measures how well training targets predict the result of a deeper search of a position.
//!
//! ```text
//! target-quality SHARDS NODES POSITIONS SHARE:LAMBDA..
//! ```
//!
//! From every seventh game, one in forty quiet positions is drawn at random and searched with NODES
//! nodes. The signal is the difference between the result of the search and the static evaluation
//! of the embedded network. The difference between the target and the static evaluation is the
//! signal times a slope, plus noise: training on many positions moves the network by the slope, and
//! the noise averages out. Values are expected scores from 0 to 1.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the result")]
#![expect(clippy::cast_precision_loss, reason = "counts of positions are small")]

use std::error::Error;

use reynard::{Color, Game, Position};
use reynard_base::SplitMix64;
use reynard_engine::{Control, Engine, Network, Score, SearchLimits};
use reynard_train::network::{LambdaReturns, TargetScale};
use reynard_train::shard::{PositionFilter, ShardFiles, TrainingGame, WhiteScore, white_points};

/// The sampling interval of games: every game with an index divisible by this number is used.
const GAMES: usize = 7;
/// The sampling rate of positions: on average, one position in this many is drawn.
const POSITIONS: usize = 40;

/// Values of a position from White's point of view.
struct Row {
    value: f64,
    searched: f64,
    /// Targets for each combination of score share and λ.
    targets: Vec<f64>,
}

/// A kind of target.
struct Target {
    name: String,
    scale: TargetScale,
    returns: LambdaReturns,
}

/// A judge that assigns expected game scores to positions by searching them deeply.
struct Judge {
    engine: Engine,
    limits: SearchLimits,
    scale: TargetScale,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [shards, nodes, most, targets @ ..] = args.as_slice() else {
        return Err("target-quality SHARDS NODES POSITIONS SHARE:LAMBDA..".into());
    };
    let (nodes, most): (u64, usize) = (nodes.parse()?, most.parse()?);
    let targets: Vec<Target> = targets.iter().map(|text| target(text)).collect::<Result<_, _>>()?;
    let scale = TargetScale::new(1.0);
    let mut judge = Judge { engine: Engine::default(), limits: SearchLimits::nodes(nodes), scale };
    let mut random = SplitMix64::new(1);
    let mut rows = Vec::new();
    for game in ShardFiles::find([shards])?.games().step_by(GAMES) {
        let game = game?;
        for index in chosen(&game, &mut random) {
            rows.push(row(&game, index, &targets, &mut judge));
        }
        if rows.len() >= most {
            break;
        }
    }
    let signal = rows.iter().map(|row| (row.searched - row.value).powi(2)).sum::<f64>();
    println!(
        "{} positions, mean square of the signal {:.5}",
        rows.len(),
        signal / rows.len() as f64
    );
    for (index, Target { name, .. }) in targets.iter().enumerate() {
        let (mut product, mut square, mut error) = (0.0, 0.0, 0.0);
        for Row { value, searched, targets } in &rows {
            product += (searched - value) * (targets[index] - value);
            square += (targets[index] - value).powi(2);
            error += (targets[index] - searched).powi(2);
        }
        println!(
            "{name}: slope {:.3}, correlation {:.3}, mean square error {:.5}",
            product / signal,
            product / (signal * square).sqrt(),
            error / rows.len() as f64,
        );
    }
    Ok(())
}

fn target(text: &str) -> Result<Target, Box<dyn Error>> {
    let (share, lambda) = text.split_once(':').ok_or("a target is SHARE:LAMBDA")?;
    let (share, lambda): (f32, f32) = (share.parse()?, lambda.parse()?);
    Ok(Target {
        name: format!("share {share}, lambda {lambda}"),
        scale: TargetScale::new(share),
        returns: LambdaReturns::new(lambda),
    })
}

/// Draws the plies of a game to be measured, and returns their indices.
fn chosen(game: &TrainingGame, random: &mut SplitMix64) -> Vec<usize> {
    let mut pos = game.start.clone();
    let mut chosen = Vec::new();
    for (index, ply) in game.plies.iter().enumerate() {
        let is_drawn = random.below(POSITIONS) == 0;
        if is_drawn && PositionFilter::default().keeps(&pos, ply.mv, ply.score) {
            chosen.push(index);
        }
        pos.play_unchecked(ply.mv);
    }
    chosen
}

/// Returns the values of the position before a ply.
fn row(game: &TrainingGame, index: usize, targets: &[Target], judge: &mut Judge) -> Row {
    let mut pos = game.start.clone();
    for ply in &game.plies[..index] {
        pos.play_unchecked(ply.mv);
    }
    let result = white_points(game.result);
    let targets = targets
        .iter()
        .map(|Target { scale, returns, .. }| {
            let mut game = game.clone();
            returns.apply(&mut game);
            f64::from(scale.target(game.plies[index].score.number(), result))
        })
        .collect();
    let value = Score::Centipawns(Network::embedded().evaluate(&pos));
    Row { value: judge.expected(value, pos.turn()), searched: judge.searched(&pos), targets }
}

impl Judge {
    /// Returns White's expected game score according to a search.
    fn searched(&mut self, pos: &Position) -> f64 {
        self.engine.new_game();
        let game = Game::from_position(pos.clone());
        let report = self.engine.search(&game, &self.limits, &Control::new(), &mut |_| {});
        self.expected(report.internal_score().unwrap_or(Score::Centipawns(0)), pos.turn())
    }

    /// Returns White's expected game score for an engine score from the point of view of the side
    /// to move.
    fn expected(&self, score: Score, turn: Color) -> f64 {
        let number = WhiteScore::new(score, turn).number();
        f64::from(self.scale.target(number, 0.0))
    }
}
