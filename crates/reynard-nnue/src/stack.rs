//! Accumulators of a line of positions, brought up to date when a score is asked for.

use alloc::vec;
use alloc::vec::Vec;

use reynard::{Color, Position};

use crate::change::Change;
use crate::chunk::{self, Chunk};
use crate::feature::View;
use crate::network::Network;
use crate::refresh::RefreshCache;
use crate::shape::Shape;

/// Accumulators by ply for the positions of a search.
///
/// The search owns the positions. It calls [`Stack::touch`] when the position of a ply has become
/// another one, and [`Stack::evaluate`] when it wants a score; positions that are never evaluated
/// cost nothing.
///
/// ```
/// use reynard::Position;
/// use reynard_nnue::{Network, Shape, Stack};
///
/// let network = Network::random(Shape::new(64, 8)?, 7);
/// let mut stack = Stack::new(&network, 8);
/// let mut positions = vec![Position::startpos()];
/// stack.touch(0);
/// let mut next = positions[0].clone();
/// next.play(next.parse_uci("e2e4")?)?;
/// positions.push(next);
/// stack.touch(1);
/// assert_eq!(stack.evaluate(&network, &positions), network.evaluate(&positions[1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stack {
    /// The accumulators: of each ply White's, then Black's.
    values: Vec<Chunk>,
    /// `true` if the accumulator of a ply and side is up to date.
    computed: Vec<[bool; 2]>,
    cache: RefreshCache,
    shape: Shape,
}

impl Stack {
    /// Creates a stack for positions of a number of plies, the root included.
    pub fn new(network: &Network, plies: usize) -> Self {
        let chunks = network.shape().chunks();
        Self {
            values: chunk::zeros(2 * chunks * plies),
            computed: vec![[false; 2]; plies],
            cache: RefreshCache::new(network),
            shape: network.shape(),
        }
    }

    /// Returns the number of plies.
    pub fn plies(&self) -> usize {
        self.computed.len()
    }

    /// Marks the position of a ply as changed. A ply beyond the stack is ignored.
    #[inline]
    pub fn touch(&mut self, ply: usize) {
        if let Some(computed) = self.computed.get_mut(ply) {
            *computed = [false; 2];
        }
    }

    /// Evaluates the last position, in centipawns for the side to move.
    ///
    /// `positions` are those of the line from the root to the ply that is evaluated; each of them
    /// was [touched](Stack::touch) when it was set.
    ///
    /// # Panics
    ///
    /// If `positions` is empty or longer than the stack, or the network has another shape than the
    /// one that the stack was made for.
    pub fn evaluate(&mut self, network: &Network, positions: &[Position]) -> i32 {
        assert_eq!(self.shape, network.shape(), "the stack is of another network");
        let ply = positions.len() - 1;
        for side in Color::ALL {
            if !self.computed[ply][side as usize] {
                self.compute(network, positions, side);
            }
        }
        let pos = &positions[ply];
        let chunks = self.shape.chunks();
        let start = 2 * ply * chunks;
        let (white, black) = self.values[start..start + 2 * chunks].split_at(chunks);
        match pos.turn() {
            Color::White => network.score(white, black, pos.occupied().len()),
            Color::Black => network.score(black, white, pos.occupied().len()),
        }
    }

    /// Brings the accumulator of the last position up to date, as one side sees it.
    fn compute(&mut self, network: &Network, positions: &[Position], side: Color) {
        let ply = positions.len() - 1;
        let kings = network.shape().king_buckets();
        let view = View::of(positions[ply].board(), side, kings);
        let has_view = |at: usize| View::of(positions[at].board(), side, kings) == view;
        let known = (0..ply).rev().find(|&at| self.computed[at][side as usize]);
        let Some(known) = known.filter(|&at| has_view(at)) else {
            return self.refresh(network, positions, side, view);
        };
        // The parent is worth computing on the way: its other children will need it.
        if known + 1 < ply && has_view(ply - 1) {
            self.update(network, positions, side, view, (known, ply - 1));
            self.update(network, positions, side, view, (ply - 1, ply));
        } else {
            self.update(network, positions, side, view, (known, ply));
        }
    }

    /// Computes the accumulator of a ply from that of another one with the same view.
    fn update(
        &mut self,
        network: &Network,
        positions: &[Position],
        side: Color,
        view: View,
        (from, to): (usize, usize),
    ) {
        let change = Change::between(positions[from].board(), positions[to].board(), view);
        let (source, target) = (self.place(from, side), self.place(to, side));
        let (before, after) = self.values.split_at_mut(target);
        let chunks = self.shape.chunks();
        network.update(&before[source..source + chunks], &mut after[..chunks], &change);
        self.computed[to][side as usize] = true;
    }

    /// Computes the accumulator of the last position from the cache.
    #[cold]
    fn refresh(&mut self, network: &Network, positions: &[Position], side: Color, view: View) {
        let ply = positions.len() - 1;
        let start = self.place(ply, side);
        let values = self.cache.refresh(network, positions[ply].board(), side, view);
        self.values[start..start + values.len()].copy_from_slice(values);
        self.computed[ply][side as usize] = true;
    }

    /// Returns the first chunk of the accumulator of a ply and side.
    const fn place(&self, ply: usize, side: Color) -> usize {
        (2 * ply + side as usize) * self.shape.chunks()
    }
}
