//! A page of a list of games.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use crate::bytes::low_word;
use crate::column_blocks::ColumnBlocks;
use crate::section::Section;
use crate::segment::Segment;
use crate::{DatabaseError, GameOrder, StoredGame};

/// The requested part of a list of games. By default, it is the whole list, ordered by number.
///
/// ```
/// use reynard_db::{GameOrder, GamePage, ListDirection};
///
/// let latest = GamePage { order: GameOrder::Date, limit: Some(20), ..GamePage::default() };
/// assert_eq!((latest.direction, latest.offset), (ListDirection::Forward, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GamePage {
    /// The order of the whole list.
    pub order: GameOrder,
    /// The direction in which the list is read.
    pub direction: ListDirection,
    /// Number of games to skip at the beginning.
    pub offset: usize,
    /// Maximum number of games returned; `None` for all.
    pub limit: Option<usize>,
}

/// The direction in which a list is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ListDirection {
    /// The list is read from its beginning.
    #[default]
    Forward,
    /// The list is read from its end.
    Reversed,
}

impl GamePage {
    /// Returns the games of the page from the complete list `games`.
    pub fn of<T>(&self, mut games: Vec<T>) -> Vec<T> {
        if self.direction == ListDirection::Reversed {
            games.reverse();
        }
        games.drain(..self.offset.min(games.len()));
        games.truncate(self.limit.unwrap_or(usize::MAX));
        games
    }
}

/// Selects the first games of an ordered list from games that arrive in ascending order of number.
pub(crate) struct ChosenGames<'a> {
    page: GamePage,
    /// Maximum number of games to keep: the number of games up to the end of the page.
    most: usize,
    /// The games kept so far. The top of the heap is the game that is last in the order of the
    /// list.
    heap: BinaryHeap<Place>,
    /// Segments by index.
    segments: Vec<&'a Segment>,
    /// Columns of the segment whose games were added most recently.
    columns: Option<ColumnBlocks<'a>>,
    is_empty: bool,
}

/// The place of a game in a list: its sort key and its number. A reversed list uses their
/// complements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    key: u64,
    segment: usize,
    number: u32,
}

impl<'a> ChosenGames<'a> {
    /// Creates a selection for a page. Returns `None` if the page can only be taken from the whole
    /// list, because it has no limit or its order is by name.
    pub(crate) fn new(page: &GamePage) -> Option<Self> {
        let most = page.offset.saturating_add(page.limit?);
        let has_keys = page.order.names().is_none();
        let (heap, segments) = (BinaryHeap::new(), Vec::new());
        has_keys.then(|| Self { page: *page, most, heap, segments, columns: None, is_empty: true })
    }

    /// Adds games of a segment. Returns `Break` if no later game can be on the page.
    pub(crate) fn add(
        &mut self,
        index: usize,
        segment: &'a Segment,
        mut numbers: Vec<u32>,
    ) -> Result<ControlFlow<()>, DatabaseError> {
        self.is_empty &= numbers.is_empty();
        let mut columns = match self.columns.take() {
            Some(columns) if self.segments.len() == index + 1 => columns,
            _ => ColumnBlocks::new(segment),
        };
        self.segments.resize(index + 1, segment);
        self.leave_out_dates(&mut columns, &mut numbers)?;
        for number in numbers {
            let key = self.page.order.key(&mut columns, number)?;
            let place = Place { key, segment: index, number }.turned(self.page.direction);
            if self.heap.len() < self.most {
                self.heap.push(place);
            } else if let Some(mut last) = self.heap.peek_mut()
                && place < *last
            {
                *last = place;
            } else if self.page.order == GameOrder::Id
                && self.page.direction == ListDirection::Forward
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.columns = Some(columns);
        Ok(ControlFlow::Continue(()))
    }

    /// Drops the games that can be ruled out by their dates alone.
    fn leave_out_dates(
        &self,
        columns: &mut ColumnBlocks<'_>,
        numbers: &mut Vec<u32>,
    ) -> Result<(), DatabaseError> {
        if self.page.order != GameOrder::Date || self.heap.len() < self.most {
            return Ok(());
        }
        let Some(&last) = self.heap.peek() else { return Ok(()) };
        let date = low_word((u64::MAX - last.turned(self.page.direction).key) >> 32);
        match self.page.direction {
            ListDirection::Forward => {
                columns.retain(Section::Date, numbers, |it| Some(u32::from_le_bytes(it) >= date))
            }
            ListDirection::Reversed => {
                columns.retain(Section::Date, numbers, |it| Some(u32::from_le_bytes(it) <= date))
            }
        }
    }

    /// Returns the games of the page; `None` if no games were added.
    pub(crate) fn finish(self) -> Option<Vec<StoredGame<'a>>> {
        let places = self.heap.into_sorted_vec().into_iter().skip(self.page.offset);
        let games = places.map(|place| {
            let Place { segment, number, .. } = place.turned(self.page.direction);
            StoredGame { segment: self.segments[segment], number }
        });
        (!self.is_empty).then(|| games.collect())
    }
}

impl Place {
    /// Converts a place to or from its form in a list of the given direction.
    const fn turned(self, direction: ListDirection) -> Self {
        match direction {
            ListDirection::Forward => self,
            ListDirection::Reversed => {
                Self { key: !self.key, segment: !self.segment, number: !self.number }
            }
        }
    }
}
