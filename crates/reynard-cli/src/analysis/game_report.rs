//! How well a game was played.

use reynard::{Color, Move, Position};

use super::{Assessment, Judgment};

/// A move of a game, with what the engine thinks of the positions before and after it.
#[derive(Clone, Debug)]
pub(crate) struct AssessedMove {
    /// The position before it.
    pub(crate) position: Position,
    /// The move.
    pub(crate) played: Move,
    /// What the position before it is worth with the best move.
    pub(crate) before: Assessment,
    /// What the position after it is worth.
    pub(crate) after: Assessment,
    /// The line that the engine would have played.
    pub(crate) best: Vec<Move>,
}

impl AssessedMove {
    /// The part of a point that the move has given away, in thousandths; nothing if the engine would
    /// have played it too.
    pub(crate) fn loss(&self) -> u32 {
        if self.best.first() == Some(&self.played) {
            return 0;
        }
        let side = self.position.turn();
        self.before.expectation(side).saturating_sub(self.after.expectation(side))
    }

    /// What it is called, if it has given away enough.
    pub(crate) fn judgment(&self) -> Option<Judgment> {
        Judgment::of_loss(self.loss())
    }

    /// Whether the game has turned: the move is a mistake or a blunder, or it is an inaccuracy after
    /// which another result is the likeliest.
    pub(crate) fn is_turning_point(&self) -> bool {
        match self.judgment() {
            Some(Judgment::Mistake | Judgment::Blunder) => true,
            Some(Judgment::Inaccuracy) => self.before.likeliest() != self.after.likeliest(),
            None => false,
        }
    }

    /// Centipawns given away, counted within ten pawns either way.
    fn centipawn_loss(&self) -> u32 {
        if self.best.first() == Some(&self.played) {
            return 0;
        }
        let change = self.after.capped_centipawns() - self.before.capped_centipawns();
        let gain = if self.position.turn() == Color::White { change } else { -change };
        (-gain).max(0).unsigned_abs()
    }
}

/// How well a game was played.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameReport {
    /// The moves that were looked at, in the order of the game.
    pub(crate) moves: Vec<AssessedMove>,
}

/// How well one side has played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SideReport {
    /// Its moves that were looked at.
    pub(crate) moves: u32,
    /// Moves that gave away a tenth of a point, but not a fifth.
    pub(crate) inaccuracies: u32,
    /// Moves that gave away a fifth of a point, but not three tenths.
    pub(crate) mistakes: u32,
    /// Moves that gave away more.
    pub(crate) blunders: u32,
    /// The mean over its moves, in percent: a move that gives nothing away counts 100, one that gives
    /// away what makes a blunder, or more, counts 0, and between them it falls evenly. Nothing if it
    /// has made no move.
    pub(crate) accuracy: Option<f64>,
    /// The mean loss in centipawns, with evaluations cut off at ten pawns.
    pub(crate) centipawn_loss: Option<f64>,
}

impl GameReport {
    /// How well one side has played.
    pub(crate) fn side(&self, side: Color) -> SideReport {
        let mut report = SideReport::default();
        let (mut accuracy, mut centipawns) = (0.0, 0.0);
        for m in self.moves.iter().filter(|m| m.position.turn() == side) {
            report.moves += 1;
            match m.judgment() {
                Some(Judgment::Inaccuracy) => report.inaccuracies += 1,
                Some(Judgment::Mistake) => report.mistakes += 1,
                Some(Judgment::Blunder) => report.blunders += 1,
                None => {}
            }
            let kept = Judgment::BLUNDER.saturating_sub(m.loss());
            accuracy += 100.0 * f64::from(kept) / f64::from(Judgment::BLUNDER);
            centipawns += f64::from(m.centipawn_loss());
        }
        if report.moves > 0 {
            report.accuracy = Some(accuracy / f64::from(report.moves));
            report.centipawn_loss = Some(centipawns / f64::from(report.moves));
        }
        report
    }

    /// The moves with which the game has turned.
    pub(crate) fn turning_points(&self) -> impl Iterator<Item = &AssessedMove> {
        self.moves.iter().filter(|m| m.is_turning_point())
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::EvaluationScore;

    use super::*;

    fn assessment(centipawns: i32, chances: [u32; 3]) -> Assessment {
        Assessment { score: EvaluationScore::Centipawns(centipawns), chances }
    }

    fn moves(count: usize) -> Vec<AssessedMove> {
        let even = assessment(0, [100, 800, 100]);
        let lost = assessment(-300, [0, 200, 800]);
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        for index in 0..count {
            let played = position.legal_moves()[0];
            let best = vec![position.legal_moves()[1]];
            let after = if index == 2 { lost } else { even };
            let before = even;
            moves.push(AssessedMove { position: position.clone(), played, before, after, best });
            position.play(played).expect("a legal move");
        }
        moves
    }

    #[test]
    fn a_blunder_is_counted_and_turns_the_game() {
        let report = GameReport { moves: moves(4) };
        let white = report.side(Color::White);
        assert_eq!((white.moves, white.blunders, white.mistakes), (2, 1, 0));
        assert_eq!((white.accuracy, white.centipawn_loss), (Some(50.0), Some(150.0)));
        let black = report.side(Color::Black);
        assert_eq!((black.blunders, black.accuracy), (0, Some(100.0)));
        assert_eq!(report.turning_points().count(), 1);
        assert_eq!(GameReport::default().side(Color::White).accuracy, None);
    }

    #[test]
    fn the_best_move_never_loses() {
        let mut moves = moves(3);
        let m = moves.last_mut().expect("three moves");
        assert_eq!((m.loss(), m.judgment()), (400, Some(Judgment::Blunder)));
        m.best = vec![m.played];
        assert_eq!((m.loss(), m.judgment(), m.is_turning_point()), (0, None, false));
    }
}
