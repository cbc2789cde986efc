//! A game's assessed moves, and the quality of each side's play.

use reynard::{Color, Move, Position};

use crate::lichess_accuracy::{lichess_win_percent, move_accuracy};
use crate::{Assessment, Judgment};

/// A move of a game, with the assessments of the positions before and after it.
#[derive(Clone, Debug)]
pub struct AssessedMove {
    /// Position before the move.
    pub position: Position,
    /// The move that was played.
    pub mv: Move,
    /// Assessment of the position before the move, with the best move; `None` if the engine gave
    /// none.
    pub before: Option<Assessment>,
    /// Assessment of the position after the move; `None` if the engine gave none.
    pub after: Option<Assessment>,
    /// Principal variation in the position before the move.
    pub best_line: Vec<Move>,
    /// The second-best and further lines in the position before the move, if several were searched
    /// (`MultiPV`).
    pub other_lines: Vec<AnalyzedLine>,
}

/// A line of an analyzed position, with its assessment.
///
/// ```
/// use reynard_analysis::reynard::{Outcome, Position};
/// use reynard_analysis::{AnalyzedLine, Assessment};
///
/// let mv = Position::startpos().parse_uci("e2e4")?;
/// let line = AnalyzedLine {
///     assessment: Assessment::from_outcome(Outcome::Stalemate),
///     moves: vec![mv],
/// };
/// assert_eq!(line.moves.first(), Some(&mv));
/// # Ok::<(), reynard_analysis::reynard::InvalidUciMove>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalyzedLine {
    /// Assessment of the analyzed position if this line is played.
    pub assessment: Assessment,
    /// Moves from the analyzed position.
    pub moves: Vec<Move>,
}

impl AssessedMove {
    /// Returns the loss of expected score caused by the move, in thousandths of a point: 0 for the
    /// engine's own choice, `None` if an assessment is missing.
    ///
    /// ```
    /// use reynard_analysis::reynard::{Color, Outcome, Position};
    /// use reynard_analysis::{AssessedMove, Assessment, Judgment};
    ///
    /// // White lets a draw turn into a loss.
    /// let position = Position::startpos();
    /// let assessed = AssessedMove {
    ///     mv: position.parse_uci("f2f3")?,
    ///     before: Some(Assessment::from_outcome(Outcome::Stalemate)),
    ///     after: Some(Assessment::from_outcome(Outcome::Checkmate { winner: Color::Black })),
    ///     best_line: vec![position.parse_uci("e2e4")?],
    ///     other_lines: Vec::new(),
    ///     position,
    /// };
    /// assert_eq!((assessed.loss(), assessed.judgment()), (Some(500), Some(Judgment::Blunder)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn loss(&self) -> Option<u32> {
        let (before, after) = self.both()?;
        if self.best_line.first() == Some(&self.mv) {
            return Some(0);
        }
        let side = self.position.turn();
        Some(before.expected_score(side).saturating_sub(after.expected_score(side)))
    }

    /// Returns the assessments before and after the move, if the engine gave both.
    fn both(&self) -> Option<(Assessment, Assessment)> {
        self.before.zip(self.after)
    }

    /// Returns the lines that are better than the move, best first: the principal variation, and
    /// those of [`other_lines`](Self::other_lines) that lose less. Returns no lines if an
    /// assessment is missing.
    ///
    /// ```
    /// use reynard_analysis::reynard::{Color, Outcome, Position};
    /// use reynard_analysis::{AssessedMove, Assessment};
    ///
    /// let position = Position::startpos();
    /// let assessed = AssessedMove {
    ///     mv: position.parse_uci("f2f3")?,
    ///     before: Some(Assessment::from_outcome(Outcome::Stalemate)),
    ///     after: Some(Assessment::from_outcome(Outcome::Checkmate { winner: Color::Black })),
    ///     best_line: vec![position.parse_uci("e2e4")?],
    ///     other_lines: Vec::new(),
    ///     position,
    /// };
    /// assert_eq!(assessed.better_lines().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn better_lines(&self) -> impl Iterator<Item = (Assessment, &[Move])> {
        let side = self.position.turn();
        self.both().into_iter().flat_map(move |(before, after)| {
            let kept = after.expected_score(side);
            let is_better = move |line: &&AnalyzedLine| {
                line.moves.first() != Some(&self.mv) && line.assessment.expected_score(side) > kept
            };
            let others = self.other_lines.iter().filter(is_better);
            let others = others.map(|line| (line.assessment, line.moves.as_slice()));
            std::iter::once((before, self.best_line.as_slice()))
                .filter(|(_, moves)| !moves.is_empty())
                .chain(others)
        })
    }

    /// Returns the judgment of the move, or `None` if the move lost too little to be judged or an
    /// assessment is missing.
    pub fn judgment(&self) -> Option<Judgment> {
        self.loss().and_then(Judgment::from_loss)
    }

    /// Returns `true` if the move is a turning point of the game: a mistake or a blunder, or an
    /// inaccuracy that changes the likeliest result.
    pub fn is_turning_point(&self) -> bool {
        match self.judgment() {
            Some(Judgment::Mistake | Judgment::Blunder) => true,
            Some(Judgment::Inaccuracy) => {
                let winner = |(before, after): (Assessment, Assessment)| {
                    before.chances.likeliest_winner() != after.chances.likeliest_winner()
                };
                self.both().is_some_and(winner)
            }
            None => false,
        }
    }

    /// Returns the accuracy of the move as defined by lichess, with scores clamped to ten pawns;
    /// `None` if an assessment is missing.
    fn lichess_accuracy(&self) -> Option<f64> {
        let (before, after) = self.both()?;
        // The engine's own choice loses nothing, even if a later search disagrees.
        if self.best_line.first() == Some(&self.mv) {
            return Some(100.0);
        }
        let percent = |it: Assessment| lichess_win_percent(it.score, self.position.turn());
        Some(move_accuracy(percent(before), percent(after)))
    }

    /// Returns the centipawn loss, with scores clamped to ten pawns; `None` if an assessment is
    /// missing.
    fn centipawn_loss(&self) -> Option<u32> {
        let (before, after) = self.both()?;
        if self.best_line.first() == Some(&self.mv) {
            return Some(0);
        }
        let change = after.capped_centipawns() - before.capped_centipawns();
        let gain = if self.position.turn() == Color::White { change } else { -change };
        Some((-gain).max(0).unsigned_abs())
    }
}

