//! Strict parsing of SAN.

use core::str::FromStr;

use super::fast::common_move;
use super::{InvalidSan, ParseSanError, San, SanSuffix};
use crate::{CastlingSide, File, Move, PieceType, Position, Rank, Square};

impl San {
    /// Parses SAN from bytes, which need not be UTF-8, so a PGN reader need not create a string
    /// first. See [`Position::parse_san`] for the accepted forms.
    ///
    /// # Errors
    ///
    /// [`ParseSanError`] if the text is not SAN.
    ///
    /// ```
    /// use reynard::San;
    ///
    /// assert!(San::from_bytes(b"exd8=Q#").is_ok());
    /// assert!(San::from_bytes(b"ed8Q").is_err());
    /// ```
    pub fn from_bytes(text: &[u8]) -> Result<Self, ParseSanError> {
        read(text).ok_or(ParseSanError)
    }
}

impl FromStr for San {
    type Err = ParseSanError;

    /// Parses SAN as [`San::from_bytes`] does.
    fn from_str(text: &str) -> Result<Self, ParseSanError> {
        Self::from_bytes(text.as_bytes())
    }
}

impl Position {
    /// Parses a legal move in standard SAN.
    ///
    /// Only the notation of the PGN export format is accepted: English piece letters, the origin of
    /// a piece if and only if it is needed (file first, then rank, then both), `x` for captures
    /// only, `=Q`, and castling with the letter O. The marks `+` and `#` at the end are optional
    /// and are not checked, because they do not affect which move is meant, and many files omit
    /// them ([`Position::san`] writes them correctly). The null move, `--` or `Z0`, is recognized
    /// but never legal.
    ///
    /// [`Position::parse_san_lenient`] accepts more.
    ///
    /// # Errors
    ///
    /// [`InvalidSan`] if the text is not SAN or does not match a legal move.
    ///
    /// ```
    /// use reynard::{InvalidSan, Position, san::SanError};
    ///
    /// let pos = Position::startpos();
    /// assert_eq!(pos.parse_san("Nf3")?, pos.parse_uci("g1f3")?);
    /// assert_eq!(pos.parse_san("Nf6"), Err(InvalidSan::Rules(SanError::Illegal)));
    /// assert_eq!(
    ///     pos.parse_san("Ngf3").unwrap_err().to_string(),
    ///     "in standard notation this move is Nf3",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn parse_san(&self, text: impl AsRef<[u8]>) -> Result<Move, InvalidSan> {
        let text = text.as_ref();
        // The error is large. Creating it separately keeps the move in a register.
        match common_move(self, text).or_else(|| self.parse_any_san(text)) {
            Some(mv) => Ok(mv),
            None => Err(self.explain_san(text)),
        }
    }

    /// Parses the moves that [`common_move`] does not handle.
    #[inline(never)]
    fn parse_any_san(&self, text: &[u8]) -> Option<Move> {
        read(text)?.resolve(self)
    }

    /// Finds the reason why `text` is not a move.
    #[cold]
    #[inline(never)]
    fn explain_san(&self, text: &[u8]) -> InvalidSan {
        match read(text) {
            Some(san) => InvalidSan::Rules(san.reject(self)),
            None => InvalidSan::Syntax(ParseSanError),
        }
    }
}

/// Parses SAN. Returns `None` if the text is not SAN.
fn read(text: &[u8]) -> Option<San> {
    let (body, suffix) = match text {
        [body @ .., b'+'] => (body, Some(SanSuffix::Check)),
        [body @ .., b'#'] => (body, Some(SanSuffix::Checkmate)),
        _ => (text, None),
    };
    let &first = body.first()?;
    if let Some(file) = file(first) {
        return pawn_move(body, file, suffix);
    }
    match piece(first) {
        Some(piece) => piece_move(piece, &body[1..], suffix),
        None => other(body, suffix),
    }
}

/// Parses `e4`, `exd5`, `e8=Q` or `exd8=Q`, whose first letter is `file`.
fn pawn_move(body: &[u8], file: File, suffix: Option<SanSuffix>) -> Option<San> {
    let (body, promotion) = match body {
        [body @ .., b'=', letter] => (body, Some(promotion(*letter)?)),
        _ => (body, None),
    };
    let (from, to) = match *body {
        [_, digit] => (None, Square::new(file, rank(digit)?)),
        [_, b'x', letter, digit] => (Some(file), square(letter, digit)?),
        _ => return None,
    };
    Some(San::Normal {
        piece: PieceType::Pawn,
        file: from,
        rank: None,
        capture: from.is_some(),
        to,
        promotion,
        suffix,
    })
}

/// Parses the part after the letter of a piece: `f3`, `xd7`, `bxd7`, `1d7` and so on.
fn piece_move(piece: PieceType, rest: &[u8], suffix: Option<SanSuffix>) -> Option<San> {
    let [origin @ .., letter, digit] = rest else { return None };
    let to = square(*letter, *digit)?;
    let (origin, capture) = match origin {
        [origin @ .., b'x'] => (origin, true),
        _ => (origin, false),
    };
    let (file, rank) = match *origin {
        [] => (None, None),
        [letter, digit] => (Some(file(letter)?), Some(rank(digit)?)),
        [byte] => match file(byte) {
            None => (None, Some(rank(byte)?)),
            file => (file, None),
        },
        _ => return None,
    };
    Some(San::Normal { piece, file, rank, capture, to, promotion: None, suffix })
}

/// Parses castling or the null move.
fn other(body: &[u8], suffix: Option<SanSuffix>) -> Option<San> {
    match (body, suffix) {
        (b"O-O", _) => Some(San::Castle { side: CastlingSide::KingSide, suffix }),
        (b"O-O-O", _) => Some(San::Castle { side: CastlingSide::QueenSide, suffix }),
        (b"--" | b"Z0", None) => Some(San::Null),
        _ => None,
    }
}

const fn file(letter: u8) -> Option<File> {
    File::from_index(letter.wrapping_sub(b'a'))
}

const fn rank(digit: u8) -> Option<Rank> {
    Rank::from_index(digit.wrapping_sub(b'1'))
}

fn square(letter: u8, digit: u8) -> Option<Square> {
    Some(Square::new(file(letter)?, rank(digit)?))
}

/// Returns the kind of piece, other than a pawn, with this capital letter.
const fn piece(letter: u8) -> Option<PieceType> {
    Some(match letter {
        b'N' => PieceType::Knight,
        b'B' => PieceType::Bishop,
        b'R' => PieceType::Rook,
        b'Q' => PieceType::Queen,
        b'K' => PieceType::King,
        _ => return None,
    })
}

fn promotion(letter: u8) -> Option<PieceType> {
    piece(letter).filter(|&piece| piece != PieceType::King)
}
