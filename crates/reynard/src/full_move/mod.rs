//! Moves as single numbers that also contain the moving and the captured piece.
//!
//! This is the layout of Chess::Plisco: 22 bits for squares, pieces and color. Two additional flags
//! resolve cases that the squares alone leave open. The layout is frozen because these numbers are
//! stored.

mod all_moves;

pub use all_moves::AllMoves;

use core::fmt;

use crate::{CastlingSide, Color, Move, MoveKind, PieceType, Position, Square, UciMove};

/// A move with the moving piece, the captured piece and the moving side.
///
/// | bits | field | values |
/// |---|---|---|
/// | 0-5 | to | a1 = 0 .. h8 = 63; of castling the square where the *king* lands |
/// | 6-11 | from | a1 = 0 .. h8 = 63 |
/// | 12-14 | promotion | 0 none, pawn 1 .. king 6 |
/// | 15-17 | mover | 0 unknown, pawn 1 .. king 6 |
/// | 18-20 | captured | 0 nothing or unknown, pawn 1 .. king 6 |
/// | 21 | color | 0 White, 1 Black |
/// | 22 | flag | takes en passant |
/// | 23 | flag | castles |
///
/// The fields to, from and promotion are the *significant* ones: they distinguish the moves of a
/// position. The exception is a Chess960 castling move that ends on the same square as an ordinary
/// king move. A value whose other fields are empty is an incomplete move; [`FullMove::to_move`] and
/// [`FullMove::completed`] accept such moves as well. Any combination of fields is a value of this
/// type, legal or not.
///
/// ```
/// use reynard::{Color, PieceType, Position, Square, full_move::FullMove};
///
/// let pos: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
/// let full = FullMove::new(&pos, pos.parse_uci("e4d5")?);
/// assert_eq!((full.from(), full.to()), (Square::E4, Square::D5));
/// assert_eq!((full.mover(), full.captured()), (Some(PieceType::Pawn), Some(PieceType::Pawn)));
/// assert_eq!((full.color(), full.promotion()), (Color::White, None));
/// assert_eq!(full.bits(), 1 << 18 | 1 << 15 | 28 << 6 | 35);
/// assert_eq!(full.to_move(&pos)?, pos.parse_uci("e4d5")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct FullMove(u32);

/// A range of bits.
#[derive(Clone, Copy)]
struct Field {
    shift: u32,
    width: u32,
}

impl Field {
    const TO: Self = Self { shift: 0, width: 6 };
    const FROM: Self = Self { shift: 6, width: 6 };
    const PROMOTION: Self = Self { shift: 12, width: 3 };
    const MOVER: Self = Self { shift: 15, width: 3 };
    const CAPTURED: Self = Self { shift: 18, width: 3 };
    const COLOR: Self = Self { shift: 21, width: 1 };
    const EN_PASSANT: Self = Self { shift: 22, width: 1 };
    const CASTLING: Self = Self { shift: 23, width: 1 };

    /// The fields that contain a kind of piece.
    const PIECES: [Self; 3] = [Self::PROMOTION, Self::MOVER, Self::CAPTURED];

    const fn mask(self) -> u32 {
        (1 << self.width) - 1
    }

    const fn get(self, bits: u32) -> u32 {
        bits >> self.shift & self.mask()
    }

    const fn set(self, bits: u32, value: u32) -> u32 {
        bits & !(self.mask() << self.shift) | (value & self.mask()) << self.shift
    }
}

impl FullMove {
    /// The number of bits in use.
    pub const BITS: u32 = Field::CASTLING.shift + Field::CASTLING.width;

    /// The bits of the fields to, from and promotion.
    pub const SIGNIFICANT: u32 = (1 << Field::MOVER.shift) - 1;

    /// Bit of the castling flag in [`FullMove::compress`].
    const COMPRESSED_CASTLING: u16 = 1 << Field::MOVER.shift;

