//! Conditions on a tag: `WhiteElo>=2500`, `Event~open`.

use std::cmp::Ordering;
use std::str::FromStr;

use reynard_pgn::{PgnTimeControl, Tags};

use super::{GameFacts, InvalidCondition, Relation, RoundNumber, TagFacts, TextPattern};

/// A condition on a tag: `NAME`, `!NAME`, or `NAME`, one of `=` `!=` `<` `<=` `>` `>=` `~`
/// (contains) `!~`, and a value. The case of the name does not matter. Numbers are compared as
/// numbers, everything else as text, in the manner of [`TextPattern`]. A missing tag fulfills no
/// condition but its absence, `!=` and `!~`.
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
    /// Returns the condition that the value of a tag is in a relation to another.
    ///
    /// # Errors
    ///
    /// [`InvalidCondition`] unless the name consists of letters, digits and underscores, and the
    /// value of a comparison begins with no other sign.
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
        let test = TagTest::Value(relation, value.to_owned(), value.parse().ok());
        Ok(Self { name: name.to_owned(), test })
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

    /// Returns the name of the tag, as it was written.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the pattern of a condition with `~` or `!~`, and `true` if the tag has to contain
    /// it.
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
            && let Ok(bound) = bound.parse::<PgnTimeControl>()
            && value.parse() == Ok(bound)
        {
            return Some(Ordering::Equal);
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
            TagTest::Value(relation, bound, pattern) => relation
                .holds(value.and_then(|value| self.compare(value.trim(), bound, pattern.as_ref()))),
        }
    }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Compares a value as a number with a number; no other text, such as `?`, compares to one. Texts
/// are equal if they have the same words, and otherwise in the order of their letters.
fn compare(value: &str, bound: &str, pattern: Option<&TextPattern>) -> Option<Ordering> {
    match (value.parse::<i64>(), bound.parse::<i64>()) {
        (Ok(value), Ok(bound)) => Some(value.cmp(&bound)),
        (Err(_), Ok(_)) => None,
        _ if pattern.is_some_and(|it| it.equals(value)) => Some(Ordering::Equal),
        _ => Some(value.cmp(bound)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
