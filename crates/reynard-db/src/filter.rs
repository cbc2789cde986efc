//! Decides which games of a segment a query accepts.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use reynard::{Board, Color, Position};
use reynard_games::{
    BoardCondition, BoardWatcher, Condition, EcoCode, GameDate, GameFacts, GameSoundness,
    MaterialUse, PositionSequence, Query, Sacrifice, SacrificeCondition, Truth,
};
use reynard_pgn::Termination;

use crate::board_replay::replay_board;
use crate::bytes::is_set;
use crate::column_tests::ColumnTests;
use crate::completeness::Completeness;
use crate::game::{decoded, each_tag, extra_of, layout_of, tree_of};
use crate::material_path::{CaptureCounts, MaterialPath, begins_as_chess};
use crate::name_conditions::{NameConditions, text_section};
use crate::replay::replay_codes;
use crate::section::Section;
use crate::section_reader::SectionReader;
use crate::segment::Segment;
use crate::tag_layout::{ValueSource, game_date};
use crate::{Damage, DatabaseError};

/// Decides which games of a segment a query accepts. Deleted games are rejected.
pub(crate) struct SegmentFilter<'a> {
    query: &'a Query,
    facts: SegmentFacts<'a>,
    names: NameConditions<'a>,
    /// The column tests, created when many games must be decided at once.
    tests: Option<ColumnTests<'a>>,
    watcher: Option<BoardWatcher<'a>>,
    /// The recorded material of the games, if it can decide a condition.
    material: Option<SectionReader<'a>>,
    /// Material hints, indexed by condition.
    hints: Vec<MaterialHint>,
    needs: Needs,
    moves: SectionReader<'a>,
    decided: Decisions,
    accepts_all: bool,
    /// Set by the caller when the result is no longer needed.
    stop: Option<&'a AtomicBool>,
}

/// The parts of a game on which the conditions depend.
#[derive(Clone, Copy)]
struct Needs {
    facts: bool,
    material: bool,
}

/// The captures that a condition requires of a game.
struct MaterialHint {
    material_use: MaterialUse,
    /// Number of captures that the condition requires.
    captures: usize,
    /// Captures by type of the captured piece.
    kinds: CaptureCounts,
}

impl MaterialHint {
    fn new(condition: &Condition) -> Self {
        let (captures, kinds) = (0, CaptureCounts::default());
        match condition {
            Condition::Board(BoardCondition::Positions(positions)) => Self {
                material_use: positions.material_use(),
                captures: positions.fewest_captures(),
                kinds: CaptureCounts::new(positions.fewest_captures_by_kind()),
            },
            Condition::Board(BoardCondition::Sacrifice(_)) => {
                Self { material_use: MaterialUse::Decision, captures: 1, kinds }
            }
            _ => Self { material_use: MaterialUse::None, captures, kinds },
        }
    }

    /// Returns `true` if a game does not have the captures that the condition requires.
    #[inline]
    fn lacks(&self, bytes: &[u8]) -> bool {
        // Each capture takes a byte.
        begins_as_chess(bytes) && (bytes.len() < self.captures || self.kinds.are_missing(bytes))
    }
}

/// Two bit sets: the games that have been decided, and the games that were accepted.
struct Decisions {
    decided: Vec<u64>,
    accepted: Vec<u64>,
    /// `true` if every game has been decided.
    is_whole: bool,
}

impl Decisions {
    fn new(games: u32) -> Self {
        let words = games.div_ceil(64) as usize;
        Self { decided: vec![0; words], accepted: vec![0; words], is_whole: false }
    }

    #[inline]
    fn get(&self, game: u32) -> Option<bool> {
        let is_decided = self.is_whole || is_set(&self.decided, game);
        is_decided.then(|| is_set(&self.accepted, game))
    }

    #[inline]
    fn set(&mut self, game: u32, accepted: bool) {
        let index = game as usize / 64;
        if let (Some(known), Some(word)) =
            (self.decided.get_mut(index), self.accepted.get_mut(index))
        {
            *known |= 1 << (game % 64);
            *word |= u64::from(accepted) << (game % 64);
        }
    }
}

