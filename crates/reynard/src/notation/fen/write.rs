//! Writing of FENs to a buffer on the stack.

use alloc::string::String;
use core::fmt;
use core::ops::Deref;

use super::outermost_rook;
use crate::board::Code;
use crate::{
    Bitboard, Board, CastlingSide, Color, EnPassantMode, PieceType, Position, Rank, Setup, Square,
};

/// Notation of castling rights.
///
/// ```
/// use reynard::{Setup, fen::FenStyle};
///
/// let setup = Setup::standard();
/// assert!(setup.fen_text(FenStyle::XFen).contains(" KQkq "));
/// assert!(setup.fen_text(FenStyle::Shredder).contains(" HAha "));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FenStyle {
    /// Like [`XFen`](Self::XFen), but with the file letter for rights that readers would otherwise
    /// mistake for stale rights of standard chess: see [`Setup::chess960_rooks`]. In standard chess
    /// this is the standard FEN.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1".parse()?;
    /// assert_eq!(pos.fen(), "4k3/8/8/8/8/8/8/R3KR2 w FQ - 0 1");
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    #[default]
    Unambiguous,
    /// `K` and `Q` for the outermost rooks, and the file letter for other rooks.
    XFen,
    /// Always the letter of the rook's file.
    Shredder,
}

/// Options for writing the FEN of a [`Position`]. The default is [`FenStyle::Unambiguous`], with
/// the en-passant square only if a capture is legal.
///
/// ```
/// use reynard::{EnPassantMode, FenOptions, Position};
///
/// let mut pos = Position::startpos();
/// pos.play(pos.parse_uci("e2e4")?)?;
/// assert_eq!(pos.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// let options = FenOptions { en_passant: EnPassantMode::Always, ..FenOptions::default() };
/// assert_eq!(
///     pos.fen_with(options),
///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FenOptions {
    /// Notation of castling rights.
    pub style: FenStyle,
    /// Condition for writing the en-passant square.
    pub en_passant: EnPassantMode,
}

impl Position {
    /// Returns the FEN with the default [`FenOptions`].
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Position::startpos().fen(), fen);
    /// ```
    pub fn fen(&self) -> String {
        self.fen_with(FenOptions::default())
    }

    /// Returns the FEN, written with the given `options`.
    ///
    /// ```
    /// use reynard::{FenOptions, Position, fen::FenStyle};
    ///
    /// let options = FenOptions { style: FenStyle::Shredder, ..FenOptions::default() };
    /// assert!(Position::startpos().fen_with(options).contains(" HAha "));
    /// ```
    pub fn fen_with(&self, options: FenOptions) -> String {
        String::from(self.fen_text(options).as_str())
    }

    /// Returns the FEN in a buffer on the stack.
    ///
    /// ```
    /// use reynard::{FenOptions, Position};
    ///
    /// let fen = Position::startpos().fen_text(FenOptions::default());
    /// assert!(fen.starts_with("rnbqkbnr/"));
    /// ```
    pub fn fen_text(&self, options: FenOptions) -> FenText {
        let setup = Setup { en_passant: self.en_passant(options.en_passant), ..self.to_setup() };
        setup.fen_text(options.style)
    }
}

impl fmt::Display for Position {
    /// Writes the FEN with the default [`FenOptions`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen_text(FenOptions::default()))
    }
}

impl Setup {
    /// Returns the X-FEN of this set-up. [`Setup::fen_text`] offers a choice of styles.
    ///
    /// ```
    /// use reynard::Setup;
    ///
    /// assert_eq!(Setup::EMPTY.fen(), "8/8/8/8/8/8/8/8 w - - 0 1");
    /// ```
    pub fn fen(&self) -> String {
        String::from(self.fen_text(FenStyle::XFen).as_str())
    }

    /// Returns the FEN of this set-up in a buffer on the stack.
    ///
    /// The FEN expresses everything that the set-up contains, so parsing it again returns an equal
    /// set-up. The only exception is a castling right with a rook off the back ranks, which no FEN
    /// can express and which is omitted.
    ///
    /// ```
    /// use reynard::{Setup, fen::FenStyle};
    ///
    /// let setup = Setup::standard();
    /// assert_eq!(Setup::from_fen(&setup.fen_text(FenStyle::Shredder)), Ok(setup));
    /// ```
    pub fn fen_text(&self, style: FenStyle) -> FenText {
        let mut text = self.position_text(style);
        text.push(b' ');
        text.push_number(u32::from(self.halfmove_clock));
        text.push(b' ');
        text.push_number(self.fullmove_number);
        text
    }

