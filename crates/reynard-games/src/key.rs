//! Games as they stand in the file, with a key made of their tags.

use std::str::FromStr;

use reynard_pgn::{GameEnd, GameStart, GameText, Integrity, MovetextMode, Tags, Text, Visitor};

use crate::{GameProcessor, InvalidCondition};

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
        let good = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let tag = Self { name: name.to_owned(), descending };
        good.then_some(tag).ok_or_else(|| format!("`{text}` is not the name of a tag").into())
    }
}

impl SortTag {
    /// Adds a part to a key, such that keys compare as bytes as the values do: numbers as numbers and
    /// before text, missing tags first.
    fn add(&self, tags: &Tags, key: &mut Vec<u8>) {
        let begin = key.len();
        let value = tags.text(&self.name).unwrap_or_default();
        let value = value.trim();
        match value.parse::<u64>() {
            Ok(number) => {
                key.push(1);
                key.extend_from_slice(&number.to_be_bytes());
            }
            Err(_) if !value.is_empty() => {
                key.push(2);
                key.extend(value.to_lowercase().bytes().filter(|&byte| byte != 0));
                key.push(0);
            }
            Err(_) => key.push(0),
        }
        if self.descending {
            key[begin..].iter_mut().for_each(|byte| *byte = !*byte);
        }
    }
}

/// The kind of key that a [`Keyer`] makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameKey {
    /// No key.
    None,
    /// Some tags, to sort by.
    Tags(Vec<SortTag>),
    /// The value of a tag as the name of a file.
    FileName(String),
}

/// A game with its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedGame {
    /// The key, in bytes that compare as games are to be sorted.
    pub key: Vec<u8>,
    /// The text as it stands in the file, with an empty line after it; empty if it is too long.
    pub text: Vec<u8>,
}

/// Keeps games with their keys, for [`read_parallel`](reynard_pgn::read_parallel).
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
}

impl Keyer {
    /// A keyer without any game.
    ///
    /// ```
    /// use reynard_games::{GameKey, Keyer};
    ///
    /// assert!(Keyer::new(&GameKey::None).games().is_empty());
    /// ```
    pub fn new(kind: &GameKey) -> Self {
        Self { kind: kind.clone(), too_long: Vec::new(), tags: Tags::default(), games: Vec::new() }
    }

    /// Returns the games that were not rejected.
    pub fn into_games(self) -> Vec<KeyedGame> {
        self.games
    }

    /// Returns the games that were not rejected.
    pub fn games(&self) -> &[KeyedGame] {
        &self.games
    }

    fn key(&self) -> Vec<u8> {
        let mut key = Vec::new();
        match &self.kind {
            GameKey::None => {}
            GameKey::Tags(tags) => tags.iter().for_each(|tag| tag.add(&self.tags, &mut key)),
            GameKey::FileName(name) => {
                key = file_name(&self.tags.text(name).unwrap_or_default()).into_bytes();
            }
        }
        key
    }
}

/// Makes a file name that is fine everywhere: letters, digits, `.` within and `-`; all else becomes `_`.
fn file_name(value: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '.') { c } else { '_' };
    let name: String = value.trim().chars().take(80).map(plain).collect();
    let name = name.trim_matches(['.', '_']);
    if name.is_empty() { "unknown".to_owned() } else { name.to_owned() }
}

impl Visitor for Keyer {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
    }

    fn end_tags(&mut self) -> MovetextMode {
        MovetextMode::Nothing
    }

    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        if end.integrity == Integrity::Rejected {
            return;
        }
        let text = text.bytes().map(|text| [text, b"\n\n"].concat());
        if text.is_none() {
            self.too_long.push(end.number);
        }
        let text = text.unwrap_or_default();
        self.games.push(KeyedGame { key: self.key(), text });
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
    fn keys_compare_like_values() {
        let values = [None, Some("9"), Some("10"), Some("?"), Some("ab"), Some("Abc"), Some("b")];
        let keys: Vec<Vec<u8>> = values.iter().map(|&value| key("X", value)).collect();
        assert!(keys.is_sorted(), "{keys:?}");
        let descending = values.iter().rev().map(|&value| key("-X", value));
        assert!(descending.is_sorted());
        assert!("".parse::<SortTag>().is_err() && "-".parse::<SortTag>().is_err());
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
        ] {
            assert_eq!(file_name(value), name);
        }
    }
}
