//! Accumulators for a line of positions, updated when a score is requested.

use alloc::vec;
use alloc::vec::Vec;

use reynard::{Color, Move, Position};

use crate::change::Change;
use crate::chunk::{self, Chunk};
use crate::feature::View;
use crate::moved_pieces::MovedPieces;
use crate::network::Network;
use crate::refresh::RefreshCache;
use crate::shape::Shape;

/// Accumulators for the positions of a search, by ply.
///
/// The search owns the positions. It calls [`Stack::play`] when the position at a ply has been set
/// by a move from the previous ply, [`Stack::touch`] when it has been set in any other way, and
/// [`Stack::evaluate`] for a score. Positions that are never evaluated cost nothing.
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
/// let mv = next.parse_uci("e2e4")?;
/// next.play(mv)?;
/// positions.push(next);
/// stack.play(1, mv);
/// assert_eq!(stack.evaluate(&network, &positions), network.evaluate(&positions[1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stack {
    /// The accumulators: for each ply White's, followed by Black's.
    values: Vec<Chunk>,
    plies: Vec<Ply>,
    cache: RefreshCache,
    shape: Shape,
}

/// The state of a ply's accumulators.
#[derive(Clone, Copy, Debug, Default)]
struct Ply {
    /// The view of each accumulator that is up to date.
    views: [Option<View>; 2],
    /// The move from the position at the previous ply. `None` if the boards must be compared.
    mv: Option<Move>,
}

impl Stack {
    /// Creates a stack for the given number of plies, including the root.
    pub fn new(network: &Network, plies: usize) -> Self {
        let chunks = network.shape().chunks();
        Self {
            values: chunk::zeros(2 * chunks * plies),
            plies: vec![Ply::default(); plies],
            cache: RefreshCache::new(network),
            shape: network.shape(),
        }
    }

    /// Returns the number of plies.
    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    /// Marks the position at a ply as changed. A ply beyond the stack is ignored.
    #[inline]
    pub fn touch(&mut self, ply: usize) {
        self.set(ply, None);
    }

    /// Marks the position at a ply as the result of a move at the previous ply. A ply beyond the
    /// stack is ignored.
    ///
    /// Evaluating after this call is faster than after [`Stack::touch`], and gives the same score.
    #[inline]
    pub fn play(&mut self, ply: usize, mv: Move) {
        self.set(ply, Some(mv));
    }

    #[inline]
    fn set(&mut self, ply: usize, mv: Option<Move>) {
        if let Some(state) = self.plies.get_mut(ply) {
            *state = Ply { views: [None; 2], mv };
        }
    }

    /// Evaluates the last position, in centipawns for the side to move.
    ///
    /// `positions` is the line from the root to the ply to evaluate. Each position must have been
    /// [touched](Stack::touch) or [played](Stack::play) when it was set.
    ///
    /// # Panics
    ///
    /// Panics if `positions` is empty or longer than the stack, or if the shape of the network
    /// differs from the one for which the stack was created.
    pub fn evaluate(&mut self, network: &Network, positions: &[Position]) -> i32 {
        assert_eq!(self.shape, network.shape(), "the stack is of another network");
        let ply = positions.len() - 1;
        self.compute(network, positions);
        let pos = &positions[ply];
        let chunks = self.shape.chunks();
        let start = 2 * ply * chunks;
        let (white, black) = self.values[start..start + 2 * chunks].split_at(chunks);
        match pos.turn() {
            Color::White => network.score(white, black, pos.occupied().len()),
            Color::Black => network.score(black, white, pos.occupied().len()),
        }
    }

    /// Returns the pieces changed by the move that led to a ply, if the move is known.
    #[inline]
    fn moved_pieces(&self, positions: &[Position], ply: usize) -> Option<MovedPieces> {
        let before = ply.checked_sub(1)?;
        self.plies[ply].mv.and_then(|mv| MovedPieces::of(positions[before].board(), mv))
    }

