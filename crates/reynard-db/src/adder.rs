//! Adds games to a database, committing at regular intervals.

use std::ops::ControlFlow;

use reynard_pgn::{Input, ReadError, ReaderOptions, read_parallel};

use crate::bytes::{ByteCursor, put_bytes, put_varint};
use crate::database::BASE;
use crate::options::{Budget, SEGMENT_GAMES};
use crate::segment_builder::SegmentBuilder;
use crate::text_changes::TextChanges;
use crate::{Damage, Database, DatabaseError, GameCollector};

/// The record that stores the sources of games.
pub(crate) const SOURCES: &str = "sources";

/// A writer that adds games to a [`Database`]. It commits after every [`Budget::commit`] games and
/// at the end. If [`finish`](Self::finish) is not called, the games added since the last commit are
/// lost.
///
/// See [`GameCollector`] for an example.
pub struct Adder<'a> {
    base: &'a mut Database,
    budget: Budget,
    builder: SegmentBuilder,
    report: AddReport,
    /// All sources so far, and the progress of each.
    sources: Vec<SourceProgress>,
}

/// Totals for the added games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddReport {
    /// Number of added games.
    pub games: u64,
    /// Number of plies in the main lines of the games.
    pub plies: u64,
    /// Games with an error. Their legal moves before the error were kept.
    pub damaged: u64,
    /// Counts of text changes, by kind: text that is stored in a different form than in the source.
    pub changes: TextChanges,
    /// Number of segments written.
    pub segments: u64,
    /// `true` if the record of earlier sources was damaged and a new record was started.
    pub lost_sources: bool,
}

/// A source of games, and how much of it has been committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceProgress {
    /// Name of the source, as given to [`Adder::begin_source`].
    pub name: String,
    /// Size of the source in bytes.
    pub size: u64,
    /// Number of bytes of text read so far.
    pub bytes: u64,
    /// `true` if the whole source has been read.
    pub complete: bool,
}

impl<'a> Adder<'a> {
    pub(crate) fn new(base: &'a mut Database, budget: Budget) -> Self {
        let builder = SegmentBuilder::new(&budget);
        Self { base, budget, builder, report: AddReport::default(), sources: Vec::new() }
    }

    /// Sets the source of the next games. Each commit stores how much of it has been read.
    pub fn begin_source(&mut self, name: &str, size: u64, skipped: u64) {
        let name = name.to_owned();
        self.sources.push(SourceProgress { name, size, bytes: skipped, complete: false });
    }

    /// Marks the current source as completely read.
    pub fn end_source(&mut self) {
        if let Some(source) = self.sources.last_mut() {
            source.complete = true;
        }
    }

    /// Adds the games that were read from the next `bytes` bytes of the source, and commits if a
    /// commit is due.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the games cannot be written. Games that are already committed are kept.
    pub fn add_chunk(&mut self, games: GameCollector, bytes: u64) -> Result<(), DatabaseError> {
        if let Some(source) = self.sources.last_mut() {
            source.bytes += bytes;
        }
        self.report.games += games.batch.games.len() as u64;
        self.report.damaged += games.damaged;
        self.report.changes.add(&games.changes());
        self.report.plies +=
            games.batch.games.iter().map(|game| u64::from(game.plies)).sum::<u64>();
        self.builder.add(&games.batch)?;
        drop(games);
        if self.builder.games() >= self.budget.commit.min(SEGMENT_GAMES)
            || self.builder.is_heavy(&self.budget)
        {
            self.commit()?;
        }
        Ok(())
    }

    /// Adds games, and commits if a commit is due.
    ///
    /// # Errors
    ///
    /// Same as for [`add_chunk`](Self::add_chunk).
    pub fn add(&mut self, games: GameCollector) -> Result<(), DatabaseError> {
        self.add_chunk(games, 0)
    }

    /// Commits the remaining games.
    ///
    /// # Errors
    ///
    /// Same as for [`add_chunk`](Self::add_chunk).
    pub fn finish(mut self) -> Result<AddReport, DatabaseError> {
        self.commit()?;
        self.base.tidy(&self.budget)?;
        self.base.shorten()?;
        Ok(self.report)
    }

