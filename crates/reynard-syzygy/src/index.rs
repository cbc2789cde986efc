//! Computation of a position's index from the squares of the pieces.

use crate::MAX_PIECES;
use crate::layout::{Group, Layout, Lead};
use crate::squares::{
    BELOW_DIAGONAL, BINOMIAL, KING_PAIR, PAWN_RANKING, PAWN_START, TRIANGLE,
    TRIPLES_ALL_ON_DIAGONAL, TRIPLES_ONE_ON_DIAGONAL, TRIPLES_TWO_ON_DIAGONAL,
};

/// XOR mask that mirrors a square left to right.
const FLIP_FILE: u8 = 7;
const FLIP_RANK: u8 = 56;

impl Layout {
    /// Moves the leading pawn to the front, and returns its file: from 0 for a and h, to 3 for d
    /// and e.
    #[inline]
    pub(crate) fn lead_file(squares: &mut [u8; MAX_PIECES], pawns: usize) -> usize {
        for other in 1..pawns.min(MAX_PIECES) {
            if rank_of(squares[other]) > rank_of(squares[0]) {
                squares.swap(0, other);
            }
        }
        let file = squares[0] & 7;
        usize::from(if file > 3 { 7 - file } else { file })
    }

    /// Computes the index of a position. The squares of the pieces must be in the order of the
    /// layout, with the leading pawn first among the pawns.
    #[inline]
    pub(crate) fn index(&self, squares: &mut [u8; MAX_PIECES]) -> u64 {
        let pieces = &mut squares[..usize::from(self.len)];
        // Onto the files a to d.
        if pieces[0] & 4 != 0 {
            turn(pieces, |square| square ^ FLIP_FILE);
        }
        let lead = match self.lead {
            Lead::Pawns => self.lead_pawns(pieces),
            Lead::Kings => {
                below_diagonal(pieces, 2);
                let first = usize::from(TRIANGLE[usize::from(pieces[0] & 63)]);
                u64::from(KING_PAIR[first % 10][usize::from(pieces[1] & 63)])
            }
            Lead::Triple => {
                below_diagonal(pieces, 3);
                triple(pieces)
            }
        };
        let mut index = lead.wrapping_mul(self.lead_factor);
        for group in &self.groups[..usize::from(self.groups_len)] {
            index = index.wrapping_add(group_number(pieces, group).wrapping_mul(group.factor));
        }
        index
    }

    /// Computes the index of the pawns of the leading color. The pawns after the first are sorted
    /// by their ranking.
    #[inline]
    fn lead_pawns(&self, pieces: &mut [u8]) -> u64 {
        let len = usize::from(self.lead_len);
        let others = &mut pieces[1..len];
        sort_by(others, |a, b| rank_of(a) > rank_of(b));
        let mut number = u64::from(PAWN_START[(len - 1) % 5][usize::from(pieces[0] & 63)]);
        for (place, &square) in pieces[1..len].iter().enumerate() {
            let left = len - 1 - place;
            number += u64::from(BINOMIAL[left % 7][usize::from(rank_of(square) & 63)]);
        }
        number
    }
}

#[inline]
fn rank_of(square: u8) -> u8 {
    PAWN_RANKING[usize::from(square & 63)]
}

/// Transforms the board so that the first piece is in the triangle a1-d1-d4. If the first leading
/// piece that is not on the diagonal lies above it, the whole board is mirrored across the
/// diagonal.
#[inline]
fn below_diagonal(pieces: &mut [u8], lead: usize) {
    if pieces[0] & 32 != 0 {
        turn(pieces, |square| square ^ FLIP_RANK);
    }
    for place in 0..lead.min(pieces.len()) {
        let (file, rank) = (pieces[place] & 7, pieces[place] >> 3);
        if file != rank {
            if rank > file {
                turn(pieces, |square| square >> 3 | (square & 7) << 3);
            }
            return;
        }
    }
}

#[inline]
fn turn(pieces: &mut [u8], turned: impl Fn(u8) -> u8) {
    for square in pieces {
        *square = turned(*square);
    }
}

/// Computes the index of three unique pieces.
#[inline]
fn triple(pieces: &[u8]) -> u64 {
    let [a, b, c] = [pieces[0], pieces[1], pieces[2]];
    let on_diagonal = |square: u8| square & 7 == square >> 3;
    // The squares that are taken before a square are not counted.
    let b_before = u64::from(b > a);
    let c_before = u64::from(c > a) + u64::from(c > b);
    let below = |square: u8| u64::from(BELOW_DIAGONAL[usize::from(square & 63)]);
    let place = |square: u8| u64::from(square & 7);
    if !on_diagonal(a) {
        let first = u64::from(TRIANGLE[usize::from(a & 63)]);
        (first * 63 + u64::from(b) - b_before) * 62 + u64::from(c) - c_before
    } else if !on_diagonal(b) {
        TRIPLES_ONE_ON_DIAGONAL + (place(a) * 28 + below(b)) * 62 + u64::from(c) - c_before
    } else if !on_diagonal(c) {
        TRIPLES_TWO_ON_DIAGONAL + (place(a) * 7 + place(b) - b_before) * 28 + below(c)
    } else {
        TRIPLES_ALL_ON_DIAGONAL + (place(a) * 7 + place(b) - b_before) * 6 + place(c) - c_before
    }
}

/// Computes the index of a group of identical pieces among the squares not used by earlier pieces.
#[inline]
fn group_number(pieces: &mut [u8], group: &Group) -> u64 {
    let (before, rest) = pieces.split_at_mut(usize::from(group.start));
    let like = &mut rest[..usize::from(group.len)];
    sort_by(like, |a, b| a < b);
    let mut number = 0;
    for (place, &square) in like.iter().enumerate() {
        let taken = before.iter().filter(|&&other| other < square).count() as u8;
        let first = if group.pawns { 8 } else { 0 };
        let free = square.wrapping_sub(taken + first) & 63;
        number += u64::from(BINOMIAL[(place + 1) % 7][usize::from(free)]);
    }
    number
}

/// Sorts a handful of squares.
#[inline]
fn sort_by(squares: &mut [u8], is_before: impl Fn(u8, u8) -> bool) {
    for end in 1..squares.len() {
        let mut place = end;
        while place > 0 && is_before(squares[place], squares[place - 1]) {
            squares.swap(place, place - 1);
            place -= 1;
        }
    }
}
