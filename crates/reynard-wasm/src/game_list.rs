//! A PGN file with many games.

use std::ops::Range;

use reynard_pgn::{
    GameEnd, MovetextMode, ParsedGame, PgnWriter, PieceLetters, Reader, Tags, Termination, Text,
    Visitor, WriterOptions,
};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Failure, to_json};
use crate::study::{StudyGame, read_first};

/// The games of a PGN file. Moves are read only when a game is opened, saved or indexed.
#[wasm_bindgen(js_name = Games)]
#[derive(Debug)]
pub struct GameList {
    text: Vec<u8>,
    games: Vec<ListedGame>,
    /// Piece letters used in the file.
    letters: PieceLetters,
}

#[derive(Debug)]
struct ListedGame {
    tags: Tags,
    result: Termination,
    place: Place,
}

/// Location of the text of a game.
#[derive(Debug)]
enum Place {
    /// Range of bytes in the file.
    File(Range<usize>),
    /// The edited game, in export format.
    Edited(Vec<u8>),
}

/// A collector of the tags and text locations of games.
#[derive(Default)]
struct Lister {
    games: Vec<ListedGame>,
    tags: Tags,
}

impl Visitor for Lister {
    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
    }

    fn end_tags(&mut self) -> MovetextMode {
        MovetextMode::Nothing
    }

    fn end_game(&mut self, end: &GameEnd) {
        let offset = |byte: u64| usize::try_from(byte).unwrap_or(usize::MAX);
        let place = Place::File(offset(end.start)..offset(end.end));
        let tags = std::mem::take(&mut self.tags);
        let result = tags.result(end.result);
        self.games.push(ListedGame { tags, result, place });
    }
}

/// A row of the list.
#[derive(Serialize)]
struct RowJson {
    index: usize,
    white: String,
    black: String,
    result: &'static str,
    date: String,
    event: String,
    round: String,
    #[serde(rename = "whiteElo")]
    white_elo: String,
    #[serde(rename = "blackElo")]
    black_elo: String,
    eco: String,
}

#[derive(Serialize)]
struct PageJson {
    /// Number of matching games.
    total: usize,
    rows: Vec<RowJson>,
}

impl ListedGame {
    /// Returns the value of a tag, or an empty string if the tag is missing or its value is
    /// unknown.
    fn tag(&self, name: &str) -> String {
        let value = self.tags.text(name).unwrap_or_default();
        let is_unknown = value.chars().all(|c| matches!(c, '?' | '.' | '-' | ' '));
        if is_unknown { String::new() } else { value.into_owned() }
    }

    fn row(&self, index: usize) -> RowJson {
        RowJson {
            index,
            white: self.tag("White"),
            black: self.tag("Black"),
            result: self.result.as_str(),
            date: self.tag("Date"),
            event: self.tag("Event"),
            round: self.tag("Round"),
            white_elo: self.tag("WhiteElo"),
            black_elo: self.tag("BlackElo"),
            eco: self.tag("ECO"),
        }
    }

    /// Returns `true` if every word occurs in the value of some tag. The words must be in lower
    /// case.
    fn matches(&self, words: &[String]) -> bool {
        let values: Vec<String> = self.tags.iter().map(|tag| tag.text().to_lowercase()).collect();
        words.iter().all(|word| values.iter().any(|value| value.contains(word)))
    }
}

impl GameList {
    /// Returns the result of a game, taken from its termination marker or its tag.
    pub(crate) fn result(&self, index: usize) -> Termination {
        self.games.get(index).map_or(Termination::Unknown, |game| game.result)
    }

    /// Parses a game.
    pub(crate) fn parsed(&self, index: usize) -> Result<ParsedGame, Failure> {
        // Edited games are written in the letters of the standard.
        let is_edited =
            matches!(self.games.get(index), Some(ListedGame { place: Place::Edited(_), .. }));
        let letters = if is_edited { PieceLetters::ENGLISH } else { self.letters };
        read_first(self.bytes(index)?, letters)
    }

    /// Returns the bytes of a game.
    pub(crate) fn bytes(&self, index: usize) -> Result<&[u8], Failure> {
        let game = self.games.get(index);
        let game = game.ok_or_else(|| Failure::new(format_args!("there is no game {index}")))?;
        match &game.place {
            Place::File(range) => self.text.get(range.clone()).ok_or_else(|| {
                Failure::new(format_args!("game {index} lies beyond the end of the file"))
            }),
            Place::Edited(text) => Ok(text),
        }
    }
}

