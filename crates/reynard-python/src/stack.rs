//! `Stack`: the moves that led to a position, with the positions before them.

use std::ops::Deref;
use std::sync::Arc;

use reynard::Bitboard;

use crate::moves::Parts;
use crate::state::State;

/// Moves that were made, the first one first.
///
/// Copies share them until one of them changes. A stack that is not shared is a plain vector:
/// asking an `Arc` whether it is shared takes an atomic instruction, and a move takes two.
#[derive(Clone, Default)]
pub(crate) struct Stack {
    /// Empty while `shared` is there.
    own: Vec<Played>,
    shared: Option<Arc<Vec<Played>>>,
}

/// A move that was made, with the state before it.
#[derive(Clone)]
pub(crate) struct Played {
    pub(crate) parts: Parts,
    pub(crate) before: State,
    pub(crate) promoted: Bitboard,
}

impl Stack {
    /// Returns the moves to change, copied if another stack shares them.
    #[inline]
    pub(crate) fn own(&mut self) -> &mut Vec<Played> {
        if let Some(shared) = self.shared.take() {
            self.own = Arc::unwrap_or_clone(shared);
        }
        &mut self.own
    }

    /// Returns a copy that shares the moves.
    pub(crate) fn share(&mut self) -> Self {
        if !self.own.is_empty() {
            self.shared = Some(Arc::new(std::mem::take(&mut self.own)));
        }
        Self { own: Vec::new(), shared: self.shared.clone() }
    }

    /// Returns the last `count` moves.
    pub(crate) fn last_moves(&self, count: usize) -> Self {
        let own = self[self.len().saturating_sub(count)..].to_vec();
        Self { own, shared: None }
    }
}

impl Deref for Stack {
    type Target = [Played];

    #[inline]
    fn deref(&self) -> &[Played] {
        self.shared.as_ref().map_or(&self.own, |shared| shared)
    }
}
