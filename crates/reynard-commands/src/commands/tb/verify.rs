//! `reynard tb verify`: are tables what they were when they were made?

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use reynard_syzygy::{PositionedFile, RandomAccess, TableName, Verified, verify};
use serde::Serialize;

use super::tables::Folders;
use crate::fen_input::Format;
use crate::output::{Output, Status};
use crate::progress::{BYTES_PER_SECOND, percent_bar};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard tb verify KQvK.rtbw KQvK.rtbz
  reynard tb verify --json --path ~/syzygy

The structure of each table is checked, and the checksum at its end: CityHash 1.0.3 of all that is \
before. The exit code is 1 if a table is broken.")]
pub(crate) struct Args {
    /// Table files; default: all tables of the folders
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    folders: Folders,
    #[command(flatten)]
    format: Format,
}

/// A sound table.
#[derive(Serialize)]
struct Sound<'a> {
    file: &'a str,
    ok: bool,
    bytes: u64,
    positions: u64,
    checksum: String,
}

/// A broken table.
#[derive(Serialize)]
struct Broken<'a> {
    file: &'a str,
    ok: bool,
    error: String,
}

/// Result of the verification.
#[derive(Serialize)]
struct Total {
    tables: usize,
    failed: usize,
    bytes: u64,
    seconds: f64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let start = Instant::now();
    args.files.iter().try_for_each(|file| look_for(file))?;
    let mut files = args.files.clone();
    if files.is_empty() || args.folders.are_given() {
        let tables = args.folders.some_tables()?;
        files.extend(tables.tables().filter_map(|table| table.path.map(Path::to_owned)));
        files.sort();
    }
    let size = |file: &PathBuf| file.metadata().map_or(0, |data| data.len());
    let sum = files.iter().map(size).sum();
    let bar = percent_bar(sum, BYTES_PER_SECOND, out.paint_remarks());
    let (mut failed, mut bytes) = (0, 0);
    for file in &files {
        let found = check(file, &bar);
        let text = file.display().to_string();
        bar.suspend(|| match &found {
            Ok(verified) => {
                bytes += verified.bytes;
                sound(&text, verified, args.format, out)
            }
            Err(error) => {
                failed += 1;
                broken(&text, error, args.format, out)
            }
        })?;
    }
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    if args.format.json {
        out.json(&Total { tables: files.len(), failed, bytes, seconds })?;
    } else {
        writeln!(out, "Tables  {}", files.len())?;
        writeln!(out, "Failed  {failed}")?;
        writeln!(out, "Bytes   {bytes}")?;
        writeln!(out, "Time    {seconds:.2} s")?;
    }
    Ok(if failed == 0 { Status::Fine } else { Status::Findings })
}

/// Returns `true` if there is a file to check.
fn look_for(path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    let found = path.metadata().with_context(|| format!("cannot read {name}"))?;
    if found.is_dir() {
        bail!("{name} is a folder: --path {name} checks the tables in it");
    }
    Ok(())
}

/// Checks one file, and moves the bar forward as it is read.
fn check(path: &Path, bar: &ProgressBar) -> Result<Verified, String> {
    let before = bar.position();
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.and_then(|name| name.parse::<TableName>().ok());
    let name = name.ok_or("the name is not that of a table")?;
    let file = PositionedFile::open(path).map_err(|error| error.to_string())?;
    let found = verify(name, &file, |bytes| bar.set_position(before + bytes));
    bar.set_position(before + file.size().unwrap_or(0));
    found.map_err(|error| error.fault().to_string())
}

fn sound(file: &str, verified: &Verified, format: Format, out: &mut Output) -> anyhow::Result<()> {
    if format.json {
        let checksum = format!("{:032x}", u128::from_be_bytes(verified.checksum));
        let &Verified { bytes, positions, .. } = verified;
        out.json(&Sound { file, ok: true, bytes, positions, checksum })?;
    }
    Ok(())
}

fn broken(file: &str, error: &str, format: Format, out: &mut Output) -> anyhow::Result<()> {
    if format.json {
        out.json(&Broken { file, ok: false, error: error.to_owned() })?;
    } else {
        writeln!(out, "{file}: {error}")?;
        out.flush()?;
    }
    Ok(())
}
