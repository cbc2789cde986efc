//! Histories: move and evaluation statistics from earlier nodes.
//!
//! Each value moves toward a bound when a move proves good and toward the opposite bound when it
//! does not. The closer the value is to the bound, the smaller the step (history gravity).
//!
//! * `move_history`: butterfly, capture, continuation and pawn history, and countermoves;
//! * `correction`: correction history of the static evaluation;
//! * `piece_keys`: keys of pawns and pieces, which index both.
//!
//! Source: <https://www.chessprogramming.org/History_Heuristic>.

mod correction;
mod move_history;
mod piece_keys;

pub(crate) use correction::{CorrectionHistory, CorrectionKeys};
pub(crate) use move_history::{HistoryContext, MoveHistory, PieceTo};
pub(crate) use piece_keys::PieceKeys;

/// Updates a history score by a bonus, with gravity that keeps it within a bound.
#[inline]
pub(crate) fn history_gravity(value: &mut i16, bonus: i32, bound: i32) {
    let bonus = bonus.clamp(-bound, bound);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / bound) as i16;
}

#[cfg(test)]
mod tests {
    use super::history_gravity;

    #[test]
    fn gravity_keeps_a_score_within_its_bound() {
        let mut value = 0;
        for _ in 0..100 {
            history_gravity(&mut value, 900, 1000);
            assert!(value <= 1000);
        }
        assert!(value > 900);
        for _ in 0..100 {
            history_gravity(&mut value, -5000, 1000);
        }
        assert_eq!(value, -1000);
    }
}
