//! Evaluations from White's point of view.

use reynard::{Color, Outcome, Position};
use reynard_engine::{Line, MaterialPoints, Score, WinDrawLoss};
use reynard_pgn::EvaluationScore;

/// The evaluation of a position from White's point of view, regardless of the side to move.
///
/// ```
/// use reynard_analysis::Assessment;
/// use reynard_analysis::reynard::{Color, Outcome};
///
/// let mate = Assessment::from_outcome(Outcome::Checkmate { winner: Color::Black });
/// assert_eq!(mate.expected_score(Color::Black), 1000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// Score.
    pub score: EvaluationScore,
    /// Win chances.
    pub chances: WinChances,
}

/// The chances of the three results, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WinChances {
    /// White wins.
    pub white: u32,
    /// Draw.
    pub draw: u32,
    /// Black wins.
    pub black: u32,
}

impl WinChances {
    /// Returns the chances in the order White, draw, Black.
    ///
    /// ```
    /// use reynard_analysis::WinChances;
    ///
    /// assert_eq!(WinChances { white: 700, draw: 250, black: 50 }.to_array(), [700, 250, 50]);
    /// ```
    pub const fn to_array(self) -> [u32; 3] {
        [self.white, self.draw, self.black]
    }

    /// Returns a side's expected score in thousandths of a point, counting a draw as half a win.
    ///
    /// ```
    /// use reynard_analysis::WinChances;
    /// use reynard_analysis::reynard::Color;
    ///
    /// let chances = WinChances { white: 400, draw: 500, black: 100 };
    /// assert_eq!(chances.expected_score(Color::Black), 350);
    /// ```
    pub const fn expected_score(self, side: Color) -> u32 {
        let expected = self.white + self.draw / 2;
        match side {
            Color::White => expected,
            Color::Black => 1000_u32.saturating_sub(expected),
        }
    }

    /// Returns the winner according to the likeliest result, or `None` if that result is a draw.
    ///
    /// ```
    /// use reynard_analysis::WinChances;
    /// use reynard_analysis::reynard::Color;
    ///
    /// let chances = WinChances { white: 700, draw: 250, black: 50 };
    /// assert_eq!(chances.likeliest_winner(), Some(Color::White));
    /// ```
    pub const fn likeliest_winner(self) -> Option<Color> {
        let Self { white, draw, black } = self;
        if white > draw && white > black {
            Some(Color::White)
        } else if black > draw && black > white {
            Some(Color::Black)
        } else {
            None
        }
    }
}

