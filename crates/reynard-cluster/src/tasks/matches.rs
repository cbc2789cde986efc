//! Plays pairs of games between two engines, each pair from one opening with reversed colors.

use std::io::Write;
use std::ops::ControlFlow;

use reynard_arena::reynard::GameResult;
use reynard_arena::{
    Cause, GameRecord, MatchEvent, MatchFormat, MoveRecord, Overhead, Schedule, Tournament,
};
use reynard_play::OpeningSuite;
use serde::{Deserialize, Serialize};

use super::engine_games::{MatchOpenings, count as count_game, opened, player};
use crate::json_lines::{read_lines, write_line};
use crate::{Counts, Job, JobError, OutputName, Shard, ShardPart, Splitter, Task};

/// The task of playing a match between two engines. A pair of games is played from each opening,
/// with colors reversed in the second game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchTask {
    /// The engines, each given as `PROGRAM[,KEY=VALUE]..` as in `reynard match`. Each engine needs
    /// a node or depth limit.
    pub players: [String; 2],
    /// Number of game pairs.
    pub pairs: u32,
    /// The openings.
    #[serde(default)]
    pub openings: MatchOpenings,
    /// A game is drawn after this many full moves, not counting the opening. The default is 200.
    #[serde(default = "two_hundred_moves")]
    pub max_moves: u32,
}

const fn two_hundred_moves() -> u32 {
    200
}

impl Task for MatchTask {
    const NAME: &'static str = "match";

    fn check(&self) -> Result<(), JobError> {
        self.tournament().map(drop)
    }

    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
        Ok(splitter.pairs(self.pairs))
    }

    fn output(&self, _: Option<&ShardPart>) -> OutputName {
        OutputName { stem: "match", extension: "jsonl" }
    }

    fn run(&self, _: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError> {
        let ShardPart::Pairs { first, count } = shard.part else {
            return Err(shard.wrong_part());
        };
        let tournament = self.tournament()?;
        let (from, to) = (first as usize * 2, (first as usize + count as usize) * 2);
        let mut counts = Counts::default();
        let mut lines = Vec::new();
        let end = tournament.run(&|number| (from..to).contains(&number), &|| false, |event| {
            if let MatchEvent::Game(record) = event {
                let moves = match count_game(&record, record.number, &mut counts) {
                    Ok(moves) => moves,
                    Err(error) => return ControlFlow::Break(error),
                };
                let white_points = record.white_half_points();
                lines.push(GameLine {
                    game: record.number,
                    opening: record.round,
                    white: record.white,
                    black: record.black,
                    result: record.result.to_string(),
                    cause: record.cause,
                    half_points: if record.white == 0 { white_points } else { 2 - white_points },
                    moves,
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
            write_line(out, shard, &line)?;
        }
        Ok(counts)
    }
}

impl MatchTask {
    /// Checks the task, and returns the tournament that its shards play.
    ///
    /// # Errors
    ///
    /// [`JobError`] if an engine is not described correctly, or has no limit of nodes or depth.
    pub fn tournament(&self) -> Result<Tournament, JobError> {
        let players = self.players.iter().map(|text| player(text)).collect::<Result<_, _>>()?;
        let (openings, mut settings) = opened(self.openings);
        settings.adjudication.max_moves = Some(self.max_moves);
        let rounds = self.pairs as usize;
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
}

/// A game in the form in which it is stored. It contains nothing that depends on the clock.
#[derive(Serialize, Deserialize)]
struct GameLine {
    game: usize,
    opening: usize,
    white: usize,
    black: usize,
    result: String,
    cause: Cause,
    /// The first player's score in half points.
    half_points: u8,
    moves: String,
}

impl GameLine {
    /// Returns the game without moves' details and times, which are not stored.
    fn record(self, openings: &OpeningSuite) -> GameRecord {
        let (time, cp, mate, depth, nodes) = (None, None, None, None, None);
        let moves = self.moves.split_whitespace();
        GameRecord {
            number: self.game,
            round: self.opening,
            white: self.white,
            black: self.black,
            started: None,
            start: openings.game(self.opening).root().fen(),
            chess960: false,
            moves: moves
                .map(|mv| MoveRecord { text: mv.to_owned(), time, cp, mate, depth, nodes })
                .collect(),
            result: match (self.half_points, self.white) {
                (1, _) => GameResult::Draw,
                (0, 0) | (2, 1) => GameResult::BlackWins,
                _ => GameResult::WhiteWins,
            },
            cause: self.cause,
            detail: None,
            overhead: Overhead::default(),
        }
    }
}

/// Returns the games of a match in order, up to the first shard that must still be run, without
/// times and scores. A sequential test over their pairs has the same outcome regardless of the order
/// in which the shards were run.
///
/// # Errors
///
/// [`JobError`] if the job is not a match, or an output cannot be read.
///
/// ```
/// use reynard_cluster::{Job, LocalFiles, MatchOpenings, MatchTask, Plan, list, match_games};
///
/// let player = |nodes| format!("/usr/games/engine,nodes={nodes}");
/// let task = MatchTask {
///     players: [player(2_000), player(1_000)],
///     pairs: 20,
///     openings: MatchOpenings::Balanced,
///     max_moves: 200,
/// };
/// let folder = tempfile::tempdir()?;
/// let job = Job::create(&list(&Plan::new(task), &LocalFiles)?, folder.path())?;
/// assert_eq!(job.manifest().shards.len(), 3);
/// assert!(match_games(&job)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn match_games(job: &Job) -> Result<Vec<GameRecord>, JobError> {
    let Some(task) = job.manifest().task.get::<MatchTask>() else {
        return Err(JobError::new(job.folder().display(), "the job is not a match"));
    };
    let (openings, _) = opened(task.openings);
    let mut games = Vec::new();
    for shard in &job.manifest().shards {
        if job.summary(shard.number)?.is_none() {
            break;
        }
        let lines = read_lines::<GameLine>(&job.output_path(shard.number))?;
        games.extend(lines.into_iter().map(|line| line.record(&openings)));
    }
    Ok(games)
}
