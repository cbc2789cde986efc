//! Moves in the notation of the UCI protocol: `e2e4`, `e7e8q`, `0000`.

use core::fmt;
use core::str::FromStr;

use super::MoveText;
use crate::{
    Bitboard, CastlingSide, Color, File, Move, MoveKind, Piece, PieceType, Position, Rank, Square,
};

/// Notation of castling moves in UCI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingNotation {
    /// From the king's square to the square on which it lands: `e1g1`.
    #[default]
    Standard,
    /// From the king's square to the rook's: `e1h1`, as required in Chess960.
    Chess960,
}

impl CastlingNotation {
    /// Returns the notation that a position requires: that of Chess960 if the position has a
    /// castling right that cannot exist in standard chess.
    ///
    /// ```
    /// use reynard::{CastlingNotation, Position};
    ///
    /// assert_eq!(
    ///     CastlingNotation::for_position(&Position::startpos()),
    ///     CastlingNotation::Standard
    /// );
    /// let other: Position = "4k3/8/8/8/8/8/8/RK6 w Q - 0 1".parse()?;
    /// assert_eq!(CastlingNotation::for_position(&other), CastlingNotation::Chess960);
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn for_position(pos: &Position) -> Self {
        let rooks = pos.castling_rights().rooks();
        let corners = Bitboard::file(File::A) | Bitboard::file(File::H);
        let standard = rooks.is_subset(corners)
            && Color::ALL.into_iter().all(|color| {
                rooks.is_disjoint(Bitboard::rank(color.back_rank()))
                    || pos.king(color).file() == File::E
            });
        if standard { Self::Standard } else { Self::Chess960 }
    }
}

/// A move as written in UCI notation, not checked for legality.
///
/// ```
/// use reynard::{Position, UciMove};
///
/// let text: UciMove = "e2e4".parse()?;
/// let mv = text.to_move(&Position::startpos())?;
/// assert_eq!(UciMove::from(mv), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UciMove {
    /// A piece moves from one square to another.
    Normal {
        /// The origin square.
        from: Square,
        /// The target square.
        to: Square,
        /// The piece to which a pawn promotes.
        promotion: Option<PieceType>,
    },
    /// The null move, `0000`.
    Null,
}

impl UciMove {
    /// Creates the UCI form of a move, with castling in the given notation.
    ///
    /// ```
    /// use reynard::{CastlingNotation, Move, MoveKind, Square, UciMove};
    ///
    /// let castles = Move::new(Square::E1, Square::H1, MoveKind::CastleKingSide);
    /// assert_eq!(UciMove::new(castles, CastlingNotation::Standard).to_string(), "e1g1");
    /// assert_eq!(UciMove::new(castles, CastlingNotation::Chess960).to_string(), "e1h1");
    /// ```
    pub const fn new(mv: Move, castling: CastlingNotation) -> Self {
        let to = match castling {
            CastlingNotation::Standard => mv.king_target(),
            CastlingNotation::Chess960 => mv.to(),
        };
        Self::Normal { from: mv.from(), to, promotion: mv.promotion() }
    }

    /// Finds the matching legal move. Castling may be given by the square on which the king lands
    /// (`e1g1`) or by the rook's square (`e1h1`).
    ///
    /// # Errors
    ///
    /// [`UciMoveError`] if no legal move of this position matches. The null move never matches.
    ///
    /// ```
    /// use reynard::{Position, UciMove};
    ///
    /// let text: UciMove = "e2e5".parse()?;
    /// assert!(text.to_move(&Position::startpos()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_move(self, pos: &Position) -> Result<Move, UciMoveError> {
        self.to_move_if(pos, Position::is_legal)
    }

    /// Finds the matching move. Returns an error unless `accepts` returns `true` for this move.
    pub(super) fn to_move_if(
        self,
        pos: &Position,
        accepts: fn(&Position, Move) -> bool,
    ) -> Result<Move, UciMoveError> {
        let Self::Normal { from, to, promotion } = self else {
            return Err(UciMoveError::Null);
        };
        let piece = pos.piece_at(from).ok_or(UciMoveError::NoPiece(from))?;
        if piece.color != pos.turn() {
            return Err(UciMoveError::WrongColor(from));
        }
        if from == to {
            return Err(UciMoveError::Illegal(self));
        }
        let mv = kind_of(pos, piece, from, to, promotion)
            .map(|kind| Move::new(from, to, kind))
            .filter(|&mv| accepts(pos, mv))
            .or_else(|| castling_to(pos, piece, from, to, promotion));
        mv.ok_or(UciMoveError::Illegal(self))
    }
}

