//! Playing a move.

use core::fmt;
use core::hint::select_unpredictable;

use super::EnPassant;
use crate::board::{BoardChange, Code};
use crate::castling::castling_targets;
use crate::{Bitboard, CastlingSide, Color, Move, MoveKind, PieceType, Position, Square, zobrist};

/// The error returned for a move that is not legal in the position in which it was to be played.
/// Holds the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move here", self.0)
    }
}

impl core::error::Error for IllegalMove {}

/// The error returned for a null move while the king is in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalNullMove;

impl fmt::Display for IllegalNullMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a side in check cannot pass")
    }
}

impl core::error::Error for IllegalNullMove {}

impl Position {
    /// Plays a move if it is legal.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not legal. The position is then unchanged.
    ///
    /// ```
    /// use reynard::{Color, Move, MoveKind, Position, Square};
    ///
    /// let mut pos = Position::startpos();
    /// pos.play(Move::new(Square::G1, Square::F3, MoveKind::Quiet))?;
    /// assert_eq!(pos.turn(), Color::Black);
    /// assert!(pos.play(Move::new(Square::E2, Square::E4, MoveKind::DoublePush)).is_err());
    /// # Ok::<(), reynard::IllegalMove>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Returns the position after a legal move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not legal.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// let next = pos.after(pos.parse_san("e4")?)?;
    /// assert_eq!((pos.ply(), next.ply()), (0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(&self, mv: Move) -> Result<Self, IllegalMove> {
        let mut next = self.clone();
        next.play(mv)?;
        Ok(next)
    }

    /// Plays a move that the caller knows to be legal.
    ///
    /// An illegal move results in a meaningless position, but is never unsafe. Later calls on the
    /// position may panic.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let mut pos = Position::startpos();
    /// let mv = pos.legal_moves()[0];
    /// pos.play_unchecked(mv);
    /// assert_eq!(pos.ply(), 1);
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let change = self.change(mv);
        self.apply(mv, &change);
    }

    /// Copies this position to `child` and plays a move there, which the caller knows to be legal.
    ///
    /// This is the fastest way to visit many moves of a position. It is faster than cloning and
    /// then playing the move, because it does not read data that was just written. For illegal
    /// moves, see [`Position::play_unchecked`].
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// let mut child = pos.clone();
    /// let mut replies = 0;
    /// for &mv in &pos.legal_moves() {
    ///     pos.play_into(mv, &mut child);
    ///     replies += child.count_legal_moves();
    /// }
    /// assert_eq!(replies, 400);
    /// ```
    #[inline]
    pub fn play_into(&self, mv: Move, child: &mut Self) {
        let change = self.change(mv);
        child.board.copy_from(&self.board);
        child.castling = self.castling;
        child.apply(mv, &change);
    }

    /// Plays a null move: the other side is to move, the clocks advance, and the right to capture
    /// en passant is lost. Nothing else changes.
    ///
    /// # Errors
    ///
    /// [`IllegalNullMove`] if the side to move is in check. The position is then unchanged.
    ///
    /// ```
    /// use reynard::{Color, Position};
    ///
    /// let mut pos = Position::startpos();
    /// pos.play_null()?;
    /// assert_eq!(pos.turn(), Color::Black);
    /// # Ok::<(), reynard::IllegalNullMove>(())
    /// ```
    pub fn play_null(&mut self) -> Result<(), IllegalNullMove> {
        if self.is_check() {
            return Err(IllegalNullMove);
        }
        self.key = self.key_of_next_turn();
        self.ply += 1;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.en_passant = EnPassant::NONE;
        Ok(())
    }

    /// Predicts the key of the position after a legal move. The prediction is nearly always right,
    /// but it must not be relied on.
    ///
    /// The key is exact unless the move castles, promotes, captures en passant, ends a castling
    /// right or allows an en-passant capture. The prediction costs only a few instructions, which
    /// makes it suitable for prefetching a hash table entry while the move is played.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let mut pos = Position::startpos();
    /// let mv = pos.parse_uci("g1f3")?;
    /// let key = pos.likely_key_after(mv);
    /// pos.play(mv)?;
    /// assert_eq!(pos.key(), key);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let (mover, captured) = (self.board.code_at(from), self.board.code_at(to));
        self.key_of_next_turn()
            ^ zobrist::code(mover, from)
            ^ zobrist::code(mover, to)
            ^ zobrist::code(captured, to)
    }

    /// Returns the changes that are common to all moves.
    #[inline(always)]
    fn change(&self, mv: Move) -> Change {
        let (from, to) = (mv.from(), mv.to());
        let board = self.board.change(from, to);
        let resets = mv.is_capture() | board.mover.is_pawn();
        Change {
            key: self.key_of_next_turn()
                ^ zobrist::code(board.mover, from)
                ^ zobrist::code(board.mover, to)
                ^ zobrist::code(board.captured, to),
            ply: self.ply + 1,
            halfmove_clock: select_unpredictable(resets, 0, self.halfmove_clock.saturating_add(1)),
            board,
        }
    }

    /// Applies a change to the position for which it was computed, or to a copy of its board and
    /// rights.
    #[inline(always)]
    fn apply(&mut self, mv: Move, change: &Change) {
        let (from, to) = (mv.from(), mv.to());
        self.key = change.key;
        self.ply = change.ply;
        self.halfmove_clock = change.halfmove_clock;
        self.en_passant = EnPassant::NONE;
        let touched = self.castling & (from.bitboard() | to);
        if touched.any() {
            self.lose_castling(touched);
        }
        let is_double_push = matches!(mv.kind(), MoveKind::DoublePush);
        if mv.is_special() && !is_double_push {
            return self.apply_special(mv);
        }
        self.board.apply(from, to, &change.board);
        if is_double_push {
            self.en_passant = self.judge_en_passant(to.file());
            self.key ^= self.en_passant.key();
        }
    }

    /// Returns the key after the changes that every move makes, even a null move: the side to move
    /// changes, and the en-passant right is lost.
    #[inline(always)]
    fn key_of_next_turn(&self) -> u64 {
        self.key ^ zobrist::TURN_CHANGE ^ self.en_passant.key()
    }

    /// Drops the castling rights of the rooks and kings on the squares that a move is about to
    /// touch.
    #[inline(never)]
    fn lose_castling(&mut self, touched: Bitboard) {
        let kings = self.by_type(PieceType::King);
        let mut lost = touched;
        for color in Color::ALL {
            let side = self.castling & Bitboard::rank(color.back_rank());
            let rooks_left = side - touched - kings;
            if (side & touched & kings).any() || rooks_left.is_empty() {
                lost |= side;
            }
        }
        self.key ^= zobrist::castling_rooks(lost - kings, self.kings());
        self.castling -= lost;
    }

    /// Plays castling, a promotion or an en-passant capture. The key already includes the plain
    /// move of the piece from one square to the other.
    #[inline(never)]
    fn apply_special(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let mover = self.board.code_at(from);
        if let Some(side) = mv.castling_side() {
            return self.castle(from, to, side);
        }
        self.board.put(from, Code::NOTHING);
        self.board.put(to, mover);
        if let Some(piece) = mv.promotion() {
            self.replace(to, Code::new(piece, !self.turn()));
        }
        if mv.kind() == MoveKind::EnPassant {
            self.replace(Square::new(to.file(), from.rank()), Code::NOTHING);
        }
    }

    /// Replaces the pawn on a square with another piece, or with none.
    fn replace(&mut self, square: Square, code: Code) {
        let present = self.board.code_at(square);
        self.key ^= zobrist::code(present, square) ^ zobrist::code(code, square);
        self.board.put(square, code);
    }

    /// Moves king and rook to their castled squares. In Chess960 they may swap or stay in place.
    /// The key already includes the king taking the rook.
    fn castle(&mut self, king: Square, rook: Square, side: CastlingSide) {
        let (king_target, rook_target) = castling_targets(king.rank(), side);
        let (king_code, rook_code) = (self.board.code_at(king), self.board.code_at(rook));
        self.key ^= zobrist::code(king_code, rook)
            ^ zobrist::code(king_code, king_target)
            ^ zobrist::code(rook_code, rook_target);
        self.board.put(king, Code::NOTHING);
        self.board.put(rook, Code::NOTHING);
        self.board.put(king_target, king_code);
        self.board.put(rook_target, rook_code);
    }
}

/// The changes that are common to all moves.
struct Change {
    board: BoardChange,
    key: u64,
    ply: u64,
    halfmove_clock: u16,
}
