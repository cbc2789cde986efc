//! AVX2 and AVX-512: proofs that they are available, and the kernels compiled for them.

#![expect(unsafe_code, reason = "calls into functions with target features")]

use crate::chunk::Chunk;
use crate::kernel;
use crate::lanes::{avx2::Ymm, avx512::Zmm};

/// Detects processor features at run time or, without the standard library, from the compilation
/// target.
macro_rules! has_features {
    ($($feature:tt),+) => {{
        #[cfg(feature = "std")]
        { $(std::is_x86_feature_detected!($feature))&&+ }
        #[cfg(not(feature = "std"))]
        { $(cfg!(target_feature = $feature))&&+ }
    }};
}

/// Defines the proof of an instruction set and the kernels compiled for it.
macro_rules! instruction_set {
    ($name:ident, $lanes:ty, $features:literal, $($feature:tt),+; $what:literal) => {
        #[doc = concat!("Proof that the processor has ", $what, ".")]
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name(());

        impl $name {
            /// Returns the proof if the processor has the required features.
            pub(super) fn detect() -> Option<Self> {
                let supported = has_features!($($feature),+);
                supported.then_some(Self(()))
            }

            /// Runs [`kernel::update`] with the target features enabled.
            #[inline]
            pub(super) fn update(
                self,
                from: &[Chunk],
                to: &mut [Chunk],
                weights: &[Chunk],
                removed: &[u16],
                added: &[u16],
            ) {
                #[target_feature(enable = $features)]
                fn compiled(from: &[Chunk], to: &mut [Chunk], weights: &[Chunk], removed: &[u16], added: &[u16]) {
                    kernel::update::<$lanes>(from, to, weights, removed, added);
                }
                // SAFETY: `self` exists, so the features have been detected.
                unsafe { compiled(from, to, weights, removed, added) }
            }

            /// Runs [`kernel::output`] with the target features enabled.
            #[inline]
            pub(super) fn output(self, us: &[Chunk], them: &[Chunk], weights: &[Chunk]) -> i32 {
                #[target_feature(enable = $features)]
                fn compiled(us: &[Chunk], them: &[Chunk], weights: &[Chunk]) -> i32 {
                    kernel::output::<$lanes>(us, them, weights)
                }
                // SAFETY: `self` exists, so the features have been detected.
                unsafe { compiled(us, them, weights) }
            }
        }
    };
}

instruction_set!(Avx2, Ymm, "avx2", "avx2"; "AVX2");
instruction_set!(
    Avx512, Zmm, "avx512f,avx512bw,avx512vnni", "avx512f", "avx512bw", "avx512vnni";
    "AVX-512 with BW and VNNI"
);
