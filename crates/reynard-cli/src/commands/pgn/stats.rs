//! `reynard pgn stats`: what is in a collection.

use std::collections::HashMap;
use std::io::{self, Write};

use reynard_pgn::{
    GameEnd, GameStart, Opening, Openings, Tags, Termination, Text, Verdict, Visitor,
};
use reynard_pgn::{NullMove, Played, Skip};
use serde::Serialize;

use super::input::{CONTINUE, Inputs, Lints, Processor};
use crate::fen_input::Format;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn stats games.pgn
  reynard pgn stats --top 20 --json games.pgn.zst

Openings are named by the moves, whatever the tags say. At most 100,000 different players are \
counted, those that come first.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// How many players, openings and years are shown
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut stats = Stats::default();
    let sums =
        args.inputs.read(out.paint_remarks(), Lints::Dropped, Counter::default, |batch| {
            stats.add(&batch.visitor.stats);
            batch.remark(out)?;
            CONTINUE
        })?;
    let summary = Summary::new(stats, args.top);
    if args.format.json {
        out.json(&summary)?;
    } else {
        summary.print(out)?;
    }
    Ok(sums.status())
}

/// What is counted.
#[derive(Default)]
struct Stats {
    games: u64,
    results: Results,
    plies: Measure,
    elo: Measure,
    /// Games by length in tens of plies, the last one for all that are longer.
    lengths: [u64; 21],
    players: Counts<String>,
    openings: Counts<Opening>,
    years: Counts<String>,
}

/// Games by result.
#[derive(Clone, Copy, Default, Serialize)]
struct Results {
    white: u64,
    draw: u64,
    black: u64,
    unknown: u64,
}

impl Results {
    const fn count(&mut self, result: Termination) {
        match result {
            Termination::WhiteWins => self.white += 1,
            Termination::Draw => self.draw += 1,
            Termination::BlackWins => self.black += 1,
            Termination::Unknown => self.unknown += 1,
        }
    }

    const fn add(&mut self, other: Self) {
        self.white += other.white;
        self.draw += other.draw;
        self.black += other.black;
        self.unknown += other.unknown;
    }
}

/// The sum, the least and the most of some numbers.
#[derive(Clone, Copy, Default)]
struct Measure {
    count: u64,
    sum: u64,
    least: Option<u64>,
    most: Option<u64>,
}

impl Measure {
    fn measure(&mut self, number: u64) {
        self.add(Self { count: 1, sum: number, least: Some(number), most: Some(number) });
    }

    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.least = self.least.into_iter().chain(other.least).min();
        self.most = self.most.max(other.most);
    }

    #[expect(clippy::cast_precision_loss, reason = "a mean has few digits")]
    fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }
}

/// How often each thing came, of a bounded number of them, with the results of the games.
struct Counts<T> {
    counts: HashMap<T, Results>,
    others: u64,
}

impl<T> Default for Counts<T> {
    fn default() -> Self {
        Self { counts: HashMap::new(), others: 0 }
    }
}

impl<T: std::hash::Hash + Eq + Ord + Clone> Counts<T> {
    /// The most different things that are counted, about 100 bytes each.
    const MOST: usize = 100_000;

    fn count(&mut self, thing: &T, results: Results) {
        if let Some(counted) = self.counts.get_mut(thing) {
            counted.add(results);
        } else if self.counts.len() < Self::MOST {
            self.counts.insert(thing.clone(), results);
        } else {
            self.others += results.games();
        }
    }

    fn add(&mut self, other: &Self) {
        self.others += other.others;
        let mut counts: Vec<_> = other.counts.iter().collect();
        // In an order that is the same every time, since not all may find room.
        counts.sort_by_key(|(thing, _)| *thing);
        for (thing, &results) in counts {
            self.count(thing, results);
        }
    }

    /// The most frequent ones; what is as frequent in its order.
    fn top(self, most: usize) -> Vec<(T, Results)> {
        let mut counts: Vec<(T, Results)> = self.counts.into_iter().collect();
        counts.sort_by(|(a, x), (b, y)| y.games().cmp(&x.games()).then_with(|| a.cmp(b)));
        counts.truncate(most);
        counts
    }
}

impl Results {
    const fn games(&self) -> u64 {
        self.white + self.draw + self.black + self.unknown
    }
}

impl Stats {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.results.add(other.results);
        self.plies.add(other.plies);
        self.elo.add(other.elo);
        for (sum, count) in self.lengths.iter_mut().zip(other.lengths) {
            *sum += count;
        }
        self.players.add(&other.players);
        self.openings.add(&other.openings);
        self.years.add(&other.years);
    }

    fn count(&mut self, tags: &Tags, end: &GameEnd, opening: Option<Opening>) {
        let result = tags.result(end.result);
        let mut results = Results::default();
        results.count(result);
        self.games += 1;
        self.results.add(results);
        self.plies.measure(end.plies);
        let tens = usize::try_from(end.plies / 10).unwrap_or(usize::MAX);
        self.lengths[tens.min(self.lengths.len() - 1)] += 1;
        for (player, rating) in [("White", "WhiteElo"), ("Black", "BlackElo")] {
            let name = tags.text(player).unwrap_or_default();
            let name: String = name.trim().chars().take(MAX_NAME).collect();
            if !name.is_empty() && name != "?" {
                self.players.count(&name, results);
            }
            let elo = tags.text(rating).and_then(|elo| elo.trim().parse().ok());
            if let Some(elo @ 1..=9999) = elo {
                self.elo.measure(elo);
            }
        }
        if let Some(opening) = opening {
            self.openings.count(&opening, results);
        }
        let year = tags.text("Date").unwrap_or_default();
        if let Some(year) = year.get(..4).filter(|year| year.bytes().all(|b| b.is_ascii_digit())) {
            self.years.count(&year.to_owned(), results);
        }
    }
}

