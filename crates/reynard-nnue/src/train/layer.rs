//! Rows of weights with their optimizer state.

use alloc::boxed::Box;
use alloc::vec;
use core::ops::Range;

use super::adam::Adam;
use crate::feature::FEATURES;
use crate::king_buckets::KingBuckets;

/// Largest magnitude of a weight or bias of the hidden layer.
pub(super) const MAX_HIDDEN: f32 = 1.98;
/// Largest magnitude of an output weight.
pub(super) const MAX_OUTPUT: f32 = 0.49;

/// Number of hidden units in a block.
pub(super) const WIDTH: usize = 64;
/// Maximum number of rows of the hidden layer including the bias row, rounded up to a power of two
/// so that a masked index needs no bounds check.
pub(super) const ROWS: usize = (FEATURES * KingBuckets::Eight.count() + 1).next_power_of_two();

/// One value per hidden unit of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [f32; WIDTH]);

impl Row {
    pub(super) const ZERO: Self = Self([0.0; WIDTH]);
}

/// Weights with their optimizer state.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layer<const N: usize> {
    pub(super) values: Box<[Row; N]>,
    pub(super) gradient: Box<[Row; N]>,
    first: Box<[Row; N]>,
    second: Box<[Row; N]>,
}

impl<const N: usize> Layer<N> {
    pub(super) fn zeroed() -> Self {
        Self { values: rows(), gradient: rows(), first: rows(), second: rows() }
    }

    /// Performs an optimizer step on some rows and clears their gradients.
    #[inline(always)]
    pub(super) fn update(&mut self, rows: Range<usize>, adam: Adam, most: f32) {
        let values = self.values[rows.clone()].iter_mut().zip(&mut self.gradient[rows.clone()]);
        let moments = self.first[rows.clone()].iter_mut().zip(&mut self.second[rows]);
        for ((value, gradient), (first, second)) in values.zip(moments) {
            for unit in 0..WIDTH {
                let (first, second) = (&mut first.0[unit], &mut second.0[unit]);
                let moved = adam.moved(value.0[unit], gradient.0[unit], first, second);
                value.0[unit] = moved.clamp(-most, most);
                gradient.0[unit] = 0.0;
            }
        }
    }

    /// Returns the first `used` rows of the weights and of both moments.
    pub(super) fn rows(&self, used: usize) -> [&[Row]; 3] {
        [&self.values[..used], &self.first[..used], &self.second[..used]]
    }

    /// Returns the first `used` rows of the weights and of both moments, to be changed.
    pub(super) fn rows_mut(&mut self, used: usize) -> [&mut [Row]; 3] {
        [&mut self.values[..used], &mut self.first[..used], &mut self.second[..used]]
    }

    pub(super) fn largest(&self, used: usize) -> f32 {
        let all = self.values[..used].iter().flat_map(|row| row.0);
        all.fold(0.0, |most, value| most.max(value.abs()))
    }
}

/// Allocates rows of zeros on the heap.
#[expect(clippy::unnecessary_box_returns, reason = "as much as a MiB, too much for a stack")]
fn rows<const N: usize>() -> Box<[Row; N]> {
    let rows = vec![Row::ZERO; N].into_boxed_slice();
    rows.try_into().unwrap_or_else(|_| Box::new([Row::ZERO; N]))
}
