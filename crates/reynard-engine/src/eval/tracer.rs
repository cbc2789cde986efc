//! Who watches while an evaluation is computed.

use reynard::Color;

/// Is told of every weight that counts.
pub(crate) trait Tracer {
    /// Whether what the pawn cache remembers may be used; it does not tell of single weights.
    const CACHED: bool;

    /// The weight with this index counts so many times for this color.
    fn add(&mut self, color: Color, index: usize, count: i32);
}

/// Nobody watches: what is left is the sum.
pub(crate) struct Unwatched;

impl Tracer for Unwatched {
    const CACHED: bool = true;

    #[inline(always)]
    fn add(&mut self, _: Color, _: usize, _: i32) {}
}

/// How often each weight counts, one entry for each time it was told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder(pub(crate) Vec<(Color, usize, i32)>);

impl Tracer for Recorder {
    const CACHED: bool = false;

    fn add(&mut self, color: Color, index: usize, count: i32) {
        self.0.push((color, index, count));
    }
}
