//! Verdicts on answers.

use reynard::{Color, Move, Position};
use reynard_analysis::Assessment;
use reynard_pgn::EvaluationScore;

use crate::own_moves::{centipawn_loss, loss, mate_of};
use crate::{CardKind, LearnCard, ReviewGrade};

/// The verdict on an answer to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrillVerdict {
    /// The answer is the move taught by the card.
    Best,
    /// The answer is another correct move.
    AlsoRight,
    /// The move wins, but there is a mate in this many moves. The learner may try again without
    /// penalty.
    NotYet(u32),
    /// The answer is wrong.
    Wrong,
    /// The stored evaluations do not decide. The positions after the move and after the best move
    /// must be searched to this length, and the results passed to [`judge_searched`].
    Unknown(JudgeSearch),
}

/// The greatest loss at which an answer is accepted, in thousandths of a point.
const TOLERANCE: u32 = 50;
/// The expected score at which a position counts as won, in thousandths.
const WIN: u32 = 900;
/// The greatest stored loss at which an answer is checked by a search, in thousandths.
const STORED_DOUBT: u32 = 450;

/// Judges an answer by the rules of chess and by the data stored in the games and the repertoire.
/// Any checkmate is correct.
///
/// ```
/// use reynard_learn::{DrillVerdict, LearnDeck, judge_answer};
/// use reynard_learn::reynard::Color;
/// use reynard_learn::reynard_pgn::Games;
///
/// let game = Games::from_bytes(b"1. e4 (1. d4) *").next().unwrap()?.tree;
/// let mut deck = LearnDeck::default();
/// deck.add_repertoire(&game, Color::White);
/// let card = deck.cards().next().expect("a card");
/// let judge = |san| judge_answer(card, card.position.parse_san(san).expect("a move"));
/// assert_eq!(judge("e4"), DrillVerdict::Best);
/// assert_eq!(judge("d4"), DrillVerdict::AlsoRight);
/// assert_eq!(judge("a4"), DrillVerdict::Wrong);
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
pub fn judge_answer(card: &LearnCard, mv: Move) -> DrillVerdict {
    if card.kind == CardKind::Repertoire {
        return match card.repertoire.iter().position(|&known| known == mv) {
            Some(0) => DrillVerdict::Best,
            Some(_) => DrillVerdict::AlsoRight,
            None => DrillVerdict::Wrong,
        };
    }
    if card.best() == Some(mv) {
        return DrillVerdict::Best;
    }
    let mut after = card.position.clone();
    if after.play(mv).is_err() {
        return DrillVerdict::Wrong;
    }
    let side = card.side();
    if after.is_checkmate() {
        return DrillVerdict::AlsoRight;
    }
    let ended = after.outcome().map(Assessment::from_outcome);
    let stored = card.better.iter().find(|line| line.moves.first() == Some(&mv));
    let played = card.mistakes.iter().find(|mistake| mistake.played == mv);
    let value = ended
        .or_else(|| stored.and_then(|line| line.assessment))
        .or_else(|| played.map(|mistake| mistake.after));
    let (Some(best), Some(value)) = (card.value(), value) else {
        return DrillVerdict::Unknown(JudgeSearch::Usual);
    };
    let verdict = judge_values(best, value, side);
    // Stored values are those of a search of the usual length. Clear blunders are not searched.
    let is_near = mate_of(best, side).is_some() || loss(best, value, side) <= STORED_DOUBT;
    let again = JudgeSearch::Usual.again(verdict, best, value, side);
    again.filter(|_| is_near && ended.is_none()).map_or(verdict, DrillVerdict::Unknown)
}

/// Judges a move within the solution of a puzzle. `best` is the solution move.
///
/// ```
/// use reynard_learn::reynard::Position;
/// use reynard_learn::{DrillVerdict, judge_solution_move};
///
/// let pos: Position = "6k1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 40".parse()?;
/// let [best, other, slow] = ["a1a8", "e1e8", "h2h3"].map(|text| pos.parse_uci(text).ok());
/// let judge = |mv| judge_solution_move(&pos, best, mv);
/// assert_eq!(best.map(judge), Some(DrillVerdict::Best));
/// assert_eq!(other.map(judge), Some(DrillVerdict::AlsoRight));
/// assert!(matches!(slow.map(judge), Some(DrillVerdict::Unknown(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge_solution_move(pos: &Position, best: Option<Move>, mv: Move) -> DrillVerdict {
    if best == Some(mv) {
        return DrillVerdict::Best;
    }
    match pos.after(mv) {
        Ok(after) if after.is_checkmate() => DrillVerdict::AlsoRight,
        Ok(_) => DrillVerdict::Unknown(JudgeSearch::Usual),
        Err(_) => DrillVerdict::Wrong,
    }
}

