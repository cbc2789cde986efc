//! Goals of test positions.

use reynard::{Epd, Move, Position, epd::EpdOperation};
use reynard_engine::Score;

/// The goal of a test position, as defined by its record.
///
/// ```
/// use reynard_analysis::EpdGoal;
/// use reynard_analysis::reynard::Epd;
/// use reynard_engine::Score;
///
/// let epd: Epd = "4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+ Qh5+;".parse()?;
/// let goal = EpdGoal::of(&epd).expect("there are best moves");
/// assert_eq!(goal.text(&epd.position), "Qd7+ or Qh5+");
/// let mv = epd.position.parse_uci("d1h5").expect("a legal move");
/// assert!(goal.is_met(mv, Score::Centipawns(0)));
/// # Ok::<(), reynard_analysis::reynard::epd::EpdDiagnostic>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EpdGoal {
    /// `bm`: play one of these moves.
    best: Vec<Move>,
    /// `am`: play none of these moves.
    avoid: Vec<Move>,
    /// `dm`, or `bm #3`: mate in at most this many moves.
    mate: Option<i32>,
    /// `c0`: points for moves, as in the Strategic Test Suite.
    points: Vec<(Move, u32)>,
}

impl EpdGoal {
    /// Returns the goal of a record, or `None` if the record defines none.
    ///
    /// ```
    /// use reynard_analysis::EpdGoal;
    ///
    /// let epd = "4k3/8/8/8/8/8/8/3QK3 w - - id \"nothing\";".parse()?;
    /// assert_eq!(EpdGoal::of(&epd), None);
    /// # Ok::<(), reynard_analysis::reynard::epd::EpdDiagnostic>(())
    /// ```
    pub fn of(epd: &Epd) -> Option<Self> {
        let mut goal = Self::default();
        for operation in &epd.operations {
            match operation {
                EpdOperation::BestMoves(moves) => goal.best.extend(moves),
                EpdOperation::AvoidMoves(moves) => goal.avoid.extend(moves),
                EpdOperation::BestMate(moves) => goal.mate = Some(*moves),
                EpdOperation::DirectMate(moves) => goal.mate = i32::try_from(*moves).ok(),
                EpdOperation::Comment { rank: 0, text: Some(text) } => {
                    goal.points = points(&epd.position, text);
                }
                _ => {}
            }
        }
        (goal != Self::default()).then_some(goal)
    }

    /// Returns `true` if a move with the given score meets the goal. If the goal consists only of
    /// points, the move must be one with the most points.
    pub fn is_met(&self, mv: Move, score: Score) -> bool {
        let mates = |wanted: i32| match score {
            Score::Mate(found) if wanted > 0 => found > 0 && found <= wanted,
            Score::Mate(found) => found < 0 && found >= wanted,
            Score::Centipawns(_) => false,
        };
        let asks_for_moves = !self.best.is_empty() || !self.avoid.is_empty() || self.mate.is_some();
        (self.best.is_empty() || self.best.contains(&mv))
            && !self.avoid.contains(&mv)
            && self.mate.is_none_or(mates)
            && (asks_for_moves || Some(self.points_of(mv)) == self.most_points())
    }

    /// Returns the number of moves to the required mate. The number is negative if the side to move
    /// is mated.
    pub const fn mate(&self) -> Option<i32> {
        self.mate
    }

    /// Returns the points for a move; 0 if the record assigns none.
    pub fn points_of(&self, mv: Move) -> u32 {
        self.points.iter().find(|(other, _)| *other == mv).map_or(0, |(_, points)| *points)
    }

    /// Returns the points for the best move, or `None` if the record assigns no points.
    pub fn most_points(&self) -> Option<u32> {
        self.points.iter().map(|(_, points)| *points).max()
    }

    /// Returns the goal in words: `Nf3 or e4`, `not Qxb7`, `mate in 3`.
    pub fn text(&self, pos: &Position) -> String {
        let list = |moves: &[Move]| {
            let moves: Vec<String> = moves.iter().map(|&mv| pos.san(mv).to_string()).collect();
            moves.join(" or ")
        };
        let mut parts = Vec::new();
        if !self.best.is_empty() {
            parts.push(list(&self.best));
        }
        if !self.avoid.is_empty() {
            parts.push(format!("not {}", list(&self.avoid)));
        }
        match self.mate {
            Some(moves) if moves < 0 => parts.push(format!("mated in {}", -moves)),
            Some(moves) => parts.push(format!("mate in {moves}")),
            None => {}
        }
        if parts.is_empty()
            && let Some(most) = self.most_points()
        {
            let best = self.points.iter().filter(|(_, points)| *points == most);
            parts.push(list(&best.map(|(mv, _)| *mv).collect::<Vec<_>>()));
        }
        parts.join(", ")
    }
}

/// Parses points in the form used by the Strategic Test Suite, `f5=10, Be5=2`. Returns an empty
/// list for any other comment.
fn points(pos: &Position, text: &str) -> Vec<(Move, u32)> {
    let mut found = Vec::new();
    for part in text.split(',') {
        let Some((san, points)) = part.rsplit_once('=') else { return Vec::new() };
        let (Ok(mv), Ok(points)) = (pos.parse_san_lenient(san), points.trim().parse()) else {
            return Vec::new();
        };
        found.push((mv, points));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn goal(operations: &str) -> Option<EpdGoal> {
        EpdGoal::of(&format!("{FEN} {operations}").parse().expect("a record"))
    }

    fn met(operations: &str, san: &str, score: Score) -> bool {
        let mv = Position::startpos().parse_san(san).expect("a move");
        goal(operations).expect("a goal").is_met(mv, score)
    }

    #[test]
    fn goals_are_met_by_moves_and_mates() {
        let even = Score::Centipawns(0);
        assert!(met("bm e4 d4;", "d4", even) && !met("bm e4 d4;", "c4", even));
        assert!(met("am e4;", "d4", even) && !met("am e4;", "e4", even));
        assert!(met("dm 3;", "e4", Score::Mate(2)) && met("dm 3;", "e4", Score::Mate(3)));
        assert!(!met("dm 3;", "e4", Score::Mate(4)) && !met("dm 3;", "e4", Score::Mate(-1)));
        assert!(!met("bm e4; dm 3;", "d4", Score::Mate(3)) && !met("dm 3;", "e4", even));
        assert_eq!(goal("id \"nothing\";"), None);
        assert_eq!(goal("c0 \"a comment, as it were\";"), None);
    }

    #[test]
    fn points_are_those_of_the_strategic_test_suite() {
        let goal = goal("bm e4; c0 \"e4=10, d4=7, Nf3=3\";").expect("a goal");
        let pos = Position::startpos();
        let points = |san: &str| goal.points_of(pos.parse_san(san).expect("a move"));
        assert_eq!((points("e4"), points("d4"), points("a3")), (10, 7, 0));
        assert_eq!((goal.most_points(), goal.text(&pos).as_str()), (Some(10), "e4"));
        assert!(met("c0 \"e4=3, d4=7\";", "d4", Score::Centipawns(0)));
        assert!(!met("c0 \"e4=3, d4=7\";", "e4", Score::Centipawns(0)));
    }
}
