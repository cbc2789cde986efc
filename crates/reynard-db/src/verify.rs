//! Verifies all the data in a database.

use crate::game_row::SummedGames;
use crate::posting_list::PostingList;
use crate::section::Section;
use crate::segment::Segment;
use crate::{Damage, Database, DatabaseError, StoredGame};

/// Totals of the verified data, and the damage found.
#[derive(Debug, Default)]
pub struct VerifyReport {
    /// Number of games whose tags, moves and text were read.
    pub games: u64,
    /// Number of plies that were played.
    pub plies: u64,
    /// Sum, over all positions, of the number of games that reach the position.
    pub visits: u64,
    /// The damage found: at most one error for each section of a segment.
    pub damage: Vec<DatabaseError>,
}

impl VerifyReport {
    /// Adds an error, unless the section is already known to be damaged.
    fn add(&mut self, checked: Result<(), DatabaseError>) {
        let place = |error: &DatabaseError| match error {
            DatabaseError::Damaged { segment, section, .. } => Some((*segment, *section)),
            _ => None,
        };
        if let Err(error) = checked
            && !self.damage.iter().any(|it| place(it).is_some() && place(it) == place(&error))
        {
            self.damage.push(error);
        }
    }
}

impl Database {
    /// Reads all data that any other call can read: each record, each block with its checksum, each
    /// game with its moves and text, and each position. Damage to one part does not stop the
    /// verification of the other parts. If the database is open for writing, the pages of the store
    /// are verified as well.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read at all.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 e5 *\n", &Default::default())?;
    /// let report = base.verify()?;
    /// assert_eq!((report.games, report.plies, report.visits), (1, 2, 3));
    /// assert!(report.damage.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&mut self) -> Result<VerifyReport, DatabaseError> {
        let mut report = VerifyReport::default();
        report.add(self.sources().map(drop));
        report.add(self.notes().map(drop));
        report.add(self.tag_edits().map(drop));
        for segment in &self.segments {
            let known = report.damage.len();
            for section in Section::ALL.into_iter().filter(|&it| it != Section::Positions) {
                report.add(segment.check_section(section));
            }
            // Games need every section, so each game would report the same damage.
            if report.damage.len() == known {
                verify_games(segment, &mut report);
            }
            let checked = verify_positions(segment, &mut report);
            report.add(checked);
        }
        self.close_segments();
        let pages = self.store_mut().check_pages();
        // A store with damaged pages may become unreadable.
        let reloaded = self.reload();
        if pages.is_ok() {
            reloaded?;
        }
        report.add(pages);
        Ok(report)
    }
}

fn verify_games(segment: &Segment, report: &mut VerifyReport) {
    let mut plies = 0;
    let mut damaged = 0;
    for game in 0..segment.games() {
        let checked = verify_game(segment, game, &mut plies);
        damaged += u32::from(checked.is_err());
        report.add(checked);
    }
    if damaged == 0 && plies != segment.descriptor.plies {
        report.add(Err(segment.damaged(Section::Moves, 0, Damage::NUMBER)));
    }
    report.games += u64::from(segment.games() - damaged);
    report.plies += plies;
}

fn verify_game(segment: &Segment, game: u32, plies: &mut u64) -> Result<(), DatabaseError> {
    let extra = crate::game::extra_of(segment, game)?;
    crate::game::each_tag(segment, game, &extra, |_, _| ())?;
    StoredGame { segment, number: game }.head()?;
    let start = segment.start_of(game, extra.fen.as_deref())?;
    let mut played = 0;
    segment.replay_from(game, start, |_, mv| {
        played += u16::from(mv.is_some());
        true
    })?;
    let stated = segment.half(Section::Plies, game)?;
    *plies += u64::from(stated);
    let flags = segment.flags_of(game)?;
    // Further moves are only in the text.
    let has_more = flags.is_passed() || flags.is_foreign();
    if played == stated || (has_more && played < stated) {
        Ok(())
    } else {
        Err(segment.damaged(Section::Plies, u64::from(game), Damage::NUMBER))
    }
}

fn verify_positions(segment: &Segment, report: &mut VerifyReport) -> Result<(), DatabaseError> {
    let mut visits = 0;
    let blocks = segment.each_position_list(|list| {
        visits += list.len;
        check_list(list, segment.games())
    })?;
    let it = &segment.descriptor;
    if visits != it.postings || blocks != it.position_blocks {
        return Err(segment.damaged(Section::Positions, 0, Damage::MISSING));
    }
    report.visits += visits;
    verify_sums(segment)
}

/// Recomputes the sums over the games that reach crowded positions, and compares them with the
/// stored sums.
fn verify_sums(segment: &Segment) -> Result<(), DatabaseError> {
    if !segment.descriptor.has_sums() {
        return Ok(());
    }
    let games = SummedGames { rows: segment.rows()?, dates: segment.words(Section::Date)? };
    let sums = segment.sums_of(games)?;
    let parts = [(Section::SumsIndex, &sums.index), (Section::Sums, &sums.records)];
    for (section, bytes) in parts {
        if segment.read_all(section)? != *bytes {
            return Err(segment.damaged(section, 0, Damage::NUMBER));
        }
    }
    Ok(())
}

fn check_list(list: &PostingList<'_>, games: u32) -> Result<(), Damage> {
    list.try_each(|posting| if posting.game < games { Ok(()) } else { Err(Damage::NUMBER) })
}