/// Judges an answer by the evaluations of the best move and of the answer. If the best move mates,
/// a mate of any length is correct, and a move that wins without mating is judged
/// [`DrillVerdict::NotYet`].
///
/// ```
/// use reynard_analysis::Assessment;
/// use reynard_learn::reynard::{Color, Outcome};
/// use reynard_learn::{DrillVerdict, judge_values};
///
/// let mate = Assessment::from_outcome(Outcome::Checkmate { winner: Color::White });
/// let draw = Assessment::from_outcome(Outcome::Stalemate);
/// assert_eq!(judge_values(mate, draw, Color::White), DrillVerdict::Wrong);
/// assert_eq!(judge_values(draw, draw, Color::White), DrillVerdict::AlsoRight);
/// ```
pub fn judge_values(best: Assessment, answer: Assessment, side: Color) -> DrillVerdict {
    judge_within(TOLERANCE, best, answer, side)
}

/// Judges an answer, accepting a loss of up to `tolerance` thousandths of a point.
fn judge_within(tolerance: u32, best: Assessment, answer: Assessment, side: Color) -> DrillVerdict {
    if mate_of(answer, side).is_some() {
        return DrillVerdict::AlsoRight;
    }
    match mate_of(best, side) {
        Some(moves) if answer.expected_score(side) >= WIN => DrillVerdict::NotYet(moves),
        None if loss(best, answer, side) <= tolerance => DrillVerdict::AlsoRight,
        Some(_) | None => DrillVerdict::Wrong,
    }
}

/// The verdict on an answer after two searches of equal length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedAnswer {
    /// The verdict.
    pub verdict: DrillVerdict,
    /// The centipawns that the answer loses compared with the best move; `None` if either mates.
    pub loss: Option<i32>,
    /// Longer searches that may still accept the answer, if it is only slightly wrong or judged as
    /// not yet correct.
    pub again: Option<JudgeSearch>,
}

/// The length of the searches by which an answer is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JudgeSearch {
    /// The usual number of nodes.
    Usual,
    /// Ten times the usual number of nodes.
    Longer,
    /// Fifty times the usual number of nodes. The tolerance allows for the difference between two
    /// searches.
    Longest,
}

impl JudgeSearch {
    /// All searches, shortest first.
    pub const ALL: [Self; 3] = [Self::Usual, Self::Longer, Self::Longest];

    /// Returns the factor by which the usual number of nodes is multiplied.
    ///
    /// ```
    /// use reynard_learn::JudgeSearch;
    ///
    /// assert_eq!(JudgeSearch::ALL.map(JudgeSearch::factor), [1, 10, 50]);
    /// ```
    pub const fn factor(self) -> u32 {
        match self {
            Self::Usual => 1,
            Self::Longer => 10,
            Self::Longest => 50,
        }
    }

    /// Returns the greatest loss at which an answer is accepted, in thousandths.
    const fn tolerance(self) -> u32 {
        match self {
            Self::Usual | Self::Longer => TOLERANCE,
            // Less than the loss of a mistake by our curve.
            Self::Longest => 2 * TOLERANCE,
        }
    }

    /// Returns the length of the searches that may still accept an answer, or `None` if there are
    /// none. A longer search is worthwhile if the loss is not hopeless, or if the answer wins
    /// although the best move mates, because a mate may be deep.
    fn again(
        self,
        verdict: DrillVerdict,
        best: Assessment,
        answer: Assessment,
        side: Color,
    ) -> Option<Self> {
        let (next, doubt) = match self {
            Self::Usual => (Self::Longer, 500),
            Self::Longer => (Self::Longest, 300),
            Self::Longest => return None,
        };
        let doubt = if mate_of(best, side).is_some() { 600 } else { doubt };
        let is_doubtful = match verdict {
            DrillVerdict::Wrong if mate_of(answer, !side).is_some() => false,
            DrillVerdict::Wrong => loss(best, answer, side) <= doubt,
            DrillVerdict::NotYet(_) => true,
            _ => false,
        };
        is_doubtful.then_some(next)
    }
}

