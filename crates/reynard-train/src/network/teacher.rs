//! The classic evaluation as a teacher.

use reynard_engine::Score;
use reynard_engine::eval::Evaluator;

use crate::shard::{TrainingSample, WhiteScore};
use reynard_base::SplitMix64;

/// Largest static value that is taught, in centipawns.
const MAX_SCORE: i32 = 2_000;

/// A teacher that takes positions a move or two away from their games and labels them with the
/// classic evaluation.
pub(super) struct Teacher {
    evaluator: Evaluator,
    random: SplitMix64,
}

impl Teacher {
    pub(super) fn new(seed: u64) -> Self {
        Self { evaluator: Evaluator::new(), random: SplitMix64::from_seeds(&[seed, 1]) }
    }

    /// Plays one or two random moves and labels the position with its static value. Returns `None`
    /// if the side to move is in check or the value is too large.
    pub(super) fn label(&mut self, mut sample: TrainingSample) -> Option<TrainingSample> {
        let pos = &mut sample.position;
        for _ in 0..=self.random.below(2) {
            let moves = pos.legal_moves();
            if !moves.is_empty() {
                pos.play_unchecked(moves[self.random.below(moves.len())]);
            }
        }
        if pos.is_check() || !pos.has_legal_move() {
            return None;
        }
        let score = self.evaluator.evaluate(pos);
        sample.score = WhiteScore::new(Score::Centipawns(score), pos.turn());
        (score.abs() <= MAX_SCORE).then_some(sample)
    }
}

#[cfg(test)]
mod tests {
    use reynard::{GameResult, Position};

    use super::*;

    #[test]
    fn labels_are_the_static_values_of_positions_off_the_game() {
        let position = Position::startpos();
        let sample = TrainingSample {
            mv: position.legal_moves()[0],
            position,
            score: WhiteScore::default(),
            result: GameResult::Draw,
        };
        let mut teacher = Teacher::new(3);
        let mut turns = [0, 0];
        for _ in 0..50 {
            let labeled = teacher.label(sample.clone()).expect("a quiet position");
            let pos = &labeled.position;
            let expected = Evaluator::new().evaluate(pos);
            let expected = WhiteScore::new(Score::Centipawns(expected), pos.turn());
            assert_eq!(labeled.score, expected, "{pos}");
            turns[pos.turn() as usize] += 1;
        }
        assert!(turns.iter().all(|&count| count > 10), "{turns:?}");
    }
}
