//! Move histories: butterfly (by threats), capture, continuation and pawn history, and
//! countermoves.

use reynard::{Bitboard, Color, Move, PieceType, Position, Square};

use super::history_gravity;

/// Bound of a history score.
const BOUND: i32 = 16_384;
/// Number of piece types times number of squares.
const PIECE_TO: usize = 6 * 64;
/// Number of slots in the pawn history, which is indexed by pawn key.
const PAWN_SLOTS: usize = 1024;

/// Scores by origin and target square.
type FromTo = [i16; 64 * 64];

/// A colored piece and the target square of its move. The pair is the index into continuation
/// history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// Returns the index for a move by the side to move.
    #[inline]
    pub(crate) fn of(pos: &Position, mv: Move) -> Self {
        Self((pos.turn() as usize * PIECE_TO + piece_to(pos, mv)) as u16)
    }
}

impl PieceTo {
    /// Returns `true` if the move goes to the given square.
    #[inline]
    pub(crate) const fn is_to(self, square: Square) -> bool {
        self.0 as usize % 64 == square as usize
    }

    /// Returns the index, below 768.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Returns the index of the moving piece's type and its target square.
#[inline]
fn piece_to(pos: &Position, mv: Move) -> usize {
    let kind = pos.board().type_at(mv.from()).map_or(0, PieceType::index);
    kind * 64 + mv.to() as usize
}

/// The context in which quiet moves are looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryContext {
    /// Side to move.
    pub(crate) turn: Color,
    /// Pawn key.
    pub(crate) pawn_key: u64,
    /// Moves one, two and four plies ago.
    pub(crate) previous_moves: [Option<PieceTo>; 3],
    /// Squares attacked by the other side.
    pub(crate) threats: Bitboard,
}

/// The move histories of a search thread.
#[derive(Clone, Debug)]
pub(crate) struct MoveHistory {
    /// Butterfly history, by color, by threats to the origin and target squares, and by these two
    /// squares.
    quiet: Box<[FromTo; 8]>,
    /// Capture history, by color, piece type, target square and victim.
    capture: Box<[[i16; PIECE_TO * 6]; 2]>,
    /// Continuation history, by previous move, then by piece type and target square.
    continuation: Box<[[i16; PIECE_TO]]>,
    /// Pawn history, by pawn key and color, then by piece type and target square.
    pawns: Box<[[i16; PIECE_TO]]>,
    /// Countermoves, by the move they refuted.
    countermoves: Box<[Option<Move>; 2 * PIECE_TO]>,
}

impl MoveHistory {
    pub(crate) fn new() -> Self {
        Self {
            quiet: boxed([0; 64 * 64]),
            capture: Box::new([[0; PIECE_TO * 6]; 2]),
            continuation: vec![[0; PIECE_TO]; 2 * PIECE_TO].into_boxed_slice(),
            pawns: vec![[0; PIECE_TO]; 2 * PAWN_SLOTS].into_boxed_slice(),
            countermoves: Box::new([None; 2 * PIECE_TO]),
        }
    }

    /// Returns the history of the quiet moves of a node.
    #[inline]
    pub(crate) fn quiets(&self, context: &HistoryContext) -> QuietHistory<'_> {
        let HistoryContext { turn, pawn_key, previous_moves, threats } = *context;
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

    /// Updates the histories for a quiet move.
    pub(crate) fn update_quiet(
        &mut self,
        pos: &Position,
        context: &HistoryContext,
        mv: Move,
        bonus: i32,
    ) {
        let HistoryContext { turn, pawn_key, previous_moves, threats } = *context;
        let target = piece_to(pos, mv);
        let threatened = threat_slot(turn, threats, mv);
        history_gravity(&mut self.quiet[threatened][from_to(mv)], bonus, BOUND);
        history_gravity(&mut self.pawns[pawn_slot(turn, pawn_key)][target], bonus, BOUND);
        for before in previous_moves.into_iter().flatten() {
            history_gravity(&mut self.continuation[before.0 as usize][target], bonus, BOUND);
        }
    }

    /// Updates the butterfly history of a quiet move according to the gain in static evaluation
    /// that it brought.
    pub(crate) fn update_by_eval_gain(&mut self, context: &HistoryContext, mv: Move, bonus: i32) {
        let threatened = threat_slot(context.turn, context.threats, mv);
        history_gravity(&mut self.quiet[threatened][from_to(mv)], bonus, BOUND);
    }

    /// Returns the history score of a capture or promotion.
    #[inline]
    pub(crate) fn capture(&self, pos: &Position, mv: Move) -> i32 {
        i32::from(self.capture[pos.turn() as usize][capture_index(pos, mv)])
    }

    /// Updates the capture history of a capture or promotion.
    pub(crate) fn update_capture(&mut self, pos: &Position, mv: Move, bonus: i32) {
        history_gravity(
            &mut self.capture[pos.turn() as usize][capture_index(pos, mv)],
            bonus,
            BOUND,
        );
    }

    /// Returns the countermove to the given move.
    pub(crate) fn countermove(&self, before: Option<PieceTo>) -> Option<Move> {
        before.and_then(|before| self.countermoves[before.0 as usize])
    }

    /// Sets the countermove to the given move.
    pub(crate) fn set_countermove(&mut self, before: Option<PieceTo>, mv: Move) {
        if let Some(before) = before {
            self.countermoves[before.0 as usize] = Some(mv);
        }
    }
}

/// Returns a heap-allocated array of copies of `table`, built without using the stack.
fn boxed<T: Clone, const N: usize>(table: T) -> Box<[T; N]> {
    let tables = vec![table; N].into_boxed_slice();
    tables.try_into().ok().expect("the number of tables is that of the array")
}

