//! Builds new segments from the games of existing segments, for compaction and merging.
//!
//! Lists of games are merged in encoded form. If the old segments have different options, games are
//! replayed and indexed again. The bytes are the same either way: they depend only on the games and
//! their order.

use std::ops::ControlFlow;

use reynard_base::parallel::Workers;

use crate::batch::{Batch, BatchGame, Flags};
use crate::column_merge::{MergedColumns, merge_columns};
use crate::descriptor::SegmentDescriptor;
use crate::game::{each_tag, each_tree_move, extra_of, tree_of};
use crate::material_path::{MaterialRecorder, UNRECORDED};
use crate::options::{Budget, DatabaseOptions, ExtraContent, VariationIndex};
use crate::position_merge::merge_positions;
use crate::posting_move::PostingMove;
use crate::segment::Segment;
use crate::segment_builder::SegmentBuilder;
use crate::segment_part::SegmentPart;
use crate::segment_writer::write_positions;
use crate::shared_keys::NewGames;
use crate::store::Transaction;
use crate::{Damage, DatabaseError};

/// Number of games that a thread replays per step.
const CHUNK: u32 = 512;

/// An operation uses at most its memory divided by this number for the blocks of the inputs and of
/// the new file.
const INPUTS: usize = 5;

/// An operation uses at least its memory divided by this number for positions. With less memory,
/// games would be replayed repeatedly.
const LEAST: usize = 4;

/// Builds segments from the games of other segments.
pub(crate) struct Rebuild<'a> {
    pub(crate) options: DatabaseOptions,
    pub(crate) budget: &'a Budget,
    pub(crate) method: RebuildMethod,
}

/// The method by which the index of a new segment is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RebuildMethod {
    /// The indices of the old segments are merged. The segments must have the same options.
    Merge,
    /// Games are replayed.
    Replay,
}

