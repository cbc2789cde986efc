//! Games of the engine against itself, in the shards of `reynard-lab selfplay generate`.

use std::io::Write;
use std::ops::ControlFlow;

use reynard_engine::Control;
use reynard_train::selfplay::{
    OpeningSettings, OpeningStart, SelfPlayEvent, SelfPlayRun, SelfPlaySettings, generate,
};
use reynard_train::shard::{PackedGame, ShardHeader, ShardWriter};

use crate::{Counts, JobError, SelfPlayTask, Shard, ShardPart, StartArrays};

/// Hard node limit of self-play, as a multiple of the soft one.
const HARD_FACTOR: u64 = 10;

/// Plays the games of a shard.
pub(crate) fn run(
    task: &SelfPlayTask,
    shard: &Shard,
    out: &mut impl Write,
) -> Result<Counts, JobError> {
    let ShardPart::Seed { seed, shard: number } = shard.part else {
        return Err(JobError::wrong_part(shard));
    };
    let settings = settings(task, seed);
    let header = header(task, &settings, number)?;
    let run = SelfPlayRun { settings, shards: vec![number], games: task.games, threads: 1 };
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
            _ => {}
        }
        ControlFlow::<()>::Continue(())
    });
    // Nothing breaks it.
    let _ = played.map_err(|error| JobError::new("selfplay", error))?;
    write(&packed, &header, out).map_err(JobError::of_output(shard))?;
    Ok(counts)
}

fn write(games: &[PackedGame], header: &ShardHeader, out: &mut impl Write) -> std::io::Result<()> {
    let mut writer = ShardWriter::new(out, header)?;
    games.iter().try_for_each(|game| writer.push(game))?;
    writer.finish().map(drop)
}

/// Returns the settings of a task, with the defaults of `reynard-lab selfplay generate`.
fn settings(task: &SelfPlayTask, seed: u64) -> SelfPlaySettings {
    let nodes = task.nodes.get();
    let start = match task.start {
        StartArrays::Standard => OpeningStart::Standard,
        StartArrays::Chess960 => OpeningStart::Chess960,
    };
    SelfPlaySettings {
        seed,
        nodes,
        hard_nodes: nodes.saturating_mul(HARD_FACTOR),
        opening: OpeningSettings { start, nodes, ..OpeningSettings::default() },
        hash: task.hash_mib,
        ..SelfPlaySettings::default()
    }
}

/// Returns the header of a shard of games.
fn header(
    task: &SelfPlayTask,
    settings: &SelfPlaySettings,
    number: u32,
) -> Result<ShardHeader, JobError> {
    let start = match task.start {
        StartArrays::Standard => "standard",
        StartArrays::Chess960 => "chess960",
    };
    let make = || {
        let mut header = settings.header(start, task.signature)?;
        header.set("games", task.games)?;
        header.set("shard", number)?;
        Ok(header)
    };
    make()
        .map_err(|error: reynard_train::shard::InvalidShardHeader| JobError::new("selfplay", error))
}
