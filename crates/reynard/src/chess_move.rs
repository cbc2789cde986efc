//! Moves in sixteen bits.

use core::fmt;
use core::num::NonZeroU16;

use crate::{CastlingSide, PieceType, Square};

/// The kind of a move: capture, promotion, castling and so on.
///
/// The discriminants are the upper four bits of a [`Move`]. The numbering is the common one of
/// <https://www.chessprogramming.org/Encoding_Moves>: bit 2 marks captures, bit 3 promotions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A quiet move without special effects.
    Quiet = 0,
    /// A pawn advances two squares.
    DoublePush = 1,
    /// Castling toward the h-file.
    CastleKingSide = 2,
    /// Castling toward the a-file.
    CastleQueenSide = 3,
    /// A capture of the piece on the target square.
    Capture = 4,
    /// A pawn captures a pawn that has just advanced two squares.
    EnPassant = 5,
    /// A pawn promotes to a knight.
    PromoteKnight = 8,
    /// A pawn promotes to a bishop.
    PromoteBishop = 9,
    /// A pawn promotes to a rook.
    PromoteRook = 10,
    /// A pawn promotes to a queen.
    PromoteQueen = 11,
    /// A pawn captures and promotes to a knight.
    CapturePromoteKnight = 12,
    /// A pawn captures and promotes to a bishop.
    CapturePromoteBishop = 13,
    /// A pawn captures and promotes to a rook.
    CapturePromoteRook = 14,
    /// A pawn captures and promotes to a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// All fourteen kinds.
    pub const ALL: [Self; 14] = [
        Self::Quiet,
        Self::DoublePush,
        Self::CastleKingSide,
        Self::CastleQueenSide,
        Self::Capture,
        Self::EnPassant,
        Self::PromoteKnight,
        Self::PromoteBishop,
        Self::PromoteRook,
        Self::PromoteQueen,
        Self::CapturePromoteKnight,
        Self::CapturePromoteBishop,
        Self::CapturePromoteRook,
        Self::CapturePromoteQueen,
    ];

    /// Returns the kind with these four bits. Two of the sixteen bit patterns do not represent a
    /// kind.
    #[inline]
    const fn from_bits(bits: u16) -> Option<Self> {
        Some(match bits {
            0 => Self::Quiet,
            1 => Self::DoublePush,
            2 => Self::CastleKingSide,
            3 => Self::CastleQueenSide,
            4 => Self::Capture,
            5 => Self::EnPassant,
            8 => Self::PromoteKnight,
            9 => Self::PromoteBishop,
            10 => Self::PromoteRook,
            11 => Self::PromoteQueen,
            12 => Self::CapturePromoteKnight,
            13 => Self::CapturePromoteBishop,
            14 => Self::CapturePromoteRook,
            15 => Self::CapturePromoteQueen,
            _ => return None,
        })
    }

    /// Returns the promotion piece of a move of this kind, or `None` if it is not a promotion.
    ///
    /// ```
    /// use reynard::{MoveKind, PieceType};
    ///
    /// assert_eq!(MoveKind::PromoteQueen.promotes_to(), Some(PieceType::Queen));
    /// assert_eq!(MoveKind::Capture.promotes_to(), None);
    /// ```
    #[inline]
    pub const fn promotes_to(self) -> Option<PieceType> {
        match self {
            Self::PromoteKnight | Self::CapturePromoteKnight => Some(PieceType::Knight),
            Self::PromoteBishop | Self::CapturePromoteBishop => Some(PieceType::Bishop),
            Self::PromoteRook | Self::CapturePromoteRook => Some(PieceType::Rook),
            Self::PromoteQueen | Self::CapturePromoteQueen => Some(PieceType::Queen),
            _ => None,
        }
    }

    /// Returns the kind of a promotion to `piece`, or `None` for a pawn or a king.
    ///
    /// ```
    /// use reynard::{MoveKind, PieceType};
    ///
    /// assert_eq!(MoveKind::promotion(PieceType::Rook), Some(MoveKind::PromoteRook));
    /// assert_eq!(MoveKind::promotion(PieceType::King), None);
    /// ```
    pub const fn promotion(piece: PieceType) -> Option<Self> {
        match piece {
            PieceType::Knight => Some(Self::PromoteKnight),
            PieceType::Bishop => Some(Self::PromoteBishop),
            PieceType::Rook => Some(Self::PromoteRook),
            PieceType::Queen => Some(Self::PromoteQueen),
            PieceType::Pawn | PieceType::King => None,
        }
    }

    /// Returns the kind of a capturing promotion to `piece`, or `None` for a pawn or a king.
    ///
    /// ```
    /// use reynard::{MoveKind, PieceType};
    ///
    /// let kind = MoveKind::capture_promotion(PieceType::Queen);
    /// assert_eq!(kind, Some(MoveKind::CapturePromoteQueen));
    /// ```
    pub const fn capture_promotion(piece: PieceType) -> Option<Self> {
        match piece {
            PieceType::Knight => Some(Self::CapturePromoteKnight),
            PieceType::Bishop => Some(Self::CapturePromoteBishop),
            PieceType::Rook => Some(Self::CapturePromoteRook),
            PieceType::Queen => Some(Self::CapturePromoteQueen),
            PieceType::Pawn | PieceType::King => None,
        }
    }
}

