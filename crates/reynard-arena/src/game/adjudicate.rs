//! Games that are ended because their result is plain.

use reynard::{Color, GameResult};
use reynard_uci::Score;

use super::record::Cause;

/// When a game is ended before its natural end. Without rules it never is. Moves of the opening, which
/// nobody has thought about, are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// When a side is taken to have resigned.
    pub resign: Option<ResignRule>,
    /// When both sides are taken to have agreed on a draw.
    pub draw: Option<DrawRule>,
    /// The number of moves of both sides, from the opening on, after which a game is a draw.
    pub max_moves: Option<u32>,
}

/// A side has resigned when both have said for some moves that it is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// So many moves of each side in a row.
    pub moves: u32,
    /// At least so many centipawns.
    pub score: i32,
}

/// A draw has been agreed on when both sides have said for some moves that nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before each side has made so many moves from the opening on.
    pub from: u32,
    /// So many moves of each side in a row.
    pub moves: u32,
    /// At most so many centipawns for either side.
    pub score: i32,
}

/// Watches a game for its rules.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    rules: Adjudication,
    plies: u32,
    /// Moves in a row after which White, or Black, was better by the score of the rule, as the mover
    /// saw it.
    better: [u32; 2],
    drawish: u32,
}

impl Judge {
    pub(crate) const fn new(rules: Adjudication) -> Self {
        Self { rules, plies: 0, better: [0; 2], drawish: 0 }
    }

    /// Notes what the side that moved thinks, and tells whether the game is over.
    pub(crate) fn note(
        &mut self,
        mover: Color,
        score: Option<Score>,
    ) -> Option<(GameResult, Cause)> {
        self.plies += 1;
        let score = score.map(|score| centipawns(score, mover));
        if let Some(ending) = self.resignation(score).or_else(|| self.agreement(score)) {
            return Some(ending);
        }
        let limit = self.rules.max_moves?;
        (self.plies >= limit.saturating_mul(2)).then_some((GameResult::Draw, Cause::MoveLimit))
    }

    fn resignation(&mut self, score: Option<i32>) -> Option<(GameResult, Cause)> {
        let rule = self.rules.resign?;
        let results = [(1, GameResult::WhiteWins), (-1, GameResult::BlackWins)];
        for (count, (sign, result)) in self.better.iter_mut().zip(results) {
            let better = score.is_some_and(|score| score * sign >= rule.score);
            *count = if better { *count + 1 } else { 0 };
            if *count >= rule.moves.saturating_mul(2).max(1) {
                return Some((result, Cause::Resignation));
            }
        }
        None
    }

    fn agreement(&mut self, score: Option<i32>) -> Option<(GameResult, Cause)> {
        let rule = self.rules.draw?;
        let drawish = score.is_some_and(|score| score.abs() <= rule.score);
        self.drawish = if drawish { self.drawish + 1 } else { 0 };
        let late = self.plies >= rule.from.saturating_mul(2);
        let long = self.drawish >= rule.moves.saturating_mul(2).max(1);
        (late && long).then_some((GameResult::Draw, Cause::DrawAgreement))
    }
}

/// Beyond any evaluation; scores that are larger count as this.
const MATE: i32 = 100_000;

/// A score in centipawns for White.
fn centipawns(score: Score, mover: Color) -> i32 {
    let score = match score {
        Score::Centipawns(score) => score.clamp(-MATE, MATE),
        Score::Mate(moves) if moves > 0 => MATE,
        Score::Mate(_) => -MATE,
    };
    if mover == Color::White { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(rules: Adjudication, scores: &[i32]) -> Option<(usize, GameResult, Cause)> {
        let mut judge = Judge::new(rules);
        let mover = |ply: usize| if ply.is_multiple_of(2) { Color::White } else { Color::Black };
        scores.iter().enumerate().find_map(|(ply, &score)| {
            let (result, cause) = judge.note(mover(ply), Some(Score::Centipawns(score)))?;
            Some((ply, result, cause))
        })
    }

    #[test]
    fn both_sides_have_to_give_up() {
        let resign = Some(ResignRule { moves: 2, score: 500 });
        let rules = Adjudication { resign, ..Adjudication::default() };
        // White says so alone.
        assert_eq!(judge(rules, &[900, 0, 900, 0, 900, 0, 900]), None);
        let black_agrees = judge(rules, &[900, -600, 900, -600, 900]);
        assert_eq!(black_agrees, Some((3, GameResult::WhiteWins, Cause::Resignation)));
        let black_wins = judge(rules, &[-900, 400, -900, 500, -500, 500]);
        assert_eq!(black_wins, Some((5, GameResult::BlackWins, Cause::Resignation)));
    }

    #[test]
    fn draws_need_time() {
        let draw = Some(DrawRule { from: 3, moves: 2, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let agreed = judge(rules, &[0, 0, 0, 0, 0, 0]);
        assert_eq!(agreed, Some((5, GameResult::Draw, Cause::DrawAgreement)));
        assert_eq!(judge(rules, &[0, 0, 0, 11, 0, 0, 0]), None);
    }

    #[test]
    fn mates_count_and_silence_does_not() {
        let rules = Adjudication {
            resign: Some(ResignRule { moves: 1, score: 500 }),
            max_moves: Some(3),
            ..Adjudication::default()
        };
        let mut judge = Judge::new(rules);
        assert_eq!(judge.note(Color::White, Some(Score::Mate(3))), None);
        assert_eq!(judge.note(Color::Black, None), None);
        assert_eq!(judge.note(Color::White, Some(Score::Mate(3))), None);
        let end = judge.note(Color::Black, Some(Score::Mate(-2)));
        assert_eq!(end, Some((GameResult::WhiteWins, Cause::Resignation)));
    }

    #[test]
    fn no_game_is_longer_than_allowed() {
        let rules = Adjudication { max_moves: Some(2), ..Adjudication::default() };
        assert_eq!(judge(rules, &[0; 9]), Some((3, GameResult::Draw, Cause::MoveLimit)));
    }
}
