//! An evaluation explained: which weights counted, how often, and what that made.

use std::fmt;

use reynard::{Color, Position};

use super::feature::{BLOCKS, WEIGHT_COUNT};
use super::pawns::PawnCache;
use super::tracer::Recorder;
use super::{FULL_PHASE, Packed, WEIGHTS, blend, phase, scale};

/// One term of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The name of the block of weights.
    pub name: &'static str,
    /// What it made for White.
    pub white: Packed,
    /// What it made for Black.
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
    /// The terms in the order of their weights, those left out that did not count.
    pub terms: Vec<Term>,
    /// How much of a middlegame it is, 0 to [`FULL_PHASE`].
    pub phase: i32,
    /// How much of the endgame score counts, of 64.
    pub scale: i32,
    /// The sum for White, mixed by phase and scale, in centipawns.
    pub white: i32,
}

impl Trace {
    /// Evaluates a position and keeps what each term made.
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

/// A position as the tuner sees it: how often each weight counts for White less for Black.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// Index of a weight and how often it counts, without those that cancel out.
    pub counts: Vec<(u16, i8)>,
    /// How much of a middlegame it is, 0 to 1.
    pub middlegame: f32,
    /// How much of the endgame score counts, 0 to 1, with White and with Black ahead.
    pub scales: [f32; 2],
}

impl Features {
    /// The features of a position, found by the very code that evaluates it.
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