/// The assessed moves of a game.
///
/// ```
/// use reynard_analysis::GameReport;
/// use reynard_analysis::reynard::Color;
///
/// assert_eq!(GameReport::default().side(Color::White).accuracy, None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameReport {
    /// The moves in the order of the game.
    pub moves: Vec<AssessedMove>,
    /// Number of positions for which the engine gave no evaluation.
    pub unevaluated: u32,
}

/// The quality of one side's play in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideReport {
    /// Number of moves with assessments before and after them.
    pub moves: u32,
    /// Number of inaccuracies.
    pub inaccuracies: u32,
    /// Number of mistakes.
    pub mistakes: u32,
    /// Number of blunders.
    pub blunders: u32,
    /// Mean accuracy of the moves in percent. The accuracy is 100 for a move that loses nothing,
    /// and falls linearly to 0 for a blunder. `None` if there are no moves.
    pub accuracy: Option<f64>,
    /// Mean of the lichess accuracies of the moves, in percent. Lichess itself uses a weighted
    /// mean, so its figure differs. `None` if there are no moves.
    pub lichess_accuracy: Option<f64>,
    /// Mean centipawn loss, with scores clamped to ten pawns. `None` if there are no moves.
    pub centipawn_loss: Option<f64>,
}

impl GameReport {
    /// Returns the report on one side's play.
    ///
    /// ```
    /// use reynard_analysis::reynard::{Color, Outcome, Position};
    /// use reynard_analysis::{AssessedMove, Assessment, GameReport};
    ///
    /// // White lets a draw turn into a loss.
    /// let position = Position::startpos();
    /// let assessed = AssessedMove {
    ///     mv: position.parse_uci("f2f3")?,
    ///     before: Some(Assessment::from_outcome(Outcome::Stalemate)),
    ///     after: Some(Assessment::from_outcome(Outcome::Checkmate { winner: Color::Black })),
    ///     best_line: vec![position.parse_uci("e2e4")?],
    ///     other_lines: Vec::new(),
    ///     position,
    /// };
    /// let report = GameReport { moves: vec![assessed], unevaluated: 0 };
    /// assert_eq!(report.side(Color::White).blunders, 1);
    /// assert_eq!(report.turning_points().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn side(&self, side: Color) -> SideReport {
        let mut report = SideReport::default();
        let (mut accuracy, mut lichess, mut centipawns) = (0.0, 0.0, 0.0);
        let blunder = Judgment::Blunder.threshold();
        for assessed in self.moves.iter().filter(|assessed| assessed.position.turn() == side) {
            let (Some(loss), Some(lichess_accuracy), Some(centipawn_loss)) =
                (assessed.loss(), assessed.lichess_accuracy(), assessed.centipawn_loss())
            else {
                continue;
            };
            report.moves += 1;
            match assessed.judgment() {
                Some(Judgment::Inaccuracy) => report.inaccuracies += 1,
                Some(Judgment::Mistake) => report.mistakes += 1,
                Some(Judgment::Blunder) => report.blunders += 1,
                None => {}
            }
            let kept = blunder.saturating_sub(loss);
            accuracy += 100.0 * f64::from(kept) / f64::from(blunder);
            lichess += lichess_accuracy;
            centipawns += f64::from(centipawn_loss);
        }
        if report.moves > 0 {
            report.accuracy = Some(accuracy / f64::from(report.moves));
            report.lichess_accuracy = Some(lichess / f64::from(report.moves));
            report.centipawn_loss = Some(centipawns / f64::from(report.moves));
        }
        report
    }

    /// Returns an iterator over the turning points of the game.
    pub fn turning_points(&self) -> impl Iterator<Item = &AssessedMove> {
        self.moves.iter().filter(|assessed| assessed.is_turning_point())
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::EvaluationScore;

    use super::*;
    use crate::WinChances;

    fn assessment(centipawns: i32, chances: [u32; 3]) -> Assessment {
        let [white, draw, black] = chances;
        let chances = WinChances { white, draw, black };
        Assessment { score: EvaluationScore::Centipawns(centipawns), chances }
    }

    fn moves(count: usize) -> Vec<AssessedMove> {
        let even = assessment(0, [100, 800, 100]);
        let lost = assessment(-300, [0, 200, 800]);
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        for index in 0..count {
            let mv = position.legal_moves()[0];
            let best_line = vec![position.legal_moves()[1]];
            let after = Some(if index == 2 { lost } else { even });
            let before = Some(even);
            let other_lines = Vec::new();
            let position_before = position.clone();
            moves.push(AssessedMove {
                position: position_before,
                mv,
                before,
                after,
                best_line,
                other_lines,
            });
            position.play(mv).expect("a legal move");
        }
        moves
    }

    #[test]
    fn a_blunder_counts_and_is_a_turning_point() {
        let report = GameReport { moves: moves(4), unevaluated: 0 };
        let white = report.side(Color::White);
        assert_eq!((white.moves, white.blunders, white.mistakes), (2, 1, 0));
        assert_eq!((white.accuracy, white.centipawn_loss), (Some(50.0), Some(150.0)));
        let black = report.side(Color::Black);
        assert_eq!((black.blunders, black.accuracy), (0, Some(100.0)));
        assert_eq!(report.turning_points().count(), 1);
        assert_eq!(GameReport::default().side(Color::White).accuracy, None);
    }

    #[test]
    fn the_best_move_gives_nothing_away() {
        let mut moves = moves(3);
        let last = moves.last_mut().expect("three moves");
        assert_eq!((last.loss(), last.judgment()), (Some(400), Some(Judgment::Blunder)));
        last.best_line = vec![last.mv];
        assert_eq!((last.loss(), last.judgment(), last.is_turning_point()), (Some(0), None, false));
    }

    #[test]
    fn a_move_beside_a_position_without_an_evaluation_has_no_judgment_and_does_not_count() {
        let mut moves = moves(4);
        moves[2].after = None;
        moves[3].before = None;
        assert_eq!((moves[2].loss(), moves[2].judgment(), moves[3].loss()), (None, None, None));
        assert_eq!((moves[2].better_lines().count(), moves[1].better_lines().count()), (0, 1));
        let report = GameReport { moves, unevaluated: 1 };
        assert_eq!((report.side(Color::White).moves, report.side(Color::Black).moves), (1, 1));
        assert_eq!(report.turning_points().count(), 0);
    }
}