/// The games that a filter accepts, if that is known without examining each game.
#[derive(Clone, Copy)]
pub(crate) enum KnownGames<'a> {
    All,
    /// The games whose bits are set.
    Some(&'a [u64]),
    Unknown,
}

/// Facts about one game of a segment.
pub(crate) struct SegmentFacts<'a> {
    segment: &'a Segment,
    game: u32,
    /// The first error met while reading a fact.
    error: OnceCell<DatabaseError>,
}

impl<'a> SegmentFilter<'a> {
    pub(crate) fn new(query: &'a Query, segment: &'a Segment) -> Result<Self, DatabaseError> {
        let is_empty = query.is_empty();
        let facts = SegmentFacts { segment, game: 0, error: OnceCell::new() };
        let names = NameConditions::new(query, segment)?;
        let watcher = query.needs_moves().then(|| BoardWatcher::new(query));
        let hints: Vec<MaterialHint> = query.conditions().map(MaterialHint::new).collect();
        let by_material =
            !segment.is_old() && hints.iter().any(|hint| hint.material_use != MaterialUse::None);
        let needs = Needs {
            facts: query.conditions().any(|it| !matches!(it, Condition::Board(_))),
            material: hints.iter().any(|hint| hint.material_use == MaterialUse::Decision),
        };
        let material = by_material.then(|| SectionReader::new(segment, Section::Material));
        let moves = SectionReader::new(segment, Section::Moves);
        let accepts_all = is_empty && segment.deleted() == 0;
        let decided = Decisions::new(if accepts_all { 0 } else { segment.games() });
        Ok(Self {
            query,
            facts,
            names,
            tests: None,
            watcher,
            material,
            hints,
            needs,
            moves,
            decided,
            accepts_all,
            stop: None,
        })
    }

    /// Makes the filter stop deciding games once `stop` is set.
    pub(crate) const fn stopped_by(mut self, stop: Option<&'a AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Returns the games that are already known to be accepted.
    pub(crate) fn known(&self) -> KnownGames<'_> {
        if self.accepts_all {
            KnownGames::All
        } else if self.decided.is_whole {
            KnownGames::Some(&self.decided.accepted)
        } else {
            KnownGames::Unknown
        }
    }

    /// Returns `true` if a game is accepted.
    #[inline]
    pub(crate) fn accepts(&mut self, game: u32) -> Result<bool, DatabaseError> {
        if self.accepts_all {
            return Ok(true);
        }
        if let Some(accepted) = self.decided.get(game) {
            return Ok(accepted);
        }
        let accepted = self.decide(game)?;
        self.decided.set(game, accepted);
        Ok(accepted)
    }

    /// Returns the numbers of the accepted games in a range of game numbers.
    pub(crate) fn accepted(&mut self, games: Range<u32>) -> Result<Vec<u32>, DatabaseError> {
        let mut games: Vec<u32> = games.collect();
        if self.accepts_all {
            return Ok(games);
        }
        self.test(&mut games)?;
        if self.tests().completeness() == Completeness::Whole {
            return Ok(games);
        }
        let mut failed = None;
        games.retain(|&game| {
            failed.is_none()
                && self.accepts(game).unwrap_or_else(|error| {
                    failed = Some(error);
                    false
                })
        });
        failed.map_or(Ok(games), Err)
    }

