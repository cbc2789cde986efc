//! Positions: the board, the side to move, and the rights of both sides.

mod attackers;
mod castling_apart;
mod en_passant;
mod legality;
mod make;
mod move_safety;
mod play;
mod validate;

pub use attackers::CheckState;
pub use en_passant::EnPassantMode;
pub use make::Undo;
pub use play::{IllegalMove, IllegalNullMove};
pub use validate::{
    Explanation, ParseSetupFaultError, Sanitized, SetupError, SetupFault, SetupFaults,
};

pub(crate) use en_passant::EnPassant;
pub(crate) use legality::plain_kind;

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::castling::CastlingRights;
use crate::{Bitboard, Board, Color, Piece, PieceType, Setup, Square, zobrist};

/// A position for which legal moves can be generated. It has one king per side, no pawns on the
/// outer ranks, and castling rights and an en-passant square that match the board.
///
/// A `Position` is a plain value of 160 bytes without history; repetitions are counted by
/// [`Game`](crate::Game). Equality and [`Hash`] follow the repetition rule: the same pieces, the
/// same side to move, the same castling rights and the same *legal* en-passant capture. The clocks
/// do not count. [`Setup`] has strict equality.
///
/// ```
/// use reynard::Position;
///
/// let mut pos = Position::startpos();
/// pos.play(pos.parse_uci("e2e4")?)?;
/// assert_eq!(pos.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(pos.legal_moves().len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Position {
    board: Board,
    /// The Zobrist key, updated by every move.
    key: u64,
    /// The number of plies since the start of the game. It is an even number when White is to move.
    ply: u64,
    /// The rooks that may still castle, and their kings. A move that touches none of these squares
    /// loses no castling right.
    castling: Bitboard,
    halfmove_clock: u16,
    en_passant: EnPassant,
}

const _: () = assert!(size_of::<Position>() <= 160);

impl Clone for Position {
    #[inline]
    fn clone(&self) -> Self {
        Self { board: self.board, ..*self }
    }

    /// Copies inline, whereas a clone calls `memcpy`.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.board.copy_from(&other.board);
        self.key = other.key;
        self.ply = other.ply;
        self.castling = other.castling;
        self.halfmove_clock = other.halfmove_clock;
        self.en_passant = other.en_passant;
    }
}

impl Position {
    /// Returns the start position of standard chess.
    ///
    /// ```
    /// assert_eq!(reynard::Position::startpos().legal_moves().len(), 20);
    /// ```
    pub fn startpos() -> Self {
        Self::from_checked_setup(&Setup::standard())
    }

    /// Creates the position of a set-up that `validate` found to be without faults.
    pub(crate) fn from_checked_setup(setup: &Setup) -> Self {
        let moves = u64::from(setup.fullmove_number.saturating_sub(1));
        let mut position = Self {
            board: setup.board,
            castling: Bitboard::EMPTY,
            key: 0,
            ply: 2 * moves + setup.turn as u64,
            halfmove_clock: setup.halfmove_clock,
            en_passant: EnPassant::NONE,
        };
        position.set_castling_rooks(setup.castling_rooks);
        if let Some(target) = setup.en_passant {
            position.en_passant = position.judge_en_passant(target.file());
        }
        position.key = position.key_from_scratch();
        position
    }

