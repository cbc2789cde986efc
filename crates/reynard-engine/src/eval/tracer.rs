//! Observers of an evaluation.

use reynard::Color;

/// An observer of the weights that are added to an evaluation.
pub(crate) trait Tracer {
    /// `true` if the pawn hash table may be used. Its entries do not report individual weights.
    const CACHED: bool;

    /// Reports that a weight is added `count` times for a color.
    fn add(&mut self, color: Color, index: usize, count: i32);
}

/// The no-op observer, with which only the sum is computed.
pub(crate) struct Unwatched;

impl Tracer for Unwatched {
    const CACHED: bool = true;

    #[inline(always)]
    fn add(&mut self, _: Color, _: usize, _: i32) {}
}

/// An observer that records the weights, with one entry per report.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder(pub(crate) Vec<(Color, usize, i32)>);

impl Tracer for Recorder {
    const CACHED: bool = false;

    fn add(&mut self, color: Color, index: usize, count: i32) {
        self.0.push((color, index, count));
    }
}
