//! The facts about games, as tested by conditions.

use std::borrow::Cow;

use reynard::Color;
use reynard_pgn::{Tags, Termination};

use super::{EcoCode, GameDate, RoundNumber, TextPattern, TimeClass};

/// The facts about a game, as tested by conditions, regardless of where the facts are stored: in
/// the tags of a PGN game, or in the columns of a database.
///
/// Only three methods are required. The provided methods parse typed values from the tags, and can
/// be overridden if the values are directly available.
///
/// ```
/// use reynard_games::{GameFacts, Query, TagFacts, Truth};
/// use reynard_pgn::Tags;
///
/// let mut tags = Tags::default();
/// tags.set("White", "Carlsen, Magnus")?;
/// tags.set("WhiteElo", "2850")?;
/// let facts = TagFacts { tags: &tags, result: None, plies: None };
/// let query = Query::parse("white~\"magnus carlsen\" whiteelo>=2700")?;
/// assert_eq!(query.decide(&facts), Truth::True);
/// assert_eq!(Query::parse("plies>=40")?.decide(&facts), Truth::Unknown);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait GameFacts {
    /// Returns the value of a tag, or `None` if the game lacks it. The name is not case-sensitive.
    fn tag(&self, name: &str) -> Option<Cow<'_, str>>;

    /// Returns the result, or `None` if it is not known yet.
    fn result(&self) -> Option<Termination>;

    /// Returns the number of plies, or `None` if it is not known yet.
    fn plies(&self) -> Option<u64>;

    /// Returns `true` if the value of a tag contains each word of a pattern.
    fn contains(&self, tag: &str, pattern: &TextPattern) -> bool {
        self.tag(tag).is_some_and(|value| pattern.is_in(&value))
    }

    /// Returns `true` if the value of a tag consists of the words of a pattern.
    fn equals(&self, tag: &str, pattern: &TextPattern) -> bool {
        self.tag(tag).is_some_and(|value| pattern.equals(&value))
    }

    /// Returns the Elo rating of a player, 1 to 9,999, or `None` if it is unknown.
    fn elo(&self, color: Color) -> Option<u32> {
        let name = match color {
            Color::White => "WhiteElo",
            Color::Black => "BlackElo",
        };
        elo_of_tag(&self.tag(name)?)
    }

    /// Returns the date in the `Date` tag. If it has no year, the date in `UTCDate` is used (old
    /// lichess exports have this tag instead); if that has no year either, the year in `EventDate`
    /// is used.
    fn date(&self) -> GameDate {
        GameDate::of_tags(|name| self.tag(name))
    }

    /// Returns the round, or `None` if the tag does not contain a number.
    fn round(&self) -> Option<RoundNumber> {
        RoundNumber::of_tag(&self.tag("Round")?)
    }

    /// Returns the code in the `ECO` tag, if any.
    fn eco(&self) -> Option<EcoCode> {
        EcoCode::from_tag(&self.tag("ECO")?)
    }

    /// Returns the class of the time control. If the players have different time controls, as in
    /// engine matches, both must be of the same class.
    fn time_class(&self) -> Option<TimeClass> {
        let class = |name| TimeClass::of_tag(&self.tag(name)?);
        if self.tag("TimeControl").is_some() {
            return class("TimeControl");
        }
        class("WhiteTimeControl").filter(|it| class("BlackTimeControl") == Some(*it))
    }

    /// Returns the name of the file that contains the game, if known.
    fn source(&self) -> Option<Cow<'_, str>> {
        None
    }
}

/// Returns the Elo rating in a tag value, from 1 to 9,999, or `None` if there is none. The number
/// may be followed by a mark for a provisional rating or by the name of the rating list: `1500?`,
/// `1850P12`, `1820 (FIDE)`.
///
/// ```
/// assert_eq!(reynard_games::elo_of_tag(" 2851"), Some(2851));
/// assert_eq!(reynard_games::elo_of_tag("1820 (FIDE)"), Some(1820));
/// assert_eq!(reynard_games::elo_of_tag("?"), None);
/// ```
pub fn elo_of_tag(value: &str) -> Option<u32> {
    let value = value.trim();
    let (number, rest) = value.split_at(value.bytes().take_while(u8::is_ascii_digit).count());
    let is_mark = rest.is_empty() || rest.starts_with([' ', '?', '(', '/', 'p', 'P']);
    number.parse().ok().filter(|elo| is_mark && (1..=9_999).contains(elo))
}

/// The facts of a PGN game.
#[derive(Clone, Copy, Debug)]
pub struct TagFacts<'a> {
    /// The tags.
    pub tags: &'a Tags,
    /// The result, if already known.
    pub result: Option<Termination>,
    /// The number of plies, if already known.
    pub plies: Option<u64>,
}

impl GameFacts for TagFacts<'_> {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        let tag = self.tags.iter().find(|tag| tag.name().eq_ignore_ascii_case(name.as_bytes()))?;
        Some(tag.text())
    }

    fn result(&self) -> Option<Termination> {
        self.result
    }

    fn plies(&self) -> Option<u64> {
        self.plies
    }
}
