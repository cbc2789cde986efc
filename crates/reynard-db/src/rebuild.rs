//! Games of segments on their way into new segments: compaction and merging.
//!
//! The games are replayed and indexed anew, so that the result depends on the games and their order alone.

use std::ops::ControlFlow;

use reynard_parallel::Workers;

use crate::DatabaseError;
use crate::batch::{Batch, variation_visit};
use crate::collector::visit_number;
use crate::entry::{END, Entry, rank_of};
use crate::game::{each_tag, each_tree_move, extra_of, tree_of};
use crate::options::{Budget, DatabaseOptions, ExtraContent, VariationIndex};
use crate::segment::Segment;
use crate::segment_builder::SegmentBuilder;

/// Games that a thread replays at a time.
const CHUNK: u32 = 512;

/// Makes segments of games of other segments.
pub(crate) struct Rebuild<'a> {
    pub(crate) options: DatabaseOptions,
    pub(crate) budget: &'a Budget,
    /// Games of a new segment.
    pub(crate) capacity: u32,
}

/// A range of games of a segment.
type Part<'a> = (&'a Segment, std::ops::Range<u32>);

impl Rebuild<'_> {
    /// Replays all games that are not deleted and hands on full builders, in order.
    pub(crate) fn run(
        &self,
        segments: &[&Segment],
        mut flush: impl FnMut(SegmentBuilder) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        let mut parts = parts(segments, self.capacity).into_iter();
        let mut builder = SegmentBuilder::new(self.budget);
        let workers = Workers::new(self.budget.threads, || ());
        let flow = workers.ordered(
            |()| parts.next(),
            |(), (part, ends)| (self.batch(&part), ends),
            |(batch, ends): (Result<Batch, DatabaseError>, bool)| {
                let add = || {
                    builder.add(&batch?)?;
                    if ends {
                        let full =
                            std::mem::replace(&mut builder, SegmentBuilder::new(self.budget));
                        flush(full)?;
                    }
                    Ok::<(), DatabaseError>(())
                };
                match add() {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(error),
                }
            },
        );
        match flow {
            ControlFlow::Break(error) => Err(error),
            ControlFlow::Continue(()) if builder.games() > 0 => flush(builder),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    fn batch(&self, part: &Part<'_>) -> Result<Batch, DatabaseError> {
        let (segment, games) = part;
        let mut batch = Batch::default();
        for game in games.clone().filter(|&game| !segment.is_deleted(game)) {
            self.copy(segment, game, &mut batch)?;
        }
        Ok(batch)
    }

    /// Copies a game and indexes it.
    fn copy(&self, segment: &Segment, game: u32, batch: &mut Batch) -> Result<(), DatabaseError> {
        let mut record = batch.begin_game();
        let extra = extra_of(segment, game)?;
        let flags = segment.flags_of(game)?;
        each_tag(segment, game, &extra, |name, value| batch.tag(name, value))?;
        let start = segment.start_of(game, extra.fen.as_deref())?;
        batch.coded_moves(&segment.codes(game)?);
        let number = crate::bytes::len32(batch.games.len());
        let (mut ply, entries) = (0_u64, &mut batch.entries);
        let limit = u64::from(self.options.plies);
        let needs_text = flags.is_foreign() || flags.is_passed();
        segment.replay_from(game, start, |pos, mv| {
            let rank = mv.map_or(END, |mv| rank_of(pos, mv));
            if ply <= limit && !(mv.is_none() && flags.is_foreign()) {
                entries.push(Entry::new(pos.key(), number, visit_number(ply), rank));
            }
            ply += 1;
            true
        })?;
        if self.options.variations == VariationIndex::Indexed && extra.text.is_some() {
            index_variations(segment, game, number, batch)?;
        }
        record.plies = segment.half(crate::section::Section::Plies, game)?;
        record.flags = flags.without_extra();
        record.fen = extra.fen.map(String::into_boxed_str);
        let keeps = self.options.extra == ExtraContent::Kept || needs_text;
        record.text = extra.text.filter(|_| keeps).map(Vec::into_boxed_slice);
        batch.end_game(record);
        Ok(())
    }
}

fn index_variations(
    segment: &Segment,
    game: u32,
    number: u32,
    batch: &mut Batch,
) -> Result<(), DatabaseError> {
    let tree = tree_of(segment, game)?;
    each_tree_move(&tree, |it| {
        if it.depth > 0 {
            let (ply, entries) = (it.before.ply(), &mut batch.entries);
            let mv = rank_of(it.before, it.mv);
            entries.push(Entry::new(it.before.key(), number, variation_visit(ply), mv));
            entries.push(Entry::new(it.after.key(), number, variation_visit(ply + 1), END));
        }
    });
    Ok(())
}

/// The games in parts for the threads; with `true` where a new segment ends.
fn parts<'a>(segments: &[&'a Segment], capacity: u32) -> Vec<(Part<'a>, bool)> {
    let (mut parts, mut filled) = (Vec::new(), 0);
    for segment in segments {
        let mut start = 0;
        let (mut end, mut taken) = (0, 0);
        while end < segment.games() {
            taken += u32::from(!segment.is_deleted(end));
            end += 1;
            let ends = filled + taken == capacity;
            if ends || end - start == CHUNK || end == segment.games() {
                parts.push(((*segment, start..end), ends));
                filled = if ends { 0 } else { filled + taken };
                (start, taken) = (end, 0);
            }
        }
    }
    parts
}
