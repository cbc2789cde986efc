//! The options that choose openings.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use reynard_train::{OpeningFormat, OpeningOrder, OpeningSuite};
use serde::{Deserialize, Serialize};

use crate::source;

/// Maximum size of an uncompressed file in bytes.
const MAX_FILE: u64 = 1 << 28;

#[derive(clap::Args)]
pub(crate) struct OpeningArgs {
    /// Openings: positions in EPD or FEN, games in PGN, or a Polyglot book (.bin), perhaps compressed;
    /// the start position by default
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies of each game or line of a book that are played
    #[arg(long, value_name = "N", default_value_t = 16)]
    plies: usize,
    /// Order of the openings
    #[arg(long, value_name = "ORDER", default_value = "sequential")]
    order: Order,
    /// Seed of a random order, and of the lines that are drawn from a book
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// As in the file
    Sequential,
    /// Shuffled
    Random,
}

/// Openings of a match as its journal stores them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OpeningRecord {
    file: Option<PathBuf>,
    plies: usize,
    seed: Option<u64>,
}

impl OpeningArgs {
    pub(crate) fn record(&self) -> OpeningRecord {
        let seed = (self.order == Order::Random).then_some(self.seed);
        OpeningRecord { file: self.openings.clone(), plies: self.plies, seed }
    }

    pub(crate) fn read(&self) -> anyhow::Result<OpeningSuite> {
        let Some(path) = &self.openings else { return Ok(OpeningSuite::standard()) };
        let order = match self.order {
            Order::Sequential => OpeningOrder::Sequential,
            Order::Random => OpeningOrder::Shuffled { seed: self.seed },
        };
        Ok(read_openings(path, self.plies, self.seed)?.in_order(order))
    }
}

/// Reads the openings of a file, cut off after `plies` moves; the lines of a book depend on the seed.
pub(crate) fn read_openings(path: &Path, plies: usize, seed: u64) -> anyhow::Result<OpeningSuite> {
    let bytes = read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let is_compressed =
        path.extension().is_some_and(|found| ["zst", "gz", "bz2"].iter().any(|it| found == *it));
    let name = path.file_stem().map(Path::new).filter(|_| is_compressed).unwrap_or(path);
    let format = OpeningFormat::detect(name, &bytes);
    OpeningSuite::from_bytes(bytes, format, plies, seed).with_context(|| path.display().to_string())
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE {
        bail!("more than {MAX_FILE} bytes");
    }
    Ok(bytes)
}
