//! A set of tables, and probing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reynard::{Move, Position};

use crate::cache::{Cache, NoCache, PageCache};
use crate::probe::{Probe, answer, check};
use crate::root::{best_line, rank_moves};
use crate::store::{Origin, Slot, Store};
use crate::{
    ClockedWdl, Dtz, Lookup, ProbeError, RandomAccess, RankedMove, RootRules, TableKind, TableName,
    TablebaseOptions, Wdl,
};

/// A set of Syzygy tables.
///
/// Folders are only listed; a table is opened and checked when a position first needs it, and is
/// then kept open. All probes take `&self` and can run on any number of threads. An open table is
/// read without locks, and probes do not allocate memory.
///
/// ```
/// use reynard_syzygy::{Lookup, TableKind, Tablebase, Wdl};
///
/// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
/// let tables = Tablebase::open(folder)?;
/// assert_eq!((tables.largest(), tables.count(TableKind::Wdl)), (3, 5));
///
/// let pos = "8/8/8/8/3k4/8/3P4/3K4 w - - 0 1".parse()?;
/// assert_eq!(tables.probe_wdl(&pos)?, Lookup::Known(Wdl::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Tablebase {
    store: Store,
    options: TablebaseOptions,
}

/// A table of a [`Tablebase`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableInfo<'a> {
    /// Material and kind.
    pub name: TableName,
    /// The file of the table, if it has one.
    pub path: Option<&'a Path>,
}