impl Rebuild<'_> {
    /// Writes a segment that contains the games of the given parts.
    pub(crate) fn write(
        &self,
        parts: &[SegmentPart<'_>],
        number: u32,
        transaction: &mut Transaction<'_>,
    ) -> Result<SegmentDescriptor, DatabaseError> {
        // Segments of an earlier version lack data that can only be restored by replaying the
        // games. The index of a database without texts could contain positions of the texts.
        if self.method == RebuildMethod::Merge
            && !self.options.has_variations_without_text()
            && !parts.iter().any(|part| part.segment.is_old())
            && let Some(merged) = merge_fresh(parts)?
        {
            let games = NewGames { parts, merged: &merged };
            let mut segment = merged.columns.write(number, &merged.names, transaction)?;
            let rows = merged.columns.rows();
            let held = merged.heap_size() + size_of_val(&rows[..]) + self.budget.memory / INPUTS;
            let memory = self.budget.memory.saturating_sub(held).max(self.budget.memory / LEAST);
            let summed = merged.columns.summed(&rows);
            write_positions(&mut segment, transaction, summed, |bits, sink| {
                merge_positions(&games, bits, memory, sink)
            })?;
            let postings: u64 = parts.iter().map(|part| part.segment.descriptor.postings).sum();
            if parts.iter().all(SegmentPart::is_whole) && segment.postings != postings {
                return Err(Damage::NUMBER.of("positions", 0));
            }
            return Ok(segment);
        }
        self.replay(parts)?.finish(number, transaction)
    }

    /// Replays the games of the given parts.
    fn replay(&self, parts: &[SegmentPart<'_>]) -> Result<SegmentBuilder, DatabaseError> {
        let mut chunks = parts.iter().flat_map(|part| {
            let starts = (0..part.len()).step_by(CHUNK as usize);
            starts.map(move |start| (part, start..part.len().min(start + CHUNK)))
        });
        let mut builder = SegmentBuilder::new(self.budget);
        let workers = Workers::new(self.budget.threads, || ());
        let flow = workers.ordered(
            |()| chunks.next(),
            |(), (part, numbers)| {
                let mut batch = Batch::default();
                for number in numbers {
                    self.copy(part.segment, part.old_number(number), &mut batch)?;
                }
                Ok(batch)
            },
            |batch: Result<Batch, DatabaseError>| match batch.and_then(|batch| builder.add(&batch))
            {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            },
        );
        match flow {
            ControlFlow::Break(error) => Err(error),
            ControlFlow::Continue(()) => Ok(builder),
        }
    }

    /// Copies a game and indexes it.
    fn copy(&self, segment: &Segment, game: u32, batch: &mut Batch) -> Result<(), DatabaseError> {
        let mut record = batch.begin_game();
        let extra = extra_of(segment, game)?;
        let flags = segment.flags_of(game)?;
        each_tag(segment, game, &extra, |name, value| batch.tag(name, value))?;
        let start = segment.start_of(game, extra.fen.as_deref())?;
        batch.coded_moves(&segment.codes(game)?);
        let mut ply = 0_u64;
        let limit = u64::from(self.options.plies);
        let needs_text = flags.is_foreign() || flags.is_passed();
        let mut material = MaterialRecorder::default();
        material.begin(&start);
        segment.replay_from(game, start, |pos, mv| {
            if let Some(mv) = mv {
                material.play(pos, mv);
            }
            if ply <= limit && !(mv.is_none() && flags.is_foreign()) {
                let mv = mv.map_or(PostingMove::END, |mv| PostingMove::of(pos, mv));
                batch.visit(&record, pos, ply, mv);
            }
            ply += 1;
            true
        })?;
        let is_recorded = !flags.is_passed() && !flags.is_foreign();
        batch.material(if is_recorded { material.bytes() } else { UNRECORDED });
        let keeps = |text: &Vec<u8>| {
            self.options.extra == ExtraContent::Kept || needs_text || says_more(text, flags)
        };
        record.text = extra.text.filter(keeps).map(Vec::into_boxed_slice);
        if record.text.is_some() {
            self.index_text(segment, game, &mut record, batch)?;
        }
        record.plies = segment.half(crate::section::Section::Plies, game)?;
        record.flags = flags.without_extra();
        record.fen = extra.fen.map(String::into_boxed_str);
        batch.end_game(record);
        Ok(())
    }

    /// Indexes the positions that occur only in the text of a game: those of variations, and of the
    /// main line after a null move.
    fn index_text(
        &self,
        segment: &Segment,
        game: u32,
        record: &mut BatchGame,
        batch: &mut Batch,
    ) -> Result<(), DatabaseError> {
        let is_indexed = self.options.variations == VariationIndex::Indexed;
        if !is_indexed && !segment.flags_of(game)?.is_passed() {
            return Ok(());
        }
        each_tree_move(&tree_of(segment, game)?, |it| match it.ply_after_null {
            Some(ply) => {
                let (mv, limit) = ((it.before, it.mv, it.after), self.options.plies);
                batch.visit_after_null(record, mv, ply, limit.into());
            }
            None if it.depth > 0 && is_indexed => {
                batch.visit_variation(record, it.before, it.mv, it.after);
            }
            None => {}
        });
        Ok(())
    }
}

/// Returns `true` if `text` contains more than annotations: unparsed text, or a result marker that
/// differs from the result.
fn says_more(text: &[u8], flags: Flags) -> bool {
    const UNREAD: &[u8] = b"[%unread]";
    text.windows(UNREAD.len()).any(|bytes| bytes == UNREAD)
        || !text.ends_with(flags.result().as_str().as_bytes())
}

/// Merges the columns of the given parts, and drops the columns of the parts afterwards.
fn merge_fresh(parts: &[SegmentPart<'_>]) -> Result<Option<MergedColumns>, DatabaseError> {
    let fresh: Vec<Segment> = parts.iter().map(|part| part.segment.fresh()).collect();
    let parts: Vec<SegmentPart<'_>> =
        parts.iter().zip(&fresh).map(|(part, segment)| part.clone().of(segment)).collect();
    merge_columns(&parts)
}
