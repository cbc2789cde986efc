//! A segment's filter, created on first use.

use std::sync::atomic::AtomicBool;

use reynard::Position;
use reynard_games::Query;

use crate::DatabaseError;
use crate::filter::SegmentFilter;
use crate::lookup::Reach;
use crate::segment::Segment;

/// A filter that is created only if the segment has games to decide.
pub(crate) struct LazyFilter<'a> {
    query: &'a Query,
    segment: &'a Segment,
    stop: Option<&'a AtomicBool>,
    made: Option<SegmentFilter<'a>>,
}

impl<'a> LazyFilter<'a> {
    pub(crate) const fn new(
        query: &'a Query,
        segment: &'a Segment,
        stop: Option<&'a AtomicBool>,
    ) -> Self {
        Self { query, segment, stop, made: None }
    }

    /// Returns `true` if every game is accepted.
    pub(crate) fn accepts_all(&self) -> bool {
        self.query.is_empty() && self.segment.deleted() == 0
    }

    /// Returns the filter, prepared to decide `asked` games.
    pub(crate) fn get(&mut self, asked: u64) -> Result<&mut SegmentFilter<'a>, DatabaseError> {
        let made = match self.made.take() {
            Some(filter) => filter,
            None => SegmentFilter::new(self.query, self.segment)?.stopped_by(self.stop),
        };
        let filter = self.made.insert(made);
        filter.decide_many(asked)?;
        Ok(filter)
    }

    /// Counts the segment's accepted games that reach a position.
    pub(crate) fn count(&mut self, pos: &Position, reach: Reach) -> Result<u64, DatabaseError> {
        let segment = self.segment;
        if self.accepts_all()
            && let Some(sums) = segment.position_sums(pos, reach)?
        {
            return Ok(sums.games());
        }
        let found = match reach {
            Reach::Known => segment.postings_of_visited(pos),
            Reach::Unknown => segment.postings(pos),
        };
        let Some(postings) = found? else { return Ok(0) };
        if self.accepts_all() {
            return Ok(postings.len());
        }
        let filter = self.get(postings.len())?;
        let mut count = 0;
        postings.each_accepted(segment, filter, |_| {
            count += 1;
            Ok(())
        })?;
        Ok(count)
    }
}
