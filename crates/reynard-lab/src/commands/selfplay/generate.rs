//! `reynard-lab selfplay generate`: plays games and writes them to shards.

use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use reynard_console::fen_input::Format;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::progress::counting_bar;
use reynard_console::threads::{threads, threads_or_cores};
use reynard_console::whole_file::WholeFile;
use reynard_db::grouped;
use reynard_train::selfplay::{SelfPlayEvent, SelfPlayRun, generate};
use reynard_train::shard::{
    PackedGame, PositionFilter, SHARD_EXTENSION, ShardHeader, ShardStatistics, ShardWriter,
    open_shard,
};
use serde::Serialize;

use super::settings::Play;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab selfplay generate games --shards 200 --threads 2
  reynard-lab selfplay generate games --shards 400 --threads 2
  reynard-lab selfplay generate other --seed 7 --chess960 --nodes 5000 --shards 10
  reynard-lab selfplay generate next --seed 8 --net net.rnn --nodes 200 --games 2000 --shards 100

A shard is a file of games that appears only when it is complete. Existing shards are kept, so the same \
command resumes an interrupted run or, with more shards, extends it. The games of a shard depend on the \
seed, its number and the settings, but not on the number of threads. Ctrl-C stops the run; games of \
unfinished shards are lost.")]
pub(super) struct Args {
    /// Folder of the shards; created if missing
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Number of shards
    #[arg(long, value_name = "N", default_value_t = 1)]
    shards: u32,
    /// Number of the first shard, for several machines that share the work
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u32,
    /// Games per shard
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Number of threads; one per core by default
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    format: Format,
}

/// Summary of a run.
#[derive(Serialize)]
struct Total<'a> {
    shards: u32,
    made: u32,
    #[serde(flatten)]
    statistics: &'a ShardStatistics,
    seconds: f64,
    kept_per_hour: u64,
    interrupted: bool,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let Some(end) = args.first.checked_add(args.shards) else {
        bail!("shards have numbers up to {}", u32::MAX);
    };
    let settings = args.play.settings()?;
    let mut common = args.play.header(&settings)?;
    common.set("games", args.games)?;
    fs::create_dir_all(&args.folder)
        .with_context(|| format!("cannot make {}", args.folder.display()))?;
    let mut missing = Vec::new();
    for number in args.first..end {
        if !args.exists(number, &common)? {
            missing.push(number);
        }
    }
    let games = SelfPlayRun {
        settings,
        shards: missing,
        games: args.games,
        threads: threads_or_cores(args.threads).get(),
    };
    let interrupt = Interrupt::install()?;
    out.go_on_unread();
    let mut work = Work::new(args, common, &games, out);
    let end = interrupt.during(|control| generate(&games, control, |event| work.note(event)));
    work.bar.finish_and_clear();
    if let ControlFlow::Break(error) = end? {
        return Err(error);
    }
    let is_whole = work.made as usize == games.shards.len();
    work.finish(interrupt.is_stopped() && !is_whole, out)
}

impl Args {
    fn path(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{}-{number:05}.{SHARD_EXTENSION}", self.play.seed()))
    }

    /// Returns `true` if a shard exists. Returns an error if the existing shard is damaged or was
    /// written with other settings.
    fn exists(&self, number: u32, common: &ShardHeader) -> anyhow::Result<bool> {
        let path = self.path(number);
        if !path.try_exists().with_context(|| path.display().to_string())? {
            return Ok(false);
        }
        let mut reader = open_shard(&path)?;
        let expected = header(common, number)?;
        if let Some((name, value)) =
            expected.fields().find(|&(name, value)| reader.header().get(name) != Some(value))
        {
            bail!(
                "{} has other games: {name} {}, not {value}; use another folder or another seed",
                path.display(),
                reader.header().get(name).unwrap_or("unknown"),
            );
        }
        let damaged = || format!("{} is damaged; delete it to play it again", path.display());
        while reader.next_packed().with_context(damaged)?.is_some() {}
        Ok(true)
    }
}

/// Returns the header of a shard.
fn header(common: &ShardHeader, number: u32) -> anyhow::Result<ShardHeader> {
    let mut header = common.clone();
    header.set("shard", number)?;
    Ok(header)
}

/// The task of writing the shards and reporting progress.
struct Work<'a> {
    args: &'a Args,
    common: ShardHeader,
    statistics: ShardStatistics,
    made: u32,
    start: Instant,
    bar: ProgressBar,
}

impl<'a> Work<'a> {
    fn new(args: &'a Args, common: ShardHeader, run: &SelfPlayRun, out: &Output) -> Self {
        let games = run.shards.len() as u64 * u64::from(run.games);
        Self {
            args,
            common,
            statistics: ShardStatistics::new(PositionFilter::default()),
            made: 0,
            start: Instant::now(),
            bar: counting_bar(games, "games", out.paint_notes()),
        }
    }

    fn note(&mut self, event: SelfPlayEvent<'_>) -> ControlFlow<anyhow::Error> {
        match event {
            SelfPlayEvent::Game(game) => {
                self.statistics.add(game);
                self.bar.inc(1);
                self.bar.set_prefix(format!("{} an hour  ", grouped(self.kept_per_hour())));
            }
            SelfPlayEvent::Shard { number, games } => {
                if let Err(error) = self.write(number, &games) {
                    return ControlFlow::Break(error);
                }
                self.made += 1;
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn write(&self, number: u32, games: &[PackedGame]) -> anyhow::Result<()> {
        let path = self.args.path(number);
        let file = WholeFile::create(&path)?;
        let header = header(&self.common, number)?;
        let write = || -> io::Result<WholeFile> {
            let mut writer = ShardWriter::new(file, &header)?;
            games.iter().try_for_each(|game| writer.push(game))?;
            writer.finish()
        };
        write().with_context(|| format!("cannot write {}", path.display()))?.finish()?;
        let line = format!(
            "{}: {} played, {} positions kept, {} an hour",
            path.display(),
            counted(self.statistics.games, "game"),
            grouped(self.statistics.kept),
            grouped(self.kept_per_hour()),
        );
        // On a terminal, the bar shows the same figures.
        if self.bar.is_hidden() {
            writeln!(io::stderr(), "{line}")?;
        }
        Ok(())
    }

    fn kept_per_hour(&self) -> u64 {
        let millis = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX).max(1);
        self.statistics.kept.saturating_mul(3_600_000) / millis
    }

    fn finish(self, interrupted: bool, out: &mut Output) -> anyhow::Result<Status> {
        let kept_per_hour = self.kept_per_hour();
        let seconds = self.start.elapsed().as_secs_f64();
        let (shards, made) = (self.args.shards, self.made);
        if self.args.format.json {
            let statistics = &self.statistics;
            out.json(&Total { shards, made, statistics, seconds, kept_per_hour, interrupted })?;
        } else {
            let shards = counted(shards.into(), "shard");
            writeln!(out, "{made} of {shards} made in {seconds:.1} s")?;
            if self.statistics.games > 0 {
                writeln!(out, "{}", self.statistics)?;
                writeln!(out, "kept an hour: {}", grouped(kept_per_hour))?;
            }
        }
        if interrupted {
            let lost = self.statistics.games - u64::from(made) * u64::from(self.args.games);
            let are = if lost == 1 { "is" } else { "are" };
            let games = counted(lost, "game");
            bail!(Interrupted(format!(
                "interrupted: {games} of unfinished shards {are} lost; the same command resumes"
            )));
        }
        Ok(Status::Fine)
    }
}
