//! The win/draw/loss model fitted to games, compared with their results.

use std::fmt;

use reynard_engine::{MaterialPoints, WinDrawLossModel};
use serde::Serialize;

use crate::ScoreOutcomes;

/// The win/draw/loss model that fits games best, with a comparison between the model and the games.
///
/// ```
/// use reynard_engine::{MaterialPoints, WinDrawLossModel};
/// use reynard_train::{ScoreOutcomes, WdlFit};
///
/// assert_eq!(WdlFit::new(&ScoreOutcomes::new()), None);
/// let mut outcomes = ScoreOutcomes::new();
/// for score in (-300..=300).step_by(10) {
///     for material in [20, 40, 60, 78].map(MaterialPoints::new) {
///         let [win, draw, loss] = WinDrawLossModel::SELF_PLAY.probabilities(score, material);
///         outcomes.count(material, score, [win, draw, loss].map(|part| (1e6 * part) as u64));
///     }
/// }
/// let fit = WdlFit::new(&outcomes).expect("every result occurs");
/// assert!((fit.loss - fit.current_loss).abs() < 1e-6);
/// assert!(fit.to_string().contains("\neven win "));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WdlFit {
    /// Number of positions.
    pub positions: u64,
    /// Slope of the model.
    pub slope: [f64; 4],
    /// Cut of the model.
    pub cut: [f64; 4],
    /// Mean negative log-likelihood of the results under the model.
    pub loss: f64,
    /// Mean negative log-likelihood of the results under the engine's current model.
    pub current_loss: f64,
    /// Groups of positions with similar material and score.
    pub rows: Vec<WdlFitRow>,
}

/// Positions with similar material and score: their results in the games and according to the
/// model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WdlFitRow {
    /// Minimum and maximum number of material points.
    pub points: [u8; 2],
    /// Lowest and highest score in centipawns.
    pub score: [i32; 2],
    /// Number of positions.
    pub positions: u64,
    /// Shares of wins, draws and losses in the games, from 0 to 1.
    pub games: [f64; 3],
    /// Probabilities according to the model, at the midpoints of material and score.
    pub model: [f64; 3],
}

impl WdlFit {
    /// Fits the model. Returns `None` if the positions do not determine it.
    pub fn new(outcomes: &ScoreOutcomes) -> Option<Self> {
        let model = outcomes.fit()?;
        Some(Self {
            positions: outcomes.positions(),
            slope: model.slope,
            cut: model.cut,
            loss: outcomes.loss(&model),
            current_loss: outcomes.loss(&WinDrawLossModel::SELF_PLAY),
            rows: rows(outcomes, &model),
        })
    }

    /// Returns the model.
    pub const fn model(&self) -> WinDrawLossModel {
        WinDrawLossModel { slope: self.slope, cut: self.cut }
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of positions are far below 2^52")]
fn rows(outcomes: &ScoreOutcomes, model: &WinDrawLossModel) -> Vec<WdlFitRow> {
    const POINTS: [[u8; 2]; 4] = [[6, 18], [19, 38], [39, 58], [59, 78]];
    const SCORES: [i32; 7] = [-300, -100, 0, 50, 100, 200, 400];
    let cells = POINTS.into_iter().flat_map(|points| SCORES.map(|score| (points, score)));
    cells
        .filter_map(|(points, score)| {
            let [least, most] = points;
            let span = [score - 10, score + 10];
            let results = outcomes.results(least..=most, span[0]..=span[1]);
            let positions: u64 = results.iter().sum();
            let middle = MaterialPoints::new(u32::midpoint(least.into(), most.into()));
            (positions > 0).then(|| WdlFitRow {
                points,
                score: span,
                positions,
                games: results.map(|n| n as f64 / positions as f64),
                model: model.probabilities(score, middle),
            })
        })
        .collect()
}

impl fmt::Display for WdlFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, slope, cut, loss, current_loss, .. } = self;
        writeln!(f, "positions      {positions}")?;
        writeln!(f, "slope          {slope:.4?}")?;
        writeln!(f, "cut            {cut:.4?}")?;
        writeln!(f, "loss           {loss:.5} (of the engine's model {current_loss:.5})")?;
        let even = [78, 58, 38, 18].map(|points| {
            let centipawns = self.model().even_win(MaterialPoints::new(points));
            format!("{centipawns:.0} at {points} points")
        });
        writeln!(f, "even win       {}", even.join(", "))?;
        let results = "win, draw, loss of the games, of the model (%)";
        writeln!(f, "\nmaterial  centipawns   positions  {results}")?;
        for row in &self.rows {
            let [games, model] = [row.games, row.model].map(percents);
            let ([least, most], positions) = (row.points, row.positions);
            let score = row.score[0].midpoint(row.score[1]);
            write!(f, "{least:>3}..{most:<3}  {score:>10}  {positions:>10}")?;
            writeln!(f, "  {games}  {model}")?;
        }
        Ok(())
    }
}

fn percents(parts: [f64; 3]) -> String {
    parts.map(|part| format!("{:>5.1}", 100.0 * part)).join(" ")
}
