//! What a position is worth, from White's side.

use reynard::{Color, Outcome};
use reynard_engine::{Line, Score, WinDrawLoss};
use reynard_pgn::EvaluationScore;

/// What a position is worth, from White's side, whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Assessment {
    /// The evaluation.
    pub(crate) score: EvaluationScore,
    /// How often of a thousand games like this White wins, nobody wins, and Black wins.
    pub(crate) chances: [u32; 3],
}

impl Assessment {
    /// What a line of the engine says, which knows only the side to move.
    pub(crate) fn of_line(line: &Line, turn: Color) -> Self {
        let score = white_score(line.score, turn);
        let WinDrawLoss { win, draw, loss } = line.wdl;
        let chances = if turn == Color::White { [win, draw, loss] } else { [loss, draw, win] };
        Self { score, chances }
    }

    /// What is certain, since the game is over.
    pub(crate) fn of_outcome(outcome: Outcome) -> Self {
        match outcome.winner() {
            Some(winner) => Self {
                score: EvaluationScore::Mate { winner, moves: 0 },
                chances: if winner == Color::White { [1000, 0, 0] } else { [0, 0, 1000] },
            },
            None => Self { score: EvaluationScore::Centipawns(0), chances: [0, 1000, 0] },
        }
    }

    /// The part of a point that a side can expect, in thousandths: a draw is half a point.
    pub(crate) const fn expectation(self, side: Color) -> u32 {
        let [white, draw, _] = self.chances;
        let expected = white + draw / 2;
        match side {
            Color::White => expected,
            Color::Black => 1000 - expected,
        }
    }

    /// Which result is the likeliest: the winner, or `None` for a draw.
    pub(crate) const fn likeliest(self) -> Option<Color> {
        let [white, draw, black] = self.chances;
        if white > draw && white > black {
            Some(Color::White)
        } else if black > draw && black > white {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// Centipawns from White's side, no more than ten pawns either way, which a mate counts as.
    pub(crate) fn capped_centipawns(self) -> i32 {
        const CAP: i32 = 1_000;
        match self.score {
            EvaluationScore::Centipawns(score) => score.clamp(-CAP, CAP),
            EvaluationScore::Mate { winner: Color::White, .. } => CAP,
            EvaluationScore::Mate { winner: Color::Black, .. } => -CAP,
        }
    }
}

fn white_score(score: Score, turn: Color) -> EvaluationScore {
    match score {
        Score::Centipawns(score) if turn == Color::White => EvaluationScore::Centipawns(score),
        Score::Centipawns(score) => EvaluationScore::Centipawns(-score),
        Score::Mate(moves) => EvaluationScore::Mate {
            winner: if moves > 0 { turn } else { !turn },
            moves: moves.unsigned_abs(),
        },
    }
}

/// A score as people write it: `+0.35`, `-1.20`, `#5` if White mates in five, `#-5` if Black does, `#0`
/// if one of them has.
pub(crate) fn score_text(score: EvaluationScore) -> String {
    match score {
        EvaluationScore::Centipawns(score) => {
            let sign = if score < 0 { '-' } else { '+' };
            let score = score.unsigned_abs();
            format!("{sign}{}.{:02}", score / 100, score % 100)
        }
        EvaluationScore::Mate { moves: 0, .. } => "#0".to_owned(),
        EvaluationScore::Mate { winner: Color::White, moves } => format!("#{moves}"),
        EvaluationScore::Mate { winner: Color::Black, moves } => format!("#-{moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_whites() {
        let text = |score, turn| score_text(white_score(score, turn));
        for (score, white, black) in [
            (Score::Centipawns(35), "+0.35", "-0.35"),
            (Score::Centipawns(-120), "-1.20", "+1.20"),
            (Score::Centipawns(0), "+0.00", "+0.00"),
            (Score::Mate(5), "#5", "#-5"),
            (Score::Mate(-2), "#-2", "#2"),
            (Score::Mate(0), "#0", "#0"),
        ] {
            assert_eq!(text(score, Color::White), white);
            assert_eq!(text(score, Color::Black), black);
        }
    }

    #[test]
    fn expectations_of_the_two_sides_make_a_point() {
        let one = Assessment { score: EvaluationScore::Centipawns(50), chances: [401, 550, 49] };
        assert_eq!(one.expectation(Color::White), 676);
        assert_eq!(one.expectation(Color::Black), 324);
        assert_eq!(one.likeliest(), None);
        let mate = Assessment::of_outcome(Outcome::Checkmate { winner: Color::Black });
        assert_eq!(mate.expectation(Color::Black), 1000);
        assert_eq!((mate.likeliest(), mate.capped_centipawns()), (Some(Color::Black), -1_000));
    }
}
