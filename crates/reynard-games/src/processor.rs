//! Visitors that process games.

use reynard_pgn::Visitor;

/// A visitor that processes the games of a chunk, for use with
/// [`read_parallel`](reynard_pgn::read_parallel).
pub trait GameProcessor: Visitor {
    /// Returns the numbers of the games whose text was not kept because they are longer than
    /// [`MAX_GAME_TEXT`](reynard_pgn::MAX_GAME_TEXT), counted from the beginning of the chunk.
    fn too_long(&self) -> &[u64] {
        &[]
    }
}