/// The histories used for the quiet moves of one node.
#[derive(Clone, Copy)]
pub(crate) struct QuietHistory<'a> {
    moves: &'a [FromTo; 8],
    turn: Color,
    threats: Bitboard,
    pawns: &'a [i16; PIECE_TO],
    continuation: [&'a [i16; PIECE_TO]; 3],
}

impl QuietHistory<'_> {
    /// Returns the history score of a quiet move.
    #[inline(always)]
    pub(crate) fn of(&self, pos: &Position, mv: Move) -> i32 {
        pos.board().type_at(mv.from()).map_or(0, |kind| self.of_kind(kind, mv))
    }

    /// Returns the history score of a quiet move by a piece of the given type.
    #[inline(always)]
    pub(crate) fn of_kind(&self, kind: PieceType, mv: Move) -> i32 {
        let target = kind.index() * 64 + mv.to() as usize;
        let [one, two, four] =
            self.continuation.map(|continuation| i32::from(continuation[target]));
        let own = self.moves[threat_slot(self.turn, self.threats, mv)][from_to(mv)];
        i32::from(own) + i32::from(self.pawns[target]) + one + two + four / 2
    }
}

/// Returns the index for a color and the threats to the origin and target squares: moving a piece
/// out of an attack differs from moving it into one.
#[inline]
fn threat_slot(turn: Color, threats: Bitboard, mv: Move) -> usize {
    let [leaves, enters] = [mv.from(), mv.to()].map(|square| usize::from(threats.contains(square)));
    (turn as usize) << 2 | leaves << 1 | enters
}

#[inline]
fn from_to(mv: Move) -> usize {
    // The low bits of a move are its squares.
    mv.bits() as usize % (64 * 64)
}

#[inline]
fn pawn_slot(color: Color, pawn_key: u64) -> usize {
    pawn_key as usize % PAWN_SLOTS * 2 + color as usize
}

/// Returns the index of a capture. En passant captures and promotions without a capture count as
/// captures of a pawn.
#[inline]
fn capture_index(pos: &Position, mv: Move) -> usize {
    let victim = pos.board().type_at(mv.to()).map_or(0, PieceType::index);
    piece_to(pos, mv) * 6 + victim
}

#[cfg(test)]
mod tests {
    use super::{HistoryContext, MoveHistory, PieceTo};
    use reynard::{Bitboard, Color, Move, Position, Square};

    const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn position() -> Position {
        FEN.parse().expect("a position")
    }

    fn mv(text: &str) -> Move {
        position().parse_uci(text).expect("a move")
    }

    fn context() -> HistoryContext {
        HistoryContext {
            turn: Color::White,
            pawn_key: 7,
            previous_moves: ["e1g1", "a1c1", "a1d1"]
                .map(|text| Some(PieceTo::of(&position(), mv(text)))),
            threats: Bitboard::EMPTY,
        }
    }

    fn score(history: &MoveHistory, context: &HistoryContext, text: &str) -> i32 {
        history.quiets(context).of(&position(), mv(text))
    }

    #[test]
    fn a_quiet_move_adds_up_butterfly_pawn_and_continuation_history() {
        let mut history = MoveHistory::new();
        history.update_quiet(&position(), &context(), mv("a2a3"), 100);
        // Four histories in full, and that of the move four plies ago by half.
        assert_eq!(score(&history, &context(), "a2a3"), 450);
        assert_eq!(score(&history, &context(), "a2a4"), 0);
        let changed = |context: HistoryContext| score(&history, &context, "a2a3");
        assert_eq!(changed(HistoryContext { pawn_key: 8, ..context() }), 350);
        let [one, two, four] = context().previous_moves;
        let previous = |previous_moves| changed(HistoryContext { previous_moves, ..context() });
        assert_eq!(previous([None, two, four]), 350);
        assert_eq!(previous([one, None, four]), 350);
        assert_eq!(previous([one, two, None]), 400);
        assert_eq!(changed(HistoryContext { turn: Color::Black, ..context() }), 250);
    }

    #[test]
    fn threats_to_origin_and_target_tell_moves_apart() {
        let mut history = MoveHistory::new();
        let at = |squares: &[Square]| HistoryContext {
            threats: squares.iter().copied().collect(),
            previous_moves: [None; 3],
            ..context()
        };
        history.update_by_eval_gain(&at(&[Square::A2]), mv("a2a3"), 100);
        for (threats, expected) in [
            (&[Square::A2][..], 100),
            (&[], 0),
            (&[Square::A3], 0),
            (&[Square::A2, Square::A3], 0),
            (&[Square::A2, Square::H8], 100),
        ] {
            assert_eq!(score(&history, &at(threats), "a2a3"), expected, "{threats:?}");
        }
    }

    #[test]
    fn captures_are_told_apart_by_piece_target_and_victim() {
        let mut history = MoveHistory::new();
        history.update_capture(&position(), mv("e5f7"), -200);
        assert_eq!(history.capture(&position(), mv("e5f7")), -200);
        for other in ["e5g6", "e5d7", "f3f6", "d5e6"] {
            assert_eq!(history.capture(&position(), mv(other)), 0, "{other}");
        }
    }

    #[test]
    fn a_countermove_belongs_to_the_move_before() {
        let mut history = MoveHistory::new();
        let [one, two, _] = context().previous_moves;
        history.set_countermove(one, mv("a2a3"));
        history.set_countermove(None, mv("a2a4"));
        assert_eq!(history.countermove(one), Some(mv("a2a3")));
        assert_eq!((history.countermove(two), history.countermove(None)), (None, None));
    }
}
