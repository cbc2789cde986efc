//! Annotation of games by the engine, as `reynard analyze` does it.

use std::io::Write;

use reynard_analysis::{GameAnalysis, GameSummary, MoveRange};
use reynard_engine::{Control, Engine, SearchLimits};
use reynard_pgn::{Games, PgnWriter, Reader, Severity, WriterOptions};

use crate::games::{GameSource, read_failed};
use crate::{AnnotateTask, Counts, Job, JobError, Manifest, Shard};

/// Annotates the games of a shard.
pub(crate) fn run(
    task: &AnnotateTask,
    job: &Job,
    shard: &Shard,
    out: &mut impl Write,
) -> Result<Counts, JobError> {
    let mut engine =
        Engine::new(task.hash_mib).map_err(|error| JobError::new("annotate", error))?;
    let limits = SearchLimits::nodes(task.nodes.get());
    let GameSource { input, options } = GameSource::open(job, shard)?;
    let mut counts = Counts::default();
    let mut writer = PgnWriter::with_options(out, WriterOptions::AS_IS);
    for game in Games::new(Reader::new(input).with_options(options)) {
        let game = game.map_err(read_failed(shard))?;
        let errors = game.diagnostics.iter().filter(|it| it.severity() == Severity::Error);
        counts.errors += errors.count() as u64;
        let mut tree = game.tree;
        let analysis = GameAnalysis::new(&tree, MoveRange::ALL);
        // Nothing stops it.
        let report =
            analysis.assess(&mut engine, &limits, &Control::new(), &mut || {}).unwrap_or_default();
        analysis.annotate(&report, &mut tree);
        counts.games += 1;
        counts.plies += report.moves.len() as u64;
        counts.positions += analysis.positions() as u64;
        let summary = GameSummary::new(&tree, report);
        summary.add_tags(&mut tree, &format!("Reynard {}", Manifest::VERSION));
        writer.write(&tree).map_err(JobError::of_output(shard))?;
    }
    Ok(counts)
}