/// The longest name of a player that is kept, in characters.
const MAX_NAME: usize = 60;

/// Counts games.
#[derive(Default)]
struct Counter {
    stats: Stats,
    tags: Tags,
    opening: Option<Opening>,
}

impl Visitor for Counter {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
        self.opening = None;
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.opening = Openings::embedded().find(played.after).or(self.opening);
        Skip::No
    }

    fn null_move(&mut self, _: &NullMove<'_>) -> Skip {
        Skip::No
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn end_game(&mut self, end: &GameEnd) {
        if end.verdict != Verdict::Rejected {
            self.stats.count(&self.tags, end, self.opening);
        }
    }
}

impl Processor for Counter {}

/// What is told.
#[derive(Serialize)]
struct Summary {
    games: u64,
    results: Results,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<Spread>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<Spread>,
    /// Games by length, in tens of plies.
    lengths: Vec<u64>,
    players: Vec<Player>,
    openings: Vec<Named>,
    years: Vec<Year>,
}

/// The least, the mean and the most of some numbers.
#[derive(Serialize)]
struct Spread {
    least: u64,
    mean: f64,
    most: u64,
}

#[derive(Serialize)]
struct Player {
    name: String,
    games: u64,
}

#[derive(Serialize)]
struct Named {
    eco: &'static str,
    opening: &'static str,
    games: u64,
    results: Results,
}

#[derive(Serialize)]
struct Year {
    year: String,
    games: u64,
}

impl Summary {
    fn new(stats: Stats, top: usize) -> Self {
        let lengths = stats.lengths;
        let used = lengths.iter().rposition(|&games| games > 0).map_or(0, |last| last + 1);
        let named = |(opening, results): (Opening, Results)| {
            let Opening { eco, name: opening } = opening;
            Named { eco, opening, games: results.games(), results }
        };
        let mut years: Vec<Year> = stats
            .years
            .top(top)
            .into_iter()
            .map(|(year, results)| Year { year, games: results.games() })
            .collect();
        years.sort_by(|a, b| a.year.cmp(&b.year));
        let player = |(name, results): (String, Results)| Player { name, games: results.games() };
        Self {
            games: stats.games,
            results: stats.results,
            plies: Spread::new(&stats.plies),
            elo: Spread::new(&stats.elo),
            lengths: lengths[..used].to_vec(),
            players: stats.players.top(top).into_iter().map(player).collect(),
            openings: stats.openings.top(top).into_iter().map(named).collect(),
            years,
        }
    }

    fn print(&self, out: &mut Output) -> io::Result<()> {
        writeln!(out, "Games    {}", self.games)?;
        for (name, measure) in [("Plies", &self.plies), ("Elo", &self.elo)] {
            if let Some(Spread { least, mean, most }) = measure {
                writeln!(out, "{name:<8} {mean:.0} on average, {least} to {most}")?;
            }
        }
        let Results { white, draw, black, unknown } = self.results;
        let results = [("1-0", white), ("1/2-1/2", draw), ("0-1", black), ("*", unknown)];
        let results = results.into_iter().map(|(name, games)| {
            // Rounded half up, in tenths of a percent.
            let tenths = (games * 2000 + self.games) / (self.games * 2).max(1);
            (format!("{name:<7} {:>3}.{} %", tenths / 10, tenths % 10), games)
        });
        table(out, "Results", results)?;
        let lengths = self.lengths.chunks(2).enumerate().map(|(index, pair)| {
            let (from, games) = (index * 20, pair.iter().sum());
            let name =
                if from == 200 { "200 ..".into() } else { format!("{from} .. {}", from + 19) };
            (name, games)
        });
        table(out, "Plies", lengths)?;
        table(out, "Years", self.years.iter().map(|year| (year.year.clone(), year.games)))?;
        table(out, "Players", self.players.iter().map(|p| (p.name.clone(), p.games)))?;
        let openings = self.openings.iter();
        let openings =
            openings.map(|named| (format!("{} {}", named.eco, named.opening), named.games));
        table(out, "Openings", openings)
    }
}

impl Spread {
    fn new(measure: &Measure) -> Option<Self> {
        let (least, mean, most) = (measure.least?, measure.mean()?, measure.most?);
        Some(Self { least, mean, most })
    }
}

/// A table of counts with bars; nothing if all of them are 0.
fn table(
    out: &mut Output,
    title: &str,
    rows: impl Iterator<Item = (String, u64)>,
) -> io::Result<()> {
    /// The most characters in a bar.
    const BAR: u64 = 30;
    let rows: Vec<(String, u64)> = rows.filter(|&(_, games)| games > 0).collect();
    let Some(most) = rows.iter().map(|&(_, games)| games).max() else { return Ok(()) };
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(44);
    let digits = most.to_string().len();
    writeln!(out, "\n{title}")?;
    for (name, games) in rows {
        let name: String = name.chars().take(width).collect();
        let bar = "█".repeat(usize::try_from((games * BAR).div_ceil(most)).unwrap_or(0));
        writeln!(out, "  {name:<width$}  {games:>digits$}  {bar}")?;
    }
    Ok(())
}
