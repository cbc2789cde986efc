//! Parsing of FENs byte by byte, without heap allocation.

use core::str::FromStr;

use super::{FenError, FenErrorKind, FenField, ParsePositionError, outermost_rook};
use crate::board::Code;
use crate::{Bitboard, Board, CastlingSide, Color, File, Piece, Position, Rank, Setup, Square};

impl Setup {
    /// Parses a FEN: standard, X-FEN or Shredder-FEN.
    ///
    /// The fields up to the side to move are required. Later fields can be omitted from the end,
    /// and then default to no castling rights, no en-passant square, clock 0 and move 1. Fields are
    /// separated by any run of blanks and tabs; blanks around the text are ignored. Castling rights
    /// may be in any order, but must not be repeated. The validity of the set-up is not checked
    /// here.
    ///
    /// # Errors
    ///
    /// [`FenError`] with the field and the offset at which the text stops being a FEN.
    ///
    /// ```
    /// use reynard::{Setup, Square};
    ///
    /// let setup = Setup::from_fen("4k3/8/8/8/8/8/8/RR2K1R1 w KB")?;
    /// assert_eq!(setup.castling_rooks, Square::G1.bitboard() | Square::B1);
    /// assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/8/RR2K1R1 w KB - 0 1");
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut reader = Reader { text: fen, offset: 0 };
        let board = reader.board()?;
        let turn = reader.turn()?;
        let castling_rooks = reader.castling(&board)?;
        let en_passant = reader.en_passant()?;
        let halfmove_clock = reader.number(FenField::HalfmoveClock, u32::from(u16::MAX))?;
        let fullmove_number = reader.number(FenField::FullmoveNumber, u32::MAX)?;
        reader.end()?;
        Ok(Self {
            board,
            turn,
            castling_rooks,
            en_passant,
            halfmove_clock: halfmove_clock.unwrap_or(0) as u16,
            fullmove_number: fullmove_number.unwrap_or(1),
        })
    }
}

impl FromStr for Setup {
    type Err = FenError;

    /// Parses a FEN as [`Setup::from_fen`] does.
    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

impl Position {
    /// Parses the FEN of a position without any faults.
    ///
    /// This is the strict reader. [`Position::from_fen_playable`] accepts everything to which the
    /// rules can be applied, with notes. For anything between the two, [`Setup::from_fen`] parses
    /// only the text, [`Setup::sanitize`] drops what contradicts the board, and
    /// [`Position::from_setup_waiving`] accepts selected faults.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError`] if the text is not a FEN (see [`Setup::from_fen`]), or if the set-up
    /// is not a valid position ([`Position::from_setup`]).
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")?;
    /// assert_eq!(pos, Position::startpos());
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, ParsePositionError> {
        Ok(Self::from_setup(&Setup::from_fen(fen)?)?)
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Parses a FEN as [`Position::from_fen`] does.
    fn from_str(fen: &str) -> Result<Self, ParsePositionError> {
        Self::from_fen(fen)
    }
}

/// Meaning of a byte of the first field.
#[derive(Clone, Copy)]
struct Symbol {
    /// The code of a piece, the code of an empty square, or [`Symbol::END`].
    code: u8,
    /// The number of cells that it fills. For an invalid byte it exceeds the size of the board.
    cells: u8,
}

impl Symbol {
    /// The value that a slash stores in the ninth cell of a rank.
    const END: u8 = 0x80;
    const SLASH: Self = Self { code: Self::END, cells: 1 };
    const UNKNOWN: Self = Self::count(128);

    const fn count(cells: u8) -> Self {
        Self { code: Code::NOTHING.bits(), cells }
    }

