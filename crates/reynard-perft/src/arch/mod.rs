//! Instruction sets: the operations that the walk and the kernel need from each, and proofs that
//! the processor supports them.
//!
//! A value of [`Isa`] is itself the proof: it can only be obtained from `detect`. The target
//! features are enabled around whole loops, never around a single lookup: [`Isa::walk`],
//! [`Isa::hashed`] and [`Isa::flush`] are functions with the target features of their set, and
//! everything they call is inlined.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod portable;

use crate::batch::Batch;
use crate::board::Board;
use crate::generate::Sliders;
use crate::kernel::CastlingMasks;
use crate::walk::Walker;

/// An instruction set.
pub(crate) trait Isa: Copy + Send + Sync {
    /// Slider attacks used by the scalar generator.
    type Sliders: Sliders;
    /// Returns the slider attacks.
    fn sliders(self) -> Self::Sliders;
    /// Runs [`crate::walk::walk`] with the instruction set enabled.
    fn walk(walker: &mut Walker<'_, Self>, board: &Board, player: usize, depth: u32);
    /// Runs [`crate::hashed::count`] with the instruction set enabled.
    fn hashed(walker: &mut Walker<'_, Self>, board: &Board, player: usize, depth: u32) -> u64;
    /// Counts the moves of all buffered children at once.
    fn flush(self, batch: &mut Batch, castling: &[CastlingMasks; 2]) -> u64;
    /// Counts the moves of all buffered children, and stores the count of each child.
    fn flush_each(self, batch: &mut Batch, castling: &[CastlingMasks; 2]);
    /// Appends one child for each target of a piece.
    #[inline(always)]
    fn emit_piece<const KIND: u32>(self, batch: &mut Batch, targets: u64, base: u32) {
        batch.push_piece(targets, base);
    }
    /// Appends one child for each target of pawns that move in the same direction.
    #[inline(always)]
    fn emit_pawns(self, batch: &mut Batch, targets: u64, base: u32) {
        batch.push_pawns(targets, base);
    }
}
