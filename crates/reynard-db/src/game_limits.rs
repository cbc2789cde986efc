//! The limits of a game in a database.

use reynard_pgn::PgnLimits;

/// Limits of a PGN reader that reads games for a database, which stores at most 65,535 plies as
/// moves.
pub(crate) const GAME_LIMITS: PgnLimits =
    PgnLimits { plies: u16::MAX as usize, ..PgnLimits::DEFAULT };
