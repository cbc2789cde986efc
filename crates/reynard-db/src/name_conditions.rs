//! The conditions of a query that compare names, evaluated on the names of a segment.

use std::cell::Cell;

use reynard::Color;
use reynard_games::{
    Condition, NameMatch, NamePattern, PlayerCondition, Query, TextPattern, Truth,
};
use reynard_pgn::Termination;

use crate::DatabaseError;
use crate::column_blocks::ColumnBlocks;
use crate::completeness::Completeness;
use crate::game::decoded;
use crate::names::NameTable;
use crate::section::Section;
use crate::segment::Segment;

/// The conditions of a query that compare a segment's names. Each name is compared with each
/// pattern only once, regardless of how many games and tags contain it.
#[derive(Default)]
pub(crate) struct NameConditions<'a> {
    /// Conditions that compare names, indexed like the conditions of the query.
    conditions: Vec<Option<NameCondition<'a>>>,
    comparisons: Vec<Comparison<'a>>,
}

/// A condition whose patterns are given as indices of comparisons.
enum NameCondition<'a> {
    Tag { section: Section, pattern: usize, is_wanted: bool },
    Player(PlayerNames<'a>),
}

struct PlayerNames<'a> {
    condition: &'a PlayerCondition,
    name: usize,
    opponent: usize,
}

/// A pattern, and the result of comparing it with each name.
struct Comparison<'a> {
    pattern: &'a TextPattern,
    name_match: NameMatch,
    names: &'a NameTable,
    answers: Answers,
}

/// Results of comparisons, indexed by name number, in two bits each.
struct Answers(Vec<Cell<u64>>);

impl Answers {
    const UNASKED: u64 = 0;
    const NO: u64 = 1;
    const YES: u64 = 2;

    fn new(names: u32) -> Self {
        Self(vec![Cell::new(Self::UNASKED); names.div_ceil(32) as usize])
    }

    /// Returns the result for a name, computing it the first time.
    #[inline]
    fn get(&self, number: u32, compare: impl FnOnce() -> bool) -> bool {
        let Some(word) = self.0.get(number as usize / 32) else { return false };
        let shift = number % 32 * 2;
        match word.get() >> shift & 3 {
            Self::UNASKED => {
                let holds = compare();
                let answer = if holds { Self::YES } else { Self::NO };
                word.set(word.get() | answer << shift);
                holds
            }
            answer => answer == Self::YES,
        }
    }
}

impl<'a> NameConditions<'a> {
    pub(crate) fn new(query: &'a Query, segment: &'a Segment) -> Result<Self, DatabaseError> {
        let mut made = Self::default();
        for condition in query.conditions() {
            let condition = made.condition(condition, segment)?;
            made.conditions.push(condition);
        }
        Ok(made)
    }