    /// Writes the games added since the last commit to a segment.
    fn commit(&mut self) -> Result<(), DatabaseError> {
        if self.builder.games() == 0 && self.sources.is_empty() {
            return Ok(());
        }
        let builder = std::mem::replace(&mut self.builder, SegmentBuilder::new(&self.budget));
        let mut transaction = self.base.begin()?;
        let mut record = self.base.base.clone();
        if builder.games() > 0 {
            let number = record.next_segment;
            record.next_segment += 1;
            record.segments.push(builder.finish(number, &mut transaction)?);
            self.report.segments += 1;
        }
        transaction.put_record(BASE, &record.write())?;
        if !self.sources.is_empty() {
            // Only `add --resume` needs it, and games can be added without it.
            let known = match self.base.sources() {
                Err(DatabaseError::Damaged { .. }) => {
                    self.report.lost_sources = true;
                    Vec::new()
                }
                known => known?,
            };
            transaction.put_record(SOURCES, &write_sources(&merged(known, &self.sources)))?;
        }
        transaction.commit()?;
        self.base.reload()
    }
}

impl std::fmt::Debug for Adder<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Adder").field("report", &self.report).finish_non_exhaustive()
    }
}

/// Merges the progress of each source. If a source occurs more than once, its last entry wins. Name
/// and size identify a source.
fn merged(mut known: Vec<SourceProgress>, new: &[SourceProgress]) -> Vec<SourceProgress> {
    for source in new {
        known.retain(|it| it.name != source.name || it.size != source.size);
        known.push(source.clone());
    }
    known
}

fn write_sources(sources: &[SourceProgress]) -> Vec<u8> {
    let mut out = Vec::new();
    for SourceProgress { name, size, bytes, complete } in sources {
        put_bytes(&mut out, name.as_bytes());
        put_varint(&mut out, *size);
        put_varint(&mut out, *bytes);
        out.push(u8::from(*complete));
    }
    out
}

fn read_sources(bytes: &[u8]) -> Result<Vec<SourceProgress>, Damage> {
    let mut cursor = ByteCursor::new(bytes);
    let mut sources = Vec::new();
    while !cursor.is_empty() {
        let name = String::from_utf8_lossy(cursor.bytes()?).into_owned();
        let (size, bytes) = (cursor.varint()?, cursor.varint()?);
        sources.push(SourceProgress { name, size, bytes, complete: cursor.byte()? != 0 });
    }
    Ok(sources)
}

impl Database {
    /// Returns an [`Adder`] that adds games to this database within `budget`.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// let mut adder = base.adder(reynard_db::Budget::default());
    /// assert_eq!(adder.finish()?.games, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn adder(&mut self, budget: Budget) -> Adder<'_> {
        Adder::new(self, budget)
    }

    /// Parses PGN text on the threads of the budget, and adds its games. The text may be compressed.
    ///
    /// # Errors
    ///
    /// Same as for [`add_input`](Self::add_input).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// let report = base.add_pgn(b"1. e4 e5 2. Ke3 *\n", &Default::default())?;
    /// assert_eq!((report.games, report.damaged, report.plies), (1, 1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_pgn(&mut self, pgn: &[u8], budget: &Budget) -> Result<AddReport, DatabaseError> {
        self.add_input(Input::new(pgn)?, budget)
    }

    /// Reads games in PGN on the threads of the budget, and adds them. The memory that this takes
    /// does not depend on the size of the input.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the games cannot be written, and [`DatabaseError::Io`] if the input
    /// cannot be read. The games that are committed by then are kept: see [`Budget::commit`].
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use reynard_pgn::Input;
    ///
    /// let file = std::io::Cursor::new("1. e4 e5 *\n\n1. d4 *\n");
    /// let report = base.add_input(Input::new(file)?, &Default::default())?;
    /// assert_eq!((report.games, report.plies), (2, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_input(
        &mut self,
        input: Input<'_>,
        budget: &Budget,
    ) -> Result<AddReport, DatabaseError> {
        let options = self.options();
        let mut adder = self.adder(*budget);
        let read = read_parallel(
            input,
            &ReaderOptions { limits: GameCollector::LIMITS, ..ReaderOptions::default() },
            budget.threads,
            || GameCollector::new(options),
            |games, _| match adder.add(games) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            },
        );
        match read {
            Ok(ControlFlow::Continue(_)) => adder.finish(),
            Ok(ControlFlow::Break(error)) => Err(error),
            Err(ReadError::Io(error)) => Err(DatabaseError::Io(error)),
            // The options do not stop at an error in a game.
            Err(ReadError::Stopped(error)) => {
                Err(DatabaseError::Io(std::io::Error::other(error.to_string())))
            }
        }
    }

    /// Returns the sources of the games and the import progress of each, for resuming an
    /// interrupted import.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// let mut adder = base.adder(Default::default());
    /// adder.begin_source("games.pgn", 1000, 0);
    /// adder.finish()?;
    /// assert!(!base.sources()?[0].complete);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sources(&self) -> Result<Vec<SourceProgress>, DatabaseError> {
        let Some(record) = self.record(SOURCES)? else { return Ok(Vec::new()) };
        read_sources(&record).map_err(|damage| damage.of(SOURCES, 0))
    }
}
