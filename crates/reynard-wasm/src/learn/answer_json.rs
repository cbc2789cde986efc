//! Questions and answers of a drill session as JSON.

use reynard::{Color, Position};
use reynard_learn::{CardKind, LearnCard};
use serde::Serialize;

use super::fact_json::{FactJson, LineJson};
use crate::position::uci;

/// A question, which must not reveal the answer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct QuestionJson {
    card: String,
    kind: &'static str,
    fen: String,
    side: &'static str,
    /// Squares of the previous move.
    last_move: Vec<String>,
    /// Moves leading to the position, with move numbers.
    lead_in: String,
    /// The move that was played in this position, and how often it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<PlayedJson>,
    left: usize,
    is_leech: bool,
    is_graded: bool,
}

/// The mistake on which a question is based.
#[derive(Serialize)]
struct PlayedJson {
    uci: String,
    san: String,
    times: usize,
    date: String,
    opponent: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    /// Seconds remaining on the clock before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
}

impl QuestionJson {
    pub(super) fn new(card: &LearnCard, left: usize, is_leech: bool) -> Self {
        let mistake = card
            .mistakes
            .last()
            .filter(|_| matches!(card.kind, CardKind::Mistake | CardKind::Endgame));
        let played = mistake.map(|mistake| PlayedJson {
            uci: uci(&card.position, mistake.played),
            san: card.position.san(mistake.played).to_string(),
            times: card.mistakes.len(),
            date: mistake.game.date.clone(),
            opponent: mistake.game.opponent.clone(),
            link: mistake.game.link.clone(),
            clock: mistake.clock.map(|left| left.as_secs()),
        });
        let last = card.lead_in.last();
        Self {
            card: card.id.to_string(),
            kind: card.kind.name(),
            fen: card.position.fen(),
            side: if card.side() == Color::White { "white" } else { "black" },
            last_move: last
                .map(|mv| vec![mv.from().to_string(), mv.king_target().to_string()])
                .unwrap_or_default(),
            lead_in: card.lead_in.text(),
            played,
            left,
            is_leech,
            is_graded: false,
        }
    }
}

/// A session's response to an answer.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnswerJson {
    /// Line to append to `reviews.jsonl`, without the line break.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<String>,
    /// Grade in the review line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) grade: Option<u8>,
    /// Days until the card is due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) days: Option<u64>,
    /// The opponent's reply in the solution of a puzzle that continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reply: Option<String>,
    /// The position from which the puzzle continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fen: Option<String>,
    /// The best line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<LineJson>,
    /// Other repertoire moves, in SAN.
    pub(super) others: Vec<String>,
    pub(super) facts: Vec<FactJson>,
}

/// Returns the facts about the last mistake of a card.
pub(super) fn explanation(card: &LearnCard) -> Vec<FactJson> {
    let Some(mistake) = card.mistakes.last() else { return Vec::new() };
    card.facts(mistake).iter().map(|fact| FactJson::new(fact, &card.position)).collect()
}

/// Returns the best line from a position within a card.
pub(super) fn best_line(card: &LearnCard, pos: &Position, step: usize) -> LineJson {
    let line =
        if step == 0 { card.best_line() } else { card.solution.get(step..).unwrap_or_default() };
    LineJson::new(pos, line)
}

/// Returns the repertoire moves of a card except the one shown already, in UCI notation.
pub(super) fn other_moves(card: &LearnCard, shown: &str) -> Vec<String> {
    let others = card.repertoire.iter().filter(|&&mv| uci(&card.position, mv) != shown);
    others.map(|&mv| card.position.san(mv).to_string()).collect()
}