    fn condition(
        &mut self,
        condition: &'a Condition,
        segment: &'a Segment,
    ) -> Result<Option<NameCondition<'a>>, DatabaseError> {
        Ok(match condition {
            Condition::Tag(tag) => {
                let Some((section, (pattern, is_wanted))) =
                    text_section(tag.name()).zip(tag.contained())
                else {
                    return Ok(None);
                };
                let pattern = self.comparison(pattern, NameMatch::Contains, segment)?;
                Some(NameCondition::Tag { section, pattern, is_wanted })
            }
            Condition::Player(condition) => {
                let mut compare = |NamePattern { pattern, name_match }: &'a NamePattern| {
                    self.comparison(pattern, *name_match, segment)
                };
                let name = compare(&condition.name)?;
                let opponent = condition.opponent.as_ref().map_or(Ok(name), compare)?;
                Some(NameCondition::Player(PlayerNames { condition, name, opponent }))
            }
            _ => None,
        })
    }

    /// Returns the index of a comparison. Equal patterns share a comparison.
    fn comparison(
        &mut self,
        pattern: &'a TextPattern,
        name_match: NameMatch,
        segment: &'a Segment,
    ) -> Result<usize, DatabaseError> {
        let is_same = |it: &Comparison<'_>| it.name_match == name_match && it.pattern == pattern;
        if let Some(index) = self.comparisons.iter().position(is_same) {
            return Ok(index);
        }
        let names = segment.names()?;
        let answers = Answers::new(names.len());
        self.comparisons.push(Comparison { pattern, name_match, names, answers });
        Ok(self.comparisons.len() - 1)
    }

    /// Returns the conclusion that may be drawn about a game that passes [`retain`](Self::retain)
    /// for a condition; `None` if the condition compares no names.
    pub(crate) fn completeness(&self, index: usize) -> Option<Completeness> {
        Some(match self.conditions.get(index)?.as_ref()? {
            NameCondition::Tag { .. } => Completeness::Whole,
            NameCondition::Player(player) => match player.condition {
                PlayerCondition { opponent: None, outcome: None, .. } => Completeness::Whole,
                _ => Completeness::Partial,
            },
        })
    }

    /// Keeps the games, in order, whose names do not rule out a condition.
    pub(crate) fn retain(
        &self,
        index: usize,
        columns: &mut ColumnBlocks<'_>,
        games: &mut Vec<u32>,
    ) -> Result<(), DatabaseError> {
        match self.conditions.get(index).and_then(Option::as_ref) {
            Some(&NameCondition::Tag { section, pattern, is_wanted }) => {
                let pattern = &self.comparisons[pattern];
                columns.retain(section, games, |it| Some(pattern.holds_for(it)? == is_wanted))
            }
            Some(NameCondition::Player(player)) => {
                let name = &self.comparisons[player.name];
                let mut retain = |section, games: &mut Vec<u32>| {
                    columns.retain(section, games, |it| name.holds_for(it))
                };
                match player.condition.color {
                    Some(Color::White) => retain(Section::White, games),
                    Some(Color::Black) => retain(Section::Black, games),
                    None => {
                        let mut black = games.clone();
                        retain(Section::White, games)?;
                        retain(Section::Black, &mut black)?;
                        games.append(&mut black);
                        games.sort_unstable();
                        games.dedup();
                        Ok(())
                    }
                }
            }
            None => Ok(()),
        }
    }

    /// Decides a condition for a game. Returns `None` if it compares no names, or if the names of
    /// the game cannot be read.
    #[inline]
    pub(crate) fn decide(
        &self,
        index: usize,
        segment: &Segment,
        game: u32,
        result: impl Fn() -> Option<Termination>,
    ) -> Option<Truth> {
        let comparisons = &self.comparisons;
        match self.conditions.get(index)?.as_ref()? {
            &NameCondition::Tag { section, pattern, is_wanted } => {
                let pattern = &comparisons[pattern];
                Some((pattern.holds(pattern.name(segment, section, game)?) == is_wanted).into())
            }
            NameCondition::Player(player) => player.decide(comparisons, segment, game, result),
        }
    }
}

impl PlayerNames<'_> {
    #[inline]
    fn decide(
        &self,
        comparisons: &[Comparison<'_>],
        segment: &Segment,
        game: u32,
        result: impl Fn() -> Option<Termination>,
    ) -> Option<Truth> {
        let (name, opponent) = (&comparisons[self.name], &comparisons[self.opponent]);
        let players =
            [name.name(segment, Section::White, game)?, name.name(segment, Section::Black, game)?];
        Some(self.condition.decide_by(
            result,
            |color| name.holds(players[color as usize]),
            |color, _| opponent.holds(players[color as usize]),
        ))
    }
}

impl Comparison<'_> {
    /// Returns the number of a game's name in a column; `None` if the name does not exist.
    #[inline]
    fn name(&self, segment: &Segment, column: Section, game: u32) -> Option<u32> {
        segment.word(column, game).ok().filter(|&number| number < self.names.len())
    }

    /// Returns `true` if the name whose number is stored in a column matches; `None` if the name
    /// does not exist.
    #[inline]
    fn holds_for(&self, number: [u8; 4]) -> Option<bool> {
        let number = u32::from_le_bytes(number);
        (number < self.names.len()).then(|| self.holds(number))
    }

    /// Returns `true` if a name matches.
    #[inline]
    fn holds(&self, number: u32) -> bool {
        self.answers.get(number, || self.compare(number))
    }

    #[cold]
    fn compare(&self, number: u32) -> bool {
        let name = decoded(self.names.get(number).unwrap_or_default());
        match self.name_match {
            NameMatch::Contains => self.pattern.is_in(&name),
            NameMatch::Equals => self.pattern.equals(&name),
        }
    }
}

/// Returns the column of a tag whose values are stored as names.
pub(crate) fn text_section(tag: &str) -> Option<Section> {
    Some(match tag {
        "White" => Section::White,
        "Black" => Section::Black,
        "Event" => Section::Event,
        "Site" => Section::Site,
        "Round" => Section::Round,
        _ => return None,
    })
}
