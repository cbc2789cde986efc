//! Deletes games, and compacts and merges databases.

use std::fs;
use std::ops::Range;
use std::path::Path;

use reynard_base::files::NewFile;

use crate::database::{BASE, DELETED, Deleted, write_deleted};
use crate::notes::NOTES;
use crate::options::{Budget, SEGMENT_GAMES};
use crate::rebuild::{Rebuild, RebuildMethod};
use crate::segment::Segment;
use crate::segment_part::{DeletedGames, SegmentPart, plan};
use crate::store::{FileAccess, SMALL, Store};
use crate::tag_edit::{EDITS, edits_without};
use crate::{Database, DatabaseError};

/// Maximum number of bytes by which a file with few games can exceed the size of its blocks.
const SLACK: u64 = 1 << 20;

/// Number of segments of one size class above which some segments are merged.
const MOST_OF_A_SIZE: usize = 8;

/// Returns the size class of a segment. The minimum number of games in each class is eight times
/// that of the previous class.
fn size_class(games: u32) -> u32 {
    games.max(512).ilog2() / 3
}

/// The result of a compaction.
#[derive(Debug, Default)]
pub struct CompactReport {
    /// Number of remaining games.
    pub games: u64,
    /// Number of deleted games that were removed.
    pub removed: u64,
    /// The games that were renumbered, in order.
    pub moved: Vec<MovedGames>,
    /// The reason why unused space was not released; `None` if it was. The content of the database
    /// is intact in both cases.
    pub unreclaimed: Option<DatabaseError>,
}

/// A range of games that were renumbered by a compaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedGames {
    /// The old numbers of the games.
    pub before: Range<u64>,
    /// The new number of the first game.
    pub now: u64,
}

impl CompactReport {
    /// Returns the report for a database of `games` games from which `deleted` were removed.
    fn new(games: u64, deleted: &[u64]) -> Self {
        let removed = deleted.len() as u64;
        let moved = moved_games(deleted, games);
        Self { games: games - removed, removed, moved, unreclaimed: None }
    }
}

