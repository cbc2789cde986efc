//! A second implementation of the rules of chess, written directly from the FIDE Laws of Chess
//! (<https://handbook.fide.com/chapter/E012023>). The implementation is slow, and plain enough to
//! be checked by reading: the board is an 8 x 8 array of letters, and each move is tried, after
//! which the king is tested for attacks.

/// A square as a file and a rank, both 0 to 7.
pub(crate) type Square = (i8, i8);

/// The letter of an empty square.
pub(crate) const NOTHING: u8 = b'.';

/// A position.
///
/// ```
/// use reynard_testkit::Naive;
///
/// let start = Naive::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
///     .unwrap();
/// assert_eq!(start.legal_moves().len(), 20);
/// assert!(!start.is_check());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Naive {
    /// The piece letters used in a FEN, by rank and file.
    pub(crate) board: [[u8; 8]; 8],
    pub(crate) white_to_move: bool,
    /// The files of the rooks that may castle, for White and for Black.
    pub(crate) castling: [[bool; 8]; 2],
    /// The square that a pawn has just passed.
    pub(crate) passed: Option<Square>,
    pub(crate) clock: u32,
    pub(crate) number: u32,
}

/// A move. Castling is represented as the king moving to its rook's square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The lower-case letter of the promotion piece, if any.
    pub(crate) promotion: Option<u8>,
}

/// Cases in which the passed square is written in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// After every double pawn push.
    Always,
    /// Only if the pawn can legally be captured en passant.
    IfCapturable,
}

impl Naive {
    /// An empty board, with White to move.
    pub(crate) const EMPTY: Self = Self {
        board: [[NOTHING; 8]; 8],
        white_to_move: true,
        castling: [[false; 8]; 2],
        passed: None,
        clock: 0,
        number: 1,
    };

    /// Returns the letter on a square, or [`NOTHING`] if it is empty.
    pub(crate) const fn at(&self, (file, rank): Square) -> u8 {
        self.board[rank.unsigned_abs() as usize][file.unsigned_abs() as usize]
    }

    pub(crate) const fn put(&mut self, (file, rank): Square, letter: u8) {
        self.board[rank.unsigned_abs() as usize][file.unsigned_abs() as usize] = letter;
    }

    /// Returns the piece of one side on a square in lower case, or [`NOTHING`] if there is none.
    pub(crate) const fn piece_of(&self, white: bool, square: Square) -> u8 {
        let letter = self.at(square);
        if letter != NOTHING && letter.is_ascii_uppercase() == white {
            letter.to_ascii_lowercase()
        } else {
            NOTHING
        }
    }

    /// Returns the squares of one side's pieces.
    pub(crate) fn men(&self, white: bool) -> impl Iterator<Item = Square> + '_ {
        all_squares().filter(move |&square| self.piece_of(white, square) != NOTHING)
    }

    /// Returns `true` if a piece of one side attacks a square, even if it is pinned (article
    /// 3.1.2).
    pub(crate) fn is_attacked(&self, target: Square, by_white: bool) -> bool {
        self.attackers(target, by_white).next().is_some()
    }

    fn attackers(&self, target: Square, by_white: bool) -> impl Iterator<Item = Square> + '_ {
        self.men(by_white).filter(move |&from| self.attacks(from, target))
    }

    /// Returns `true` if the piece on `from` attacks `to`.
    pub(crate) fn attacks(&self, from: Square, to: Square) -> bool {
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let letter = self.at(from);
        let straight = (files == 0) != (ranks == 0);
        let diagonal = files.abs() == ranks.abs() && files != 0;
        match letter.to_ascii_lowercase() {
            b'p' => files.abs() == 1 && ranks == forward(letter.is_ascii_uppercase()),
            b'n' => files.abs() * ranks.abs() == 2,
            b'k' => files.abs().max(ranks.abs()) == 1,
            b'b' => diagonal && self.is_way_free(from, to),
            b'r' => straight && self.is_way_free(from, to),
            b'q' => (diagonal || straight) && self.is_way_free(from, to),
            _ => false,
        }
    }

    /// Returns `true` if all squares between two squares on a line are empty.
    fn is_way_free(&self, from: Square, to: Square) -> bool {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut square = (from.0 + step.0, from.1 + step.1);
        while square != to {
            if self.at(square) != NOTHING {
                return false;
            }
            square = (square.0 + step.0, square.1 + step.1);
        }
        true
    }

    pub(crate) fn king(&self, white: bool) -> Option<Square> {
        self.men(white).find(|&square| self.piece_of(white, square) == b'k')
    }

    /// Returns `true` if the king of one side is attacked.
    pub(crate) fn is_king_attacked(&self, white: bool) -> bool {
        self.king(white).is_some_and(|king| self.is_attacked(king, !white))
    }

    /// Returns `true` if the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.is_king_attacked(self.white_to_move)
    }

    /// Returns the names of the squares from which one side's pieces attack `square`.
    ///
    /// # Panics
    ///
    /// Panics if `square` is not the name of a square.
    ///
    /// ```
    /// use reynard_testkit::Naive;
    ///
    /// let pos = Naive::from_fen("4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1").unwrap();
    /// assert_eq!(pos.attackers_of("f3", true), ["g1", "e2"]);
    /// ```
    pub fn attackers_of(&self, square: &str, by_white: bool) -> Vec<String> {
        let target = parse_square(square).expect("the name of a square");
        self.attackers(target, by_white).map(square_name).collect()
    }

    /// Returns the names of the squares of one side's pinned pieces. A piece is pinned if removing
    /// it would expose its king to one more attacker.
    pub fn pinned(&self, white: bool) -> Vec<String> {
        let Some(king) = self.king(white) else { return Vec::new() };
        let checkers = self.attackers(king, !white).count();
        let is_pinned = |square: &Square| {
            let mut lifted = *self;
            lifted.put(*square, NOTHING);
            *square != king && lifted.attackers(king, !white).count() > checkers
        };
        self.men(white).filter(is_pinned).map(square_name).collect()
    }

    /// Returns `true` if White is to move.
    pub const fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    /// Returns the number of pieces on the board.
    pub fn men_count(&self) -> usize {
        self.men(true).chain(self.men(false)).count()
    }
}

/// Returns the direction in which a side's pawns move.
pub(crate) const fn forward(white: bool) -> i8 {
    if white { 1 } else { -1 }
}

/// Returns the rank on which a side's pieces start.
pub(crate) const fn home_rank(white: bool) -> i8 {
    if white { 0 } else { 7 }
}

/// Returns all squares: a1 to h1, then a2 to h2, and so on.
pub(crate) fn all_squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

pub(crate) const fn is_on_board((file, rank): Square) -> bool {
    0 <= file && file < 8 && 0 <= rank && rank < 8
}

pub(crate) fn square_name((file, rank): Square) -> String {
    let letter = |base: u8, index: i8| char::from(base + index.unsigned_abs());
    String::from_iter([letter(b'a', file), letter(b'1', rank)])
}

pub(crate) fn parse_square(name: &str) -> Option<Square> {
    let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else { return None };
    Some(((file - b'a').cast_signed(), (rank - b'1').cast_signed()))
}
