//! Win, draw and loss (WDL) probabilities for a score.

use reynard::{Color, PieceType, Position};
use reynard_uci::UciWdl;

use crate::score::Score;

/// Estimated win, draw and loss probabilities for the side to move, in permille. Their sum is
/// always 1000.
///
/// The probabilities are computed with [`WinDrawLossModel::SELF_PLAY`].
///
/// ```
/// use reynard::Position;
/// use reynard_engine::{MaterialPoints, Score, WinDrawLoss};
///
/// let even = Score::Centipawns(0);
/// let equal = WinDrawLoss::of_score(even, MaterialPoints::MAX);
/// assert!(equal.draw > equal.win && equal.win == equal.loss);
/// assert_eq!(equal.expected_score(), 0.5);
///
/// // With few pieces left, more games are drawn.
/// let endgame: Position = "4k3/5p2/4p3/8/8/4P3/5P2/4K3 w - - 0 1".parse()?;
/// assert!(WinDrawLoss::of_score(even, MaterialPoints::of(&endgame)).draw > equal.draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WinDrawLoss {
    /// Probability of a win.
    pub win: u32,
    /// Probability of a draw.
    pub draw: u32,
    /// Probability of a loss.
    pub loss: u32,
}

impl WinDrawLoss {
    /// Returns the probabilities for a score as reported by engines, from the point of view of the
    /// side to move. At +1.00 a win is as likely as not, and a mate is a certain win or loss.
    ///
    /// ```
    /// use reynard_engine::{MaterialPoints, Score, WinDrawLoss};
    ///
    /// let [start, endgame] = [78, 20].map(MaterialPoints::new);
    /// assert_eq!(WinDrawLoss::of_score(Score::Centipawns(100), start).win, 500);
    /// assert_eq!(WinDrawLoss::of_score(Score::Centipawns(100), endgame).win, 500);
    /// assert_eq!(WinDrawLoss::of_score(Score::Mate(-3), start).loss, 1000);
    /// ```
    pub fn of_score(score: Score, material: MaterialPoints) -> Self {
        let score = match score {
            Score::Centipawns(score) => score,
            Score::Mate(1..) => return Self { win: 1000, draw: 0, loss: 0 },
            Score::Mate(_) => return Self { win: 0, draw: 0, loss: 1000 },
        };
        let [win, loss] = WinDrawLossModel::SELF_PLAY.of_normalized(score, material);
        let win = (1000.0 * win).round() as u32;
        let loss = ((1000.0 * loss).round() as u32).min(1000 - win);
        Self { win, draw: 1000 - win - loss, loss }
    }

    /// Returns the expected score: a win counts as 1 and a draw as one half.
    pub fn expected_score(self) -> f64 {
        f64::from(2 * self.win + self.draw) / 2000.0
    }
}

impl From<WinDrawLoss> for UciWdl {
    fn from(WinDrawLoss { win, draw, loss }: WinDrawLoss) -> Self {
        let [win, draw, loss] = [win, draw, loss].map(|part| u16::try_from(part).unwrap_or(1000));
        Self { win, draw, loss }
    }
}

/// Total material of both sides in points. A pawn is worth 1 point, a knight or bishop 3 points, a
/// rook 5 points, a queen 9 points. The maximum is 78, the material of the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialPoints(u8);

impl MaterialPoints {
    /// The material of the start position.
    pub const MAX: Self = Self(78);

    /// Returns the material with the given number of points. Values above 78 become 78.
    pub const fn new(points: u32) -> Self {
        Self(if points < Self::MAX.0 as u32 { points as u8 } else { Self::MAX.0 })
    }

    /// Returns the material of a position.
    pub fn of(position: &Position) -> Self {
        const POINTS: [(PieceType, u32); 5] = [
            (PieceType::Pawn, 1),
            (PieceType::Knight, 3),
            (PieceType::Bishop, 3),
            (PieceType::Rook, 5),
            (PieceType::Queen, 9),
        ];
        let both = |kind| {
            position.pieces(Color::White, kind).len() + position.pieces(Color::Black, kind).len()
        };
        Self::new(POINTS.iter().map(|&(kind, points)| points * both(kind)).sum())
    }