impl Tablebase {
    /// Creates a tablebase without tables.
    ///
    /// ```
    /// use reynard_syzygy::Tablebase;
    ///
    /// assert_eq!(Tablebase::new().largest(), 0);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a tablebase with the tables in a folder, like [`Tablebase::new`] followed by
    /// [`Tablebase::add_directory`].
    ///
    /// # Errors
    ///
    /// Any error from listing the folder.
    ///
    /// ```
    /// use reynard_syzygy::{Tablebase, Wdl};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// let pos = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
    /// assert_eq!(tables.probe_wdl(&pos)?.known(), Some(Wdl::Win));
    /// println!("{}", tables.probe_wdl(&pos)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(folder: impl AsRef<Path>) -> io::Result<Self> {
        let mut tables = Self::new();
        tables.add_directory(folder)?;
        Ok(tables)
    }

    /// Creates a tablebase without tables, with options for finding and reading them.
    ///
    /// ```
    /// use reynard_syzygy::{Tablebase, TablebaseOptions};
    ///
    /// let options = TablebaseOptions { recursive: true, ..TablebaseOptions::default() };
    /// let tables = Tablebase::with_options(options);
    /// assert!(tables.options().recursive);
    /// ```
    pub fn with_options(options: TablebaseOptions) -> Self {
        Self { store: Store::default(), options }
    }

    /// Returns the options.
    pub const fn options(&self) -> &TablebaseOptions {
        &self.options
    }

    /// Adds the tables in a folder, identified by their file names. Returns the number of new
    /// tables.
    ///
    /// Files with other names are ignored. If a table was added before, it is kept and the new file
    /// is not used.
    ///
    /// # Errors
    ///
    /// Any error from listing the folder.
    ///
    /// ```
    /// use reynard_syzygy::Tablebase;
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let mut tables = Tablebase::new();
    /// assert!(tables.add_directory(folder)? > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_directory(&mut self, folder: impl AsRef<Path>) -> io::Result<usize> {
        let mut added = 0;
        let mut folders = vec![folder.as_ref().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                match entry.file_name().to_str().and_then(|name| name.parse().ok()) {
                    Some(name) if self.is_wanted(name) => {
                        added += usize::from(self.store.add(name, Origin::File(entry.path())));
                    }
                    None if self.options.recursive && entry.file_type()?.is_dir() => {
                        folders.push(entry.path());
                    }
                    _ => {}
                }
            }
        }
        Ok(added)
    }

    /// Adds a table from a file, which must have the name of a table. Returns `true` if the table
    /// is new.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidInput`] if the file name is not a table name. The file is not
    /// opened.
    ///
    /// ```
    /// use reynard_syzygy::Tablebase;
    ///
    /// let mut tables = Tablebase::new();
    /// assert!(tables.add_file("folder/KQvK.rtbw")?);
    /// assert!(tables.add_file("folder/readme.txt").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_file(&mut self, path: impl Into<PathBuf>) -> io::Result<bool> {
        let path = path.into();
        let name = path
            .file_name()
            .and_then(|name| name.to_str()?.parse().ok())
            .ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.store.add(name, Origin::File(path)))
    }

    /// Adds a table from a readable source. Returns `true` if the table is new.
    ///
    /// ```
    /// use reynard_syzygy::{Lookup, TableKind, Tablebase, Wdl};
    ///
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables/KQvK.rtbw");
    /// let bytes = std::fs::read(path)?;
    /// let mut tables = Tablebase::new();
    /// tables.insert("KQvK".parse()?, TableKind::Wdl, bytes);
    ///
    /// let pos = "8/8/8/8/8/2K5/2Q5/k7 b - - 0 1".parse()?;
    /// assert_eq!(tables.probe_wdl(&pos)?, Lookup::Known(Wdl::Draw), "stalemate");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert(
        &mut self,
        material: crate::Material,
        kind: TableKind,
        source: impl RandomAccess + 'static,
    ) -> bool {
        self.store.add(TableName { material, kind }, Origin::Source(Arc::new(source)))
    }

    /// Returns all tables, in the order in which they were added.
    ///
    /// ```
    /// use reynard_syzygy::Tablebase;
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// for table in tables.tables() {
    ///     println!("{}", table.name);
    /// ;};
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tables(&self) -> impl Iterator<Item = TableInfo<'_>> {
        self.store
            .slots()
            .iter()
            .map(|slot: &Slot| TableInfo { name: slot.name, path: slot.path() })
    }

    /// Returns the number of tables of the given kind.
    ///
    /// ```
    /// use reynard_syzygy::{TableKind, Tablebase, Wdl};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// assert_eq!(tables.count(TableKind::Wdl), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, kind: TableKind) -> usize {
        self.tables().filter(|table| table.name.kind == kind).count()
    }

    /// Returns the largest number of pieces in a table of the given kind, or 0 if there is none.
    ///
    /// ```
    /// use reynard_syzygy::{Dtz, TableKind, Tablebase};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// assert_eq!(tables.largest_of(TableKind::Dtz), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest_of(&self, kind: TableKind) -> u32 {
        let of_kind = self.tables().filter(|table| table.name.kind == kind);
        of_kind.map(|table| table.name.material.piece_count()).max().unwrap_or(0)
    }

    /// Returns the largest number of pieces in a table, or 0 if there is none.
    ///
    /// ```
    /// use reynard_syzygy::Tablebase;
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// assert_eq!(tables.largest(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest(&self) -> u32 {
        TableKind::ALL.into_iter().map(|kind| self.largest_of(kind)).max().unwrap_or(0)
    }

    /// Probes the WDL value, which assumes a fifty-move clock of zero.
    ///
    /// Captures, promotions and en passant are considered. Repetitions are not, since tables do not
    /// contain them.
    ///
    /// # Errors
    ///
    /// [`ProbeError`] if the position has castling rights or more than [`crate::MAX_PIECES`]
    /// pieces, or if a table is broken.
    ///
    /// ```
    /// use reynard_syzygy::reynard::Position;
    /// use reynard_syzygy::{Tablebase, Wdl};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// let pos: Position = "8/8/8/8/8/3k4/8/K6R b - - 0 1".parse()?;
    /// assert_eq!(tables.probe_wdl(&pos)?.known(), Some(Wdl::Loss));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn probe_wdl(&self, pos: &Position) -> Result<Lookup<Wdl>, ProbeError> {
        check(pos)?;
        answer(self.probe(&mut NoCache).wdl(pos))
    }

    /// Probes the distance to zero: plies to the next capture, pawn move or mate, with best play.
    ///
    /// # Errors
    ///
    /// Same as for [`Tablebase::probe_wdl`].
    ///
    /// ```
    /// use reynard_syzygy::reynard::Position;
    /// use reynard_syzygy::{Dtz, Tablebase};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// let pos: Position = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
    /// assert_eq!(tables.probe_dtz(&pos)?.known(), Some(Dtz::Rounded(25)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe_dtz(&self, pos: &Position) -> Result<Lookup<Dtz>, ProbeError> {
        check(pos)?;
        answer(self.probe(&mut NoCache).dtz(pos))
    }

    /// Returns the value stored in the WDL table. It is the value of the position only if no
    /// capture, en passant included, is better. [`Tablebase::probe_wdl`] tries captures.
    ///
    /// # Errors
    ///
    /// Same as for [`Tablebase::probe_wdl`].
    ///
    /// ```
    /// use reynard_syzygy::reynard::Position;
    /// use reynard_syzygy::{Tablebase, Wdl};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// let pos: Position = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
    /// assert_eq!(tables.stored_wdl(&pos)?.known(), Some(Wdl::Win));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stored_wdl(&self, pos: &Position) -> Result<Lookup<Wdl>, ProbeError> {
        check(pos)?;
        answer(self.probe(&mut NoCache).table_wdl(pos))
    }

    /// Returns the distance stored in the DTZ table for a position with a known value, or `None` if
    /// the table contains only positions with the other side to move.
    ///
    /// # Errors
    ///
    /// Same as for [`Tablebase::probe_wdl`].
    ///
    /// ```
    /// use reynard_syzygy::reynard::Position;
    /// use reynard_syzygy::{Dtz, Tablebase, Wdl};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// let pos: Position = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
    /// assert_eq!(tables.stored_dtz(&pos, Wdl::Win)?.known(), Some(Some(Dtz::Rounded(25))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stored_dtz(&self, pos: &Position, wdl: Wdl) -> Result<Lookup<Option<Dtz>>, ProbeError> {
        check(pos)?;
        answer(self.probe(&mut NoCache).table_dtz(pos, wdl))
    }

    /// Probes the result under the position's fifty-move clock.
    ///
    /// ```
    /// use reynard_syzygy::{Lookup, ClockedWdl, Tablebase};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// let pos = "8/8/8/8/8/3k4/8/K6R w - - 90 100".parse()?;
    /// assert_eq!(tables.probe_clocked(&pos)?, Lookup::Known(ClockedWdl::CursedWin));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as for [`Tablebase::probe_wdl`].
    pub fn probe_clocked(&self, pos: &Position) -> Result<Lookup<ClockedWdl>, ProbeError> {
        check(pos)?;
        answer(self.probe(&mut NoCache).clocked(pos))
    }

    /// Returns all legal moves with their values, best first.
    ///
    /// Every move has a rank. Let `n` be the distance of the move, counted from before it, and `c`
    /// the fifty-move clock. From highest to lowest, the ranks are:
    ///
    /// 1. wins with `n + c` below 100, all equal: they are safe even if `n` is rounded;
    /// 2. other wins, the smaller `n + c` the better: at 100 the win may be just in time, above 100
    ///    the other side must make a mistake. Once a position has occurred twice, all wins are in
    ///    this class, so that the winner makes progress;
    /// 3. draws, and moves that fill the clock without mate;
    /// 4. losses with `2 n + c` of at least 100, the larger `n + c` the better: the limit may be
    ///    reached in time;
    /// 5. other losses, all equal.
    ///
    /// The strongest engines filter root moves in the same way. Moves of equal rank are sorted by
    /// distance: the winner hurries, the loser delays. With the fifty-move rule off, the order is
    /// the same, since winning in time costs nothing, but the outcomes differ.
    ///
    /// If a DTZ table is missing, all moves are ranked by their [`Wdl`].
    ///
    /// ```
    /// use reynard_syzygy::{RootRules, Tablebase};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// let pos: reynard::Position = "8/8/8/8/8/1k6/7r/K7 b - - 0 1".parse()?;
    /// let moves = tables.rank_moves(&pos, RootRules::default())?.known().unwrap();
    /// assert_eq!(moves[0].mv, pos.parse_uci("h2h1")?, "mate");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as for [`Tablebase::probe_wdl`].
    pub fn rank_moves(
        &self,
        pos: &Position,
        rules: RootRules,
    ) -> Result<Lookup<Vec<RankedMove>>, ProbeError> {
        check(pos)?;
        answer(rank_moves(&mut self.probe(&mut NoCache), pos, rules))
    }

    /// Returns the best move according to [`Tablebase::rank_moves`] with the default rules, or
    /// `None` if a table is missing or there is no legal move.
    ///
    /// ```
    /// use reynard_syzygy::Tablebase;
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// let pos: reynard::Position = "8/8/8/8/8/1k6/7r/K7 b - - 0 1".parse()?;
    /// let best = tables.best_move(&pos)?.unwrap();
    /// assert_eq!(pos.san(best).to_string(), "Rh1#");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as for [`Tablebase::probe_wdl`].
    pub fn best_move(&self, pos: &Position) -> Result<Option<Move>, ProbeError> {
        let ranked = self.rank_moves(pos, RootRules::default())?.known().unwrap_or_default();
        Ok(ranked.first().map(|ranked| ranked.mv))
    }

    /// Returns the best moves of both sides in turn, until mate, until the position is drawn, or
    /// until there are `limit` moves.
    ///
    /// ```
    /// use reynard_syzygy::{RootRules, Tablebase};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// let mut pos: reynard::Position = "8/8/8/8/8/2k5/7r/1K6 b - - 0 1".parse()?;
    /// let line = tables.best_line(&pos, RootRules::default(), 100)?.known().unwrap();
    /// for mv in line {
    ///     pos.play(mv)?;
    /// }
    /// assert!(pos.is_check() && !pos.has_legal_move());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as for [`Tablebase::probe_wdl`].
    pub fn best_line(
        &self,
        pos: &Position,
        rules: RootRules,
        limit: usize,
    ) -> Result<Lookup<Vec<Move>>, ProbeError> {
        check(pos)?;
        answer(best_line(&mut self.probe(&mut NoCache), pos, rules, limit))
    }

    /// Creates a prober with its own cache, for tables that are read piece by piece. Use one prober
    /// per thread.
    ///
    /// `bytes` is the size of the cache, which is allocated immediately.
    ///
    /// ```
    /// use reynard_syzygy::reynard::Position;
    /// use reynard_syzygy::{Tablebase, Wdl};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// let mut prober = tables.prober(1 << 20);
    /// let pos: Position = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
    /// assert_eq!(prober.probe_wdl(&pos)?.known(), Some(Wdl::Win));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prober(&self, bytes: usize) -> Prober<'_> {
        Prober { tables: self, cache: PageCache::new(bytes) }
    }

    fn is_wanted(&self, name: TableName) -> bool {
        match name.kind {
            TableKind::Wdl => self.options.wdl,
            TableKind::Dtz => self.options.dtz,
        }
    }

    fn probe<'a, C: Cache>(&'a self, cache: &'a mut C) -> Probe<'a, C> {
        Probe { store: &self.store, options: &self.options, cache }
    }
}

