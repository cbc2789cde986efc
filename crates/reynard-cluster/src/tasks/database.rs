//! Segments of a database: a database of the games of a shard, which `reynard db merge` puts together.

use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;

use reynard_db::{Budget, Database, DatabaseError, DatabaseOptions, ExtraContent, GameCollector};
use reynard_pgn::read_parallel;

use crate::games::{GameSource, read_failed};
use crate::output::PartFolder;
use crate::{Counts, DatabaseTask, Job, JobError, KeptContent, Shard};

/// Makes the database of a shard.
pub(crate) fn run(
    task: &DatabaseTask,
    job: &Job,
    shard: &Shard,
    out: &mut impl Write,
) -> Result<Counts, JobError> {
    let failed =
        |error: DatabaseError| JobError::new(format_args!("shard {}", shard.number), error);
    let extra = match task.extra {
        KeptContent::Kept => ExtraContent::Kept,
        KeptContent::Dropped => ExtraContent::Dropped,
    };
    let plies = task.plies.unwrap_or(u16::MAX);
    let options = DatabaseOptions { plies, extra, ..DatabaseOptions::default() };
    let folder = PartFolder::create(job.folder())?;
    let mut base = Database::create(folder.path().join("games"), options).map_err(failed)?;
    let mut adder = base.adder(Budget::default());
    let GameSource { input, options: reading } = GameSource::open(job, shard)?;
    let mut counts = Counts::default();
    let make = || GameCollector::new(options);
    let read = read_parallel(input, &reading, NonZero::<usize>::MIN, make, |games, _| match adder
        .add(games)
    {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => ControlFlow::Break(error),
    });
    if let ControlFlow::Break(error) = read.map_err(read_failed(shard))? {
        return Err(failed(error));
    }
    let report = adder.finish().map_err(failed)?;
    (counts.games, counts.plies, counts.errors) = (report.games, report.plies, report.damaged);
    // A copy depends on the games alone, and not on how they were committed.
    let copy = folder.path().join("copy");
    base.compact_to(&copy, &Budget::default()).map_err(failed)?;
    let mut copy = std::fs::File::open(&copy).map_err(|error| JobError::io(&copy, error))?;
    io::copy(&mut copy, out).map_err(JobError::of_output(shard))?;
    Ok(counts)
}