    const fn is_unknown(self) -> bool {
        self.cells == Self::UNKNOWN.cells
    }
}

static SYMBOLS: [Symbol; 256] = symbols();

const fn symbols() -> [Symbol; 256] {
    let mut symbols = [Symbol::UNKNOWN; 256];
    let mut byte = 0;
    while byte < 128 {
        let letter = byte as u8 as char;
        if let Some(Piece { color, kind }) = Piece::from_char(letter) {
            symbols[byte] = Symbol { code: Code::new(kind, color).bits(), cells: 1 };
        } else if let '1'..='8' = letter {
            symbols[byte] = Symbol::count(letter as u8 - b'0');
        }
        byte += 1;
    }
    symbols[b'/' as usize] = Symbol::SLASH;
    symbols
}

/// The cells of a rank: one per square, and one for the slash that ends the rank.
const RANK_CELLS: usize = 9;
/// The cells of a board, rounded up to a power of two. The last rank has no slash.
const CELLS: usize = 128;

/// Returns the codes of the ranks, from the first to the eighth. There must be a slash in the ninth
/// cell of each rank but the last, and nowhere else.
#[inline]
fn ranks_of(cells: &[u8; CELLS]) -> Option<[u64; 8]> {
    const ENDS: u64 = u64::from_ne_bytes([Symbol::END; 8]);
    let mut ranks = [0; 8];
    let (mut misplaced, mut ends) = (0, Symbol::END);
    // The text begins with the eighth rank.
    for (rank, cells) in ranks.iter_mut().rev().zip(cells.as_chunks::<RANK_CELLS>().0) {
        let [a, b, c, d, e, f, g, h, end] = *cells;
        *rank = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        misplaced |= *rank;
        ends &= end;
    }
    (misplaced & ENDS == 0 && ends == Symbol::END).then_some(ranks)
}

/// Returns the length of a board in FEN: one byte for each piece, for each run of empty squares and
/// for each of the seven slashes.
fn text_len(board: &Board) -> usize {
    let vacant = board.vacant();
    let runs = vacant - vacant.east();
    (board.occupied().len() + runs.len()) as usize + 7
}

/// The text being parsed, and the current offset. Every byte before the offset is ASCII.
struct Reader<'a> {
    text: &'a str,
    offset: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    /// Returns the byte at the offset if it belongs to the current field.
    fn peek_in_field(&self) -> Option<u8> {
        self.peek().filter(|&byte| !is_blank(byte))
    }

    /// Skips to the next field. Returns `true` if there is one.
    fn next_field(&mut self) -> bool {
        while self.peek().is_some_and(is_blank) {
            self.offset += 1;
        }
        self.offset < self.text.len()
    }

    fn error(&self, field: FenField, kind: FenErrorKind) -> FenError {
        FenError { kind, field, offset: self.offset }
    }

    /// Creates an error that contains the character at the offset.
    #[cold]
    fn error_at(&self, field: FenField, kind: fn(char) -> FenErrorKind) -> FenError {
        let rest = self.text.get(self.offset..).unwrap_or_default();
        let character = rest.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
        self.error(field, kind(character))
    }

    /// Reads the pieces in one pass that only distinguishes valid from invalid. Every byte is
    /// written to the next cell without being examined, because branches on it would be hard to
    /// predict. The end of the pass reveals whether the result is a board.
    fn board(&mut self) -> Result<Board, FenError> {
        if !self.next_field() {
            return Err(self.error(FenField::Pieces, FenErrorKind::Missing));
        }
        let field = &self.text.as_bytes()[self.offset..];
        let mut cells = [Code::NOTHING.bits(); CELLS];
        let (mut filled, mut len) = (0, 0);
        for &byte in field.iter().take_while(|&&byte| byte > b' ') {
            let symbol = SYMBOLS[usize::from(byte)];
            cells[filled % CELLS] = symbol.code;
            filled += usize::from(symbol.cells);
            len += 1;
        }
        let is_full = filled == 8 * RANK_CELLS - 1;
        // The last rank ends at the end of the field.
        cells[8 * RANK_CELLS - 1] = Symbol::END;
        let board = ranks_of(&cells).filter(|_| is_full).map(Board::from_codes);
        // Two counts in a row are visible only in the length of the text.
        let Some(board) = board.filter(|board| len == text_len(board)) else {
            return Err(self.wrong_board());
        };
        self.offset += len;
        if self.peek_in_field().is_some() {
            return Err(self.error_at(FenField::Pieces, FenErrorKind::UnknownPiece));
        }
        Ok(board)
    }

    /// Reads an invalid piece placement again to find the error.
    #[cold]
    fn wrong_board(&mut self) -> FenError {
        let start = self.offset;
        let rest = self.text.as_bytes()[start..].iter();
        let ranks =
            1 + rest.take_while(|&&byte| !is_blank(byte)).filter(|&&byte| byte == b'/').count();
        for rank in Rank::ALL.into_iter().rev() {
            if let Err(error) = self.wrong_rank(rank) {
                return error;
            }
            if rank == Rank::First || self.peek_in_field().is_none() {
                break;
            }
            self.offset += 1;
        }
        self.error(FenField::Pieces, FenErrorKind::RankCount(ranks))
    }

