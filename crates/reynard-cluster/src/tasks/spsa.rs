//! SPSA: tunes an engine's parameters by playing pairs of games against itself.
//!
//! A pair uses the results of all earlier pairs except the most recent ones. The number of these
//! exceptions is one less than the concurrency. A shard therefore depends on the shards that
//! contain the results used by its pairs, and as many shards as the concurrency covers can run at
//! the same time. The results are the only state, and every worker sums them again.

use std::io::Write;
use std::num::NonZeroU32;

use reynard_arena::spsa::{Spsa, SpsaPair, SpsaParameter, SpsaRun, SpsaSettings, SpsaTrial};
use reynard_play::{Adjudication, DrawRule, ResignRule};
use serde::{Deserialize, Serialize};

use super::engine_games::{MatchOpenings, count, opened, player};
use crate::json_lines::{read_lines, write_line};
use crate::{
    Counts, DamagedShard, Job, JobError, OutputName, Shard, ShardPart, ShardSummary, Splitter,
    SpsaProgress, Task, TaskReport,
};

/// The task of tuning an engine with SPSA. It plays pairs of games of the engine against itself,
/// one pair per opening, with the parameters perturbed in opposite directions. The resulting values
/// equal those of `reynard spsa` with the same settings, one process and the same concurrency.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaTask {
    /// The engine, given as `PROGRAM[,KEY=VALUE]..` as in `reynard match`. It needs a node or depth
    /// limit.
    pub engine: String,
    /// The parameters, each given as `NAME,VALUE,MIN,MAX,STEP`.
    pub parameters: Vec<String>,
    /// Number of pairs. The default is 10,000.
    #[serde(default = "spsa_pairs")]
    pub pairs: u32,
    /// Fraction of a step by which a won pair changes a value at the end of the run. The default is
    /// 0.002.
    #[serde(default = "spsa_gain")]
    pub gain: f64,
    /// Seed of the perturbations. The default is 1.
    #[serde(default = "spsa_seed")]
    pub seed: u64,
    /// Number of pairs played at the same time. The default is 32. A pair uses the results of the
    /// pairs that ended before it began. The number must be at least the number of pairs per shard.
    /// If it is a greater multiple of that number, shards can run in parallel.
    #[serde(default = "spsa_concurrency")]
    pub concurrency: NonZeroU32,
    /// The openings.
    #[serde(default)]
    pub openings: MatchOpenings,
    /// Adjudication rules. By default, a side resigns once the scores have been at least 600
    /// centipawns in its opponent's favor for 3 moves. After 34 moves, a game is drawn once the
    /// scores have stayed within 10 centipawns for 8 moves.
    #[serde(default = "spsa_adjudication")]
    pub adjudication: Adjudication,
}

impl SpsaTask {
    /// Creates a task with the default settings.
    ///
    /// ```
    /// use reynard_cluster::SpsaTask;
    ///
    /// let task = SpsaTask::new(
    ///     "./engine,nodes=5000".to_owned(),
    ///     vec!["Contempt,20,0,100,5".to_owned()],
    /// );
    /// assert_eq!((task.pairs, task.concurrency.get()), (10_000, 32));
    /// ```
    pub fn new(engine: String, parameters: Vec<String>) -> Self {
        Self {
            engine,
            parameters,
            pairs: spsa_pairs(),
            gain: spsa_gain(),
            seed: spsa_seed(),
            concurrency: spsa_concurrency(),
            openings: MatchOpenings::default(),
            adjudication: spsa_adjudication(),
        }
    }
}

const fn spsa_pairs() -> u32 {
    10_000
}

const fn spsa_gain() -> f64 {
    0.002
}

const fn spsa_seed() -> u64 {
    1
}

const fn spsa_concurrency() -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(31)
}

const fn spsa_adjudication() -> Adjudication {
    Adjudication {
        resign: Some(ResignRule { moves: 3, score: 600 }),
        draw: Some(DrawRule { from: 34, moves: 8, score: 10 }),
        max_moves: None,
    }
}

impl Task for SpsaTask {
    const NAME: &'static str = "spsa";

