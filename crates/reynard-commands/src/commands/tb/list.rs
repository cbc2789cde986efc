//! `reynard tb list`: which tables there are.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;

use reynard_syzygy::{Material, TableKind};
use serde::Serialize;

use super::tables::Folders;
use crate::fen_input::Format;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard tb list --path ~/syzygy
  reynard tb list --json --recursive --path ~/tables")]
pub(crate) struct Args {
    #[command(flatten)]
    folders: Folders,
    #[command(flatten)]
    format: Format,
}

/// A table, for programs.
#[derive(Serialize)]
struct Answer {
    table: String,
    kind: &'static str,
    men: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    path: String,
}

/// The sizes of the tables of a material, in bytes, by kind.
type Sizes = [Option<u64>; 2];

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let tables = args.folders.some_tables()?;
    let mut found: BTreeMap<(u32, Material), Sizes> = BTreeMap::new();
    let mut listed: Vec<_> = tables.tables().collect();
    listed.sort_by_key(|table| (table.name.material.piece_count(), table.name));
    for table in listed {
        let (material, kind) = (table.name.material, table.name.kind);
        let Some(path) = table.path else { continue };
        let bytes = fs::metadata(path).ok().map(|data| data.len());
        if args.format.json {
            out.json(&Answer {
                table: material.to_string(),
                kind: match kind {
                    TableKind::Wdl => "wdl",
                    TableKind::Dtz => "dtz",
                },
                men: material.piece_count(),
                bytes,
                path: path.display().to_string(),
            })?;
        }
        found.entry((material.piece_count(), material)).or_default()[kind as usize] = bytes;
    }
    if !args.format.json {
        write_table(&found, out)?;
    }
    Ok(Status::Fine)
}

/// A table for people, a line for each material and one for all.
fn write_table(found: &BTreeMap<(u32, Material), Sizes>, out: &mut Output) -> anyhow::Result<()> {
    let text = |bytes: Option<u64>| bytes.map_or_else(|| "-".to_owned(), |bytes| bytes.to_string());
    writeln!(out, "{:10} {:>14} {:>14}", "pieces", "WDL bytes", "DTZ bytes")?;
    let (mut counts, mut sums) = ([0; 2], [0; 2]);
    for ((_, material), sizes) in found {
        let name = material.to_string();
        writeln!(out, "{name:10} {:>14} {:>14}", text(sizes[0]), text(sizes[1]))?;
        for kind in 0..2 {
            counts[kind] += u32::from(sizes[kind].is_some());
            sums[kind] += sizes[kind].unwrap_or(0);
        }
    }
    writeln!(out, "{:10} {:>14} {:>14}", "bytes", sums[0], sums[1])?;
    writeln!(out, "{:10} {:>14} {:>14}", "tables", counts[0], counts[1])?;
    Ok(())
}
