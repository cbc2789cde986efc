//! The check of everything in a database.

use crate::posting_list::PostingList;
use crate::section::Section;
use crate::segment::Segment;
use crate::{Damage, Database, DatabaseError};

/// Sums of the verified data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Games whose tags, moves and texts were read.
    pub games: u64,
    /// Moves that were played.
    pub plies: u64,
    /// Games over all positions.
    pub visits: u64,
}

impl Database {
    /// Reads everything: each block with its checksum, each game with its moves and texts, each
    /// position. In a database that is open to be changed the pages of the store are checked as
    /// well.
    ///
    /// # Errors
    ///
    /// The first damage.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let mut base = reynard_db::Database::create(folder.path().join("a.rdb"), Default::default())?;
    /// base.add_pgn(b"1. e4 e5 *\n", &Default::default())?;
    /// let report = base.verify()?;
    /// assert_eq!((report.games, report.plies, report.visits), (1, 2, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&mut self) -> Result<VerifyReport, DatabaseError> {
        let mut report = VerifyReport::default();
        for segment in &self.segments {
            verify_games(segment, &mut report)?;
            verify_positions(segment, &mut report)?;
        }
        self.close_segments();
        let pages = self.store_mut().check_pages();
        self.reload()?;
        pages?;
        Ok(report)
    }
}

fn verify_games(segment: &Segment, report: &mut VerifyReport) -> Result<(), DatabaseError> {
    let mut plies = 0;
    for game in 0..segment.games() {
        let extra = crate::game::extra_of(segment, game)?;
        crate::game::each_tag(segment, game, &extra, |_, _| ())?;
        let start = segment.start_of(game, extra.fen.as_deref())?;
        segment.replay_from(game, start, |_, mv| {
            plies += u64::from(mv.is_some());
            true
        })?;
    }
    if plies != segment.descriptor.plies {
        return Err(segment.damaged(Section::Moves, 0, Damage::NUMBER));
    }
    report.games += u64::from(segment.games());
    report.plies += plies;
    Ok(())
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
    Ok(())
}

fn check_list(list: &PostingList<'_>, games: u32) -> Result<(), Damage> {
    list.try_each(|posting| if posting.game < games { Ok(()) } else { Err(Damage::NUMBER) })
}
