//! Visitors that make something of games.

use reynard_pgn::Visitor;

/// A visitor that makes something of the games of a chunk, for
/// [`read_parallel`](reynard_pgn::read_parallel).
pub trait GameProcessor: Visitor {
    /// Returns the numbers of the games that were left out since they are longer than
    /// [`MAX_GAME_TEXT`](reynard_pgn::MAX_GAME_TEXT), counted from the beginning of the chunk.
    fn too_long(&self) -> &[u64] {
        &[]
    }
}
