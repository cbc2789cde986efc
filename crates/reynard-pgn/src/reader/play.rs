//! Converting a token to a legal move.

use reynard::{Color, InvalidSan, Move, Position, san::SanError};

use super::machine::{Machine, Receiver};
use super::window::Window;
use super::word::{
    glyphs_of, is_castling_with_zeros, is_null_move, without_letters, without_signs,
};
use crate::diagnostic::{DiagnosticKind, Dialect};
use crate::{Comment, CommentStyle, Nag, NullMove, PieceLetters, Played, Skip, Text};

impl Machine {
    /// Plays the move that a token denotes, if it is legal.
    pub(super) fn play(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        word: &[u8],
        at: usize,
    ) -> Option<Skip> {
        let line = &self.game.line;
        let is_white = line.position().turn() == Color::White;
        if is_white && !line.is_numbered && !self.game.lacks_number {
            self.game.lacks_number = true;
            self.find(window, visitor, DiagnosticKind::MissingMoveNumber, at, word);
        }
        let read = match self.game.line.position().parse_san(word) {
            Ok(mv) => ReadMove { mv, word, glyphs: Glyphs::Listed(Vec::new()) },
            Err(_) if is_null_move(word) => return self.pass_turn(window, visitor, word, at),
            Err(error) => self.in_dialect(window, visitor, word, at, error)?,
        };
        let line = &mut self.game.line;
        let (before, after) = line.both();
        before.play_into(read.mv, after);
        let flow = visitor.legal_move(&Played { before, after, mv: read.mv, token: read.word });
        line.step();
        match read.glyphs {
            _ if flow == Skip::Yes => {}
            Glyphs::Listed(nags) => {
                for nag in nags {
                    visitor.nag(nag);
                }
            }
            Glyphs::Unknown(said) => {
                let (text, style) = (Text::of_comment(said), CommentStyle::Braces);
                visitor.comment(Comment { text, style });
            }
        }
        Some(flow)
    }

    /// Plays a null move.
    #[cold]
    fn pass_turn(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
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

    /// Reads a token that denotes a move but is not in standard notation.
    #[cold]
    #[inline(never)]
    fn in_dialect<'t>(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        word: &'t [u8],
        at: usize,
        strict: InvalidSan,
    ) -> Option<ReadMove<'t>> {
        let pos = self.game.line.position();
        if matches!(strict, InvalidSan::Syntax(_))
            && let Some(read) = with_glyphs(pos, word)
        {
            let kind = match read.glyphs {
                Glyphs::Listed(_) => DiagnosticKind::TextGlyph,
                Glyphs::Unknown(_) => DiagnosticKind::UnknownGlyph,
            };
            self.find(window, visitor, kind, at, word);
            return Some(read);
        }
        let (found, dialect) = read_dialect(pos, word, strict);
        match found {
            Ok(mv) => {
                self.find(window, visitor, DiagnosticKind::Dialect(dialect), at, word);
                Some(ReadMove { mv, word, glyphs: Glyphs::Listed(Vec::new()) })
            }
            Err(error) => {
                let is_move = |word: &[u8]| read_move(pos, word).is_some();
                let likely = match error {
                    InvalidSan::Syntax(_) => PieceLetters::candidates(word, is_move),
                    // A `P` that does not begin a legal pawn move may stand for a piece.
                    InvalidSan::Rules(_) if word[0] == b'P' => {
                        PieceLetters::candidates(word, is_move)
                    }
                    InvalidSan::Rules(_) => Vec::new(),
                };
                let kind = if likely.is_empty() {
                    DiagnosticKind::IllegalMove(error)
                } else {
                    DiagnosticKind::PieceLetters(likely)
                };
                self.find(window, visitor, kind, at, word);
                None
            }
        }
    }
}

/// A move read from a token.
struct ReadMove<'t> {
    mv: Move,
    /// The token without its glyphs.
    word: &'t [u8],
    glyphs: Glyphs<'t>,
}

/// The text attached to a move.
enum Glyphs<'t> {
    Listed(Vec<Nag>),
    /// Unknown symbols.
    Unknown(&'t [u8]),
}

/// Reads a token in standard notation, or in another notation with only one meaning.
fn read_move(pos: &Position, word: &[u8]) -> Option<Move> {
    match pos.parse_san(word) {
        Ok(mv) => Some(mv),
        Err(strict) => read_dialect(pos, word, strict).0.ok(),
    }
}

/// Reads a move with attached glyphs: `Nf3±`, `Nf3+-`, `Nf3N`.
fn with_glyphs<'t>(pos: &Position, word: &'t [u8]) -> Option<ReadMove<'t>> {
    let (bare, signs) = without_signs(word);
    if signs.is_empty() {
        let (bare, nag) = without_letters(word)?;
        let is_promotion = read_move(pos, word).is_some();
        let mv = read_move(pos, bare).filter(|_| !is_promotion)?;
        return Some(ReadMove { mv, word: bare, glyphs: Glyphs::Listed(vec![nag]) });
    }
    let mv = read_move(pos, bare)?;
    let mut after = pos.clone();
    after.play_unchecked(mv);
    if let Some(nags) = glyphs_of(signs, after.is_check()) {
        return Some(ReadMove { mv, word: bare, glyphs: Glyphs::Listed(nags) });
    }
    // Marks of check, wherever they stand, belong to the move.
    let is_known = |byte: &u8| matches!(byte, b'+' | b'#' | b'.' | b':');
    let text = std::str::from_utf8(signs).ok()?;
    let is_mark = |character: char| matches!(character, '\u{2020}' | '\u{2021}');
    let says_nothing = signs.iter().all(is_known) || text.chars().all(is_mark);
    (!says_nothing).then_some(ReadMove { mv, word: bare, glyphs: Glyphs::Unknown(signs) })
}

/// Returns `true` if a token begins with an uppercase letter that is a piece letter in other
/// languages but not in English: in French, `Cxd5` is a knight move, not a pawn move from the
/// c-file.
fn names_foreign_piece(word: &[u8]) -> bool {
    matches!(word, [b'A' | b'C'..=b'H', b'a'..=b'h' | b'x', b'1'..=b'8' | b'a'..=b'h', ..])
}

/// Returns `true` if a pawn move would be a knight move in Dutch, and is therefore ambiguous.
fn is_knight_in_dutch(pos: &Position, word: &[u8]) -> bool {
    let Some(way) = word.strip_prefix(b"P") else { return false };
    pos.parse_san([b"N", way].concat()).is_ok()
}

/// Reads a token in the notations that people and programs use.
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
    if names_foreign_piece(word) || is_knight_in_dutch(pos, word) {
        return (Err(strict), Dialect::Other);
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
