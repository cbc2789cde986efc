//! Conditions on games.

mod atom;
mod board_ending;
mod board_pattern;
mod clock_time;
mod condition;
mod contradiction;
mod date;
mod eco;
mod error;
mod facts;
mod fold;
mod imbalance;
mod language;
mod maneuver;
mod matcher;
mod material;
mod move_pattern;
mod move_sequence;
mod node;
mod pawn_needs;
mod pawn_skeleton;
mod piece_counts;
mod piece_place;
mod piece_set;
mod position_sequence;
mod range;
mod relation;
mod resolve;
mod round;
mod sacrifice;
mod tag_condition;
mod term;
mod time_class;
mod truth;
mod watcher;

pub use board_ending::BoardEnding;
pub use board_pattern::BoardPattern;
pub use clock_time::{ClockRange, ClockTime};
pub use condition::{
    BoardCondition, ClockCondition, Condition, GameContent, NameMatch, NamePattern,
    PlayerCondition, PlayerOutcome, RatingOf, SacrificeCondition,
};
pub use date::GameDate;
pub use eco::{EcoCode, EcoRange};
pub use error::{InvalidCondition, InvalidQuery};
pub use facts::{GameFacts, TagFacts, elo_of_tag};
pub use fold::{FoldedText, TextPattern};
pub(crate) use fold::{Spelling, collapsed, name_words};
pub use imbalance::Imbalance;
pub use maneuver::Maneuver;
pub use matcher::{FoundGames, Matcher};
pub use material::MaterialBalance;
pub use move_pattern::MovePattern;
pub use move_sequence::MoveSequence;
pub use pawn_skeleton::PawnSkeleton;
pub use piece_counts::PieceCounts;
pub use piece_place::PiecePlace;
pub use position_sequence::{MaterialUse, PositionSequence, PositionTest};
pub use range::{DateCondition, NumberCondition, RangeEnd, ValueRange};
pub use relation::Relation;
pub use round::{RoundNumber, RoundRange};
pub use sacrifice::Sacrifice;
pub use tag_condition::TagCondition;
pub use term::QueryTerm;
pub(crate) use term::near_tags;
pub use time_class::TimeClass;
pub use truth::Truth;
pub use watcher::{BoardWatcher, GameSoundness};

use reynard::Color;
use reynard_pgn::{GameTree, MovetextMode};

use atom::{Atom, Stated};
use node::Node;

/// Conditions on a game, joined by "and", "or" and "not". The default is empty and matches every
/// game.
///
/// [`Query::parse`] parses the filter language, which is the same for files and databases. The game
/// to be tested is described by [`GameFacts`].
///
/// ```
/// use reynard_games::Query;
///
/// let query = Query::parse("player~carlsen elo>=2700 result=1-0,0-1")?;
/// assert!(!query.needs_moves());
/// let error = Query::parse("elo>=2700 whiet~carlsen").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "column 11: `whiet` is not a condition; did you mean white?"
/// );
/// # Ok::<(), reynard_games::InvalidQuery>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The leaves are indices of conditions, in order.
    tree: Node<usize>,
    conditions: Vec<Stated>,
}

impl Default for Query {
    fn default() -> Self {
        Self { tree: Node::All(Vec::new()), conditions: Vec::new() }
    }
}

impl std::str::FromStr for Query {
    type Err = InvalidQuery;

    fn from_str(text: &str) -> Result<Self, InvalidQuery> {
        Self::parse(text)
    }
}

impl<'a> BoardWatcher<'a> {
    /// Creates a watcher that has not seen any game yet.
    ///
    /// ```
    /// use reynard_games::{BoardWatcher, Query};
    ///
    /// let query = Query::default();
    /// assert!(!query.needs_moves());
    /// let _ = BoardWatcher::new(&query);
    /// ```
    pub fn new(query: &'a Query) -> Self {
        Self::watching(query.conditions().collect())
    }
}

impl From<Query> for QueryTerm {
    fn from(query: Query) -> Self {
        Self(query.into_node().map(&mut Atom::Stated))
    }
}

impl std::str::FromStr for QueryTerm {
    type Err = InvalidQuery;

    /// Parses a query. A color, an opponent, an outcome or a clock in one term may apply to the
    /// player named in another.
    ///
    /// ```
    /// use reynard_games::{Query, QueryTerm};
    ///
    /// let query = Query::all([QueryTerm::new("player", "tal")?, "result=loss".parse()?])?;
    /// assert_eq!(query, Query::parse("player~tal result=loss")?);
    /// assert!(Query::parse("result=loss").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, InvalidQuery> {
        language::parse(text).map(Self)
    }
}

