//! Pseudo-legal move generation: moves that ignore checks and are tested for legality afterwards.
//!
//! This is the generator of the Chess::Plisco tutorial. It is slower than the fully legal
//! generator, shares little code with it, and serves to cross-check it.

use crate::{
    CastlingSide, EnPassantMode, Move, MoveKind, MoveList, PieceType, Position, Rank, Square,
    attacks,
};

impl Position {
    /// Returns every pseudo-legal move: each piece moves according to its rules, but the king may
    /// be left in check. The subsequent legality check is [`Position::is_safe`].
    ///
    /// Castling is generated only if it is legal, because it requires more than a safe square for
    /// the king.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos: Position = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// assert!(pos.pseudo_legal_moves().len() > pos.legal_moves().len());
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        let us = self.turn();
        for from in self.by_color(us) {
            match self.board().type_at(from) {
                Some(PieceType::Pawn) => self.add_pawn_moves(from, &mut list),
                Some(kind) => {
                    let reach = attacks::of(kind, us, from, self.occupied());
                    for to in reach & self.capturable(us) {
                        list.push(Move::new(from, to, MoveKind::Capture));
                    }
                    for to in reach - self.occupied() {
                        list.push(Move::new(from, to, MoveKind::Quiet));
                    }
                }
                None => {}
            }
        }
        for side in CastlingSide::ALL {
            if let Some(rook) = self.castling_rights().rook(us, side) {
                let castle = Move::new(self.king(us), rook, side.move_kind());
                if self.is_pseudo_legal(castle) {
                    list.push(castle);
                }
            }
        }
        list
    }

    /// Returns the pseudo-legal captures and promotions (`pseudoLegalAttackMoves` in
    /// Chess::Plisco).
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert!(Position::startpos().pseudo_legal_attacks().is_empty());
    /// ```
    pub fn pseudo_legal_attacks(&self) -> MoveList {
        let mut list = self.pseudo_legal_moves();
        list.retain(|mv| mv.is_capture() || mv.is_promotion());
        list
    }

    fn add_pawn_moves(&self, from: Square, list: &mut MoveList) {
        let us = self.turn();
        let one = from.bitboard().forward(us) - self.occupied();
        let promotes = from.rank().relative_to(us) == Rank::Seventh;
        for to in one {
            if promotes {
                let kinds = PieceType::PROMOTIONS.into_iter().filter_map(MoveKind::promotion);
                list.extend(kinds.map(|kind| Move::new(from, to, kind)));
            } else {
                list.push(Move::new(from, to, MoveKind::Quiet));
            }
        }
        if from.rank().relative_to(us) == Rank::Second {
            for to in one.forward(us) - self.occupied() {
                list.push(Move::new(from, to, MoveKind::DoublePush));
            }
        }
        let reach = attacks::pawn(us, from);
        for to in reach & self.capturable(us) {
            if promotes {
                let kinds =
                    PieceType::PROMOTIONS.into_iter().filter_map(MoveKind::capture_promotion);
                list.extend(kinds.map(|kind| Move::new(from, to, kind)));
            } else {
                list.push(Move::new(from, to, MoveKind::Capture));
            }
        }
        let passed = self.en_passant(EnPassantMode::Always);
        if let Some(to) = passed.filter(|&to| reach.contains(to)) {
            list.push(Move::new(from, to, MoveKind::EnPassant));
        }
    }
}
