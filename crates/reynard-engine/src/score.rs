//! Scores: centipawns, and distances to mate.

pub use reynard_uci::UciScore as Score;

use crate::wdl::{MaterialPoints, WinDrawLossModel};

/// Maximum ply of the search.
pub const MAX_PLY: usize = 120;

/// Score of a mate at the root. A mate in `n` plies is worth `n` less.
pub(crate) const MATE: i32 = 32_000;
/// Lowest score of a mate within the maximum ply.
pub(crate) const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;
/// Score of a tablebase win without a known mate.
pub(crate) const TABLEBASE: i32 = MATE_BOUND - 1_000;
/// Lowest score of a tablebase win within the maximum ply.
pub(crate) const TABLEBASE_BOUND: i32 = TABLEBASE - 2 * MAX_PLY as i32;
/// Reported score of a tablebase win in centipawns, before its distance is subtracted.
const CERTAIN: i32 = 20_000;
/// Maximum reported score, in centipawns, of a position outside the tablebases.
const UNCERTAIN: i32 = CERTAIN - 1_000;
/// A value greater than any score.
pub(crate) const INFINITE: i32 = 32_500;
/// Score of a draw.
pub(crate) const DRAW: i32 = 0;

/// Returns the score of a side that is mated at the given ply.
#[inline]
pub(crate) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Returns `true` for mate and tablebase scores.
#[inline]
pub(crate) const fn is_decisive(score: i32) -> bool {
    score.abs() >= TABLEBASE_BOUND
}

/// Blends a fail-high score: moves a score above beta toward beta, by less at greater depths. The
/// line will not be played, so its exact score matters little.
///
/// The blending gained 10 ± 25 Elo (600 games, 4,000 nodes per move). The idea is Stockfish's
/// (2023).
#[inline]
pub(crate) const fn blend_fail_high(score: i32, beta: i32, depth: i32) -> i32 {
    if score <= beta || is_decisive(score) || is_decisive(beta) {
        return score;
    }
    (score * depth + beta) / (depth + 1)
}

/// Scale of search scores: the number of search units per 100 centipawns of the evaluation, and the
/// unit of reported scores. Mate and tablebase scores are not scaled.
///
/// The network's centipawns are derived from the expected score. They are larger than the
/// centipawns that the search margins and the SEE piece values assume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScoreScale {
    units: i32,
    reported: ReportedUnit,
}

/// Unit of reported scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReportedUnit {
    /// Normalized: with the material on the board, a score of +1.00 means that a win is as likely
    /// as not.
    EvenWin,
    /// The pawn unit of an evaluation that counts material.
    Pawn,
}

impl ScoreScale {
    /// The scale for scores in centipawns of material. Such scores are reported unchanged.
    pub(crate) const MATERIAL: Self = Self { units: 100, reported: ReportedUnit::Pawn };
    /// The scale of scores in centipawns that are reported normalized.
    pub(crate) const CENTIPAWNS: Self = Self::new(100);

    /// Creates a scale with the given number of search units per 100 centipawns. Scores are
    /// reported normalized.
    pub(crate) const fn new(units: i32) -> Self {
        Self { units: if units < 1 { 1 } else { units }, reported: ReportedUnit::EvenWin }
    }

    /// Converts an evaluation to search units.
    #[inline]
    pub(crate) const fn to_search(self, centipawns: i32) -> i32 {
        centipawns * self.units / 100
    }

    /// Converts a search score to centipawns. Mate and tablebase scores are unchanged.
    pub(crate) const fn to_centipawns(self, score: i32) -> i32 {
        if is_decisive(score) { score } else { score * 100 / self.units }
    }

    /// Converts a search score to the score to report, given the material of the root. All scores
    /// shown to users are computed here.
    pub(crate) fn report(self, score: i32, material: MaterialPoints) -> Score {
        match (self.internal(score), self.reported) {
            (Score::Centipawns(centipawns), ReportedUnit::EvenWin) if !is_decisive(score) => {
                let normalized = WinDrawLossModel::SELF_PLAY.normalize(centipawns, material);
                Score::Centipawns(normalized.clamp(-UNCERTAIN, UNCERTAIN))
            }
            (score, _) => score,
        }
    }

    /// Converts a search score to centipawns of its evaluation, without normalization.
    pub(crate) const fn internal(self, score: i32) -> Score {
        if score >= MATE_BOUND {
            Score::Mate((MATE - score + 1) / 2)
        } else if score <= -MATE_BOUND {
            Score::Mate(-(MATE + score) / 2)
        } else if score >= TABLEBASE_BOUND {
            Score::Centipawns(CERTAIN - (TABLEBASE - score))
        } else if score <= -TABLEBASE_BOUND {
            Score::Centipawns((TABLEBASE + score) - CERTAIN)
        } else {
            Score::Centipawns(self.to_centipawns(score))
        }
    }
}