/// A prober of a [`Tablebase`], with a cache of recently read pages.
///
/// The cache does not speed up probes of tables that are in memory or memory-mapped.
///
/// ```
/// use reynard_syzygy::{Lookup, Tablebase, Wdl};
///
/// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
/// let tables = Tablebase::open(folder)?;
/// let mut prober = tables.prober(1 << 20);
/// let pos = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
/// assert_eq!(prober.probe_wdl(&pos)?, Lookup::Known(Wdl::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Prober<'a> {
    tables: &'a Tablebase,
    cache: PageCache,
}

impl Prober<'_> {
    /// Probes the value; see [`Tablebase::probe_wdl`].
    ///
    /// # Errors
    ///
    /// Same as for [`Tablebase::probe_wdl`].
    ///
    /// ```
    /// use reynard_syzygy::reynard::Position;
    /// use reynard_syzygy::{Tablebase, Wdl};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// let mut prober = tables.prober(1 << 16);
    /// let pos: Position = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
    /// assert_eq!(prober.probe_wdl(&pos)?.known(), Some(Wdl::Win));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe_wdl(&mut self, pos: &Position) -> Result<Lookup<Wdl>, ProbeError> {
        check(pos)?;
        answer(self.tables.probe(&mut self.cache).wdl(pos))
    }

    /// Probes the distance; see [`Tablebase::probe_dtz`].
    ///
    /// # Errors
    ///
    /// Same as for [`Tablebase::probe_dtz`].
    ///
    /// ```
    /// use reynard_syzygy::reynard::Position;
    /// use reynard_syzygy::{Dtz, Tablebase};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// let tables = Tablebase::open(folder)?;
    /// let mut prober = tables.prober(1 << 16);
    /// let pos: Position = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
    /// assert_eq!(prober.probe_dtz(&pos)?.known(), Some(Dtz::Rounded(25)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe_dtz(&mut self, pos: &Position) -> Result<Lookup<Dtz>, ProbeError> {
        check(pos)?;
        answer(self.tables.probe(&mut self.cache).dtz(pos))
    }

    /// Probes the result under the fifty-move clock; see [`Tablebase::probe_clocked`].
    ///
    /// # Errors
    ///
    /// Same as for [`Tablebase::probe_clocked`].
    pub fn probe_clocked(&mut self, pos: &Position) -> Result<Lookup<ClockedWdl>, ProbeError> {
        check(pos)?;
        answer(self.tables.probe(&mut self.cache).clocked(pos))
    }

    /// Ranks the moves; see [`Tablebase::rank_moves`].
    ///
    /// # Errors
    ///
    /// Same as for [`Tablebase::rank_moves`].
    pub fn rank_moves(
        &mut self,
        pos: &Position,
        rules: RootRules,
    ) -> Result<Lookup<Vec<RankedMove>>, ProbeError> {
        check(pos)?;
        answer(rank_moves(&mut self.tables.probe(&mut self.cache), pos, rules))
    }

    /// Returns the line of best moves; see [`Tablebase::best_line`].
    ///
    /// # Errors
    ///
    /// Same as for [`Tablebase::best_line`].
    pub fn best_line(
        &mut self,
        pos: &Position,
        rules: RootRules,
        limit: usize,
    ) -> Result<Lookup<Vec<Move>>, ProbeError> {
        check(pos)?;
        answer(best_line(&mut self.tables.probe(&mut self.cache), pos, rules, limit))
    }
}
