//! Start positions of Chess960.

use core::fmt;
use core::str::FromStr;

use crate::{Board, Color, File, Piece, PieceType, Position, Setup, Square};

/// One of the 960 starting arrays of the pieces on the back rank, with its number in Reinhard
/// Scharnagl's scheme, 0 to 959. Number 518 is the array of standard chess.
///
/// The bishops stand on squares of opposite colors, and the king stands between the rooks. The
/// scheme is described at <https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>.
///
/// ```
/// use reynard::{Position, StartArray};
///
/// let array = StartArray::new(0).unwrap();
/// assert_eq!(array.to_string(), "BBQNNRKR");
/// assert_eq!(Position::startpos(), Position::chess960(StartArray::STANDARD));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StartArray(u16);

/// The ten placements of two knights on the five squares that the bishops and the queen leave free.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl StartArray {
    /// The number of arrays.
    pub const COUNT: u16 = 960;

    /// The array of standard chess.
    pub const STANDARD: Self = Self(518);

    /// Returns the array with this number, or `None` if it is 960 or above.
    ///
    /// ```
    /// use reynard::StartArray;
    ///
    /// assert_eq!(StartArray::new(518), Some(StartArray::STANDARD));
    /// assert_eq!(StartArray::new(960), None);
    /// ```
    pub const fn new(number: u16) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// Returns the number of this array, 0 to 959.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Returns all arrays, ordered by number.
    ///
    /// ```
    /// assert_eq!(reynard::StartArray::all().count(), 960);
    /// ```
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
        (0..Self::COUNT).map(Self)
    }

    /// Returns the pieces from the a-file to the h-file.
    ///
    /// ```
    /// use reynard::{PieceType, StartArray};
    ///
    /// assert_eq!(StartArray::STANDARD.pieces()[4], PieceType::King);
    /// ```
    pub const fn pieces(self) -> [PieceType; 8] {
        let number = self.0 as usize;
        let (light, dark) = (number % 4, number / 4 % 4);
        let (queen, knights) = (number / 16 % 6, number / 96);
        let mut array = [None; 8];
        array[2 * light + 1] = Some(PieceType::Bishop);
        array[2 * dark] = Some(PieceType::Bishop);
        array[nth_vacant(array, queen)] = Some(PieceType::Queen);
        let (first, second) = KNIGHTS[knights % KNIGHTS.len()];
        // The place of the second knight is counted before the first knight is placed.
        let second = nth_vacant(array, second);
        array[nth_vacant(array, first)] = Some(PieceType::Knight);
        array[second] = Some(PieceType::Knight);
        // Rook, king and rook fill the remaining squares.
        let mut pieces = [PieceType::Rook; 8];
        let mut left = 0;
        let mut file = 0;
        while file < 8 {
            if let Some(kind) = array[file] {
                pieces[file] = kind;
            } else {
                left += 1;
                if left == 2 {
                    pieces[file] = PieceType::King;
                }
            }
            file += 1;
        }
        pieces
    }

    /// Returns the array with these pieces from the a-file to the h-file, or `None` if it is not a
    /// valid array.
    ///
    /// ```
    /// use reynard::StartArray;
    ///
    /// let mut pieces = StartArray::STANDARD.pieces();
    /// assert_eq!(StartArray::from_pieces(pieces), Some(StartArray::STANDARD));
    /// pieces.swap(0, 1);
    /// assert_eq!(StartArray::from_pieces(pieces).map(StartArray::number), Some(230));
    /// pieces.swap(4, 7);
    /// assert_eq!(StartArray::from_pieces(pieces), None);
    /// ```
    pub fn from_pieces(pieces: [PieceType; 8]) -> Option<Self> {
        let bishop_on =
            |files: [usize; 4]| files.iter().position(|&file| pieces[file] == PieceType::Bishop);
        let light = bishop_on([1, 3, 5, 7])?;
        let dark = bishop_on([0, 2, 4, 6])?;
        let place = |kind, without: &[PieceType]| {
            pieces.iter().filter(|piece| !without.contains(piece)).position(|&piece| piece == kind)
        };
        let queen = place(PieceType::Queen, &[PieceType::Bishop])?;
        let minor = [PieceType::Bishop, PieceType::Queen];
        let mut knights = [None; 2];
        let others = pieces.iter().filter(|piece| !minor.contains(piece)).enumerate();
        let mut places = others.filter(|&(_, &piece)| piece == PieceType::Knight);
        for knight in &mut knights {
            *knight = places.next().map(|(place, _)| place);
        }
        let pair = (knights[0]?, knights[1]?);
        let knights = KNIGHTS.iter().position(|&known| known == pair)?;
        let number = ((knights * 6 + queen) * 4 + dark) * 4 + light;
        // Only an array with the right pieces in the right order is the array with its number.
        Self::new(number as u16).filter(|array| array.pieces() == pieces)
    }
}

