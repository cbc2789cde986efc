//! A notebook: the deck of its games and the journal of its reviews.

use std::collections::BTreeMap;

use reynard::Color;
use reynard_learn::{
    CardHistories, CardHistory, CardKind, DrillQueue, FsrsScheduler, KnownGames, LearnDeck,
    LearnerDay, Retention, ReviewJournal, RolloverHour, UtcMillis, UtcOffset, days_in_a_row,
    due_times, is_evaluated, mistakes_without_line, repertoire_side,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use super::session::Session;
use crate::failure::{Failure, to_json};
use crate::game_list::GameList;

/// The settings in `notebook.toml` that a session uses.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SettingsJson {
    new_cards_a_day: usize,
    retention: f64,
    rollover_hour: u8,
}

/// A learner's notebook. Cards are made from games, repertoires and puzzles; their schedule follows
/// from the review lines. The caller stores the files and passes times in milliseconds since 1970.
#[wasm_bindgen(js_name = Notebook)]
#[derive(Debug)]
pub struct LearnNotebook {
    pub(super) deck: LearnDeck,
    pub(super) journal: ReviewJournal,
    pub(super) scheduler: FsrsScheduler,
    pub(super) new_a_day: usize,
    rollover: RolloverHour,
    known: KnownGames,
    games: usize,
    /// Random name of this run, and the number of lines that the run has written.
    pub(super) run: String,
    pub(super) written: u64,
    pub(super) session: Option<Session>,
}

/// The state of a notebook.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StatusJson {
    games: usize,
    cards: usize,
    kinds: BTreeMap<&'static str, usize>,
    due: usize,
    new: usize,
    suspended: usize,
    leeches: usize,
    answers: usize,
    days_in_a_row: usize,
    /// Number of days until the next card is due, if no card is due now.
    next_due_days: Option<i64>,
    unknown_lines: u64,
}

/// The games of a file, grouped by the processing they need.
#[derive(Default, Serialize)]
struct AddedJson {
    /// Indices of the new games.
    new: Vec<usize>,
    known: usize,
    empty: usize,
    /// Indices of the new games that must be analyzed by an engine.
    open: Vec<usize>,
}

/// Returns the side that a number represents: 1 for White, 2 for Black.
fn side_of(number: u8) -> Option<Color> {
    match number {
        1 => Some(Color::White),
        2 => Some(Color::Black),
        _ => None,
    }
}

/// Converts a JavaScript time.
pub(super) fn time(millis: f64) -> UtcMillis {
    #[expect(clippy::cast_possible_truncation, reason = "beyond the range it is cut off")]
    UtcMillis(millis as i64)
}

