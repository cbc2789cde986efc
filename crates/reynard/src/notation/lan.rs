//! LAN, which contains both squares of a move: `e2-e4`, `Nb5xc7+`, `O-O`.
//!
//! There is no standard for LAN. The options cover the differences between programs and books.
//! [`Position::parse_san_lenient`] reads all variants.

use super::MoveText;
use super::san::{
    PieceLetters, SanSuffix, push_castling, push_promotion, push_square, push_suffix,
};
use crate::{Move, PieceType, Position};

/// Separator between the two squares of a quiet move. A capture has an `x` instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LanSeparator {
    /// A hyphen: `e2-e4`.
    #[default]
    Hyphen,
    /// Nothing: `e2e4`.
    Nothing,
}

/// Notation of pawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LanPawn {
    /// Without a letter: `e2-e4`.
    #[default]
    Unnamed,
    /// With a letter: `Pe2-e4`.
    Letter,
}

/// Options for writing long algebraic notation.
///
/// ```
/// use reynard::{Position, lan::{LanOptions, LanPawn, LanSeparator}};
///
/// let pos = Position::startpos();
/// let mv = pos.parse_uci("e2e4")?;
/// let options = LanOptions { separator: LanSeparator::Nothing, ..LanOptions::default() };
/// assert_eq!(pos.lan_with(mv, options), "e2e4");
/// let options = LanOptions { pawn: LanPawn::Letter, ..LanOptions::default() };
/// assert_eq!(pos.lan_with(mv, options), "Pe2-e4");
/// # Ok::<(), reynard::InvalidUciMove>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LanOptions {
    /// Separator between the squares.
    pub separator: LanSeparator,
    /// Notation of pawns.
    pub pawn: LanPawn,
    /// Letters of the pieces.
    pub letters: PieceLetters,
}

impl LanOptions {
    /// Hyphens, pawns without a letter, and English piece letters. This is the default.
    pub const STANDARD: Self = Self {
        separator: LanSeparator::Hyphen,
        pawn: LanPawn::Unnamed,
        letters: PieceLetters::English,
    };
}

impl Position {
    /// Writes a legal move in long algebraic notation, with the default [`LanOptions`]. The text of
    /// an illegal move is meaningless.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos: Position = "4n2k/3P4/8/8/8/8/8/K7 w - - 0 1".parse()?;
    /// assert_eq!(pos.lan(pos.parse_uci("d7e8q")?), "d7xe8=Q+");
    /// assert_eq!(pos.lan(pos.parse_uci("a1b1")?), "Ka1-b1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lan(&self, mv: Move) -> MoveText {
        self.lan_with(mv, LanOptions::STANDARD)
    }

    /// Writes a legal move in long algebraic notation, with these `options`.
    ///
    /// ```
    /// use reynard::{Position, lan::LanOptions};
    ///
    /// let pos = Position::startpos();
    /// let mv = pos.parse_san("e4")?;
    /// assert_eq!(pos.lan_with(mv, LanOptions::default()).as_str(), "e2-e4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lan_with(&self, mv: Move, options: LanOptions) -> MoveText {
        let mut text = MoveText::EMPTY;
        if let Some(side) = mv.castling_side() {
            push_castling(&mut text, side);
        } else {
            let piece = self.board().type_at(mv.from()).unwrap_or(PieceType::Pawn);
            if piece != PieceType::Pawn || options.pawn == LanPawn::Letter {
                options.letters.push(piece, &mut text);
            }
            push_square(&mut text, mv.from());
            if mv.is_capture() {
                text.push(b'x');
            } else if options.separator == LanSeparator::Hyphen {
                text.push(b'-');
            }
            push_square(&mut text, mv.to());
            push_promotion(&mut text, mv.promotion(), options.letters);
        }
        push_suffix(&mut text, SanSuffix::of(self, mv));
        text
    }
}
