//! `reynard selfplay stats`: statistics of games.

use std::io::{self, Write};

use reynard_train::shard::{SelfPlayEnding, ShardStatistics};
use serde::Serialize;

use super::files::Files;
use crate::fen_input::Format;
use crate::filter_args::FilterArgs;
use crate::numbers::counted;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard selfplay stats games
  reynard selfplay stats games/1-00000.rsp --max-score 500 --json")]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    format: Format,
}

/// Statistics as JSON.
#[derive(Serialize)]
pub(super) struct Summary {
    games: u64,
    positions: u64,
    kept: u64,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    by_rules: u64,
    adjudicated: u64,
    too_long: u64,
    wins_played_out: u64,
    wins_confirmed: u64,
    draws_played_out: u64,
    draws_confirmed: u64,
    scores: Vec<Class<u16>>,
    lengths: Vec<Class<usize>>,
    phases: Vec<u64>,
}

/// Count up to a bound; the last class has no bound.
#[derive(Serialize)]
struct Class<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<T>,
    count: u64,
}

fn classes<T: Copy>(ends: &[T], counts: &[u64]) -> Vec<Class<T>> {
    let ends = ends.iter().copied().map(Some).chain([None]);
    ends.zip(counts).map(|(to, &count)| Class { to, count }).collect()
}

impl Summary {
    pub(super) fn new(statistics: &ShardStatistics) -> Self {
        let [black_wins, draws, white_wins] = statistics.results;
        let [by_rules, adjudicated, too_long] = statistics.endings;
        let [wins_played_out, wins_confirmed] = statistics.wins_played_out;
        let [draws_played_out, draws_confirmed] = statistics.draws_played_out;
        Self {
            games: statistics.games,
            positions: statistics.plies,
            kept: statistics.kept,
            white_wins,
            draws,
            black_wins,
            by_rules,
            adjudicated,
            too_long,
            wins_played_out,
            wins_confirmed,
            draws_played_out,
            draws_confirmed,
            scores: classes(&ShardStatistics::SCORE_ENDS, &statistics.scores),
            lengths: classes(&ShardStatistics::LENGTH_ENDS, &statistics.lengths),
            phases: statistics.phases.to_vec(),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut statistics = ShardStatistics::new(args.filter.filter());
    for game in args.files.find()?.games() {
        statistics.add(&game?);
    }
    if args.format.json {
        out.json(&Summary::new(&statistics))?;
    } else {
        write(&statistics, out)?;
    }
    Ok(Status::Fine)
}

/// Writes the statistics as text.
pub(super) fn write(statistics: &ShardStatistics, out: &mut Output) -> io::Result<()> {
    let ShardStatistics { games, plies, kept, .. } = *statistics;
    let [black, draws, white] = statistics.results;
    writeln!(out, "games:     {games}")?;
    writeln!(out, "positions: {plies}, kept {kept} ({})", percent(kept, plies))?;
    writeln!(
        out,
        "results:   White {white} ({}), draws {draws} ({}), Black {black} ({})",
        percent(white, games),
        percent(draws, games),
        percent(black, games)
    )?;
    let endings: Vec<String> = SelfPlayEnding::ALL
        .iter()
        .zip(statistics.endings)
        .map(|(ending, count)| format!("{ending} {count} ({})", percent(count, games)))
        .collect();
    writeln!(out, "ended:     {}", endings.join(", "))?;
    for (kind, [played_out, right]) in
        [("wins", statistics.wins_played_out), ("draws", statistics.draws_played_out)]
    {
        if played_out > 0 {
            writeln!(
                out,
                "played out: {} adjudicated as {kind}, {right} of them confirmed ({})",
                counted(played_out, "game"),
                percent(right, played_out)
            )?;
        }
    }
    write_classes(
        "scores of kept positions, in centipawns",
        &ShardStatistics::SCORE_ENDS,
        &statistics.scores,
        "to",
        out,
    )?;
    write_classes(
        "lengths of games, in moves of both sides",
        &ShardStatistics::LENGTH_ENDS,
        &statistics.lengths,
        "below",
        out,
    )?;
    writeln!(out, "phases of kept positions, pieces of 24")?;
    for (index, chunk) in statistics.phases.chunks(4).enumerate() {
        let sum = chunk.iter().sum();
        let (from, to) = (4 * index, 4 * index + chunk.len() - 1);
        let name = if from == to { from.to_string() } else { format!("{from}-{to}") };
        writeln!(out, "  {name:>12}  {sum:>10}  {:>6}", percent(sum, kept))?;
    }
    Ok(())
}

fn write_classes<T: ToString>(
    title: &str,
    ends: &[T],
    counts: &[u64],
    word: &str,
    out: &mut Output,
) -> io::Result<()> {
    writeln!(out, "{title}")?;
    let all = counts.iter().sum();
    for (index, &count) in counts.iter().enumerate() {
        let name = ends
            .get(index)
            .map_or_else(|| "above".to_owned(), |end| format!("{word} {}", end.to_string()));
        writeln!(out, "  {name:>12}  {count:>10}  {:>6}", percent(count, all))?;
    }
    Ok(())
}

/// Returns a percentage with one decimal.
fn percent(part: u64, whole: u64) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(whole.max(1));
    format!("{}.{} %", tenths / 10, tenths % 10)
}
