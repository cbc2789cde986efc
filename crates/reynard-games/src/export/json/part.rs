//! Parts of a game that are written on request.

/// A part of a game that a JSON object has beside tags and moves, if it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GamePart {
    /// `clk`: seconds on the player's clock after each move.
    Clocks,
    /// `emt`: seconds spent on each move, by `[%emt]`, or by the clocks and the tag `TimeControl`.
    Elapsed,
    /// `eval` in pawns and `mate` in moves, from White's side.
    Evaluations,
    /// `comments`: the text of the comments after each move, without commands.
    Comments,
    /// `nags`: numeric annotations of each move.
    Nags,
    /// `commands`: the commands in the comments after each move by their names, as they are
    /// written.
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