impl Database {
    /// Deletes games. They keep their numbers and their space until the database is compacted.
    ///
    /// Returns the number of games that were not already deleted.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::NoSuchGame`] if a number is too large. In that case, no game is deleted.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n\n1. d4 *\n", &Default::default())?;
    /// assert_eq!(base.delete(&[0])?, 1);
    /// assert!(base.game(0).is_err() && base.game(1).is_ok());
    /// base.compact(&Default::default())?;
    /// assert_eq!(base.games(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn delete(&mut self, ids: &[u64]) -> Result<u64, DatabaseError> {
        self.change_deleted(ids, insert)
    }

    /// Restores deleted games, which is possible until the database is compacted.
    ///
    /// Returns the number of games that were restored.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::NoSuchGame`] if a number is too large. In that case, nothing is changed.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n\n1. d4 *\n", &Default::default())?;
    /// base.delete(&[0])?;
    /// assert_eq!(base.undelete(&[0, 1])?, 1);
    /// assert!(base.game(0).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undelete(&mut self, ids: &[u64]) -> Result<u64, DatabaseError> {
        self.change_deleted(ids, remove)
    }

    /// Changes the list of deleted games for each of the given games, and returns the number of
    /// changes.
    fn change_deleted(
        &mut self,
        ids: &[u64],
        change: fn(&mut Deleted, segment: u32, game: u32) -> bool,
    ) -> Result<u64, DatabaseError> {
        let mut deleted = self.deleted_list().clone();
        let mut count = 0;
        for &id in ids {
            let (segment, game) = self.place(id).ok_or(DatabaseError::NoSuchGame(id))?;
            count += u64::from(change(&mut deleted, segment.number(), game));
        }
        self.put_deleted(&deleted)?;
        Ok(count)
    }

    fn put_deleted(&mut self, deleted: &Deleted) -> Result<(), DatabaseError> {
        let mut transaction = self.begin()?;
        transaction.put_record(DELETED, &write_deleted(deleted))?;
        transaction.commit()?;
        self.reload()?;
        self.shorten()
    }

    /// Removes deleted games, merges the segments into full ones, and releases unused space. If
    /// games are removed, later games are renumbered to close the gaps: the report lists them.
    ///
    /// No other process can open the file during the compaction. Until the compaction is finished,
    /// the file contains both the old and the new segments.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::InUse`] if another process is reading the file; [`DatabaseError`] if it
    /// cannot be read or written or is damaged. In either case, the database is unchanged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// base.add_pgn(b"1. d4 *\n", &Default::default())?;
    /// base.delete(&[0])?;
    /// let report = base.compact(&Default::default())?;
    /// assert_eq!((base.info()?.segments.len(), report.games), (1, 1));
    /// assert_eq!((report.moved[0].before.clone(), report.moved[0].now), (1..2, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compact(&mut self, budget: &Budget) -> Result<CompactReport, DatabaseError> {
        self.alone(|base| {
            let (before, deleted) = (base.games(), base.deleted_games());
            base.merge_from(0, budget, DeletedGames::Dropped)?;
            base.close_segments();
            // The new content is complete. Without its unused space, the file would only be
            // shorter.
            let unreclaimed = base.store_mut().shrink().err();
            Ok(CompactReport { unreclaimed, ..CompactReport::new(before, &deleted) })
        })
    }

    /// Copies all games except deleted ones into a new file. Its bytes depend only on the games,
    /// their order and the options. The report lists the games that are renumbered.
    ///
    /// # Errors
    ///
    /// Same as for [`merge`](Self::merge).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// let copy = folder.path().join("copy.rdb");
    /// base.compact_to(&copy, &Default::default())?;
    /// assert_eq!(reynard_db::Database::open(&copy)?.games(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compact_to(
        &self,
        path: impl AsRef<Path>,
        budget: &Budget,
    ) -> Result<CompactReport, DatabaseError> {
        Self::merge(&[self], path, budget)?;
        Ok(CompactReport::new(self.games(), &self.deleted_games()))
    }

    /// Copies the games of several databases into a new file, in the order of the databases, with
    /// the options of the first one.
    ///
    /// The new file has a temporary name in its folder until it is complete:
    /// [`reynard_base::files::abandon`] removes it in a signal handler.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::Exists`] if the file exists; [`DatabaseError::InFile`] if one of the
    /// databases cannot be read or is damaged; [`DatabaseError`] if the file cannot be written.
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
        let file = NewFile::create(path.as_ref()).map_err(not_created)?;
        let options = bases.first().map(|base| base.options()).unwrap_or_default();
        let same_options = bases.iter().all(|base| base.options() == options);
        let method = if same_options { RebuildMethod::Merge } else { RebuildMethod::Replay };
        let rebuild = Rebuild { options, budget, method };
        write_merged(bases, file.path(), &rebuild, SEGMENT_GAMES)
            .map_err(|error| of_input(bases, error))?;
        file.finish().map_err(not_created)
    }

    /// Removes the unused end of the file, and returns `true` if the file became shorter. The store
    /// doubles the size of a full file. Removing the end takes about a second per gigabyte.
    ///
    /// While another process is reading the file, the file keeps its length. The unused end takes
    /// no space on disk.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// assert!(!base.trim()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trim(&mut self) -> Result<bool, DatabaseError> {
        self.check_single()?;
        let blocks = self.blocks();
        let before = fs::metadata(self.path())?.len();
        if before <= blocks + blocks / 4 + SLACK {
            return Ok(false);
        }
        self.close_segments();
        let shrunk = self.store_mut().shrink();
        self.reload()?;
        Ok(shrunk.is_ok() && fs::metadata(self.path())?.len() < before)
    }

    /// Returns the total size of the blocks of all segments in bytes.
    fn blocks(&self) -> u64 {
        self.base.segments.iter().flat_map(|segment| &segment.lengths).sum()
    }

    /// Shortens a small file whose size the store has doubled because it was full. For a large
    /// file, shortening would take longer than adding games, and the unused end takes no space on
    /// disk.
    pub(crate) fn shorten(&mut self) -> Result<(), DatabaseError> {
        if self.blocks() < SMALL {
            self.trim()?;
        }
        Ok(())
    }

    /// Merges several small segments into one, if there are many of one size class. Games keep
    /// their numbers, and deleted games stay deleted.
    pub(crate) fn tidy(&mut self, budget: &Budget) -> Result<(), DatabaseError> {
        let largest = size_class(SEGMENT_GAMES);
        for class in 0..largest {
            let classes = self.segments.iter().rev().map(|segment| size_class(segment.games()));
            let run: Vec<u32> = classes.take_while(|&it| it <= class).collect();
            // A large one is not rewritten for a few smaller ones.
            if run.iter().filter(|&&it| it == class).count() > MOST_OF_A_SIZE {
                let first = self.segments.len() - run.len();
                return self.merge_from(first, budget, DeletedGames::Kept);
            }
        }
        Ok(())
    }

    /// Replaces all segments from an index onward with full segments, in one transaction.
    fn merge_from(
        &mut self,
        first: usize,
        budget: &Budget,
        treatment: DeletedGames,
    ) -> Result<(), DatabaseError> {
        let old: Vec<&Segment> = self.segments[first..].iter().collect();
        if let [only] = old[..]
            && only.deleted() == 0
            && only.games() <= SEGMENT_GAMES
            && !only.is_old()
            && only.descriptor.has_sums()
        {
            return Ok(());
        }
        let mut record = self.base.clone();
        record.segments.truncate(first);
        let mut deleted = self.deleted_list().clone();
        // Games that stay deleted keep their numbers, and so do their marks and edits.
        let notes = match treatment {
            DeletedGames::Dropped => {
                let gone = self.deleted_games();
                let edits = edits_without(&self.tag_edits()?, &gone);
                Some((self.notes()?.write_without(&gone), edits))
            }
            DeletedGames::Kept => None,
        };
        let mut transaction = self.begin()?;
        let rebuild = Rebuild { options: self.options(), budget, method: RebuildMethod::Merge };
        for parts in plan(&old, SEGMENT_GAMES, treatment) {
            let number = record.next_segment;
            record.next_segment += 1;
            record.segments.push(rebuild.write(&parts, number, &mut transaction)?);
            for game in parts.iter().flat_map(SegmentPart::deleted_numbers) {
                insert(&mut deleted, number, game);
            }
        }
        for segment in old {
            transaction.delete_segment(segment.number())?;
            deleted.retain(|(number, _)| *number != segment.number());
        }
        transaction.put_record(BASE, &record.write())?;
        transaction.put_record(DELETED, &write_deleted(&deleted))?;
        if let Some((notes, edits)) = notes {
            transaction.put_record(NOTES, &notes)?;
            transaction.put_record(EDITS, &edits)?;
        }
        transaction.commit()?;
        self.reload()
    }
}

