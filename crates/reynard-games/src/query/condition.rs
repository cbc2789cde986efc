//! Single conditions, and their evaluation for the facts of a game.

use reynard::Color;
use reynard_pgn::Termination;

use super::{
    BoardEnding, ClockRange, DateCondition, EcoRange, GameFacts, Maneuver, MovePattern,
    MoveSequence, NumberCondition, PositionSequence, RoundRange, Sacrifice, TagCondition,
    TextPattern, TimeClass, Truth,
};

/// A single condition of a [`Query`](super::Query).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A condition on any tag.
    Tag(TagCondition),
    /// A player who takes part in the game.
    Player(PlayerCondition),
    /// Elo ratings.
    Elo(RatingOf, NumberCondition<u32>),
    /// The absolute difference of the Elo ratings.
    EloDifference(NumberCondition<u32>),
    /// The date.
    Date(DateCondition),
    /// The round and, optionally, the board.
    Round(RoundRange),
    /// The result.
    Result(Termination),
    /// The code in the `ECO` tag.
    Eco(EcoRange),
    /// The class of the time control.
    TimeClass(TimeClass),
    /// Number of plies.
    Plies(NumberCondition<u64>),
    /// Words in the name of the file that contains the game.
    Source(TextPattern),
    /// A condition that needs the moves.
    Board(BoardCondition),
}

/// A condition that needs the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardCondition {
    /// Words in the name of the opening, which is determined from the moves.
    Opening(TextPattern),
    /// Patterns, pieces and material on the board, at any point in the game.
    Positions(PositionSequence),
    /// The first moves.
    Moves(MoveSequence),
    /// A move of the main line.
    Move(MovePattern),
    /// Consecutive moves of one piece in the main line.
    Maneuver(Maneuver),
    /// A sacrifice in the main line: material that is given up and not won back.
    Sacrifice(SacrificeCondition),
    /// Words in a comment of the main line.
    Comment(TextPattern),
    /// The end of the game on the board.
    Ending(BoardEnding),
    /// The time on a player's clock after any move of the main line.
    Clock(ClockCondition),
    /// An annotation on the moves of the main line.
    Has(GameContent),
    /// The text of the game contains an error: an illegal move, an unclosed comment, an impossible
    /// position.
    Broken,
}

/// The time shown by a player's clock after some move, according to `[%clk]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockCondition {
    /// The player whose clock is meant; either player if `None`.
    pub player: Option<PlayerCondition>,
    /// The time on the clock.
    pub range: ClockRange,
}

/// A sacrifice by a given player or by either player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SacrificeCondition {
    /// The player who sacrifices; either player if `None`.
    pub player: Option<PlayerCondition>,
    /// The material, and the number of plies for which it is not won back.
    pub sacrifice: Sacrifice,
}

/// A kind of annotation on a game's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameContent {
    /// An evaluation, `[%eval]`.
    Evaluations,
    /// A clock, `[%clk]`.
    Clocks,
    /// A comment with text in addition to commands.
    Comments,
    /// A variation.
    Variations,
    /// A glyph that annotates a move or a position: `!`, `$14`.
    Glyphs,
    /// A comment with text, a variation or a glyph.
    Annotations,
}

/// The players to which a condition on ratings applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatingOf {
    /// White.
    White,
    /// Black.
    Black,
    /// At least one of the players.
    Either,
    /// Both players.
    Both,
    /// The average of both ratings, which may be a half. The range is that of their sum.
    Average,
}

/// The rule for comparing a name with a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameMatch {
    /// Each word of the pattern occurs in the name.
    Contains,
    /// The name consists of the words of the pattern.
    Equals,
}

/// A name in a condition, full or partial.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamePattern {
    /// The words of the name.
    pub pattern: TextPattern,
    /// The rule for comparing the words with the name.
    pub name_match: NameMatch,
}

impl NamePattern {
    /// Returns `true` if a name matches.
    ///
    /// ```
    /// use reynard_games::{NameMatch, NamePattern};
    ///
    /// let name = NamePattern { pattern: "carlsen".parse()?, name_match: NameMatch::Equals };
    /// assert!(name.matches("CARLSEN") && !name.matches("Carlsen, Magnus"));
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn matches(&self, name: &str) -> bool {
        match self.name_match {
            NameMatch::Contains => self.pattern.is_in(name),
            NameMatch::Equals => self.pattern.equals(name),
        }
    }

