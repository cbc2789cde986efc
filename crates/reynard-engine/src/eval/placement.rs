//! What a piece is worth on its square, by where the two kings are.
//!
//! A square has a value of its own, one by the place of the piece's own king, and one by that of the
//! other. A king on the left half is taken for one on the right, and the piece is moved to the other
//! half with it. All three come out of one look-up.

use reynard::{Color, Position};

use super::feature;
use super::packed::Packed;
use super::weights::WEIGHTS;

/// Places of a king that are told apart, left and right alike.
const PLACES: usize = 4;
/// Kinds of piece, without the king.
const KINDS: usize = 5;

/// Where a king is, as its owner sees it: one of four places, and on which half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KingPlace(u8);

impl KingPlace {
    /// How many there are.
    const COUNT: usize = 2 * PLACES;

    /// The place of a side's king.
    #[inline(always)]
    pub(crate) fn of(pos: &Position, us: Color) -> Self {
        KING_PLACES[us.relative_square(pos.king(us)) as usize]
    }

    /// The place in a block of weights of a kind of piece on a square.
    const fn weight_of(self, kind: usize, square: usize) -> usize {
        let place = self.0 as usize / 2;
        let turned = if self.0.is_multiple_of(2) { square } else { square ^ 7 };
        (place * KINDS + kind) * 64 + turned
    }
}

/// The places by square as the king's owner sees it: on the first two ranks near the corner, a file
/// from there, or in the middle; or farther up.
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

/// The places of a side's king and of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KingPlaces {
    own: KingPlace,
    other: KingPlace,
}

impl KingPlaces {
    /// The places of the kings as one side sees them.
    #[inline(always)]
    pub(crate) fn of(pos: &Position, us: Color) -> Self {
        Self { own: KingPlace::of(pos, us), other: KingPlace::of(pos, !us) }
    }

    /// A number for them, below 64.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.own.0 as usize * KingPlace::COUNT + self.other.0 as usize
    }

    /// The weights that count for a piece, by [`PieceType::index`], on a square as its owner sees it.
    pub(crate) const fn weights_of(self, kind: usize, square: usize) -> [usize; 4] {
        [
            feature::MATERIAL.start + kind,
            weight_of_square(kind, square),
            feature::PIECE_OWN_KING.start + self.own.weight_of(kind, square),
            feature::PIECE_OTHER_KING.start + self.other.weight_of(kind, square),
        ]
    }
}

/// How many files a file is from the nearer edge.
const fn from_edge(file: usize) -> usize {
    if file < 4 { file } else { 7 - file }
}

/// The weight that counts for a kind of piece on a square, wherever the kings are.
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

/// What the pieces of a side are worth by kind and square, its own view, for some places of the kings.
pub(crate) type Placement = [[Packed; 64]; KINDS];

/// One for all places of the kings, by [`KingPlaces::index`].
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
