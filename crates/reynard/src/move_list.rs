//! Stack-allocated list of moves.

use core::fmt;
use core::ops::Deref;

use crate::{Move, MoveKind, Square};

/// Room for the moves of any position. Sixteen pieces have at most as many moves as fifteen queens
/// with at most 27 moves each and a king with at most eight steps (a rook that can castle still has
/// fewer moves than a queen). The tests compare this bound with the worst known positions.
pub(crate) const CAPACITY: usize = 416;

/// List of the moves of a position, without heap allocation.
///
/// The list dereferences to a slice. It has room for the longest list of any position accepted by
/// [`Position::from_setup`](crate::Position::from_setup). Adding more moves panics.
///
/// ```
/// use reynard::Position;
///
/// let moves = Position::startpos().legal_moves();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.iter().all(|mv| mv.is_quiet()));
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; CAPACITY],
    len: usize,
}

impl MoveList {
    /// The value of unused slots, which is never visible.
    const FILLER: Move = Move::from_parts(Square::A1, Square::B1, MoveKind::Quiet);

    /// The maximum number of moves in a list.
    pub const CAPACITY: usize = CAPACITY;

    /// Creates an empty list.
    ///
    /// ```
    /// use reynard::MoveList;
    ///
    /// assert!(MoveList::new().is_empty());
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self { moves: [Self::FILLER; CAPACITY], len: 0 }
    }

    /// Removes all moves.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let mut moves = Position::startpos().legal_moves();
    /// moves.clear();
    /// assert!(moves.is_empty());
    /// ```
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move.
    ///
    /// # Panics
    ///
    /// Panics if the list already contains [`MoveList::CAPACITY`] moves. No position has that many.
    ///
    /// ```
    /// use reynard::{MoveList, Position};
    ///
    /// let mut moves = MoveList::new();
    /// moves.push(Position::startpos().legal_moves()[0]);
    /// assert_eq!(moves.len(), 1);
    /// ```
    #[inline]
    pub const fn push(&mut self, new: Move) {
        self.moves[self.len] = new;
        self.len += 1;
    }

    /// Returns the moves as a slice.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert_eq!(Position::startpos().legal_moves().as_slice().len(), 20);
    /// ```
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// Returns the moves as a mutable slice, for example for sorting.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let mut moves = Position::startpos().legal_moves();
    /// moves.as_mut_slice().sort();
    /// assert!(moves.is_sorted());
    /// ```
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }

    /// Keeps only the moves for which `keep` returns `true`, preserving their order.
    ///
    /// ```
    /// use reynard::{Position, Square};
    ///
    /// let mut moves = Position::startpos().legal_moves();
    /// moves.retain(|mv| mv.from() == Square::B1);
    /// assert_eq!(moves.len(), 2);
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for index in 0..self.len {
            let candidate = self.moves[index];
            if keep(candidate) {
                self.moves[kept] = candidate;
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        for new in moves {
            self.push(new);
        }
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut list = Self::new();
        list.extend(moves);
        list
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = core::iter::Take<core::array::IntoIter<Move, CAPACITY>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl PartialEq for MoveList {
    /// Compares the moves and their order.
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for MoveList {}