/// Judges an answer by the evaluations of the positions after the best move and after the answer.
/// An answer is correct if any of the searches accepts it. After the shortest search, only a
/// clearly wrong answer is judged wrong.
///
/// ```
/// use reynard_analysis::Assessment;
/// use reynard_learn::reynard::{Color, Outcome};
/// use reynard_learn::{DrillVerdict, JudgeSearch, judge_searched};
///
/// let draw = Assessment::from_outcome(Outcome::Stalemate);
/// let lost = Assessment::from_outcome(Outcome::Checkmate { winner: Color::Black });
/// let judge = |answer| judge_searched(draw, answer, Color::White, JudgeSearch::Usual);
/// assert_eq!(judge(draw).verdict, DrillVerdict::AlsoRight);
/// let judged = judge(lost);
/// assert!(judged.verdict == DrillVerdict::Wrong && judged.again.is_none());
/// ```
pub fn judge_searched(
    after_best: Assessment,
    after_answer: Assessment,
    side: Color,
    search: JudgeSearch,
) -> SearchedAnswer {
    let best = before_the_move(after_best, side);
    let verdict = judge_within(search.tolerance(), best, after_answer, side);
    let again = search.again(verdict, best, after_answer, side);
    SearchedAnswer { verdict, loss: centipawn_loss(best, after_answer, side), again }
}

/// Converts the evaluation of the position after a move by `side` to an evaluation of the position
/// before the move. A mate takes one more move.
fn before_the_move(after: Assessment, side: Color) -> Assessment {
    match after.score {
        EvaluationScore::Mate { winner, moves } if winner == side => {
            let score = EvaluationScore::Mate { winner, moves: moves + 1 };
            Assessment { score, ..after }
        }
        _ => after,
    }
}

/// An answer is easy if the time taken was less than the learner's median time divided by this
/// number.
const QUICK: u32 = 3;

