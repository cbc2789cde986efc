//! Positions in thirty-two bytes.
//!
//! Every set-up with at most thirty-two pieces, and with a rook for each castling right, has
//! exactly one packed form, and unpacking returns an equal set-up. The packed form contains the
//! pieces, the side to move, the rooks that may castle in standard chess or Chess960, the square
//! passed by a double push, and both counters in full. As with a FEN, the rules are checked
//! separately.

use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, Board, Color, Piece, PieceType, Position, Setup, Square};

/// A set-up in thirty-two bytes.
///
/// | bytes | content |
/// |---|---|
/// | 0 | the version of the layout, 1 |
/// | 1 | bits 0-6: 0, or 1 more than the index of the en-passant square; bit 7: Black moves |
/// | 2-3 | half-move clock, little end first |
/// | 4-7 | number of the move, little end first |
/// | 8-15 | the occupied squares, bit 0 of the first byte for a1 |
/// | 16-31 | what stands on them, from a1 to h8, four bits each, the low half of a byte first |
///
/// Each piece takes four bits: its kind, pawn 1 .. king 6, or 7 for a rook that may still castle,
/// plus 8 for Black. Unused bits are 0. Moves need no separate packed form:
/// [`Move::bits`](crate::Move::bits) are two bytes.
///
/// The text form consists of 64 hexadecimal digits.
///
/// ```
/// use reynard::{PackedPosition, Position};
///
/// let pos = Position::startpos();
/// let packed = PackedPosition::from(&pos);
/// let bytes: [u8; 32] = packed.to_bytes();
/// let read = PackedPosition::from_bytes(bytes)?;
/// assert_eq!(Position::from_setup(&read.to_setup())?, pos);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct PackedPosition([u8; PackedPosition::LEN]);

impl PackedPosition {
    /// The number of bytes.
    pub const LEN: usize = 32;

    /// The layout version, which is the first byte.
    pub const VERSION: u8 = 1;

    /// The maximum number of pieces in a packed form.
    pub const MAX_PIECES: u32 = 32;

    const BLACK_MOVES: u8 = 0x80;
    const OCCUPIED: usize = 8;
    const PIECES: usize = 16;

