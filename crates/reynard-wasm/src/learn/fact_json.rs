//! Facts as JSON, from which a page builds its own sentences.

use reynard::{PieceType, Position};
use reynard_learn::{LearnFact, ProvedFact};
use serde::Serialize;

use crate::position::uci;

/// A fact about a move, with the line that proves it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FactJson {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pawns: Option<i32>,
    /// The pieces that the line wins, as lower-case letters; `x` is the exchange.
    #[serde(skip_serializing_if = "Option::is_none")]
    won: Option<String>,
    /// The pieces that are given for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    motif: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    /// `true` if the line begins after the move that the fact describes.
    is_reply: bool,
    #[serde(flatten)]
    line: LineJson,
}

/// A line of moves from a position.
#[derive(Serialize)]
pub(super) struct LineJson {
    fen: String,
    line: Vec<String>,
}

impl LineJson {
    pub(super) fn new(from: &Position, moves: &[reynard::Move]) -> Self {
        let mut pos = from.clone();
        let mut line = Vec::new();
        for &mv in moves {
            if !pos.is_legal(mv) {
                break;
            }
            line.push(uci(&pos, mv));
            pos.play_unchecked(mv);
        }
        Self { fen: from.fen(), line }
    }
}

impl FactJson {
    /// Describes a fact about a move in a position.
    pub(super) fn new(fact: &ProvedFact, position: &Position) -> Self {
        let mut json = Self {
            kind: "",
            piece: None,
            square: None,
            moves: None,
            pawns: None,
            won: None,
            given: None,
            motif: None,
            outcome: None,
            is_reply: fact.from != *position,
            line: LineJson::new(&fact.from, &fact.line),
        };
        if let Some(trade) = fact.trade {
            let letters = |pieces: &[PieceType]| pieces.iter().map(|it| it.to_char()).collect();
            let mut given = trade.given();
            let won = if trade.is_exchange() {
                given.retain(|&piece| piece == PieceType::Pawn);
                "x".to_owned()
            } else {
                letters(&trade.won())
            };
            json.won = Some(won);
            json.given = Some(letters(&given)).filter(|given| !given.is_empty());
        }
        let in_pawns = |gain: i32| Some((gain + 50) / 100);
        json.kind = match fact.fact {
            LearnFact::Draws(outcome) => {
                json.outcome = Some(outcome.name());
                "draws"
            }
            LearnFact::AllowsMate(moves) => {
                json.moves = Some(moves);
                "allowsMate"
            }
            LearnFact::HangsPiece(piece, square) => {
                json.piece = Some(piece.to_char());
                json.square = Some(square.to_string());
                "hangsPiece"
            }
            LearnFact::LosesExchange(square, gain) => {
                json.square = Some(square.to_string());
                json.pawns = in_pawns(gain);
                "losesExchange"
            }
            LearnFact::Allows(motif) => {
                json.motif = Some(motif.to_string());
                "allows"
            }
            LearnFact::LosesMaterial(gain) => {
                json.pawns = in_pawns(gain);
                "losesMaterial"
            }
            LearnFact::MissesMate(moves) => {
                json.moves = Some(moves);
                "missesMate"
            }
            LearnFact::MissesCapture(piece, square) => {
                json.piece = Some(piece.to_char());
                json.square = Some(square.to_string());
                "missesCapture"
            }
            LearnFact::Misses(motif) => {
                json.motif = Some(motif.to_string());
                "misses"
            }
            LearnFact::MissesMaterial(gain) => {
                json.pawns = in_pawns(gain);
                "missesMaterial"
            }
            LearnFact::PositionalOnly => "positionalOnly",
        };
        json
    }
}