/// Returns the games that are renumbered when some games of a database are removed.
fn moved_games(removed: &[u64], games: u64) -> Vec<MovedGames> {
    let ends = removed.iter().skip(1).copied().chain([games]);
    let gaps = removed.iter().zip(ends).zip(0..);
    let moved =
        gaps.map(|((&gone, end), before)| MovedGames { before: gone + 1..end, now: gone - before });
    moved.filter(|it| !it.before.is_empty()).collect()
}

/// Adds to a merge error the path of the input database that caused it, if one did.
fn of_input(bases: &[&Database], error: DatabaseError) -> DatabaseError {
    if !matches!(error, DatabaseError::Damaged { .. } | DatabaseError::Io(_)) {
        return error;
    }
    let damaged = bases.iter().find(|base| base.segments.iter().any(|it| !it.is_readable()));
    match damaged {
        Some(base) => {
            DatabaseError::InFile { path: base.path().to_owned(), error: Box::new(error) }
        }
        None => error,
    }
}

/// Adds a game to the list of deleted games. Returns `false` if it was already deleted.
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

/// Removes a game from the list of deleted games. Returns `false` if it was not deleted.
fn remove(deleted: &mut Deleted, segment: u32, game: u32) -> bool {
    let Ok(index) = deleted.binary_search_by_key(&segment, |(number, _)| *number) else {
        return false;
    };
    let games = &mut deleted[index].1;
    let is_deleted = games.binary_search(&game).map(|place| games.remove(place)).is_ok();
    if games.is_empty() {
        deleted.remove(index);
    }
    is_deleted
}

/// Converts the error of creating a new file.
fn not_created(error: std::io::Error) -> DatabaseError {
    match error.kind() {
        std::io::ErrorKind::AlreadyExists => DatabaseError::Exists,
        _ => DatabaseError::Io(error),
    }
}

