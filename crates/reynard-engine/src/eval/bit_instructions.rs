//! The evaluation compiled for processors with POPCNT, LZCNT and BMI1.
//!
//! The default build must run on processors without these instructions, so the evaluation is
//! compiled twice. The second version raises the nodes per second by 3.5 to 6 percent.

use reynard::Position;

use super::pawns::PawnCache;

/// Proof that the processor supports POPCNT, LZCNT and BMI1.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct BitInstructions(());

/// An uninhabited type: other architectures need no detection, since most of them always have
/// equivalent instructions.
#[cfg(not(target_arch = "x86_64"))]
#[derive(Clone, Copy, Debug)]
pub(super) enum BitInstructions {}

impl BitInstructions {
    /// Returns the proof if the processor supports the instructions.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn detect() -> Option<Self> {
        let supported = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1");
        supported.then_some(Self(()))
    }

    /// Returns `None`: these instructions exist only on x86-64.
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn detect() -> Option<Self> {
        None
    }
}

/// Evaluates a position for the side to move.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(unsafe_code, reason = "other instructions, where they are known to be there")]
pub(super) fn evaluate(_: BitInstructions, pos: &Position, cache: &mut PawnCache) -> i32 {
    #[target_feature(enable = "popcnt,lzcnt,bmi1")]
    fn compiled(pos: &Position, cache: &mut PawnCache) -> i32 {
        super::evaluate(pos, cache)
    }
    // SAFETY: there is a proof, so the features have been detected.
    unsafe { compiled(pos, cache) }
}

/// Never called, since no proof exists on other architectures.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn evaluate(proof: BitInstructions, _: &Position, _: &mut PawnCache) -> i32 {
    match proof {}
}