#[wasm_bindgen(js_class = Notebook)]
impl LearnNotebook {
    /// Creates an empty notebook. `settings` is JSON: `{newCardsADay, retention, rolloverHour}`.
    /// `run` is a random name that identifies this run.
    ///
    /// # Errors
    ///
    /// If a setting is out of range.
    ///
    /// ```
    /// let settings = r#"{"newCardsADay":10,"retention":0.9,"rolloverHour":4}"#;
    /// let notebook = reynard_wasm::LearnNotebook::new(settings, "run")?;
    /// assert!(notebook.status(0.0, 0)?.contains(r#""cards":0"#));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str, run: &str) -> Result<Self, Failure> {
        let settings: SettingsJson = serde_json::from_str(settings).map_err(Failure::new)?;
        let retention = Retention::new(settings.retention)
            .ok_or_else(|| Failure::new("retention: not a number from 0.7 to 0.97"))?;
        let rollover = RolloverHour::new(settings.rollover_hour)
            .ok_or_else(|| Failure::new("rollover-hour: not an hour from 0 to 23"))?;
        Ok(Self {
            deck: LearnDeck::default(),
            journal: ReviewJournal::default(),
            scheduler: FsrsScheduler::new(retention),
            new_a_day: settings.new_cards_a_day,
            rollover,
            known: KnownGames::default(),
            games: 0,
            run: run.to_owned(),
            written: 0,
            session: None,
        })
    }

    /// Adds a range of games from a list, and returns the number of cards. `sides` contains the
    /// learner's side in each game of the list: 1 for White, 2 for Black, 0 for a game between
    /// other players.
    ///
    /// # Errors
    ///
    /// If a game cannot be read.
    ///
    /// ```
    /// # let settings = r#"{"newCardsADay":10,"retention":0.9,"rolloverHour":4}"#;
    /// let mut notebook = reynard_wasm::LearnNotebook::new(settings, "run")?;
    /// let games = reynard_wasm::GameList::new(b"1. e4 e5 *".to_vec())?;
    /// assert_eq!(notebook.add_games(&games, &[1], 0, 1)?, 0);
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = addGames)]
    pub fn add_games(
        &mut self,
        list: &GameList,
        sides: &[u8],
        from: usize,
        to: usize,
    ) -> Result<usize, Failure> {
        for index in from..to.min(list.length()) {
            let Some(side) = sides.get(index).copied().and_then(side_of) else { continue };
            let game = list.parsed(index)?;
            // A game without a result at its end was not written to its end.
            if game.end.result.is_some() && self.known.insert(&game.tree) {
                self.deck.add_game(&game.tree, side);
                self.games += 1;
            }
        }
        Ok(self.deck.cards().len())
    }

    /// Examines the games of a list without adding them. Returns JSON: `{new, known, empty, open}`.
    /// `new` lists the indices of the games that are not in the notebook, and `open` those among
    /// them that an engine must analyze.
    ///
    /// # Errors
    ///
    /// If a game cannot be read.
    ///
    /// ```
    /// # let settings = r#"{"newCardsADay":10,"retention":0.9,"rolloverHour":4}"#;
    /// let notebook = reynard_wasm::LearnNotebook::new(settings, "run")?;
    /// let games = reynard_wasm::GameList::new(b"1. e4 e5 *".to_vec())?;
    /// let news = notebook.look_at(&games, &[1])?;
    /// assert_eq!(news, r#"{"new":[0],"known":0,"empty":0,"open":[0]}"#);
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = lookAt)]
    pub fn look_at(&self, list: &GameList, sides: &[u8]) -> Result<String, Failure> {
        let mut known = self.known.clone();
        let mut added = AddedJson::default();
        for index in 0..list.length() {
            let Some(side) = sides.get(index).copied().and_then(side_of) else { continue };
            let game = list.game(index)?;
            let tree = game.tree();
            if tree.is_empty() {
                added.empty += 1;
            } else if known.insert(tree) {
                added.new.push(index);
                if !is_evaluated(tree, side) || !mistakes_without_line(tree, side).is_empty() {
                    added.open.push(index);
                }
            } else {
                added.known += 1;
            }
        }
        to_json(&added)
    }

    /// Adds the lines of a repertoire. The learner's side is taken from the `Orientation` tag, from
    /// the file name, or from `sides`, which contains the side according to the player names.
    /// Returns the number of lines without a side, for which no cards are made.
    ///
    /// # Errors
    ///
    /// If a game cannot be read.
    ///
    /// ```
    /// # let settings = r#"{"newCardsADay":10,"retention":0.9,"rolloverHour":4}"#;
    /// let mut notebook = reynard_wasm::LearnNotebook::new(settings, "run")?;
    /// let lines = reynard_wasm::GameList::new(b"1. e4 e5 2. Nf3 *".to_vec())?;
    /// assert_eq!(notebook.add_repertoire(&lines, "open.pgn", &[0])?, 1);
    /// assert_eq!(notebook.add_repertoire(&lines, "open-white.pgn", &[0])?, 0);
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = addRepertoire)]
    pub fn add_repertoire(
        &mut self,
        list: &GameList,
        name: &str,
        sides: &[u8],
    ) -> Result<usize, Failure> {
        let mut without = 0;
        for index in 0..list.length() {
            let game = list.game(index)?;
            let named = || sides.get(index).copied().and_then(side_of);
            match repertoire_side(game.tree(), name).or_else(named) {
                Some(side) => {
                    self.deck.add_repertoire(game.tree(), side);
                }
                None => without += 1,
            }
        }
        Ok(without)
    }

    /// Adds puzzles: start positions with their solutions. Returns the number of puzzles without a
    /// solution.
    ///
    /// # Errors
    ///
    /// If a game cannot be read.
    ///
    /// ```
    /// # let settings = r#"{"newCardsADay":10,"retention":0.9,"rolloverHour":4}"#;
    /// let mut notebook = reynard_wasm::LearnNotebook::new(settings, "run")?;
    /// let puzzles = reynard_wasm::GameList::new(b"[White \"A\"]\n\n*".to_vec())?;
    /// assert_eq!(notebook.add_puzzles(&puzzles)?, 1);
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(js_name = addPuzzles)]
    pub fn add_puzzles(&mut self, list: &GameList) -> Result<usize, Failure> {
        let mut broken = 0;
        for index in 0..list.length() {
            broken += usize::from(!self.deck.add_puzzle(list.game(index)?.tree()));
        }
        Ok(broken)
    }

    /// Adds the text of `reviews.jsonl` or of a copy of it. Returns the number of new lines.
    #[wasm_bindgen(js_name = addReviews)]
    pub fn add_reviews(&mut self, text: &[u8]) -> usize {
        self.journal.add(text)
    }

    /// Returns the lines of all reviews, in the format of `reviews.jsonl`, including those of later
    /// versions of the format.
    ///
    /// ```
    /// # let settings = r#"{"newCardsADay":10,"retention":0.9,"rolloverHour":4}"#;
    /// let mut notebook = reynard_wasm::LearnNotebook::new(settings, "run")?;
    /// let line = "{\"time\":1,\"offset\":0,\"run\":\"a\",\"count\":1,\
    ///             \"card\":\"463b96181691fc9c\",\"event\":\"resume\"}\n";
    /// let lines = [line.to_owned(), line.replace("resume", "bury")].concat();
    /// notebook.add_reviews(lines.as_bytes());
    /// assert_eq!(notebook.reviews(), lines);
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn reviews(&self) -> String {
        self.journal.to_string()
    }

    /// Returns the state as JSON: games, cards, and due cards. `offset` is the difference between
    /// local time and UTC in minutes.
    ///
    /// # Errors
    ///
    /// Only if the JSON cannot be written.
    pub fn status(&self, now: f64, offset: i16) -> Result<String, Failure> {
        let (day, histories) = (self.day(now, offset), self.histories(now));
        let queue = DrillQueue::new(self.deck.cards(), &histories, day, self.new_a_day);
        let count = |kind| self.deck.cards().filter(|card| card.kind == kind).count();
        let of_cards = || self.deck.cards().filter_map(|card| histories.of(card.id));
        let next = due_times(self.deck.places(&histories)).filter(|due| *due >= day.end());
        to_json(&StatusJson {
            games: self.games,
            cards: self.deck.cards().len(),
            kinds: CardKind::ALL.map(|kind| (kind.name(), count(kind))).into_iter().collect(),
            due: queue.due(),
            new: queue.new_cards(),
            suspended: of_cards().filter(|history| history.is_suspended).count(),
            leeches: of_cards().filter(|history| history.is_leech()).count(),
            answers: histories.iter().map(|(_, history)| history.answers.len()).sum(),
            days_in_a_row: days_in_a_row(&histories, day),
            next_due_days: next.map(|due| due.days_since(day.start())).min(),
            unknown_lines: self.journal.notes().unknown,
        })
    }
}

impl LearnNotebook {
    pub(super) fn day(&self, now: f64, offset: i16) -> LearnerDay {
        LearnerDay::new(time(now), UtcOffset::from_minutes(offset), self.rollover)
    }

    pub(super) fn histories(&self, now: f64) -> CardHistories {
        CardHistories::new(&self.journal, self.scheduler, time(now))
    }

    /// Returns `true` if the card has repeatedly been answered incorrectly.
    pub(super) fn is_leech(&self, card: reynard_learn::CardId, now: f64) -> bool {
        self.histories(now).of(card).is_some_and(CardHistory::is_leech)
    }
}
