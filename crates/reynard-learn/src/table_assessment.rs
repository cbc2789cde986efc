//! Evaluations of positions that tablebases contain.

use reynard::{Color, Position};
use reynard_analysis::Assessment;
use reynard_pgn::EvaluationScore;

use crate::endgame_value::{WON, value_of};
use crate::{EndgameTables, EndgameValue};

/// Returns the evaluation of a position: that of the tablebases if they contain the position and
/// contradict the engine's, and otherwise the engine's. A mate and a large advantage of the winning
/// side do not contradict a win.
///
/// ```
/// use reynard_analysis::Assessment;
/// use reynard_learn::reynard::{Move, Position};
/// use reynard_learn::reynard_pgn::EvaluationScore;
/// use reynard_learn::{EndgameTables, EndgameValue, table_assessment};
///
/// /// Tables in which everything is a draw.
/// struct Draws;
///
/// impl EndgameTables for Draws {
///     fn value(&self, _: &Position) -> Option<EndgameValue> {
///         Some(EndgameValue::Draw)
///     }
///
///     fn best(&self, _: &Position) -> Option<Move> {
///         None
///     }
/// }
///
/// let pos = Position::startpos();
/// let found = Assessment::from_score(EvaluationScore::Centipawns(35), &pos);
/// let even = EvaluationScore::Centipawns(0);
/// assert_eq!(table_assessment(found, &pos, &Draws).score, even);
/// ```
pub fn table_assessment(
    found: Assessment,
    pos: &Position,
    tables: &impl EndgameTables,
) -> Assessment {
    match value_of(pos, tables) {
        Some(value) if !agrees(found, value, pos.turn()) => value.assessment(pos.turn()),
        _ => found,
    }
}

/// Returns `true` if an evaluation is that of a value, which is from the point of view of `side`.
fn agrees(found: Assessment, value: EndgameValue, side: Color) -> bool {
    let winner = match value {
        EndgameValue::Draw => return found.score == EvaluationScore::Centipawns(0),
        EndgameValue::Win => side,
        EndgameValue::Loss => !side,
    };
    match found.score {
        EvaluationScore::Mate { winner: found, .. } => found == winner,
        EvaluationScore::Centipawns(score) => {
            (if winner == Color::White { score } else { -score }) >= WON
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Always(EndgameValue);

    impl EndgameTables for Always {
        fn value(&self, _: &Position) -> Option<EndgameValue> {
            Some(self.0)
        }

        fn best(&self, _: &Position) -> Option<reynard::Move> {
            None
        }
    }

    #[test]
    fn tables_correct_what_contradicts_them() {
        let black: Position = "8/8/8/8/8/4k3/4P3/4K3 b - - 0 1".parse().expect("a position");
        let mate = |winner| EvaluationScore::Mate { winner, moves: 9 };
        for (value, found, expected) in [
            (EndgameValue::Draw, EvaluationScore::Centipawns(131), EvaluationScore::Centipawns(0)),
            (EndgameValue::Draw, mate(Color::White), EvaluationScore::Centipawns(0)),
            (
                EndgameValue::Win,
                EvaluationScore::Centipawns(-300),
                EvaluationScore::Centipawns(-WON),
            ),
            (
                EndgameValue::Win,
                EvaluationScore::Centipawns(2_000),
                EvaluationScore::Centipawns(-WON),
            ),
            (EndgameValue::Win, mate(Color::Black), mate(Color::Black)),
            (
                EndgameValue::Loss,
                EvaluationScore::Centipawns(2_000),
                EvaluationScore::Centipawns(2_000),
            ),
            (EndgameValue::Loss, mate(Color::Black), EvaluationScore::Centipawns(WON)),
        ] {
            let found = Assessment::from_score(found, &black);
            let assessment = table_assessment(found, &black, &Always(value));
            assert_eq!(assessment.score, expected, "{value:?}");
            assert_eq!(table_assessment(assessment, &black, &Always(value)), assessment);
        }
    }
}