    /// Returns the number of points.
    pub const fn points(self) -> u8 {
        self.0
    }
}

/// Logistic model of the game result, as a function of the internal search score and the material.
///
/// Let `x` be the material as a [fraction](MaterialPoints::part) of the start position's, and `s`
/// the score in pawns. Then the odds of a win are `exp(slope(x) s - cut(x))` and those of a loss
/// `exp(-slope(x) s - cut(x))`. Slope and cut are polynomials in `x`, with the constant term first.
/// This is the ordered logistic model known from statistics; Stockfish uses a similar one.
///
/// ```
/// use reynard_engine::{MaterialPoints, WinDrawLossModel};
///
/// let [win, draw, loss] = WinDrawLossModel::SELF_PLAY.probabilities(50, MaterialPoints::new(40));
/// assert!(win > loss && (win + draw + loss - 1.0).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinDrawLossModel {
    /// Increase in the log odds per pawn of the score.
    pub slope: [f64; 4],
    /// Log odds against a win at score 0.
    pub cut: [f64; 4],
}

impl WinDrawLossModel {
    /// The model fitted to games of the engine against itself at 100,000 nodes a move, as printed
    /// by `reynard-lab selfplay wdl`.
    pub const SELF_PLAY: Self = Self {
        slope: [-2.6497, 23.7002, -35.6256, 16.6283],
        cut: [3.3936, 3.0454, -10.0146, 5.1137],
    };

    /// Returns the probabilities of a win, a draw and a loss for an internal score in centipawns.
    pub fn probabilities(&self, score: i32, material: MaterialPoints) -> [f64; 3] {
        let [for_win, for_loss] = self.log_odds(score, material);
        let [win, loss] = [logistic(for_win), logistic(for_loss)];
        [win, (1.0 - win - loss).max(0.0), loss]
    }

    /// Returns the log odds of a win and of a loss for an internal score in centipawns.
    pub fn log_odds(&self, score: i32, material: MaterialPoints) -> [f64; 2] {
        let x = material.part();
        let [slope, cut] = [polynomial(&self.slope, x), polynomial(&self.cut, x)];
        let grown = slope * f64::from(score) / 100.0;
        [grown - cut, -grown - cut]
    }

    /// Returns the internal score in centipawns at which a win is as likely as not.
    pub fn even_win(&self, material: MaterialPoints) -> f64 {
        let x = material.part();
        100.0 * polynomial(&self.cut, x) / polynomial(&self.slope, x)
    }

    /// Converts an internal score to a normalized one, both in centipawns. With the given material,
    /// a normalized score of +1.00 means that a win is as likely as not.
    ///
    /// ```
    /// use reynard_engine::{MaterialPoints, WinDrawLossModel};
    ///
    /// let model = WinDrawLossModel::SELF_PLAY;
    /// let even = model.even_win(MaterialPoints::MAX).round() as i32;
    /// assert!((99..=101).contains(&model.normalize(even, MaterialPoints::MAX)));
    /// assert!(model.normalize(even, MaterialPoints::new(20)) < 50);
    /// ```
    pub fn normalize(&self, score: i32, material: MaterialPoints) -> i32 {
        (100.0 * f64::from(score) / self.even_win(material)).round() as i32
    }

    /// Converts a normalized score back to an internal one, both in centipawns.
    ///
    /// ```
    /// use reynard_engine::{MaterialPoints, WinDrawLossModel};
    ///
    /// let (model, material) = (WinDrawLossModel::SELF_PLAY, MaterialPoints::new(40));
    /// assert_eq!(model.internal(100, material), model.even_win(material).round() as i32);
    /// assert_eq!(model.normalize(model.internal(-37, material), material), -37);
    /// ```
    pub fn internal(&self, normalized: i32, material: MaterialPoints) -> i32 {
        (f64::from(normalized) * self.even_win(material) / 100.0).round() as i32
    }

    /// Returns the probabilities of a win and a loss for a normalized score in centipawns. The
    /// slope of the model cancels out: the odds of a win are `exp(cut(x) (s - 1))`.
    fn of_normalized(&self, score: i32, material: MaterialPoints) -> [f64; 2] {
        let cut = polynomial(&self.cut, material.part());
        let pawns = f64::from(score) / 100.0;
        [pawns, -pawns].map(|pawns| logistic(cut * (pawns - 1.0)))
    }
}

