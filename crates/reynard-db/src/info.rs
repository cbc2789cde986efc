//! Sizes of a database.

use std::fmt;

use crate::section::Section;
use crate::tag_layout::year_of;
use crate::{Database, DatabaseError, DatabaseOptions};

/// Sizes of a [`Database`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseInfo {
    /// Number of games, including deleted games.
    pub games: u64,
    /// Number of games that are deleted but not yet removed.
    pub deleted: u64,
    /// Number of plies.
    pub plies: u64,
    /// Sum, over all positions, of the number of games that reach the position. A game counts once
    /// per position.
    pub visits: u64,
    /// The first and the last year of the games.
    pub years: Option<(u16, u16)>,
    /// The options of the database.
    pub options: DatabaseOptions,
    /// The segments.
    pub segments: Vec<SegmentInfo>,
}

/// Sizes of a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentInfo {
    /// Number of games.
    pub games: u64,
    /// Number of plies.
    pub plies: u64,
    /// Number of distinct positions.
    pub positions: u64,
    /// Sum, over all positions, of the number of games that reach the position.
    pub visits: u64,
    /// Size of each section.
    pub sections: Vec<SectionSize>,
}

/// The size of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionSize {
    /// Name of the section.
    pub name: &'static str,
    /// Size in bytes.
    pub bytes: u64,
}

impl DatabaseInfo {
    /// Returns the total size of all sections in bytes.
    pub fn bytes(&self) -> u64 {
        self.segments.iter().flat_map(|it| &it.sections).map(|section| section.bytes).sum()
    }
}

/// Formats the sizes as text.
impl fmt::Display for DatabaseInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        write!(f, "{} game{}", self.games, plural(self.games))?;
        if self.deleted > 0 {
            write!(f, " ({} deleted)", self.deleted)?;
        }
        write!(f, ", {} plies", self.plies)?;
        match self.years {
            Some((first, last)) if first == last => writeln!(f, ", {first}")?,
            Some((first, last)) => writeln!(f, ", {first} to {last}")?,
            None => writeln!(f)?,
        }
        let positions: u64 = self.segments.iter().map(|segment| segment.positions).sum();
        writeln!(f, "{positions} positions, {} visits of games", self.visits)?;
        if self.options.plies < u16::MAX {
            writeln!(f, "indexed: {} plies of each game", self.options.plies)?;
        }
        let segments = self.segments.len();
        let plural = plural(segments as u64);
        writeln!(f, "{} bytes in {segments} segment{plural}", self.bytes())?;
        let sections = self.segments.first().map_or(0, |segment| segment.sections.len());
        for index in 0..sections {
            let sizes = self.segments.iter().filter_map(|segment| segment.sections.get(index));
            let (name, bytes) = sizes.fold(("", 0), |(_, sum), size| (size.name, sum + size.bytes));
            if bytes > 0 {
                writeln!(f, "  {name:<14} {bytes:>14}")?;
            }
        }
        Ok(())
    }
}

impl Database {
    /// Returns the sizes of the database.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"[Date \"1972.07.11\"]\n\n1. d4 Nf6 *\n", &Default::default())?;
    /// let info = base.info()?;
    /// assert_eq!((info.games, info.plies, info.visits), (1, 2, 3));
    /// assert_eq!(info.years, Some((1972, 1972)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn info(&self) -> Result<DatabaseInfo, DatabaseError> {
        let mut years: Option<(u16, u16)> = None;
        let mut segments = Vec::new();
        for segment in &self.segments {
            for year in segment.words(Section::Date)?.iter().filter_map(|&date| year_of(date)) {
                let (first, last) = years.unwrap_or((year, year));
                years = Some((first.min(year), last.max(year)));
            }
            let it = &segment.descriptor;
            let size = |&section: &Section| SectionSize {
                name: section.name(),
                bytes: it.length(section),
            };
            segments.push(SegmentInfo {
                games: u64::from(it.games),
                plies: it.plies,
                positions: it.positions,
                visits: it.postings,
                sections: Section::ALL.iter().map(size).collect(),
            });
        }
        Ok(DatabaseInfo {
            games: self.games(),
            deleted: self.deleted(),
            plies: segments.iter().map(|it| it.plies).sum(),
            visits: segments.iter().map(|it| it.visits).sum(),
            years,
            options: self.options(),
            segments,
        })
    }
}