/// Returns the grade of an answer that is correct on the first try: hard if a hint was given, easy
/// if the answer took less than a third of the learner's median time, otherwise good.
///
/// ```
/// use reynard_learn::{ReviewGrade, right_grade};
///
/// assert_eq!(right_grade(0, 2_000, Some(9_000)), ReviewGrade::Easy);
/// assert_eq!(right_grade(0, 2_000, None), ReviewGrade::Good);
/// assert_eq!(right_grade(1, 2_000, Some(9_000)), ReviewGrade::Hard);
/// ```
pub fn right_grade(hints: u32, millis: u32, median_millis: Option<u32>) -> ReviewGrade {
    match median_millis {
        _ if hints > 0 => ReviewGrade::Hard,
        Some(median) if millis < median / QUICK => ReviewGrade::Easy,
        _ => ReviewGrade::Good,
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;
    use crate::LearnDeck;

    fn card(pgn: &str, side: Color) -> LearnCard {
        let game = Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory").tree;
        let mut deck = LearnDeck::default();
        deck.add_game(&game, side);
        deck.cards().next().expect("a card").clone()
    }

    fn judged(card: &LearnCard, san: &str) -> DrillVerdict {
        judge_answer(card, card.position.parse_san(san).expect("a move"))
    }

    #[test]
    fn stored_lines_decide_and_other_moves_have_to_be_searched() {
        let pgn = "1. e4 {[%eval 0.3]} e5 {[%eval 3.0]} 2. Ke2 {[%eval -9.0]} (2. Nf3 {[%eval 3.0]}) \
                   (2. Nc3 {[%eval 2.98]}) (2. a3 {[%eval -5.0]}) (2. h3 {[%eval 1.0]}) *";
        let card = card(pgn, Color::White);
        for (san, verdict) in [
            ("Nf3", DrillVerdict::Best),
            ("Nc3", DrillVerdict::AlsoRight),
            ("a3", DrillVerdict::Wrong),
            ("Ke2", DrillVerdict::Wrong),
            // The stored loss is small: the stored search may be mistaken.
            ("h3", DrillVerdict::Unknown(JudgeSearch::Longer)),
            ("Bc4", DrillVerdict::Unknown(JudgeSearch::Usual)),
        ] {
            assert_eq!(judged(&card, san), verdict, "{san}");
        }
    }

    /// Creates a one-move puzzle.
    fn puzzle(fen: &str, solution: &str) -> LearnCard {
        let pgn = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. {solution} *");
        let tree = Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory").tree;
        let mut deck = LearnDeck::default();
        assert!(deck.add_puzzle(&tree));
        deck.cards().next().expect("a puzzle").clone()
    }

    #[test]
    fn every_mate_on_the_board_is_right_without_an_evaluation() {
        let card = puzzle("6k1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 40", "Ra8#");
        assert_eq!(judged(&card, "Ra8#"), DrillVerdict::Best);
        assert_eq!(judged(&card, "Re8#"), DrillVerdict::AlsoRight);
        assert_eq!(judged(&card, "h3"), DrillVerdict::Unknown(JudgeSearch::Usual));
    }

    #[test]
    fn a_win_where_there_is_a_mate_is_not_yet_and_a_longer_mate_is_right() {
        let pos = Position::startpos();
        let value = |score| Assessment::from_score(score, &pos);
        let mate = |moves| value(EvaluationScore::Mate { winner: Color::White, moves });
        let pawns = |pawns: i32| value(EvaluationScore::Centipawns(100 * pawns));
        let judge = |best, answer| judge_values(best, answer, Color::White);
        assert_eq!(judge(mate(3), mate(7)), DrillVerdict::AlsoRight);
        assert_eq!(judge(mate(3), pawns(20)), DrillVerdict::NotYet(3));
        assert_eq!(judge(mate(3), pawns(0)), DrillVerdict::Wrong);
        assert_eq!(judge(pawns(20), pawns(18)), DrillVerdict::AlsoRight);
        assert_eq!(judge(pawns(20), mate(9)), DrillVerdict::AlsoRight);
    }

    #[test]
    fn a_loss_near_the_border_is_searched_again_and_the_longest_search_has_a_wider_one() {
        let pos = Position::startpos();
        let value = |score| Assessment::from_score(EvaluationScore::Centipawns(score), &pos);
        let judge = |answer, search| judge_searched(value(0), value(answer), Color::White, search);
        let lost = |answer: i32| 500 - value(answer).expected_score(Color::White);
        // A loss between the two borders.
        let near = (-200..0).find(|&answer| lost(answer) <= 90).expect("a score");
        assert!(lost(near) > 50);
        for (search, verdict, again) in [
            (JudgeSearch::Usual, DrillVerdict::Wrong, Some(JudgeSearch::Longer)),
            (JudgeSearch::Longer, DrillVerdict::Wrong, Some(JudgeSearch::Longest)),
            (JudgeSearch::Longest, DrillVerdict::AlsoRight, None),
        ] {
            let judged = judge(near, search);
            assert_eq!((judged.verdict, judged.again), (verdict, again), "{search:?}");
        }
        let blunder = judge(-400, JudgeSearch::Longer);
        assert_eq!((blunder.verdict, blunder.again), (DrillVerdict::Wrong, None));
    }

    #[test]
    fn a_win_is_not_yet_only_after_the_longest_search_for_its_mate() {
        let pos = Position::startpos();
        let value = |score| Assessment::from_score(score, &pos);
        let mate = value(EvaluationScore::Mate { winner: Color::White, moves: 2 });
        let win = value(EvaluationScore::Centipawns(1_500));
        let judge = |search| judge_searched(mate, win, Color::White, search);
        for search in JudgeSearch::ALL {
            let judged = judge(search);
            assert_eq!(judged.verdict, DrillVerdict::NotYet(3), "the move itself counts");
            assert_eq!(judged.again.is_none(), search == JudgeSearch::Longest);
        }
    }

    #[test]
    fn stalemate_is_judged_by_the_rules() {
        let mut card = puzzle("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qg7#");
        let score = EvaluationScore::Mate { winner: Color::White, moves: 1 };
        let assessment = Some(Assessment::from_score(score, &card.position));
        card.better = vec![crate::StoredLine { assessment, moves: card.solution.clone() }];
        assert_eq!(judged(&card, "Kf7"), DrillVerdict::Wrong);
    }
}
