//! The conditions of a query as options.

use clap::ValueEnum;

use reynard_games::{
    BoardEnding, BoardPattern, DateCondition, MaterialBalance, NumberCondition, Query, RatingOf,
    TagCondition,
};
use reynard_pgn::Termination;

/// The conditions.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Conditions {
    /// Condition on a tag: NAME, !NAME, or NAME, one of = != < <= > >= ~ (contains) !~, and a value
    #[arg(long, value_name = "CONDITION", help_heading = "Conditions")]
    pub(super) tag: Vec<TagCondition>,
    /// Part of the name of either player; if given twice, both must be found
    #[arg(long, value_name = "NAME", help_heading = "Conditions")]
    pub(super) player: Vec<String>,
    /// Part of the name of the player of the white pieces
    #[arg(long, value_name = "NAME", help_heading = "Conditions")]
    pub(super) white: Option<String>,
    /// Part of the name of the player of the black pieces
    #[arg(long, value_name = "NAME", help_heading = "Conditions")]
    pub(super) black: Option<String>,
    /// Date of the game: 1972, 1999.05..2001, ..1900
    #[arg(long, value_name = "DATES", help_heading = "Conditions")]
    pub(super) date: Option<DateCondition>,
    /// Elo ratings: 2500.., 1800..2000
    #[arg(long, value_name = "RATINGS", help_heading = "Conditions")]
    pub(super) elo: Option<NumberCondition<u32>>,
    /// Players to whom --elo applies
    #[arg(
        long,
        value_enum,
        value_name = "WHOSE",
        default_value = "both",
        requires = "elo",
        help_heading = "Conditions"
    )]
    pub(super) elo_of: EloOf,
    /// Results, one of which the game has
    #[arg(long, value_name = "RESULTS", value_delimiter = ',', value_parser = ["1-0", "0-1", "1/2-1/2", "*"], help_heading = "Conditions")]
    pub(super) result: Vec<String>,
    /// Beginnings of the ECO code in the tag ECO: B9,C6
    #[arg(long, value_name = "CODES", value_delimiter = ',', help_heading = "Conditions")]
    pub(super) eco: Vec<String>,
    /// Part of the name of the opening, which is found by the moves
    #[arg(long, value_name = "NAME", help_heading = "Conditions")]
    pub(super) opening: Option<String>,
    /// Length of the game in plies (moves of either side): 80.., ..20
    #[arg(long, value_name = "PLIES", help_heading = "Conditions")]
    pub(super) plies: Option<NumberCondition<u64>>,
    /// Pattern on the board at some time: the first field of a FEN, where ? is anything, ! any piece,
    /// A and a any white and black one, * as many ? as fill the rank; then w, b or - for the turn
    #[arg(long, value_name = "PATTERN", help_heading = "Conditions")]
    pub(super) position: Option<BoardPattern>,
    /// Material on the board at some time, with either color: `KRPvKR`
    #[arg(long, value_name = "PIECES", help_heading = "Conditions")]
    pub(super) material: Option<MaterialBalance>,
    /// Number of positions in a row that have the material
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 1,
        requires = "material",
        help_heading = "Conditions"
    )]
    pub(super) material_plies: u64,
    /// End of the game on the board
    #[arg(
        long,
        value_enum,
        value_name = "ENDS",
        value_delimiter = ',',
        help_heading = "Conditions"
    )]
    pub(super) end: Vec<End>,
}

/// The players to whom a rating condition applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum EloOf {
    /// White's
    White,
    /// Black's
    Black,
    /// That of one of them at least
    Either,
    /// Those of both
    Both,
    /// Their average
    Average,
}

/// The end of a game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum End {
    /// The side to move is mated
    Checkmate,
    /// The side to move has no move and is not in check
    Stalemate,
    /// Neither side can mate with the pieces that are left
    InsufficientMaterial,
    /// Fifty moves without a capture or a pawn move
    FiftyMoves,
    /// The last position has occurred three times
    Repetition,
    /// None of these
    Open,
}

impl EloOf {
    const fn rating_of(self) -> RatingOf {
        match self {
            Self::White => RatingOf::White,
            Self::Black => RatingOf::Black,
            Self::Either => RatingOf::Either,
            Self::Both => RatingOf::Both,
            Self::Average => RatingOf::Average,
        }
    }
}

impl End {
    const fn ending(self) -> BoardEnding {
        match self {
            Self::Checkmate => BoardEnding::Checkmate,
            Self::Stalemate => BoardEnding::Stalemate,
            Self::InsufficientMaterial => BoardEnding::InsufficientMaterial,
            Self::FiftyMoves => BoardEnding::FiftyMoves,
            Self::Repetition => BoardEnding::Repetition,
            Self::Open => BoardEnding::Open,
        }
    }
}

impl Conditions {
    /// The options as a query.
    pub(super) fn query(&self) -> Query {
        let termination = |text: &String| Termination::from_bytes(text.as_bytes());
        let material = self.material.clone();
        Query {
            tags: self.tag.clone(),
            player: self.player.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
            date: self.date.clone(),
            rating: self.elo.clone().map(|range| (range, self.elo_of.rating_of())),
            results: self.result.iter().filter_map(termination).collect(),
            eco: self.eco.clone(),
            opening: self.opening.clone(),
            plies: self.plies.clone(),
            position: self.position.clone(),
            material: material.map(|material| (material, self.material_plies)),
            endings: self.end.iter().map(|end| end.ending()).collect(),
            inverted: false,
        }
    }
}
