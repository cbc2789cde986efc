//! Conditions on games.

mod board_pattern;
mod error;
mod matcher;
mod material;
mod range;
mod tag_condition;

pub use board_pattern::BoardPattern;
pub use error::InvalidCondition;
pub use matcher::{FoundGames, Matcher};
pub use material::MaterialBalance;
pub use range::{DateCondition, NumberCondition, RangeEnd, ValueRange};
pub use tag_condition::TagCondition;

use reynard_pgn::Termination;

/// Conditions on a game, all of which must hold. The default has none and matches every game.
///
/// ```
/// use reynard_games::{NumberCondition, Query, RatingOf};
/// use reynard_pgn::Termination;
///
/// let query = Query {
///     player: vec!["Carlsen".to_owned()],
///     rating: Some(("2700..".parse::<NumberCondition<u32>>()?, RatingOf::Both)),
///     results: vec![Termination::WhiteWins, Termination::BlackWins],
///     ..Query::default()
/// };
/// assert!(!query.needs_positions());
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Conditions on single tags.
    pub tags: Vec<TagCondition>,
    /// Parts of the name of either player; each must be found in one of the two.
    pub player: Vec<String>,
    /// A part of the name of the player of the white pieces.
    pub white: Option<String>,
    /// A part of the name of the player of the black pieces.
    pub black: Option<String>,
    /// The date on which the game was played.
    pub date: Option<DateCondition>,
    /// The Elo ratings, and the players to whom the condition applies.
    pub rating: Option<(NumberCondition<u32>, RatingOf)>,
    /// Results, one of which the game has; any if there are none.
    pub results: Vec<Termination>,
    /// Beginnings of the code in the tag `ECO`, one of which the game has; any if there are none.
    pub eco: Vec<String>,
    /// A part of the name of the opening, which is found by the moves.
    pub opening: Option<String>,
    /// The number of moves of either side.
    pub plies: Option<NumberCondition<u64>>,
    /// A pattern that is on the board at some time.
    pub position: Option<BoardPattern>,
    /// The pieces on the board at some time, and for how many positions in a row.
    pub material: Option<(MaterialBalance, u64)>,
    /// Ways in which the game ended on the board, one of which applies; any if there are none.
    pub endings: Vec<BoardEnding>,
    /// Set to take the games that do not fulfill the conditions above.
    pub inverted: bool,
}

/// The players to whom a condition on ratings applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatingOf {
    /// White.
    White,
    /// Black.
    Black,
    /// One of them at least.
    Either,
    /// Both.
    Both,
    /// The average of both ratings.
    Average,
}

/// The end of a game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardEnding {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can mate with the pieces that are left.
    InsufficientMaterial,
    /// Fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// The last position has occurred three times.
    Repetition,
    /// None of these.
    Open,
}

impl Query {
    /// Returns `true` if the moves have to be played to decide.
    ///
    /// ```
    /// use reynard_games::Query;
    ///
    /// let query = Query { opening: Some("Najdorf".to_owned()), ..Query::default() };
    /// assert!(query.needs_positions());
    /// ```
    pub const fn needs_positions(&self) -> bool {
        self.position.is_some()
            || self.material.is_some()
            || self.opening.is_some()
            || !self.endings.is_empty()
    }
}
