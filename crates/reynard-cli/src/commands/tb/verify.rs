//! `reynard tb verify`: verifies that tables are undamaged.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_console::progress::{BYTES_PER_SECOND, percent_bar};
use reynard_syzygy::{Verified, verify_file};
use serde::Serialize;

use super::tables::Folders;

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

/// A table, either intact or damaged.
#[derive(Serialize)]
struct Answer<'a> {
    file: String,
    ok: bool,
    #[serde(flatten)]
    sound: Option<&'a Verified>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
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
        let tables = args.folders.some_tables(out)?;
        files.extend(tables.tables().filter_map(|table| table.path.map(Path::to_owned)));
        files.sort();
    }
    let sum = files.iter().map(|file| size(file)).sum();
    let bar = percent_bar(sum, BYTES_PER_SECOND, out.paint_notes());
    let (mut failed, mut bytes) = (0_usize, 0);
    for file in &files {
        let found = check(file, &bar);
        let (sound, error) = (found.as_ref().ok(), found.as_ref().err().map(String::as_str));
        bytes += sound.map_or(0, |table| table.bytes);
        failed += usize::from(error.is_some());
        let answer = Answer { file: file.display().to_string(), ok: error.is_none(), sound, error };
        bar.suspend(|| answer.write(args.format, out))?;
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
    Ok(Status::fine_if(failed == 0))
}

/// Returns an error if a path does not exist or is a folder.
fn look_for(path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    let found = path.metadata().with_context(|| format!("cannot read {name}"))?;
    if found.is_dir() {
        bail!("{name} is a folder: --path {name} checks the tables in it");
    }
    Ok(())
}

/// Verifies one file, and advances the progress bar as it is read.
fn check(path: &Path, bar: &ProgressBar) -> Result<Verified, String> {
    let before = bar.position();
    let found = verify_file(path, |bytes| bar.set_position(before + bytes));
    bar.set_position(before + size(path));
    found.map_err(|error| error.fault().to_string())
}

fn size(path: &Path) -> u64 {
    path.metadata().map_or(0, |data| data.len())
}

impl Answer<'_> {
    fn write(&self, format: Format, out: &mut Output) -> io::Result<()> {
        match self.error {
            _ if format.json => out.json(self),
            Some(error) => {
                writeln!(out, "{}: {error}", self.file)?;
                out.flush()
            }
            None => Ok(()),
        }
    }
}
