//! Games as they appear in the file, each with a key computed from its tags.

use std::str::FromStr;

use reynard_pgn::{
    Diagnostic, GameEnd, GameStart, GameText, Integrity, MovetextMode, Tags, Text, Visitor,
};

use crate::passed_on::{LastComment, pass_on};
use crate::query::near_tags;
use crate::{GameProcessor, InvalidCondition, RoundNumber};

/// A tag to sort by, and the direction: `Date`, or `-WhiteElo` for descending order.
///
/// ```
/// use reynard_games::SortTag;
///
/// assert!("-WhiteElo".parse::<SortTag>().is_ok());
/// assert!("White Elo".parse::<SortTag>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortTag {
    name: String,
    descending: bool,
}

impl FromStr for SortTag {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let (name, descending) = match text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (text, false),
        };
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
        let good = !name.is_empty() && name.bytes().all(is_part);
        let tag = Self { name: name.to_owned(), descending };
        good.then_some(tag).ok_or_else(|| format!("`{text}` is not the name of a tag").into())
    }
}

impl SortTag {
    /// Returns the name of the tag as written.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Appends the part of the key for this tag. The bytes of keys sort in the same order as the
    /// values: numbers are ordered by size and come before text, as do rounds with a board (`1.2`
    /// precedes `1.10`); unknown values (`?`, `-`, empty, missing) come last in both directions.
    fn add(&self, tags: &Tags, key: &mut Vec<u8>) {
        let value = tag_text(tags, &self.name).unwrap_or_default();
        let value = value.trim();
        let begin = key.len() + 1;
        let is_round = self.name.eq_ignore_ascii_case("Round");
        if is_round && let Some(round) = RoundNumber::of_tag(value) {
            key.push(0);
            for part in round.parts() {
                key.push(1);
                key.extend_from_slice(&part.to_be_bytes());
            }
            key.push(0);
        } else if let Ok(number) = value.parse::<u64>() {
            key.push(0);
            key.extend_from_slice(&number.to_be_bytes());
        } else if is_unknown(value) {
            key.push(2);
        } else {
            key.push(1);
            key.extend(value.to_lowercase().bytes().filter(|&byte| byte != 0));
            key.push(0);
        }
        if self.descending {
            key[begin..].iter_mut().for_each(|byte| *byte = !*byte);
        }
    }
}

/// Returns `true` for an unknown value: `?`, `-`, `????.??.??`, or an empty one.
fn is_unknown(value: &str) -> bool {
    value.bytes().all(|byte| matches!(byte, b'?' | b'-' | b'.' | b' '))
}

/// Returns the value of a tag, ignoring the case of its name.
pub(crate) fn tag_text<'a>(tags: &'a Tags, name: &str) -> Option<std::borrow::Cow<'a, str>> {
    let tag = tags.iter().find(|tag| tag.name().eq_ignore_ascii_case(name.as_bytes()))?;
    Some(tag.text())
}

/// The kind of key computed by a [`Keyer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameKey {
    /// No key.
    None,
    /// The tags to sort by.
    Tags(Vec<SortTag>),
    /// The value of a tag as a file name.
    FileName(String),
    /// The round as a file name: the number before the dot.
    RoundFileName,
}

impl GameKey {
    /// Returns the names of the tags that make up the key.
    fn tags(&self) -> Vec<&str> {
        match self {
            Self::None => Vec::new(),
            Self::Tags(tags) => tags.iter().map(SortTag::name).collect(),
            Self::FileName(name) => vec![name],
            Self::RoundFileName => vec!["Round"],
        }
    }

    /// Checks that each tag of the key occurs in some game, given the result of
    /// [`Keyer::seen_tags`].
    ///
    /// # Errors
    ///
    /// Returns [`InvalidCondition`] with the first tag that does not occur in any game, and with
    /// similarly spelled tags that may have been meant.
    ///
    /// ```
    /// use reynard_games::GameKey;
    ///
    /// let key = GameKey::Tags(vec!["Date".parse()?, "-WiteElo".parse()?]);
    /// assert_eq!(key.check_seen(&[true, true]), Ok(()));
    /// let error = key.check_seen(&[true, false]).unwrap_err();
    /// assert_eq!(error.to_string(), "no game has the tag `WiteElo`; did you mean WhiteElo?");
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn check_seen(&self, seen: &[bool]) -> Result<(), InvalidCondition> {
        let missing = self.tags().into_iter().zip(seen).find(|(_, is_seen)| !**is_seen);
        let Some((name, _)) = missing else { return Ok(()) };
        let near = near_tags(name);
        let hint = if near.is_empty() {
            String::new()
        } else {
            format!("; did you mean {}?", near.join(" or "))
        };
        Err(format!("no game has the tag `{name}`{hint}").into())
    }
}