    /// Returns the column tests, which are created on first use.
    fn tests(&mut self) -> &mut ColumnTests<'a> {
        let Self { tests, query, facts, names, .. } = self;
        tests.get_or_insert_with(|| ColumnTests::new(query, facts.segment, names))
    }

    /// Keeps the games, in order, that pass the column tests and are not deleted.
    fn test(&mut self, games: &mut Vec<u32>) -> Result<(), DatabaseError> {
        self.tests();
        let Self { tests, facts, names, .. } = self;
        if let Some(tests) = tests {
            tests.retain(names, games)?;
        }
        games.retain(|&game| !facts.segment.is_deleted(game));
        Ok(())
    }

    /// Decides all games at once if that is faster: if column tests can decide, and at least a
    /// quarter of the games are requested.
    pub(crate) fn decide_many(&mut self, asked: u64) -> Result<(), DatabaseError> {
        /// Number of games tested per step.
        const CHUNK: u32 = 1 << 16;

        let games = self.facts.segment.games();
        let are_few = asked < u64::from(games) / 4;
        if self.accepts_all
            || are_few
            || self.decided.is_whole
            || self.tests().completeness() == Completeness::Partial
        {
            return Ok(());
        }
        for start in (0..games).step_by(CHUNK as usize) {
            check_stop(self.stop)?;
            let mut tested = (start..games.min(start + CHUNK)).collect();
            self.test(&mut tested)?;
            for game in tested {
                self.decided.set(game, true);
            }
        }
        self.decided.is_whole = true;
        Ok(())
    }

    /// Calls a function with the facts about a game.
    pub(crate) fn with_facts<T>(
        &mut self,
        game: u32,
        read: impl FnOnce(&SegmentFacts<'a>) -> T,
    ) -> Result<T, DatabaseError> {
        self.facts.game = game;
        let value = read(&self.facts);
        self.facts.error.take().map_or(Ok(value), Err)
    }

    fn decide(&mut self, game: u32) -> Result<bool, DatabaseError> {
        check_stop(self.stop)?;
        let segment = self.facts.segment;
        if segment.is_deleted(game) {
            return Ok(false);
        }
        if self.query.is_empty() {
            return Ok(true);
        }
        self.facts.game = game;
        let Self { query, facts, names, watcher, material, hints, needs, moves, .. } = self;
        let by_facts = |index: usize, condition: &Condition| {
            let by_names = names.decide(index, segment, game, || facts.result());
            by_names.unwrap_or_else(|| condition.decide(facts))
        };
        // The cheapest conditions are evaluated first.
        let mut truth = if needs.facts { query.decide_by(by_facts) } else { Truth::Unknown };
        if truth == Truth::Unknown
            && needs.material
            && let Some(material) = material
        {
            let (start, len) = segment.range_of(Section::MaterialEnd, game)?;
            let bytes = material.read(start, len)?;
            let plies = segment.half(Section::Plies, game)?;
            let mut damage = None;
            truth = query.decide_by(|index, condition| {
                let decided = match condition {
                    Condition::Board(
                        BoardCondition::Positions(_) | BoardCondition::Sacrifice(_),
                    ) if hints[index].material_use != MaterialUse::Decision => Ok(Truth::Unknown),
                    Condition::Board(
                        BoardCondition::Positions(_) | BoardCondition::Sacrifice(_),
                    ) if hints[index].lacks(bytes) => Ok(Truth::False),
                    Condition::Board(BoardCondition::Positions(positions)) => {
                        decide_by_material(positions, bytes, plies)
                    }
                    Condition::Board(BoardCondition::Sacrifice(condition)) => {
                        decide_sacrifice(condition, bytes, plies, facts)
                    }
                    condition => return by_facts(index, condition),
                };
                decided.unwrap_or_else(|found| {
                    damage = Some(found);
                    Truth::False
                })
            });
            if let Some(damage) = damage {
                return Err(segment.damaged(Section::Material, u64::from(game), damage));
            }
        }
        if facts.error.get().is_some()
            && let Some(error) = facts.error.take()
        {
            return Err(error);
        }
        match (truth, watcher) {
            (Truth::True, _) => Ok(true),
            (Truth::False, _) | (Truth::Unknown, None) => Ok(false),
            (Truth::Unknown, Some(watcher)) => {
                let mut most = None;
                if let Some(material) = material {
                    let (start, len) = segment.range_of(Section::MaterialEnd, game)?;
                    let bytes = material.read(start, len)?;
                    let damaged = |it| segment.damaged(Section::Material, u64::from(game), it);
                    let plies = segment.half(Section::Plies, game)?;
                    most = last_possible(query, bytes, plies).map_err(damaged)?;
                }
                watch(segment, game, moves, watcher, most.unwrap_or(u64::MAX))?;
                Ok(query.matches(facts, watcher))
            }
        }
    }
}