/// Returns the only kind that a legal move of `piece` between these squares can have.
fn kind_of(
    pos: &Position,
    piece: Piece,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<MoveKind> {
    let captured = pos.piece_at(to);
    if let Some(kind) = promotion {
        return if captured.is_some() {
            MoveKind::capture_promotion(kind)
        } else {
            MoveKind::promotion(kind)
        };
    }
    Some(match captured {
        Some(own) if own.color == piece.color => CastlingSide::of_rook(from, to).move_kind(),
        Some(_) => MoveKind::Capture,
        None if piece.kind != PieceType::Pawn => MoveKind::Quiet,
        None if from.file() != to.file() => MoveKind::EnPassant,
        None if from.rank().relative_to(piece.color) == Rank::Second
            && to.rank().relative_to(piece.color) == Rank::Fourth =>
        {
            MoveKind::DoublePush
        }
        None => MoveKind::Quiet,
    })
}

/// Parses castling given by the king's target. If the target is only one step from the king, the
/// text means the king step instead.
fn castling_to(
    pos: &Position,
    piece: Piece,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<Move> {
    if piece.kind != PieceType::King || promotion.is_some() || from.distance(to) < 2 {
        return None;
    }
    CastlingSide::ALL.into_iter().find_map(|side| {
        let rook = pos.castling_rights().rook(piece.color, side)?;
        let mv = Move::new(from, rook, side.move_kind());
        (mv.king_target() == to && pos.is_legal(mv)).then_some(mv)
    })
}

impl UciMove {
    /// Returns this move as text, without heap allocation.
    ///
    /// ```
    /// use reynard::UciMove;
    ///
    /// let promotes: UciMove = "e7e8Q".parse()?;
    /// assert_eq!(promotes.text(), "e7e8q");
    /// assert_eq!(UciMove::Null.text(), "0000");
    /// # Ok::<(), reynard::uci::ParseUciMoveError>(())
    /// ```
    #[inline]
    pub fn text(self) -> MoveText {
        let Self::Normal { from, to, promotion } = self else {
            return MoveText::from_word(u64::from_le_bytes(*b"0000\0\0\0\0"), 4);
        };
        // Assembled in one word, so nothing is stored byte by byte.
        let square = |square: Square| {
            u64::from(square.rank().to_char() as u8) << 8 | u64::from(square.file().to_char() as u8)
        };
        let letter = promotion.map_or(0, |kind| kind.to_char() as u64);
        let word = square(from) | square(to) << 16 | letter << 32;
        MoveText::from_word(word, 4 + u8::from(promotion.is_some()))
    }
}

impl From<Move> for UciMove {
    /// Creates the standard notation of a move.
    fn from(mv: Move) -> Self {
        Self::new(mv, CastlingNotation::Standard)
    }
}

impl fmt::Display for Move {
    /// Writes UCI notation with castling as in standard chess, `e1g1`. For Chess960 see
    /// [`UciMove::new`].
    ///
    /// ```
    /// use reynard::{Move, MoveKind, Position, Square};
    ///
    /// assert_eq!(Position::startpos().parse_san("Nf3")?.to_string(), "g1f3");
    /// let castles = Move::new(Square::E1, Square::H1, MoveKind::CastleKingSide);
    /// assert_eq!(castles.to_string(), "e1g1");
    /// # Ok::<(), reynard::InvalidSan>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        UciMove::from(*self).fmt(f)
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl FromStr for UciMove {
    type Err = ParseUciMoveError;

    /// Parses two squares and an optional promotion letter, in either case, or `0000`.
    fn from_str(text: &str) -> Result<Self, ParseUciMoveError> {
        if text == "0000" {
            return Ok(Self::Null);
        }
        let square = |range: core::ops::Range<usize>| {
            text.get(range).and_then(|name| name.parse().ok()).ok_or(ParseUciMoveError)
        };
        let (from, to) = (square(0..2)?, square(2..4)?);
        let mut rest = text.get(4..).ok_or(ParseUciMoveError)?.chars();
        let promotion = match (rest.next(), rest.next()) {
            (None, _) => None,
            (Some(letter), None) => Some(
                PieceType::from_char(letter)
                    .filter(|kind| PieceType::PROMOTIONS.contains(kind))
                    .ok_or(ParseUciMoveError)?,
            ),
            _ => return Err(ParseUciMoveError),
        };
        Ok(Self::Normal { from, to, promotion })
    }
}

/// The error returned for text that is not a move in UCI notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseUciMoveError;

impl fmt::Display for ParseUciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a UCI move: two squares and perhaps n, b, r or q are needed, like e7e8q")
    }
}

impl core::error::Error for ParseUciMoveError {}

/// The error returned for a UCI move that matches no legal move of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UciMoveError {
    /// The null move is not a move of chess.
    Null,
    /// There is no piece on the origin square.
    NoPiece(Square),
    /// The piece on the origin square belongs to the other side.
    WrongColor(Square),
    /// The piece cannot move there, or not with this promotion.
    Illegal(UciMove),
}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("the null move is not legal"),
            Self::NoPiece(square) => write!(f, "no piece stands on {square}"),
            Self::WrongColor(square) => {
                write!(f, "the piece on {square} belongs to the side that is not to move")
            }
            Self::Illegal(text) => write!(f, "{text} is not a legal move here"),
        }
    }
}