    fn matches_tag(&self, facts: &(impl GameFacts + ?Sized), tag: &str) -> bool {
        match self.name_match {
            NameMatch::Contains => facts.contains(tag, &self.pattern),
            NameMatch::Equals => facts.equals(tag, &self.pattern),
        }
    }
}

/// The outcome of a game for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerOutcome {
    /// The player wins.
    Win,
    /// The player loses.
    Loss,
}

/// The condition that a player takes part in a game, optionally with a given color, against a given
/// opponent, or with a given outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerCondition {
    /// The name.
    pub name: NamePattern,
    /// The color of the player's pieces; either color if `None`.
    pub color: Option<Color>,
    /// The name of the opponent.
    pub opponent: Option<NamePattern>,
    /// The outcome for the player.
    pub outcome: Option<PlayerOutcome>,
}

impl PlayerCondition {
    /// Evaluates the condition from the result of a game and two functions. `is_named` returns
    /// whether the player of a color matches the name, and `is_opponent` whether the player of a
    /// color matches the name of the opponent.
    ///
    /// ```
    /// use reynard::Color;
    /// use reynard_games::{Condition, Query, Truth};
    ///
    /// let query = Query::parse("player~tal color=white")?;
    /// let Some(Condition::Player(condition)) = query.conditions().next() else { unreachable!() };
    /// let is_black = |color| color == Color::Black;
    /// assert_eq!(condition.decide_by(|| None, is_black, |_, _| true), Truth::False);
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    #[inline]
    pub fn decide_by(
        &self,
        result: impl Fn() -> Option<Termination>,
        is_named: impl Fn(Color) -> bool,
        is_opponent: impl Fn(Color, &NamePattern) -> bool,
    ) -> Truth {
        let mut known = Truth::False;
        for color in Color::ALL {
            match self.decide_for(color, &result, &is_named, &is_opponent) {
                Truth::True => return Truth::True,
                Truth::Unknown => known = Truth::Unknown,
                Truth::False => {}
            }
        }
        known
    }

    /// Evaluates the condition under the assumption that the player has the given color.
    #[inline]
    fn decide_for(
        &self,
        color: Color,
        result: &impl Fn() -> Option<Termination>,
        is_named: &impl Fn(Color) -> bool,
        is_opponent: &impl Fn(Color, &NamePattern) -> bool,
    ) -> Truth {
        if self.color.is_some_and(|it| it != color) || !is_named(color) {
            return Truth::False;
        }
        if self.opponent.as_ref().is_some_and(|opponent| !is_opponent(!color, opponent)) {
            return Truth::False;
        }
        self.outcome.map_or(Truth::True, |outcome| outcome.decide(color, result()))
    }

    fn decide(&self, facts: &(impl GameFacts + ?Sized)) -> Truth {
        self.decide_by(
            || facts.result(),
            |color| self.name.matches_tag(facts, tag_of(color)),
            |color, opponent| opponent.matches_tag(facts, tag_of(color)),
        )
    }

    /// Returns `true` if the player has one of the sides for which a function returns `true`. If no
    /// player is named, either side will do.
    pub(super) fn is_one_of(
        player: Option<&Self>,
        sides: [bool; 2],
        facts: &(impl GameFacts + ?Sized),
    ) -> bool {
        let is_it = |color| player.is_none_or(|player| player.is(color, facts));
        Color::ALL.into_iter().any(|color| sides[color as usize] && is_it(color))
    }

    /// Returns `true` if the player has this color.
    pub(super) fn is(&self, color: Color, facts: &(impl GameFacts + ?Sized)) -> bool {
        let truth = self.decide_for(
            color,
            &|| facts.result(),
            &|color| self.name.matches_tag(facts, tag_of(color)),
            &|color, opponent| opponent.matches_tag(facts, tag_of(color)),
        );
        truth == Truth::True
    }
}

