//! The evaluation: what a quiet position is worth, as a sum of counted features.
//!
//! Every feature has a weight for the middlegame and one for the endgame, and the material left
//! decides how the two are mixed. All weights come out of one table, `weights.rs`, which the tuner
//! of `reynard-train` has written: it starts from the bare values of the pieces and fits the table to the
//! results of games. Nothing in it was taken from another program.
//!
//! * `board_view`: what attacks what, looked up once;
//! * `pieces`, `pawns`, `passed`, `king`, `threats`: the terms;
//! * `placement`: the values of squares, which depend on where the kings are;
//! * `scale`, `mating`: tablebases in which the sum would mislead;
//! * `feature`, `weights`, `packed`: how the weights are filed;
//! * `trace`: an evaluation explained term by term;
//! * `bit_instructions`: the same compiled for newer processors.

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

use reynard::{Color, PieceType, Position};

use bit_instructions::BitInstructions;
use board_view::BoardView;
use pawns::PawnCache;
use placement::KingPlaces;
use sum::Sum;
use tracer::{Tracer, Unwatched};

/// The phase of a position with all its pieces.
pub const FULL_PHASE: i32 = 24;

/// Evaluates positions, and remembers what it found out about their pawns.
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
    /// What this processor has beyond the first of its kind.
    instructions: Option<BitInstructions>,
}

impl Evaluator {
    /// An evaluator that remembers nothing yet.
    pub fn new() -> Self {
        Self { cache: PawnCache::new(), instructions: BitInstructions::detect() }
    }

    /// Gets ready for a position whose pawns have a key.
    #[inline]
    pub(crate) fn prefetch(&self, pos: &Position, pawn_key: u64) {
        self.cache.prefetch(pos, pawn_key);
    }

    /// What the position is worth for the side to move, in centipawns.
    ///
    /// Meant for positions without a check; in one with a check the answer is of little use.
    pub fn evaluate(&mut self, pos: &Position) -> i32 {
        match self.instructions {
            Some(proof) => bit_instructions::evaluate(proof, pos, &mut self.cache),
            None => evaluate(pos, &mut self.cache),
        }
    }
}

/// The evaluation, to be compiled for this or that processor.
#[inline(always)]
fn evaluate(pos: &Position, cache: &mut PawnCache) -> i32 {
    let (total, _) = total(pos, cache, Unwatched);
    let white = blend(pos, total);
    let score = match pos.turn() {
        Color::White => white,
        Color::Black => -white,
    };
    score * (240 - i32::from(pos.halfmove_clock()).min(100)) / 240
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

/// The sum of all weights that count, from White's side.
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

/// Mixes middlegame and endgame by the pieces that are left, from White's side.
#[inline(always)]
fn blend(pos: &Position, total: Packed) -> i32 {
    let strong = if total.endgame() >= 0 { Color::White } else { Color::Black };
    let weight = scale::scale(pos, strong);
    let phase = phase(pos);
    let endgame = total.endgame() * weight / scale::FULL;
    let score = (total.middlegame() * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE;
    score + mating::bonus(pos, strong, weight)
}

/// How much of a middlegame the position is, 0 to [`FULL_PHASE`].
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
