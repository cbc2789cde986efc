//! What the search has learned about moves: which ones were good in other positions.
//!
//! Each table holds numbers that move toward a bound when a move proves good and away when it does
//! not, by less the nearer they are to the bound ("gravity").
//!
//! * `moves`: quiet moves, captures, and moves as continuation to earlier ones;
//! * `correction`: by how much the static evaluation was wrong in like positions.
//!
//! Source: <https://www.chessprogramming.org/History_Heuristic>.

mod correction;
mod move_history;

pub(crate) use correction::{CorrectionHistory, CorrectionKeys};
pub(crate) use move_history::{HistoryContext, MoveHistory, PieceTo};

/// A number that gravity keeps within a bound.
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
    fn stays_within_the_bound() {
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
