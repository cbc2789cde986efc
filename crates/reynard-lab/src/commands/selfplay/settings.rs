//! Self-play options.

use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::ArgAction;
use reynard_console::adjudication_args::{Draw, Resign};
use reynard_console::opening_args::read_openings;
use reynard_engine::{Control, EngineSettings};
use reynard_play::Adjudication;
use reynard_train::selfplay::{OpeningSettings, OpeningStart, SelfPlaySettings};
use reynard_train::shard::ShardHeader;

use crate::commands::train::read_network;

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Play {
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Soft node limit: no iteration begins after N nodes
    #[arg(long, value_name = "N", default_value = "1000")]
    nodes: NonZeroU64,
    /// Hard node limit, as a multiple of the soft one
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    hard_factor: u64,
    /// Number of random moves at the beginning; one more in half of the games
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=200))]
    random_plies: u32,
    /// Maximum score of an opening for either side, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 250)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=31_000))]
    level: u32,
    /// Openings before the random moves: positions in EPD or FEN, games in PGN, or a Polyglot book
    #[arg(long, value_name = "FILE", conflicts_with = "chess960")]
    openings: Option<PathBuf>,
    /// Plies of each game or line of a book that are played
    #[arg(long, value_name = "N", default_value_t = 16)]
    opening_plies: usize,
    /// Begin from the start positions of Chess960
    #[arg(long)]
    chess960: bool,
    /// Adjudicate a win when the score has been at least SCORE for MOVES moves of both sides
    #[arg(long, value_name = "MOVES:SCORE", default_value = "3:1000")]
    win: Resign,
    /// Adjudicate a draw when, FROM moves after the opening, the score has been within SCORE for
    /// MOVES moves
    #[arg(long, value_name = "FROM:MOVES:SCORE", default_value = "40:6:10")]
    draw: Draw,
    /// Adjudicate no game
    #[arg(long, action = ArgAction::SetTrue, conflicts_with_all = ["win", "draw", "out_of_thousand"])]
    no_adjudication: bool,
    /// Maximum number of moves after the opening; the game is drawn then
    #[arg(long, value_name = "N", default_value_t = 300)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=8_000))]
    max_moves: u32,
    /// Games in a thousand that are played out although adjudicated, to measure how often that is
    /// right
    #[arg(long = "play-out", value_name = "N", default_value_t = 50)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=1_000))]
    out_of_thousand: u32,
    /// Transposition table size of each thread in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=32_768))]
    hash: u16,
    /// Network to play with, as `reynard-lab train` writes it; the embedded one by default
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

impl Play {
    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }

    pub(super) fn settings(&self) -> anyhow::Result<SelfPlaySettings> {
        let start = match &self.openings {
            Some(path) => {
                let openings = read_openings(path, self.opening_plies, self.seed)?;
                OpeningStart::Suite(Arc::new(openings))
            }
            None if self.chess960 => OpeningStart::Chess960,
            None => OpeningStart::Standard,
        };
        let hard_nodes = self.nodes.get().saturating_mul(self.hard_factor);
        Ok(SelfPlaySettings {
            seed: self.seed,
            nodes: self.nodes.get(),
            hard_nodes,
            opening: OpeningSettings {
                start,
                random_plies: self.random_plies,
                nodes: self.nodes.get(),
                max_score: self.level,
            },
            adjudication: self.adjudication(),
            played_out: self.out_of_thousand,
            hash: self.hash.into(),
            network: self.net.as_deref().map(read_network).transpose()?.map(Arc::new),
        })
    }

    fn adjudication(&self) -> Adjudication {
        let max_moves = Some(self.max_moves);
        if self.no_adjudication {
            return Adjudication { max_moves, ..Adjudication::default() };
        }
        Adjudication { resign: Some(self.win.0), draw: Some(self.draw.0), max_moves }
    }

    /// Returns the header for the shards. Shards with equal headers contain equal games.
    pub(super) fn header(&self, settings: &SelfPlaySettings) -> anyhow::Result<ShardHeader> {
        let start = match (&settings.opening.start, &self.openings) {
            (OpeningStart::Chess960, _) => "chess960".to_owned(),
            (_, Some(path)) => format!("{} plies {}", fingerprint(path)?, self.opening_plies),
            _ => "standard".to_owned(),
        };
        // Depth 5 is fast, and reveals any change to the search or the evaluation.
        let engine =
            EngineSettings { network: settings.network.clone(), ..EngineSettings::default() };
        let signature = reynard_engine::bench(5, &engine, &Control::new())?.nodes;
        Ok(settings.header(&start, signature)?)
    }
}

/// Returns the name of a file, followed by a hash of its content.
fn fingerprint(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name: String = name.chars().filter(|c| !c.is_control()).take(200).collect();
    Ok(format!("{name} {:016x}", reynard_base::fnv1a(&bytes)))
}
