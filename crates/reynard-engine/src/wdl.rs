//! Win, draw and loss probabilities of a score (WDL).

use reynard::{Color, PieceType, Position};
use reynard_uci::UciWdl;

/// Estimated probabilities of the results for the side to move, in permille. They add up to 1000.
///
/// They are those of [`WinDrawLossModel::SELF_PLAY`].
///
/// ```
/// use reynard::Position;
/// use reynard_engine::{MaterialPoints, WinDrawLoss};
///
/// let equal = WinDrawLoss::of_score(0, MaterialPoints::MAX);
/// assert!(equal.draw > equal.win && equal.win == equal.loss);
/// assert_eq!(equal.expected_score(), 0.5);
///
/// // With few pieces left, more games are drawn.
/// let endgame: Position = "4k3/5p2/4p3/8/8/4P3/5P2/4K3 w - - 0 1".parse()?;
/// assert!(WinDrawLoss::of_score(0, MaterialPoints::of(&endgame)).draw > equal.draw);
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
    /// Returns the probabilities for a score in centipawns of the side to move.
    pub fn of_score(score: i32, material: MaterialPoints) -> Self {
        let [win, _, loss] = WinDrawLossModel::SELF_PLAY.probabilities(score, material);
        let win = (1000.0 * win).round() as u32;
        let loss = ((1000.0 * loss).round() as u32).min(1000 - win);
        Self { win, draw: 1000 - win - loss, loss }
    }

    /// Returns the expected score: a win counts 1 and a draw one half.
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

/// Material of both sides in points: a pawn 1, a knight or bishop 3, a rook 5, a queen 9; at most
/// 78, that of the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialPoints(u8);

impl MaterialPoints {
    /// That of the start position.
    pub const MAX: Self = Self(78);

    /// Returns the material of that number of points, 78 for more.
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

    /// Returns the points.
    pub const fn points(self) -> u8 {
        self.0
    }
}

/// Logistic model of the result, given score and material.
///
/// With `x`, the material as a part of that of the start position, and `s`, the score in pawns, the
/// odds of a win are `exp(slope(x) s - cut(x))` and those of a loss `exp(-slope(x) s - cut(x))`;
/// slope and cut are polynomials of `x`, from the constant term on. It is the ordered logistic
/// model of statistics, as Stockfish's is.
///
/// ```
/// use reynard_engine::{MaterialPoints, WinDrawLossModel};
///
/// let [win, draw, loss] = WinDrawLossModel::SELF_PLAY.probabilities(50, MaterialPoints::new(40));
/// assert!(win > loss && (win + draw + loss - 1.0).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinDrawLossModel {
    /// Growth of the logarithm of the odds, for each pawn of the score.
    pub slope: [f64; 4],
    /// Logarithm of the odds against a win at score 0.
    pub cut: [f64; 4],
}

impl WinDrawLossModel {
    /// The model fitted to games of the engine against itself: `reynard-lab selfplay wdl` prints
    /// it.
    pub const SELF_PLAY: Self = Self {
        slope: [0.5568, 4.8171, -9.5186, 5.4045],
        cut: [5.2976, -12.0338, 11.9798, -4.3676],
    };

    /// Returns the probabilities of win, draw and loss for a score in centipawns.
    pub fn probabilities(&self, score: i32, material: MaterialPoints) -> [f64; 3] {
        let [for_win, for_loss] = self.log_odds(score, material);
        let [win, loss] = [logistic(for_win), logistic(for_loss)];
        [win, (1.0 - win - loss).max(0.0), loss]
    }

    /// Returns the logarithms of the odds of win and loss for a score in centipawns.
    pub fn log_odds(&self, score: i32, material: MaterialPoints) -> [f64; 2] {
        let x = material.part();
        let [slope, cut] = [polynomial(&self.slope, x), polynomial(&self.cut, x)];
        let grown = slope * f64::from(score) / 100.0;
        [grown - cut, -grown - cut]
    }

    /// Returns the score in centipawns at which a win is as likely as not.
    pub fn even_win(&self, material: MaterialPoints) -> f64 {
        let x = material.part();
        100.0 * polynomial(&self.cut, x) / polynomial(&self.slope, x)
    }
}

impl MaterialPoints {
    /// Returns the material as a part of that of the start position.
    pub fn part(self) -> f64 {
        f64::from(self.0) / f64::from(Self::MAX.0)
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

    const POSITIONS: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/5p2/4p3/8/8/4P3/5P2/4K3 w - - 0 1",
        "r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 b - - 0 1",
    ];

    #[test]
    fn probabilities_add_up_grow_and_mirror() {
        for fen in POSITIONS {
            let material = MaterialPoints::of(&fen.parse().unwrap());
            let mut before = 0;
            for score in (-32_000..=32_000).step_by(37) {
                let wdl = WinDrawLoss::of_score(score, material);
                assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{fen} {score}");
                assert!(wdl.win >= before, "{fen} {score}");
                before = wdl.win;
                let mirrored = WinDrawLoss::of_score(-score, material);
                assert!(wdl.win.abs_diff(mirrored.loss) <= 1, "{fen} {score}");
            }
            let certain = WinDrawLoss { win: 1000, draw: 0, loss: 0 };
            assert_eq!(WinDrawLoss::of_score(32_000, material), certain);
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
        }
    }
}
