//! The tags of a game.

use core::fmt;

use crate::written_result::{WrittenResult, says_nothing};
use crate::{Termination, Text};

/// The Seven Tag Roster: the tags that every game must have, in the order of the standard (8.1.1),
/// each with its value for an unknown fact.
///
/// ```
/// let names: Vec<&str> = reynard_pgn::ROSTER.iter().map(|&(name, _)| name).collect();
/// assert_eq!(names, ["Event", "Site", "Date", "Round", "White", "Black", "Result"]);
/// ```
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// A tag pair: a name and a value. The value has neither quotes nor escapes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Tag {
    name: Box<[u8]>,
    value: Box<[u8]>,
}

impl Tag {
    /// Creates a tag as it was read. Line ends in the value become blanks: see [`Tags::set`].
    pub(crate) fn new(name: &[u8], value: &[u8]) -> Self {
        let on_one_line = |&byte: &u8| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte };
        Self { name: name.into(), value: value.iter().map(on_one_line).collect() }
    }

    /// Returns `true` if `name` is a valid tag name: a symbol as defined by the standard (7.9),
    /// which is a letter or digit followed by letters, digits and `_+#=:-`, and is at most 255
    /// bytes long.
    ///
    /// ```
    /// use reynard_pgn::Tag;
    ///
    /// assert!(Tag::is_name("White") && Tag::is_name("my_tag-1"));
    /// assert!(!Tag::is_name("two words") && !Tag::is_name("_tag") && !Tag::is_name(""));
    /// ```
    pub fn is_name(name: impl AsRef<[u8]>) -> bool {
        let name = name.as_ref();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte);
        name.first().is_some_and(u8::is_ascii_alphanumeric)
            && name.len() <= MAX_NAME
            && name.iter().all(is_part)
    }

    /// Returns the name as spelled in the file.
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// Returns the value as bytes, in the encoding of the file.
    pub fn value(&self) -> &[u8] {
        &self.value
    }

    /// Returns `true` if the tag is in the [`ROSTER`].
    pub fn is_in_roster(&self) -> bool {
        rank(&self.name) < ROSTER.len()
    }

    /// Decodes the value as UTF-8 if it is valid UTF-8, and as Latin-1 otherwise.
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        // There are no escapes left.
        Text::of_comment(&self.value).decode()
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} {:?}]", Text::of_comment(&self.name), self.text())
    }
}

/// The tags of a game, in order.
///
/// Names are case-sensitive. If a file repeats a tag, both are kept, and the first one counts.
///
/// ```
/// use reynard_pgn::Tags;
///
/// let mut tags = Tags::default();
/// tags.set("White", "Steinitz")?;
/// tags.set("Event", "London")?;
/// tags.set("White", "Steinitz, Wilhelm")?;
/// assert_eq!(tags.text("White").as_deref(), Some("Steinitz, Wilhelm"));
/// assert_eq!(tags.iter().count(), 2);
/// assert_eq!(tags.remove("Event"), true);
/// assert_eq!(tags.get("Event"), None);
/// # Ok::<(), reynard_pgn::InvalidTagName>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    pairs: Vec<Tag>,
}