/// Returns the file of the vacant square with `count` vacant squares to its left.
const fn nth_vacant(array: [Option<PieceType>; 8], count: usize) -> usize {
    let mut left = count;
    let mut file = 0;
    while file < 7 {
        if array[file].is_none() {
            if left == 0 {
                break;
            }
            left -= 1;
        }
        file += 1;
    }
    file
}

impl fmt::Display for StartArray {
    /// Writes the letters of the pieces: `RNBQKBNR`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for kind in self.pieces() {
            write!(f, "{}", kind.of(Color::White))?;
        }
        Ok(())
    }
}

impl FromStr for StartArray {
    type Err = ParseStartArrayError;

    /// Parses the letters of the pieces from the a-file to the h-file, as `Display` writes them.
    ///
    /// ```
    /// use reynard::StartArray;
    ///
    /// assert_eq!("RNBQKBNR".parse(), Ok(StartArray::STANDARD));
    /// assert!("RNBQRKNB".parse::<StartArray>().is_err(), "the king stands between the rooks");
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseStartArrayError> {
        let mut pieces = [PieceType::Pawn; 8];
        let mut letters = text.chars();
        for piece in &mut pieces {
            let letter = letters.next().and_then(Piece::from_char);
            let white = letter.filter(|piece| piece.color == Color::White);
            *piece = white.ok_or(ParseStartArrayError)?.kind;
        }
        let array = Self::from_pieces(pieces).filter(|_| letters.next().is_none());
        array.ok_or(ParseStartArrayError)
    }
}

/// The error returned for text that is not an array of Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseStartArrayError;

impl fmt::Display for ParseStartArrayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an array of Chess960, such as `RNBQKBNR`")
    }
}

impl core::error::Error for ParseStartArrayError {}

impl Setup {
    /// Sets up the start of a Chess960 game, with one array per side. Tournaments use the same
    /// array for both sides; a game with two different arrays is called "double" Chess960.
    ///
    /// ```
    /// use reynard::{Setup, StartArray};
    ///
    /// let (white, black) = (StartArray::new(0).unwrap(), StartArray::STANDARD);
    /// assert_eq!(
    ///     Setup::chess960(white, black).to_string(),
    ///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
    /// );
    /// ```
    pub fn chess960(white: StartArray, black: StartArray) -> Self {
        let mut setup = Self { board: Board::EMPTY, ..Self::EMPTY };
        for (color, array) in [(Color::White, white), (Color::Black, black)] {
            for (file, kind) in File::ALL.into_iter().zip(array.pieces()) {
                let square = Square::new(file, color.back_rank());
                let pawn_square = Square::new(file, crate::Rank::Second.relative_to(color));
                setup.board.set(square, Some(kind.of(color)));
                setup.board.set(pawn_square, Some(PieceType::Pawn.of(color)));
                if kind == PieceType::Rook {
                    setup.castling_rooks.insert(square);
                }
            }
        }
        setup
    }
}

impl Position {
    /// Returns the start position of a Chess960 game.
    ///
    /// ```
    /// use reynard::{Position, StartArray};
    ///
    /// let pos = Position::chess960(StartArray::new(959).unwrap());
    /// assert_eq!(pos.fen(), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
    /// ```
    pub fn chess960(array: StartArray) -> Self {
        Self::double_chess960(array, array)
    }

    /// Returns the start position of a Chess960 game with different arrays for the two sides.
    ///
    /// ```
    /// use reynard::{Position, StartArray};
    ///
    /// let pos = Position::double_chess960(StartArray::new(0).unwrap(), StartArray::STANDARD);
    /// assert!(pos.fen().contains("/BBQNNRKR w HFkq "));
    /// ```
    pub fn double_chess960(white: StartArray, black: StartArray) -> Self {
        Self::from_checked_setup(&Setup::chess960(white, black))
    }
}