    /// Packs a set-up.
    ///
    /// # Errors
    ///
    /// [`PackError`] if there are too many pieces, or a castling right for a square without a rook.
    /// Neither occurs in a set-up that the rules accept.
    ///
    /// ```
    /// use reynard::{PackedPosition, Setup, packed::PackError};
    ///
    /// let setup: Setup = "4k3/8/8/8/8/8/8/4K3 w K - 0 1".parse()?;
    /// assert!(matches!(PackedPosition::pack(&setup), Err(PackError::CastlingWithoutRook(_))));
    /// let packed = PackedPosition::pack(&setup.sanitize().setup)?;
    /// assert_eq!(packed.to_setup(), setup.sanitize().setup);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pack(setup: &Setup) -> Result<Self, PackError> {
        let pieces = setup.board.occupied().len();
        if pieces > Self::MAX_PIECES {
            return Err(PackError::TooManyPieces(pieces));
        }
        let rooks = setup.board.by_type(PieceType::Rook);
        match (setup.castling_rooks - rooks).first() {
            Some(square) => Err(PackError::CastlingWithoutRook(square)),
            None => Ok(Self::written(setup)),
        }
    }

    /// Creates the packed form with these bytes.
    ///
    /// # Errors
    ///
    /// [`UnpackError`] if [`PackedPosition::pack`] never returns these bytes.
    ///
    /// ```
    /// use reynard::{PackedPosition, packed::UnpackError};
    ///
    /// assert_eq!(PackedPosition::from_bytes([0; 32]), Err(UnpackError::Version(0)));
    /// ```
    pub fn from_bytes(bytes: [u8; Self::LEN]) -> Result<Self, UnpackError> {
        let packed = Self(bytes);
        if bytes[0] != Self::VERSION {
            return Err(UnpackError::Version(bytes[0]));
        }
        let en_passant = bytes[1] & !Self::BLACK_MOVES;
        if en_passant > Square::H8 as u8 + 1 {
            return Err(UnpackError::EnPassant(en_passant));
        }
        let pieces = packed.occupied().len();
        if pieces > Self::MAX_PIECES {
            return Err(UnpackError::TooManyPieces(pieces));
        }
        if let Some((square, _)) =
            packed.coded_squares().find(|&(_, code)| PackedPiece::from_code(code).is_none())
        {
            return Err(UnpackError::InvalidPiece(square));
        }
        if packed.codes().skip(pieces as usize).any(|code| code != 0) {
            return Err(UnpackError::Leftover);
        }
        Ok(packed)
    }

    /// Returns the bytes of this form.
    #[inline]
    pub const fn to_bytes(self) -> [u8; Self::LEN] {
        self.0
    }

    /// Unpacks the set-up.
    ///
    /// ```
    /// use reynard::{PackedPosition, Setup};
    ///
    /// let setup: Setup = "4k2r/8/8/8/8/8/8/1R2K1R1 b Gk - 65535 4294967295".parse()?;
    /// assert_eq!(PackedPosition::pack(&setup)?.to_setup(), setup);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_setup(self) -> Setup {
        let [_, state, a, b, c, d, e, f, ..] = self.0;
        let mut setup = Setup {
            board: Board::EMPTY,
            turn: self.turn(),
            castling_rooks: Bitboard::EMPTY,
            // The index wraps around to 255 if there is none.
            en_passant: Square::from_index((state & !Self::BLACK_MOVES).wrapping_sub(1)),
            halfmove_clock: u16::from_le_bytes([a, b]),
            fullmove_number: u32::from_le_bytes([c, d, e, f]),
        };
        for (square, code) in self.coded_squares() {
            let Some(piece) = PackedPiece::from_code(code) else { continue };
            setup.board.set(square, Some(piece.piece));
            if piece.castles {
                setup.castling_rooks.insert(square);
            }
        }
        setup
    }

    /// Returns the side to move.
    ///
    /// ```
    /// use reynard::{Color, PackedPosition, Position};
    ///
    /// assert_eq!(PackedPosition::from(&Position::startpos()).turn(), Color::White);
    /// ```
    #[inline]
    pub const fn turn(self) -> Color {
        if self.0[1] & Self::BLACK_MOVES == 0 { Color::White } else { Color::Black }
    }

    /// Returns the pieces with their squares, from a1 to h8, without unpacking the rest.
    ///
    /// ```
    /// use reynard::{PackedPosition, Position, Square};
    ///
    /// let packed = PackedPosition::from(&Position::startpos());
    /// assert_eq!(packed.pieces().count(), 32);
    /// assert_eq!(packed.pieces().next().map(|(square, _)| square), Some(Square::A1));
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.coded_squares()
            .filter_map(|(square, code)| Some((square, PackedPiece::from_code(code)?.piece)))
    }

    /// Packs a set-up that is known to fit.
    fn written(setup: &Setup) -> Self {
        let mut bytes = [0; Self::LEN];
        let occupied = setup.board.occupied();
        bytes[0] = Self::VERSION;
        bytes[1] = setup.en_passant.map_or(0, |square| square as u8 + 1);
        if setup.turn == Color::Black {
            bytes[1] |= Self::BLACK_MOVES;
        }
        bytes[2..4].copy_from_slice(&setup.halfmove_clock.to_le_bytes());
        bytes[4..8].copy_from_slice(&setup.fullmove_number.to_le_bytes());
        bytes[Self::OCCUPIED..Self::PIECES].copy_from_slice(&occupied.bits().to_le_bytes());
        for (index, (square, piece)) in setup.board.iter().enumerate().take(2 * Self::PIECES) {
            let piece = PackedPiece { piece, castles: setup.castling_rooks.contains(square) };
            bytes[Self::PIECES + index / 2] |= piece.code() << (index % 2 * 4);
        }
        Self(bytes)
    }

    fn occupied(&self) -> Bitboard {
        let mut bits = [0; 8];
        bits.copy_from_slice(&self.0[Self::OCCUPIED..Self::PIECES]);
        Bitboard::from_bits(u64::from_le_bytes(bits))
    }

    /// Returns the occupied squares with their codes.
    fn coded_squares(&self) -> impl Iterator<Item = (Square, u8)> {
        self.occupied().iter().zip(self.codes())
    }

    /// Returns all thirty-two codes.
    fn codes(&self) -> impl Iterator<Item = u8> {
        self.0[Self::PIECES..].iter().flat_map(|&byte| [byte & 15, byte >> 4])
    }
}

/// A piece in packed form. Rooks that may castle count as a separate kind.
struct PackedPiece {
    piece: Piece,
    castles: bool,
}

impl PackedPiece {
    const CASTLING_ROOK: u8 = 7;
    const BLACK: u8 = 8;

    fn code(&self) -> u8 {
        let kind = if self.castles { Self::CASTLING_ROOK } else { self.piece.kind as u8 };
        match self.piece.color {
            Color::White => kind,
            Color::Black => kind | Self::BLACK,
        }
    }

