//! Conditions on columns, evaluated for many games at once.

use reynard_games::{Condition, DateCondition, EcoCode, Query, RatingOf};

use crate::DatabaseError;
use crate::batch::Flags;
use crate::column_blocks::ColumnBlocks;
use crate::completeness::Completeness;
use crate::name_conditions::NameConditions;
use crate::section::Section;
use crate::segment::Segment;
use crate::tag_layout::game_date;

/// Column tests that every matching game passes. They read columns block by block, and never load a
/// whole column.
pub(crate) struct ColumnTests<'a> {
    columns: ColumnBlocks<'a>,
    tests: Vec<ColumnTest>,
    completeness: Completeness,
}

enum ColumnTest {
    /// A column, and the values that a matching game can have in it.
    Halves(Section, Vec<bool>),
    /// The results that a matching game can have, indexed by flags.
    Flags(Vec<bool>),
    /// The dates that a matching game can have.
    Date(DateCondition),
    /// The index of a condition on names.
    Name(usize),
}

impl<'a> ColumnTests<'a> {
    pub(crate) fn new(query: &Query, segment: &'a Segment, names: &NameConditions<'_>) -> Self {
        let mut tests = Vec::new();
        let required = query.required();
        let mut completeness = Completeness::Partial;
        if required.len() == query.conditions().len() {
            completeness = Completeness::Whole;
        }
        let conditions: Vec<&Condition> = query.conditions().collect();
        for index in required {
            let decided = put_tests(conditions[index], index, (segment, names), &mut tests);
            if decided == Completeness::Partial {
                completeness = Completeness::Partial;
            }
        }
        Self { columns: ColumnBlocks::new(segment), tests, completeness }
    }

    /// Returns the conclusion that may be drawn if a game passes all tests.
    pub(crate) const fn completeness(&self) -> Completeness {
        self.completeness
    }

    /// Keeps the games, in order, that pass all tests.
    pub(crate) fn retain(
        &mut self,
        names: &NameConditions<'_>,
        games: &mut Vec<u32>,
    ) -> Result<(), DatabaseError> {
        for test in &self.tests {
            match test {
                ColumnTest::Halves(section, possible) => {
                    let is_possible =
                        |it| possible.get(usize::from(u16::from_le_bytes(it))).copied();
                    self.columns.retain(*section, games, is_possible)?;
                }
                ColumnTest::Flags(possible) => {
                    let is_possible = |[flags]: [u8; 1]| possible.get(usize::from(flags)).copied();
                    self.columns.retain(Section::Flags, games, is_possible)?;
                }
                ColumnTest::Date(range) => {
                    let is_possible = |it| range.contains_date(game_date(u32::from_le_bytes(it)));
                    self.columns.retain(Section::Date, games, |it| Some(is_possible(it)))?;
                }
                ColumnTest::Name(index) => names.retain(*index, &mut self.columns, games)?,
            }
        }
        Ok(())
    }
}

/// Adds the tests of a condition, and returns whether passing them is enough to satisfy the
/// condition.
fn put_tests(
    condition: &Condition,
    index: usize,
    (segment, names): (&Segment, &NameConditions<'_>),
    tests: &mut Vec<ColumnTest>,
) -> Completeness {
    match condition {
        Condition::Elo(of, range) => {
            let (sections, completeness) = elo_columns(*of);
            for &section in sections {
                let is_possible = |elo| elo > 0 && range.contains(&u32::from(elo));
                put_halves(section, is_possible, tests);
            }
            completeness
        }
        // The column of an old segment lacks the dates of some tags.
        Condition::Date(range) if !segment.is_old() => {
            tests.push(ColumnTest::Date(range.clone()));
            Completeness::Whole
        }
        Condition::Eco(range) => {
            let code = |number: u16| number.checked_sub(1).and_then(EcoCode::from_index);
            let is_possible = |number| code(number).is_some_and(|it| range.contains(it));
            put_halves(Section::Eco, is_possible, tests);
            Completeness::Whole
        }
        Condition::Plies(range) => {
            let is_possible = |plies| range.contains(&u64::from(plies));
            put_halves(Section::Plies, is_possible, tests);
            Completeness::Whole
        }
        Condition::Result(result) => {
            let possible = (0..=u8::MAX).map(|flags| Flags(flags).result() == *result);
            tests.push(ColumnTest::Flags(possible.collect()));
            Completeness::Whole
        }
        _ => names.completeness(index).map_or(Completeness::Partial, |completeness| {
            tests.push(ColumnTest::Name(index));
            completeness
        }),
    }
}

/// Returns the columns whose values must all be in the rating range, and whether these columns
/// alone decide the condition.
const fn elo_columns(of: RatingOf) -> (&'static [Section], Completeness) {
    match of {
        RatingOf::White => (&[Section::WhiteElo], Completeness::Whole),
        RatingOf::Black => (&[Section::BlackElo], Completeness::Whole),
        RatingOf::Both => (&[Section::WhiteElo, Section::BlackElo], Completeness::Whole),
        RatingOf::Either | RatingOf::Average => (&[], Completeness::Partial),
    }
}

/// Adds a test of a column. Several conditions on one column share a test.
fn put_halves(section: Section, is_possible: impl Fn(u16) -> bool, tests: &mut Vec<ColumnTest>) {
    let known = tests.iter_mut().find_map(|test| match test {
        ColumnTest::Halves(other, possible) if *other == section => Some(possible),
        _ => None,
    });
    if let Some(possible) = known {
        for (number, it) in (0..=u16::MAX).zip(possible).filter(|(_, it)| **it) {
            *it = is_possible(number);
        }
    } else {
        let possible = (0..=u16::MAX).map(is_possible).collect();
        tests.push(ColumnTest::Halves(section, possible));
    }
}
