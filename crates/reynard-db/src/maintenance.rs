//! Deleting, compacting, merging.

use std::fs;
use std::path::{Path, PathBuf};

use crate::database::{BASE, DELETED, Deleted, write_deleted};
use crate::options::{Budget, SEGMENT_GAMES};
use crate::rebuild::Rebuild;
use crate::segment::Segment;
use crate::segment_builder::SegmentBuilder;
use crate::{Database, DatabaseError};

/// Segments of one size after which some are made into one.
const MOST_OF_A_SIZE: usize = 8;

/// The size class of a segment: each is eight times the one before.
fn size_class(games: u32) -> u32 {
    games.max(512).ilog2() / 3
}

impl Database {
    /// Deletes games. They keep their numbers, and their space, until the database is compacted.
    ///
    /// Returns the number of games that were there.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::NoSuchGame`] if a number is too large; nothing is deleted then.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let mut base = reynard_db::Database::create(folder.path().join("a.rdb"), Default::default())?;
    /// base.add_pgn(b"1. e4 *\n\n1. d4 *\n", &Default::default())?;
    /// assert_eq!(base.delete(&[0])?, 1);
    /// assert!(base.game(0).is_err() && base.game(1).is_ok());
    /// base.compact(&Default::default())?;
    /// assert_eq!(base.games(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn delete(&mut self, ids: &[u64]) -> Result<u64, DatabaseError> {
        let mut deleted = self.deleted_list().clone();
        let mut count = 0;
        for &id in ids {
            let (segment, game) = self.place(id).ok_or(DatabaseError::NoSuchGame(id))?;
            count += u64::from(insert(&mut deleted, segment.number(), game));
        }
        let mut transaction = self.begin()?;
        transaction.put_record(DELETED, &write_deleted(&deleted))?;
        transaction.commit()?;
        self.reload()?;
        Ok(count)
    }

    /// Removes deleted games, makes segments as large as they may be, and gives unused space back. Games
    /// get new numbers if some were deleted.
    ///
    /// The old and the new segments are in the file until it is done.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or written or is damaged; it is as it was then.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let mut base = reynard_db::Database::create(folder.path().join("a.rdb"), Default::default())?;
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// base.add_pgn(b"1. d4 *\n", &Default::default())?;
    /// base.compact(&Default::default())?;
    /// assert_eq!(base.info()?.segments.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compact(&mut self, budget: &Budget) -> Result<(), DatabaseError> {
        self.merge_from(0, budget)?;
        self.close_segments();
        let shrunk = self.store_mut().shrink();
        self.reload()?;
        shrunk
    }

    /// Copies all games into a new file. Its bytes depend on the games, their order and the options alone.
    ///
    /// # Errors
    ///
    /// As [`merge`](Self::merge).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let mut base = reynard_db::Database::create(folder.path().join("a.rdb"), Default::default())?;
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// let copy = folder.path().join("copy.rdb");
    /// base.compact_to(&copy, &Default::default())?;
    /// assert_eq!(reynard_db::Database::open(&copy)?.games(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compact_to(&self, path: impl AsRef<Path>, budget: &Budget) -> Result<(), DatabaseError> {
        Self::merge(&[self], path, budget)
    }

    /// Copies the games of several databases into a new file, in their order, with the options of the
    /// first one.
    ///
    /// The file is made under another name, with `.part` behind it, and gets its own when it is whole.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::Exists`] if there is such a file; [`DatabaseError`] if one cannot be read or
    /// written or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = |name: &str| folder.path().join(name);
    /// use reynard_db::Database;
    ///
    /// let mut a = Database::create(path("a.rdb"), Default::default())?;
    /// a.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// let mut b = Database::create(path("b.rdb"), Default::default())?;
    /// b.add_pgn(b"1. d4 *\n\n1. c4 *\n", &Default::default())?;
    /// Database::merge(&[&a, &b], path("c.rdb"), &Default::default())?;
    /// assert_eq!(Database::open(path("c.rdb"))?.games(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn merge(
        bases: &[&Self],
        path: impl AsRef<Path>,
        budget: &Budget,
    ) -> Result<(), DatabaseError> {
        let path = path.as_ref();
        if path.exists() {
            return Err(DatabaseError::Exists);
        }
        let part = part_path(path);
        match fs::remove_file(&part) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
        let written = write_merged(bases, &part, budget);
        if written.is_err() {
            // The error of the merge says more than one of removing what it has left.
            let _ = fs::remove_file(&part);
            return written;
        }
        fs::rename(&part, path)?;
        Ok(())
    }

    /// Makes one segment of several small ones, if there are many of one size.
    pub(crate) fn tidy(&mut self, budget: &Budget) -> Result<(), DatabaseError> {
        let largest = size_class(SEGMENT_GAMES);
        for class in 0..largest {
            let is_small = |segment: &Segment| size_class(segment.games()) <= class;
            let run = self.segments.iter().rev().take_while(|segment| is_small(segment)).count();
            if run > MOST_OF_A_SIZE {
                return self.merge_from(self.segments.len() - run, budget);
            }
        }
        Ok(())
    }

    /// Replaces the segments from an index on by full ones, in one transaction.
    fn merge_from(&mut self, first: usize, budget: &Budget) -> Result<(), DatabaseError> {
        let old: Vec<&Segment> = self.segments[first..].iter().collect();
        if let [only] = old[..]
            && only.deleted() == 0
            && only.games() <= SEGMENT_GAMES
        {
            return Ok(());
        }
        let mut record = self.base.clone();
        record.segments.truncate(first);
        let mut transaction = self.begin()?;
        let rebuild = Rebuild { options: self.options(), budget, capacity: SEGMENT_GAMES };
        rebuild.run(&old, |builder: SegmentBuilder| {
            let number = record.next_segment;
            record.next_segment += 1;
            record.segments.push(builder.finish(number, &mut transaction)?);
            Ok(())
        })?;
        let mut deleted = self.deleted_list().clone();
        for segment in old {
            transaction.delete_segment(segment.number())?;
            deleted.retain(|(number, _)| *number != segment.number());
        }
        transaction.put_record(BASE, &record.write())?;
        transaction.put_record(DELETED, &write_deleted(&deleted))?;
        transaction.commit()?;
        self.reload()
    }
}

/// Adds a game to the deleted ones; `false` if it was one.
fn insert(deleted: &mut Deleted, segment: u32, game: u32) -> bool {
    let index = match deleted.binary_search_by_key(&segment, |(number, _)| *number) {
        Ok(index) => index,
        Err(index) => {
            deleted.insert(index, (segment, Vec::new()));
            index
        }
    };
    let games = &mut deleted[index].1;
    games.binary_search(&game).map_err(|place| games.insert(place, game)).is_err()
}

/// The name of a file that is not whole yet.
fn part_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

fn write_merged(bases: &[&Database], path: &Path, budget: &Budget) -> Result<(), DatabaseError> {
    let options = bases.first().map(|base| base.options()).unwrap_or_default();
    let mut out = Database::create(path, options)?;
    let segments: Vec<&Segment> = bases.iter().flat_map(|base| &base.segments).collect();
    let rebuild = Rebuild { options, budget, capacity: SEGMENT_GAMES };
    rebuild.run(&segments, |builder| {
        let mut record = out.base.clone();
        let mut transaction = out.begin()?;
        let number = record.next_segment;
        record.next_segment += 1;
        record.segments.push(builder.finish(number, &mut transaction)?);
        transaction.put_record(BASE, &record.write())?;
        transaction.commit()?;
        out.reload()
    })?;
    out.close_segments();
    out.store_mut().shrink()
}
