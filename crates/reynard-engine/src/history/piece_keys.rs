//! Keys of a position's pawns and pieces, updated incrementally with each move.

use reynard::{Color, Move, PieceType, Position};

use crate::eval::mix;

/// Keys of the pawns and of each color's pieces.
///
/// The pieces of each color are hashed in three groups, so a move usually changes only one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceKeys {
    pawns: u64,
    /// Keys by group (minor pieces, rooks and queens, king), then by color.
    pieces: [[u32; 2]; 3],
}

impl PieceKeys {
    /// Returns the keys of a position.
    pub(crate) fn of(pos: &Position) -> Self {
        let mut keys = Self::default();
        keys.hash_group(pos, Color::White, PieceType::Pawn);
        for color in Color::ALL {
            for kind in [PieceType::Knight, PieceType::Rook, PieceType::King] {
                keys.hash_group(pos, color, kind);
            }
        }
        keys
    }

    /// Returns the keys after a move. Only the groups of the moved and captured pieces are
    /// rehashed.
    #[inline]
    pub(crate) fn after(self, before: &Position, mv: Move, after: &Position) -> Self {
        let mut keys = self;
        let us = before.turn();
        if let Some(mover) = before.board().type_at(mv.from()) {
            keys.hash_group(after, us, mover);
        }
        if mv.is_capture() {
            // An empty target square is that of an en-passant capture.
            let victim = before.board().type_at(mv.to()).unwrap_or(PieceType::Pawn);
            keys.hash_group(after, !us, victim);
        }
        if let Some(promoted) = mv.promotion() {
            keys.hash_group(after, us, promoted);
        }
        if mv.is_castling() {
            keys.hash_group(after, us, PieceType::Rook);
        }
        keys
    }

    /// Returns the pawn key.
    #[inline(always)]
    pub(crate) const fn pawns(self) -> u64 {
        self.pawns
    }

    /// Returns the key of a color's pieces, excluding pawns.
    #[inline(always)]
    pub(crate) const fn pieces(self, color: Color) -> u32 {
        let [minors, majors, king] = self.pieces;
        minors[color as usize] ^ majors[color as usize] ^ king[color as usize]
    }

    /// Rehashes the group that a piece belongs to.
    #[inline(always)]
    fn hash_group(&mut self, pos: &Position, color: Color, kind: PieceType) {
        if kind == PieceType::Pawn {
            let [white, black] = Color::ALL.map(|color| pos.pieces(color, PieceType::Pawn));
            self.pawns = mix(white, black);
            return;
        }
        // By kind, without branches: the kinds of its group and the number of the group.
        let (one, other, group) = const {
            use PieceType::{Bishop, King, Knight, Queen, Rook};
            let (minors, majors) = ((Knight, Bishop, 0), (Rook, Queen, 1));
            [minors, minors, minors, majors, majors, (King, King, 2)]
        }[kind.index()];
        let key = mix(pos.pieces(color, one), pos.pieces(color, other));
        self.pieces[group][color as usize] = key.rotate_left(21 * group as u32) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::PieceKeys;
    use reynard::{Color, Position};

    /// Compares the incremental keys with keys computed from scratch, along every line up to a
    /// depth.
    fn compare(pos: &Position, keys: PieceKeys, depth: u32) -> u64 {
        assert_eq!(keys, PieceKeys::of(pos), "{pos}");
        if depth == 0 {
            return 1;
        }
        let leaves = pos.legal_moves().into_iter().map(|mv| {
            let mut next = pos.clone();
            next.play_unchecked(mv);
            compare(&next, keys.after(pos, mv, &next), depth - 1)
        });
        leaves.sum()
    }

    #[test]
    fn keys_are_kept_through_castling_en_passant_and_promotions() {
        for (fen, leaves) in [
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2_039),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 496),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 191),
        ] {
            let pos: Position = fen.parse().expect("a position");
            assert_eq!(compare(&pos, PieceKeys::of(&pos), 2), leaves, "{fen}");
        }
    }

    #[test]
    fn each_group_has_a_key_of_its_own() {
        let keys = |fen: &str| PieceKeys::of(&fen.parse().expect("a position"));
        let base = keys("r3k3/pp6/8/8/8/8/PP6/R3K2N w - - 0 1");
        let other = keys("r3k3/pp6/8/8/8/8/PP6/R3K1N1 w - - 0 1");
        assert_eq!(base.pawns(), other.pawns());
        assert_ne!(base.pieces(Color::White), other.pieces(Color::White));
        assert_eq!(base.pieces(Color::Black), other.pieces(Color::Black));
        let pawn = keys("r3k3/pp6/8/8/8/P7/1P6/R3K2N w - - 0 1");
        assert_ne!(base.pawns(), pawn.pawns());
        assert_eq!(base.pieces(Color::White), pawn.pieces(Color::White));
    }
}
