//! Optional parts of a game.

/// An optional part of a game in a JSON object, in addition to tags and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GamePart {
    /// `clk`: seconds on the player's clock after each move.
    Clocks,
    /// `emt`: seconds spent on each move, according to `[%emt]`, or to the clocks and the tag
    /// `TimeControl`.
    Elapsed,
    /// `eval` in pawns and `mate` in moves, from White's point of view.
    Evaluations,
    /// `comments`: the text of the comments after each move, without commands.
    Comments,
    /// `nags`: numeric annotations of each move.
    Nags,
    /// `commands`: the commands in the comments after each move, as written, by name.
    Commands,
    /// `variations`: the other lines.
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
