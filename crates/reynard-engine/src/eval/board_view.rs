//! Attacks of both sides, computed once per evaluation.

use reynard::{Bitboard, Color, File, PieceType, Position, Rank, Square, attacks};

/// A position, with the attacks computed so far.
pub(crate) struct BoardView<'a> {
    pub(crate) pos: &'a Position,
    pub(crate) sides: [SideView; 2],
}

/// The attacks of one side.
#[derive(Clone, Copy, Default)]
pub(crate) struct SideView {
    /// Squares attacked by each piece type.
    pub(crate) by: [Bitboard; 6],
    /// All attacked squares.
    pub(crate) any: Bitboard,
    /// Squares attacked at least twice.
    pub(crate) twice: Bitboard,
    /// Squares that count for mobility.
    pub(crate) area: Bitboard,
    /// King ring: the king, the squares around it, and one more rank ahead.
    pub(crate) ring: Bitboard,
    /// Number of pieces that attack the *enemy* king's ring.
    pub(crate) attackers: usize,
    /// Weight of these pieces' attacks on the enemy king's ring, in units of danger.
    pub(crate) danger: usize,
}

impl SideView {
    /// Returns the squares attacked by pieces of the given type.
    #[inline(always)]
    pub(crate) fn attacks_of(&self, kind: PieceType) -> Bitboard {
        self.by[kind.index()]
    }

    /// Adds the attacks of one piece.
    #[inline(always)]
    pub(crate) fn add_attacks(&mut self, kind: PieceType, targets: Bitboard) {
        self.twice |= self.any & targets;
        self.any |= targets;
        self.by[kind.index()] |= targets;
    }
}

impl<'a> BoardView<'a> {
    /// Computes the attacks of kings and pawns. The other pieces' attacks are added as they are
    /// evaluated.
    #[inline(always)]
    pub(crate) fn new(pos: &'a Position) -> Self {
        let mut view = Self { pos, sides: [SideView::default(); 2] };
        for us in Color::ALL {
            view.sides[us as usize] = leapers(pos, us);
        }
        for us in Color::ALL {
            let pawns = pos.pieces(us, PieceType::Pawn);
            let low = Bitboard::rank(Rank::Second.relative_to(us))
                | Bitboard::rank(Rank::Third.relative_to(us));
            let stuck = pawns & (pos.occupied().forward(!us) | low);
            let guarded = view.sides[!us as usize].attacks_of(PieceType::Pawn);
            view.sides[us as usize].area = !(stuck | guarded | pos.pieces(us, PieceType::King));
        }
        view
    }

    /// Returns the attacks of one side.
    #[inline(always)]
    pub(crate) fn side(&self, us: Color) -> &SideView {
        &self.sides[us as usize]
    }

    /// Returns one side's pieces of the given type.
    #[inline(always)]
    pub(crate) fn pieces(&self, us: Color, kind: PieceType) -> Bitboard {
        self.pos.pieces(us, kind)
    }
}

/// Computes the attacks of one side's king and pawns.
#[inline(always)]
fn leapers(pos: &Position, us: Color) -> SideView {
    let mut side = SideView::default();
    let king = pos.king(us);
    let around = attacks::king(king);
    side.ring = around | king | (around | king).forward(us);
    side.add_attacks(PieceType::King, around);
    let ahead = pos.pieces(us, PieceType::Pawn).forward(us);
    side.add_attacks(PieceType::Pawn, ahead.east());
    side.add_attacks(PieceType::Pawn, ahead.west());
    side
}

/// Returns the relative rank of a square, 0 to 7.
#[inline(always)]
pub(crate) fn relative_rank(us: Color, square: Square) -> usize {
    us.relative_square(square) as usize >> 3
}

/// Returns the squares ahead of a square on its file, from a side's point of view.
#[inline(always)]
pub(crate) fn file_ahead(us: Color, square: Square) -> Bitboard {
    let file = Bitboard::file(File::ALL[square as usize & 7]);
    file & ranks_ahead(us, square)
}

/// Returns all squares on the ranks ahead of a square, from a side's point of view.
#[inline(always)]
pub(crate) fn ranks_ahead(us: Color, square: Square) -> Bitboard {
    let rank = square as u32 >> 3;
    let bits = match us {
        // Two shifts, since a shift by 64 bits is not defined.
        Color::White => (u64::MAX << (8 * rank)) << 8,
        Color::Black => (1u64 << (8 * rank)) - 1,
    };
    Bitboard::from_bits(bits)
}
