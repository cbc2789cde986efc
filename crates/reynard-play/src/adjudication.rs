//! Adjudication of games by the scores of both players.

use std::fmt;

use reynard::{Color, GameResult};
use reynard_uci::UciScore;
use serde::{Deserialize, Serialize};

/// Adjudication rules. Without rules, games are played to their end.
///
/// Opening moves do not count. An [`Adjudicator`] applies the rules to a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Adjudication {
    /// Resignation by score.
    pub resign: Option<ResignRule>,
    /// Draw agreement by score.
    pub draw: Option<DrawRule>,
    /// Number of moves by each side, counted after the opening, after which a game is a draw.
    pub max_moves: Option<u32>,
}

/// The rule by which a side resigns once both sides have scored its position as lost for a number
/// of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Number of consecutive moves by each side; 0 counts as 1.
    pub moves: u32,
    /// Minimum score for the winner, in centipawns, from 1 to [`MAX_SCORE`](Self::MAX_SCORE). Values
    /// outside count as the nearest one.
    pub score: i32,
}

impl ResignRule {
    /// Score of a mate, and of an evaluation beyond it.
    pub const MAX_SCORE: i32 = 100_000;
}

/// The rule by which the sides agree on a draw once both have scored the position as level for a
/// number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Number of moves by each side, counted after the opening, before which no draw is agreed.
    pub from: u32,
    /// Number of consecutive moves by each side; 0 counts as 1.
    pub moves: u32,
    /// Maximum score for either side, in centipawns.
    pub score: i32,
}

/// Result of an adjudicated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudicated {
    /// The result.
    pub result: GameResult,
    /// The rule that applied.
    pub reason: AdjudicationReason,
}

/// The rule by which a game was adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AdjudicationReason {
    /// [`Adjudication::resign`].
    Resignation,
    /// [`Adjudication::draw`].
    DrawAgreement,
    /// [`Adjudication::max_moves`].
    MoveLimit,
}

impl AdjudicationReason {
    /// Returns the name in lower case with hyphens.
    ///
    /// ```
    /// use reynard_play::AdjudicationReason;
    ///
    /// assert_eq!(AdjudicationReason::DrawAgreement.name(), "draw-agreement");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resignation => "resignation",
            Self::DrawAgreement => "draw-agreement",
            Self::MoveLimit => "move-limit",
        }
    }
}

impl fmt::Display for AdjudicationReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An adjudicator, which applies the rules of an [`Adjudication`] to the moves of one game.
///
/// ```
/// use reynard_uci::UciScore;
/// use reynard_play::reynard::{Color, GameResult};
/// use reynard_play::{Adjudication, AdjudicationReason, Adjudicator, ResignRule};
///
/// let resign = Some(ResignRule { moves: 1, score: 600 });
/// let mut adjudicator = Adjudicator::new(Adjudication { resign, ..Adjudication::default() });
/// assert_eq!(adjudicator.record(Color::White, Some(UciScore::Centipawns(700))), None);
/// let end = adjudicator.record(Color::Black, Some(UciScore::Centipawns(-650))).unwrap();
/// assert_eq!((end.result, end.reason), (GameResult::WhiteWins, AdjudicationReason::Resignation));
/// ```
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    plies: u32,
    /// Consecutive plies with a winning score, for White and for Black.
    winning: [u32; 2],
    /// Consecutive plies with a drawish score.
    drawish: u32,
}

impl Adjudicator {
    /// Creates the adjudicator of a new game.
    pub const fn new(rules: Adjudication) -> Self {
        Self { rules, plies: 0, winning: [0; 2], drawish: 0 }
    }

    /// Records a move with the mover's score, from the mover's point of view. Returns the result if
    /// the game is adjudicated.
    ///
    /// A missing score resets all counts of consecutive moves.
    ///
    /// ```
    /// use reynard_uci::UciScore;
    /// use reynard_play::reynard::Color;
    /// use reynard_play::{Adjudication, AdjudicationReason, Adjudicator};
    ///
    /// let rules = Adjudication { max_moves: Some(1), ..Adjudication::default() };
    /// let mut adjudicator = Adjudicator::new(rules);
    /// assert_eq!(adjudicator.record(Color::White, Some(UciScore::Centipawns(20))), None);
    /// let end = adjudicator.record(Color::Black, None).expect("the limit is one move");
    /// assert_eq!(end.reason, AdjudicationReason::MoveLimit);
    /// ```
    pub fn record(&mut self, mover: Color, score: Option<UciScore>) -> Option<Adjudicated> {
        self.plies += 1;
        let score = score.map(|score| centipawns(score, mover));
        if let Some(end) = self.resignation(score).or_else(|| self.agreement(score)) {
            return Some(end);
        }
        let limit = self.rules.max_moves?.saturating_mul(2);
        let end = Adjudicated { result: GameResult::Draw, reason: AdjudicationReason::MoveLimit };
        (self.plies >= limit).then_some(end)
    }

