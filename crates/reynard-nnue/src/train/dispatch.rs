//! The training kernels, compiled for the vector instructions of the processor.
//!
//! Measured at 256 hidden units (`examples/train_speed.rs`, shared machine): 0.65 million positions
//! per second on one thread.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls into functions with target features")
)]

use alloc::vec::Vec;

use super::adam::Adam;
use super::block::Block;
use super::example::TrainingExample;

/// Vector instructions that the processor is proven to support.
#[derive(Clone, Copy, Debug)]
pub(super) enum Features {
    /// AVX-512 F.
    #[cfg(target_arch = "x86_64")]
    Avx512(Proof),
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Proof),
    /// The compilation target's own instructions.
    Baseline,
}

/// Proof that the processor supports an instruction set. Created only by [`Features::detect`].
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof(());

/// Defines a method that runs a method of [`Block`]. The latter is compiled for each instruction
/// set, and the version that matches `self` is run. None of the compiled versions fuses
/// multiplications and additions, so their results are equal.
macro_rules! compiled {
    ($name:ident, $block:ty, ($($argument:ident: $type:ty),*) $(-> $result:ty)?) => {
        pub(super) fn $name(self, block: $block, $($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f")]
            fn avx512(block: $block, $($argument: $type),*) $(-> $result)? {
                block.$name($($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2(block: $block, $($argument: $type),*) $(-> $result)? {
                block.$name($($argument),*)
            }
            match self {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: the proof is made only where the features have been detected.
                Self::Avx512(Proof(())) => unsafe { avx512(block, $($argument),*) },
                #[cfg(target_arch = "x86_64")]
                // SAFETY: the proof is made only where the features have been detected.
                Self::Avx2(Proof(())) => unsafe { avx2(block, $($argument),*) },
                Self::Baseline => block.$name($($argument),*),
            }
        }
    };
}

impl Features {
    /// Detects the best instruction set that the processor supports.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if std::is_x86_feature_detected!("avx512f") {
                return Self::Avx512(Proof(()));
            }
            if std::is_x86_feature_detected!("avx2") {
                return Self::Avx2(Proof(()));
            }
        }
        Self::Baseline
    }

    /// Returns all instruction sets that the processor supports, for tests.
    #[cfg(test)]
    pub(super) fn available() -> Vec<Self> {
        let mut all = alloc::vec![Self::Baseline];
        #[cfg(target_arch = "x86_64")]
        {
            let proof = Proof(());
            all.extend(std::is_x86_feature_detected!("avx2").then_some(Self::Avx2(proof)));
            all.extend(std::is_x86_feature_detected!("avx512f").then_some(Self::Avx512(proof)));
        }
        all
    }

    compiled!(forward, &mut Block, (batch: &[TrainingExample]));
    compiled!(backward, &mut Block, (batch: &[TrainingExample], slopes: &[f32]));
    compiled!(update, &mut Block, (adam: Adam));
    compiled!(infer, &Block, (examples: &[TrainingExample]) -> Vec<f32>);
}
