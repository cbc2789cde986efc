//! The conditions of a query as options.

use clap::ValueEnum;

use reynard_games::{
    BoardPattern, DateCondition, GameEnding, MaterialBalance, NumberCondition, Query, RatingOf,
    TagCondition,
};
use reynard_pgn::Termination;

/// The conditions.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Conditions {
    /// A tag by its name: NAME, !NAME, or NAME, one of = != < <= > >= ~ (contains) !~, and a value
    #[arg(long, value_name = "CONDITION", help_heading = "Conditions")]
    pub(super) tag: Vec<TagCondition>,
    /// A part of the name of either player; if given twice, both must be found
    #[arg(long, value_name = "NAME", help_heading = "Conditions")]
    pub(super) player: Vec<String>,
    /// A part of the name of the player of the white pieces
    #[arg(long, value_name = "NAME", help_heading = "Conditions")]
    pub(super) white: Option<String>,
    /// A part of the name of the player of the black pieces
    #[arg(long, value_name = "NAME", help_heading = "Conditions")]
    pub(super) black: Option<String>,
    /// When it was played: 1972, 1999.05..2001, ..1900
    #[arg(long, value_name = "DATES", help_heading = "Conditions")]
    pub(super) date: Option<DateCondition>,
    /// The Elo ratings: 2500.., 1800..2000
    #[arg(long, value_name = "RATINGS", help_heading = "Conditions")]
    pub(super) elo: Option<NumberCondition<u32>>,
    /// Whose rating that is
    #[arg(
        long,
        value_enum,
        value_name = "WHOSE",
        default_value = "both",
        requires = "elo",
        help_heading = "Conditions"
    )]
    pub(super) elo_of: EloOf,
    /// The result
    #[arg(long, value_name = "RESULTS", value_delimiter = ',', value_parser = ["1-0", "0-1", "1/2-1/2", "*"], help_heading = "Conditions")]
    pub(super) result: Vec<String>,
    /// The beginning of the code in the tag ECO; several may be given: B9,C6
    #[arg(long, value_name = "CODES", value_delimiter = ',', help_heading = "Conditions")]
    pub(super) eco: Vec<String>,
    /// A part of the name of the opening, which is found by the moves
    #[arg(long, value_name = "NAME", help_heading = "Conditions")]
    pub(super) opening: Option<String>,
    /// How many moves of either side there are: 80.., ..20
    #[arg(long, value_name = "PLIES", help_heading = "Conditions")]
    pub(super) plies: Option<NumberCondition<u64>>,
    /// A pattern on the board at some time: the first field of a FEN, where ? is anything, ! any man,
    /// A and a any white and black one, * as many ? as fill the rank; then w, b or - for the turn
    #[arg(long, value_name = "PATTERN", help_heading = "Conditions")]
    pub(super) position: Option<BoardPattern>,
    /// The men on the board at some time, of either color: `KRPvKR`
    #[arg(long, value_name = "MEN", help_heading = "Conditions")]
    pub(super) material: Option<MaterialBalance>,
    /// For how many positions in a row they are there
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 1,
        requires = "material",
        help_heading = "Conditions"
    )]
    pub(super) material_plies: u64,
    /// How the game ended on the board
    #[arg(
        long,
        value_enum,
        value_name = "ENDS",
        value_delimiter = ',',
        help_heading = "Conditions"
    )]
    pub(super) end: Vec<End>,
}

/// Whose rating is meant.
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

/// How a game ended on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum End {
    /// The side to move is mated
    Checkmate,
    /// The side to move has no move and is not in check
    Stalemate,
    /// Nobody can mate with what is left
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
    const fn ending(self) -> GameEnding {
        match self {
            Self::Checkmate => GameEnding::Checkmate,
            Self::Stalemate => GameEnding::Stalemate,
            Self::InsufficientMaterial => GameEnding::InsufficientMaterial,
            Self::FiftyMoves => GameEnding::FiftyMoves,
            Self::Repetition => GameEnding::Repetition,
            Self::Open => GameEnding::Open,
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
