//! Conditions on a tag: `WhiteElo>=2500`, `Event~open`.

use std::cmp::Ordering;
use std::str::FromStr;

use reynard_pgn::{PgnTimeControl, Tags};

use super::{
    DateCondition, GameFacts, InvalidCondition, NumberCondition, RangeEnd, Relation, RoundNumber,
    RoundRange, TagFacts, TextPattern, ValueRange, elo_of_tag,
};

/// A condition on a tag: `NAME`, `!NAME`, or `NAME` followed by a relation (`=`, `!=`, `<`, `<=`,
/// `>`, `>=`, `~` (contains) or `!~`) and a value. Names are not case-sensitive. Numbers are
/// compared as numbers, dates (in tags whose name ends in `Date`) as dates, and times (in tags
/// whose name ends in `Time`) as times. With `=` and `!=`, the value may also be a range of any of
/// these: `1..4`, `2013+`. Everything else is compared as text, following the rules of
/// [`TextPattern`]. A missing tag fulfills only `!NAME`, `!=` and `!~`.
///
/// ```
/// use reynard_games::TagCondition;
/// use reynard_pgn::Tags;
///
/// let mut tags = Tags::default();
/// tags.set("WhiteElo", "2500")?;
/// assert!("WhiteElo>=900".parse::<TagCondition>()?.holds(&tags));
/// assert!("!BlackElo".parse::<TagCondition>()?.holds(&tags));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagCondition {
    name: String,
    test: TagTest,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TagTest {
    Present,
    Absent,
    Value(Relation, String, Option<TextPattern>),
    Range(TagRange, Sense),
    Time(Relation, u32),
}

/// A range with the type of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TagRange {
    Date(DateCondition),
    Round(RoundRange),
    Number(NumberCondition<u64>),
}

/// The values that a range condition selects: those inside or those outside the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sense {
    /// The values in the range.
    Inside,
    /// The values outside the range.
    Outside,
}

impl TagRange {
    /// Parses the range of a condition. Returns `None` if the value is to be compared as text.
    fn read(
        name: &str,
        relation: Relation,
        value: &str,
    ) -> Result<Option<(Self, Sense)>, InvalidCondition> {
        let sense = if relation.is_negated() { Sense::Outside } else { Sense::Inside };
        if relation.is_of_part() {
            return Ok(None);
        }
        if ends_in(name, "date") {
            // The value of a tag without a date is text.
            if value.contains('?') && !relation.is_order() {
                return Ok(None);
            }
            return Ok(Some((Self::Date(range(relation, value)?), sense)));
        }
        let is_range = !relation.is_order() && (value.contains("..") || value.ends_with('+'));
        if !is_range {
            return Ok(None);
        }
        let read = if name.eq_ignore_ascii_case("Round") {
            value.parse().map(Self::Round)
        } else {
            value.parse().map(Self::Number)
        };
        // Dots and a sign may stand in a text as well.
        Ok(read.ok().map(|range| (range, sense)))
    }

    fn contains(&self, name: &str, value: &str) -> bool {
        match self {
            Self::Date(range) => range.contains_date(super::GameDate::of_tag(value)),
            Self::Round(range) => {
                RoundNumber::of_tag(value).is_some_and(|it| range.contains_round(&it))
            }
            Self::Number(range) if ends_in(name, "elo") => {
                elo_of_tag(value).is_some_and(|elo| range.contains(&elo.into()))
            }
            Self::Number(range) => value.parse().is_ok_and(|number| range.contains(&number)),
        }
    }
}

/// Returns the range of values that stand in `relation` to `value`.
fn range<T: RangeEnd>(relation: Relation, value: &str) -> Result<ValueRange<T>, InvalidCondition> {
    if relation.is_order() { ValueRange::compared(relation, value) } else { value.parse() }
}

