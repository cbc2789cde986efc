//! The limits of a game in a database.

use reynard_pgn::PgnLimits;

/// Limits of a reader of games for a database: it keeps 65,535 moves of either side as moves.
pub(crate) const GAME_LIMITS: PgnLimits =
    PgnLimits { plies: u16::MAX as usize, ..PgnLimits::DEFAULT };