/// A game with its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedGame {
    /// The key, as bytes that compare in the sort order of the games.
    pub key: Vec<u8>,
    /// The text of the game as it appears in the file, with an empty line after it. It is empty if
    /// the game is too long.
    pub text: Vec<u8>,
}

/// A visitor that keeps games with their keys, for use with
/// [`read_parallel`](reynard_pgn::read_parallel).
///
/// ```
/// use std::num::NonZero;
/// use std::ops::ControlFlow;
///
/// use reynard_games::{GameKey, Keyer};
/// use reynard_pgn::{Input, ReaderOptions, read_parallel};
///
/// let pgn = "[White \"Morphy\"]\n\n1. e4 *\n\n[White \"Barnes\"]\n\n1. f4 *\n";
/// let by_white = GameKey::Tags(vec!["White".parse()?]);
/// let mut games = Vec::new();
/// let _ = read_parallel(
///     Input::new(pgn.as_bytes())?,
///     &ReaderOptions::default(),
///     NonZero::<usize>::MIN,
///     || Keyer::new(&by_white),
///     |keyer, _| {
///         games.extend(keyer.into_games());
///         ControlFlow::<()>::Continue(())
///     },
/// )?;
/// games.sort_by(|a, b| a.key.cmp(&b.key));
/// assert_eq!(games[0].text, b"[White \"Barnes\"]\n\n1. f4 *\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Keyer {
    kind: GameKey,
    too_long: Vec<u64>,
    tags: Tags,
    games: Vec<KeyedGame>,
    last_comment: LastComment,
    /// For each tag of the key, set if the tag occurs in some game.
    seen: Vec<bool>,
}

impl Keyer {
    /// Creates an empty keyer.
    ///
    /// ```
    /// use reynard_games::{GameKey, Keyer};
    ///
    /// assert!(Keyer::new(&GameKey::None).games().is_empty());
    /// ```
    pub fn new(kind: &GameKey) -> Self {
        Self {
            kind: kind.clone(),
            too_long: Vec::new(),
            tags: Tags::default(),
            games: Vec::new(),
            last_comment: LastComment::Closed,
            seen: vec![false; kind.tags().len()],
        }
    }

    /// Returns, for each tag of the key, whether it occurs in some game.
    ///
    /// ```
    /// use reynard_games::{GameKey, Keyer};
    /// use reynard_pgn::Reader;
    ///
    /// let mut keyer = Keyer::new(&GameKey::Tags(vec!["white".parse()?, "whiteelo".parse()?]));
    /// Reader::from_bytes(b"[White \"Morphy\"]\n\n1. e4 *\n").read_all(&mut keyer)?;
    /// assert_eq!(keyer.seen_tags(), [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seen_tags(&self) -> &[bool] {
        &self.seen
    }

    fn note_tags(&mut self) {
        if self.seen.contains(&false) {
            for (seen, name) in self.seen.iter_mut().zip(self.kind.tags()) {
                *seen = *seen || tag_text(&self.tags, name).is_some();
            }
        }
    }

    /// Consumes the keyer and returns all games except the rejected ones.
    pub fn into_games(self) -> Vec<KeyedGame> {
        self.games
    }

    /// Returns all games except the rejected ones.
    pub fn games(&self) -> &[KeyedGame] {
        &self.games
    }

    fn key(&self) -> Vec<u8> {
        let mut key = Vec::new();
        match &self.kind {
            GameKey::None => {}
            GameKey::Tags(tags) => tags.iter().for_each(|tag| tag.add(&self.tags, &mut key)),
            GameKey::FileName(name) => {
                key = file_name(&tag_text(&self.tags, name).unwrap_or_default()).into_bytes();
            }
            GameKey::RoundFileName => {
                let round = tag_text(&self.tags, "Round").and_then(|it| RoundNumber::of_tag(&it));
                let name = round.map(|round| format!("round-{:02}", round.round()));
                key = name.unwrap_or_else(|| "without-round".to_owned()).into_bytes();
            }
        }
        key
    }
}

