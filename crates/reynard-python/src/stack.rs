//! `Stack`: the moves that led to a position, with the positions before them.

use std::ops::Deref;
use std::sync::Arc;

use reynard::{Bitboard, Position};

use crate::moves::Parts;
use crate::stamp::Stamp;
use crate::state::State;

/// A stack of the moves made, in order.
///
/// Copies share the moves until one of the copies changes. A stack that is not shared is a plain
/// vector: checking whether an `Arc` is shared takes an atomic instruction, and making a move would
/// take two such instructions.
#[derive(Default)]
pub(crate) struct Stack {
    /// The first `len` entries are the moves. Later entries belong to moves that were taken back;
    /// their memory is reused. Empty while `shared` is set.
    own: Vec<Played>,
    len: usize,
    /// `true` if the entry after the last move still contains the state of the board, which was
    /// copied from that entry.
    kept: bool,
    shared: Option<Arc<Vec<Played>>>,
}

/// A move that was made, together with the state before it.
///
/// The order of the fields matters: two neighboring fields are read as a single value, which stalls
/// if they were written separately.
#[derive(Clone)]
#[repr(C)]
pub(crate) struct Played {
    /// The move packed as [`Parts::bits`], from which its object is looked up.
    pub(crate) bits: u32,
    pub(crate) stamp: Stamp,
    pub(crate) before: State,
    pub(crate) promoted: Bitboard,
}

impl Played {
    pub(crate) fn parts(&self) -> Parts {
        Parts::from_bits(self.bits)
    }
}

impl Stack {
    /// Adds a move.
    #[cold]
    pub(crate) fn push(&mut self, played: Played) {
        self.unshare();
        match self.own.get_mut(self.len) {
            Some(place) => *place = played,
            None => self.own.push(played),
        }
        self.len += 1;
        self.kept = false;
    }

    /// Adds a move made in a valid position, that is, a position of the rules crate.
    #[inline]
    pub(crate) fn push_legal(
        &mut self,
        bits: u32,
        pos: &Position,
        promoted: Bitboard,
        stamp: Stamp,
    ) {
        self.unshare();
        if let Some(place) = self.own.get_mut(self.len)
            && let State::Legal(before) = &mut place.before
        {
            // The position is copied once, to its final place, and only for the first move of a
            // loop.
            if !self.kept {
                before.clone_from(pos);
            }
            (place.bits, place.promoted, place.stamp) = (bits, promoted, stamp);
            self.len += 1;
            self.kept = false;
        } else {
            self.push_new(bits, pos, promoted, stamp);
        }
    }

    #[cold]
    fn push_new(&mut self, bits: u32, pos: &Position, promoted: Bitboard, stamp: Stamp) {
        self.push(Played { bits, before: State::Legal(pos.clone()), promoted, stamp });
    }

    /// Takes back the last move. Returns its entry, from which the state of the board is restored.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<&Played> {
        self.unshare();
        self.len = self.len.checked_sub(1)?;
        self.kept = true;
        self.own.get(self.len)
    }

    /// Records that something other than a move has changed the state of the board.
    pub(crate) const fn lose_kept(&mut self) {
        self.kept = false;
    }

    #[inline]
    fn unshare(&mut self) {
        if self.shared.is_some() {
            self.copy_shared();
        }
    }

    #[cold]
    fn copy_shared(&mut self) {
        if let Some(shared) = self.shared.take() {
            self.own = Arc::unwrap_or_clone(shared);
            self.kept = false;
        }
    }

    /// Returns a copy that shares the moves.
    pub(crate) fn share(&mut self) -> Self {
        if self.len > 0 && self.shared.is_none() {
            let mut own = std::mem::take(&mut self.own);
            own.truncate(self.len);
            self.shared = Some(Arc::new(own));
            self.kept = false;
        }
        Self { own: Vec::new(), len: self.len, kept: false, shared: self.shared.clone() }
    }

    /// Returns the last `count` moves.
    pub(crate) fn last_moves(&self, count: usize) -> Self {
        let own = self[self.len().saturating_sub(count)..].to_vec();
        Self { len: own.len(), own, kept: false, shared: None }
    }
}

impl Clone for Stack {
    fn clone(&self) -> Self {
        match &self.shared {
            Some(shared) => {
                let shared = Some(Arc::clone(shared));
                Self { own: Vec::new(), len: self.len, kept: false, shared }
            }
            None => self.last_moves(usize::MAX),
        }
    }
}

impl Deref for Stack {
    type Target = [Played];

    #[inline]
    fn deref(&self) -> &[Played] {
        let moves = self.shared.as_ref().map_or(&self.own, |shared| shared);
        moves.get(..self.len).unwrap_or_default()
    }
}