    /// Returns the first four fields, which begin an EPD record.
    pub(crate) fn position_text(&self, style: FenStyle) -> FenText {
        let mut text = FenText::EMPTY;
        text.push_board(&self.board);
        text.push(b' ');
        text.push(self.turn.to_char() as u8);
        text.push(b' ');
        text.push_castling(self, style);
        text.push(b' ');
        match self.en_passant {
            Some(square) => text.push_square(square),
            None => text.push(b'-'),
        }
        text
    }
}

impl fmt::Display for Board {
    /// Writes the first field of a FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&FenText::of_board(self))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl fmt::Display for Setup {
    /// Writes the X-FEN: see [`Setup::fen_text`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen_text(FenStyle::XFen))
    }
}

/// A FEN on the stack, which dereferences to `str`. Created by [`Position::fen_text`] and
/// [`Setup::fen_text`].
#[derive(Clone, Copy)]
pub struct FenText {
    bytes: [u8; Self::CAPACITY],
    len: usize,
}

impl FenText {
    /// At most 71 bytes for the pieces, 1 for the side, 16 for castling rights, 2 for a square, 5
    /// and 10 for the digits of the two counters, and 5 for blanks.
    const CAPACITY: usize = 110;

    const EMPTY: Self = Self { bytes: [0; Self::CAPACITY], len: 0 };

    /// Returns the text.
    ///
    /// ```
    /// use reynard::{FenOptions, Position};
    ///
    /// let text = Position::startpos().fen_text(FenOptions::default());
    /// assert!(text.as_str().ends_with(" 0 1"));
    /// ```
    pub fn as_str(&self) -> &str {
        // Only ASCII is ever pushed.
        core::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }

    /// Writes only the first field.
    pub(crate) fn of_board(board: &Board) -> Self {
        let mut text = Self::EMPTY;
        text.push_board(board);
        text
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    fn push_board(&mut self, board: &Board) {
        let occupied = board.occupied();
        for rank in Rank::ALL.into_iter().rev() {
            let mut next = 0;
            for square in occupied & rank {
                let file = square.file() as u8;
                if file > next {
                    self.push(b'0' + file - next);
                }
                self.push(LETTERS[board.code_at(square).index()]);
                next = file + 1;
            }
            if next < 8 {
                self.push(b'8' - next);
            }
            if rank != Rank::First {
                self.push(b'/');
            }
        }
    }

    fn push_castling(&mut self, setup: &Setup, style: FenStyle) {
        let start = self.len;
        let by_file = match style {
            FenStyle::XFen => Bitboard::EMPTY,
            FenStyle::Unambiguous => setup.chess960_rooks(),
            FenStyle::Shredder => Bitboard::FULL,
        };
        for color in Color::ALL {
            let rooks = setup.castling_rooks & color.back_rank();
            let to_case = |letter: u8| match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            };
            for rook in rooks.iter().rev() {
                let letter = if by_file.contains(rook) {
                    rook.file().to_char() as u8
                } else {
                    x_fen_letter(&setup.board, color, rook)
                };
                self.push(to_case(letter));
            }
        }
        if self.len == start {
            self.push(b'-');
        }
    }

    fn push_square(&mut self, square: Square) {
        self.push(square.file().to_char() as u8);
        self.push(square.rank().to_char() as u8);
    }

    fn push_number(&mut self, number: u32) {
        let digits = number.checked_ilog10().unwrap_or(0);
        let mut unit = 10_u32.pow(digits);
        while unit > 0 {
            self.push(b'0' + (number / unit % 10) as u8);
            unit /= 10;
        }
    }
}

/// Returns the lower-case letter for a rook: `k` or `q` if a reader would find this rook by that
/// letter, otherwise the letter of its file.
fn x_fen_letter(board: &Board, color: Color, rook: Square) -> u8 {
    if outermost_rook(board, color, CastlingSide::KingSide) == rook {
        b'k'
    } else if outermost_rook(board, color, CastlingSide::QueenSide) == rook {
        b'q'
    } else {
        rook.file().to_char() as u8
    }
}

/// The FEN letter of each [`Code`]; a blank for an empty square.
const LETTERS: [u8; Code::COUNT] = letters();

const fn letters() -> [u8; Code::COUNT] {
    let mut letters = [b' '; Code::COUNT];
    let mut index = 0;
    while index < PieceType::ALL.len() {
        let kind = PieceType::ALL[index];
        letters[Code::new(kind, Color::White).index()] = kind.of(Color::White).to_char() as u8;
        letters[Code::new(kind, Color::Black).index()] = kind.of(Color::Black).to_char() as u8;
        index += 1;
    }
    letters
}

impl Deref for FenText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for FenText {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for FenText {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for FenText {}

impl PartialEq<str> for FenText {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for FenText {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}