/// Returns `true` if the name of a tag ends with `end`, ignoring case.
fn ends_in(name: &str, end: &str) -> bool {
    let start = name.len().saturating_sub(end.len());
    name.get(start..).is_some_and(|it| it.eq_ignore_ascii_case(end))
}

/// Parses a time of day, `12:34` or `12:34:56`, as seconds.
fn time_of_day(text: &str) -> Option<u32> {
    let parts: Vec<&str> = text.split(':').collect();
    let [hours, minutes, seconds] = match parts[..] {
        [hours, minutes] => [hours, minutes, "0"],
        [hours, minutes, seconds] => [hours, minutes, seconds],
        _ => return None,
    };
    let part = |part: &str, limit: u32| {
        let is_good = (1..=2).contains(&part.len()) && part.bytes().all(|it| it.is_ascii_digit());
        part.parse().ok().filter(|&number: &u32| is_good && number < limit)
    };
    Some(part(hours, 24)? * 3_600 + part(minutes, 60)? * 60 + part(seconds, 60)?)
}

impl FromStr for TagCondition {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let (text, absent) = match text.strip_prefix('!') {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let end = text.find(|c| !is_of_name(c)).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        if name.is_empty() {
            return Err("a condition begins with the name of a tag, like WhiteElo>=2500".into());
        }
        match Relation::split(rest.trim_start()) {
            _ if rest.trim_start().is_empty() => {
                let test = if absent { TagTest::Absent } else { TagTest::Present };
                Ok(Self { name: name.to_owned(), test })
            }
            Some((relation, value)) if !absent => Self::new(name, relation, value),
            _ => Err("the name is followed by =, !=, <, <=, >, >=, ~ or !~ and a value".into()),
        }
    }
}