/// The bound of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// Lower bound: the score is at least this.
    Lower,
    /// Upper bound: the score is at most this.
    Upper,
}

impl Bound {
    /// Returns `true` if a score with this bound shows that an estimate is wrong.
    #[inline]
    pub(crate) const fn contradicts(self, score: i32, estimate: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score > estimate,
            Self::Upper => score < estimate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Bound, DRAW, MATE, Score, ScoreScale, TABLEBASE, TABLEBASE_BOUND, blend_fail_high,
        is_decisive, mated_in,
    };
    use crate::wdl::{MaterialPoints, WinDrawLossModel};

    #[test]
    fn mates_are_reported_in_moves_and_tablebase_wins_as_centipawns() {
        for (score, expected) in [
            (MATE - 1, Score::Mate(1)),
            (MATE - 2, Score::Mate(1)),
            (MATE - 3, Score::Mate(2)),
            (mated_in(0), Score::Mate(0)),
            (mated_in(2), Score::Mate(-1)),
            (mated_in(4), Score::Mate(-2)),
            (TABLEBASE - 5, Score::Centipawns(19_995)),
            (5 - TABLEBASE, Score::Centipawns(-19_995)),
        ] {
            assert_eq!(ScoreScale::new(75).internal(score), expected, "{score}");
            for points in 0..=78 {
                let material = MaterialPoints::new(points);
                assert_eq!(ScoreScale::new(75).report(score, material), expected, "{score}");
            }
        }
        assert_eq!(ScoreScale::new(75).internal(-120), Score::Centipawns(-160));
        assert!(is_decisive(MATE - 9) && is_decisive(9 - TABLEBASE) && !is_decisive(20_000));
    }

    #[test]
    fn reported_scores_are_monotone_and_odd_and_below_those_of_tablebase_wins() {
        let scale = ScoreScale::new(80);
        for points in [0, 4, 17, 40, 78] {
            let reported = |score| match scale.report(score, MaterialPoints::new(points)) {
                Score::Centipawns(score) => score,
                Score::Mate(_) => panic!("{score}"),
            };
            assert_eq!(reported(DRAW), 0);
            let scores = (0..TABLEBASE).map(reported);
            assert!(scores.clone().is_sorted(), "{points}");
            assert!((0..TABLEBASE).all(|score| reported(-score) == -reported(score)), "{points}");
            assert!(reported(TABLEBASE_BOUND - 1) < reported(TABLEBASE_BOUND), "{points}");
        }
    }

    #[test]
    fn an_even_chance_to_win_is_reported_as_a_pawn() {
        for points in 0..=78 {
            let material = MaterialPoints::new(points);
            let even = WinDrawLossModel::SELF_PLAY.even_win(material).round() as i32;
            for units in [80, 100] {
                let scale = ScoreScale::new(units);
                let score = scale.report(scale.to_search(even), material);
                let Score::Centipawns(score) = score else { panic!("{points}") };
                assert!((97..=101).contains(&score), "{points}, {units}: {score}");
            }
            let pawn = ScoreScale::MATERIAL.report(100, material);
            assert_eq!(pawn, Score::Centipawns(100));
        }
    }

    #[test]
    fn a_scale_applies_to_evaluations_and_is_taken_back_for_reports() {
        let scale = ScoreScale::new(75);
        assert_eq!((scale.to_search(160), scale.to_search(-160)), (120, -120));
        for centipawns in (-2_000..=2_000).step_by(4) {
            assert_eq!(scale.to_centipawns(scale.to_search(centipawns)), centipawns);
            assert_eq!(ScoreScale::CENTIPAWNS.to_search(centipawns), centipawns);
        }
        assert_eq!(scale.to_centipawns(MATE - 3), MATE - 3);
        assert_eq!(scale.to_centipawns(5 - TABLEBASE), 5 - TABLEBASE);
    }

    #[test]
    fn a_score_above_beta_moves_toward_it_the_less_the_deeper() {
        assert_eq!(blend_fail_high(300, 100, 1), 200);
        assert_eq!(blend_fail_high(300, 100, 9), 280);
        assert_eq!(blend_fail_high(100, 100, 1), 100);
        assert_eq!(blend_fail_high(-50, 100, 1), -50);
        assert_eq!(blend_fail_high(MATE - 5, 100, 1), MATE - 5);
    }

    #[test]
    fn a_bound_contradicts_an_estimate_on_its_own_side() {
        assert!(Bound::Exact.contradicts(5, 5));
        assert!(Bound::Lower.contradicts(6, 5) && !Bound::Lower.contradicts(4, 5));
        assert!(Bound::Upper.contradicts(4, 5) && !Bound::Upper.contradicts(6, 5));
    }
}