impl Query {
    /// Parses the filter language: conditions separated by blanks, all of which must hold, with
    /// `or`, `not` and brackets. It is described in `docs/src/filter.md`.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidQuery`] with the column of the error if the text is not a query, or
    /// specifies a value that no game can have.
    ///
    /// ```
    /// use reynard_games::Query;
    ///
    /// assert!(
    ///     Query::parse("(eco=B90-B99 or opening~\"sicilian najdorf\") not result=draw")
    ///         .is_ok()
    /// );
    /// assert!(Query::parse("player~carlsen color=white result=win tc=classical").is_ok());
    /// assert_eq!(Query::parse("eco=Z12").unwrap_err().column, 5);
    /// ```
    pub fn parse(text: &str) -> Result<Self, InvalidQuery> {
        let node = language::parse(text)?;
        match resolve::resolve(node) {
            Ok(node) => Ok(Self::from_node(node)),
            Err((at, reason)) => {
                let column = text[..at].chars().count() + 1;
                Err(InvalidQuery { column, reason: reason.to_string() })
            }
        }
    }

    /// Joins terms that must all hold.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidCondition`] if a color, an opponent, a win or a loss is given without a
    /// player.
    ///
    /// ```
    /// use reynard_games::{Query, QueryTerm};
    ///
    /// let query = Query::all([
    ///     QueryTerm::new("white", "Carlsen")?,
    ///     QueryTerm::new("result", "win")?,
    /// ])?;
    /// assert_eq!(query.conditions().count(), 1);
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn all(terms: impl IntoIterator<Item = QueryTerm>) -> Result<Self, InvalidCondition> {
        let nodes = terms.into_iter().map(|QueryTerm(node)| node).collect();
        resolve::resolve(Node::of_all(nodes)).map(Self::from_node).map_err(|(_, reason)| reason)
    }

    /// Returns the negated query, which matches exactly the games that this query does not match.
    ///
    /// ```
    /// use reynard_games::Query;
    ///
    /// assert_eq!(Query::parse("result=draw")?.negated(), Query::parse("not result=draw")?);
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    #[must_use]
    pub fn negated(self) -> Self {
        Self { tree: Node::Not(Box::new(self.tree)), ..self }
    }

    /// Returns `true` if there is no condition.
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    /// Returns the conditions, in order.
    ///
    /// ```
    /// use reynard_games::{Condition, Query};
    ///
    /// let query = Query::parse("plies>=40 eco=B90")?;
    /// assert!(matches!(query.conditions().next(), Some(Condition::Plies(_))));
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn conditions(&self) -> impl ExactSizeIterator<Item = &Condition> {
        self.conditions.iter().map(|stated| &stated.condition)
    }

    /// Returns the indices of the required conditions. A game that does not fulfill all of these
    /// cannot match, regardless of the other conditions.
    ///
    /// ```
    /// use reynard_games::Query;
    ///
    /// let query = Query::parse("eco=B90 (plies<20 or result=draw) not white~tal")?;
    /// assert_eq!(query.required(), [0]);
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn required(&self) -> Vec<usize> {
        let mut required = Vec::new();
        self.tree.for_each_required(&mut |&index| required.push(index));
        required
    }

    /// Returns the text of the condition at an index.
    ///
    /// ```
    /// use reynard_games::Query;
    ///
    /// assert_eq!(Query::parse("plies >= 40")?.condition_text(0), Some("plies>=40"));
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn condition_text(&self, index: usize) -> Option<&str> {
        self.conditions.get(index).map(|stated| stated.text.as_str())
    }

    /// Returns the text of each condition that no game fulfills, given the result of
    /// [`Matcher::fulfilled`]. A condition on the board or the number of plies is evaluated only
    /// for games that the other conditions do not rule out, so it is included only if it is the
    /// only one.
    ///
    /// ```
    /// use reynard_games::Query;
    ///
    /// let query = Query::parse("white~carlsen eco=B90,B91")?;
    /// assert_eq!(query.unfulfilled(&[true, false, false]), ["eco=B90,B91"]);
    /// assert!(query.unfulfilled(&[true, true, false]).is_empty(), "one of a list is enough");
    /// let query = Query::parse("plies>=1 eco=B90")?;
    /// assert_eq!(query.unfulfilled(&[false, false]), ["eco=B90"]);
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn unfulfilled(&self, fulfilled: &[bool]) -> Vec<&str> {
        // The values of a list are conditions with one text.
        let mut texts: Vec<(&str, bool)> = Vec::new();
        let mut by_moves: Vec<&str> = Vec::new();
        for (Stated { condition, text }, &is_fulfilled) in self.conditions.iter().zip(fulfilled) {
            if matches!(condition, Condition::Board(_) | Condition::Plies(_)) {
                if !by_moves.contains(&text.as_str()) {
                    by_moves.push(text);
                }
                continue;
            }
            match texts.iter_mut().find(|(other, _)| other == text) {
                Some((_, sum)) => *sum |= is_fulfilled,
                None => texts.push((text, is_fulfilled)),
            }
        }
        if texts.is_empty() && by_moves.len() == 1 {
            return by_moves;
        }
        texts.into_iter().filter(|(_, is_fulfilled)| !is_fulfilled).map(|(text, _)| text).collect()
    }

