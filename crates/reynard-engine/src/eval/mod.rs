//! The hand-written (classic) evaluation: a tapered sum of features.
//!
//! Every feature has a middlegame and an endgame weight, which are interpolated by the game phase.
//! All weights are in `weights.rs`, which is written by the tuner in `reynard-train`. The tuner
//! starts from the previous weights (the very first were bare piece values), and fits them to game
//! results and to the scores of positions. No weight comes from another program.
//!
//! * `board_view`: attacks, computed once;
//! * `pieces`, `pawns`, `passed`, `king`, `threats`: the terms;
//! * `placement`: king-relative piece-square tables;
//! * `scale`, `mating`: endgames in which the sum would be misleading;
//! * `feature`, `weights`, `packed`: the weights;
//! * `trace`: an evaluation explained term by term;
//! * `bit_instructions`: the evaluation compiled for newer processors.

mod bit_instructions;
mod board_view;
mod feature;
mod king;
mod mating;
mod packed;
mod passed;
mod pawns;
mod pieces;
mod placement;
mod scale;
mod sum;
mod threats;
mod trace;
mod tracer;
mod weights;

pub use feature::{BLOCKS, Block, WEIGHT_COUNT};
pub use packed::Packed;
pub use trace::{Features, Term, Trace};
pub use weights::WEIGHTS;

pub(crate) use pawns::mix;
pub(crate) use scale::is_drawn_corner;

use reynard::{Color, PieceType, Position};

use bit_instructions::BitInstructions;
use board_view::BoardView;
use pawns::PawnCache;
use placement::KingPlaces;
use sum::Sum;
use tracer::{Tracer, Unwatched};

/// Game phase of a position with all pieces.
pub const FULL_PHASE: i32 = 24;
/// With each half-move counted by the fifty-move counter, the evaluation shrinks by 1/240, as a
/// draw comes closer.
const CLOCK_SCALE: i32 = 240;

/// The classic evaluator, which has a pawn hash table.
///
/// ```
/// use reynard::Position;
/// use reynard_engine::eval::Evaluator;
///
/// let mut evaluator = Evaluator::new();
/// let queen_up: Position = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1".parse()?;
/// assert!(evaluator.evaluate(&queen_up) > 500);
/// # Ok::<(), reynard::ParsePositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator {
    cache: PawnCache,
    /// Proof that additional processor instructions are available; `None` if they are not
    /// available.
    instructions: Option<BitInstructions>,
}

impl Evaluator {
    /// Creates an evaluator with an empty pawn hash table.
    pub fn new() -> Self {
        Self { cache: PawnCache::new(), instructions: BitInstructions::detect() }
    }

    /// Prefetches the pawn hash entry of a position.
    #[inline]
    pub(crate) fn prefetch(&self, pos: &Position, pawn_key: u64) {
        self.cache.prefetch(pos, pawn_key);
    }

    /// Returns the evaluation for the side to move, in centipawns.
    ///
    /// Intended for positions in which the side to move is not in check.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_engine::eval::Evaluator;
    ///
    /// let tempo = Evaluator::new().evaluate(&Position::startpos());
    /// assert!((0..60).contains(&tempo));
    /// ```
    pub fn evaluate(&mut self, pos: &Position) -> i32 {
        match self.instructions {
            Some(proof) => bit_instructions::evaluate(proof, pos, &mut self.cache),
            None => evaluate(pos, &mut self.cache),
        }
    }
}

