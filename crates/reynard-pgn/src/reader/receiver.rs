//! What the slow path knows of a visitor.

use super::machine::Machine;
use super::window::Window;
use crate::Visitor;

/// A visitor with the fast paths that were compiled for it.
///
/// The slow path is compiled once and calls the visitor through this. Compiled for each visitor, it
/// was an eighth of the code of the command line.
pub(super) trait Receiver: Visitor {
    /// Plays moves, see [`Machine::quick_moves`].
    fn quick_moves(&mut self, machine: &mut Machine, window: Window<'_>);

    /// Hands moves over as words, see [`Machine::quick_tokens`].
    fn quick_tokens(&mut self, machine: &mut Machine, window: Window<'_>);

    /// Passes over moves that the visitor does not want, see [`Machine::quick_tokens`].
    fn skip_tokens(&mut self, machine: &mut Machine, window: Window<'_>);
}

impl<V: Visitor> Receiver for V {
    fn quick_moves(&mut self, machine: &mut Machine, window: Window<'_>) {
        machine.quick_moves(window, self);
    }

    fn quick_tokens(&mut self, machine: &mut Machine, window: Window<'_>) {
        machine.quick_tokens::<V, true>(window, self);
    }

    fn skip_tokens(&mut self, machine: &mut Machine, window: Window<'_>) {
        machine.quick_tokens::<V, false>(window, self);
    }
}
