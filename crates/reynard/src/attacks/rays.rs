//! Lines through two squares, and the squares between them.

use crate::{Bitboard, Square};

/// The rook's directions as (file, rank) steps. Those toward higher squares come first.
pub(super) const ROOK_DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The bishop's directions as (file, rank) steps. Those toward higher squares come first.
pub(super) const BISHOP_DIRECTIONS: [(i8, i8); 4] = [(-1, 1), (1, 1), (1, -1), (-1, -1)];

/// Returns the squares from `square` to the edge of the board in each of four directions.
pub(super) const fn rays_from(square: Square, directions: [(i8, i8); 4]) -> [u64; 4] {
    let mut rays = [0; 4];
    let mut index = 0;
    while index < 4 {
        let (files, ranks) = directions[index];
        let mut current = square;
        while let Some(next) = current.offset(files, ranks) {
            rays[index] |= next.bitboard().bits();
            current = next;
        }
        index += 1;
    }
    rays
}

/// Returns the attacks along four rays, each up to its first blocker.
///
/// The first two rays ascend, so their first blocker is the lowest bit; the other two descend. An
/// empty ray adds nothing.
pub(super) const fn attacks_along(lines: [u64; 4], blockers: u64) -> Bitboard {
    let mut attacks = 0;
    let mut direction = 0;
    while direction < 4 {
        let line = lines[direction];
        let hit = line & blockers;
        attacks |= if hit == 0 {
            line
        } else if direction < 2 {
            line & (hit ^ (hit - 1))
        } else {
            line & (!0 << hit.ilog2())
        };
        direction += 1;
    }
    Bitboard::from_bits(attacks)
}

static EMPTY_BISHOP: [Bitboard; 64] = empty_board(BISHOP_DIRECTIONS);
static EMPTY_ROOK: [Bitboard; 64] = empty_board(ROOK_DIRECTIONS);

const fn empty_board(directions: [(i8, i8); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let [a, b, c, d] = rays_from(Square::ALL[index], directions);
        table[index] = Bitboard::from_bits(a | b | c | d);
        index += 1;
    }
    table
}

/// Returns the squares attacked by a bishop on an empty board.
#[inline]
pub(crate) fn empty_bishop(square: Square) -> Bitboard {
    EMPTY_BISHOP[square as usize]
}

/// Returns the squares attacked by a rook on an empty board.
#[inline]
pub(crate) fn empty_rook(square: Square) -> Bitboard {
    EMPTY_ROOK[square as usize]
}

/// Squares from which an unblocked slider attacks a square next to a king.
#[derive(Clone, Copy)]
pub(crate) struct NearKing {
    /// For bishops and queens.
    pub(crate) diagonal: Bitboard,
    /// For rooks and queens.
    pub(crate) orthogonal: Bitboard,
}

static NEAR_KING: [NearKing; 64] = near_kings();

const fn near_kings() -> [NearKing; 64] {
    let mut table = [NearKing { diagonal: Bitboard::EMPTY, orthogonal: Bitboard::EMPTY }; 64];
    let diagonals = empty_board(BISHOP_DIRECTIONS);
    let lines = empty_board(ROOK_DIRECTIONS);
    let mut king = 0;
    while king < 64 {
        let mut next = 0;
        while next < 64 {
            if Square::ALL[king].distance(Square::ALL[next]) == 1 {
                let near = &mut table[king];
                near.diagonal = Bitboard::from_bits(near.diagonal.bits() | diagonals[next].bits());
                near.orthogonal = Bitboard::from_bits(near.orthogonal.bits() | lines[next].bits());
            }
            next += 1;
        }
        king += 1;
    }
    table
}

/// Returns the squares from which sliders can attack the neighbors of a king on `square`.
#[inline]
pub(crate) fn near_king(square: Square) -> NearKing {
    NEAR_KING[square as usize]
}

/// One set of squares for each pair of squares.
type PairTable = [[Bitboard; 64]; 64];

static BETWEEN: PairTable = pair_tables().0;
static LINE: PairTable = pair_tables().1;

/// Returns two tables for the pairs of squares on a common line: the squares strictly between the
/// two, and the whole line.
#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time only")]
const fn pair_tables() -> (PairTable, PairTable) {
    let mut between = [[Bitboard::EMPTY; 64]; 64];
    let mut line = [[Bitboard::EMPTY; 64]; 64];
    let axes = [ROOK_DIRECTIONS, BISHOP_DIRECTIONS];
    let mut index = 0;
    while index < 64 {
        let from = Square::ALL[index];
        let mut axis = 0;
        while axis < 2 {
            let rays = rays_from(from, axes[axis]);
            let mut direction = 0;
            while direction < 4 {
                let (files, ranks) = axes[axis][direction];
                let whole = rays[direction] | rays[(direction + 2) % 4] | from.bitboard().bits();
                let mut passed = Bitboard::EMPTY;
                let mut current = from;
                while let Some(to) = current.offset(files, ranks) {
                    between[index][to as usize] = passed;
                    line[index][to as usize] = Bitboard::from_bits(whole);
                    passed = passed.with(to);
                    current = to;
                }
                direction += 1;
            }
            axis += 1;
        }
        index += 1;
    }
    (between, line)
}

/// Returns the squares strictly between two squares on a common rank, file or diagonal. The set is
/// empty for adjacent squares and for squares without a common line.
///
/// ```
/// use reynard::{Square, attacks};
///
/// assert_eq!(attacks::between(Square::E1, Square::H1), Square::F1.bitboard() | Square::G1);
/// assert!(attacks::between(Square::E1, Square::F3).is_empty());
/// ```
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a as usize][b as usize]
}

/// Returns the whole rank, file or diagonal through two squares, from edge to edge. The set is
/// empty if they have no common line or are the same square.
///
/// ```
/// use reynard::{Bitboard, File, Square, attacks};
///
/// assert_eq!(attacks::line(Square::E2, Square::E5), Bitboard::file(File::E));
/// assert!(attacks::line(Square::E2, Square::E2).is_empty());
/// ```
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a as usize][b as usize]
}
