//! Instruction sets: proofs that the processor supports them, and the kernels compiled for each.

#[cfg(target_arch = "x86_64")]
mod x86_64;

use crate::chunk::Chunk;
use crate::kernel::{self, Kernel};
use crate::lanes::portable::Array;

/// Proof that the processor supports a kernel.
///
/// The target features are enabled around a whole update or output, never around a single
/// operation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Isa {
    /// See [`Kernel::Avx512`].
    #[cfg(target_arch = "x86_64")]
    Avx512(x86_64::Avx512),
    /// See [`Kernel::Avx2`].
    #[cfg(target_arch = "x86_64")]
    Avx2(x86_64::Avx2),
    /// See [`Kernel::Sse2`].
    #[cfg(target_arch = "x86_64")]
    Sse2,
    /// See [`Kernel::Neon`].
    #[cfg(target_arch = "aarch64")]
    Neon,
    /// See [`Kernel::Portable`].
    Portable,
}

impl Isa {
    /// Returns the proof for a kernel, if the processor supports it.
    pub(crate) fn detect(kernel: Kernel) -> Option<Self> {
        match kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => x86_64::Avx512::detect().map(Self::Avx512),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => x86_64::Avx2::detect().map(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            Kernel::Sse2 => Some(Self::Sse2),
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx512 | Kernel::Avx2 | Kernel::Sse2 => None,
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon => Some(Self::Neon),
            #[cfg(not(target_arch = "aarch64"))]
            Kernel::Neon => None,
            Kernel::Portable => Some(Self::Portable),
        }
    }

    /// Returns the proof for the fastest supported kernel.
    pub(crate) fn fastest() -> Self {
        Kernel::ALL.into_iter().find_map(Self::detect).unwrap_or(Self::Portable)
    }

    /// Returns the kernel for which this is the proof.
    pub(crate) const fn kernel(self) -> Kernel {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => Kernel::Avx512,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Kernel::Avx2,
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => Kernel::Sse2,
            #[cfg(target_arch = "aarch64")]
            Self::Neon => Kernel::Neon,
            Self::Portable => Kernel::Portable,
        }
    }

    /// Writes to `to` a copy of the accumulator `from` with some rows removed and others added.
    #[inline]
    pub(crate) fn update(
        self,
        from: &[Chunk],
        to: &mut [Chunk],
        weights: &[Chunk],
        removed: &[u16],
        added: &[u16],
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(proof) => proof.update(from, to, weights, removed, added),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(proof) => proof.update(from, to, weights, removed, added),
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => {
                kernel::update::<crate::lanes::sse2::Xmm>(from, to, weights, removed, added);
            }
            #[cfg(target_arch = "aarch64")]
            Self::Neon => {
                kernel::update::<crate::lanes::neon::Quad>(from, to, weights, removed, added);
            }
            Self::Portable => kernel::update::<Array>(from, to, weights, removed, added),
        }
    }

    /// Returns the weighted sum of the activations of both sides.
    #[inline]
    pub(crate) fn output(self, us: &[Chunk], them: &[Chunk], weights: &[Chunk]) -> i32 {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(proof) => proof.output(us, them, weights),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(proof) => proof.output(us, them, weights),
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => kernel::output::<crate::lanes::sse2::Xmm>(us, them, weights),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => kernel::output::<crate::lanes::neon::Quad>(us, them, weights),
            Self::Portable => kernel::output::<Array>(us, them, weights),
        }
    }
}