#[wasm_bindgen(js_class = Games)]
impl GameList {
    /// Reads the tags and locations of all games.
    ///
    /// # Errors
    ///
    /// If a game exceeds the limits of the PGN reader.
    ///
    /// ```
    /// let games = reynard_wasm::GameList::new(
    ///     b"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n".to_vec(),
    /// )?;
    /// assert_eq!(games.length(), 2);
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(constructor)]
    pub fn new(text: Vec<u8>) -> Result<Self, Failure> {
        let mut lister = Lister::default();
        Reader::from_bytes(&text).read_all(&mut lister).map_err(Failure::new)?;
        Ok(Self { text, games: lister.games, letters: PieceLetters::ENGLISH })
    }

    /// Reads games whose moves use the piece letters of a language, such as `de`.
    ///
    /// # Errors
    ///
    /// If a game exceeds the limits of the PGN reader, or the piece letters of the language are not
    /// known.
    ///
    /// ```
    /// let games = reynard_wasm::GameList::with_letters(b"1. Sf3 *\n".to_vec(), "de")?;
    /// assert!(games.game(0)?.pgn()?.ends_with("1. Nf3 *\n\n"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = withLetters)]
    pub fn with_letters(text: Vec<u8>, language: &str) -> Result<Self, Failure> {
        let letters = language.parse().map_err(Failure::new)?;
        Ok(Self { letters, ..Self::new(text)? })
    }

    /// Returns the number of games.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.games.len()
    }

    /// Returns a page of the games whose tags contain every word of the query: up to `count` rows,
    /// starting at row `from`, as JSON: `{total, rows}`.
    ///
    /// # Errors
    ///
    /// Only if the JSON cannot be written.
    ///
    /// ```
    /// let games = reynard_wasm::GameList::new(
    ///     b"[White \"Carl\"]\n\n*\n\n[White \"Eva\"]\n\n*\n".to_vec(),
    /// )?;
    /// assert!(
    ///     games
    ///         .page("carl", 0, 50)?
    ///         .starts_with(r#"{"total":1,"rows":[{"index":0,"white":"Carl""#)
    /// );
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn page(&self, query: &str, from: usize, count: usize) -> Result<String, Failure> {
        let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
        let found: Vec<usize> =
            (0..self.games.len()).filter(|&index| self.games[index].matches(&words)).collect();
        let shown = found.iter().skip(from).take(count);
        let rows = shown.map(|&index| self.games[index].row(index)).collect();
        to_json(&PageJson { total: found.len(), rows })
    }

    /// Opens a game, with its moves and annotations.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    ///
    /// ```
    /// let games = reynard_wasm::GameList::new(b"1. e4 *\n\n1. d4 *\n".to_vec())?;
    /// assert!(games.game(1)?.pgn()?.ends_with("1. d4 *\n\n"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn game(&self, index: usize) -> Result<StudyGame, Failure> {
        self.parsed(index).map(StudyGame::from)
    }

    /// Replaces a game in the list with an edited game.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    ///
    /// ```
    /// let mut games = reynard_wasm::GameList::new(b"1. e4 *\n".to_vec())?;
    /// let mut game = games.game(0)?;
    /// game.set_tag("White", "Anderssen")?;
    /// games.replace(0, &game)?;
    /// assert!(games.pgn()?.contains("Anderssen"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn replace(&mut self, index: usize, game: &StudyGame) -> Result<(), Failure> {
        let text = game.pgn()?.into_bytes();
        let listed = self.games.get_mut(index);
        let listed =
            listed.ok_or_else(|| Failure::new(format_args!("there is no game {index}")))?;
        listed.tags = game.tree().tags().clone();
        listed.result = game.tree().result();
        listed.place = Place::Edited(text);
        Ok(())
    }

    /// Adds a game at the end of the list and returns its index.
    ///
    /// # Errors
    ///
    /// Never fails in practice.
    ///
    /// ```
    /// let mut games = reynard_wasm::GameList::new(Vec::new())?;
    /// assert_eq!(games.push(&reynard_wasm::StudyGame::new(None)?)?, 0);
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn push(&mut self, game: &StudyGame) -> Result<usize, Failure> {
        let place = Place::Edited(game.pgn()?.into_bytes());
        let (tags, result) = (game.tree().tags().clone(), game.tree().result());
        self.games.push(ListedGame { tags, result, place });
        Ok(self.games.len() - 1)
    }

    /// Returns all games as PGN in export format, as written by `reynard pgn fmt`.
    ///
    /// # Errors
    ///
    /// If a game cannot be read.
    ///
    /// ```
    /// let games = reynard_wasm::GameList::new(b"1.e4 *\n\n1.d4 *\n".to_vec())?;
    /// assert!(games.pgn()?.contains("1. e4 *\n\n[Event"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn pgn(&self) -> Result<String, Failure> {
        let mut writer = PgnWriter::with_options(Vec::new(), WriterOptions::FULL);
        for index in 0..self.games.len() {
            writer.write(self.game(index)?.tree()).map_err(Failure::new)?;
        }
        Ok(String::from_utf8_lossy(&writer.into_inner()).into_owned())
    }
}
