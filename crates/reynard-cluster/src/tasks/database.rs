//! Builds a database from the games of each shard. `reynard db merge` merges these databases.

use std::io::Write;

use serde::{Deserialize, Serialize};

use crate::file_names::is_games;
use crate::{Counts, InputFile, Job, JobError, OutputName, Shard, ShardPart, Splitter, Task};

/// The task that builds databases of games for merging. Available if the `db` feature is enabled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatabaseTask {
    /// Number of plies per game for which positions are indexed; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// Treatment of comments, variations and NAGs.
    #[serde(default)]
    pub extra: KeptContent,
}

/// Treatment of comments, variations and NAGs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeptContent {
    /// Comments, variations and NAGs are kept.
    #[default]
    Kept,
    /// Comments, variations and NAGs are dropped.
    Dropped,
}

impl Task for DatabaseTask {
    const NAME: &'static str = "database";

    fn reads(&self, name: &str) -> bool {
        is_games(name)
    }

    #[cfg(not(feature = "db"))]
    fn check(&self) -> Result<(), JobError> {
        Err(super::missing::missing_feature(Self::NAME, "db"))
    }

    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
        splitter.files(InputFile::games)
    }

    fn output(&self, _: Option<&ShardPart>) -> OutputName {
        OutputName { stem: "games", extension: "rdb" }
    }

    #[cfg(feature = "db")]
    fn run(&self, job: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError> {
        segment::write(self, job, shard, out)
    }

    #[cfg(not(feature = "db"))]
    fn run(&self, _: &Job, _: &Shard, _: &mut dyn Write) -> Result<Counts, JobError> {
        Err(super::missing::missing_feature(Self::NAME, "db"))
    }
}

#[cfg(feature = "db")]
mod segment {
    use std::io::{self, Write};
    use std::num::NonZero;
    use std::ops::ControlFlow;

    use reynard_db::{
        Budget, Database, DatabaseError, DatabaseOptions, ExtraContent, GameCollector,
    };
    use reynard_pgn::{ReaderOptions, read_parallel};

    use super::{DatabaseTask, KeptContent};
    use crate::games::{GameSource, read_failed};
    use crate::{Counts, Job, JobError, Shard};
    use reynard_base::files::PartFolder;

    /// Writes the database of a shard.
    pub(super) fn write(
        task: &DatabaseTask,
        job: &Job,
        shard: &Shard,
        mut out: &mut dyn Write,
    ) -> Result<Counts, JobError> {
        let failed =
            |error: DatabaseError| JobError::new(format_args!("shard {}", shard.number), error);
        let extra = match task.extra {
            KeptContent::Kept => ExtraContent::Kept,
            KeptContent::Dropped => ExtraContent::Dropped,
        };
        let plies = task.plies.unwrap_or(u16::MAX);
        let options = DatabaseOptions { plies, extra, ..DatabaseOptions::default() };
        let folder =
            PartFolder::create(job.folder()).map_err(|error| JobError::io(job.folder(), error))?;
        let mut base = Database::create(folder.path().join("games"), options).map_err(failed)?;
        let mut adder = base.adder(Budget::default());
        let GameSource { input, options: reading } = GameSource::open(job, shard)?;
        let reading = ReaderOptions { limits: GameCollector::LIMITS, ..reading };
        let mut counts = Counts::default();
        let make = || GameCollector::new(options);
        let read = read_parallel(input, &reading, NonZero::<usize>::MIN, make, |games, _| {
            match adder.add(games) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        if let ControlFlow::Break(error) = read.map_err(read_failed(shard))? {
            return Err(failed(error));
        }
        let report = adder.finish().map_err(failed)?;
        (counts.games, counts.plies, counts.errors) = (report.games, report.plies, report.damaged);
        // A copy depends only on the games, not on how they were committed.
        let copy = folder.path().join("copy");
        base.compact_to(&copy, &Budget::default()).map_err(failed)?;
        let mut copy = std::fs::File::open(&copy).map_err(|error| JobError::io(&copy, error))?;
        io::copy(&mut copy, &mut out).map_err(shard.output_failed())?;
        Ok(counts)
    }
}
