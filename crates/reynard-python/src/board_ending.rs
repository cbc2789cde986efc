//! The methods of `Board` that tell whether the game is over or may be drawn.

use pyo3::prelude::*;
use reynard::Bitboard;

use crate::board::{Board, read};

#[pymethods]
impl Board {
    /// Returns True for checkmate.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().is_checkmate()
    /// False
    fn is_checkmate(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let board = read(slf)?;
        let core = &board.core;
        Ok(core.checkers().any() && !core.has_legal_move())
    }

    /// Returns True for stalemate.
    ///
    /// >>> import reynard
    /// >>> reynard.Board("7k/5Q2/8/8/8/8/8/K7 b - - 0 1").is_stalemate()
    /// True
    fn is_stalemate(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let board = read(slf)?;
        let core = &board.core;
        Ok(core.checkers().is_empty() && !core.has_legal_move())
    }

    /// Returns True if there is a legal move.
    ///
    /// >>> import reynard
    /// >>> reynard.Board()._has_legal_move()
    /// True
    fn _has_legal_move(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(read(slf)?.core.has_legal_move())
    }

    /// Returns True if the position has occurred `count` times.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().is_repetition(2)
    /// False
    #[pyo3(signature = (count = 3))]
    fn is_repetition(slf: &Bound<'_, Self>, count: i64) -> PyResult<bool> {
        let board = read(slf)?;
        Ok(board.core.is_repetition(usize::try_from(count).unwrap_or(0)))
    }

    /// Returns True if the player to move can claim a draw by threefold repetition, now or with the
    /// next move.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().can_claim_threefold_repetition()
    /// False
    fn can_claim_threefold_repetition(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let board = read(slf)?;
        let core = &board.core;
        if core.is_repetition(3) {
            return Ok(true);
        }
        if core.stack.len() < 7 {
            return Ok(false);
        }
        let mut after = core.clone();
        Ok(core.legal_moves(Bitboard::FULL, Bitboard::FULL).into_iter().any(|parts| {
            after.push(parts);
            let repeated = after.is_repetition(3);
            after.pop();
            repeated
        }))
    }
}
