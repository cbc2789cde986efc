//! Where the openings come from.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use reynard_book::Book;
use reynard_train::{OpeningOrder, Openings};
use ruzstd::decoding::StreamingDecoder;
use serde::{Deserialize, Serialize};

/// The largest file that is read, in bytes: a bound on what a compressed file can grow to.
const MAX_FILE: u64 = 1 << 28;

/// The first bytes of a file compressed with zstd.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

#[derive(clap::Args)]
pub(crate) struct From {
    /// Begin games from what is in this file: positions in EPD or FEN, games in PGN, or a book in
    /// Polyglot's format (.bin), perhaps compressed with zstd; without, all begin from the start position
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Of games and books, play so many plies
    #[arg(long, value_name = "N", default_value_t = 16)]
    plies: usize,
    /// In which order to take the openings
    #[arg(long, value_name = "ORDER", default_value = "sequential")]
    order: Order,
    /// What a random order depends on: the same number gives the same order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// As they stand in the file
    Sequential,
    /// Mixed
    Random,
}

/// What a journal remembers of the openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Description {
    file: Option<PathBuf>,
    plies: usize,
    seed: Option<u64>,
}

impl From {
    pub(super) fn describe(&self) -> Description {
        let seed = (self.order == Order::Random).then_some(self.seed);
        Description { file: self.openings.clone(), plies: self.plies, seed }
    }

    pub(crate) fn read(&self) -> anyhow::Result<Openings> {
        let Some(path) = &self.openings else { return Ok(Openings::standard()) };
        let order = match self.order {
            Order::Sequential => OpeningOrder::Sequential,
            Order::Random => OpeningOrder::Shuffled { seed: self.seed },
        };
        Ok(read_file(path, self.plies, self.seed)?.in_order(order))
    }
}

/// The openings in a file; of games and books so many plies, of books with lines that depend on the
/// seed.
pub(crate) fn read_file(path: &Path, plies: usize, seed: u64) -> anyhow::Result<Openings> {
    let text = read(path).with_context(|| format!("cannot read {}", path.display()))?;
    understand(path, text, plies, seed).with_context(|| path.display().to_string())
}

/// Books have a name that ends in `.bin`; games begin with a tag, or have a name that says so.
fn understand(path: &Path, text: Vec<u8>, plies: usize, seed: u64) -> anyhow::Result<Openings> {
    let packed = has_extension(path, "zst");
    let stem = path.file_stem().map(Path::new).filter(|_| packed).unwrap_or(path);
    if has_extension(stem, "bin") {
        let book = Book::new(text)?;
        return Ok(Openings::from_book(&book, plies, BOOK_LINES, seed)?);
    }
    if has_extension(stem, "pgn") || text.trim_ascii_start().starts_with(b"[") {
        return Ok(Openings::from_pgn(&text, plies)?);
    }
    Ok(Openings::from_epd(&text)?)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// The most lines that are drawn from a book.
const BOOK_LINES: usize = 10_000;

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let file = fs::File::open(path)?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.starts_with(&ZSTD_MAGIC) {
        let packed = std::mem::take(&mut bytes);
        let mut packed = &packed[..];
        let decoder = StreamingDecoder::new(&mut packed)?;
        decoder.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > MAX_FILE {
        bail!("more than {MAX_FILE} bytes");
    }
    Ok(bytes)
}
