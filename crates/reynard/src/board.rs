//! Piece placement.

use core::hash::{Hash, Hasher};

use crate::{Bitboard, Color, File, Piece, PieceType, Rank, Square};

/// The placement of the pieces, and nothing else.
///
/// The placement is stored twice: as sets of squares for each color and kind of piece, and as the
/// contents of each square. The sets provide, for example, the squares of all knights, and the
/// contents provide the captured piece. Keeping both costs less than deriving one from the other.
/// See
/// <https://www.chessprogramming.org/Board_Representation#Hybrid_Solutions>.
///
/// ```
/// use reynard::{Board, Color, PieceType, Square};
///
/// let mut board = Board::EMPTY;
/// board.set(Square::E4, Some(PieceType::Knight.of(Color::White)));
/// assert_eq!(board.piece_at(Square::E4).unwrap().to_char(), 'N');
/// assert_eq!(board.by_type(PieceType::Knight), Square::E4.bitboard());
/// assert_eq!(board.occupied().len(), 1);
/// ```
#[derive(Clone, Copy)]
pub struct Board {
    /// The squares of White (index 0), of each kind of piece (indexed by its discriminant) and of
    /// Black (index 7). Any three bits are a valid index, so look-ups need no bounds check.
    sets: [Bitboard; 8],
    squares: [Code; 64],
}

/// A piece in four bits: the discriminant of the kind and, as bit 3, the color. 0 represents an
/// empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(u8);

/// The change that a move makes to a board, as the new values of some sets. It is computed for one
/// board and can be applied to a copy, which avoids reading data that was just written.
pub(crate) struct BoardChange {
    /// The moving piece.
    pub(crate) mover: Code,
    /// The captured piece, or [`Code::NOTHING`].
    pub(crate) captured: Code,
    /// The new sets of the mover's kind and color, each with its index.
    moved: [(usize, Bitboard); 2],
    /// The new sets of the captured piece's kind and color, each with its index.
    taken: Option<[(usize, Bitboard); 2]>,
}

impl Code {
    /// The code of an empty square.
    pub(crate) const NOTHING: Self = Self(0);

    /// The number of codes, for tables.
    pub(crate) const COUNT: usize = 16;

    /// Returns the code of a piece.
    #[inline]
    pub(crate) const fn new(kind: PieceType, color: Color) -> Self {
        Self(kind as u8 | (color as u8) << 3)
    }

    /// Returns the four bits.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the kind of piece, if any.
    #[inline]
    pub(crate) const fn kind(self) -> Option<PieceType> {
        match self.0 & 7 {
            1 => Some(PieceType::Pawn),
            2 => Some(PieceType::Knight),
            3 => Some(PieceType::Bishop),
            4 => Some(PieceType::Rook),
            5 => Some(PieceType::Queen),
            6 => Some(PieceType::King),
            _ => None,
        }
    }

    /// Returns the color bit as a color. It is meaningless for [`Code::NOTHING`].
    #[inline]
    const fn color(self) -> Color {
        if self.0 & 8 == 0 { Color::White } else { Color::Black }
    }

    /// Returns `true` for a pawn of either color.
    #[inline(always)]
    pub(crate) const fn is_pawn(self) -> bool {
        self.0 & 7 == PieceType::Pawn as u8
    }

    /// Returns `true` for a king of either color.
    #[inline(always)]
    pub(crate) const fn is_king(self) -> bool {
        self.0 & 7 == PieceType::King as u8
    }

    /// Returns the piece's SAN letter; 0 for pawns and for [`Code::NOTHING`].
    #[inline(always)]
    pub(crate) const fn san_letter(self) -> u8 {
        const LETTERS: [u8; 8] = *b"\0\0NBRQK\0";
        LETTERS[(self.0 & 7) as usize]
    }

    /// Returns the index of the kind's set in a board. For [`Code::NOTHING`], this is the index of
    /// White's set.
    #[inline(always)]
    const fn set_index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Returns the code as an index that is less than [`Code::COUNT`].
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        (self.0 & 15) as usize
    }
}