/// Evaluates a position. This function is inlined into one function for each kind of processor.
#[inline(always)]
fn evaluate(pos: &Position, cache: &mut PawnCache) -> i32 {
    let (total, _) = total(pos, cache, Unwatched);
    let white = blend(pos, total);
    let score = match pos.turn() {
        Color::White => white,
        Color::Black => -white,
    };
    faded(score, pos)
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the sum of all features from White's point of view, and the tracer.
#[inline(always)]
fn total<T: Tracer>(pos: &Position, cache: &mut PawnCache, tracer: T) -> (Packed, T) {
    let kings = Color::ALL.map(|us| KingPlaces::of(pos, us));
    let mut sum = Sum { view: BoardView::new(pos), kings, total: Packed::ZERO, tracer };
    let passed = pawns::evaluate(&mut sum, cache);
    pieces::evaluate(&mut sum, Color::White);
    pieces::evaluate(&mut sum, Color::Black);
    for us in [Color::White, Color::Black] {
        king::evaluate(&mut sum, us);
        threats::evaluate(&mut sum, us);
        passed::evaluate(&mut sum, us, passed[us as usize]);
    }
    sum.add(pos.turn(), feature::TEMPO.start, 1);
    (sum.total, sum.tracer)
}

/// Returns a score, scaled down by the fifty-move counter.
#[inline(always)]
pub(crate) fn faded(score: i32, pos: &Position) -> i32 {
    score * (CLOCK_SCALE - i32::from(pos.halfmove_clock()).min(100)) / CLOCK_SCALE
}

/// Returns the mop-up bonus for driving a bare king to the edge, from the point of view of the side
/// to move. The network has no reason to learn this knowledge. If no king is bare, the bonus is 0.
#[inline]
pub(crate) fn bare_king_bonus(pos: &Position) -> i32 {
    let is_bare = |side: &Color| pos.by_color(*side).single().is_some();
    let Some(weak) = Color::ALL.into_iter().find(is_bare) else { return 0 };
    let strong = !weak;
    let bonus = mating::bonus(pos, strong, scale::scale(pos, strong));
    if pos.turn() == Color::White { bonus } else { -bonus }
}

/// Maximum number of pieces, kings included, at which an endgame's material is examined.
const MOST_PIECES: u32 = 6;

/// Returns a network score for the side to move, scaled down if the material of the side ahead is
/// insufficient to win. Only positions with few pieces are examined.
#[inline]
pub(crate) fn with_drawn_material(score: i32, pos: &Position) -> i32 {
    if pos.occupied().len() > MOST_PIECES {
        return score;
    }
    let strong = if score >= 0 { pos.turn() } else { !pos.turn() };
    scale::drawn_scale(pos, strong).map_or(score, |scale| score * scale / scale::FULL)
}

/// Returns a corrected score for the side to move, or 0 if the side ahead has insufficient material
/// to win, because the correction must not turn a draw into a lead.
pub(crate) fn without_drawn_lead(score: i32, pos: &Position) -> i32 {
    let strong = if score >= 0 { pos.turn() } else { !pos.turn() };
    let is_drawn =
        pos.occupied().len() <= MOST_PIECES && scale::drawn_scale(pos, strong) == Some(0);
    if is_drawn { 0 } else { score }
}

/// Interpolates the middlegame and endgame scores by the game phase. The result is from White's
/// point of view.
#[inline(always)]
fn blend(pos: &Position, total: Packed) -> i32 {
    let strong = if total.endgame() >= 0 { Color::White } else { Color::Black };
    let weight = scale::scale(pos, strong);
    if weight == 0 {
        return 0;
    }
    let phase = phase(pos);
    let endgame = total.endgame() * weight / scale::FULL;
    let score = (total.middlegame() * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE;
    score + mating::bonus(pos, strong, weight)
}

/// Returns the game phase, from 0 (endgame) to [`FULL_PHASE`] (middlegame).
///
/// ```
/// use reynard::Position;
/// use reynard_engine::eval::{FULL_PHASE, phase};
///
/// assert_eq!(phase(&Position::startpos()), FULL_PHASE);
/// ```
#[inline]
pub fn phase(pos: &Position) -> i32 {
    let count = |kind| pos.by_type(kind).len() as i32;
    let phase = count(PieceType::Knight)
        + count(PieceType::Bishop)
        + 2 * count(PieceType::Rook)
        + 4 * count(PieceType::Queen);
    phase.min(FULL_PHASE)
}
