//! Facts about a position, as text and as JSON.

use std::io::{self, Write};

use reynard::game::ClaimReason;
use reynard::{EnPassantMode, Game, Outcome, Square};
use reynard_console::output::Output;
use reynard_console::rules::Writing;
use serde::Serialize;

/// The JSON object printed for a position.
#[derive(Serialize)]
pub(super) struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    fen: String,
    turn: String,
    castling: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    en_passant: Option<String>,
    checkers: Vec<String>,
    legal_moves: u32,
    outcome: Option<&'static str>,
    /// The outcome as a phrase.
    #[serde(skip)]
    ending: Option<String>,
    /// Number of times that the position has occurred in the known moves, including the current
    /// occurrence.
    repetitions: u32,
    /// Plies since the last capture or pawn move.
    halfmove_clock: u32,
    /// The draw that the player to move can claim.
    claim: Option<&'static str>,
    /// The Zobrist key as sixteen hexadecimal digits, since JSON numbers cannot represent all
    /// 64-bit values.
    key: String,
}

impl Answer {
    pub(super) fn new(game: &Game, id: Option<&str>, writing: Writing) -> Self {
        let pos = game.position();
        let fen = writing.fen(pos, EnPassantMode::default());
        let outcome = game.outcome();
        Self {
            id: id.map(str::to_owned),
            turn: pos.turn().to_string(),
            castling: fen.split(' ').nth(2).unwrap_or("-").to_owned(),
            en_passant: pos.en_passant(EnPassantMode::Legal).map(|square| square.to_string()),
            checkers: pos.checkers().iter().map(|square: Square| square.to_string()).collect(),
            legal_moves: pos.count_legal_moves(),
            outcome: outcome.map(Outcome::name),
            ending: outcome.map(|outcome| outcome.to_string()),
            repetitions: game.repetitions(),
            halfmove_clock: u32::from(pos.halfmove_clock()),
            claim: game.claim().filter(|claim| claim.announcing.is_none()).map(|claim| match claim
                .reason
            {
                ClaimReason::ThreefoldRepetition => "threefold-repetition",
                ClaimReason::FiftyMoves => "fifty-moves",
            }),
            key: format!("{:016x}", pos.key()),
            fen,
        }
    }

    /// Writes a human-readable table.
    pub(super) fn write(&self, out: &mut Output) -> io::Result<()> {
        let checkers =
            if self.checkers.is_empty() { "-".to_owned() } else { self.checkers.join(" ") };
        if let Some(id) = &self.id {
            out.text(format_args!("Id          {id}\n"))?;
        }
        writeln!(out, "FEN         {}", self.fen)?;
        writeln!(out, "To move     {}", self.turn)?;
        writeln!(out, "Castling    {}", self.castling)?;
        writeln!(out, "En passant  {}", self.en_passant.as_deref().unwrap_or("-"))?;
        writeln!(out, "Checkers    {checkers}")?;
        writeln!(out, "Moves       {}", self.legal_moves)?;
        if let Some(ending) = &self.ending {
            writeln!(out, "Outcome     {ending}")?;
        }
        if self.repetitions > 1 {
            writeln!(
                out,
                "Repetition  the position stands for the {} time",
                nth(self.repetitions)
            )?;
        }
        match self.claim {
            Some("fifty-moves") => {
                writeln!(out, "Claim       draw by the fifty-move rule")?;
            }
            Some(_) => writeln!(out, "Claim       draw by threefold repetition")?,
            None => {}
        }
        writeln!(out, "Key         {}", self.key)
    }
}

/// Formats an ordinal number.
fn nth(number: u32) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        other => format!("{other}th"),
    }
}
