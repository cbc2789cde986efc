//! The text printed in a session.

use std::io::{self, Write};

use reynard::{Color, Move, PieceType, Position};
use reynard_console::output::Output;
use reynard_learn::{
    CardKind, EndgamePlay, EndgameValue, LearnCard, LearnFact, LearnFactKind, MoveContext,
    ProvedFact, learn_facts,
};
use reynard_pgn::PieceLetters;

use super::wrong_move::WrongMove;

/// Prints the question without revealing the answer.
pub(super) fn print_question(
    card: &LearnCard,
    play: Option<&EndgamePlay>,
    out: &mut Output,
) -> io::Result<()> {
    let side = if card.side() == Color::White { "White" } else { "Black" };
    let mistake = card.mistakes.last();
    match (card.kind, mistake) {
        (CardKind::Mistake | CardKind::Endgame, Some(mistake)) => {
            let date = if mistake.game.date.is_empty() { "" } else { &mistake.game.date };
            let clock = mistake.clock.map_or_else(String::new, |time| {
                let seconds = time.as_secs();
                format!(", {}:{:02} on the clock", seconds / 60, seconds % 60)
            });
            let played = card.position.numbered_move(mistake.played);
            let again = match card.mistakes.len() {
                1 => String::new(),
                count => format!(" ({count} times)"),
            };
            let game = format!("{date} against {}{clock}.", mistake.game.opponent);
            out.text(format_args!("{}\n", game.trim_start()))?;
            let task = match (card.goal, play) {
                (Some(EndgameValue::Win), Some(_)) => format!("Win it for {side}, to the end."),
                (Some(_), Some(_)) => format!("Hold the draw for {side}, to the end."),
                (Some(EndgameValue::Win), None) => format!("Keep the win for {side}."),
                (Some(_), None) => format!("Keep the draw for {side}."),
                (None, _) => format!("Find a better move for {side}."),
            };
            writeln!(out, "You played {played}{again}. {task}")
        }
        (CardKind::Repertoire, _) => {
            writeln!(out, "{}{side} to move: your repertoire?", moves_before(card))
        }
        (CardKind::Puzzle, _) => writeln!(out, "{side} to move and win."),
        _ => writeln!(out, "{}{side} to move: find the best move.", moves_before(card)),
    }
}

/// Returns the moves before the position, as text for the beginning of a line.
fn moves_before(card: &LearnCard) -> String {
    match card.lead_in.text() {
        text if text.is_empty() => text,
        text => format!("{text}. "),
    }
}

/// Returns a sentence that names the piece to move. If the piece's letter in the learner's language
/// differs from the English letter, the sentence includes the letter.
pub(super) fn piece_hint(piece: PieceType, letters: PieceLetters) -> String {
    let article = if piece == PieceType::King { "The" } else { "A" };
    let own = letters.letter(piece).filter(|own| PieceLetters::ENGLISH.letter(piece) != Some(own));
    let letter = own.map_or_else(String::new, |letter| format!(" ({letter})"));
    format!("{article} {piece}{letter} moves.")
}

/// Returns a sentence that refutes a bad move. It states the first fact that the opponent's line
/// after the move proves. Facts about the better move are not used, because they would reveal it.
pub(super) fn refutation(pos: &Position, wrong: &WrongMove) -> Option<String> {
    first_fact(pos, wrong, &[]).map(|fact| fact.to_string())
}

/// Returns what a bad move missed that no line refutes. The kind does not reveal the better move.
pub(super) fn missed(pos: &Position, wrong: &WrongMove) -> Option<LearnFactKind> {
    first_fact(pos, wrong, &wrong.best).map(|fact| fact.fact.kind())
}

/// Returns the most important fact about a bad move that a line proves.
fn first_fact(pos: &Position, wrong: &WrongMove, best: &[Move]) -> Option<ProvedFact> {
    let WrongMove { mv, reply, values, .. } = wrong;
    let context = MoveContext { position: pos, mv: *mv, reply, best, values: *values };
    let first = learn_facts(context).into_iter().next();
    first.filter(|fact| fact.fact != LearnFact::PositionalOnly)
}

/// Formats centipawns as pawns with two decimals.
pub(super) fn pawns(centipawns: i32) -> String {
    format!("{}.{:02}", centipawns / 100, centipawns % 100)
}

/// Returns the sentences about the mistake on a card, which are printed after the answer.
pub(super) fn explanation(card: &LearnCard) -> Vec<String> {
    let Some(mistake) = card.mistakes.last() else { return Vec::new() };
    let played = card.position.numbered_move(mistake.played);
    let facts = card.facts(mistake).into_iter().map(|fact| {
        // A fact about the move begins with the reply to it.
        let is_reply = fact.from != card.position;
        if is_reply { format!("After {played}: {fact}") } else { fact.to_string() }
    });
    facts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_names_the_piece_and_its_letter_in_the_learners_language() {
        let german: PieceLetters = "de".parse().expect("a language");
        for (piece, letters, text) in [
            (PieceType::Knight, PieceLetters::ENGLISH, "A knight moves."),
            (PieceType::Knight, german, "A knight (S) moves."),
            (PieceType::Pawn, german, "A pawn moves."),
            (PieceType::King, german, "The king moves."),
        ] {
            assert_eq!(piece_hint(piece, letters), text);
        }
    }
}
