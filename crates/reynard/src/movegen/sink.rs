//! Sinks for generated moves: a list, a count, or a test for existence.

use crate::{Bitboard, Move, MoveKind, MoveList, Square};

/// A receiver of generated moves, which are passed as whole sets of targets.
///
/// ```
/// use reynard::{Bitboard, MoveKind, MoveSink, Position, Square};
///
/// #[derive(Default)]
/// struct Targets(Bitboard);
///
/// impl MoveSink for Targets {
///     fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
///         self.0 |= targets;
///     }
///     fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
///         self.0 |= targets;
///     }
///     fn promotions(&mut self, targets: Bitboard, _: i8, _: [MoveKind; 4]) {
///         self.0 |= targets;
///     }
///     fn single(&mut self, _: Square, to: Square, _: MoveKind) {
///         self.0.insert(to);
///     }
/// }
///
/// let mut targets = Targets::default();
/// Position::startpos().visit_legal_moves(&mut targets);
/// assert_eq!(targets.0.len(), 16);
/// ```
pub trait MoveSink {
    /// Receives the moves of one piece to each of `targets`. Moves to squares in `theirs` are
    /// captures. A queen may be passed twice, with different targets.
    fn piece(&mut self, from: Square, targets: Bitboard, theirs: Bitboard);

    /// Receives pawn moves to each of `targets`. Each pawn's origin is its target minus `step`.
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind);

    /// Receives promotions to the four given kinds of pieces on each of `targets`, which are on the
    /// last rank.
    fn promotions(&mut self, targets: Bitboard, step: i8, kinds: [MoveKind; 4]);

    /// Receives a single move.
    fn single(&mut self, from: Square, to: Square, kind: MoveKind);
}

/// Returns the origin of a pawn that moved to `to` by `step`.
#[inline(always)]
fn origin(to: Square, step: i8) -> Square {
    Square::from_low_bits((to as u8).wrapping_sub(step.cast_unsigned()))
}

impl MoveSink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard, theirs: Bitboard) {
        for to in targets {
            let kind = if theirs.contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
            self.push(Move::from_parts(from, to, kind));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        for to in targets {
            self.push(Move::from_parts(origin(to, step), to, kind));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8, kinds: [MoveKind; 4]) {
        for to in targets {
            for kind in kinds {
                self.push(Move::from_parts(origin(to, step), to, kind));
            }
        }
    }

    #[inline(always)]
    fn single(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.push(Move::from_parts(from, to, kind));
    }
}

/// A sink that counts moves without listing them.
#[derive(Default)]
pub(super) struct Counter(pub(super) u32);

impl MoveSink for Counter {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8, kinds: [MoveKind; 4]) {
        self.0 += targets.len() * kinds.len() as u32;
    }

    #[inline(always)]
    fn single(&mut self, _: Square, _: Square, _: MoveKind) {
        self.0 += 1;
    }
}
