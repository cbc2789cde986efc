//! Self-play games of the engine, in shards as written by `reynard-lab selfplay generate`.

use std::io::{self, Write};
use std::num::NonZeroU64;
use std::ops::ControlFlow;

use reynard_cluster::{Counts, Job, JobError, OutputName, Shard, ShardPart, Splitter, Task};
use reynard_engine::{Control, EngineSettings};
use serde::{Deserialize, Serialize};

use crate::selfplay::{
    OpeningSettings, OpeningStart, SelfPlayEvent, SelfPlayRun, SelfPlaySettings, generate,
};
use crate::shard::{InvalidShardHeader, PackedGame, SHARD_EXTENSION, ShardHeader, ShardWriter};

/// Task that plays the engine against itself, with the settings of `reynard-lab selfplay generate`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfPlayTask {
    /// Seed of all games.
    pub seed: u64,
    /// Number of games in a shard.
    pub games: u32,
    /// Number of the first shard.
    #[serde(default)]
    pub first: u32,
    /// Number of shards.
    pub shards: u32,
    /// Soft node limit of each search.
    pub nodes: NonZeroU64,
    /// Position before the random opening moves.
    #[serde(default)]
    pub start: StartArrays,
    /// Hash table size in MiB. Default: 2.
    #[serde(default = "default_hash")]
    pub hash_mib: usize,
    /// The [`engine_signature`] required by the plan.
    pub signature: u64,
}

const fn default_hash() -> usize {
    2
}

/// Start positions for self-play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StartArrays {
    /// The standard start position.
    #[default]
    Standard,
    /// The start positions of Chess960.
    Chess960,
}

/// Returns the node count of the engine's benchmark at depth 5. A plan identifies the engine by
/// this count, since it is fast to compute and reflects any change to the search or the evaluation.
///
/// # Errors
///
/// [`JobError`] if the engine cannot be started.
pub fn engine_signature() -> Result<u64, JobError> {
    let bench = reynard_engine::bench(5, &EngineSettings::default(), &Control::new());
    Ok(bench.map_err(|error| JobError::new(SelfPlayTask::NAME, error))?.nodes)
}

/// Hard node limit of self-play, as a multiple of the soft limit.
const HARD_FACTOR: u64 = 10;

impl Task for SelfPlayTask {
    const NAME: &'static str = "selfplay";

    fn parts(&self, _: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
        let end = self.first.checked_add(self.shards).ok_or_else(|| {
            JobError::new(Self::NAME, format_args!("shards have numbers up to {}", u32::MAX))
        })?;
        let part = |shard| ShardPart::Seed { seed: self.seed, shard };
        Ok((self.first..end).map(part).collect())
    }

    fn output(&self, _: Option<&ShardPart>) -> OutputName {
        OutputName { stem: "selfplay", extension: SHARD_EXTENSION }
    }

    fn run(&self, _: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError> {
        let ShardPart::Seed { seed, shard: number } = shard.part else {
            return Err(shard.wrong_part());
        };
        let settings = self.settings(seed);
        let header =
            self.header(&settings, number).map_err(|error| JobError::new(Self::NAME, error))?;
        let run = SelfPlayRun { settings, shards: vec![number], games: self.games, threads: 1 };
        let mut counts = Counts::default();
        let mut packed = Vec::new();
        let played = generate(&run, &Control::new(), |event| {
            match event {
                SelfPlayEvent::Game(game) => {
                    counts.games += 1;
                    counts.plies += game.plies.len() as u64;
                    counts.add_result(game.result);
                }
                SelfPlayEvent::Shard { games, .. } => packed = games,
            }
            ControlFlow::<()>::Continue(())
        });
        // Nothing breaks it.
        let _ = played.map_err(|error| JobError::new(Self::NAME, error))?;
        write(&packed, &header, out).map_err(shard.output_failed())?;
        Ok(counts)
    }
}

impl SelfPlayTask {
    /// Returns the settings, with the same defaults as `reynard-lab selfplay generate`.
    fn settings(&self, seed: u64) -> SelfPlaySettings {
        let nodes = self.nodes.get();
        let start = match self.start {
            StartArrays::Standard => OpeningStart::Standard,
            StartArrays::Chess960 => OpeningStart::Chess960,
        };
        SelfPlaySettings {
            seed,
            nodes,
            hard_nodes: nodes.saturating_mul(HARD_FACTOR),
            opening: OpeningSettings { start, nodes, ..OpeningSettings::default() },
            hash: self.hash_mib,
            ..SelfPlaySettings::default()
        }
    }

    /// Returns the header of a shard of games.
    fn header(
        &self,
        settings: &SelfPlaySettings,
        number: u32,
    ) -> Result<ShardHeader, InvalidShardHeader> {
        let start = match self.start {
            StartArrays::Standard => "standard",
            StartArrays::Chess960 => "chess960",
        };
        let mut header = settings.header(start, self.signature)?;
        header.set("games", self.games)?;
        header.set("shard", number)?;
        Ok(header)
    }
}

fn write(games: &[PackedGame], header: &ShardHeader, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = ShardWriter::new(out, header)?;
    games.iter().try_for_each(|game| writer.push(game))?;
    writer.finish().map(drop)
}
