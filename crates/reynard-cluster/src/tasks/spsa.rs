//! SPSA: pairs of games of an engine against itself, by which its parameters are tuned.
//!
//! A pair knows the results of all pairs but the last ones before it, as many as the concurrency says less one. So a
//! shard goes on from the shards that have the pairs that its own ones know, and as many shards as the concurrency
//! covers can be run at a time. There is no state but the results: every worker adds them up again.

use std::io::Write;

use reynard_arena::spsa::{Spsa, SpsaPair, SpsaParameter, SpsaRun, SpsaSettings, SpsaTrial};
use serde::{Deserialize, Serialize};

use super::engine_games::{count, opened, player};
use crate::json_lines::{read_lines, write_line};
use crate::shards_before::known_pairs;
use crate::{Counts, Job, JobError, Shard, ShardPart, SpsaTask, Task};

/// A pair as it is kept: nothing in it depends on the clock.
#[derive(Serialize, Deserialize)]
struct PairLine {
    pair: u64,
    /// Values of the two sides.
    first: Vec<i64>,
    second: Vec<i64>,
    /// Half points of the first side.
    half_points: u8,
    games: [PlayedGame; 2],
}

/// A game of a pair; the first side has White in the first one.
#[derive(Serialize, Deserialize)]
struct PlayedGame {
    result: String,
    cause: String,
    moves: String,
}

/// Plays the pairs of a shard.
pub(crate) fn run(
    task: &SpsaTask,
    job: &Job,
    shard: &Shard,
    out: &mut impl Write,
) -> Result<Counts, JobError> {
    let ShardPart::Pairs { first, count } = shard.part else {
        return Err(JobError::wrong_part(shard));
    };
    let known = known_pairs(task, first + count);
    let mut replay = Replay::new(task)?;
    for number in 0..job.shards_before(shard.number) {
        if job.summary(number)?.is_none() {
            let place = format_args!("shard {}", shard.number);
            let reason =
                format!("it goes on from the results of shard {number}, which has not been run");
            return Err(JobError::new(place, reason));
        }
        replay.add(job, number, known)?;
    }
    let player = player(&task.engine)?;
    let (openings, mut settings) = opened(task.openings);
    settings.adjudication = task.adjudication;
    let run = SpsaRun { player, openings, settings };
    let pairs = run
        .play(&replay.spsa, first.into()..u64::from(first) + u64::from(count))
        .map_err(|error| JobError::new(&task.engine, error))?;
    let mut counts = Counts::default();
    for pair in pairs {
        write_line(out, shard, &PairLine::new(pair, &mut counts)?)?;
    }
    Ok(counts)
}

impl PairLine {
    fn new(pair: SpsaPair, counts: &mut Counts) -> Result<Self, JobError> {
        let SpsaPair { trial: SpsaTrial { number, first, second }, half_points, games } = pair;
        let mut played = |index: usize| {
            let game = &games[index];
            let moves = count(game, format_args!("{} of pair {number}", index + 1), counts)?;
            let cause = game.cause.name().to_owned();
            Ok(PlayedGame { result: game.result.to_string(), cause, moves })
        };
        let games = [played(0)?, played(1)?];
        Ok(Self { pair: number, first, second, half_points, games })
    }
}

/// Checks a task, and lists the parts of its shards.
pub(crate) fn list(task: &SpsaTask, parts: Vec<ShardPart>) -> Result<Vec<ShardPart>, JobError> {
    player(&task.engine)?;
    state(task)?;
    let concurrency = task.concurrency.get();
    match parts.first() {
        Some(&ShardPart::Pairs { count, .. }) if count > concurrency => {
            let reason = format!(
                "a shard of {count} pairs needs a concurrency of {count}, or more for several shards at a time"
            );
            Err(JobError::new("spsa", reason))
        }
        _ => Ok(parts),
    }
}

/// Returns the state before the first pair.
fn state(task: &SpsaTask) -> Result<Spsa, JobError> {
    let mut parameters: Vec<SpsaParameter> = Vec::new();
    for text in &task.parameters {
        let parameter: SpsaParameter = text.parse().map_err(|error| JobError::new(text, error))?;
        if parameters.iter().any(|other| other.name == parameter.name) {
            return Err(JobError::new(text, "the parameter is given twice"));
        }
        parameters.push(parameter);
    }
    if parameters.is_empty() {
        return Err(JobError::new("spsa", "no parameter is to be tuned"));
    }
    let settings = SpsaSettings {
        pairs: task.pairs.into(),
        gain: task.gain,
        seed: task.seed,
        concurrency: task.concurrency.get(),
    };
    Ok(Spsa::new(parameters, settings))
}

/// The state of a run, by the outputs of its shards in order.
pub(crate) struct Replay {
    pub(crate) spsa: Spsa,
}

impl Replay {
    /// Creates the state before the first shard.
    fn new(task: &SpsaTask) -> Result<Self, JobError> {
        Ok(Self { spsa: state(task)? })
    }

    /// Creates the state before the first shard of a job; `None` if its task is another one.
    pub(crate) fn of_job(job: &Job) -> Result<Option<Self>, JobError> {
        match &job.manifest().task {
            Task::Spsa(task) => Self::new(task).map(Some),
            _ => Ok(None),
        }
    }

    /// Adds the results of the next shard, those of the pairs before number `end`.
    ///
    /// Fails for pairs that are not those which the results before them ask for.
    pub(crate) fn add(&mut self, job: &Job, shard: u32, end: u64) -> Result<(), JobError> {
        for line in read_lines::<PairLine>(&job.output_path(shard))? {
            let number = self.spsa.pairs();
            if number >= end {
                break;
            }
            let expected = self.spsa.trial(number);
            let PairLine { pair, first, second, half_points, .. } = line;
            if expected != Some(SpsaTrial { number: pair, first, second }) || half_points > 4 {
                let reason =
                    format!("pair {number} does not follow from the results of the pairs before");
                return Err(JobError::new(job.output_path(shard).display(), reason));
            }
            self.spsa.add(half_points);
        }
        Ok(())
    }
}

/// Returns the state of a run of SPSA after the pairs before the first shard that has to be run.
///
/// # Errors
///
/// [`JobError`] if the job is of another task, or an output cannot be read.
///
/// ```
/// use reynard_cluster::{Job, LocalFiles, Plan, SpsaTask, Task, list, spsa_state};
///
/// let parameters = vec!["Contempt,20,0,100,5".to_owned()];
/// let mut task = SpsaTask::new("/usr/games/engine,nodes=2000".to_owned(), parameters);
/// task.pairs = 100;
/// let folder = tempfile::tempdir()?;
/// let job = Job::create(&list(&Plan::new(Task::Spsa(task)), &LocalFiles)?, folder.path())?;
/// // 32 pairs are played at a time: four shards.
/// assert_eq!((job.shards_before(3), job.shards_before(4)), (0, 1));
/// assert_eq!(spsa_state(&job)?.values(), [20.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn spsa_state(job: &Job) -> Result<Spsa, JobError> {
    let Some(mut replay) = Replay::of_job(job)? else {
        return Err(JobError::new(job.folder().display(), "the job is no SPSA"));
    };
    for shard in &job.manifest().shards {
        if job.summary(shard.number)?.is_none() {
            break;
        }
        replay.add(job, shard.number, u64::MAX)?;
    }
    Ok(replay.spsa)
}