/// A move: from (bits 0-5), to (bits 6-11) and [`MoveKind`] (bits 12-15).
///
/// Castling is stored as the king taking its own rook, in standard chess and Chess960 alike. A
/// value of this type need not be legal in any position; exactly one value represents each legal
/// move of a position. `Option<Move>` also occupies two bytes.
///
/// ```
/// use reynard::{Move, MoveKind, PieceType, Square};
///
/// let push = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
/// assert_eq!((push.from(), push.to()), (Square::E2, Square::E4));
/// assert!(!push.is_capture());
/// let queening = Move::new(Square::A7, Square::B8, MoveKind::CapturePromoteQueen);
/// assert_eq!(queening.promotion(), Some(PieceType::Queen));
/// assert_eq!(Move::from_bits(queening.bits()), Some(queening));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// Creates a move from its parts.
    ///
    /// # Panics
    ///
    /// Panics if `from` and `to` are the same square, because no chess move stays in place.
    ///
    /// ```
    /// use reynard::{Move, MoveKind, Square};
    ///
    /// let mv = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
    /// assert_eq!(mv.to_string(), "g1f3");
    /// ```
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        assert!(from as u8 != to as u8, "a move needs two different squares");
        Self::from_parts(from, to, kind)
    }

    /// Creates a move as [`Move::new`] does, for the move generator, which never passes the same
    /// square twice.
    #[inline(always)]
    pub(crate) const fn from_parts(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = from as u16 | (to as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            // Reached only for a quiet move from a1 to a1, which the generator never creates.
            None => Self(NonZeroU16::MAX),
        }
    }

    /// Returns the move with this bit pattern. Returns `None` if the kind is one of the two unused
    /// patterns or if both squares are the same. Every other pattern is a possible move.
    ///
    /// ```
    /// use reynard::Move;
    ///
    /// assert_eq!(Move::from_bits(0), None, "from a1 to a1");
    /// ```
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits & 63 == bits >> 6 & 63 || MoveKind::from_bits(bits >> 12).is_none() {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// Returns the bit pattern of this move, which is never 0.
    ///
    /// ```
    /// use reynard::{Move, MoveKind, Square};
    ///
    /// let mv = Move::new(Square::B1, Square::C3, MoveKind::Quiet);
    /// assert_eq!(mv.bits(), 1 | 18 << 6);
    /// ```
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the origin square of the moving piece; for castling, the king's square.
    ///
    /// ```
    /// use reynard::{Position, Square};
    ///
    /// assert_eq!(Position::startpos().parse_san("Nf3")?.from(), Square::G1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0.get() as u8)
    }

    /// Returns the target square of the moving piece; for castling, the square on which the *rook*
    /// stands.
    ///
    /// [`Move::king_target`] returns the square on which a castling king lands.
    ///
    /// ```
    /// use reynard::{Position, Square};
    ///
    /// assert_eq!(Position::startpos().parse_san("Nf3")?.to(), Square::F3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0.get() >> 6) as u8)
    }

    /// Returns the kind of the move.
    ///
    /// ```
    /// use reynard::{MoveKind, Position};
    ///
    /// assert_eq!(Position::startpos().parse_san("e4")?.kind(), MoveKind::DoublePush);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.0.get() >> 12) {
            Some(kind) => kind,
            // No constructor accepts either of the two unused patterns.
            None => MoveKind::Quiet,
        }
    }

    /// Returns `true` for a capture, including en passant.
    ///
    /// ```
    /// use reynard::{Move, MoveKind, Square};
    ///
    /// assert!(Move::new(Square::E5, Square::D6, MoveKind::EnPassant).is_capture());
    /// ```
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0.get() >> 12 & 0b0100 != 0
    }

    /// Returns `true` for a promotion.
    ///
    /// ```
    /// use reynard::{Move, MoveKind, Square};
    ///
    /// assert!(Move::new(Square::E7, Square::E8, MoveKind::PromoteQueen).is_promotion());
    /// ```
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() >> 12 & 0b1000 != 0
    }

    /// Returns `true` for a castling move.
    ///
    /// ```
    /// use reynard::{Move, MoveKind, Square};
    ///
    /// assert!(Move::new(Square::E1, Square::H1, MoveKind::CastleKingSide).is_castling());
    /// ```
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.castling_side().is_some()
    }

    /// Returns `true` if the move is neither a capture nor a promotion.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert!(Position::startpos().legal_moves().iter().all(|mv| mv.is_quiet()));
    /// ```
    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.0.get() >> 12 & 0b1100 == 0
    }

    /// Returns `true` if the kind is neither a plain quiet move nor a plain capture.
    #[inline]
    pub(crate) const fn is_special(self) -> bool {
        self.0.get() >> 12 & !0b0100 != 0
    }

    /// Returns the side on which the king castles, if the move is a castling move.
    ///
    /// ```
    /// use reynard::{CastlingSide, Move, MoveKind, Square};
    ///
    /// let mv = Move::new(Square::E1, Square::A1, MoveKind::CastleQueenSide);
    /// assert_eq!(mv.castling_side(), Some(CastlingSide::QueenSide));
    /// ```
    #[inline]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self.kind() {
            MoveKind::CastleKingSide => Some(CastlingSide::KingSide),
            MoveKind::CastleQueenSide => Some(CastlingSide::QueenSide),
            _ => None,
        }
    }

    /// Returns the promotion piece, or `None` if the move is not a promotion.
    ///
    /// ```
    /// use reynard::{Move, MoveKind, PieceType, Square};
    ///
    /// let mv = Move::new(Square::E7, Square::E8, MoveKind::PromoteRook);
    /// assert_eq!(mv.promotion(), Some(PieceType::Rook));
    /// ```
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        self.kind().promotes_to()
    }

    /// Returns the square on which the moving piece lands. This is [`Move::to`], except for
    /// castling, where it is the king's target on the c- or g-file.
    ///
    /// ```
    /// use reynard::{Move, MoveKind, Square};
    ///
    /// let castles = Move::new(Square::E1, Square::H1, MoveKind::CastleKingSide);
    /// assert_eq!(castles.king_target(), Square::G1);
    /// ```
    pub const fn king_target(self) -> Square {
        match self.castling_side() {
            Some(side) => Square::new(side.king_file(), self.to().rank()),
            None => self.to(),
        }
    }
}

impl fmt::Debug for Move {
    /// Writes the squares and the kind, such as `e2e4 DoublePush`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} {:?}", self.from(), self.to(), self.kind())
    }
}