    /// Updates the accumulators of the last position.
    #[inline]
    fn compute(&mut self, network: &Network, positions: &[Position]) {
        let ply = positions.len() - 1;
        let kings = network.shape().king_buckets();
        let moved = self.moved_pieces(positions, ply);
        for side in Color::ALL {
            let index = side as usize;
            if self.plies[ply].views[index].is_some() {
                continue;
            }
            let view = View::of(positions[ply].board(), side, kings);
            match moved {
                Some(moved) if self.plies[ply - 1].views[index] == Some(view) => {
                    self.update_by_move(network, ply, side, view, moved);
                }
                _ => self.compute_side(network, positions, side, view),
            }
        }
    }

    /// Updates one accumulator of the last position. It is used if no up-to-date accumulator is one
    /// move away.
    #[cold]
    fn compute_side(&mut self, network: &Network, positions: &[Position], side: Color, view: View) {
        let ply = positions.len() - 1;
        let index = side as usize;
        let known = (0..ply).rev().find(|&at| self.plies[at].views[index].is_some());
        let Some(known) = known.filter(|&at| self.plies[at].views[index] == Some(view)) else {
            return self.refresh(network, positions, side, view);
        };
        let kings = network.shape().king_buckets();
        let parent_view = View::of(positions[ply - 1].board(), side, kings);
        // The parent is worth computing on the way: its other children will need it.
        if known + 1 < ply && parent_view == view {
            self.update(network, positions, side, view, (known, ply - 1));
            self.update(network, positions, side, view, (ply - 1, ply));
        } else {
            self.update(network, positions, side, view, (known, ply));
        }
    }

    /// Computes the accumulator at a ply from that at the previous ply and the moved pieces.
    #[inline]
    fn update_by_move(
        &mut self,
        network: &Network,
        ply: usize,
        side: Color,
        view: View,
        moved: MovedPieces,
    ) {
        let (before, after) = self.accumulators((ply - 1, ply), side);
        moved.with_rows(view, |removed, added| network.update(before, after, removed, added));
        self.plies[ply].views[side as usize] = Some(view);
    }

    /// Computes the accumulator at a ply from an earlier one with the same view.
    fn update(
        &mut self,
        network: &Network,
        positions: &[Position],
        side: Color,
        view: View,
        (from, to): (usize, usize),
    ) {
        if from + 1 == to
            && let Some(moved) = self.moved_pieces(positions, to)
        {
            return self.update_by_move(network, to, side, view, moved);
        }
        let change = Change::between(positions[from].board(), positions[to].board(), view);
        let (before, after) = self.accumulators((from, to), side);
        network.update(before, after, change.removed(), change.added());
        self.plies[to].views[side as usize] = Some(view);
    }

    /// Returns the accumulators of a side at two plies, the earlier one first.
    #[inline]
    fn accumulators(
        &mut self,
        (from, to): (usize, usize),
        side: Color,
    ) -> (&[Chunk], &mut [Chunk]) {
        let (source, target) = (self.place(from, side), self.place(to, side));
        let chunks = self.shape.chunks();
        let (before, after) = self.values.split_at_mut(target);
        (&before[source..source + chunks], &mut after[..chunks])
    }

    /// Computes the accumulator of the last position by means of the refresh cache.
    #[cold]
    fn refresh(&mut self, network: &Network, positions: &[Position], side: Color, view: View) {
        let ply = positions.len() - 1;
        let start = self.place(ply, side);
        let values = self.cache.refresh(network, positions[ply].board(), side, view);
        self.values[start..start + values.len()].copy_from_slice(values);
        self.plies[ply].views[side as usize] = Some(view);
    }

    /// Returns the index of the first chunk of the accumulator for a ply and a side.
    const fn place(&self, ply: usize, side: Color) -> usize {
        (2 * ply + side as usize) * self.shape.chunks()
    }
}
