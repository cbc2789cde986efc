//! Fits the win/draw/loss model to games.

use reynard::{Color, GameResult};
use reynard_engine::{MaterialPoints, WinDrawLossModel};

use crate::shard::TrainingGame;

/// Width of a cell in centipawns.
const CELL: i32 = 10;
/// Largest magnitude of a score that is counted. Larger scores are ignored, since most games with
/// such scores were adjudicated.
const LIMIT: i32 = 1_000;
/// Number of cells for each number of material points.
const CELLS: usize = (2 * LIMIT / CELL) as usize + 1;
/// Number of coefficients: those of the slope and of the cut.
const TERMS: usize = 8;

/// Results of positions by material and score, for the side to move.
///
/// ```
/// use reynard_engine::{MaterialPoints, WinDrawLossModel};
/// use reynard_train::ScoreOutcomes;
///
/// let mut outcomes = ScoreOutcomes::new();
/// for score in (-300..=300).step_by(10) {
///     for material in [20, 40, 60, 78].map(MaterialPoints::new) {
///         let [win, draw, loss] =
///             WinDrawLossModel::SELF_PLAY.probabilities(score, material);
///         outcomes.count(
///             material,
///             score,
///             [win, draw, loss].map(|part| (1e6 * part) as u64),
///         );
///     }
/// }
/// let model = outcomes.fit().expect("every result occurs");
/// assert!(
///     (model.even_win(MaterialPoints::MAX)
///         - WinDrawLossModel::SELF_PLAY.even_win(MaterialPoints::MAX))
///     .abs()
///         < 0.1
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreOutcomes {
    /// Numbers of wins, draws and losses, first by material points, then by score.
    cells: Vec<[u64; 3]>,
}

impl Default for ScoreOutcomes {
    fn default() -> Self {
        Self::new()
    }
}

