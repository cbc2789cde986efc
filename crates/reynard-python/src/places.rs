//! The cache of move objects: several objects for each move, by the index of the move.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

/// Number of moves without promotion, which have the lowest indices.
pub(crate) const PLAIN: usize = 1 << 12;
/// Number of indices: those of the moves without a promotion, followed by those of the pawn
/// promotions.
const INDICES: usize = PLAIN + 4 * 2 * 8 * 3;

/// The objects of one move. Nested loops may hold several objects for the same move; a cache line
/// has room for eight pointers.
type Places = [AtomicPtr<ffi::PyObject>; 8];

/// The objects by move index: each entry is null, or a reference that only [`evict`] gives up.
pub(crate) static PLACES: [Places; INDICES] =
    [const { [const { AtomicPtr::new(std::ptr::null_mut()) }; 8] }; INDICES];

/// Removes an object from the cache when it is about to differ from its move, so that it is freed
/// once nothing else references it.
#[cold]
pub(crate) fn evict(object: &Bound<'_, PyAny>, index: Option<usize>) {
    let Some(places) = index.and_then(|index| PLACES.get(index)) else { return };
    let holds = |place: &AtomicPtr<_>, pointer| place.load(Ordering::Acquire) == pointer;
    let Some(found) = places.iter().position(|place| holds(place, object.as_ptr())) else { return };
    // A search for a free object ends at the first null place, so the last object fills the gap.
    let null = std::ptr::null_mut();
    let end = places.iter().position(|place| holds(place, null)).unwrap_or(places.len());
    let Some(last) = places.get(end.wrapping_sub(1)) else { return };
    let moved = last.swap(null, Ordering::AcqRel);
    if moved != object.as_ptr() {
        places[found].store(moved, Ordering::Release);
    }
    // SAFETY: the place owned this reference, and no place has it any more.
    drop(unsafe { Bound::from_owned_ptr(object.py(), object.as_ptr()) });
}
