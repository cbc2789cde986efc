//! Games that match a query.

use reynard::{MateKind, Position};
use reynard_pgn::{
    GameEnd, GameStart, GameText, Integrity, MovetextMode, NamedOpening, NullMove, OpeningNames,
    Played, Skip, Tags, Text, Visitor,
};

use super::tag_condition::contains;
use super::{BoardEnding, Query, RatingOf};
use crate::GameProcessor;

/// The half-move clock at which fifty moves are over.
const FIFTY_MOVES: u16 = 100;

/// Keeps the games that match a [`Query`], for [`read_parallel`](reynard_pgn::read_parallel).
///
/// Moves are only played where a condition needs it.
///
/// ```
/// use std::num::NonZero;
/// use std::ops::ControlFlow;
///
/// use reynard_games::{Matcher, Query};
/// use reynard_pgn::{Input, ReaderOptions, read_parallel};
///
/// let pgn = "[White \"Morphy\"]\n\n1. e4 *\n\n[White \"Barnes\"]\n\n1. f4 *\n";
/// let query = Query { white: Some("barnes".to_owned()), ..Query::default() };
/// let mut found = Vec::new();
/// let _ = read_parallel(
///     Input::new(pgn.as_bytes())?,
///     &ReaderOptions::default(),
///     NonZero::new(2).unwrap(),
///     || Matcher::new(&query),
///     |matcher, _| {
///         found.extend_from_slice(&matcher.found().text);
///         ControlFlow::<()>::Continue(())
///     },
/// )?;
/// assert_eq!(found, b"[White \"Barnes\"]\n\n1. f4 *\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Matcher<'a> {
    query: &'a Query,
    too_long: Vec<u64>,
    found: FoundGames,
    tags: Tags,
    /// Set if the tags fulfill the conditions on them.
    tags_match: bool,
    seen: Seen,
}

/// The games of a chunk that match a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundGames {
    /// The games as they stand in the file, an empty line after each.
    pub text: Vec<u8>,
    /// The end of each of them in the text.
    pub ends: Vec<usize>,
}

/// The facts seen on the board of a game.
#[derive(Debug, Default)]
struct Seen {
    pattern: bool,
    /// Number of positions in a row up to the current one that have the material.
    material_run: u64,
    material: bool,
    opening: Option<NamedOpening>,
    last: Option<Position>,
    /// The keys of all positions.
    keys: Vec<u64>,
}

impl<'a> Matcher<'a> {
    /// A matcher without any game.
    ///
    /// ```
    /// use reynard_games::{Matcher, Query};
    ///
    /// let query = Query::default();
    /// assert!(Matcher::new(&query).found().ends.is_empty());
    /// ```
    pub fn new(query: &'a Query) -> Self {
        Self {
            query,
            too_long: Vec::new(),
            found: FoundGames::default(),
            tags: Tags::default(),
            tags_match: true,
            seen: Seen::default(),
        }
    }

    /// Returns the games that match.
    pub const fn found(&self) -> &FoundGames {
        &self.found
    }

    /// Checks the conditions on tags.
    fn match_tags(&self) -> bool {
        let Query { tags, player, white, black, date, rating, eco, .. } = self.query;
        let has = |name: &str, part: &Option<String>| {
            part.as_ref().is_none_or(|part| contains(&self.text(name), part))
        };
        let either = |part: &String| {
            contains(&self.text("White"), part) || contains(&self.text("Black"), part)
        };
        tags.iter().all(|condition| condition.holds(&self.tags))
            && player.iter().all(either)
            && has("White", white)
            && has("Black", black)
            && date.as_ref().is_none_or(|range| range.contains_date(&self.text("Date")))
            && rating
                .as_ref()
                .is_none_or(|(range, of)| self.match_elo(*of, |elo| range.contains(&elo)))
            && (eco.is_empty() || eco.iter().any(|code| self.text("ECO").starts_with(code)))
    }