impl ScoreOutcomes {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self { cells: vec![[0; 3]; (usize::from(MaterialPoints::MAX.points()) + 1) * CELLS] }
    }

    /// Adds the positions of a game. Positions with a mate score or a score beyond 1,000 centipawns
    /// are ignored.
    pub fn add(&mut self, game: &TrainingGame) {
        let white = match game.result {
            GameResult::WhiteWins => 0,
            GameResult::Draw => 1,
            GameResult::BlackWins => 2,
        };
        let mut position = game.start.clone();
        for ply in &game.plies {
            if let Some(score) = ply.score.centipawns() {
                let (score, result) = match position.turn() {
                    Color::White => (i32::from(score), white),
                    Color::Black => (-i32::from(score), 2 - white),
                };
                let mut results = [0; 3];
                results[result] = 1;
                self.count(MaterialPoints::of(&position), score, results);
            }
            position.play_unchecked(ply.mv);
        }
    }

    /// Adds numbers of wins, draws and losses for a score in centipawns. Scores beyond 1,000 are
    /// ignored.
    pub fn count(&mut self, material: MaterialPoints, score: i32, results: [u64; 3]) {
        if !(-LIMIT..=LIMIT).contains(&score) {
            return;
        }
        let cell = (f64::from(score) / f64::from(CELL)).round() as i32 + LIMIT / CELL;
        let index = usize::from(material.points()) * CELLS + cell as usize;
        for (sum, more) in self.cells[index].iter_mut().zip(results) {
            *sum += more;
        }
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.cells.iter().flatten().sum()
    }

    /// Returns the numbers of wins, draws and losses within a range of material points and a range
    /// of scores.
    pub fn results(
        &self,
        points: std::ops::RangeInclusive<u8>,
        scores: std::ops::RangeInclusive<i32>,
    ) -> [u64; 3] {
        let inside = self.filled().filter(|(material, score, _)| {
            points.contains(&material.points()) && scores.contains(score)
        });
        inside.fold([0; 3], |sum, (_, _, results)| {
            [sum[0] + results[0], sum[1] + results[1], sum[2] + results[2]]
        })
    }

    /// Returns the mean negative log-likelihood of the results under a model.
    pub fn loss(&self, model: &WinDrawLossModel) -> f64 {
        let sum: f64 = self
            .filled()
            .map(|(material, score, results)| {
                let probabilities = model.probabilities(score, material);
                results
                    .iter()
                    .zip(probabilities)
                    .map(|(&n, p)| -(n as f64) * p.max(1e-12).ln())
                    .sum::<f64>()
            })
            .sum();
        sum / self.positions().max(1) as f64
    }

    /// Returns the maximum-likelihood model, computed by Fisher scoring, or `None` if the positions
    /// do not determine it.
    ///
    /// The log-likelihood is concave in the coefficients (ordered logistic regression, P.
    /// `McCullagh`, 1980), so there is only one maximum.
    pub fn fit(&self) -> Option<WinDrawLossModel> {
        const ROUNDS: usize = 100;
        let mut model = WinDrawLossModel { slope: [1.0, 0.0, 0.0, 0.0], cut: [1.0, 0.0, 0.0, 0.0] };
        let mut loss = self.loss(&model);
        for _ in 0..ROUNDS {
            let step = self.step(&model)?;
            // A step that overshoots is halved.
            let better = (0..30).find_map(|halvings| {
                let next = moved(&model, &step, 0.5_f64.powi(halvings));
                let next_loss = self.loss(&next);
                (next_loss < loss).then_some((next, next_loss))
            });
            let Some((next, next_loss)) = better else { return Some(model) };
            let gain = loss - next_loss;
            (model, loss) = (next, next_loss);
            if gain < 1e-12 {
                return Some(model);
            }
        }
        Some(model)
    }

    /// Returns the step of Fisher scoring: the gradient, divided by the expected information.
    fn step(&self, model: &WinDrawLossModel) -> Option<[f64; TERMS]> {
        let mut gradient = [0.0; TERMS];
        let mut information = [[0.0; TERMS]; TERMS];
        for (material, score, results) in self.filled() {
            let [wins, draws, losses] = results.map(|n| n as f64);
            let [win, draw, loss] =
                model.probabilities(score, material).map(|part| part.clamp(1e-12, 1.0));
            let [by_win, by_loss] = [win * (1.0 - win), loss * (1.0 - loss)];
            let pull = [
                wins * (1.0 - win) - draws * by_win / draw,
                losses * (1.0 - loss) - draws * by_loss / draw,
            ];
            let all = wins + draws + losses;
            let own = [
                all * by_win * by_win * (1.0 / win + 1.0 / draw),
                all * by_loss * by_loss * (1.0 / loss + 1.0 / draw),
            ];
            let both = all * by_win * by_loss / draw;
            let [for_win, for_loss] = derivatives(score, material);
            for i in 0..TERMS {
                gradient[i] += pull[0] * for_win[i] + pull[1] * for_loss[i];
                for j in 0..TERMS {
                    information[i][j] += own[0] * for_win[i] * for_win[j]
                        + own[1] * for_loss[i] * for_loss[j]
                        + both * (for_win[i] * for_loss[j] + for_loss[i] * for_win[j]);
                }
            }
        }
        solve(information, gradient)
    }

    /// Returns the non-empty cells.
    fn filled(&self) -> impl Iterator<Item = (MaterialPoints, i32, [u64; 3])> + '_ {
        (0..).zip(self.cells.chunks_exact(CELLS)).flat_map(|(points, row)| {
            let scores = (-LIMIT..=LIMIT).step_by(CELL as usize);
            let cells = scores.zip(row).filter(|(_, results)| **results != [0; 3]);
            cells.map(move |(score, &results)| (MaterialPoints::new(points), score, results))
        })
    }
}

/// Returns the derivatives of the log odds of a win and a loss with respect to the coefficients of
/// slope and cut.
fn derivatives(score: i32, material: MaterialPoints) -> [[f64; TERMS]; 2] {
    let [x, pawns] = [material.part(), f64::from(score) / 100.0];
    let powers = [1.0, x, x * x, x * x * x];
    let of_side = |pawns: f64| {
        let [a, b, c, d] = powers;
        [pawns * a, pawns * b, pawns * c, pawns * d, -a, -b, -c, -d]
    };
    [of_side(pawns), of_side(-pawns)]
}