    fn resignation(&mut self, score: Option<i32>) -> Option<Adjudicated> {
        let rule = self.rules.resign?;
        let results = [(1, GameResult::WhiteWins), (-1, GameResult::BlackWins)];
        // A level score wins for neither side.
        let least = rule.score.clamp(1, MATE);
        for (count, (sign, result)) in self.winning.iter_mut().zip(results) {
            let wins = score.is_some_and(|score| score * sign >= least);
            *count = if wins { *count + 1 } else { 0 };
            if *count >= rule.moves.max(1).saturating_mul(2) {
                return Some(Adjudicated { result, reason: AdjudicationReason::Resignation });
            }
        }
        None
    }

    fn agreement(&mut self, score: Option<i32>) -> Option<Adjudicated> {
        let rule = self.rules.draw?;
        let drawish = score.is_some_and(|score| score.abs() <= rule.score);
        self.drawish = if drawish { self.drawish + 1 } else { 0 };
        let late = self.plies >= rule.from.saturating_mul(2);
        let long = self.drawish >= rule.moves.max(1).saturating_mul(2);
        let end =
            Adjudicated { result: GameResult::Draw, reason: AdjudicationReason::DrawAgreement };
        (late && long).then_some(end)
    }
}

/// Score of a mate in centipawns. Larger evaluations are clamped to this value.
const MATE: i32 = ResignRule::MAX_SCORE;

/// Returns a score in centipawns from White's point of view.
fn centipawns(score: UciScore, mover: Color) -> i32 {
    let score = match score {
        UciScore::Centipawns(score) => score.clamp(-MATE, MATE),
        UciScore::Mate(moves) if moves > 0 => MATE,
        UciScore::Mate(_) => -MATE,
    };
    if mover == Color::White { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(rules: Adjudication, scores: &[i32]) -> Option<(usize, GameResult, AdjudicationReason)> {
        let mut adjudicator = Adjudicator::new(rules);
        let mover = |ply: usize| if ply.is_multiple_of(2) { Color::White } else { Color::Black };
        scores.iter().enumerate().find_map(|(ply, &score)| {
            let Adjudicated { result, reason } =
                adjudicator.record(mover(ply), Some(UciScore::Centipawns(score)))?;
            Some((ply, result, reason))
        })
    }

    #[test]
    fn resignation_needs_the_scores_of_both_sides() {
        let resign = Some(ResignRule { moves: 2, score: 500 });
        let rules = Adjudication { resign, ..Adjudication::default() };
        // White says so alone.
        assert_eq!(end(rules, &[900, 0, 900, 0, 900, 0, 900]), None);
        let black_agrees = end(rules, &[900, -600, 900, -600, 900]);
        assert_eq!(black_agrees, Some((3, GameResult::WhiteWins, AdjudicationReason::Resignation)));
        let black_wins = end(rules, &[-900, 400, -900, 500, -500, 500]);
        assert_eq!(black_wins, Some((5, GameResult::BlackWins, AdjudicationReason::Resignation)));
    }

    #[test]
    fn no_rule_awards_a_level_game_or_takes_the_word_of_one_side() {
        let rules = |moves, score| {
            let resign = Some(ResignRule { moves, score });
            Adjudication { resign, ..Adjudication::default() }
        };
        let white = |ply| Some((ply, GameResult::WhiteWins, AdjudicationReason::Resignation));
        assert_eq!(end(rules(1, 0), &[0, 0, 0, 0]), None);
        assert_eq!(end(rules(1, -50), &[0, 0, 9, -9]), white(3));
        assert_eq!(end(rules(0, 500), &[900, 0, 900, -900]), white(3));
        let mate = ResignRule::MAX_SCORE;
        assert_eq!(end(rules(1, i32::MAX), &[mate - 1, -mate, mate, -mate]), white(2));
        let draw = Some(DrawRule { from: 0, moves: 0, score: 10 });
        let agreed = end(Adjudication { draw, ..Adjudication::default() }, &[50, 0, 0]);
        assert_eq!(agreed.map(|(ply, ..)| ply), Some(2));
    }

    #[test]
    fn draws_are_agreed_after_enough_moves() {
        let draw = Some(DrawRule { from: 3, moves: 2, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let agreed = end(rules, &[0, 0, 0, 0, 0, 0]);
        assert_eq!(agreed, Some((5, GameResult::Draw, AdjudicationReason::DrawAgreement)));
        assert_eq!(end(rules, &[0, 0, 0, 11, 0, 0, 0]), None);
    }

    #[test]
    fn mate_scores_count_and_missing_scores_interrupt() {
        let rules = Adjudication {
            resign: Some(ResignRule { moves: 1, score: 500 }),
            max_moves: Some(3),
            ..Adjudication::default()
        };
        let mut adjudicator = Adjudicator::new(rules);
        assert_eq!(adjudicator.record(Color::White, Some(UciScore::Mate(3))), None);
        assert_eq!(adjudicator.record(Color::Black, None), None);
        assert_eq!(adjudicator.record(Color::White, Some(UciScore::Mate(3))), None);
        let end = adjudicator.record(Color::Black, Some(UciScore::Mate(-2)));
        let reason = AdjudicationReason::Resignation;
        assert_eq!(end, Some(Adjudicated { result: GameResult::WhiteWins, reason }));
    }

    #[test]
    fn the_move_limit_is_a_draw() {
        let rules = Adjudication { max_moves: Some(2), ..Adjudication::default() };
        assert_eq!(end(rules, &[0; 9]), Some((3, GameResult::Draw, AdjudicationReason::MoveLimit)));
    }
}
