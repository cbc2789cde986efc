//! Pairs of games between two engines, one from each side of an opening.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::ops::ControlFlow;

use reynard::GameResult;
use reynard_arena::{
    MatchEvent, MatchFormat, MatchPlayer, MatchSettings, OpeningSuite, Schedule, Tournament,
};
use serde::{Deserialize, Serialize};

use crate::{Counts, Job, JobError, MatchOpenings, MatchTask, Shard, ShardPart, Task};

/// A game as it is kept: nothing in it depends on the clock.
#[derive(Serialize, Deserialize)]
struct GameLine {
    game: usize,
    opening: usize,
    white: usize,
    black: usize,
    result: String,
    cause: String,
    /// Half points of the first player.
    half_points: u8,
    moves: String,
}

/// Plays the pairs of a shard.
pub(crate) fn run(
    task: &MatchTask,
    shard: &Shard,
    out: &mut impl Write,
) -> Result<Counts, JobError> {
    let ShardPart::Pairs { first, count } = shard.part else {
        return Err(JobError::wrong_part(shard));
    };
    let tournament = tournament(task)?;
    let (from, to) = (first as usize * 2, (first as usize + count as usize) * 2);
    let mut counts = Counts::default();
    let mut lines = Vec::new();
    let end = tournament.run(&|number| (from..to).contains(&number), &|| false, |event| {
        if let MatchEvent::Game(record) = event {
            if record.cause.is_forfeit() {
                let reason = format!("game {}: {}", record.number, record.cause.name());
                return ControlFlow::Break(JobError::new("match", reason));
            }
            let white_points = match record.result {
                GameResult::WhiteWins => 2,
                GameResult::Draw => 1,
                GameResult::BlackWins => 0,
            };
            counts.games += 1;
            counts.plies += record.moves.len() as u64;
            match record.result {
                GameResult::WhiteWins => counts.white += 1,
                GameResult::Draw => counts.draw += 1,
                GameResult::BlackWins => counts.black += 1,
            }
            let moves: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
            lines.push(GameLine {
                game: record.number,
                opening: record.round,
                white: record.white,
                black: record.black,
                result: record.result.to_string(),
                cause: record.cause.name().to_owned(),
                half_points: if record.white == 0 { white_points } else { 2 - white_points },
                moves: moves.join(" "),
            });
        }
        ControlFlow::Continue(())
    });
    match end {
        Err(error) => return Err(JobError::new("match", error)),
        Ok(ControlFlow::Break(error)) => return Err(error),
        Ok(ControlFlow::Continue(())) => {}
    }
    lines.sort_by_key(|line| line.game);
    for line in lines {
        let mut text = serde_json::to_vec(&line).map_err(|error| JobError::new("match", error))?;
        text.push(b'\n');
        out.write_all(&text).map_err(JobError::of_output(shard))?;
    }
    Ok(counts)
}

/// Checks a task, and returns its tournament.
pub(crate) fn tournament(task: &MatchTask) -> Result<Tournament, JobError> {
    let mut players = Vec::new();
    for text in &task.players {
        let player = MatchPlayer::parse(text, "").map_err(|error| JobError::new(text, error))?;
        if !player.limits.is_deterministic() {
            let reason = "limit it by nodes or depth: games on the clock are not the same again";
            return Err(JobError::new(text, reason));
        }
        players.push(player);
    }
    let openings = match task.openings {
        MatchOpenings::Balanced => OpeningSuite::balanced(),
        MatchOpenings::Chess960 => OpeningSuite::chess960(),
    };
    let mut settings = MatchSettings::default();
    if task.openings == MatchOpenings::Chess960 {
        settings.castling = reynard::uci::CastlingNotation::Chess960;
    }
    settings.adjudication.max_moves = Some(task.max_moves);
    let rounds = task.pairs as usize;
    Ok(Tournament {
        schedule: Schedule { players: 2, format: MatchFormat::RoundRobin, rounds },
        players,
        openings,
        settings,
        tablebases: None,
        concurrency: 1,
        processors: Vec::new(),
    })
}

/// Returns the half points of the first player in the two games of each pair, in the order of the pairs, up to the first
/// shard that has to be run. A sequential test over them has the same end whatever order the shards were run in.
///
/// # Errors
///
/// [`JobError`] if the job is no match, or an output cannot be read.
///
/// ```
/// use reynard_shards::{Job, LocalFiles, MatchOpenings, MatchTask, Plan, Task, list, match_results};
///
/// let player = |nodes| format!("/usr/games/engine,nodes={nodes}");
/// let task = MatchTask {
///     players: [player(2_000), player(1_000)],
///     pairs: 20,
///     openings: MatchOpenings::Balanced,
///     max_moves: 200,
/// };
/// let folder = tempfile::tempdir()?;
/// let job = Job::create(&list(&Plan::new(Task::Match(task)), &LocalFiles)?, folder.path())?;
/// assert_eq!(job.manifest().shards.len(), 3);
/// assert!(match_results(&job)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn match_results(job: &Job) -> Result<Vec<[u8; 2]>, JobError> {
    if !matches!(job.manifest().task, Task::Match(_)) {
        return Err(JobError::new(job.folder().display(), "the job is no match"));
    }
    let mut half_points = Vec::new();
    for shard in &job.manifest().shards {
        if job.summary(shard.number)?.is_none() {
            break;
        }
        let path = job.output_path(shard.number);
        let failed = |error| JobError::io(&path, error);
        for line in BufReader::new(File::open(&path).map_err(failed)?).lines() {
            let line: GameLine = serde_json::from_str(&line.map_err(failed)?)
                .map_err(|error| JobError::new(path.display(), error))?;
            half_points.push(line.half_points);
        }
    }
    Ok(half_points.as_chunks().0.to_vec())
}