    /// Reads a rank to find its error.
    fn wrong_rank(&mut self, rank: Rank) -> Result<(), FenError> {
        let mut files = 0;
        let mut overflow = None;
        let mut after_count = false;
        while let Some(byte) = self.peek_in_field().filter(|&byte| byte != b'/') {
            let symbol = SYMBOLS[usize::from(byte)];
            let is_count = byte.is_ascii_digit() && !symbol.is_unknown();
            if is_count && after_count {
                return Err(self.error(FenField::Pieces, FenErrorKind::TwoCounts));
            }
            if symbol.is_unknown() {
                let kind = match byte {
                    b'0' | b'9' => FenErrorKind::SquareCount,
                    _ => FenErrorKind::UnknownPiece,
                };
                return Err(self.error_at(FenField::Pieces, kind));
            }
            files += usize::from(symbol.cells);
            if files > 8 {
                overflow.get_or_insert(self.offset);
            }
            after_count = is_count;
            self.offset += 1;
        }
        if files == 8 {
            return Ok(());
        }
        self.offset = overflow.unwrap_or(self.offset);
        Err(self.error(FenField::Pieces, FenErrorKind::RankLength { rank, files }))
    }

    fn turn(&mut self) -> Result<Color, FenError> {
        if !self.next_field() {
            return Err(self.error(FenField::Turn, FenErrorKind::Missing));
        }
        let turn = match self.peek() {
            Some(b'w' | b'W') => Color::White,
            Some(b'b' | b'B') => Color::Black,
            _ => return Err(self.error(FenField::Turn, FenErrorKind::UnknownTurn)),
        };
        self.offset += 1;
        if self.peek_in_field().is_some() {
            self.offset -= 1;
            return Err(self.error(FenField::Turn, FenErrorKind::UnknownTurn));
        }
        Ok(turn)
    }

    fn castling(&mut self, board: &Board) -> Result<Bitboard, FenError> {
        let mut rooks = Bitboard::EMPTY;
        if !self.next_field() || self.skip_dash() {
            return Ok(rooks);
        }
        while let Some(byte) = self.peek_in_field() {
            let Some(rook) = castling_rook(byte, board) else {
                return Err(self.error_at(FenField::Castling, FenErrorKind::UnknownCastling));
            };
            if rooks.contains(rook) {
                return Err(self.error_at(FenField::Castling, FenErrorKind::RepeatedCastling));
            }
            rooks.insert(rook);
            self.offset += 1;
        }
        Ok(rooks)
    }

    fn en_passant(&mut self) -> Result<Option<Square>, FenError> {
        if !self.next_field() || self.skip_dash() {
            return Ok(None);
        }
        let start = self.offset;
        let file = self.peek().and_then(|byte| File::from_char(char::from(byte)));
        self.offset += 1;
        let rank = self.peek().and_then(|byte| Rank::from_char(char::from(byte)));
        self.offset += 1;
        if let (Some(file), Some(rank), None) = (file, rank, self.peek_in_field()) {
            return Ok(Some(Square::new(file, rank)));
        }
        self.offset = start;
        Err(self.error(FenField::EnPassant, FenErrorKind::NotASquare))
    }

    /// Skips a field that consists only of a dash. Returns `true` if it skipped one.
    fn skip_dash(&mut self) -> bool {
        let next = self.text.as_bytes().get(self.offset + 1);
        let dash = self.peek() == Some(b'-') && next.is_none_or(|&byte| is_blank(byte));
        self.offset += usize::from(dash);
        dash
    }

    fn number(&mut self, field: FenField, max: u32) -> Result<Option<u32>, FenError> {
        if !self.next_field() {
            return Ok(None);
        }
        let start = self.offset;
        let mut number = Some(0_u32);
        while let Some(byte) = self.peek_in_field() {
            if !byte.is_ascii_digit() {
                self.offset = start;
                return Err(self.error(field, FenErrorKind::NotANumber));
            }
            let digit = u32::from(byte - b'0');
            number = number
                .and_then(|number| number.checked_mul(10)?.checked_add(digit))
                .filter(|&number| number <= max);
            self.offset += 1;
        }
        if number.is_none() {
            self.offset = start;
            return Err(self.error(field, FenErrorKind::NumberTooLarge(max)));
        }
        Ok(number)
    }

    fn end(&mut self) -> Result<(), FenError> {
        if self.next_field() {
            return Err(self.error(FenField::Rest, FenErrorKind::TrailingText));
        }
        Ok(())
    }
}

/// Returns `true` for a byte that separates fields. Line ends are included, so a line can be passed
/// with its line end.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns the square of the rook that a letter in the castling field refers to.
fn castling_rook(letter: u8, board: &Board) -> Option<Square> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    match letter.to_ascii_lowercase() {
        b'k' => Some(outermost_rook(board, color, CastlingSide::KingSide)),
        b'q' => Some(outermost_rook(board, color, CastlingSide::QueenSide)),
        letter => {
            let file = File::from_char(char::from(letter))?;
            Some(Square::new(file, color.back_rank()))
        }
    }
}