impl Assessment {
    /// Creates an assessment from an engine line. The score of the line is from the point of view
    /// of the side to move.
    ///
    /// ```
    /// use reynard_analysis::Assessment;
    /// use reynard_analysis::reynard::{Color, Game};
    /// use reynard_engine::{Control, Engine, SearchLimits};
    ///
    /// let limits = SearchLimits { depth: Some(3), ..SearchLimits::default() };
    /// let report = Engine::new(1)?.search(&Game::new(), &limits, &Control::new(), &mut |_| {});
    /// let assessment = Assessment::from_line(&report.lines[0], Color::White);
    /// assert!(assessment.expected_score(Color::White) > 300);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_line(line: &Line, turn: Color) -> Self {
        let WinDrawLoss { win, draw, loss } = line.wdl;
        let (white, black) = if turn == Color::White { (win, loss) } else { (loss, win) };
        Self { score: score_to_white(line.score, turn), chances: WinChances { white, draw, black } }
    }

    /// Creates the assessment of a line from a position. If the game is over, the assessment is
    /// that of its outcome; otherwise, it is created by [`Assessment::from_line`].
    ///
    /// ```
    /// use reynard_analysis::Assessment;
    /// use reynard_analysis::reynard::{Color, Game, Position};
    /// use reynard_engine::{Control, Engine, SearchLimits};
    ///
    /// let limits = SearchLimits::depth(1);
    /// let report = Engine::new(1)?.search(&Game::new(), &limits, &Control::new(), &mut |_| {});
    /// let stalemate: Position = "7k/5Q2/5K2/8/8/8/8/8 b - - 0 1".parse()?;
    /// let assessment = Assessment::in_position(&report.lines[0], &stalemate);
    /// assert_eq!(assessment.expected_score(Color::White), 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_position(line: &Line, pos: &Position) -> Self {
        match pos.outcome() {
            Some(outcome) => Self::from_outcome(outcome),
            None => Self::from_line(line, pos.turn()),
        }
    }

    /// Creates an assessment from White's score in a position, such as a score in a comment. The
    /// win chances are those that the engine assigns to this score.
    ///
    /// ```
    /// use reynard_analysis::Assessment;
    /// use reynard_analysis::reynard::{Color, Position};
    /// use reynard_pgn::EvaluationScore;
    ///
    /// let even = Assessment::from_score(EvaluationScore::Centipawns(0), &Position::startpos());
    /// assert_eq!(even.expected_score(Color::Black), 500);
    /// ```
    pub fn from_score(score: EvaluationScore, position: &Position) -> Self {
        let chances = match score {
            EvaluationScore::Centipawns(score) => {
                let (score, material) = (Score::Centipawns(score), MaterialPoints::of(position));
                let WinDrawLoss { win, draw, loss } = WinDrawLoss::of_score(score, material);
                WinChances { white: win, draw, black: loss }
            }
            EvaluationScore::Mate { winner: Color::White, .. } => {
                WinChances { white: 1000, draw: 0, black: 0 }
            }
            EvaluationScore::Mate { winner: Color::Black, .. } => {
                WinChances { white: 0, draw: 0, black: 1000 }
            }
        };
        Self { score, chances }
    }

    /// Creates the assessment of a game that is over.
    ///
    /// ```
    /// use reynard_analysis::{Assessment, score_text};
    /// use reynard_analysis::reynard::Outcome;
    ///
    /// assert_eq!(score_text(Assessment::from_outcome(Outcome::Stalemate).score), "+0.00");
    /// ```
    pub fn from_outcome(outcome: Outcome) -> Self {
        let [white, draw, black] = match outcome.winner() {
            Some(Color::White) => [1000, 0, 0],
            Some(Color::Black) => [0, 0, 1000],
            None => [0, 1000, 0],
        };
        let score = match outcome.winner() {
            Some(winner) => EvaluationScore::Mate { winner, moves: 0 },
            None => EvaluationScore::Centipawns(0),
        };
        Self { score, chances: WinChances { white, draw, black } }
    }

    /// Returns a side's expected score in thousandths of a point: see
    /// [`WinChances::expected_score`].
    pub const fn expected_score(self, side: Color) -> u32 {
        self.chances.expected_score(side)
    }

    /// Returns the score in centipawns, clamped to ten pawns in either direction. A mate counts as
    /// ten pawns.
    pub(crate) fn capped_centipawns(self) -> i32 {
        capped_centipawns(self.score)
    }
}

/// Returns a score in centipawns, clamped to ten pawns in either direction. A mate counts as ten
/// pawns.
pub(crate) fn capped_centipawns(score: EvaluationScore) -> i32 {
    const CAP: i32 = 1_000;
    match score {
        EvaluationScore::Centipawns(score) => score.clamp(-CAP, CAP),
        EvaluationScore::Mate { winner: Color::White, .. } => CAP,
        EvaluationScore::Mate { winner: Color::Black, .. } => -CAP,
    }
}

/// Converts a score from the point of view of the side to move to one from White's point of view.
///
/// ```
/// use reynard_analysis::{score_text, score_to_white};
/// use reynard_analysis::reynard::Color;
/// use reynard_engine::Score;
///
/// assert_eq!(score_text(score_to_white(Score::Centipawns(35), Color::Black)), "-0.35");
/// ```
pub fn score_to_white(score: Score, turn: Color) -> EvaluationScore {
    match score {
        Score::Centipawns(score) if turn == Color::White => EvaluationScore::Centipawns(score),
        Score::Centipawns(score) => EvaluationScore::Centipawns(-score),
        Score::Mate(moves) => EvaluationScore::Mate {
            winner: if moves > 0 { turn } else { !turn },
            moves: moves.unsigned_abs(),
        },
    }
}

/// Formats a score: `+0.35`, `-1.20`, `#5` if White mates in five, `#-5` if Black does, `#0` for a
/// mate on the board.
///
/// ```
/// use reynard_analysis::score_text;
/// use reynard_pgn::EvaluationScore;
///
/// assert_eq!(score_text(EvaluationScore::Centipawns(-120)), "-1.20");
/// ```
pub fn score_text(score: EvaluationScore) -> String {
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
    fn scores_are_from_whites_side() {
        let text = |score, turn| score_text(score_to_white(score, turn));
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
    fn expected_scores_of_both_sides_make_a_point() {
        let chances = WinChances { white: 401, draw: 550, black: 49 };
        assert_eq!(chances.expected_score(Color::White), 676);
        assert_eq!(chances.expected_score(Color::Black), 324);
        assert_eq!(chances.likeliest_winner(), None);
        let mate = Assessment::from_outcome(Outcome::Checkmate { winner: Color::Black });
        assert_eq!(mate.expected_score(Color::Black), 1000);
        assert_eq!(mate.chances.likeliest_winner(), Some(Color::Black));
        assert_eq!(mate.capped_centipawns(), -1_000);
    }
}