    /// Returns this position as a set-up. The en-passant square is set after every double push.
    ///
    /// ```
    /// use reynard::{Position, Setup};
    ///
    /// assert_eq!(Position::startpos().to_setup(), Setup::standard());
    /// ```
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn(),
            castling_rooks: self.castling_rooks(),
            en_passant: self.en_passant.target(self.turn()),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number(),
        }
    }

    /// Returns the board.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece on `square`.
    ///
    /// ```
    /// use reynard::{Position, Square};
    ///
    /// assert_eq!(Position::startpos().piece_at(Square::E1).map(char::from), Some('K'));
    /// ```
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Returns the squares of the pieces of one kind and color.
    ///
    /// ```
    /// use reynard::{Color, PieceType, Position};
    ///
    /// assert_eq!(Position::startpos().pieces(Color::White, PieceType::Pawn).len(), 8);
    /// ```
    #[inline]
    pub const fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.board.pieces(color, kind)
    }

    /// Returns the squares of the pieces of one color.
    ///
    /// ```
    /// use reynard::{Color, Position};
    ///
    /// assert_eq!(Position::startpos().by_color(Color::Black).len(), 16);
    /// ```
    #[inline]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.board.by_color(color)
    }

    /// Returns the squares of the pieces of one kind, in both colors.
    ///
    /// ```
    /// use reynard::{PieceType, Position, Square};
    ///
    /// assert_eq!(Position::startpos().by_type(PieceType::King), Square::E1 | Square::E8);
    /// ```
    #[inline]
    pub const fn by_type(&self, kind: PieceType) -> Bitboard {
        self.board.by_type(kind)
    }

    /// Returns the occupied squares.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert_eq!(Position::startpos().occupied().len(), 32);
    /// ```
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// Returns the square of a king.
    ///
    /// ```
    /// use reynard::{Color, Position, Square};
    ///
    /// assert_eq!(Position::startpos().king(Color::Black), Square::E8);
    /// ```
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        match self.board.pieces(color, PieceType::King).first() {
            Some(square) => square,
            // Every accepted position has both kings, and no move takes one.
            None => Square::A1,
        }
    }

    /// Returns the squares of both kings, White's first.
    #[inline]
    const fn kings(&self) -> [Square; 2] {
        [self.king(Color::White), self.king(Color::Black)]
    }

    /// Returns the side to move.
    ///
    /// ```
    /// use reynard::{Color, Position};
    ///
    /// assert_eq!(Position::startpos().turn(), Color::White);
    /// ```
    #[inline]
    pub const fn turn(&self) -> Color {
        if self.ply & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Returns the remaining castling rights.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert_eq!(Position::startpos().castling_rights().to_string(), "KQkq");
    /// ```
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        CastlingRights::new(self.castling_rooks(), self.kings())
    }

    /// Returns the rooks that may still castle.
    #[inline]
    pub(crate) const fn castling_rooks(&self) -> Bitboard {
        Bitboard::from_bits(self.castling.bits() & !self.board.by_type(PieceType::King).bits())
    }

    /// Sets the castling rights to those of these rooks.
    fn set_castling_rooks(&mut self, rooks: Bitboard) {
        let ranks = |color: Color| Bitboard::rank(color.back_rank());
        let has_rook = |color: &Color| (rooks & ranks(*color)).any();
        let kings = Color::ALL.into_iter().filter(has_rook).map(|color| self.king(color));
        self.castling = rooks | kings.collect::<Bitboard>();
    }

    /// Returns the target of an en-passant capture if a legal one exists.
    #[inline]
    pub(crate) const fn legal_en_passant_target(&self) -> Option<Square> {
        self.en_passant.legal_target(self.turn())
    }

    /// Returns the square that a pawn has just passed with a double push, subject to `mode`.
    ///
    /// ```
    /// use reynard::{EnPassantMode, Position, Square};
    ///
    /// let pos = Position::startpos();
    /// let pos = pos.after(pos.parse_san("e4")?)?;
    /// assert_eq!(pos.en_passant(EnPassantMode::Always), Some(Square::E3));
    /// assert_eq!(pos.en_passant(EnPassantMode::Legal), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn en_passant(&self, mode: EnPassantMode) -> Option<Square> {
        match mode {
            EnPassantMode::Always => self.en_passant.target(self.turn()),
            EnPassantMode::PseudoLegal => self
                .en_passant
                .target(self.turn())
                .filter(|&target| self.en_passant_capturers(target).any()),
            EnPassantMode::Legal => self.en_passant.legal_target(self.turn()),
        }
    }

    /// Returns the number of moves by both sides since the last capture or pawn move. At 100 a
    /// player can claim a draw; at 150 the game is over.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Returns the number of the current move. It is 1 at the start of a game and is incremented
    /// after Black's move.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert_eq!(Position::startpos().fullmove_number(), 1);
    /// ```
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        let number = self.ply / 2 + 1;
        if number > u32::MAX as u64 { u32::MAX } else { number as u32 }
    }

    /// Returns the number of moves by both sides since the start of the game, derived from the move
    /// number (`halfmoves` in Chess::Plisco).
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert_eq!(Position::startpos().ply(), 0);
    /// ```
    #[inline]
    pub const fn ply(&self) -> u64 {
        self.ply
    }

    /// Returns the Zobrist key: see [`zobrist`].
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Returns the Polyglot book key of this position. It equals [`Position::key`], unless a pawn
    /// stands ready to capture en passant but cannot do so legally.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert_eq!(Position::startpos().polyglot_key(), 0x463B_9618_1691_FC9C);
    /// ```
    pub fn polyglot_key(&self) -> u64 {
        let key_of = |square: Square| zobrist::en_passant(square.file());
        let legal = self.en_passant(EnPassantMode::Legal).map_or(0, key_of);
        let pseudo_legal = self.en_passant(EnPassantMode::PseudoLegal).map_or(0, key_of);
        self.key ^ legal ^ pseudo_legal
    }

    /// Computes the Zobrist key from scratch. It equals the stored key that [`Position::key`]
    /// returns.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// assert_eq!(pos.key_from_scratch(), pos.key());
    /// ```
    pub fn key_from_scratch(&self) -> u64 {
        let keys = self.occupied().iter().map(|at| zobrist::code(self.board.code_at(at), at));
        keys.fold(0, |key, piece| key ^ piece)
            ^ zobrist::castling_rooks(self.castling_rooks(), self.kings())
            ^ self.en_passant.key()
            ^ zobrist::turn(self.turn())
    }

    /// Computes a key from the pawns alone. Positions with the same pawn placement have the same
    /// key.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let mut pos = Position::startpos();
    /// let before = pos.pawn_key();
    /// pos.play(pos.parse_uci("g1f3")?)?;
    /// assert_eq!(pos.pawn_key(), before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pawn_key(&self) -> u64 {
        Color::ALL.into_iter().fold(0, |key, color| {
            let pawns = self.pieces(color, PieceType::Pawn);
            let piece = PieceType::Pawn.of(color);
            pawns.iter().fold(key, |key, square| key ^ zobrist::piece(piece, square))
        })
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.turn() == other.turn()
            && self.castling == other.castling
            && self.en_passant(EnPassantMode::Legal) == other.en_passant(EnPassantMode::Legal)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl Default for Position {
    /// Returns the start position of standard chess.
    fn default() -> Self {
        Self::startpos()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