impl TagCondition {
    /// Creates the condition that a tag's value stands in `relation` to `value`.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidCondition`] if the name contains characters other than letters, digits and
    /// underscores, or if the value of a comparison begins with another sign.
    ///
    /// ```
    /// use reynard_games::{Relation, TagCondition};
    ///
    /// let condition = TagCondition::new("WhiteElo", Relation::AtLeast, "2500")?;
    /// assert_eq!(condition, "WhiteElo>=2500".parse()?);
    /// assert!(TagCondition::new("WhiteElo", Relation::More, ">2500").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(name: &str, relation: Relation, value: &str) -> Result<Self, InvalidCondition> {
        let value = value.trim();
        if name.is_empty() || !name.chars().all(is_of_name) {
            return Err(format!("`{name}` is not the name of a tag").into());
        }
        if !relation.is_of_part() && value.starts_with(Relation::SIGNS) {
            return Err(
                format!("`{value}` is not a value: it begins with a sign of comparison").into()
            );
        }
        let name = name.to_owned();
        if let Some((range, sense)) = TagRange::read(&name, relation, value)? {
            return Ok(Self { name, test: TagTest::Range(range, sense) });
        }
        if relation.is_order() && ends_in(&name, "time") {
            let time = time_of_day(value);
            let time = time.ok_or_else(|| format!("`{value}` is not a time like 12:34"))?;
            return Ok(Self { name, test: TagTest::Time(relation, time) });
        }
        if relation.is_order() && ends_in(&name, "timecontrol") {
            return Err(format!("`{name}` has no order: use =, != or ~, or tc=blitz").into());
        }
        let test = TagTest::Value(relation, value.to_owned(), value.parse().ok());
        Ok(Self { name, test })
    }

    /// Returns `true` if the tags of a game fulfill the condition.
    ///
    /// ```
    /// use reynard_games::TagCondition;
    ///
    /// let condition: TagCondition = "!White".parse()?;
    /// assert!(condition.holds(&reynard_pgn::Tags::default()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn holds(&self, tags: &Tags) -> bool {
        self.holds_for(&TagFacts { tags, result: None, plies: None })
    }

    /// Returns the name of the tag as written.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the pattern of a condition with `~` or `!~`, and `true` if the tag must contain it.
    ///
    /// ```
    /// use reynard_games::TagCondition;
    ///
    /// let condition: TagCondition = "Event!~blitz".parse()?;
    /// assert_eq!(condition.contained().map(|(it, has_it)| (it.as_str(), has_it)), Some(("blitz", false)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contained(&self) -> Option<(&TextPattern, bool)> {
        match &self.test {
            TagTest::Value(relation, _, pattern) if relation.is_of_part() => {
                Some((pattern.as_ref()?, !relation.is_negated()))
            }
            _ => None,
        }
    }

    /// Compares a value of the tag with a bound.
    fn compare(&self, value: &str, bound: &str, pattern: Option<&TextPattern>) -> Option<Ordering> {
        let is = |name: &str| self.name.eq_ignore_ascii_case(name);
        if is("Round")
            && let Ok(bound) = bound.parse()
        {
            return RoundNumber::of_tag(value)?.compare_to(&bound);
        }
        if is("TimeControl")
            && let Ok(wanted) = bound.parse::<PgnTimeControl>()
            && let Ok(control) = value.parse::<PgnTimeControl>()
        {
            // Not by words: `15+10` has those of `15'+10"`.
            return Some(if control == wanted { Ordering::Equal } else { value.cmp(bound) });
        }
        if ends_in(&self.name, "elo")
            && let Ok(bound) = bound.parse()
        {
            return elo_of_tag(value).map(|elo| elo.cmp(&bound));
        }
        compare(value, bound, pattern)
    }

    /// Returns `true` if the facts of a game fulfill the condition.
    ///
    /// ```
    /// use reynard_games::{TagCondition, TagFacts};
    ///
    /// let tags = reynard_pgn::Tags::default();
    /// let facts = TagFacts { tags: &tags, result: None, plies: None };
    /// assert!(!"Annotator".parse::<TagCondition>()?.holds_for(&facts));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn holds_for(&self, facts: &(impl GameFacts + ?Sized)) -> bool {
        if let Some((pattern, is_wanted)) = self.contained() {
            return facts.contains(&self.name, pattern) == is_wanted;
        }
        let value = facts.tag(&self.name);
        match &self.test {
            TagTest::Present => value.is_some(),
            TagTest::Absent => value.is_none(),
            TagTest::Value(relation, part, _) if relation.is_of_part() => {
                value.is_some_and(|value| value.contains(part)) != relation.is_negated()
            }
            TagTest::Range(range, sense) => {
                let is_inside = value.is_some_and(|value| range.contains(&self.name, value.trim()));
                is_inside == (*sense == Sense::Inside)
            }
            TagTest::Time(relation, bound) => {
                relation.holds(value.and_then(|value| Some(time_of_day(value.trim())?.cmp(bound))))
            }
            TagTest::Value(relation, bound, pattern) => relation
                .holds(value.and_then(|value| self.compare(value.trim(), bound, pattern.as_ref()))),
        }
    }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Compares a value with a bound. If the bound is a number, the value is compared as a number; any
/// other text, such as `?`, cannot be compared with it. Two strings are equal if they have the same
/// words, and are otherwise ordered by code point.
fn compare(value: &str, bound: &str, pattern: Option<&TextPattern>) -> Option<Ordering> {
    match (number(value), number(bound)) {
        (Some(value), Some(bound)) => value.partial_cmp(&bound),
        (None, Some(_)) => None,
        _ if pattern.is_some_and(|it| it.equals(value)) => Some(Ordering::Equal),
        _ => Some(value.cmp(bound)),
    }
}

