//! King-relative piece-square tables.
//!
//! The value of a piece on a square is its material plus three parts: one for the square alone, one
//! for the region of its own king, and one for the region of the enemy king. If a king is on the
//! left half, king and piece are mirrored to the right half. A single lookup returns the whole sum.

use reynard::{Color, Position};

use super::feature;
use super::packed::Packed;
use super::weights::WEIGHTS;

/// Number of king regions after mirroring.
const PLACES: usize = 4;
/// Number of piece types, excluding the king.
const KINDS: usize = 5;

/// The region of a king: one of four on either half of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KingPlace(u8);

impl KingPlace {
    /// Number of regions on both halves.
    const COUNT: usize = 2 * PLACES;

    /// Returns the region of a side's king.
    #[inline(always)]
    pub(crate) fn of(pos: &Position, us: Color) -> Self {
        KING_PLACES[us.relative_square(pos.king(us)) as usize]
    }

    /// Returns the index of a piece type and square within a block of weights.
    const fn weight_of(self, kind: usize, square: usize) -> usize {
        let place = self.0 as usize / 2;
        let turned = if self.0.is_multiple_of(2) { square } else { square ^ 7 };
        (place * KINDS + kind) * 64 + turned
    }
}

/// King regions by relative square. On the first two ranks, the regions are: near the corner, one
/// file further in, and in the middle. All higher ranks form the fourth region.
static KING_PLACES: [KingPlace; 64] = {
    let mut places = [KingPlace(0); 64];
    let mut square = 0;
    while square < 64 {
        let (rank, file) = (square / 8, square % 8);
        let place = match (rank, from_edge(file)) {
            (0 | 1, 0 | 1) => 0,
            (0 | 1, 2) => 1,
            (0 | 1, _) => 2,
            _ => 3,
        };
        places[square] = KingPlace(2 * place + (file < 4) as u8);
        square += 1;
    }
    places
};

/// The regions of a side's own king and of the enemy king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KingPlaces {
    own: KingPlace,
    other: KingPlace,
}

impl KingPlaces {
    /// Returns the regions for one side.
    #[inline(always)]
    pub(crate) fn of(pos: &Position, us: Color) -> Self {
        Self { own: KingPlace::of(pos, us), other: KingPlace::of(pos, !us) }
    }

    /// Returns the index of this pair of regions, which is below 64.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.own.0 as usize * KingPlace::COUNT + self.other.0 as usize
    }

    /// Returns the weights for a piece on a relative square. `kind` is the [`PieceType::index`] of
    /// the piece.
    pub(crate) const fn weights_of(self, kind: usize, square: usize) -> [usize; 4] {
        [
            feature::MATERIAL.start + kind,
            weight_of_square(kind, square),
            feature::PIECE_OWN_KING.start + self.own.weight_of(kind, square),
            feature::PIECE_OTHER_KING.start + self.other.weight_of(kind, square),
        ]
    }
}

/// Returns the distance of a file from the nearer edge.
const fn from_edge(file: usize) -> usize {
    if file < 4 { file } else { 7 - file }
}

/// Returns the index of the weight for a piece type on a square, independent of the kings.
const fn weight_of_square(kind: usize, square: usize) -> usize {
    let (rank, file) = (square / 8, square % 8);
    let half = rank * 4 + from_edge(file);
    match kind {
        0 => feature::PAWN_SQUARE.start + square,
        1 => feature::KNIGHT_SQUARE.start + half,
        2 => feature::BISHOP_SQUARE.start + half,
        3 => feature::ROOK_SQUARE.start + half,
        _ => feature::QUEEN_SQUARE.start + half,
    }
}

/// Values by piece type and relative square for one combination of king regions.
pub(crate) type Placement = [[Packed; 64]; KINDS];

/// The tables for all king regions, indexed by [`KingPlaces::index`].
pub(crate) static PLACEMENTS: [Placement; KingPlace::COUNT * KingPlace::COUNT] = {
    let mut table = [[[Packed::ZERO; 64]; KINDS]; KingPlace::COUNT * KingPlace::COUNT];
    let mut index = 0;
    while index < table.len() {
        let own = KingPlace((index / KingPlace::COUNT) as u8);
        let other = KingPlace((index % KingPlace::COUNT) as u8);
        let kings = KingPlaces { own, other };
        let mut place = 0;
        while place < KINDS * 64 {
            let (kind, square) = (place / 64, place % 64);
            let [material, anywhere, by_own, by_other] = kings.weights_of(kind, square);
            table[index][kind][square] = WEIGHTS[material]
                .plus(WEIGHTS[anywhere])
                .plus(WEIGHTS[by_own])
                .plus(WEIGHTS[by_other]);
            place += 1;
        }
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use reynard::{Color, PieceType, Position};

    use super::{KINDS, KingPlace, KingPlaces, PLACEMENTS};

    fn kings(fen: &str, us: Color) -> KingPlaces {
        KingPlaces::of(&fen.parse::<Position>().unwrap(), us)
    }

    #[test]
    fn kings_are_seen_by_their_owners() {
        let castled = "6k1/8/8/8/8/8/8/6K1 w - - 0 1";
        assert_eq!(kings(castled, Color::White), kings(castled, Color::Black));
        let apart = kings("2k5/8/8/8/8/8/8/6K1 w - - 0 1", Color::White);
        assert_eq!(apart, KingPlaces { own: KingPlace(0), other: KingPlace(3) });
        let far = kings("4k3/8/8/3K4/8/8/8/8 w - - 0 1", Color::Black);
        assert_eq!(far, KingPlaces { own: KingPlace(4), other: KingPlace(7) });
    }

    #[test]
    fn a_turned_board_is_worth_the_same_to_pieces() {
        let turned = |king: KingPlace| KingPlace(king.0 ^ 1);
        for (index, placement) in PLACEMENTS.iter().enumerate() {
            let own = KingPlace((index / KingPlace::COUNT) as u8);
            let other = KingPlace((index % KingPlace::COUNT) as u8);
            assert_eq!(KingPlaces { own, other }.index(), index);
            let mirror = KingPlaces { own: turned(own), other: turned(other) };
            for kind in PieceType::Knight.index()..KINDS {
                for square in 0..64 {
                    let same = PLACEMENTS[mirror.index()][kind][square ^ 7];
                    assert_eq!(placement[kind][square], same);
                }
            }
        }
    }
}