/// Creates a file name that is valid on every system. It consists of letters, digits, `-` and inner
/// `.`; any other character becomes `_`. The name of a device of Windows gets a `_`.
fn file_name(value: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '.') { c } else { '_' };
    let name: String = value.trim().chars().take(80).map(plain).collect();
    let name = name.trim_matches(['.', '_']);
    if name.is_empty() {
        return "unknown".to_owned();
    }
    let (stem, rest) = name.split_at(name.find('.').unwrap_or(name.len()));
    if is_device(stem) { format!("{stem}_{rest}") } else { name.to_owned() }
}

/// Returns `true` if Windows opens a device in place of a file with this name, whatever its
/// extension.
fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_uppercase();
    let port = ["COM", "LPT"].iter().find_map(|port| stem.strip_prefix(port));
    let is_port = port.is_some_and(|number| {
        let mut chars = number.chars();
        let digit = chars.next().is_some_and(|it| it.is_ascii_digit() || "¹²³".contains(it));
        digit && chars.next().is_none()
    });
    is_port || ["CON", "PRN", "AUX", "NUL"].contains(&&*stem)
}

impl Visitor for Keyer {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
        self.last_comment = LastComment::Closed;
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
        self.last_comment = LastComment::Closed;
    }

    fn end_tags(&mut self) -> MovetextMode {
        self.note_tags();
        MovetextMode::Nothing
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.last_comment.note(diagnostic);
    }

    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        if end.integrity == Integrity::Rejected {
            return;
        }
        let mut passed = Vec::new();
        match text.bytes() {
            Some(text) => pass_on(text, self.last_comment, &mut passed),
            None => self.too_long.push(end.number),
        }
        self.games.push(KeyedGame { key: self.key(), text: passed });
    }
}

impl GameProcessor for Keyer {
    fn too_long(&self) -> &[u64] {
        &self.too_long
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(sort: &str, value: Option<&str>) -> Vec<u8> {
        let mut tags = Tags::default();
        if let Some(value) = value {
            tags.set("X", value).expect("a good name");
        }
        let mut key = Vec::new();
        sort.parse::<SortTag>().expect("a tag").add(&tags, &mut key);
        key
    }

    #[test]
    fn keys_compare_like_values_and_unknown_ones_come_last_in_both_directions() {
        let known = [Some("9"), Some("10"), Some("ab"), Some("Abc"), Some("b")];
        let unknown = [None, Some(""), Some("?"), Some("-"), Some("????.??.??")];
        let keys = |sort, values: &[Option<&str>]| -> Vec<Vec<u8>> {
            values.iter().map(|&value| key(sort, value)).collect()
        };
        let ascending = [keys("X", &known), keys("x", &unknown)].concat();
        assert!(ascending.is_sorted(), "{ascending:?}");
        let numbers = keys("-X", &[Some("10"), Some("9")]);
        let texts = keys("-X", &[Some("b"), Some("Abc"), Some("ab")]);
        let descending = [numbers, texts, keys("-X", &unknown)].concat();
        assert!(descending.is_sorted(), "{descending:?}");
        assert!("".parse::<SortTag>().is_err() && "-".parse::<SortTag>().is_err());
    }

    #[test]
    fn rounds_are_ordered_by_their_numbers() {
        let rounds = ["1", "1.1", "1.2", "1.10", "2.1", "Round 3", "9.1", "10.1", "Final", "?"];
        let sort: SortTag = "Round".parse().expect("a tag");
        let keys = rounds.map(|round| {
            let mut tags = Tags::default();
            tags.set("Round", round).expect("a good name");
            let mut key = Vec::new();
            sort.add(&tags, &mut key);
            key
        });
        assert!(keys.is_sorted(), "{keys:?}");
    }

    #[test]
    fn names_of_files_are_harmless() {
        for (value, name) in [
            ("Carlsen, Magnus", "Carlsen__Magnus"),
            ("../../etc/passwd", "etc_passwd"),
            ("Réti", "Réti"),
            ("1/2-1/2", "1_2-1_2"),
            ("?", "unknown"),
            ("", "unknown"),
            ("Con", "Con_"),
            ("NUL.a.b", "NUL_.a.b"),
            ("lpt1", "lpt1_"),
            ("COM²", "COM²_"),
            ("Com", "Com"),
            ("COM10", "COM10"),
            ("Conrad", "Conrad"),
        ] {
            assert_eq!(file_name(value), name);
        }
    }
}