impl Tags {
    /// Returns the value of the first tag named `name`, as bytes.
    ///
    /// ```
    /// # use reynard_pgn::Tags;
    /// # let mut tags = Tags::default();
    /// tags.set("White", "Morphy")?;
    /// assert_eq!(tags.get("White"), Some(&b"Morphy"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<&[u8]> {
        let name = name.as_ref();
        self.iter().find(|tag| tag.name() == name).map(Tag::value)
    }

    /// Decodes the value of the first tag named `name`.
    ///
    /// ```
    /// # use reynard_pgn::Tags;
    /// # let mut tags = Tags::default();
    /// tags.set("White", "Morphy")?;
    /// assert_eq!(tags.text("White").as_deref(), Some("Morphy"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(&self, name: impl AsRef<[u8]>) -> Option<std::borrow::Cow<'_, str>> {
        self.get(name).map(|value| Text::of_comment(value).decode())
    }

    /// Returns all tags in order.
    ///
    /// ```
    /// # use reynard_pgn::Tags;
    /// # let mut tags = Tags::default();
    /// tags.set("White", "Morphy")?;
    /// assert_eq!(tags.iter().next().unwrap().name(), b"White");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> std::slice::Iter<'_, Tag> {
        self.pairs.iter()
    }

    /// Returns `true` if there are no tags.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Sets the value of a tag. An existing tag keeps its place; a new one is added after the other
    /// tags. Further tags of the same name are dropped. A value is a single line, so any line ends
    /// in it become blanks.
    ///
    /// # Errors
    ///
    /// [`InvalidTagName`] if the name is not valid: see [`Tag::is_name`].
    ///
    /// ```
    /// # use reynard_pgn::Tags;
    /// # let mut tags = Tags::default();
    /// tags.set("White", "Morphy")?;
    /// assert!(tags.set("no name", "x").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(
        &mut self,
        name: impl AsRef<[u8]>,
        value: impl AsRef<[u8]>,
    ) -> Result<(), InvalidTagName> {
        let name = name.as_ref();
        if !Tag::is_name(name) {
            return Err(InvalidTagName);
        }
        let new = Tag::new(name, value.as_ref());
        match self.pairs.iter().position(|tag| tag.name() == name) {
            None => self.pairs.push(new),
            Some(first) => {
                let mut index = 0;
                self.pairs.retain(|tag| {
                    index += 1;
                    index <= first + 1 || tag.name() != name
                });
                self.pairs[first] = new;
            }
        }
        Ok(())
    }

    /// Adds a tag as read from a file, even if there already is a tag with the same name.
    ///
    /// ```
    /// use reynard_pgn::{Tags, Text};
    ///
    /// let mut tags = Tags::default();
    /// tags.add(b"White", Text::of_tag(br#"\"Bobby\" Fischer"#));
    /// assert_eq!(tags.text("White").as_deref(), Some("\"Bobby\" Fischer"));
    /// ```
    pub fn add(&mut self, name: &[u8], value: Text<'_>) {
        self.push(Tag::new(name, &value.unescaped()));
    }

    /// Drops all tags.
    pub fn clear(&mut self) {
        self.pairs.clear();
    }

    /// Drops all tags named `name`. Returns `true` if there were any.
    ///
    /// ```
    /// # use reynard_pgn::Tags;
    /// # let mut tags = Tags::default();
    /// tags.set("ECO", "C41")?;
    /// assert!(tags.remove("ECO") && tags.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, name: impl AsRef<[u8]>) -> bool {
        let (name, before) = (name.as_ref(), self.pairs.len());
        self.pairs.retain(|tag| tag.name() != name);
        self.pairs.len() < before
    }

    /// Sorts the tags into export-format order: the Seven Tag Roster first, in its own order, then
    /// the other tags by name.
    ///
    /// ```
    /// let mut tags = reynard_pgn::Tags::default();
    /// for name in ["ECO", "Black", "Annotator", "White"] {
    ///     tags.set(name, "?")?;
    /// }
    /// tags.sort();
    /// let names: Vec<&[u8]> = tags.iter().map(|tag| tag.name()).collect();
    /// assert_eq!(names, [b"White" as &[u8], b"Black", b"Annotator", b"ECO"]);
    /// # Ok::<(), reynard_pgn::InvalidTagName>(())
    /// ```
    pub fn sort(&mut self) {
        self.pairs.sort_by(|a, b| (rank(a.name()), &a.name).cmp(&(rank(b.name()), &b.name)));
    }

    /// Adds any missing tags of the Seven Tag Roster after the other tags, with the values for
    /// unknown facts.
    ///
    /// ```
    /// # use reynard_pgn::Tags;
    /// # let mut tags = Tags::default();
    /// tags.complete_roster();
    /// assert_eq!(tags.iter().count(), 7);
    /// ```
    pub fn complete_roster(&mut self) {
        for (name, unknown) in ROSTER {
            if self.get(name).is_none() {
                self.pairs.push(Tag::new(name.as_bytes(), unknown.as_bytes()));
            }
        }
    }

    /// Returns the result of a game with these tags and the given termination mark. A known result
    /// takes precedence over `*`, and if both are known, the `Result` tag takes precedence over the
    /// mark. The tag is parsed by [`Termination::parse_lenient`].
    ///
    /// ```
    /// use reynard_pgn::{Tags, Termination};
    ///
    /// let mut tags = Tags::default();
    /// tags.set("Result", "1-0")?;
    /// assert_eq!(tags.result(Some(Termination::Unknown)), Termination::WhiteWins);
    /// assert_eq!(tags.result(Some(Termination::Draw)), Termination::WhiteWins);
    /// # Ok::<(), reynard_pgn::InvalidTagName>(())
    /// ```
    pub fn result(&self, mark: Option<Termination>) -> Termination {
        let known = |result: &Termination| *result != Termination::Unknown;
        match self.get("Result").and_then(WrittenResult::read) {
            // Both players lose, whatever the mark says.
            Some(WrittenResult::Other) => Termination::Unknown,
            tag => {
                let tag = tag.and_then(WrittenResult::termination).filter(known);
                tag.or(mark.filter(known)).unwrap_or(Termination::Unknown)
            }
        }
    }

    /// Returns the termination mark to write after the moves of a game that was read with the given
    /// mark. A known mark is kept, even if the `Result` tag differs; an unknown mark is replaced by
    /// the result in the tag.
    ///
    /// ```
    /// use reynard_pgn::{Tags, Termination};
    ///
    /// let mut tags = Tags::default();
    /// tags.set("Result", "1-0")?;
    /// assert_eq!(tags.mark(None), Termination::WhiteWins);
    /// assert_eq!(tags.mark(Some(Termination::Draw)), Termination::Draw);
    /// # Ok::<(), reynard_pgn::InvalidTagName>(())
    /// ```
    pub fn mark(&self, mark: Option<Termination>) -> Termination {
        let known = |result: &Termination| *result != Termination::Unknown;
        mark.filter(known).unwrap_or_else(|| self.result(mark))
    }

    /// Sets the `Result` tag to the result of the game, if the tag exists and its value states that
    /// the result is unknown.
    pub(crate) fn fill_result(&mut self, result: Termination) {
        let value = self.get(ROSTER[6].0);
        if value.is_some_and(|says| says_nothing(says) && says != result.as_str().as_bytes()) {
            // The name is a good one.
            let _ = self.set(ROSTER[6].0, result.as_str());
        }
    }

    /// Normalizes the `Result` tag, if it exists. An unknown value is replaced by the result of the
    /// game, and a variant spelling of one of the four marks by the standard spelling. Any other
    /// value stays.
    pub(crate) fn settle_result(&mut self, result: Termination) {
        self.fill_result(result);
        let Some(says) = self.get(ROSTER[6].0) else { return };
        if Termination::from_bytes(says).is_none()
            && let Some(WrittenResult::Plain(mark)) = WrittenResult::read(says)
        {
            // The name is a good one.
            let _ = self.set(ROSTER[6].0, mark.as_str());
        }
    }

    /// Adds a tag after the other tags. The name must come from a file or be valid.
    pub(crate) fn push(&mut self, tag: Tag) {
        self.pairs.push(tag);
    }

    pub(crate) fn retain(&mut self, keep: impl FnMut(&Tag) -> bool) {
        self.pairs.retain(keep);
    }
}

