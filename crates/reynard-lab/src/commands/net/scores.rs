//! `reynard-lab net scores`: writes the scores of deep searches, for `net compare`.

use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use anyhow::{Context, bail};
use reynard::{CastlingNotation, Game, Position};
use reynard_base::printable;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::player_args;
use reynard_console::progress::counting_bar;
use reynard_console::start_timeout::StartTimeout;
use reynard_console::whole_file::WholeFile;
use reynard_engine::{MaterialPoints, WinDrawLossModel};
use reynard_host::EngineProcess;
use reynard_train::network::DeepScores;
use reynard_train::shard::ShardFiles;
use reynard_uci::{Go, PositionCommand, UciScore};

use crate::filter_args::FilterArgs;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab net scores games --engine self --engine stockfish,option.Hash=64 -o deep-scores.csv
  reynard-lab net scores games --engine self --positions 2000 --nodes 20000 -o deep-scores.csv

Positions are taken at equal distances from those that the filter keeps, and each engine searches each of \
them with a fixed number of nodes, as in a new game. A position for which an engine gives no score in \
centipawns, as with a mate, is left out.")]
pub(super) struct Args {
    /// Shards of `selfplay` (`*.rsp`), or folders of them
    #[arg(value_name = "FILE", required = true)]
    games: Vec<PathBuf>,
    /// UCI engine, `PROGRAM[,KEY=VALUE]..`; may be given more than once
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    engines: Vec<String>,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value = "100000")]
    nodes: NonZeroU64,
    /// Number of positions
    #[arg(long, value_name = "N", default_value = "500")]
    positions: NonZeroUsize,
    #[command(flatten)]
    start: StartTimeout,
    #[command(flatten)]
    filter: FilterArgs,
    /// Output file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// The name of this version of Reynard. Scores of an engine with this name are written in network
/// units.
const REYNARD: &str = concat!("Reynard ", env!("CARGO_PKG_VERSION"));

/// An engine, with its name in the table of scores.
struct Searcher {
    name: String,
    process: EngineProcess,
    /// Castling notation set in the engine.
    castling: CastlingNotation,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let interrupt = Interrupt::install()?;
    let positions = args.sample()?;
    let mut searchers = args.start()?;
    let mut file = WholeFile::create(&args.output)?;
    for searcher in &searchers {
        let engine = printable(searcher.process.name()).into_owned();
        let unit = if engine == REYNARD { ", in the network's centipawns" } else { "" };
        writeln!(file, "# {}: {engine}, {} nodes{unit}", searcher.name, args.nodes)?;
    }
    let engines = searchers.iter().map(|searcher| searcher.name.clone()).collect();
    let mut scores = DeepScores { engines, positions: Vec::new() };
    let bar = counting_bar(positions.len() as u64, "positions", out.paint_notes());
    for position in positions {
        if interrupt.is_stopped() {
            bail!(Interrupted(format!("interrupted: {} is not written", args.output.display())));
        }
        let found: anyhow::Result<Option<Vec<i32>>> =
            searchers.iter_mut().map(|searcher| searcher.score(&position, args.nodes)).collect();
        if let Some(found) = found? {
            scores.positions.push((position, found));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    write!(file, "{scores}")?;
    file.finish()?;
    out.note(format_args!("{}", counted(scores.positions.len() as u64, "position")))?;
    Ok(Status::Fine)
}

impl Args {
    /// Returns positions taken at equal intervals from all positions that pass the filter.
    fn sample(&self) -> anyhow::Result<Vec<Position>> {
        let (shards, filter) = (ShardFiles::find(&self.games)?, self.filter.filter());
        let mut kept = 0_usize;
        for sample in shards.samples(filter) {
            sample?;
            kept += 1;
        }
        if kept == 0 {
            bail!("the games have no positions that are kept");
        }
        let step = kept.div_ceil(self.positions.get());
        let samples = shards.samples(filter).step_by(step);
        Ok(samples.map(|sample| sample.map(|sample| sample.position)).collect::<Result<_, _>>()?)
    }

    /// Starts the engines. Returns an error if two engines have the same name.
    fn start(&self) -> anyhow::Result<Vec<Searcher>> {
        let mut searchers: Vec<Searcher> = Vec::new();
        for text in &self.engines {
            let spec = player_args::engine(text)?;
            let name = spec.name();
            if name.contains([',', '#']) || searchers.iter().any(|other| other.name == name) {
                bail!("engine `{name}`: set another name, like `{text},name=other`");
            }
            let process = EngineProcess::start(&spec, self.start.timeouts());
            let process = process.with_context(|| format!("engine {name}"))?;
            searchers.push(Searcher { name, process, castling: CastlingNotation::Standard });
        }
        Ok(searchers)
    }
}

impl Searcher {
    /// Returns the score of a position in centipawns; `None` if the engine reports a mate or no
    /// score.
    fn score(&mut self, position: &Position, nodes: NonZeroU64) -> anyhow::Result<Option<i32>> {
        self.search(position, nodes).with_context(|| format!("engine {}", self.name))
    }

    fn search(&mut self, position: &Position, nodes: NonZeroU64) -> anyhow::Result<Option<i32>> {
        let castling = CastlingNotation::for_position(position);
        if castling == CastlingNotation::Chess960 && self.castling != castling {
            self.process.play_chess960()?;
            self.castling = castling;
        }
        self.process.new_game()?;
        let command = PositionCommand::of_game(&Game::from(position.clone()), castling);
        let go = Go { nodes: Some(nodes.get()), ..Go::default() };
        let answer = self.process.search(&command, &go, None, &mut |_| {})?;
        Ok(match answer.info.score {
            Some(UciScore::Centipawns(score)) if self.process.name() == REYNARD => {
                let material = MaterialPoints::of(position);
                Some(WinDrawLossModel::SELF_PLAY.internal(score, material))
            }
            Some(UciScore::Centipawns(score)) => Some(score),
            Some(UciScore::Mate(_)) | None => None,
        })
    }
}
