//! Indices of squares and of sets of squares, from which the index of a position is computed.
//!
//! All tables are computed at compile time from their definitions in `docs/src/syzygy-format.md`.
//! Squares are numbered from a1 = 0 to h8 = 63.

/// Marks impossible king pairs: both kings on the same square or on adjacent squares.
pub(crate) const NEVER: u16 = u16::MAX;

/// The number of placements of two kings, without pawns: 462.
pub(crate) const KING_PAIRS: u64 = 462;
/// The number of placements of three different pieces, without pawns.
pub(crate) const TRIPLES: u64 = TRIPLES_ALL_ON_DIAGONAL + 4 * 7 * 6;
/// First index of the triples with the first piece on the diagonal and the second off it.
pub(crate) const TRIPLES_ONE_ON_DIAGONAL: u64 = 6 * 63 * 62;
/// First index of the triples with the first two pieces on the diagonal.
pub(crate) const TRIPLES_TWO_ON_DIAGONAL: u64 = TRIPLES_ONE_ON_DIAGONAL + 4 * 28 * 62;
/// First index of the triples with all three pieces on the diagonal.
pub(crate) const TRIPLES_ALL_ON_DIAGONAL: u64 = TRIPLES_TWO_ON_DIAGONAL + 4 * 7 * 28;

const fn file(square: usize) -> usize {
    square & 7
}

const fn rank(square: usize) -> usize {
    square >> 3
}

/// The ten squares of the triangle a1-d1-d4: first those below the diagonal, 0 to 5, then those on
/// it, 6 to 9. Other squares have no index.
pub(crate) static TRIANGLE: [u8; 64] = {
    let mut table = [0; 64];
    let (mut below, mut on) = (0, 6);
    let mut square = 0;
    while square < 28 {
        if file(square) < 4 {
            if rank(square) < file(square) {
                table[square] = below;
                below += 1;
            } else if rank(square) == file(square) {
                table[square] = on;
                on += 1;
            }
        }
        square += 1;
    }
    assert!(below == 6 && on == 10);
    table
};

/// The 28 squares below the diagonal a1-h8, in square order. Other squares have no index.
pub(crate) static BELOW_DIAGONAL: [u8; 64] = {
    let mut table = [0; 64];
    let mut next = 0;
    let mut square = 0;
    while square < 64 {
        if rank(square) < file(square) {
            table[square] = next;
            next += 1;
        }
        square += 1;
    }
    assert!(next == 28);
    table
};

/// The index of each pair of kings, by the triangle index of the first king and the square of the
/// second. Pairs with at most one king on the diagonal come first, then pairs with both kings on
/// it.
pub(crate) static KING_PAIR: [[u16; 64]; 10] = {
    let mut table = [[NEVER; 64]; 10];
    let mut next = 0;
    let mut both_on_diagonal = false;
    loop {
        let mut number = 0;
        while number < 10 {
            let first = triangle_square(number);
            let mut second = 0;
            while second < 64 {
                if are_apart(first, second) && is_wanted(first, second, both_on_diagonal) {
                    table[number][second] = next;
                    next += 1;
                }
                second += 1;
            }
            number += 1;
        }
        if both_on_diagonal {
            break;
        }
        both_on_diagonal = true;
    }
    assert!(next as u64 == KING_PAIRS);
    table
};

const fn triangle_square(number: usize) -> usize {
    let mut square = 0;
    while TRIANGLE[square] as usize != number || file(square) > 3 || rank(square) > file(square) {
        square += 1;
    }
    square
}

const fn are_apart(first: usize, second: usize) -> bool {
    file(first).abs_diff(file(second)) > 1 || rank(first).abs_diff(rank(second)) > 1
}

/// Returns `true` if a pair is indexed in this pass. If the first king is on the diagonal, the
/// second must not be above it.
const fn is_wanted(first: usize, second: usize, both_on_diagonal: bool) -> bool {
    let first_on = file(first) == rank(first);
    if first_on && file(second) == rank(second) {
        both_on_diagonal
    } else {
        !(both_on_diagonal || first_on && rank(second) > file(second))
    }
}

/// Binomial coefficients: the number of sets of `k` things out of `n`, as `BINOMIAL[k][n]`.
pub(crate) static BINOMIAL: [[u32; 64]; 7] = {
    let mut table = [[0; 64]; 7];
    let mut n = 0;
    while n < 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 7 && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Returns the number of sets of `k` things out of `n`, for `k` below 7 and `n` up to 64.
pub(crate) const fn binomial(k: usize, n: usize) -> u64 {
    match n {
        64 if k > 0 => BINOMIAL[k][63] as u64 + BINOMIAL[k - 1][63] as u64,
        64 => 1,
        _ => BINOMIAL[k][n] as u64,
    }
}

/// The ranking of the squares for the pawns of one color: the pawn with the highest number leads.
/// The squares of the a-file and the h-file come first, from the second rank up, left before right,
/// then those of the b-file and the g-file, and so on.
pub(crate) static PAWN_RANKING: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 8;
    while square < 56 {
        let right = file(square) > 3;
        let from_edge = if right { 7 - file(square) } else { file(square) };
        table[square] = (47 - 12 * from_edge - 2 * (rank(square) - 1) - right as usize) as u8;
        square += 1;
    }
    table
};

/// For 1 to 5 pawns of the leading color and the square of the leading pawn on files a to d: the
/// number of placements with a leading pawn on the same file but on a lower rank.
pub(crate) static PAWN_START: [[u32; 64]; 5] = pawn_tables().0;

/// For 1 to 5 pawns of the leading color and the file of the leading pawn, a to d: the number of
/// placements.
pub(crate) static PAWN_PLACEMENTS: [[u32; 4]; 5] = pawn_tables().1;

const fn pawn_tables() -> ([[u32; 64]; 5], [[u32; 4]; 5]) {
    let (mut start, mut placements) = ([[0; 64]; 5], [[0; 4]; 5]);
    let mut others = 0;
    while others < 5 {
        let mut on_file = 0;
        while on_file < 4 {
            let mut sum = 0;
            let mut on_rank = 1;
            while on_rank < 7 {
                let square = on_rank * 8 + on_file;
                start[others][square] = sum;
                // The other pawns stand on squares that rank below the leading one.
                sum += BINOMIAL[others][PAWN_RANKING[square] as usize];
                on_rank += 1;
            }
            placements[others][on_file] = sum;
            on_file += 1;
        }
        others += 1;
    }
    (start, placements)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_format() {
        assert_eq!(TRIPLES, 31_332);
        assert_eq!(KING_PAIR[6][18], 441, "the first pair on the diagonal: a1 and c3");
        assert_eq!(KING_PAIR[9][63], 461);
        assert_eq!(KING_PAIR[0][3], 0, "b1 and d1");
        assert_eq!([PAWN_RANKING[8], PAWN_RANKING[15], PAWN_RANKING[52]], [47, 46, 0]);
        assert_eq!(binomial(3, 64), 41_664);
        assert_eq!(binomial(0, 64), 1);
    }

    #[test]
    fn every_pair_of_kings_has_its_own_number() {
        let mut numbers: Vec<u16> = KING_PAIR.iter().flatten().copied().collect();
        numbers.retain(|&number| number != NEVER);
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..462));
    }

    #[test]
    fn leading_pawns_are_counted_by_file() {
        assert_eq!(PAWN_PLACEMENTS[0], [6; 4]);
        let pairs: u32 = PAWN_PLACEMENTS[1].iter().sum();
        assert_eq!(u64::from(pairs), binomial(2, 48) / 2 + 12, "mirrored pairs once, but 24 twice");
    }
}