    /// Returns `true` if any condition needs the moves.
    ///
    /// ```
    /// use reynard_games::Query;
    ///
    /// assert!(Query::parse("opening~najdorf")?.needs_moves());
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn needs_moves(&self) -> bool {
        self.conditions().any(|condition| matches!(condition, Condition::Board(_)))
    }

    /// Evaluates the query from the facts of a game alone. Returns [`Truth::Unknown`] if the answer
    /// depends on moves or on an unknown result or length.
    ///
    /// ```
    /// use reynard_games::{Query, TagFacts, Truth};
    ///
    /// let tags = reynard_pgn::Tags::default();
    /// let facts = TagFacts { tags: &tags, result: None, plies: None };
    /// let query = Query::parse("white~carlsen opening~najdorf")?;
    /// assert_eq!(query.decide(&facts), Truth::False);
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn decide(&self, facts: &(impl GameFacts + ?Sized)) -> Truth {
        self.decide_by(|_, condition| condition.decide(facts))
    }

    /// Evaluates the query from the truth of each condition, as returned by `truth`. Conditions
    /// that cannot change the result are not evaluated.
    ///
    /// ```
    /// use reynard_games::{Condition, Query, Truth};
    ///
    /// let query = Query::parse("player~tal not plies<20")?;
    /// let has_name =
    ///     |_: usize, condition: &Condition| matches!(condition, Condition::Player(_)).into();
    /// assert_eq!(query.decide_by(has_name), Truth::True);
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn decide_by<'a>(&'a self, mut truth: impl FnMut(usize, &'a Condition) -> Truth) -> Truth {
        self.tree.decide(&mut |&index| truth(index, &self.conditions[index].condition))
    }

    /// Returns `true` if a game matches, given its facts and its moves. If the facts and moves do
    /// not decide whether it matches, returns `false`.
    ///
    /// ```
    /// use reynard_games::{BoardWatcher, Query, TagFacts};
    ///
    /// let tags = reynard_pgn::Tags::default();
    /// let facts = TagFacts { tags: &tags, result: None, plies: Some(10) };
    /// let query = Query::parse("plies<20")?;
    /// assert!(query.matches(&facts, &BoardWatcher::new(&query)));
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn matches(&self, facts: &(impl GameFacts + ?Sized), moves: &BoardWatcher<'_>) -> bool {
        self.tree.decide(&mut |&index| self.decide_one(index, facts, moves)) == Truth::True
    }

    /// Returns `true` if a game tree matches, judging by its tags and its main line.
    ///
    /// ```
    /// use reynard_games::{GameSoundness, Query};
    /// use reynard_pgn::Games;
    ///
    /// let game = Games::from_bytes(b"1. e4 c5 2. Nf3 *").next().unwrap()?.tree;
    /// let query = Query::parse("opening~sicilian plies<20")?;
    /// assert!(query.matches_tree(&game, GameSoundness::Sound));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matches_tree(&self, tree: &GameTree, soundness: GameSoundness) -> bool {
        let mut moves = BoardWatcher::new(self);
        let plies = if self.is_empty() { 0 } else { moves.watch(tree) };
        moves.finish(soundness);
        let facts = TagFacts { tags: tree.tags(), result: Some(tree.result()), plies: Some(plies) };
        self.matches(&facts, &moves)
    }

    /// Returns the movetext mode that is needed to evaluate the query for a game whose tags have
    /// been evaluated.
    pub(crate) fn movetext_mode(&self, by_tags: Truth) -> MovetextMode {
        if by_tags != Truth::Unknown {
            MovetextMode::Nothing
        } else if self.needs_moves() {
            MovetextMode::Moves
        } else if self.conditions().any(|it| matches!(it, Condition::Plies(_))) {
            MovetextMode::Tokens
        } else {
            MovetextMode::Nothing
        }
    }

    /// Evaluates a single condition.
    fn decide_one(
        &self,
        index: usize,
        facts: &(impl GameFacts + ?Sized),
        moves: &BoardWatcher<'_>,
    ) -> Truth {
        match &self.conditions[index].condition {
            Condition::Board(BoardCondition::Clock(ClockCondition { player, .. })) => {
                let sides = Color::ALL.map(|color| moves.has_clock(index, color));
                PlayerCondition::is_one_of(player.as_ref(), sides, facts).into()
            }
            Condition::Board(BoardCondition::Sacrifice(condition)) => {
                let (balances, first) = moves.balances();
                condition.holds(balances, first, facts).into()
            }
            Condition::Board(condition) => moves.holds(index, condition).into(),
            condition => condition.decide(facts),
        }
    }

    fn from_node(node: Node<Stated>) -> Self {
        let mut conditions = Vec::new();
        let tree = node.map(&mut |stated| {
            conditions.push(stated);
            conditions.len() - 1
        });
        Self { tree, conditions }
    }

    fn into_node(self) -> Node<Stated> {
        self.tree.map(&mut |index: usize| self.conditions[index].clone())
    }
}