/// Returns the name of the tag that contains the name of the player with this color.
const fn tag_of(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl SacrificeCondition {
    /// Returns `true` if the condition holds, given the material balance in each position, the side
    /// to move in the first position, and the facts about the players.
    ///
    /// ```
    /// use reynard::Color;
    /// use reynard_games::{BoardCondition, Condition, Query, TagFacts};
    ///
    /// let mut tags = reynard_pgn::Tags::default();
    /// tags.set("White", b"Tal")?;
    /// let facts = TagFacts { tags: &tags, result: None, plies: None };
    /// for (filter, expected) in [("sacrifice=3", true), ("black~tal sacrifice=3", false)] {
    ///     let query = Query::parse(filter)?;
    ///     let Some(Condition::Board(BoardCondition::Sacrifice(condition))) =
    ///         query.conditions().last()
    ///     else {
    ///         unreachable!()
    ///     };
    ///     assert_eq!(condition.holds(&[0, 0, -3, -3], Color::White, &facts), expected);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn holds(&self, balances: &[i32], first: Color, facts: &(impl GameFacts + ?Sized)) -> bool {
        let sides = self.sacrifice.sides(balances, first);
        PlayerCondition::is_one_of(self.player.as_ref(), sides, facts)
    }
}

impl PlayerOutcome {
    /// Returns the truth of this outcome for the player of the given color, or [`Truth::Unknown`]
    /// if there is no result yet.
    fn decide(self, color: Color, result: Option<Termination>) -> Truth {
        let wins = match (color, self) {
            (Color::White, Self::Win) | (Color::Black, Self::Loss) => Termination::WhiteWins,
            _ => Termination::BlackWins,
        };
        result.map_or(Truth::Unknown, |result| (result == wins).into())
    }
}

impl Condition {
    /// Evaluates the condition from the facts of a game alone. The result for a condition that
    /// needs the moves is [`Truth::Unknown`].
    ///
    /// ```
    /// use reynard_games::{Condition, TagFacts, Truth};
    ///
    /// let tags = reynard_pgn::Tags::default();
    /// let facts = TagFacts { tags: &tags, result: None, plies: Some(80) };
    /// assert_eq!(Condition::Plies("80+".parse()?).decide(&facts), Truth::True);
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn decide(&self, facts: &(impl GameFacts + ?Sized)) -> Truth {
        let holds = match self {
            Self::Tag(condition) => condition.holds_for(facts),
            Self::Player(condition) => return condition.decide(facts),
            Self::Elo(of, range) => has_rating(facts, *of, range),
            Self::EloDifference(range) => facts
                .elo(Color::White)
                .zip(facts.elo(Color::Black))
                .is_some_and(|(white, black)| range.contains(&white.abs_diff(black))),
            Self::Date(range) => range.contains_date(facts.date()),
            Self::Round(range) => facts.round().is_some_and(|it| range.contains_round(&it)),
            Self::Result(wanted) => {
                return facts.result().map_or(Truth::Unknown, |result| (result == *wanted).into());
            }
            Self::Eco(range) => facts.eco().is_some_and(|code| range.contains(code)),
            Self::TimeClass(class) => facts.time_class() == Some(*class),
            Self::Plies(range) => {
                return facts.plies().map_or(Truth::Unknown, |plies| range.contains(&plies).into());
            }
            Self::Source(pattern) => facts.source().is_some_and(|source| pattern.is_in(&source)),
            Self::Board(_) => return Truth::Unknown,
        };
        holds.into()
    }
}

fn has_rating(
    facts: &(impl GameFacts + ?Sized),
    of: RatingOf,
    range: &NumberCondition<u32>,
) -> bool {
    let is_in = |color| facts.elo(color).is_some_and(|elo| range.contains(&elo));
    match of {
        RatingOf::White => is_in(Color::White),
        RatingOf::Black => is_in(Color::Black),
        RatingOf::Either => is_in(Color::White) || is_in(Color::Black),
        RatingOf::Both => is_in(Color::White) && is_in(Color::Black),
        RatingOf::Average => facts
            .elo(Color::White)
            .zip(facts.elo(Color::Black))
            .is_some_and(|(white, black)| range.contains(&white.saturating_add(black))),
    }
}