impl core::error::Error for UciMoveError {}

/// The error returned for text that is not a legal move: it is either not a UCI move at all, or not
/// legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidUciMove {
    /// The text is not a UCI move.
    Syntax(ParseUciMoveError),
    /// The move is not legal.
    Rules(UciMoveError),
}

impl fmt::Display for InvalidUciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for InvalidUciMove {}

impl Position {
    /// Returns a move from this position in UCI notation. Castling is written as in Chess960 if the
    /// position has castling rights that only Chess960 has: as a move of the king it might be
    /// another legal move.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// assert_eq!(pos.uci(pos.parse_san("Nf3")?).to_string(), "g1f3");
    /// let pos: Position = "1k6/8/8/8/8/8/8/RK3R2 w FA - 0 1".parse()?;
    /// assert_eq!(pos.uci(pos.parse_san("Kc1")?).to_string(), "b1c1");
    /// assert_eq!(pos.uci(pos.parse_san("O-O-O")?).to_string(), "b1a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn uci(&self, mv: Move) -> UciMove {
        UciMove::new(mv, CastlingNotation::for_position(self))
    }

    /// Parses a legal move in UCI notation. Castling may be given by the square on which the king
    /// lands (`e1g1`) or by the rook's square (`e1h1`).
    ///
    /// # Errors
    ///
    /// [`InvalidUciMove`] if the text is not a UCI move or the move is not legal.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// assert!(pos.parse_uci("g1f3").is_ok());
    /// assert_eq!(
    ///     pos.parse_uci("e2e5").unwrap_err().to_string(),
    ///     "e2e5 is not a legal move here"
    /// );
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, InvalidUciMove> {
        let text: UciMove = text.parse().map_err(InvalidUciMove::Syntax)?;
        text.to_move(self).map_err(InvalidUciMove::Rules)
    }
}
