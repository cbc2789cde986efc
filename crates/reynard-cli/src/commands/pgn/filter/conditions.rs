//! The conditions of a query, given as options. Together, they produce the same value as
//! `Query::parse`.

use std::num::NonZeroU64;

use anyhow::anyhow;
use clap::ValueEnum;

use reynard_games::{InvalidCondition, InvalidQuery, MaterialBalance, Query, QueryTerm};

/// The conditions.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Conditions")]
pub(super) struct Conditions {
    /// Conditions in the filter language: `elo>=2500 white~carlsen (eco=B90-B99 or
    /// opening~najdorf)`
    #[arg(long = "where", value_name = "FILTER", value_parser = parsed)]
    filter: Vec<QueryTerm>,
    /// Condition on a tag: NAME, !NAME, or NAME, one of = != < <= > >= ~ (contains) !~, and a
    /// value
    #[arg(long, value_name = "CONDITION", value_parser = QueryTerm::on_tag)]
    tag: Vec<QueryTerm>,
    /// Words in the name of either player; if given twice, both must be found
    #[arg(long, value_name = "NAME", value_parser = term("player"))]
    player: Vec<QueryTerm>,
    /// Words in the name of the player of the white pieces
    #[arg(long, value_name = "NAME", value_parser = term("white"))]
    white: Option<QueryTerm>,
    /// Words in the name of the player of the black pieces
    #[arg(long, value_name = "NAME", value_parser = term("black"))]
    black: Option<QueryTerm>,
    /// Date of the game: 1972, 2001-05-23, 1999.05..2001, ..1900, 2020+
    #[arg(long, value_name = "DATES", value_parser = term("date"))]
    date: Option<QueryTerm>,
    /// Elo ratings: 2700+, 1800..2000, ">=2500"
    #[arg(long, value_name = "RATINGS", value_parser = elo)]
    elo: Option<String>,
    /// Players to whom --elo applies
    #[arg(long, value_enum, value_name = "WHOSE", default_value = "both", requires = "elo")]
    elo_of: EloOf,
    /// Results, one of which the game has: 1-0, 0-1, 1/2-1/2, *, white, black, draw, unknown; win
    /// and loss are those of the player
    #[arg(long, value_name = "RESULTS", value_parser = term("result"))]
    result: Option<QueryTerm>,
    /// ECO codes in the tag ECO, one of which the game has: B9,C60-C99
    #[arg(long, value_name = "CODES", value_parser = term("eco"))]
    eco: Option<QueryTerm>,
    /// Words in the name of the opening, which is found by the moves
    #[arg(long, value_name = "NAME", value_parser = term("opening"))]
    opening: Option<QueryTerm>,
    /// Time controls: bullet, blitz, rapid, classical, correspondence, or a value such as 180+2
    #[arg(long, value_name = "CLASSES", value_parser = term("tc"))]
    tc: Option<QueryTerm>,
    /// First moves from the usual start position: 'e4 c5 Nf3'
    #[arg(long, value_name = "MOVES", value_parser = term("moves"))]
    moves: Option<QueryTerm>,
    /// Length of the game in plies (moves of either side): 80+, ..20
    #[arg(long, value_name = "PLIES", value_parser = term("plies"))]
    plies: Option<QueryTerm>,
    /// Pattern on the board at some time: the first field of a FEN, where ? is anything, ! any
    /// piece, A and a any white and black one, * as many ? as fill the rank; then w, b or -
    /// for the turn
    #[arg(long, value_name = "PATTERN", value_parser = term("position"))]
    position: Option<QueryTerm>,
    /// Material on the board at some time, with either color: `KRPvKR`
    #[arg(long, value_name = "PIECES", value_parser = material)]
    material: Option<String>,
    /// Number of positions in a row that have the material
    #[arg(long, value_name = "PLIES", default_value_t = NonZeroU64::MIN, requires = "material")]
    material_plies: NonZeroU64,
    /// Ends on the board: checkmate, stalemate, insufficient-material, fifty-moves, repetition,
    /// open
    #[arg(long, value_name = "ENDS", value_parser = term("end"))]
    end: Option<QueryTerm>,
    /// Games with errors: illegal moves, unclosed comments, impossible positions
    #[arg(long)]
    broken: bool,
}

/// The players to whom a rating condition applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EloOf {
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

impl EloOf {
    /// Returns the name in the filter language.
    const fn name(self) -> &'static str {
        match self {
            Self::White => "whiteelo",
            Self::Black => "blackelo",
            Self::Either => "elo-either",
            Self::Both => "elo",
            Self::Average => "elo-average",
        }
    }
}

/// Parses a filter in which a win or a color can refer to a player given in another option.
pub(in crate::commands) fn parsed(text: &str) -> Result<QueryTerm, InvalidQuery> {
    text.parse()
}

/// Returns the parser for the value of an option that has the name of a condition in the filter
/// language.
fn term(
    name: &'static str,
) -> impl Fn(&str) -> Result<QueryTerm, InvalidCondition> + Clone + Send + Sync {
    move |value| QueryTerm::new(name, value)
}

/// Checks a rating condition. Which players it applies to is set by another option.
fn elo(value: &str) -> Result<String, InvalidCondition> {
    QueryTerm::new("elo", value).map(|_| value.to_owned())
}

fn material(value: &str) -> Result<String, InvalidCondition> {
    value.parse::<MaterialBalance>().map(|_| value.to_owned())
}

impl Conditions {
    /// Combines the options into a query.
    pub(super) fn query(&self) -> anyhow::Result<Query> {
        let mut terms: Vec<QueryTerm> = self.filter.clone();
        terms.extend([&self.white, &self.black].into_iter().flatten().cloned());
        terms.extend(self.player.iter().chain(&self.tag).cloned());
        let options = [&self.date, &self.result, &self.eco, &self.tc, &self.plies];
        terms.extend(options.into_iter().flatten().cloned());
        if let Some(elo) = &self.elo {
            terms.push(QueryTerm::new(self.elo_of.name(), elo)?);
        }
        let on_the_board = [&self.moves, &self.position, &self.opening, &self.end];
        terms.extend(on_the_board.into_iter().flatten().cloned());
        if let Some(material) = &self.material {
            terms.push(QueryTerm::new("material", &format!("{material}/{}", self.material_plies))?);
        }
        if self.broken {
            terms.push(Query::parse("broken")?.into());
        }
        Query::all(terms).map_err(|error| match self.option_of(&error) {
            Some(option) => anyhow!("{option}: {error}"),
            None => error.into(),
        })
    }

    /// Returns the option whose condition alone has the same error.
    fn option_of(&self, error: &InvalidCondition) -> Option<&'static str> {
        let has_error =
            |term: &QueryTerm| Query::all([term.clone()]).is_err_and(|own| own == *error);
        let options = [("--where", &self.filter[..]), ("--result", self.result.as_slice())];
        options.into_iter().find(|(_, terms)| terms.iter().any(has_error)).map(|(name, _)| name)
    }
}
