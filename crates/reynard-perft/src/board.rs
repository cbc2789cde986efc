//! The private board: sets of squares, always seen from the mover's side.
//!
//! The mover's pawns move up. Making a move changes the sets and mirrors them vertically (one byte
//! swap each), so that the opponent becomes a mover who also moves up: one code path serves both
//! colors. Queens are in both slider sets. Colors are distinguished only by `own` and `theirs`.

/// The kind of a moved piece. Its bits identify the sets of a board in which the target square is
/// to be set.
pub(crate) mod kind {
    /// A pawn.
    pub(crate) const PAWN: u32 = 1;
    /// A knight.
    pub(crate) const KNIGHT: u32 = 2;
    /// A diagonal slider.
    pub(crate) const DIAGONAL: u32 = 4;
    /// An orthogonal slider.
    pub(crate) const ORTHOGONAL: u32 = 8;
    /// The king.
    pub(crate) const KING: u32 = 16;
    /// Both slider kinds at once.
    pub(crate) const QUEEN: u32 = DIAGONAL | ORTHOGONAL;
}

/// A position, seen from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// Pawns of both sides.
    pub(crate) pawns: u64,
    /// Knights of both sides.
    pub(crate) knights: u64,
    /// Bishops and queens of both sides.
    pub(crate) diagonal: u64,
    /// Rooks and queens of both sides.
    pub(crate) orthogonal: u64,
    /// Both kings.
    pub(crate) kings: u64,
    /// All pieces of the mover.
    pub(crate) own: u64,
    /// All pieces of the opponent.
    pub(crate) theirs: u64,
    /// Rooks that may still castle, of both sides.
    pub(crate) castling: u64,
    /// The square behind a pawn that has just made a double push, if an en-passant capture is
    /// possible.
    pub(crate) en_passant: u64,
}

impl Board {
    /// Returns the board after a plain move or promotion, seen from the opponent's side.
    ///
    /// `kind` is the kind of the piece on the target square after the move.
    #[inline(always)]
    pub(crate) fn play(&self, kind: u32, from: u64, to: u64) -> Self {
        let touched = from | to;
        let place = |set: u64, bit: u32| {
            ((set & !touched) | if kind & bit == 0 { 0 } else { to }).swap_bytes()
        };
        let rights = if kind & kind::KING == 0 { self.castling } else { self.castling & !self.own };
        Self {
            pawns: place(self.pawns, kind::PAWN),
            knights: place(self.knights, kind::KNIGHT),
            diagonal: place(self.diagonal, kind::DIAGONAL),
            orthogonal: place(self.orthogonal, kind::ORTHOGONAL),
            kings: place(self.kings, kind::KING),
            own: (self.theirs & !to).swap_bytes(),
            theirs: (self.own ^ touched).swap_bytes(),
            castling: (rights & !touched).swap_bytes(),
            en_passant: 0,
        }
    }

    /// Returns the board after an en-passant capture, seen from the opponent's side.
    #[inline(always)]
    pub(crate) fn play_en_passant(&self, from: u64, to: u64) -> Self {
        let captured = to >> 8;
        let board = Self { pawns: self.pawns ^ captured, theirs: self.theirs ^ captured, ..*self };
        board.play(kind::PAWN, from, to)
    }

    /// Returns the board after castling, seen from the opponent's side.
    #[inline(always)]
    pub(crate) fn play_castling(&self, side: &crate::castling::Side) -> Self {
        let king = self.kings & self.own;
        // The four squares may overlap in Chess960: take both pieces off first.
        let orthogonal = (self.orthogonal ^ side.rook) | side.rook_to;
        let kings = (self.kings ^ king) | side.king_to;
        let own = (self.own ^ king ^ side.rook) | side.rook_to | side.king_to;
        Self {
            pawns: self.pawns.swap_bytes(),
            knights: self.knights.swap_bytes(),
            diagonal: self.diagonal.swap_bytes(),
            orthogonal: orthogonal.swap_bytes(),
            kings: kings.swap_bytes(),
            own: self.theirs.swap_bytes(),
            theirs: own.swap_bytes(),
            castling: (self.castling & !self.own).swap_bytes(),
            en_passant: 0,
        }
    }
}