impl<'a> IntoIterator for &'a Tags {
    type Item = &'a Tag;
    type IntoIter = std::slice::Iter<'a, Tag>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The maximum length of a name, in bytes: the standard's limit for any symbol (7.9).
const MAX_NAME: usize = 255;

/// Returns the index of the name in the roster, or the length of the roster for any other name.
fn rank(name: &[u8]) -> usize {
    ROSTER.iter().position(|(member, _)| member.as_bytes() == name).unwrap_or(ROSTER.len())
}

/// The error returned for an invalid tag name: it does not begin with a letter or digit, contains
/// characters other than letters, digits and `_+#=:-`, or is longer than 255 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidTagName;

impl fmt::Display for InvalidTagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the name of a tag has 1 to 255 letters, digits and signs of `_+#=:-`, no sign first",
        )
    }
}

impl core::error::Error for InvalidTagName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_drops_doubles() {
        let mut tags = Tags::default();
        for (name, value) in [("A", "1"), ("B", "2"), ("A", "3"), ("C", "4"), ("A", "5")] {
            tags.push(Tag::new(name.as_bytes(), value.as_bytes()));
        }
        assert_eq!(tags.get("A"), Some(b"1".as_slice()));
        tags.set("A", "6\r\n7").expect("a good name");
        assert_eq!(format!("{tags:?}"), "Tags { pairs: [[A \"6  7\"], [B \"2\"], [C \"4\"]] }");
    }

    #[test]
    fn names_are_symbols() {
        let mut tags = Tags::default();
        let long = "x".repeat(256);
        // The reader takes what begins with a sign for text.
        for name in ["", "two words", "x]", "Übung", "_x", "-x", &long] {
            assert_eq!(tags.set(name, ""), Err(InvalidTagName), "{name}");
        }
        assert_eq!(tags.set(&long[1..], ""), Ok(()));
    }

    #[test]
    fn a_missing_roster_is_added() {
        let mut tags = Tags::default();
        tags.set("White", "x").expect("a good name");
        tags.complete_roster();
        tags.sort();
        let names = tags.iter().map(Tag::name);
        assert!(names.eq(ROSTER.iter().map(|(name, _)| name.as_bytes())));
        assert_eq!(tags.get("Date"), Some(b"????.??.??".as_slice()));
    }
}
