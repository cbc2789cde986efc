//! The limits of a game in a database.

use reynard_pgn::PgnLimits;

/// Limits of a reader of games for a database, which keeps at most 65,535 plies as moves.
pub(crate) const GAME_LIMITS: PgnLimits =
    PgnLimits { plies: u16::MAX as usize, ..PgnLimits::DEFAULT };
