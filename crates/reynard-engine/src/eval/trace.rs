//! An evaluation explained term by term.

use std::fmt;

use reynard::{Color, Position};

use super::feature::{BLOCKS, WEIGHT_COUNT};
use super::pawns::PawnCache;
use super::tracer::Recorder;
use super::{FULL_PHASE, Packed, WEIGHTS, blend, phase, scale};

/// One term of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Name of the block of weights.
    pub name: &'static str,
    /// Sum for White.
    pub white: Packed,
    /// Sum for Black.
    pub black: Packed,
}

/// An evaluation with all its terms.
///
/// ```
/// use reynard::Position;
/// use reynard_engine::eval::Trace;
///
/// let trace = Trace::new(&Position::startpos());
/// assert!(trace.terms.iter().any(|term| term.name == "material"));
/// assert!(trace.to_string().contains("material"));
/// ```
#[derive(Clone, Debug)]
pub struct Trace {
    /// Nonzero terms, in the order of their weights.
    pub terms: Vec<Term>,
    /// Game phase, 0 to [`FULL_PHASE`].
    pub phase: i32,
    /// Scale of the endgame score, in units of 1/64.
    pub scale: i32,
    /// Interpolated sum from White's point of view, in centipawns.
    pub white: i32,
}

impl Trace {
    /// Evaluates a position term by term.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_engine::eval::{FULL_PHASE, Trace};
    ///
    /// assert_eq!(Trace::new(&Position::startpos()).phase, FULL_PHASE);
    /// ```
    pub fn new(pos: &Position) -> Self {
        let (total, Recorder(counted)) =
            super::total(pos, &mut PawnCache::none(), Recorder::default());
        let mut sums = vec![[Packed::ZERO; 2]; BLOCKS.len()];
        for (color, index, count) in counted {
            let block = BLOCKS.partition_point(|block| block.start <= index) - 1;
            sums[block][color as usize] += WEIGHTS[index] * count;
        }
        let term = |(block, [white, black]): (usize, [Packed; 2])| Term {
            name: BLOCKS[block].name,
            white,
            black,
        };
        let counts = |term: &Term| term.white != Packed::ZERO || term.black != Packed::ZERO;
        let strong = if total.endgame() >= 0 { Color::White } else { Color::Black };
        Self {
            terms: sums.into_iter().enumerate().map(term).filter(counts).collect(),
            phase: phase(pos),
            scale: scale::scale(pos, strong),
            white: blend(pos, total),
        }
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = |score: Packed| format!("{:>5} {:>5}", score.middlegame(), score.endgame());
        writeln!(f, "{:>42} | {:^11} | {:^11} | {:^11}", "term", "White", "Black", "sum")?;
        for Term { name, white, black } in &self.terms {
            let sum = pair(*white - *black);
            writeln!(f, "{name:>42} | {} | {} | {sum}", pair(*white), pair(*black))?;
        }
        writeln!(f, "phase {} of {FULL_PHASE}, endgame counts {} of 64", self.phase, self.scale)?;
        write!(f, "{} centipawns for White", self.white)
    }
}

/// The features of a position, as used by the tuner: the count of each weight for White, minus its
/// count for Black.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// Indices and counts of the weights that do not cancel out.
    pub counts: Vec<(u16, i8)>,
    /// Game phase, from 0 (endgame) to 1 (middlegame).
    pub middlegame: f32,
    /// Scale of the endgame score, 0 to 1: first if White is ahead, then if Black is ahead.
    pub scales: [f32; 2],
}

impl Features {
    /// Extracts the features of a position, using the evaluation code itself.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_engine::eval::Features;
    ///
    /// // Both sides have the same, but only one has the move.
    /// assert_eq!(Features::new(&Position::startpos()).counts.len(), 1);
    /// ```
    pub fn new(pos: &Position) -> Self {
        let (_, Recorder(counted)) = super::total(pos, &mut PawnCache::none(), Recorder::default());
        let mut sums = vec![0_i32; WEIGHT_COUNT];
        for (color, index, count) in counted {
            sums[index] += if color == Color::White { count } else { -count };
        }
        let present =
            |(index, count): (usize, i32)| (count != 0).then_some((index as u16, count as i8));
        let part = |strong| scale::scale(pos, strong) as f32 / scale::FULL as f32;
        Self {
            counts: sums.into_iter().enumerate().filter_map(present).collect(),
            middlegame: phase(pos) as f32 / FULL_PHASE as f32,
            scales: Color::ALL.map(part),
        }
    }
}
