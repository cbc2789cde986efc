//! Fetching memory before it is needed.
//!
//! Nearly every node asks the transposition table first, and nearly always its memory is far away.
//! Fetched when a move has been chosen, it is there when the move has been played: 5 to 11 percent more
//! nodes a second, 5 to 8 percent more than with an ordinary load in the same place, which has to be
//! waited for. What the evaluation of a node will need is fetched while the table is asked: 3.5 percent
//! more.

/// Asks the processor to fetch the cache line that a value begins in. Nothing else happens, and
/// nothing at all where the processor has no such instruction.
#[inline(always)]
#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "a hint to the processor"))]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        let address = std::ptr::from_ref(value).cast();
        // SAFETY: every processor of this architecture has the instruction, and it is a hint that reads
        // nothing, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