    fn match_elo(&self, rating_of: RatingOf, is_in: impl Fn(u32) -> bool) -> bool {
        let elo = |name| self.text(name).trim().parse::<u32>().ok();
        let (white, black) = (elo("WhiteElo"), elo("BlackElo"));
        match rating_of {
            RatingOf::White => white.is_some_and(is_in),
            RatingOf::Black => black.is_some_and(is_in),
            RatingOf::Either => white.is_some_and(&is_in) || black.is_some_and(&is_in),
            RatingOf::Both => white.is_some_and(&is_in) && black.is_some_and(&is_in),
            RatingOf::Average => {
                white.zip(black).is_some_and(|(white, black)| is_in(u32::midpoint(white, black)))
            }
        }
    }

    fn text(&self, name: &str) -> std::borrow::Cow<'_, str> {
        self.tags.text(name).unwrap_or_default()
    }

    fn see(&mut self, pos: &Position) {
        let seen = &mut self.seen;
        if let Some(pattern) = &self.query.position
            && !seen.pattern
        {
            seen.pattern = pattern.matches(pos);
        }
        if let Some((material, plies)) = &self.query.material
            && !seen.material
        {
            seen.material_run = if material.matches(pos) { seen.material_run + 1 } else { 0 };
            seen.material = seen.material_run >= *plies;
        }
        if self.query.opening.is_some() {
            seen.opening = OpeningNames::embedded().find(pos).or(seen.opening);
        }
        if !self.query.endings.is_empty() {
            seen.keys.push(pos.key());
            match &mut seen.last {
                Some(last) => last.clone_from(pos),
                last => *last = Some(pos.clone()),
            }
        }
    }

    fn match_game(&self, end: &GameEnd) -> bool {
        let query = self.query;
        let result = || self.tags.result(end.result);
        let has_opening =
            |part: &String| self.seen.opening.is_some_and(|opening| contains(opening.name, part));
        self.tags_match
            && (query.results.is_empty() || query.results.contains(&result()))
            && query.plies.as_ref().is_none_or(|range| range.contains(&end.plies))
            && query.opening.as_ref().is_none_or(has_opening)
            && (query.position.is_none() || self.seen.pattern)
            && (query.material.is_none() || self.seen.material)
            && (query.endings.is_empty() || self.match_end())
    }

    fn match_end(&self) -> bool {
        let Some(last) = &self.seen.last else { return false };
        let end = if !last.has_legal_move() {
            if last.is_check() { BoardEnding::Checkmate } else { BoardEnding::Stalemate }
        } else if last.board().is_insufficient_material(MateKind::Possible) {
            BoardEnding::InsufficientMaterial
        } else if self.seen.keys.iter().filter(|&&key| key == last.key()).count() >= 3 {
            BoardEnding::Repetition
        } else if last.halfmove_clock() >= FIFTY_MOVES {
            BoardEnding::FiftyMoves
        } else {
            BoardEnding::Open
        };
        self.query.endings.contains(&end)
    }
}

impl Visitor for Matcher<'_> {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
        self.tags_match = true;
        let keys = std::mem::take(&mut self.seen.keys);
        self.seen = Seen { keys, ..Seen::default() };
        self.seen.keys.clear();
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
    }

    fn end_tags(&mut self) -> MovetextMode {
        self.tags_match = self.match_tags();
        if !self.tags_match {
            MovetextMode::Nothing
        } else if self.query.needs_positions() {
            MovetextMode::Moves
        } else if self.query.plies.is_some() {
            MovetextMode::Tokens
        } else {
            MovetextMode::Nothing
        }
    }

    fn start_position(&mut self, position: &Position) {
        self.see(position);
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.see(played.after);
        Skip::No
    }

    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        self.see(passed.after);
        Skip::No
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        if end.integrity == Integrity::Rejected || self.match_game(end) == self.query.inverted {
            return;
        }
        let Some(text) = text.bytes() else {
            self.too_long.push(end.number);
            return;
        };
        self.found.text.extend_from_slice(text);
        self.found.text.extend_from_slice(b"\n\n");
        self.found.ends.push(self.found.text.len());
    }
}

impl GameProcessor for Matcher<'_> {
    fn too_long(&self) -> &[u64] {
        &self.too_long
    }
}
