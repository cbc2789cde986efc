//! Conditions on a tag: `WhiteElo>=2500`, `Event~open`.

use std::cmp::Ordering;
use std::str::FromStr;

use reynard_pgn::Tags;

use super::{GameFacts, InvalidCondition, TagFacts, TextPattern};

/// A condition on a tag: `NAME`, `!NAME`, or `NAME`, one of `=` `!=` `<` `<=` `>` `>=` `~` (contains)
/// `!~`, and a value. The case of the name does not matter. Numbers are compared as numbers, everything else
/// as text, in the manner of [`TextPattern`]. A missing tag fulfills no condition but its absence, `!=` and
/// `!~`.
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
    relation: Relation,
    value: String,
    /// The words of the value, if it has any.
    pattern: Option<TextPattern>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Present,
    Absent,
    Equal,
    Different,
    Less,
    AtMost,
    More,
    AtLeast,
    Contains,
    Lacks,
}

impl Relation {
    /// Returns `true` for a comparison with the whole value.
    const fn compares(self) -> bool {
        !matches!(self, Self::Present | Self::Absent | Self::Contains | Self::Lacks)
    }
}

/// Signs with which no value of a comparison begins: two in a row are a mistake.
const SIGNS: [char; 4] = ['=', '<', '>', '~'];

/// The longer ones first.
const RELATIONS: [(&str, Relation); 8] = [
    ("!=", Relation::Different),
    ("!~", Relation::Lacks),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("=", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::More),
    ("~", Relation::Contains),
];

impl FromStr for TagCondition {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let (text, absent) = match text.strip_prefix('!') {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        if name.is_empty() {
            return Err("a condition begins with the name of a tag, like WhiteElo>=2500".into());
        }
        let (name, rest) = (name.to_owned(), rest.trim_start());
        if rest.is_empty() {
            let relation = if absent { Relation::Absent } else { Relation::Present };
            return Ok(Self { name, relation, value: String::new(), pattern: None });
        }
        let found = RELATIONS.iter().find_map(|&(sign, relation)| {
            Some((relation, rest.strip_prefix(sign)?.trim().to_owned()))
        });
        match found {
            Some((relation, value)) if relation.compares() && value.starts_with(SIGNS) => {
                Err(format!("`{value}` is no value: it begins with a sign of comparison").into())
            }
            Some((relation, value)) if !absent => {
                let pattern = value.parse().ok();
                Ok(Self { name, relation, value, pattern })
            }
            _ => Err("the name is followed by =, !=, <, <=, >, >=, ~ or !~ and a value".into()),
        }
    }
}

impl TagCondition {
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

    /// Returns the pattern of a condition with `~` or `!~`, and `true` if the tag has to contain it.
    ///
    /// ```
    /// use reynard_games::TagCondition;
    ///
    /// let condition: TagCondition = "Event!~blitz".parse()?;
    /// assert_eq!(condition.contained().map(|(it, wanted)| (it.as_str(), wanted)), Some(("blitz", false)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contained(&self) -> Option<(&TextPattern, bool)> {
        let is_wanted = match self.relation {
            Relation::Contains => true,
            Relation::Lacks => false,
            _ => return None,
        };
        Some((self.pattern.as_ref()?, is_wanted))
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
        let order = || self.compare(value.as_deref()?.trim());
        let contains = || value.as_deref().is_some_and(|value| value.contains(&self.value));
        match self.relation {
            Relation::Present => value.is_some(),
            Relation::Absent => value.is_none(),
            Relation::Equal => order() == Some(Ordering::Equal),
            Relation::Different => order() != Some(Ordering::Equal),
            Relation::Less => order() == Some(Ordering::Less),
            Relation::AtMost => matches!(order(), Some(Ordering::Less | Ordering::Equal)),
            Relation::More => order() == Some(Ordering::Greater),
            Relation::AtLeast => matches!(order(), Some(Ordering::Greater | Ordering::Equal)),
            Relation::Contains => contains(),
            Relation::Lacks => !contains(),
        }
    }

    /// Compares a value as a number with a number; no other text, such as `?`, compares to one. Texts are
    /// equal if they have the same words, and otherwise in the order of their letters.
    fn compare(&self, value: &str) -> Option<Ordering> {
        match (value.parse::<i64>(), self.value.parse::<i64>()) {
            (Ok(value), Ok(bound)) => Some(value.cmp(&bound)),
            (Err(_), Ok(_)) => None,
            _ if self.pattern.as_ref().is_some_and(|it| it.equals(value)) => Some(Ordering::Equal),
            _ => Some(value.cmp(&*self.value)),
        }
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
