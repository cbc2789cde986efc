//! Whether a game fulfills conditions.

use reynard::{MateKind, Position};
use reynard_pgn::{
    GameEnd, GameStart, GameText, NullMove, Opening, Openings, Played, Skip, Tags, Text, Verdict,
    Visitor, Wanted,
};

use super::conditions::{Conditions, EloOf, End};
use super::tag_test::contains;
use crate::commands::pgn::input::Processor;

/// The half-move clock at which fifty moves are over.
const FIFTY_MOVES: u16 = 100;

/// Reads games and keeps those that fulfill the conditions.
pub(super) struct Matcher<'a> {
    conditions: &'a Conditions,
    invert: bool,
    too_long: Vec<u64>,
    pub(super) found: Found,
    tags: Tags,
    /// Whether the tags fulfill what is asked of them.
    tags_match: bool,
    seen: Seen,
}

/// The games that were found.
#[derive(Default)]
pub(super) struct Found {
    pub(super) text: Vec<u8>,
    /// Where each of them ends in the text.
    pub(super) ends: Vec<usize>,
}

/// What was seen on the board of a game.
#[derive(Default)]
struct Seen {
    pattern: bool,
    /// In how many positions up to now the material was there.
    material_run: u64,
    material: bool,
    opening: Option<Opening>,
    last: Option<Position>,
    /// The keys of all positions.
    keys: Vec<u64>,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(conditions: &'a Conditions, invert: bool) -> Self {
        Self {
            conditions,
            invert,
            too_long: Vec::new(),
            found: Found::default(),
            tags: Tags::default(),
            tags_match: true,
            seen: Seen::default(),
        }
    }

    /// What only the tags are asked.
    fn match_tags(&self) -> bool {
        let Conditions { tag, player, white, black, date, elo, elo_of, eco, .. } = self.conditions;
        let has = |name: &str, part: &Option<String>| {
            part.as_ref().is_none_or(|part| contains(&self.text(name), part))
        };
        let either = |part: &String| {
            contains(&self.text("White"), part) || contains(&self.text("Black"), part)
        };
        tag.iter().all(|test| test.holds(&self.tags))
            && player.iter().all(either)
            && has("White", white)
            && has("Black", black)
            && date.as_ref().is_none_or(|range| range.contains_date(&self.text("Date")))
            && elo.as_ref().is_none_or(|range| self.match_elo(*elo_of, |elo| range.contains(&elo)))
            && (eco.is_empty() || eco.iter().any(|code| self.text("ECO").starts_with(code)))
    }

    fn match_elo(&self, elo_of: EloOf, is_in: impl Fn(u32) -> bool) -> bool {
        let elo = |name| self.text(name).trim().parse::<u32>().ok();
        let (white, black) = (elo("WhiteElo"), elo("BlackElo"));
        match elo_of {
            EloOf::White => white.is_some_and(is_in),
            EloOf::Black => black.is_some_and(is_in),
            EloOf::Either => white.is_some_and(&is_in) || black.is_some_and(&is_in),
            EloOf::Both => white.is_some_and(&is_in) && black.is_some_and(&is_in),
            EloOf::Average => {
                white.zip(black).is_some_and(|(white, black)| is_in(u32::midpoint(white, black)))
            }
        }
    }

    fn text(&self, name: &str) -> std::borrow::Cow<'_, str> {
        self.tags.text(name).unwrap_or_default()
    }

    fn see(&mut self, pos: &Position) {
        let seen = &mut self.seen;
        if let Some(pattern) = &self.conditions.position
            && !seen.pattern
        {
            seen.pattern = pattern.matches(pos);
        }
        if let Some(material) = &self.conditions.material
            && !seen.material
        {
            seen.material_run = if material.matches(pos) { seen.material_run + 1 } else { 0 };
            seen.material = seen.material_run >= self.conditions.material_plies;
        }
        if self.conditions.opening.is_some() {
            seen.opening = Openings::embedded().find(pos).or(seen.opening);
        }
        if !self.conditions.end.is_empty() {
            seen.keys.push(pos.key());
            match &mut seen.last {
                Some(last) => last.clone_from(pos),
                last => *last = Some(pos.clone()),
            }
        }
    }

    fn match_game(&self, end: &GameEnd) -> bool {
        let conditions = self.conditions;
        let result = || self.tags.result(end.result).as_str();
        let has_opening =
            |part: &String| self.seen.opening.is_some_and(|opening| contains(opening.name, part));
        self.tags_match
            && (conditions.result.is_empty() || conditions.result.iter().any(|r| r == result()))
            && conditions.plies.as_ref().is_none_or(|range| range.contains(&end.plies))
            && conditions.opening.as_ref().is_none_or(has_opening)
            && (conditions.position.is_none() || self.seen.pattern)
            && (conditions.material.is_none() || self.seen.material)
            && (conditions.end.is_empty() || self.match_end())
    }

    fn match_end(&self) -> bool {
        let Some(last) = &self.seen.last else { return false };
        let end = if !last.has_legal_move() {
            if last.is_check() { End::Checkmate } else { End::Stalemate }
        } else if last.board().is_insufficient_material(MateKind::Possible) {
            End::InsufficientMaterial
        } else if self.seen.keys.iter().filter(|&&key| key == last.key()).count() >= 3 {
            End::Repetition
        } else if last.halfmove_clock() >= FIFTY_MOVES {
            End::FiftyMoves
        } else {
            End::Open
        };
        self.conditions.end.contains(&end)
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

    fn end_tags(&mut self) -> Wanted {
        self.tags_match = self.match_tags();
        if !self.tags_match {
            Wanted::Nothing
        } else if self.conditions.need_positions() {
            Wanted::Moves
        } else if self.conditions.plies.is_some() {
            Wanted::Tokens
        } else {
            Wanted::Nothing
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
        if end.verdict == Verdict::Rejected || self.match_game(end) == self.invert {
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

impl Processor for Matcher<'_> {
    fn too_long(&self) -> &[u64] {
        &self.too_long
    }
}
