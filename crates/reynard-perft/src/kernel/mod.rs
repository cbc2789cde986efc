//! The counting kernel: several positions at once, one per lane.
//!
//! [`make`] makes one move per lane, and `count` counts the replies. Both are straight-line code
//! made up of set operations, without loops over pieces. The side whose moves are counted has not
//! moved since the parent, so everything that depends on the squares of its king and knights is
//! looked up once per parent. There are two kernels: one with knights and diagonal sliders, and one
//! without.

mod count;

pub(crate) use count::count;

use crate::batch::{Batch, PARENTS, word};
use crate::board::kind;
use crate::lanes::Lanes;

/// Positions to count, each seen from its mover's side.
///
/// The mover's own sets are those of the parent: a captured piece is still in its own set, but not
/// in `own`.
#[derive(Clone, Copy)]
pub(crate) struct Positions<V: Lanes> {
    pub(crate) own: V,
    pub(crate) own_pawns: V,
    pub(crate) own_diagonal: V,
    pub(crate) own_orthogonal: V,
    /// Two knights, each with the squares it attacks.
    pub(crate) knights: [(V, V); 2],
    /// All further knights.
    pub(crate) more_knights: V,
    pub(crate) theirs: V,
    pub(crate) their_pawns: V,
    pub(crate) their_diagonal: V,
    pub(crate) their_orthogonal: V,
    /// Squares attacked by the knights and the king of the other side.
    pub(crate) their_leaps: V,
    /// The moved piece, if it is a knight or a pawn that gives check.
    pub(crate) leaper: V,
    pub(crate) castling: V,
    pub(crate) king: King<V>,
}

/// One set per kind of line.
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

/// Values that depend only on the mover's king square.
#[derive(Clone, Copy)]
pub(crate) struct King<V: Lanes> {
    /// Twice the king's bit.
    pub(crate) twice: V,
    /// Twice the king's bit on the vertically mirrored board.
    pub(crate) twice_swapped: V,
    /// The lines through the king, without the king.
    pub(crate) lines: Lines<V>,
    /// The key with which the lanes look up the king's rays on its rank.
    pub(crate) rank: V::Rank,
    /// The squares next to the king.
    pub(crate) zone: V,
}

/// Castling masks of the player to move, who is the same in all positions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CastlingMasks {
    pub(crate) rook: u64,
    pub(crate) empty: u64,
    pub(crate) safe: u64,
}

/// The parents' words for several children, one lane for each child.
///
/// This is a trait rather than a closure, since a closure does not inherit the target features of
/// the function into which the kernel is inlined.
pub(crate) trait Parents<V: Lanes> {
    /// Returns one word of each child's parent.
    fn word(&self, word: usize) -> V;
    /// Returns the key with which the king's rays on its rank are looked up.
    fn rank(&self) -> V::Rank;
}

/// The parent shared by all children.
struct OneParent<'a> {
    batch: &'a Batch,
    parent: usize,
}

impl<V: Lanes> Parents<V> for OneParent<'_> {
    #[inline(always)]
    fn word(&self, word: usize) -> V {
        V::splat(self.batch.words[word][self.parent])
    }
    #[inline(always)]
    fn rank(&self) -> V::Rank {
        V::rank(usize::from(self.batch.kings[self.parent]))
    }
}

/// Makes the moves of several children. `leaps` holds the attacks from [`Batch::leaps`].
#[inline(always)]
pub(crate) fn make<V: Lanes, P: Parents<V>>(parents: &P, moves: V, leaps: V) -> Positions<V> {
    let to = moves.to();
    let from = moves.from();
    let kinds = moves.kinds();
    let pawn = V::of_kind::<{ kind::PAWN }>(kinds, to);
    let knight = V::of_kind::<{ kind::KNIGHT }>(kinds, to);
    let diagonal = V::of_kind::<{ kind::DIAGONAL }>(kinds, to);
    let orthogonal = V::of_kind::<{ kind::ORTHOGONAL }>(kinds, to);
    let word = |at| parents.word(at);
    Positions {
        own: word(word::OWN) & !to,
        own_pawns: word(word::OWN_PAWNS),
        own_diagonal: word(word::OWN_DIAGONAL),
        own_orthogonal: word(word::OWN_ORTHOGONAL),
        knights: [
            (word(word::KNIGHT), word(word::KNIGHT_ATTACKS)),
            (word(word::SECOND_KNIGHT), word(word::SECOND_KNIGHT_ATTACKS)),
        ],
        more_knights: word(word::MORE_KNIGHTS),
        theirs: word(word::THEIRS) ^ (from | to),
        their_pawns: (word(word::THEIR_PAWNS) & !from) | pawn,
        their_diagonal: (word(word::THEIR_DIAGONAL) & !from) | diagonal,
        their_orthogonal: (word(word::THEIR_ORTHOGONAL) & !from) | orthogonal,
        their_leaps: V::of_leapers(kinds, leaps, word(word::THEIR_LEAPS)),
        // Before the move, the king was not in check.
        leaper: (pawn & word(word::KING_PAWN)) | (knight & word(word::KING_KNIGHT)),
        castling: word(word::CASTLING) & !to,
        king: King {
            twice: word(word::TWICE),
            twice_swapped: word(word::TWICE_SWAPPED),
            lines: Lines {
                diagonal: word(word::LINE_DIAGONAL),
                anti: word(word::LINE_ANTI),
                file: word(word::LINE_FILE),
                rank: word(word::LINE_RANK),
            },
            rank: parents.rank(),
            zone: word(word::ZONE),
        },
    }
}

/// Counts the moves of all buffered children, parent by parent. If `EACH` is `true`, the count of
/// each child is stored.
#[inline(always)]
pub(crate) fn flush_by_parent<V: Lanes, const EACH: bool>(
    batch: &mut Batch,
    castling: &[CastlingMasks; 2],
) -> u64 {
    let mut sum = V::splat(0);
    let mut rest = 0;
    for parent in 0..batch.parents {
        let parent = parent & (PARENTS - 1);
        let (found, last) = if batch.rich[parent] {
            count_parent::<V, EACH, true>(batch, parent, castling)
        } else {
            count_parent::<V, EACH, false>(batch, parent, castling)
        };
        sum = sum.plus(found);
        rest += last;
    }
    sum.sum(V::COUNT) + rest
}

/// Counts the moves of one parent's children. Returns the sums over full vectors, lane by lane, and
/// the sum over the children in a partial vector.
#[inline(always)]
fn count_parent<V: Lanes, const EACH: bool, const RICH: bool>(
    batch: &mut Batch,
    parent: usize,
    castling: &[CastlingMasks; 2],
) -> (V, u64) {
    let mut at = usize::from(batch.starts[parent]);
    let end = usize::from(batch.starts[parent + 1]);
    let mut sum = V::splat(0);
    let mut rest = 0;
    while at < end {
        // Lanes beyond the end hold some other move, or an old one: they are not added up.
        let moves = V::widen(&batch.children[at..at + V::COUNT]);
        let leaps = V::load(&batch.leaps[at..at + V::COUNT]);
        let positions = make(&OneParent { batch, parent }, moves, leaps);
        let found = count::<V, RICH>(&positions, castling);
        if EACH {
            found.store(&mut batch.counts[at..at + V::COUNT]);
        } else if at + V::COUNT <= end {
            sum = sum.plus(found);
        } else {
            rest = found.sum(end - at);
        }
        at += V::COUNT;
    }
    (sum, rest)
}