/// Returns the index of a color's set in a board.
#[inline(always)]
const fn color_index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

impl Board {
    /// The board without pieces.
    pub const EMPTY: Self = Self { sets: [Bitboard::EMPTY; 8], squares: [Code::NOTHING; 64] };

    /// The initial position of the pieces in standard chess.
    ///
    /// ```
    /// use reynard::Board;
    ///
    /// assert_eq!(Board::STANDARD.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    /// ```
    pub const STANDARD: Self = Self::standard();

    const fn standard() -> Self {
        use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
        const ARRAY: [PieceType; 8] = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let mut board = Self::EMPTY;
        let mut index = 0;
        while index < 8 {
            let file = File::ALL[index];
            let first = Square::new(file, Rank::First);
            let second = Square::new(file, Rank::Second);
            board.put(first, Code::new(ARRAY[index], Color::White));
            board.put(second, Code::new(Pawn, Color::White));
            board.put(first.flip_rank(), Code::new(ARRAY[index], Color::Black));
            board.put(second.flip_rank(), Code::new(Pawn, Color::Black));
            index += 1;
        }
        board
    }

    /// Returns the piece on `square`.
    ///
    /// ```
    /// use reynard::{Board, Square};
    ///
    /// assert_eq!(Board::STANDARD.piece_at(Square::E1).map(char::from), Some('K'));
    /// ```
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let code = self.code_at(square);
        match code.kind() {
            Some(kind) => Some(Piece { color: code.color(), kind }),
            None => None,
        }
    }

    /// Returns the kind of the piece on `square`.
    ///
    /// ```
    /// use reynard::{Board, PieceType, Square};
    ///
    /// assert_eq!(Board::STANDARD.type_at(Square::B8), Some(PieceType::Knight));
    /// ```
    #[inline]
    pub const fn type_at(&self, square: Square) -> Option<PieceType> {
        self.code_at(square).kind()
    }

    /// Returns the color of the piece on `square`.
    ///
    /// ```
    /// use reynard::{Board, Color, Square};
    ///
    /// assert_eq!(Board::STANDARD.color_at(Square::B8), Some(Color::Black));
    /// ```
    #[inline]
    pub const fn color_at(&self, square: Square) -> Option<Color> {
        let code = self.code_at(square);
        if code.0 == 0 { None } else { Some(code.color()) }
    }

    /// Puts a piece on a square, or empties the square if `piece` is `None`.
    ///
    /// ```
    /// use reynard::{Board, Square};
    ///
    /// let mut board = Board::STANDARD;
    /// board.set(Square::E2, None);
    /// assert_eq!(board.occupied().len(), 31);
    /// ```
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) {
        let code = match piece {
            Some(Piece { color, kind }) => Code::new(kind, color),
            None => Code::NOTHING,
        };
        self.put(square, code);
    }

    /// Moves the piece on `from` to `to`, replacing any piece there. Does nothing if `from` is
    /// empty.
    ///
    /// ```
    /// use reynard::{Board, Square};
    ///
    /// let mut board = Board::STANDARD;
    /// board.relocate(Square::G1, Square::E7);
    /// assert_eq!(board.to_string(), "rnbqkbnr/ppppNppp/8/8/8/8/PPPPPPPP/RNBQKB1R");
    /// ```
    #[inline]
    pub fn relocate(&mut self, from: Square, to: Square) {
        if self.code_at(from) != Code::NOTHING {
            let change = self.change(from, to);
            self.apply(from, to, &change);
        }
    }

    /// Returns the occupied squares.
    ///
    /// ```
    /// use reynard::Board;
    ///
    /// assert_eq!(Board::STANDARD.occupied().len(), 32);
    /// ```
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard::from_bits(self.sets[0].bits() | self.sets[7].bits())
    }

    /// Returns the empty squares.
    ///
    /// ```
    /// use reynard::{Board, Square};
    ///
    /// assert!(Board::STANDARD.vacant().contains(Square::E4));
    /// ```
    #[inline]
    pub const fn vacant(&self) -> Bitboard {
        Bitboard::from_bits(!self.occupied().bits())
    }

    /// Returns the squares of the pieces of one color.
    ///
    /// ```
    /// use reynard::{Board, Color};
    ///
    /// assert_eq!(Board::STANDARD.by_color(Color::White).len(), 16);
    /// ```
    #[inline]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.sets[color_index(color)]
    }

    /// Returns the squares of the pieces of one kind, in both colors.
    ///
    /// ```
    /// use reynard::{Board, PieceType, Square};
    ///
    /// assert_eq!(Board::STANDARD.by_type(PieceType::King), Square::E1 | Square::E8);
    /// ```
    #[inline]
    pub const fn by_type(&self, kind: PieceType) -> Bitboard {
        self.sets[kind as usize]
    }

    /// Returns the squares of the pieces of one kind and color.
    ///
    /// ```
    /// use reynard::{Board, Color, PieceType, Square};
    ///
    /// let rooks = Board::STANDARD.pieces(Color::Black, PieceType::Rook);
    /// assert_eq!(rooks, Square::A8 | Square::H8);
    /// ```
    #[inline]
    pub const fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        Bitboard::from_bits(self.by_type(kind).bits() & self.by_color(color).bits())
    }

    /// Returns the squares of all bishops and queens.
    ///
    /// ```
    /// use reynard::Board;
    ///
    /// assert_eq!(Board::STANDARD.diagonal_sliders().len(), 6);
    /// ```
    #[inline]
    pub const fn diagonal_sliders(&self) -> Bitboard {
        let queens = self.by_type(PieceType::Queen).bits();
        Bitboard::from_bits(self.by_type(PieceType::Bishop).bits() | queens)
    }

    /// Returns the squares of all rooks and queens.
    ///
    /// ```
    /// use reynard::Board;
    ///
    /// assert_eq!(Board::STANDARD.orthogonal_sliders().len(), 6);
    /// ```
    #[inline]
    pub const fn orthogonal_sliders(&self) -> Bitboard {
        let queens = self.by_type(PieceType::Queen).bits();
        Bitboard::from_bits(self.by_type(PieceType::Rook).bits() | queens)
    }

    /// Returns the square of the only king of `color`, or `None` if there is no king or more than
    /// one.
    ///
    /// ```
    /// use reynard::{Board, Color, Square};
    ///
    /// assert_eq!(Board::STANDARD.king(Color::White), Some(Square::E1));
    /// assert_eq!(Board::EMPTY.king(Color::White), None);
    /// ```
    #[inline]
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, PieceType::King).single()
    }

    /// Returns every piece with its square, from a1 to h8.
    ///
    /// ```
    /// use reynard::{Board, Square};
    ///
    /// let (square, piece) = Board::STANDARD.iter().next().unwrap();
    /// assert_eq!((square, piece.to_char()), (Square::A1, 'R'));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied()
            .iter()
            .filter_map(|square| self.piece_at(square).map(|piece| (square, piece)))
    }

    /// Creates the board with these codes: one integer per rank from the first to the eighth, with
    /// one byte per file and the a-file in the lowest byte.
    ///
    /// A single multiplication gathers the lowest bits of the eight bytes of a rank: see
    /// <https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating>.
    pub(crate) fn from_codes(ranks: [u64; 8]) -> Self {
        const LOWEST_BITS: u64 = 0x0101_0101_0101_0101;
        const GATHER: u64 = 0x0102_0408_1020_4080;
        // The squares whose code has bit 0, 1, 2 and 3.
        let mut planes = [0; 4];
        for (rank, codes) in ranks.into_iter().enumerate() {
            for (bit, plane) in planes.iter_mut().enumerate() {
                let row = (codes >> bit & LOWEST_BITS).wrapping_mul(GATHER) >> 56;
                *plane |= row << (8 * rank);
            }
        }
        let [x, y, z, black] = planes;
        let white = (x | y | z) & !black;
        let kinds = [x & !y & !z, !x & y & !z, x & y & !z, !x & !y & z, x & !y & z, !x & y & z];
        let [pawns, knights, bishops, rooks, queens, kings] = kinds;
        let sets = [white, pawns, knights, bishops, rooks, queens, kings, black];
        let mut squares = [Code::NOTHING; 64];
        let (rows, _) = squares.as_chunks_mut::<8>();
        for (row, codes) in rows.iter_mut().zip(ranks) {
            *row = codes.to_le_bytes().map(Code);
        }
        Self { sets: sets.map(Bitboard::from_bits), squares }
    }

    /// Returns the piece on `square`, as a code.
    #[inline(always)]
    pub(crate) const fn code_at(&self, square: Square) -> Code {
        self.squares[square as usize]
    }

    /// Returns the squares of the pieces with this code. The result is meaningless for
    /// [`Code::NOTHING`].
    #[inline(always)]
    pub(crate) const fn pieces_of(&self, code: Code) -> Bitboard {
        let color = self.sets[color_index(code.color())];
        Bitboard::from_bits(self.sets[code.set_index()].bits() & color.bits())
    }

    /// Returns the change made to this board when the piece on `from` moves to `to`, capturing any
    /// piece there.
    #[inline(always)]
    pub(crate) fn change(&self, from: Square, to: Square) -> BoardChange {
        let (mover, captured) = (self.code_at(from), self.code_at(to));
        let moved = |index: usize| (index, (self.sets[index] - from.bitboard()) | to);
        let taken = |index: usize| (index, self.sets[index].without(to));
        BoardChange {
            mover,
            captured,
            moved: [moved(mover.set_index()), moved(color_index(mover.color()))],
            taken: (captured != Code::NOTHING)
                .then(|| [taken(captured.set_index()), taken(color_index(captured.color()))]),
        }
    }

    /// Applies a change computed by [`Board::change`] to this board or a copy of it.
    #[inline(always)]
    pub(crate) fn apply(&mut self, from: Square, to: Square, change: &BoardChange) {
        // The mover's sets come last: they are right even if both pieces are of the same kind.
        if let Some(taken) = change.taken {
            for (index, set) in taken {
                self.sets[index & 7] = set;
            }
        }
        for (index, set) in change.moved {
            self.sets[index & 7] = set;
        }
        self.squares[from as usize] = Code::NOTHING;
        self.squares[to as usize] = change.mover;
    }

    /// Copies another board in two parts: the compiler inlines copies of 64 bytes, but a copy of
    /// 128 bytes becomes a call.
    #[inline(always)]
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.sets = other.sets;
        self.squares = other.squares;
    }

    /// Reverts [`Board::apply`].
    #[inline(always)]
    pub(crate) fn unmove_piece(&mut self, from: Square, to: Square, mover: Code, captured: Code) {
        let both = from.bitboard() | to;
        self.sets[mover.set_index()] ^= both;
        self.sets[color_index(mover.color())] ^= both;
        self.squares[from as usize] = mover;
        self.squares[to as usize] = captured;
        if captured != Code::NOTHING {
            self.sets[captured.set_index()] ^= to;
            self.sets[color_index(captured.color())] ^= to;
        }
    }

    /// Replaces the contents of `square`.
    #[inline]
    pub(crate) const fn put(&mut self, square: Square, code: Code) {
        let present = self.code_at(square);
        if present.0 != 0 {
            self.sets[present.set_index()].remove(square);
            self.sets[color_index(present.color())].remove(square);
            self.squares[square as usize] = Code::NOTHING;
        }
        if code.0 != 0 {
            self.add(square, code);
        }
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) const fn add(&mut self, square: Square, code: Code) {
        self.sets[code.set_index()].insert(square);
        self.sets[color_index(code.color())].insert(square);
        self.squares[square as usize] = code;
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.sets == other.sets
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sets.hash(state);
    }
}

impl Default for Board {
    /// Returns the empty board.
    fn default() -> Self {
        Self::EMPTY
    }
}
