//! The facts of a game that conditions compare.

use std::borrow::Cow;

use reynard::Color;
use reynard_pgn::{Tags, Termination};

use super::{EcoCode, GameDate, RoundNumber, TextPattern, TimeClass};

/// The facts of a game that conditions compare, wherever they are kept: the tags of a PGN game, the
/// columns of a database.
///
/// Only three methods have to be written. The others make typed values of the tags, and can be
/// replaced where these are at hand.
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
    /// Returns the value of a tag, whatever the case of its name; `None` if the game lacks it.
    fn tag(&self, name: &str) -> Option<Cow<'_, str>>;

    /// Returns the result; `None` while it is not known.
    fn result(&self) -> Option<Termination>;

    /// Returns the number of moves of either side; `None` while it is not known.
    fn plies(&self) -> Option<u64>;

    /// Returns `true` if each word of a pattern occurs in a tag.
    fn contains(&self, tag: &str, pattern: &TextPattern) -> bool {
        self.tag(tag).is_some_and(|value| pattern.is_in(&value))
    }

    /// Returns `true` if a tag consists of the words of a pattern.
    fn equals(&self, tag: &str, pattern: &TextPattern) -> bool {
        self.tag(tag).is_some_and(|value| pattern.equals(&value))
    }

    /// Returns the Elo rating of a player, 1 to 9,999; `None` if it is unknown.
    fn elo(&self, color: Color) -> Option<u32> {
        let name = match color {
            Color::White => "WhiteElo",
            Color::Black => "BlackElo",
        };
        elo_of_tag(&self.tag(name)?)
    }

    /// Returns the date: that of the tag `Date`, or of `UTCDate` where it has no year, as in old
    /// exports of lichess, or else the year of `EventDate`.
    fn date(&self) -> GameDate {
        GameDate::of_tags(|name| self.tag(name))
    }

    /// Returns the round; `None` if the tag has no number.
    fn round(&self) -> Option<RoundNumber> {
        RoundNumber::of_tag(&self.tag("Round")?)
    }

    /// Returns the code in the tag `ECO`.
    fn eco(&self) -> Option<EcoCode> {
        EcoCode::from_tag(&self.tag("ECO")?)
    }

    /// Returns the class of the time control. Where each player has one of their own, as in matches
    /// of engines, both have to be of one class.
    fn time_class(&self) -> Option<TimeClass> {
        let class = |name| TimeClass::of_tag(&self.tag(name)?);
        if self.tag("TimeControl").is_some() {
            return class("TimeControl");
        }
        class("WhiteTimeControl").filter(|it| class("BlackTimeControl") == Some(*it))
    }

    /// Returns the name of the file that the game comes from, where that is known.
    fn source(&self) -> Option<Cow<'_, str>> {
        None
    }
}

/// Returns the Elo rating in the value of a tag, 1 to 9,999; `None` for other text. Behind the
/// number there may be the mark of a provisional rating, or the name of the list: `1500?`,
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

/// The facts of a game in PGN.
#[derive(Clone, Copy, Debug)]
pub struct TagFacts<'a> {
    /// The tags.
    pub tags: &'a Tags,
    /// The result, once it is known.
    pub result: Option<Termination>,
    /// The number of moves of either side, once it is known.
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