    /// Returns the piece with this code. Two of the sixteen codes are unused.
    fn from_code(code: u8) -> Option<Self> {
        let color = if code & Self::BLACK == 0 { Color::White } else { Color::Black };
        let kind = match code & !Self::BLACK {
            0 => return None,
            Self::CASTLING_ROOK => {
                return Some(Self { piece: PieceType::Rook.of(color), castles: true });
            }
            number => *PieceType::ALL.get(usize::from(number) - 1)?,
        };
        Some(Self { piece: kind.of(color), castles: false })
    }
}

impl From<&Position> for PackedPosition {
    /// Packs the set-up returned by [`Position::to_setup`], which has an en-passant square after
    /// every double push.
    fn from(pos: &Position) -> Self {
        Self::written(&pos.to_setup())
    }
}

impl TryFrom<&Setup> for PackedPosition {
    type Error = PackError;

    /// Packs a set-up as [`PackedPosition::pack`] does.
    fn try_from(setup: &Setup) -> Result<Self, PackError> {
        Self::pack(setup)
    }
}

impl From<PackedPosition> for Setup {
    fn from(packed: PackedPosition) -> Self {
        packed.to_setup()
    }
}

impl TryFrom<&[u8]> for PackedPosition {
    type Error = UnpackError;

    /// Creates the packed form as [`PackedPosition::from_bytes`] does, if the number of bytes is
    /// correct.
    fn try_from(bytes: &[u8]) -> Result<Self, UnpackError> {
        let array = bytes.try_into().map_err(|_| UnpackError::Length(bytes.len()))?;
        Self::from_bytes(array)
    }
}

impl fmt::Display for PackedPosition {
    /// Writes 64 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PackedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedPosition({self})")
    }
}

impl FromStr for PackedPosition {
    type Err = UnpackError;

    /// Parses 64 hexadecimal digits in either case.
    fn from_str(text: &str) -> Result<Self, UnpackError> {
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if pairs.len() != Self::LEN || !rest.is_empty() {
            return Err(UnpackError::Digits);
        }
        let mut bytes = [0; Self::LEN];
        for (byte, &pair) in bytes.iter_mut().zip(pairs) {
            let [Some(high), Some(low)] = pair.map(|digit| char::from(digit).to_digit(16)) else {
                return Err(UnpackError::Digits);
            };
            *byte = (high << 4 | low) as u8;
        }
        Self::from_bytes(bytes)
    }
}

/// The error returned for a set-up that has no packed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackError {
    /// There are more pieces than [`PackedPosition::MAX_PIECES`] allows. Holds the number of
    /// pieces.
    TooManyPieces(u32),
    /// A castling right refers to this square, on which there is no rook.
    CastlingWithoutRook(Square),
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyPieces(pieces) => {
                write!(f, "{pieces} pieces do not fit: at most {} do", PackedPosition::MAX_PIECES)
            }
            Self::CastlingWithoutRook(square) => {
                write!(f, "a right to castle names {square}, on which no rook stands")
            }
        }
    }
}

impl core::error::Error for PackError {}

/// The error returned for bytes or digits that are not a packed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackError {
    /// The number of bytes is not [`PackedPosition::LEN`]. Holds the number found.
    Length(usize),
    /// The text does not consist of two hexadecimal digits per byte.
    Digits,
    /// An unknown version of the layout.
    Version(u8),
    /// The en-passant number is beyond h8. Holds the number found; the maximum is 64.
    EnPassant(u8),
    /// More squares are occupied than [`PackedPosition::MAX_PIECES`] allows. Holds the number of
    /// occupied squares.
    TooManyPieces(u32),
    /// An occupied square whose code does not represent a piece.
    InvalidPiece(Square),
    /// There are more piece codes than occupied squares.
    Leftover,
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(len) => write!(f, "{len} bytes, not {}", PackedPosition::LEN),
            Self::Digits => write!(f, "not {} hexadecimal digits", 2 * PackedPosition::LEN),
            Self::Version(version) => write!(f, "version {version} of the layout is not known"),
            Self::EnPassant(number) => write!(f, "{number} stands for no en-passant square"),
            Self::TooManyPieces(pieces) => {
                write!(f, "{pieces} occupied squares, more than {}", PackedPosition::MAX_PIECES)
            }
            Self::InvalidPiece(square) => write!(f, "{square} has an invalid piece code"),
            Self::Leftover => f.write_str("more pieces than occupied squares"),
        }
    }
}

impl core::error::Error for UnpackError {}
