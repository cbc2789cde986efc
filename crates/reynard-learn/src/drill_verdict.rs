//! Judgment of an answer.

use reynard::{Color, Move};
use reynard_analysis::Assessment;
use reynard_pgn::EvaluationScore;

use crate::own_moves::{is_mistake, mate_of};
use crate::{CardKind, LearnCard, ReviewGrade};

/// Judgment of an answer to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrillVerdict {
    /// The move that the card teaches.
    Best,
    /// Another move that is right, too.
    AlsoRight,
    /// The move wins, and there is a mate in this number of moves: another try without harm.
    NotYet(u32),
    /// Wrong.
    Wrong,
    /// The game stores nothing about the move: the positions after it and after the best move have
    /// to be searched, and compared by [`judge_values`].
    Unknown,
}

/// Loss that an answer may have, in thousandths of a point.
const TOLERANCE: u32 = 50;
/// Expected score of a win, in thousandths.
const WIN: u32 = 900;

/// Judges an answer by the rules and by what the games and the repertoire store. Any mate on the
/// board is right.
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
    match (card.value(), value) {
        (Some(best), Some(value)) => judge_values(best, value, side),
        _ => DrillVerdict::Unknown,
    }
}

/// Judges an answer by the evaluations of the best move and of the answer. Where the best move
/// mates, a mate of any length is right, and a win without one is not yet.
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
    let value = answer.expected_score(side);
    if mate_of(answer, side).is_some() {
        return DrillVerdict::AlsoRight;
    }
    match mate_of(best, side) {
        Some(moves) if value >= WIN => DrillVerdict::NotYet(moves),
        None if value + TOLERANCE >= best.expected_score(side) => DrillVerdict::AlsoRight,
        Some(_) | None => DrillVerdict::Wrong,
    }
}

/// Judgment of an answer by two searches of equal length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedAnswer {
    /// The verdict.
    pub verdict: DrillVerdict,
    /// Centipawns that the answer is worth less than the best move; `None` if one of them mates.
    pub loss: Option<i32>,
    /// Set if the answer is wrong by a little, or not yet right: longer searches may call it right.
    pub is_doubtful: bool,
}

/// Search by which an answer is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgeSearch {
    /// The usual number of nodes: a wrong answer may be doubtful.
    Usual,
    /// Ten times as many, for doubtful answers. A loss that is not a mistake is not called wrong.
    Longer,
}

/// Loss of expected score up to which a wrong answer is doubtful, in thousandths.
const DOUBT: u32 = 450;

/// Judges an answer by the evaluations of the positions after the best move and after the answer.
/// Two searches of one position differ, so after the longer ones a loss up to that of a mistake is
/// accepted.
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
/// assert!(judged.verdict == DrillVerdict::Wrong && !judged.is_doubtful);
/// ```
pub fn judge_searched(
    after_best: Assessment,
    after_answer: Assessment,
    side: Color,
    search: JudgeSearch,
) -> SearchedAnswer {
    let best = before_the_move(after_best, side);
    let mut verdict = judge_values(best, after_answer, side);
    let lost = best.expected_score(side).saturating_sub(after_answer.expected_score(side));
    let is_right = !is_mistake(best, after_answer, side) && mate_of(best, side).is_none();
    if verdict == DrillVerdict::Wrong && search == JudgeSearch::Longer && is_right {
        verdict = DrillVerdict::AlsoRight;
    }
    // A longer search may find the mate of a move that wins.
    let is_near = match verdict {
        DrillVerdict::Wrong => lost <= DOUBT,
        DrillVerdict::NotYet(_) => true,
        _ => false,
    };
    SearchedAnswer {
        verdict,
        loss: loss_in_centipawns(best, after_answer, side),
        is_doubtful: is_near && search == JudgeSearch::Usual,
    }
}

/// Counts the move itself into a mate by a side that was found after it.
fn before_the_move(after: Assessment, side: Color) -> Assessment {
    match after.score {
        EvaluationScore::Mate { winner, moves } if winner == side => {
            let score = EvaluationScore::Mate { winner, moves: moves + 1 };
            Assessment { score, ..after }
        }
        _ => after,
    }
}

fn loss_in_centipawns(best: Assessment, answer: Assessment, side: Color) -> Option<i32> {
    let score = |assessment: Assessment| match assessment.score {
        EvaluationScore::Centipawns(score) if side == Color::White => Some(score),
        EvaluationScore::Centipawns(score) => Some(-score),
        EvaluationScore::Mate { .. } => None,
    };
    Some(score(best)? - score(answer)?)
}

/// Part of the learner's median time below which an answer is easy.
const QUICK: u32 = 3;

/// Returns the grade of an answer that is right at the first try: hard with a hint, easy in less
/// than a third of the learner's median time, otherwise good.
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
        let pgn = "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Ke2 {[%eval -2.5]} (2. Nf3 {[%eval 0.3]}) \
                   (2. Nc3 {[%eval 0.28]}) (2. a3 {[%eval -1.2]}) *";
        let card = card(pgn, Color::White);
        for (san, verdict) in [
            ("Nf3", DrillVerdict::Best),
            ("Nc3", DrillVerdict::AlsoRight),
            ("a3", DrillVerdict::Wrong),
            ("Ke2", DrillVerdict::Wrong),
            ("Bc4", DrillVerdict::Unknown),
        ] {
            assert_eq!(judged(&card, san), verdict, "{san}");
        }
    }

    /// Makes a puzzle of one move.
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
        assert_eq!(judged(&card, "h3"), DrillVerdict::Unknown);
    }

    #[test]
    fn a_win_where_there_is_a_mate_is_not_yet_and_a_longer_mate_is_right() {
        let pos = reynard::Position::startpos();
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
    fn after_the_longer_search_a_loss_that_is_not_a_mistake_is_right() {
        let pos = reynard::Position::startpos();
        let value = |score| Assessment::from_score(EvaluationScore::Centipawns(score), &pos);
        let judge = |answer, search| judge_searched(value(0), value(answer), Color::White, search);
        let usual = judge(-40, JudgeSearch::Usual);
        assert!(usual.verdict == DrillVerdict::Wrong && usual.is_doubtful, "{usual:?}");
        assert_eq!(judge(-40, JudgeSearch::Longer).verdict, DrillVerdict::AlsoRight);
        let mate = value(0);
        let mate =
            Assessment { score: EvaluationScore::Mate { winner: Color::White, moves: 2 }, ..mate };
        let win = judge_searched(mate, value(1_500), Color::White, JudgeSearch::Usual);
        assert!(matches!(win.verdict, DrillVerdict::NotYet(_)) && win.is_doubtful, "{win:?}");
        let mistake = judge(-300, JudgeSearch::Longer);
        assert!(mistake.verdict == DrillVerdict::Wrong && !mistake.is_doubtful, "{mistake:?}");
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
