//! Making a move so that it can be undone in place.

use super::EnPassant;
use crate::board::Code;
use crate::castling::castling_targets;
use crate::{Bitboard, Move, MoveKind, PieceType, Position, Square};

/// Undo information of a move, for [`Position::unmake`].
#[derive(Clone)]
#[must_use = "without it the move cannot be taken back"]
pub struct Undo {
    key: u64,
    castling: Bitboard,
    halfmove_clock: u16,
    en_passant: EnPassant,
    captured: Code,
}

impl Undo {
    /// Returns the key of the position before the move.
    #[inline]
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }
}

impl core::fmt::Debug for Undo {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Undo").field("captured", &self.captured.kind()).finish_non_exhaustive()
    }
}

impl Position {
    /// Plays a move that the caller knows to be legal, as [`Position::play_unchecked`] does.
    /// Returns the information with which [`Position::unmake`] can take it back.
    ///
    /// Copying the position before playing the move has the same effect. Which is faster depends on
    /// the work done in between.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let mut pos = Position::startpos();
    /// let before = pos.to_setup();
    /// for mv in &pos.legal_moves() {
    ///     let undo = pos.make(*mv);
    ///     pos.unmake(*mv, undo);
    ///     assert_eq!(pos.to_setup(), before);
    /// }
    /// ```
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo {
            key: self.key,
            castling: self.castling,
            halfmove_clock: self.halfmove_clock,
            en_passant: self.en_passant,
            captured: self.board.code_at(mv.to()),
        };
        self.play_unchecked(mv);
        undo
    }

    /// Takes back the move `mv`, which must be the last one made. `undo` must be the value that
    /// [`Position::make`] returned for it.
    ///
    /// With any other move or undo value, the resulting position is meaningless.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let mut pos = Position::startpos();
    /// let mv = pos.parse_san("e4")?;
    /// let undo = pos.make(mv);
    /// pos.unmake(mv, undo);
    /// assert_eq!(pos, Position::startpos());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[expect(clippy::needless_pass_by_value, reason = "an undo value serves once")]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        self.key = undo.key;
        self.castling = undo.castling;
        self.ply = self.ply.wrapping_sub(1);
        self.halfmove_clock = undo.halfmove_clock;
        self.en_passant = undo.en_passant;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_special() && mv.kind() != MoveKind::DoublePush {
            self.unmake_special(mv, undo.captured);
        } else {
            let mover = self.board.code_at(to);
            self.board.unmove_piece(from, to, mover, undo.captured);
        }
    }

    fn unmake_special(&mut self, mv: Move, captured: Code) {
        let us = self.turn();
        let (from, to) = (mv.from(), mv.to());
        if let Some(side) = mv.castling_side() {
            let (king_target, rook_target) = castling_targets(us.back_rank(), side);
            self.board.put(king_target, Code::NOTHING);
            self.board.put(rook_target, Code::NOTHING);
            self.board.add(from, Code::new(PieceType::King, us));
            self.board.add(to, Code::new(PieceType::Rook, us));
            return;
        }
        let pawn = Code::new(PieceType::Pawn, us);
        self.board.put(to, captured);
        self.board.add(from, pawn);
        if mv.kind() == MoveKind::EnPassant {
            let victim = Square::new(to.file(), from.rank());
            self.board.add(victim, Code::new(PieceType::Pawn, !us));
        }
    }
}