/// Writes the games of several databases into a new file, in segments of at most `capacity` games.
fn write_merged(
    bases: &[&Database],
    path: &Path,
    rebuild: &Rebuild<'_>,
    capacity: u32,
) -> Result<(), DatabaseError> {
    let out = Database::create_file(path, rebuild.options, FileAccess::Exclusive)?;
    let mut record = out.base.clone();
    let segments: Vec<&Segment> = bases.iter().flat_map(|base| &base.segments).collect();
    for parts in plan(&segments, capacity, DeletedGames::Dropped) {
        // Columns of the old segments are dropped when the new one is written.
        let fresh: Vec<Segment> = parts.iter().map(|part| part.segment.fresh()).collect();
        let parts: Vec<SegmentPart<'_>> =
            parts.into_iter().zip(&fresh).map(|(part, segment)| part.of(segment)).collect();
        let mut transaction = out.begin()?;
        let number = record.next_segment;
        record.next_segment += 1;
        record.segments.push(rebuild.write(&parts, number, &mut transaction)?);
        transaction.put_record(BASE, &record.write())?;
        transaction.commit()?;
    }
    let blocks = record.segments.iter().flat_map(|segment| &segment.lengths).sum();
    out.complete(blocks)?;
    // Happens only if redb orders its pages differently than it did.
    if fs::metadata(path)?.len() > blocks + blocks / 16 + SLACK {
        Store::open(path)?.shrink()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::fs;
    use std::path::PathBuf;

    use reynard_games::Query;

    use super::*;
    use crate::options::{DatabaseOptions, ExtraContent, VariationIndex};
    use crate::position_merge::WAITING;

    /// Games of every kind: annotated, from other start positions, damaged, and of other variants.
    const PGN: &str = include_str!("../tests/data/kinds.pgn");

    /// Returns games that share positions, some of them by transposition.
    fn shared_games(count: usize) -> String {
        let openings = ["1. e4 e5 2. Nf3 Nc6", "1. Nf3 Nc6 2. e4 e5", "1. d4 d5 2. c4", "1. h4 a6"];
        let ends = "3. Qe2 Qe7 4. Qd1 Qd8 5. Qe2|3. a3 h6||3. Nc3 (3. a3 h6 4. Nc3) h6|\
                    3. a3 -- 4. h3 (4. h4 -- 5. h5) h6";
        let ends: Vec<&str> = ends.split('|').collect();
        let game = |number: usize| {
            let moves =
                [openings[number % 4], ends[number / 4 % if number % 4 < 2 { 5 } else { 1 }]];
            let white = number % 23;
            format!("[White \"{white}\"]\n[Round \"{number}\"]\n\n{} *\n\n", moves.join(" "))
        };
        (0..count).map(game).collect()
    }

    fn filled(path: PathBuf, options: DatabaseOptions, pgn: &str) -> Database {
        let mut base = Database::create(path, options).expect("a file");
        base.add_pgn(pgn.as_bytes(), &Budget::default()).expect("room");
        base
    }

    /// Returns the bytes of the merged file.
    fn merged(bases: &[&Database], path: &Path, method: RebuildMethod, capacity: u32) -> Vec<u8> {
        merged_within(&Budget::default(), bases, path, method, capacity)
    }

    fn merged_within(
        budget: &Budget,
        bases: &[&Database],
        path: &Path,
        method: RebuildMethod,
        capacity: u32,
    ) -> Vec<u8> {
        let rebuild = Rebuild { options: bases[0].options(), budget, method };
        write_merged(bases, path, &rebuild, capacity).expect("room");
        let mut base = Database::open_writable(path).expect("whole");
        base.verify().expect("whole");
        drop(base);
        let bytes = fs::read(path).expect("a file");
        fs::remove_file(path).expect("a file");
        bytes
    }

    #[test]
    fn merged_lists_are_those_of_replayed_games() {
        let defaults = DatabaseOptions::default();
        let indexed = DatabaseOptions { variations: VariationIndex::Indexed, ..defaults };
        let short = DatabaseOptions { plies: 5, extra: ExtraContent::Dropped, ..defaults };
        let bare = DatabaseOptions { extra: ExtraContent::Dropped, ..indexed };
        for options in [defaults, indexed, short, bare] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = |name: &str| folder.path().join(name);
            let first = filled(path("a.rdb"), options, &[PGN, &shared_games(40)].concat());
            let mut second = filled(path("b.rdb"), options, &[&shared_games(70), PGN].concat());
            let third = filled(path("c.rdb"), options, &shared_games(3));
            second.delete(&[0, 1, 7, 33, 69]).expect("they are there");
            let bases = [&first, &second, &third];
            for capacity in [1_000, 50, 7] {
                let [a, b] = [RebuildMethod::Merge, RebuildMethod::Replay]
                    .map(|method| merged(&bases, &path("out.rdb"), method, capacity));
                assert!(a == b, "{options:?} {capacity}");
                // Each group is checked and packed individually.
                let budget = Budget { memory: 0, ..Budget::default() };
                let method = RebuildMethod::Merge;
                let c = merged_within(&budget, &bases, &path("out.rdb"), method, capacity);
                assert!(a == c, "{options:?} {capacity}");
            }
            let [a, b] = [1, 2].map(|rounds| {
                let bases: Vec<&Database> =
                    bases.iter().cycle().take(3 * rounds).copied().collect();
                merged(&bases, &path("out.rdb"), RebuildMethod::Merge, 60)
            });
            assert!(a != b, "the order and number of games matter");
        }
    }

    #[test]
    fn positions_that_several_segments_have_wait_within_the_memory_of_the_job() {
        let (mut seed, mut pgn) = (3_u64, String::new());
        for _ in 0..600 {
            let mut pos = reynard::Position::startpos();
            for _ in 0..60 {
                let moves = pos.legal_moves();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let any = usize::try_from(seed >> 33).expect("31 bits") % moves.len();
                write!(pgn, "{} ", pos.san(moves[any])).expect("memory");
                pos.play_unchecked(moves[any]);
            }
            pgn.push_str("*\n\n");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let base = filled(path("a.rdb"), DatabaseOptions::default(), &pgn);
        for memory in [256 << 10, 1 << 20] {
            let budget = Budget { memory, ..Budget::default() };
            WAITING.set(0);
            Database::merge(&[&base, &base, &base], path("out.rdb"), &budget).expect("room");
            assert!((1..=memory).contains(&WAITING.get()), "{} of {memory} bytes", WAITING.get());
            fs::remove_file(path("out.rdb")).expect("a file");
        }
    }

    /// Positions whose keys agree in the 40 stored bits.
    const TWINS: [&str; 2] =
        ["2N5/1Q1K4/8/8/6k1/2r5/8/8 w - - 0 1", "8/8/4r1N1/8/2k5/4Q3/8/K7 w - - 0 1"];

    #[test]
    fn different_positions_with_the_same_bits_are_told_apart() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let game = |fen: &&str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n\n");
        // There are other games as well. Their positions are copied when those of the twins are
        // split.
        let games = |fens: &[&str]| fens.iter().map(game).collect::<String>() + &shared_games(4);
        let [one, other] = TWINS;
        let shards: [&[&str]; 4] = [&[one], &[other, other], &[other, one, other], &[one, one]];
        let make = |(number, fens): (usize, &&[&str])| {
            filled(path(&format!("{number}.rdb")), DatabaseOptions::default(), &games(fens))
        };
        let mut bases: Vec<Database> = shards.iter().enumerate().map(make).collect();
        let all: String = shards.iter().map(|fens| games(fens)).collect();
        let whole = filled(path("all.rdb"), DatabaseOptions::default(), &all);
        let compare = |bases: &[Database], whole: &Database| {
            let bases: Vec<&Database> = bases.iter().collect();
            for capacity in [100, 3] {
                let method = RebuildMethod::Merge;
                let a = merged(&bases, &path("out.rdb"), method, capacity);
                let b = merged(&[whole], &path("out.rdb"), RebuildMethod::Replay, capacity);
                assert!(a == b, "{capacity}");
            }
        };
        compare(&bases, &whole);
        let counts = TWINS.map(|fen| {
            let pos = fen.parse().expect("a position");
            whole.count(&pos, &Query::default()).expect("whole")
        });
        assert_eq!(counts, [4, 4]);
        // One of the two positions of a segment disappears.
        bases[2].delete(&[1]).expect("it is there");
        let rest = [shards[0], shards[1], &[other, other], shards[3]].map(games).concat();
        compare(&bases, &filled(path("rest.rdb"), DatabaseOptions::default(), &rest));
    }
}