impl MaterialPoints {
    /// Minimum material, in points, that the model distinguishes. Below this value, the fitted
    /// polynomials make won endings look drawn. Of 15, 17, 20, 22 and 25, this value gives the
    /// highest likelihood for 250 later games.
    const LEAST: u8 = 22;

    /// Returns the material as a fraction of the start position's. Values below 22 points are
    /// raised to 22.
    pub fn part(self) -> f64 {
        f64::from(self.0.max(Self::LEAST)) / f64::from(Self::MAX.0)
    }
}

fn polynomial(terms: &[f64; 4], x: f64) -> f64 {
    terms.iter().rev().fold(0.0, |sum, term| sum * x + term)
}

fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

#[cfg(test)]
mod tests {
    use super::{MaterialPoints, WinDrawLoss, WinDrawLossModel};
    use crate::score::Score;

    const POSITIONS: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/5p2/4p3/8/8/4P3/5P2/4K3 w - - 0 1",
        "r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 b - - 0 1",
    ];

    fn wdl(score: i32, material: MaterialPoints) -> WinDrawLoss {
        WinDrawLoss::of_score(Score::Centipawns(score), material)
    }

    #[test]
    fn probabilities_add_up_grow_and_mirror() {
        for fen in POSITIONS {
            let material = MaterialPoints::of(&fen.parse().unwrap());
            let mut before = 0;
            for score in (-32_000..=32_000).step_by(37) {
                let [found, mirrored] = [score, -score].map(|score| wdl(score, material));
                assert_eq!(found.win + found.draw + found.loss, 1000, "{fen} {score}");
                assert!(found.win >= before, "{fen} {score}");
                before = found.win;
                assert!(found.win.abs_diff(mirrored.loss) <= 1, "{fen} {score}");
            }
            let certain = WinDrawLoss { win: 1000, draw: 0, loss: 0 };
            assert_eq!(wdl(32_000, material), certain);
            assert_eq!(WinDrawLoss::of_score(Score::Mate(9), material), certain);
            for mate in [0, -1] {
                assert_eq!(WinDrawLoss::of_score(Score::Mate(mate), material).loss, 1000);
            }
        }
    }

    #[test]
    fn material_is_counted_in_points_and_bounded() {
        let points = POSITIONS.map(|fen| MaterialPoints::of(&fen.parse().unwrap()).points());
        assert_eq!(points, [78, 4, 30]);
        assert_eq!(MaterialPoints::new(200), MaterialPoints::MAX);
    }

    #[test]
    fn half_of_the_games_are_won_at_the_even_score() {
        let model = WinDrawLossModel::SELF_PLAY;
        for points in 0..=78 {
            let material = MaterialPoints::new(points);
            let even = model.even_win(material);
            assert!(even > 0.0, "{points}");
            let win = model.probabilities(even.round() as i32, material)[0];
            assert!((win - 0.5).abs() < 0.01, "{points}: {win}");
            assert_eq!(wdl(100, material).win, 500, "{points}");
            assert_eq!(wdl(-100, material).loss, 500, "{points}");
        }
    }

    #[test]
    fn normalized_scores_are_monotone_odd_and_as_likely_to_win() {
        let model = WinDrawLossModel::SELF_PLAY;
        for points in 0..=78 {
            let material = MaterialPoints::new(points);
            assert_eq!(model.normalize(0, material), 0);
            let mut before = i32::MIN;
            for score in (-3_000..=3_000).step_by(7) {
                let normalized = model.normalize(score, material);
                assert!(normalized >= before, "{points}: {score}");
                before = normalized;
                assert_eq!(model.normalize(-score, material), -normalized, "{points}: {score}");
                // A centipawn of the normalized scale is at most 9 thousandths.
                let [win, _, loss] = model.probabilities(score, material);
                let shown = wdl(normalized, material);
                assert!((f64::from(shown.win) - 1000.0 * win).abs() < 5.5, "{points}: {score}");
                assert!((f64::from(shown.loss) - 1000.0 * loss).abs() < 5.5, "{points}: {score}");
            }
        }
    }
}