/// Decides a condition on positions from the material of a game.
fn decide_by_material(
    positions: &PositionSequence,
    bytes: &[u8],
    plies: u16,
) -> Result<Truth, Damage> {
    let Some(mut path) = MaterialPath::new(bytes, plies)? else { return Ok(Truth::Unknown) };
    let idle = if begins_as_chess(bytes) { positions.idle_spans() } else { 0 };
    let truth = positions.decide(path.by_ref().skip(idle));
    path.damage().map_or(Ok(truth), Err)
}

/// Returns the number of a game's positions that must be examined: after them, no condition on
/// positions can become true. Returns `None` if the material is not recorded, or if another
/// condition needs the rest of the game.
fn last_possible(query: &Query, bytes: &[u8], plies: u16) -> Result<Option<u64>, Damage> {
    let mut last = 0;
    for condition in query.conditions() {
        match condition {
            Condition::Board(BoardCondition::Positions(positions)) => {
                let Some(mut path) = MaterialPath::new(bytes, plies)? else { return Ok(None) };
                last = positions.last_possible(path.by_ref()).max(last);
                if let Some(damage) = path.damage() {
                    return Err(damage);
                }
            }
            Condition::Board(_) => return Ok(None),
            _ => {}
        }
    }
    Ok(Some(last))
}

/// Decides a sacrifice condition from the material of a game.
fn decide_sacrifice(
    condition: &SacrificeCondition,
    bytes: &[u8],
    plies: u16,
    facts: &SegmentFacts<'_>,
) -> Result<Truth, Damage> {
    let Some(mut path) = MaterialPath::new(bytes, plies)? else { return Ok(Truth::Unknown) };
    let first = path.turn();
    let mut balances = Vec::with_capacity(usize::from(plies) + 1);
    for (counts, positions) in path.by_ref() {
        let balance = Sacrifice::balance(&counts);
        balances.extend((0..positions).map(|_| balance));
    }
    let holds = condition.holds(&balances, first, facts);
    path.damage().map_or(Ok(holds.into()), Err)
}

/// Shows the moves of a game to a watcher, and also its comments if the watcher needs them. If the
/// watcher needs only the pieces, the replay may end after the first `most` positions.
fn watch(
    segment: &Segment,
    game: u32,
    moves: &mut SectionReader<'_>,
    watcher: &mut BoardWatcher<'_>,
    most: u64,
) -> Result<(), DatabaseError> {
    let flags = segment.flags_of(game)?;
    let extra = extra_of(segment, game)?;
    // After a null move, the moves are only in the text.
    let needs_text = watcher.needs_comments() || flags.is_passed();
    if needs_text && extra.text.is_some() {
        watcher.watch(&tree_of(segment, game)?);
    } else if flags.is_foreign() {
        watcher.reset();
    } else {
        watcher.reset();
        let (start, len) = segment.code_range(game)?;
        let codes = moves.read(start, len)?;
        let damaged = |damage| segment.damaged(Section::Moves, u64::from(game), damage);
        if watcher.needs_only_pieces() && extra.fen.is_none() && !flags.is_wide() {
            let mut left = most;
            let each = |board: &Board, turn, changed| {
                left = left.saturating_sub(1);
                watcher.place_changed(board, turn, changed) && left > 0
            };
            replay_board(codes, each).map_err(damaged)?;
        } else {
            let start = segment.start_of(game, extra.fen.as_deref())?;
            let mut before = None;
            let each = |pos: &Position, mv| {
                match before.take() {
                    None => watcher.begin(pos),
                    played => watcher.play(played, pos),
                }
                before = mv;
                true
            };
            replay_codes(codes, flags, start, each).map_err(damaged)?;
        }
    }
    let soundness = if flags.is_damaged() { GameSoundness::Broken } else { GameSoundness::Sound };
    watcher.finish(soundness);
    Ok(())
}