    fn check(&self) -> Result<(), JobError> {
        player(&self.engine)?;
        self.state().map(drop)
    }

    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
        let parts = splitter.pairs(self.pairs);
        match parts.first() {
            Some(&ShardPart::Pairs { count, .. }) if count > self.concurrency.get() => {
                let reason = format!(
                    "a shard of {count} pairs needs a concurrency of {count}, or more for several shards at a time"
                );
                Err(JobError::new(Self::NAME, reason))
            }
            _ => Ok(parts),
        }
    }

    fn output(&self, _: Option<&ShardPart>) -> OutputName {
        OutputName { stem: "spsa", extension: "jsonl" }
    }

    fn shards_before(&self, shards: &[Shard], part: &ShardPart) -> u32 {
        let &ShardPart::Pairs { first, count } = part else { return 0 };
        let known = self.known_pairs(first.saturating_add(count));
        let is_known = |shard: &&Shard| match shard.part {
            ShardPart::Pairs { first, .. } => u64::from(first) < known,
            _ => false,
        };
        u32::try_from(shards.iter().take_while(is_known).count()).unwrap_or(u32::MAX)
    }

    fn run(&self, job: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError> {
        let ShardPart::Pairs { first, count } = shard.part else {
            return Err(shard.wrong_part());
        };
        let known = self.known_pairs(first.saturating_add(count));
        let mut replay = Replay::new(self)?;
        for number in 0..job.shards_before(shard.number) {
            if job.summary(number)?.is_none() {
                let place = format_args!("shard {}", shard.number);
                let reason = format!(
                    "it goes on from the results of shard {number}, which has not been run"
                );
                return Err(JobError::new(place, reason));
            }
            replay.add(job, number, known)?;
        }
        let player = player(&self.engine)?;
        let (openings, mut settings) = opened(self.openings);
        settings.adjudication = self.adjudication;
        let run = SpsaRun { player, openings, settings };
        let pairs = run
            .play(&replay.spsa, first.into()..u64::from(first) + u64::from(count))
            .map_err(|error| JobError::new(&self.engine, error))?;
        let mut counts = Counts::default();
        for pair in pairs {
            write_line(out, shard, &PairLine::new(pair, &mut counts)?)?;
        }
        Ok(counts)
    }

    /// Replays the pairs of all shards before the first incomplete one.
    fn verify(&self, job: &Job, whole: &[ShardSummary]) -> Result<TaskReport, JobError> {
        let mut report = TaskReport::default();
        let mut replay = Replay::new(self)?;
        for (number, _) in (0..).zip(whole).take_while(|(number, it)| it.shard == *number) {
            if let Err(error) = replay.add(job, number, u64::MAX) {
                report.damaged.push(DamagedShard { shard: number, reason: error.to_string() });
                break;
            }
        }
        let Replay { spsa } = replay;
        report.spsa = Some(SpsaProgress { pairs: spsa.pairs(), parameters: spsa.tuned() });
        Ok(report)
    }
}

impl SpsaTask {
    /// Returns the number of pairs whose results are available to the pairs numbered below `end`.
    fn known_pairs(&self, end: u32) -> u64 {
        end.saturating_sub(self.concurrency.get()).into()
    }

    /// Returns the state before the first pair.
    fn state(&self) -> Result<Spsa, JobError> {
        let mut parameters: Vec<SpsaParameter> = Vec::new();
        for text in &self.parameters {
            let parameter: SpsaParameter =
                text.parse().map_err(|error| JobError::new(text, error))?;
            if parameters.iter().any(|other| other.name == parameter.name) {
                return Err(JobError::new(text, "the parameter is given twice"));
            }
            parameters.push(parameter);
        }
        if parameters.is_empty() {
            return Err(JobError::new("spsa", "no parameter is to be tuned"));
        }
        let settings = SpsaSettings {
            pairs: self.pairs.into(),
            gain: self.gain,
            seed: self.seed,
            concurrency: self.concurrency.get(),
        };
        Ok(Spsa::new(parameters, settings))
    }
}

/// A pair in the form in which it is stored. It contains nothing that depends on the clock.
#[derive(Serialize, Deserialize)]
struct PairLine {
    pair: u64,
    /// The parameter values used by the first side.
    first: Vec<i64>,
    second: Vec<i64>,
    /// The first side's score in half points.
    half_points: u8,
    games: [PlayedGame; 2],
}

/// A game of a pair. In the first game, the first side plays White.
#[derive(Serialize, Deserialize)]
struct PlayedGame {
    result: String,
    cause: String,
    moves: String,
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

/// The state of a run, computed from the outputs of its shards in order.
struct Replay {
    spsa: Spsa,
}

impl Replay {
    /// Creates the state before the first shard.
    fn new(task: &SpsaTask) -> Result<Self, JobError> {
        Ok(Self { spsa: task.state()? })
    }

    /// Adds the results in the next shard that belong to pairs numbered below `end`.
    ///
    /// Returns an error if the stored pairs do not follow from the earlier results.
    fn add(&mut self, job: &Job, shard: u32, end: u64) -> Result<(), JobError> {
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

/// Returns the state of an SPSA run after all pairs that precede the first shard still to be run.
///
/// # Errors
///
/// [`JobError`] if the job is not an SPSA run, or an output cannot be read.
///
/// ```
/// use reynard_cluster::{Job, LocalFiles, Plan, SpsaTask, list, spsa_state};
///
/// let parameters = vec!["Contempt,20,0,100,5".to_owned()];
/// let mut task = SpsaTask::new("/usr/games/engine,nodes=2000".to_owned(), parameters);
/// task.pairs = 100;
/// let folder = tempfile::tempdir()?;
/// let job = Job::create(&list(&Plan::new(task), &LocalFiles)?, folder.path())?;
/// // 32 pairs are played at a time: four shards.
/// assert_eq!((job.shards_before(3), job.shards_before(4)), (0, 1));
/// assert_eq!(spsa_state(&job)?.values(), [20.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn spsa_state(job: &Job) -> Result<Spsa, JobError> {
    let Some(task) = job.manifest().task.get::<SpsaTask>() else {
        return Err(JobError::new(job.folder().display(), "the job is not one of SPSA"));
    };
    let mut replay = Replay::new(task)?;
    for shard in &job.manifest().shards {
        if job.summary(shard.number)?.is_none() {
            break;
        }
        replay.add(job, shard.number, u64::MAX)?;
    }
    Ok(replay.spsa)
}
