//! Gapless numbering of moves, for the output of a learned policy.

use core::fmt;

use crate::{Color, Move, MoveKind, PieceType, Position, Square, UciMove};

/// The class of a move: one of the 1,968 combinations of origin, target and promotion that a chess
/// move can have.
///
/// The numbers are frozen, because trained networks depend on them. First come the 1,792 pairs of
/// squares that are a queen move or a knight move apart, ordered by origin and then by target, from
/// a1 to h8. Then come the 176 promotions, White's before Black's, ordered by origin, target and
/// piece from knight to queen.
///
/// Castling is the king taking its own rook, as in [`Move`], so the legal moves of a position
/// always have distinct classes, even in Chess960. Captures are not distinguished from quiet moves.
///
/// A network that always sees the board from the point of view of the side to move can use
/// [`PolicyIndex::relative_to`].
///
/// ```
/// use reynard::{Color, PolicyIndex, Position};
///
/// let pos = Position::startpos();
/// let mv = pos.parse_uci("e2e4")?;
/// let class = PolicyIndex::of(mv).unwrap();
/// assert_eq!(class.index(), 322);
/// assert_eq!(class.to_move(&pos), Some(mv));
/// // For Black the same advance is e7e5, and has the same class once the board is turned.
/// let reply = PolicyIndex::new("e7".parse()?, "e5".parse()?, None).unwrap();
/// assert_eq!(reply.relative_to(Color::Black), class);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct PolicyIndex(u16);

impl PolicyIndex {
    /// The number of classes.
    pub const COUNT: usize = PAIRS + PROMOTIONS;

    /// Returns the class of an origin, a target and a promotion, or `None` if no piece can make
    /// such a move.
    ///
    /// ```
    /// use reynard::{PolicyIndex, PieceType, Square};
    ///
    /// assert!(PolicyIndex::new(Square::A7, Square::B8, Some(PieceType::Rook)).is_some());
    /// assert!(PolicyIndex::new(Square::A7, Square::B8, Some(PieceType::King)).is_none());
    /// assert!(PolicyIndex::new(Square::A1, Square::B4, None).is_none());
    /// ```
    pub const fn new(from: Square, to: Square, promotion: Option<PieceType>) -> Option<Self> {
        let index = match promotion {
            None => TABLES.pairs[from as usize][to as usize],
            Some(kind) => match promotion_color(from, to) {
                Some(color) if MoveKind::promotion(kind).is_some() => {
                    let (from, to) = (from.file() as usize, to.file() as usize);
                    TABLES.promotions[color as usize][from][to] + kind as u16
                        - PieceType::Knight as u16
                }
                _ => NO_INDEX,
            },
        };
        if index == NO_INDEX { None } else { Some(Self(index)) }
    }

    /// Returns the class of a move, or `None` for a move that no piece can make, such as a
    /// promotion on the fifth rank.
    ///
    /// ```
    /// use reynard::{PolicyIndex, Position};
    ///
    /// let mv = Position::startpos().parse_san("e4")?;
    /// assert_eq!(PolicyIndex::of(mv).map(PolicyIndex::index), Some(322));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn of(mv: Move) -> Option<Self> {
        Self::new(mv.from(), mv.to(), mv.promotion())
    }

    /// Returns the class with this number, or `None` if it is not below [`PolicyIndex::COUNT`].
    ///
    /// ```
    /// use reynard::{PolicyIndex, Square};
    ///
    /// assert_eq!(PolicyIndex::from_index(0).map(PolicyIndex::to), Some(Square::B1));
    /// assert_eq!(PolicyIndex::from_index(1968), None);
    /// ```
    pub const fn from_index(index: u16) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// Returns the number of this class, below [`PolicyIndex::COUNT`].
    #[inline]
    pub const fn index(self) -> u16 {
        self.0
    }

    /// Returns all classes, ordered by number.
    ///
    /// ```
    /// use reynard::PolicyIndex;
    ///
    /// assert_eq!(PolicyIndex::all().len(), PolicyIndex::COUNT);
    /// ```
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
        (0..Self::COUNT as u16).map(Self)
    }

    /// Returns the origin square of the moves.
    ///
    /// ```
    /// use reynard::{PolicyIndex, Square};
    ///
    /// assert_eq!(PolicyIndex::from_index(322).map(PolicyIndex::from), Some(Square::E2));
    /// ```
    #[inline]
    pub const fn from(self) -> Square {
        self.parts().from
    }

    /// Returns the target square of the moves; for castling, the square of the rook.
    ///
    /// ```
    /// use reynard::{PolicyIndex, Square};
    ///
    /// assert_eq!(PolicyIndex::from_index(322).map(PolicyIndex::to), Some(Square::E4));
    /// ```
    #[inline]
    pub const fn to(self) -> Square {
        self.parts().to
    }

    /// Returns the piece to which a pawn promotes.
    ///
    /// ```
    /// use reynard::{PieceType, PolicyIndex, Square};
    ///
    /// let index = PolicyIndex::new(Square::A7, Square::A8, Some(PieceType::Queen));
    /// assert_eq!(index.and_then(PolicyIndex::promotion), Some(PieceType::Queen));
    /// ```
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        self.parts().promotion
    }

    /// Returns the class with the board mirrored top to bottom: e2e4 becomes e7e5.
    ///
    /// ```
    /// use reynard::{PolicyIndex, Square};
    ///
    /// let push = PolicyIndex::new(Square::E2, Square::E4, None).unwrap();
    /// assert_eq!(push.mirrored().from(), Square::E7);
    /// ```
    #[must_use]
    pub const fn mirrored(self) -> Self {
        let Parts { from, to, promotion } = self.parts();
        match Self::new(from.flip_rank(), to.flip_rank(), promotion) {
            Some(class) => class,
            // The mirrored move always exists as well.
            None => self,
        }
    }

    /// Returns the class as seen by `color`, with its own first rank at the bottom. Applying this
    /// twice returns the original class.
    ///
    /// ```
    /// use reynard::{Color, PolicyIndex, Square};
    ///
    /// let push = PolicyIndex::new(Square::E7, Square::E5, None).unwrap();
    /// assert_eq!(push.relative_to(Color::Black).to(), Square::E4);
    /// ```
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.mirrored(),
        }
    }

    /// Returns the legal move of this class in a position, if there is one.
    ///
    /// ```
    /// use reynard::{PolicyIndex, Position, Square};
    ///
    /// let push = PolicyIndex::new(Square::E2, Square::E4, None).unwrap();
    /// let mv = push.to_move(&Position::startpos());
    /// assert_eq!(mv.map(|mv| mv.to_string()).as_deref(), Some("e2e4"));
    /// ```
    pub fn to_move(self, pos: &Position) -> Option<Move> {
        let Parts { from, to, promotion } = self.parts();
        let mv = UciMove::Normal { from, to, promotion }.to_move(pos).ok()?;
        // UCI also writes castling by the king's target, which has another index.
        (mv.to() == to).then_some(mv)
    }

    const fn parts(self) -> Parts {
        TABLES.parts[self.0 as usize]
    }
}