/// Returns the model after a fraction of a step.
fn moved(model: &WinDrawLossModel, step: &[f64; TERMS], part: f64) -> WinDrawLossModel {
    let mut next = *model;
    for (term, step) in next.slope.iter_mut().chain(&mut next.cut).zip(step) {
        *term += part * step;
    }
    next
}

/// Solves a system of linear equations by elimination with pivoting. Returns `None` if there is no
/// unique solution.
fn solve(mut matrix: [[f64; TERMS]; TERMS], mut right: [f64; TERMS]) -> Option<[f64; TERMS]> {
    let scale = matrix.iter().flatten().fold(0.0_f64, |most, value| most.max(value.abs()));
    for column in 0..TERMS {
        let pivot = (column..TERMS)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() <= 1e-13 * scale {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (pivots, below) = matrix.split_at_mut(column + 1);
        let pivot = &pivots[column];
        for (row, index) in below.iter_mut().zip(column + 1..) {
            let factor = row[column] / pivot[column];
            row.iter_mut().zip(pivot).for_each(|(value, above)| *value -= factor * above);
            right[index] -= factor * right[column];
        }
    }
    for column in (0..TERMS).rev() {
        let known: f64 = (column + 1..TERMS).map(|k| matrix[column][k] * right[k]).sum();
        right[column] = (right[column] - known) / matrix[column][column];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::{MaterialPoints, ScoreOutcomes, WinDrawLossModel};

    fn outcomes_of(model: &WinDrawLossModel) -> ScoreOutcomes {
        let mut outcomes = ScoreOutcomes::new();
        for points in 4..=78 {
            let material = MaterialPoints::new(points);
            for score in (-600..=600).step_by(20) {
                let parts = model.probabilities(score, material);
                outcomes.count(material, score, parts.map(|part| (1e5 * part).round() as u64));
            }
        }
        outcomes
    }

    #[test]
    fn the_fit_finds_the_model_that_made_the_results() {
        let model = WinDrawLossModel { slope: [2.5, -1.5, 0.3, 0.2], cut: [2.0, -1.0, 0.5, 0.1] };
        let found = outcomes_of(&model).fit().unwrap();
        let pairs = found.slope.iter().chain(&found.cut).zip(model.slope.iter().chain(&model.cut));
        for (found, made) in pairs {
            assert!((found - made).abs() < 0.05, "{found} {made}");
        }
    }

    #[test]
    fn any_other_model_has_a_greater_loss() {
        let outcomes = outcomes_of(&WinDrawLossModel {
            slope: [2.0, -0.5, 0.0, 0.0],
            cut: [1.5, 0.5, 0.0, 0.0],
        });
        let best = outcomes.fit().unwrap();
        let least = outcomes.loss(&best);
        for (term, change) in (0..8).flat_map(|term| [(term, 0.02), (term, -0.02)]) {
            let mut other = best;
            *other.slope.iter_mut().chain(&mut other.cut).nth(term).unwrap() += change;
            assert!(outcomes.loss(&other) > least, "{term} {change}");
        }
    }

    #[test]
    fn positions_that_determine_nothing_have_no_fit() {
        assert_eq!(ScoreOutcomes::new().fit(), None);
        let mut one = ScoreOutcomes::new();
        one.count(MaterialPoints::MAX, 100, [1, 1, 1]);
        assert_eq!(one.fit(), None);
    }

    #[test]
    fn scores_out_of_range_are_left_out() {
        let mut outcomes = ScoreOutcomes::new();
        outcomes.count(MaterialPoints::MAX, 1_001, [1, 0, 0]);
        outcomes.count(MaterialPoints::MAX, -1_000, [0, 0, 1]);
        assert_eq!(outcomes.positions(), 1);
        assert_eq!(outcomes.results(0..=78, -1_000..=-990), [0, 0, 1]);
    }
}