impl SegmentFacts<'_> {
    /// Returns the value that was read; on an error, stores the error for later and returns `None`.
    fn kept<T>(&self, read: Result<T, DatabaseError>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(error) => {
                let _ = self.error.set(error);
                None
            }
        }
    }

    /// Returns the value of a tag that is not in a name column.
    fn extra_tag(&self, name: &str) -> Result<Option<String>, DatabaseError> {
        let (segment, game) = (self.segment, self.game);
        let mut found = None;
        let is_named = |tag: &[u8]| tag.eq_ignore_ascii_case(name.as_bytes());
        if let Some(layout) = layout_of(segment, game)? {
            let Some(place) = layout.iter().position(|(tag, _)| is_named(tag)) else {
                return Ok(None);
            };
            if layout[place].1 == ValueSource::Extra {
                let before = layout[..place].iter();
                let index = before.filter(|(_, source)| *source == ValueSource::Extra).count();
                let value = segment.extra_value(game, index)?;
                return Ok(Some(decoded(&value).into_owned()));
            }
        }
        let extra = extra_of(segment, game)?;
        each_tag(segment, game, &extra, |tag, value| {
            if found.is_none() && is_named(tag) {
                found = Some(decoded(value).into_owned());
            }
        })?;
        Ok(found)
    }
}

impl GameFacts for SegmentFacts<'_> {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        if let Some(section) = text_section(name) {
            let text = decoded(self.kept(self.segment.text(section, self.game))?);
            // A game without the tag has an empty text, like one with an empty tag.
            if !text.is_empty() {
                return Some(text);
            }
        }
        self.kept(self.extra_tag(name))?.map(Cow::Owned)
    }

    fn result(&self) -> Option<Termination> {
        Some(self.kept(self.segment.flags_of(self.game))?.result())
    }

    fn plies(&self) -> Option<u64> {
        self.kept(self.segment.half(Section::Plies, self.game)).map(u64::from)
    }

    fn elo(&self, color: Color) -> Option<u32> {
        let section = match color {
            Color::White => Section::WhiteElo,
            Color::Black => Section::BlackElo,
        };
        let elo = self.kept(self.segment.half(section, self.game))?;
        (elo > 0).then_some(u32::from(elo))
    }

    fn date(&self) -> GameDate {
        let date = self.kept(self.segment.word(Section::Date, self.game)).unwrap_or(0);
        let date = game_date(date);
        if date.year.is_none() && self.segment.is_old() {
            return GameDate::of_tags(|name| self.tag(name));
        }
        date
    }

    fn eco(&self) -> Option<EcoCode> {
        let code = self.kept(self.segment.half(Section::Eco, self.game))?;
        code.checked_sub(1).and_then(EcoCode::from_index)
    }
}

/// The filters of a query for the segments of a database, each created on first use. Each game is
/// decided at most once, even if it is requested for several positions.
pub(crate) struct QueryFilters<'a> {
    query: &'a Query,
    filters: Vec<Option<SegmentFilter<'a>>>,
    stop: Option<&'a AtomicBool>,
}

impl<'a> QueryFilters<'a> {
    pub(crate) const fn new(query: &'a Query) -> Self {
        Self { query, filters: Vec::new(), stop: None }
    }

    /// Makes the filters stop deciding games once `stop` is set.
    pub(crate) fn stopped_by(mut self, stop: Option<&'a AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Returns the filter of a segment by its index in the database.
    pub(crate) fn of(
        &mut self,
        index: usize,
        segment: &'a Segment,
    ) -> Result<&mut SegmentFilter<'a>, DatabaseError> {
        if self.filters.len() <= index {
            self.filters.resize_with(index + 1, || None);
        }
        let made = match self.filters[index].take() {
            Some(filter) => filter,
            None => SegmentFilter::new(self.query, segment)?.stopped_by(self.stop),
        };
        Ok(self.filters[index].insert(made))
    }
}

/// Returns an error if the caller has stopped the work.
#[inline]
pub(crate) fn check_stop(stop: Option<&AtomicBool>) -> Result<(), DatabaseError> {
    match stop {
        Some(stop) if stop.load(Ordering::Relaxed) => Err(DatabaseError::Stopped),
        _ => Ok(()),
    }
}
