//! From a word to a legal move.

use reynard::{Color, InvalidSan, Move, Position, san::SanError};

use super::machine::Machine;
use super::window::Window;
use super::word::{is_castling_with_zeros, is_null_move};
use crate::diagnostic::{DiagnosticKind, Dialect};
use crate::{NullMove, Played, Skip, Text, Visitor};

impl Machine {
    /// Plays the move that a word means, if it is legal.
    pub(super) fn play<V: Visitor>(
        &mut self,
        window: Window<'_>,
        visitor: &mut V,
        word: &[u8],
        at: usize,
    ) -> Option<Skip> {
        let line = &self.game.line;
        let is_white = line.position().turn() == Color::White;
        if is_white && !line.is_numbered && !self.game.lacks_number {
            self.game.lacks_number = true;
            self.find(window, visitor, DiagnosticKind::MissingMoveNumber, at, word);
        }
        let mv = match self.game.line.position().parse_san(word) {
            Ok(mv) => mv,
            Err(_) if is_null_move(word) => return self.pass(window, visitor, word, at),
            Err(error) => self.in_dialect(window, visitor, word, at, error)?,
        };
        let line = &mut self.game.line;
        let (before, after) = line.both();
        before.play_into(mv, after);
        let flow = visitor.legal_move(&Played { before, after, mv, token: word });
        line.step();
        Some(flow)
    }

    /// Passes.
    #[cold]
    fn pass<V: Visitor>(
        &mut self,
        window: Window<'_>,
        visitor: &mut V,
        word: &[u8],
        at: usize,
    ) -> Option<Skip> {
        if word != b"--" {
            self.find(window, visitor, DiagnosticKind::Dialect(Dialect::NullMove), at, word);
        }
        let line = &mut self.game.line;
        let (before, after) = line.both();
        after.clone_from(before);
        if after.play_null().is_err() {
            self.find(window, visitor, DiagnosticKind::IllegalNullMove, at, word);
            return None;
        }
        let flow = visitor.null_move(&NullMove { before, after, token: word });
        line.step();
        Some(flow)
    }

    /// The move that a word means which is not in standard notation, if it means one.
    #[cold]
    #[inline(never)]
    fn in_dialect<V: Visitor>(
        &mut self,
        window: Window<'_>,
        visitor: &mut V,
        word: &[u8],
        at: usize,
        strict: InvalidSan,
    ) -> Option<Move> {
        let (found, dialect) = read_dialect(self.game.line.position(), word, strict);
        match found {
            Ok(mv) => {
                self.find(window, visitor, DiagnosticKind::Dialect(dialect), at, word);
                Some(mv)
            }
            Err(error) => {
                self.find(window, visitor, DiagnosticKind::IllegalMove(error), at, word);
                None
            }
        }
    }
}

/// Reads a word as people and programs write moves.
fn read_dialect(
    pos: &Position,
    word: &[u8],
    strict: InvalidSan,
) -> (Result<Move, InvalidSan>, Dialect) {
    match strict {
        InvalidSan::Rules(SanError::NotStandard { meant, .. }) => {
            let names_both = word.iter().filter(|byte| matches!(byte, b'1'..=b'8')).count() > 1
                && !word.contains(&b'=');
            let dialect = if names_both { Dialect::LongAlgebraic } else { Dialect::Economy };
            return (Ok(meant), dialect);
        }
        // The word is standard notation: there is nothing else that it could mean.
        InvalidSan::Rules(_) => return (Err(strict), Dialect::Other),
        InvalidSan::Syntax(_) => {}
    }
    let text = Text::of_comment(word).decode();
    let found = pos.parse_san_lenient(&text);
    let dialect = match &found {
        _ if is_castling_with_zeros(word) => Dialect::CastlingZeros,
        Ok(mv) if mv.is_promotion() && !word.contains(&b'=') => Dialect::Promotion,
        _ if word.ends_with(b"e.p.") || word.ends_with(b"ep") || word.ends_with(b"e.p") => {
            Dialect::EnPassantMark
        }
        _ if word.iter().filter(|byte| matches!(byte, b'1'..=b'8')).count() > 1 => {
            Dialect::LongAlgebraic
        }
        _ => Dialect::Other,
    };
    (found, dialect)
}