    /// Converts `mv`, a move of `pos`, and fills in all fields.
    ///
    /// The move should be legal in `pos`. If it is not, the fields describe the pieces on its
    /// squares.
    ///
    /// ```
    /// use reynard::{Position, Square, full_move::FullMove};
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castles = FullMove::new(&pos, pos.parse_uci("e1g1")?);
    /// assert!(castles.is_castling() && castles.captured().is_none());
    /// assert_eq!(castles.to(), Square::G1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(pos: &Position, mv: Move) -> Self {
        let captured = match mv.kind() {
            MoveKind::EnPassant => Some(PieceType::Pawn),
            _ if mv.is_capture() => pos.board().type_at(mv.to()),
            _ => None,
        };
        Self::default()
            .with_from(mv.from())
            .with_to(mv.king_target())
            .with_promotion(mv.promotion())
            .with_mover(pos.board().type_at(mv.from()))
            .with_captured(captured)
            .with_color(pos.turn())
            .with_en_passant(mv.kind() == MoveKind::EnPassant)
            .with_castling(mv.is_castling())
    }

    /// Returns the move with these bits. Returns `None` if a piece field contains 7 or if a bit
    /// above the flags is set.
    ///
    /// ```
    /// use reynard::{Square, full_move::FullMove};
    ///
    /// assert_eq!(FullMove::from_bits(12 << 6 | 28).map(FullMove::to), Some(Square::E4));
    /// assert_eq!(FullMove::from_bits(7 << 12), None);
    /// assert_eq!(FullMove::from_bits(1 << 24), None);
    /// ```
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits >> Self::BITS != 0 {
            return None;
        }
        let mut index = 0;
        while index < Field::PIECES.len() {
            if Field::PIECES[index].get(bits) > PieceType::King as u32 {
                return None;
            }
            index += 1;
        }
        Some(Self(bits))
    }

    /// Returns the bits of this move.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the target square of the moving piece; for castling, the king's destination.
    ///
    /// ```
    /// use reynard::{Square, full_move::FullMove};
    ///
    /// assert_eq!(FullMove::default().with_to(Square::E4).to(), Square::E4);
    /// ```
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits(Field::TO.get(self.0) as u8)
    }

    /// Returns the origin square of the moving piece.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(Field::FROM.get(self.0) as u8)
    }

    /// Returns the piece to which a pawn promotes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        self.piece(Field::PROMOTION)
    }

    /// Returns the type of the moving piece; `None` in an incomplete move.
    #[inline]
    pub const fn mover(self) -> Option<PieceType> {
        self.piece(Field::MOVER)
    }

    /// Returns the type of the captured piece, which is a pawn for en passant; `None` for a quiet
    /// or an incomplete move.
    ///
    /// ```
    /// use reynard::{PieceType, Position, full_move::FullMove};
    ///
    /// let pos: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// let mv = FullMove::new(&pos, pos.parse_san("exd5")?);
    /// assert_eq!(mv.captured(), Some(PieceType::Pawn));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn captured(self) -> Option<PieceType> {
        self.piece(Field::CAPTURED)
    }

    /// Returns the moving side; `White` in an incomplete move.
    #[inline]
    pub const fn color(self) -> Color {
        if Field::COLOR.get(self.0) == 0 { Color::White } else { Color::Black }
    }

    /// Returns `true` for an en-passant capture.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        Field::EN_PASSANT.get(self.0) != 0
    }

    /// Returns `true` for a castling move.
    #[inline]
    pub const fn is_castling(self) -> bool {
        Field::CASTLING.get(self.0) != 0
    }

    /// Returns this move with another target and all other fields unchanged.
    ///
    /// ```
    /// use reynard::{Square, full_move::FullMove};
    ///
    /// let mv = FullMove::default().with_from(Square::E2).with_to(Square::E4);
    /// assert_eq!(mv.bits(), 12 << 6 | 28);
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_to(self, to: Square) -> Self {
        self.with(Field::TO, to as u32)
    }

    /// Returns this move with another origin and all other fields unchanged.
    ///
    /// ```
    /// use reynard::{Square, full_move::FullMove};
    ///
    /// assert_eq!(FullMove::default().with_from(Square::E2).from(), Square::E2);
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_from(self, from: Square) -> Self {
        self.with(Field::FROM, from as u32)
    }

    /// Returns this move with another promotion piece and all other fields unchanged.
    ///
    /// ```
    /// use reynard::{PieceType, full_move::FullMove};
    ///
    /// let mv = FullMove::default().with_promotion(Some(PieceType::Queen));
    /// assert_eq!(mv.promotion(), Some(PieceType::Queen));
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_promotion(self, kind: Option<PieceType>) -> Self {
        self.with(Field::PROMOTION, number(kind))
    }

    /// Returns this move with another moving piece and all other fields unchanged.
    ///
    /// ```
    /// use reynard::{PieceType, full_move::FullMove};
    ///
    /// let mv = FullMove::default().with_mover(Some(PieceType::Pawn));
    /// assert_eq!(mv.mover(), Some(PieceType::Pawn));
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_mover(self, kind: Option<PieceType>) -> Self {
        self.with(Field::MOVER, number(kind))
    }

    /// Returns this move with another captured piece and all other fields unchanged.
    ///
    /// ```
    /// use reynard::{PieceType, full_move::FullMove};
    ///
    /// let mv = FullMove::default().with_captured(Some(PieceType::Pawn));
    /// assert_eq!(mv.captured(), Some(PieceType::Pawn));
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_captured(self, kind: Option<PieceType>) -> Self {
        self.with(Field::CAPTURED, number(kind))
    }

    /// Returns this move as a move by `color`, with all other fields unchanged.
    ///
    /// ```
    /// use reynard::{Color, full_move::FullMove};
    ///
    /// assert_eq!(FullMove::default().with_color(Color::Black).color(), Color::Black);
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_color(self, color: Color) -> Self {
        self.with(Field::COLOR, color as u32)
    }

    /// Returns this move with the en-passant flag set or cleared and all other fields unchanged.
    ///
    /// ```
    /// use reynard::full_move::FullMove;
    ///
    /// assert!(FullMove::default().with_en_passant(true).is_en_passant());
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_en_passant(self, set: bool) -> Self {
        self.with(Field::EN_PASSANT, set as u32)
    }

    /// Returns this move with the castling flag set or cleared and all other fields unchanged.
    ///
    /// ```
    /// use reynard::full_move::FullMove;
    ///
    /// assert!(FullMove::default().with_castling(true).is_castling());
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_castling(self, set: bool) -> Self {
        self.with(Field::CASTLING, set as u32)
    }

    /// Returns the significant bits only: to, from and promotion.
    ///
    /// ```
    /// use reynard::{Position, full_move::FullMove};
    ///
    /// let pos = Position::startpos();
    /// let full = FullMove::new(&pos, pos.parse_uci("e2e4")?);
    /// assert_eq!(full.significant(), 12 << 6 | 28);
    /// # Ok::<(), reynard::InvalidUciMove>(())
    /// ```
    #[inline]
    pub const fn significant(self) -> u16 {
        (self.0 & Self::SIGNIFICANT) as u16
    }

    /// Returns `true` if the significant bits of two moves are equal, regardless of the other
    /// fields.
    ///
    /// ```
    /// use reynard::{Color, Square, full_move::FullMove};
    ///
    /// let mv = FullMove::default().with_from(Square::E2).with_to(Square::E4);
    /// assert!(mv.is_equivalent(mv.with_color(Color::Black)));
    /// assert!(!mv.is_equivalent(mv.with_to(Square::E3)));
    /// ```
    #[inline]
    pub const fn is_equivalent(self, other: Self) -> bool {
        self.significant() == other.significant()
    }

    /// Compresses the move to sixteen bits, for tables with many moves. The result contains the
    /// significant bits and, above them, the castling flag, so no move becomes ambiguous in
    /// Chess960.
    ///
    /// ```
    /// use reynard::{Position, full_move::FullMove};
    ///
    /// let pos = Position::startpos();
    /// let mv = pos.parse_uci("g1f3")?;
    /// let stored = FullMove::new(&pos, mv).compress();
    /// assert_eq!(FullMove::expand(stored).and_then(|found| found.to_move(&pos).ok()), Some(mv));
    /// # Ok::<(), reynard::InvalidUciMove>(())
    /// ```
    pub const fn compress(self) -> u16 {
        let flag = if self.is_castling() { Self::COMPRESSED_CASTLING } else { 0 };
        self.significant() | flag
    }

    /// Expands a compressed move, which remains incomplete. Returns `None` if the promotion field
    /// contains 7.
    ///
    /// ```
    /// use reynard::{Square, full_move::FullMove};
    ///
    /// let mv = FullMove::default().with_from(Square::E2).with_to(Square::E4);
    /// assert!(FullMove::expand(mv.compress()).is_some());
    /// ```
    pub const fn expand(bits: u16) -> Option<Self> {
        let significant = (bits & !Self::COMPRESSED_CASTLING) as u32;
        match Self::from_bits(significant) {
            Some(mv) => Some(mv.with_castling(bits & Self::COMPRESSED_CASTLING != 0)),
            None => None,
        }
    }

    /// Finds the corresponding legal move of `pos`. Only the significant fields and the castling
    /// flag are considered.
    ///
    /// If the flag is not set, a king move that is possible only as castling is treated as
    /// castling. If castling and an ordinary king move end on the same square, as can happen in
    /// Chess960, the flag decides.
    ///
    /// # Errors
    ///
    /// [`IllegalFullMove`] if no such move is legal.
    ///
    /// ```
    /// use reynard::{MoveKind, Position, Square, full_move::FullMove};
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let incomplete = FullMove::default().with_from(Square::E1).with_to(Square::G1);
    /// assert_eq!(incomplete.to_move(&pos)?.kind(), MoveKind::CastleKingSide);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_move(self, pos: &Position) -> Result<Move, IllegalFullMove> {
        let plain = if self.is_castling() { None } else { self.to_plain(pos) };
        plain.or_else(|| self.to_castling(pos)).ok_or(IllegalFullMove(self))
    }

    /// Returns this move with the missing fields filled in from `pos`, if it is legal there.
    ///
    /// # Errors
    ///
    /// [`IllegalFullMove`] if the move is not legal in `pos`.
    ///
    /// ```
    /// use reynard::{PieceType, Position, Square, full_move::FullMove};
    ///
    /// let incomplete = FullMove::default().with_from(Square::G1).with_to(Square::F3);
    /// let full = incomplete.completed(&Position::startpos())?;
    /// assert_eq!(full.mover(), Some(PieceType::Knight));
    /// # Ok::<(), reynard::full_move::IllegalFullMove>(())
    /// ```
    pub fn completed(self, pos: &Position) -> Result<Self, IllegalFullMove> {
        Ok(Self::new(pos, self.to_move(pos)?))
    }

    /// Finds the legal castling move whose king moves between these squares.
    fn to_castling(self, pos: &Position) -> Option<Move> {
        let us = pos.turn();
        if self.promotion().is_some() || pos.king(us) != self.from() {
            return None;
        }
        CastlingSide::ALL.into_iter().find_map(|side| {
            let rook = pos.castling_rights().rook(us, side)?;
            let mv = Move::new(self.from(), rook, side.move_kind());
            (mv.king_target() == self.to() && pos.is_legal(mv)).then_some(mv)
        })
    }

    /// Finds the legal move with these squares in UCI notation.
    fn to_plain(self, pos: &Position) -> Option<Move> {
        let (from, to, promotion) = (self.from(), self.to(), self.promotion());
        let mv = UciMove::Normal { from, to, promotion }.to_move(pos).ok()?;
        // UCI also writes castling as the king taking its rook; here `to` is the king's target.
        (mv.king_target() == to).then_some(mv)
    }

    const fn piece(self, field: Field) -> Option<PieceType> {
        match field.get(self.0) {
            0 => None,
            // Every constructor keeps the field below 7.
            number => Some(PieceType::ALL[(number as usize - 1) % PieceType::ALL.len()]),
        }
    }

    const fn with(self, field: Field, value: u32) -> Self {
        Self(field.set(self.0, value))
    }
}

/// Returns the number that represents a piece in its field.
const fn number(kind: Option<PieceType>) -> u32 {
    match kind {
        Some(kind) => kind as u32,
        None => 0,
    }
}

impl fmt::Display for FullMove {
    /// Writes the significant fields in the UCI notation of standard chess: `e2e4`, `e1g1`,
    /// `e7e8q`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to, promotion) = (self.from(), self.to(), self.promotion());
        UciMove::Normal { from, to, promotion }.fmt(f)
    }
}

impl fmt::Debug for FullMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FullMove")
            .field("from", &self.from())
            .field("to", &self.to())
            .field("promotion", &self.promotion())
            .field("mover", &self.mover())
            .field("captured", &self.captured())
            .field("color", &self.color())
            .field("en_passant", &self.is_en_passant())
            .field("castling", &self.is_castling())
            .finish()
    }
}

/// The error returned for a [`FullMove`] that is not legal in the position. Holds the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalFullMove(pub FullMove);

impl fmt::Display for IllegalFullMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move here", self.0)
    }
}

impl core::error::Error for IllegalFullMove {}
