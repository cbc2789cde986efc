//! Quiet moves, captures, and moves as continuation to previous_moves ones.

use reynard::{Bitboard, Color, Move, PieceType, Position};

use super::history_gravity;

/// The largest value that a history has.
const BOUND: i32 = 16_384;
/// Kinds of piece times squares.
const PIECE_TO: usize = 6 * 64;
/// Positions of pawns are told apart by this many pickers.
const PAWN_SLOTS: usize = 1024;

/// By the squares from and to.
type FromTo = [i16; 64 * 64];

/// A piece of a color and the square that it went to: what a reply is filed under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// A move of the side to move.
    #[inline]
    pub(crate) fn of(pos: &Position, mv: Move) -> Self {
        Self((pos.turn() as usize * PIECE_TO + piece_to(pos, mv)) as u16)
    }
}

impl PieceTo {
    /// The number under which continuation are filed, below 768.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The kind of the moving piece and its target, without its color.
#[inline]
fn piece_to(pos: &Position, mv: Move) -> usize {
    let kind = pos.board().type_at(mv.from()).map_or(0, PieceType::index);
    kind * 64 + mv.to() as usize
}

/// What quiet moves are looked up by, beside themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryContext {
    /// The side that moves.
    pub(crate) turn: Color,
    /// The position of the pawns.
    pub(crate) pawn_key: u64,
    /// The moves one, two and four plies ago.
    pub(crate) previous_moves: [Option<PieceTo>; 3],
    /// The squares that the other side attacks.
    pub(crate) threats: Bitboard,
}

/// What was learned about moves.
#[derive(Clone, Debug)]
pub(crate) struct MoveHistory {
    /// By color and whether origin and target are attacked, and by from and to.
    quiet: Box<[FromTo]>,
    /// By color, kind and target of the piece, and kind of its victim.
    capture: Box<[[i16; PIECE_TO * 6]; 2]>,
    /// By an previous_moves move, and by kind and target of the piece.
    continuation: Box<[[i16; PIECE_TO]]>,
    /// By the position of the pawns and color, and by kind and target of the piece.
    pawns: Box<[[i16; PIECE_TO]]>,
    /// The move that refuted an previous_moves one.
    countermoves: Box<[Option<Move>; 2 * PIECE_TO]>,
}

impl MoveHistory {
    pub(crate) fn new() -> Self {
        Self {
            quiet: vec![[0; 64 * 64]; 2 * 4].into_boxed_slice(),
            capture: Box::new([[0; PIECE_TO * 6]; 2]),
            continuation: vec![[0; PIECE_TO]; 2 * PIECE_TO].into_boxed_slice(),
            pawns: vec![[0; PIECE_TO]; 2 * PAWN_SLOTS].into_boxed_slice(),
            countermoves: Box::new([None; 2 * PIECE_TO]),
        }
    }

    /// What is known about quiet moves.
    #[inline]
    pub(crate) fn quiets(&self, history_context: &HistoryContext) -> QuietHistory<'_> {
        let HistoryContext { turn, pawn_key, previous_moves, threats } = *history_context;
        QuietHistory {
            moves: &self.quiet,
            turn,
            threats,
            pawns: &self.pawns[pawn_slot(turn, pawn_key)],
            continuation: previous_moves.map(|before| match before {
                Some(before) => &self.continuation[before.index()],
                None => &[0; PIECE_TO],
            }),
        }
    }

    /// Learns about a quiet move.
    pub(crate) fn update_quiet(
        &mut self,
        pos: &Position,
        history_context: &HistoryContext,
        mv: Move,
        bonus: i32,
    ) {
        let HistoryContext { turn, pawn_key, previous_moves, threats } = *history_context;
        let target = piece_to(pos, mv);
        let threatened = threat_slot(turn, threats, mv);
        history_gravity(&mut self.quiet[threatened][from_to(mv)], bonus, BOUND);
        history_gravity(&mut self.pawns[pawn_slot(turn, pawn_key)][target], bonus, BOUND);
        for before in previous_moves.into_iter().flatten() {
            history_gravity(&mut self.continuation[before.0 as usize][target], bonus, BOUND);
        }
    }

    /// Learns about a quiet move by what it did to the evaluation, whatever was played before it.
    pub(crate) fn update_by_eval_gain(
        &mut self,
        history_context: &HistoryContext,
        mv: Move,
        bonus: i32,
    ) {
        let threatened = threat_slot(history_context.turn, history_context.threats, mv);
        history_gravity(&mut self.quiet[threatened][from_to(mv)], bonus, BOUND);
    }

    /// What is known about a capture or promotion.
    #[inline]
    pub(crate) fn capture(&self, pos: &Position, mv: Move) -> i32 {
        i32::from(self.capture[pos.turn() as usize][capture_index(pos, mv)])
    }

    /// Learns about a capture or promotion.
    pub(crate) fn update_capture(&mut self, pos: &Position, mv: Move, bonus: i32) {
        history_gravity(
            &mut self.capture[pos.turn() as usize][capture_index(pos, mv)],
            bonus,
            BOUND,
        );
    }

    /// The move that last refuted an previous_moves one.
    pub(crate) fn countermove(&self, before: Option<PieceTo>) -> Option<Move> {
        before.and_then(|before| self.countermoves[before.0 as usize])
    }

    /// Remembers the move that refuted an previous_moves one.
    pub(crate) fn set_countermove(&mut self, before: Option<PieceTo>, mv: Move) {
        if let Some(before) = before {
            self.countermoves[before.0 as usize] = Some(mv);
        }
    }
}

/// What was learned about the quiet moves of one position.
#[derive(Clone, Copy)]
pub(crate) struct QuietHistory<'a> {
    moves: &'a [FromTo],
    turn: Color,
    threats: Bitboard,
    pawns: &'a [i16; PIECE_TO],
    continuation: [&'a [i16; PIECE_TO]; 3],
}

impl QuietHistory<'_> {
    /// What is known about a quiet move.
    #[inline(always)]
    pub(crate) fn of(&self, pos: &Position, mv: Move) -> i32 {
        let target = piece_to(pos, mv);
        let [one, two, four] =
            self.continuation.map(|continuation| i32::from(continuation[target]));
        let own = self.moves[threat_slot(self.turn, self.threats, mv)][from_to(mv)];
        i32::from(own) + i32::from(self.pawns[target]) + one + two + four / 2
    }
}

/// Where moves of a color are filed that leave an attacked square or not, and go to one or not: the same
/// move is another one if it saves its piece, or gives it away.
#[inline]
fn threat_slot(turn: Color, threats: Bitboard, mv: Move) -> usize {
    let [leaves, enters] = [mv.from(), mv.to()].map(|square| usize::from(threats.contains(square)));
    (turn as usize) << 2 | leaves << 1 | enters
}

#[inline]
fn from_to(mv: Move) -> usize {
    mv.from() as usize * 64 + mv.to() as usize
}

#[inline]
fn pawn_slot(color: Color, pawn_key: u64) -> usize {
    pawn_key as usize % PAWN_SLOTS * 2 + color as usize
}

/// En passant and promotions without a capture count as taking a pawn.
#[inline]
fn capture_index(pos: &Position, mv: Move) -> usize {
    let victim = pos.board().type_at(mv.to()).map_or(0, PieceType::index);
    piece_to(pos, mv) * 6 + victim
}
