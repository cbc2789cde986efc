//! Positions in which a side can never mate.
//!
//! Deciding this is hard in general. A result of `true` is always right, because this module proves
//! it; `false` only means that no proof was found. The proofs cover three cases that arise in
//! practice:
//!
//! 1. The side has too little material, whatever the position.
//! 2. The pawns are locked permanently, and no piece of the side can get past them to a square from
//!    which it could give check.
//! 3. Every legal move leads to case 1 or 2, for example because the last piece must be captured.
//!
//! In the second case, each piece is assigned the squares that it could reach if only the pawns
//! were on the board. These sets may be too large, but never too small. Suppose that, even so, no
//! pawn has a free square ahead, can ever capture anything, or can ever be captured. Then the pawns
//! stay in place whatever is played, so the sets remain valid. A pawn that cannot move gives no
//! check, because no king steps next to it. The side can therefore mate only if one of its pieces
//! can attack a square that the opposing king can reach.
//!
//! The problem was studied by M. Ambrona, "A Practical Algorithm for Chess Unwinnability", 2022.

use crate::{Bitboard, Color, EnPassantMode, MateKind, PieceType, Position, attacks};

impl Position {
    /// Returns `true` if it is certain that `color` cannot mate from here by any sequence of legal
    /// moves.
    ///
    /// A result of `true` is always right. A result of `false` may merely mean that no proof was
    /// found: the quick test recognizes insufficient material, walls of locked pawns that no piece
    /// can pass, and positions in which every move leads to one of these.
    ///
    /// ```
    /// use reynard::{Color, Position};
    ///
    /// let pos: Position = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3BK3 w - - 0 1".parse()?;
    /// assert!(pos.cannot_win(Color::White), "the bishop cannot get past the wall");
    /// let pos: Position = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3NK3 w - - 0 1".parse()?;
    /// assert!(!pos.cannot_win(Color::White), "the knight could be taken, which opens the wall");
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn cannot_win(&self, color: Color) -> bool {
        self.cannot_win_at_sight(color) || self.every_move_rules_out(color)
    }

    /// Returns `true` if it is certain that neither side can mate from here. Such a dead position
    /// is a draw (FIDE, article 5.2.2). [`Position::cannot_win`] describes which cases are
    /// detected.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos: Position = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1".parse()?;
    /// assert!(pos.is_dead());
    /// assert!(!Position::startpos().is_dead());
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn is_dead(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.cannot_win(color))
    }

    pub(crate) fn cannot_win_at_sight(&self, color: Color) -> bool {
        self.board().has_insufficient_material(color, MateKind::Possible)
            || self.is_walled_off(color)
    }

    /// Returns `true` if, after every legal move, `color` cannot win. If there are no legal moves,
    /// the game is over, and `color` has won only if the other side is mated.
    fn every_move_rules_out(&self, color: Color) -> bool {
        let moves = self.legal_moves();
        if moves.is_empty() {
            return self.turn() == color || !self.is_check();
        }
        let mut child = self.clone();
        moves.iter().all(|&mv| {
            self.play_into(mv, &mut child);
            child.cannot_win_at_sight(color)
        })
    }

    /// Returns `true` if the second case of the module documentation applies. A checkmated side
    /// does not count as walled off, because its king stands on an attacked square.
    fn is_walled_off(&self, color: Color) -> bool {
        let pawns = self.by_type(PieceType::Pawn);
        let stops = Color::ALL.map(|side| self.pieces(side, PieceType::Pawn).forward(side));
        if pawns.is_empty() || !(stops[0] | stops[1]).is_subset(pawns) {
            return false;
        }
        self.en_passant(EnPassantMode::Legal).is_none()
            && Color::ALL.into_iter().all(|side| self.pawns_stay(side))
            && self.realm(color).attacked.is_disjoint(self.king_realm(!color).stands)
    }

    /// Returns `true` if no pawn of `side` can ever capture or be captured, assuming that none can
    /// advance.
    fn pawns_stay(&self, side: Color) -> bool {
        let own = self.pieces(side, PieceType::Pawn);
        let enemies = self.realm(!side);
        let taking = attacks::pawns(side, own);
        // A king cannot step where an enemy pawn attacks, but may take an unprotected pawn.
        let king = self.king_realm(!side);
        taking.is_disjoint(enemies.stands | self.pieces(!side, PieceType::Pawn))
            && own.is_disjoint(enemies.attacked)
            && (own & king.attacked).is_subset(taking)
            && taking.is_disjoint(king.stands)
    }

    /// Returns the realm of the pieces of `side` other than its king and pawns, assuming that only
    /// pawns are in the way and that no pawn moves or is captured.
    fn realm(&self, side: Color) -> Realm {
        let mut realm = Realm { stands: Bitboard::EMPTY, attacked: Bitboard::EMPTY };
        for kind in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
            realm.join(self.flood(kind, side, self.pieces(side, kind), Bitboard::EMPTY));
        }
        realm
    }

    /// Returns the realm of the king of `side`, assuming that only pawns are in the way and that no
    /// pawn moves or is captured.
    fn king_realm(&self, side: Color) -> Realm {
        let forbidden = attacks::pawns(!side, self.pieces(!side, PieceType::Pawn));
        self.flood(PieceType::King, side, self.king(side).bitboard(), forbidden)
    }

    /// Returns the squares that pieces of one kind can reach from `start`, and those that they can
    /// attack, in any number of moves around the pawns.
    fn flood(&self, kind: PieceType, side: Color, start: Bitboard, forbidden: Bitboard) -> Realm {
        let pawns = self.by_type(PieceType::Pawn);
        let mut realm = Realm { stands: start, attacked: Bitboard::EMPTY };
        let mut fresh = start;
        while let Some(square) = fresh.pop_first() {
            let reach = attacks::of(kind, side, square, pawns);
            realm.attacked |= reach;
            let new = reach - pawns - forbidden - realm.stands;
            realm.stands |= new;
            fresh |= new;
        }
        realm
    }
}

/// Squares that a group of pieces can reach and attack.
#[derive(Clone, Copy)]
struct Realm {
    stands: Bitboard,
    attacked: Bitboard,
}

impl Realm {
    fn join(&mut self, other: Self) {
        self.stands |= other.stands;
        self.attacked |= other.attacked;
    }
}
