//! The counting kernel: several positions at once, one in each lane.
//!
//! [`make`] makes one move a lane, `count` counts the replies. Both are straight lines of set
//! [`make`] makes one move a lane, `count` counts the replies. Both are straight lines of set
//! operations without loops over pieces and without tables. A handful of words depend on the square
//! of the king that may be in check. They are looked up once for each parent, since no

mod count;

pub(crate) use count::count;

use crate::batch::{Batch, FROM_SHIFT, KIND_SHIFT, PARENTS, word};
use crate::board::kind;
use crate::lanes::Lanes;

/// Positions to count, all from their mover's side.
#[derive(Clone, Copy)]
pub(crate) struct Positions<V> {
    pub(crate) pawns: V,
    pub(crate) knights: V,
    pub(crate) diagonal: V,
    pub(crate) orthogonal: V,
    pub(crate) own: V,
    pub(crate) theirs: V,
    pub(crate) their_king: V,
    pub(crate) castling: V,
    pub(crate) king: King<V>,
}

/// One set for each kind of line.
#[derive(Clone, Copy)]
pub(crate) struct Lines<V> {
    /// Lines that rise to the right.
    pub(crate) diagonal: V,
    /// Lines that fall to the right.
    pub(crate) anti: V,
    /// Files.
    pub(crate) file: V,
    /// Ranks.
    pub(crate) rank: V,
}

/// Values that depend on the mover's king square alone.
#[derive(Clone, Copy)]
pub(crate) struct King<V> {
    /// The king's bit.
    pub(crate) bit: V,
    /// Twice the king's bit.
    pub(crate) twice: V,
    /// Twice the king's bit on the vertically mirrored board.
    pub(crate) twice_swapped: V,
    /// Twice the king's bit on the horizontally mirrored board.
    pub(crate) twice_mirrored: V,
    /// The lines through the king, without the king.
    pub(crate) lines: Lines<V>,
    /// The squares next to the king.
    pub(crate) zone: V,
    /// The squares from which a knight gives check.
    pub(crate) knight: V,
    /// The squares from which a pawn gives check.
    pub(crate) pawn: V,
}

/// Castling masks of the player who is to move in all positions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CastlingMasks {
    pub(crate) rook: u64,
    pub(crate) empty: u64,
    pub(crate) safe: u64,
}

/// The words of the parents of several children, lane by lane.
///
/// A trait and not a closure: a closure does not inherit the target features of the function
/// that the kernel is inlined into.
pub(crate) trait Parents<V> {
    /// Returns one word of each child's parent.
    fn word(&self, word: usize) -> V;
}

/// All children come from one parent.
struct OneParent<'a> {
    batch: &'a Batch,
    parent: usize,
}

impl<V: Lanes> Parents<V> for OneParent<'_> {
    #[inline(always)]
    fn word(&self, word: usize) -> V {
        V::splat(self.batch.words[word][self.parent])
    }
}

/// Makes the moves of several children.
#[inline(always)]
pub(crate) fn make<V: Lanes, P: Parents<V>>(parents: &P, moves: V) -> Positions<V> {
    let byte = V::splat(0xff);
    let to = (moves & byte).square();
    let from = (moves.down::<FROM_SHIFT>() & byte).square();
    let touched = from | to;
    // A closure would not inherit the target features that this is inlined into.
    macro_rules! place {
        ($word:expr, $kind:expr) => {
            (parents.word($word) & !touched) | moves.if_bits($kind << KIND_SHIFT, to)
        };
    }
    let their_king = parents.word(word::THEIR_KING);
    Positions {
        pawns: place!(word::PAWNS, kind::PAWN),
        knights: place!(word::KNIGHTS, kind::KNIGHT),
        diagonal: place!(word::DIAGONAL, kind::DIAGONAL),
        orthogonal: place!(word::ORTHOGONAL, kind::ORTHOGONAL),
        own: parents.word(word::OWN) & !to,
        theirs: parents.word(word::THEIRS) ^ touched,
        their_king: (their_king & !from) | moves.if_bits(kind::KING << KIND_SHIFT, to),
        castling: parents.word(word::CASTLING) & !to,
        king: King {
            bit: parents.word(word::KING),
            twice: parents.word(word::TWICE),
            twice_swapped: parents.word(word::TWICE_SWAPPED),
            twice_mirrored: parents.word(word::TWICE_MIRRORED),
            lines: Lines {
                diagonal: parents.word(word::LINE_DIAGONAL),
                anti: parents.word(word::LINE_ANTI),
                file: parents.word(word::LINE_FILE),
                rank: parents.word(word::LINE_RANK),
            },
            zone: parents.word(word::ZONE),
            knight: parents.word(word::KING_KNIGHT),
            pawn: parents.word(word::KING_PAWN),
        },
    }
}

/// Counts all buffered children, parent by parent. `EACH` keeps the number of each child.
#[inline(always)]
pub(crate) fn flush_by_parent<V: Lanes, const EACH: bool>(
    batch: &mut Batch,
    castling: &[CastlingMasks; 2],
) -> u64 {
    let mut sum = V::splat(0);
    let mut rest = 0;
    for parent in 0..batch.parents {
        let parent = parent & (PARENTS - 1);
        let mut at = usize::from(batch.starts[parent]);
        let end = usize::from(batch.starts[parent + 1]);
        while at < end {
            // Lanes beyond the end hold some other move, or an old one: they are not added up.
            let moves = V::widen(&batch.children[at..at + V::COUNT]);
            let n = count(&make(&OneParent { batch, parent }, moves), castling);
            if EACH {
                n.store(&mut batch.counts[at..at + V::COUNT]);
            } else if at + V::COUNT <= end {
                sum = sum.plus(n);
            } else {
                rest += n.sum(end - at);
            }
            at += V::COUNT;
        }
    }
    sum.sum(V::COUNT) + rest
}