/// Parses a number: digits, optionally with a sign and a decimal point.
fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.starts_with(|first: char| first.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_compared_by_what_they_say() {
        let holds = |condition: &str, control: &str| {
            let mut tags = Tags::default();
            tags.set("TimeControl", control.as_bytes()).expect("a good name");
            let facts = TagFacts { tags: &tags, result: None, plies: None };
            condition.parse::<TagCondition>().expect("a condition").holds_for(&facts)
        };
        for (control, is_quarter, is_seconds) in [
            ("15'+10\"", true, false),
            ("900+10", true, false),
            ("15+10", false, true),
            ("?", false, false),
        ] {
            assert_eq!(holds("TimeControl=900+10", control), is_quarter, "{control}");
            assert_eq!(holds("TimeControl=15+10", control), is_seconds, "{control}");
        }
    }

    #[test]
    fn every_comparison_of_a_tag_works_or_is_refused() {
        let mut tags = Tags::default();
        for (name, value) in [
            ("UTCDate", "2013.01.02"),
            ("EventDate", "2013.??.??"),
            ("UTCTime", "09:05:00"),
            ("WhiteElo", "1500?"),
            ("Board", "12"),
            ("Round", "3.2"),
            ("Weight", "10.5"),
            ("TimeControl", "180+2"),
        ] {
            tags.set(name, value).expect("a good name");
        }
        let holds = |test: &str| test.parse::<TagCondition>().expect(test).holds(&tags);
        for test in [
            "UTCDate>2012.12.31",
            "UTCDate>=2013",
            "UTCDate>=2013-01",
            "UTCDate=2013..2014",
            "UTCDate=2013",
            "UTCDate=2012+",
            "UTCDate!=2014",
            "UTCDate!=2014..2016",
            "Missing!=1..4",
            "EventDate=2013",
            "UTCTime<12:00",
            "UTCTime>=9:05",
            "WhiteElo>=1500",
            "WhiteElo=1400..1600",
            "WhiteElo=1500",
            "Board=1..20",
            "Board>9",
            "Board=10+",
            "Round=1..3",
            "Weight>2.25",
            "Weight<100",
            "TimeControl=180+2",
        ] {
            assert!(holds(test), "{test}");
        }
        for test in [
            "UTCDate>=2014",
            "UTCDate=2014..2016",
            "UTCDate!=2013",
            "EventDate=2013.05",
            "UTCTime>12:00",
            "WhiteElo>1500",
            "Board=1..4",
            "Board>100",
            "Missing=1..4",
            "Weight>9000",
        ] {
            assert!(!holds(test), "{test}");
        }
        for test in
            ["UTCDate>=x", "UTCDate=soon", "UTCTime>noon", "TimeControl>300", "UTCTime>1:2:3:4"]
        {
            assert!(test.parse::<TagCondition>().is_err(), "{test}");
        }
    }

    fn holds(test: &str) -> bool {
        let mut tags = Tags::default();
        for (name, value) in [("White", "Réti, R"), ("WhiteElo", "2500"), ("BlackElo", "?")] {
            tags.set(name, value).expect("a good name");
        }
        test.parse::<TagCondition>().expect(test).holds(&tags)
    }

    #[test]
    fn numbers_are_compared_as_numbers_and_text_as_text() {
        for test in [
            "WhiteElo>=2500",
            "WhiteElo <= 2500",
            "WhiteElo>900",
            "WhiteElo<10000",
            "WhiteElo=2500",
            "White~réti",
            "White~RÉTI",
            "White!~Nim",
            "White=Réti, R",
            "White!=Réti",
            "White",
            "!Black",
            "Black!=x",
            "Black!~x",
            "BlackElo!=2500",
            "White>Reti",
            "White=r. reti",
            "White~r reti",
            "whiteelo>1000",
            "!blackfide",
        ] {
            assert!(holds(test), "{test}");
        }
        for test in [
            "WhiteElo>2500",
            "BlackElo<2500",
            "BlackElo>2500",
            "Black=x",
            "Black",
            "!White",
            "!white",
            "White=réti",
            "White~x",
        ] {
            assert!(!holds(test), "{test}");
        }
        for test in ["", ">=3", "White Elo=3", "White^3", "!White=3", "WhiteElo>>2500", "Round==3"]
        {
            assert!(test.parse::<TagCondition>().is_err(), "{test}");
        }
    }
}
