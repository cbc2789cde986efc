//! Optional parts of a game.

/// An optional part of a game in a JSON object, in addition to tags and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GamePart {
    /// `clk`: the time left on the player's clock after each move, in seconds.
    Clocks,
    /// `emt`: the time spent on each move, in seconds, according to `[%emt]` or computed from the
    /// clocks and the `TimeControl` tag.
    Elapsed,
    /// `eval` in pawns and `mate` in moves, from White's point of view.
    Evaluations,
    /// `comments`: the text of the comments after each move, without commands.
    Comments,
    /// `nags`: numeric annotations of each move.
    Nags,
    /// `commands`: the commands in the comments after each move, as written, by name.
    Commands,
    /// `variations`: all lines other than the main line.
    Variations,
}

impl GamePart {
    /// All parts.
    pub const ALL: [Self; 7] = [
        Self::Clocks,
        Self::Elapsed,
        Self::Evaluations,
        Self::Comments,
        Self::Nags,
        Self::Commands,
        Self::Variations,
    ];
}
