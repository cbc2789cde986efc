//! Conversion of a legal move to SAN.

use core::fmt;

use super::plain::plain_move_text;
use super::resolve::{origin_needed, rivals_among};
use super::{San, SanSuffix};
use crate::attacks::Mover;
use crate::notation::MoveText;
use crate::{CastlingSide, Move, MoveKind, PieceType, Position, Square};

/// Letters or figurines for the pieces of a move.
///
/// ```
/// use reynard::{Position, san::PieceLetters};
///
/// let pos = Position::startpos();
/// let mv = pos.parse_san("Nf3")?;
/// assert_eq!(pos.san_with(mv, PieceLetters::Figurine), "♘f3");
/// # Ok::<(), reynard::InvalidSan>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PieceLetters {
    /// English letters, as the PGN standard requires.
    #[default]
    English,
    /// Figurines, outlined for both sides as in books: ♘, ♗, ♖, ♕, ♔. They require UTF-8.
    Figurine,
}

impl PieceLetters {
    #[inline(always)]
    fn push_unless_pawn(self, piece: PieceType, text: &mut MoveText) {
        const LETTERS: [u8; 8] = *b"\0\0NBRQK\0";
        match self {
            Self::English => {
                let letter = LETTERS[piece as usize & 7];
                text.push_some((letter != 0).then_some(letter));
            }
            Self::Figurine if piece == PieceType::Pawn => {}
            Self::Figurine => self.push(piece, text),
        }
    }

    pub(in crate::notation) fn push(self, piece: PieceType, text: &mut MoveText) {
        match self {
            Self::English => text.push(piece.to_char().to_ascii_uppercase() as u8),
            Self::Figurine => {
                let figurine = piece.of(crate::Color::White).to_figurine();
                text.push_str(figurine.encode_utf8(&mut [0; 4]));
            }
        }
    }
}

impl San {
    /// Returns the standard notation of a legal move. As much of the origin is included as is
    /// needed to distinguish the piece from others of its kind that can legally move to the same
    /// square (file first, then rank, then both). The mark of check or mate is included. The value
    /// for an illegal move is meaningless.
    ///
    /// ```
    /// use reynard::{Position, San};
    ///
    /// let pos: Position = "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1".parse()?;
    /// let san = |uci| San::new(&pos, pos.parse_uci(uci).unwrap()).to_string();
    /// assert_eq!(["e4e1", "h1e1", "h4e1"].map(san), ["Qee1", "Q1e1", "Qh4e1"]);
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    #[inline(always)]
    pub fn new(pos: &Position, mv: Move) -> Self {
        let suffix = SanSuffix::of(pos, mv);
        let mut promotion = None;
        // A single test for everything that most moves are not.
        if mv.is_special() {
            if let Some(side) = mv.castling_side() {
                return Self::Castle { side, suffix };
            }
            promotion = mv.promotion();
        }
        let (from, to) = (mv.from(), mv.to());
        let piece = pos.board().type_at(from).unwrap_or(PieceType::Pawn);
        let capture = mv.is_capture();
        let (file, rank) = match piece {
            PieceType::Pawn => (capture.then_some(from.file()), None),
            PieceType::King => (None, None),
            _ => {
                let like = pos.pieces(pos.turn(), piece).without(from);
                let like = like & Mover::piece(piece).origins(to);
                origin_needed(from, rivals_among(pos, like, to))
            }
        };
        Self::Normal { piece, file, rank, capture, to, promotion, suffix }
    }

    /// Returns this move as text, without heap allocation.
    ///
    /// ```
    /// use reynard::{San, san::PieceLetters};
    ///
    /// let san: San = "exd8=Q+".parse()?;
    /// assert_eq!(san.text(PieceLetters::Figurine), "exd8=♕+");
    /// # Ok::<(), reynard::san::ParseSanError>(())
    /// ```
    #[inline(always)]
    pub fn text(self, letters: PieceLetters) -> MoveText {
        let mut text = MoveText::EMPTY;
        let suffix = match self {
            Self::Normal { piece, file, rank, capture, to, promotion, suffix } => {
                letters.push_unless_pawn(piece, &mut text);
                // These parts are rare, so a branch costs less than it saves. Captures are not.
                if let Some(file) = file {
                    text.push(file.to_char() as u8);
                }
                if let Some(rank) = rank {
                    text.push(rank.to_char() as u8);
                }
                text.push_some(capture.then_some(b'x'));
                push_square(&mut text, to);
                push_promotion(&mut text, promotion, letters);
                suffix
            }
            Self::Castle { side, suffix } => {
                push_castling(&mut text, side);
                suffix
            }
            Self::Null => {
                text.push_str("--");
                None
            }
        };
        push_suffix(&mut text, suffix);
        text
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text(PieceLetters::English))
    }
}

impl SanSuffix {
    /// Returns the mark of a legal move.
    #[inline(always)]
    pub(in crate::notation) fn of(pos: &Position, mv: Move) -> Option<Self> {
        if !pos.gives_check(mv) {
            return None;
        }
        Some(Self::of_check(pos, mv))
    }

    /// Returns the mark of a legal move that gives check.
    #[inline(never)]
    pub(super) fn of_check(pos: &Position, mv: Move) -> Self {
        let mut next = pos.clone();
        next.play_unchecked(mv);
        if next.king_can_step() || next.has_legal_move() { Self::Check } else { Self::Checkmate }
    }
}

impl Position {
    /// Writes a legal move in standard algebraic notation. The text of an illegal move is
    /// meaningless.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos: Position = "5k2/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mut moves = pos.legal_moves().into_iter().map(|mv| pos.san(mv));
    /// assert!(moves.any(|san| san == "O-O+"));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn san(&self, mv: Move) -> MoveText {
        if mv.is_special() && mv.kind() != MoveKind::DoublePush {
            return self.san_with(mv, PieceLetters::English);
        }
        plain_move_text(self, mv)
    }

    /// Writes a legal move in algebraic notation, with these piece letters.
    ///
    /// ```
    /// use reynard::{Position, san::PieceLetters};
    ///
    /// let pos = Position::startpos();
    /// let mv = pos.parse_san("Nf3")?;
    /// assert_eq!(pos.san_with(mv, PieceLetters::default()).as_str(), "Nf3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn san_with(&self, mv: Move, letters: PieceLetters) -> MoveText {
        San::new(self, mv).text(letters)
    }
}

pub(in crate::notation) fn push_square(text: &mut MoveText, square: Square) {
    text.push(square.file().to_char() as u8);
    text.push(square.rank().to_char() as u8);
}

pub(in crate::notation) fn push_promotion(
    text: &mut MoveText,
    promotion: Option<PieceType>,
    letters: PieceLetters,
) {
    if let Some(piece) = promotion {
        text.push(b'=');
        letters.push(piece, text);
    }
}

pub(in crate::notation) fn push_castling(text: &mut MoveText, side: CastlingSide) {
    text.push_str(match side {
        CastlingSide::KingSide => "O-O",
        CastlingSide::QueenSide => "O-O-O",
    });
}

pub(in crate::notation) fn push_suffix(text: &mut MoveText, suffix: Option<SanSuffix>) {
    if let Some(suffix) = suffix {
        text.push(suffix.to_char() as u8);
    }
}