/// Pairs of distinct squares that are a queen move or a knight move apart.
const PAIRS: usize = 1792;

/// Promotions: 22 pairs of squares and 4 pieces per side.
const PROMOTIONS: usize = 2 * 22 * PieceType::PROMOTIONS.len();

/// Marker for combinations that no piece can make.
const NO_INDEX: u16 = u16::MAX;

/// The origin, target and promotion piece that an index represents.
#[derive(Clone, Copy)]
struct Parts {
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
}

struct Tables {
    parts: [Parts; PolicyIndex::COUNT],
    /// The class of a pair of squares without a promotion.
    pairs: [[u16; 64]; 64],
    /// The class of a promotion to a knight, indexed by color and by the files of origin and
    /// target. The classes for the other pieces follow that for the knight.
    promotions: [[[u16; 8]; 8]; 2],
}

static TABLES: Tables = tables();

const fn tables() -> Tables {
    let nothing = Parts { from: Square::A1, to: Square::A1, promotion: None };
    let mut tables = Tables {
        parts: [nothing; PolicyIndex::COUNT],
        pairs: [[NO_INDEX; 64]; 64],
        promotions: [[[NO_INDEX; 8]; 8]; 2],
    };
    let mut class = 0;
    let mut pair = 0;
    while pair < 64 * 64 {
        let (from, to) = (Square::ALL[pair / 64], Square::ALL[pair % 64]);
        if is_move(from, to) {
            tables.parts[class] = Parts { from, to, promotion: None };
            tables.pairs[pair / 64][pair % 64] = class as u16;
            class += 1;
        }
        pair += 1;
    }
    assert!(class == PAIRS);
    let mut color = 0;
    while color < 2 {
        let mut pair = 0;
        while pair < 64 * 64 {
            let (from, to) = (Square::ALL[pair / 64], Square::ALL[pair % 64]);
            if matches!(promotion_color(from, to), Some(promotes) if promotes as usize == color) {
                tables.promotions[color][from.file() as usize][to.file() as usize] = class as u16;
                let mut piece = 0;
                while piece < PieceType::PROMOTIONS.len() {
                    let promotion = Some(PieceType::PROMOTIONS[piece]);
                    tables.parts[class] = Parts { from, to, promotion };
                    class += 1;
                    piece += 1;
                }
            }
            pair += 1;
        }
        color += 1;
    }
    assert!(class == PolicyIndex::COUNT);
    tables
}

/// Returns `true` if two squares are a queen move or a knight move apart.
const fn is_move(from: Square, to: Square) -> bool {
    let (file, rank) = from.coordinates();
    let (to_file, to_rank) = to.coordinates();
    let steps = (file.abs_diff(to_file), rank.abs_diff(to_rank));
    match steps {
        (0, 0) => false,
        (0, _) | (_, 0) | (1, 2) | (2, 1) => true,
        (files, ranks) => files == ranks,
    }
}

/// Returns the side whose pawns can promote by moving from one square to the other, if any.
const fn promotion_color(from: Square, to: Square) -> Option<Color> {
    let (file, rank) = from.coordinates();
    let (to_file, to_rank) = to.coordinates();
    match (file.abs_diff(to_file), rank, to_rank) {
        (0 | 1, 6, 7) => Some(Color::White),
        (0 | 1, 1, 0) => Some(Color::Black),
        _ => None,
    }
}

impl fmt::Debug for PolicyIndex {
    /// Writes the number, the squares and the piece: `PolicyIndex(322 e2e4)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { from, to, promotion } = self.parts();
        write!(f, "PolicyIndex({} {})", self.0, UciMove::Normal { from, to, promotion })
    }
}
