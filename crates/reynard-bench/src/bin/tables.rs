//! Times probes of Syzygy tables, and compares them with pyrrhic-rs, a translation of Fathom.
//!
//! ```text
//! tables FOLDER [--men N] [--positions N] [--rounds N]
//! ```
//!
//! The positions are chosen at random from all tables with the given number of pieces, and are the
//! same in every run. One thread is used. All methods take turns. The fastest round of each counts,
//! since a shared machine can only make it slower. A probe includes searching captures and looking
//! up the table.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the result")]
#![expect(clippy::cast_precision_loss, reason = "rates have three valid digits")]

use std::env;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use adapter::{Attacks, probe_wdl};
use pyrrhic_rs::TableBases;
use reynard::{Board, Color, Piece, PieceType, Position, Setup, Square};
use reynard_base::SplitMix64;
use reynard_syzygy::{Dtz, Material, Tablebase, TablebaseOptions};

#[path = "../../../reynard-syzygy/tests/probing/adapter.rs"]
mod adapter;

/// Size of the prober's cache, in bytes.
const CACHE: usize = 16 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "tables FOLDER [--men N] [--positions N] [--rounds N]";
    let mut arguments = env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or(usage)?);
    let (mut men, mut count, mut rounds) = (4_u32, 200_000_usize, 9_usize);
    while let Some(argument) = arguments.next() {
        let number = arguments.next().ok_or(usage)?;
        match argument.as_str() {
            "--men" => men = number.parse()?,
            "--positions" => count = number.parse()?,
            "--rounds" => rounds = number.parse()?,
            _ => return Err(usage.into()),
        }
    }
    let files = tables(&folder, TablebaseOptions { memory: 0, ..TablebaseOptions::default() })?;
    let usual = tables(&folder, TablebaseOptions::default())?;
    let mapped =
        tables(&folder, TablebaseOptions { map_files: true, ..TablebaseOptions::default() })?;
    let memory = in_memory(&files)?;
    let mut prober = files.prober(CACHE);
    let oracle = TableBases::<Attacks>::new(folder.to_str().ok_or("a plain path is needed")?);
    let oracle = oracle.map_err(|error| format!("pyrrhic-rs: {error:?}"))?;
    let positions = positions(&files, men, count);
    let few = &positions[..count / 10];

    let mut wdl: [Way<'_>; 6] = [
        Way::new("memory", |pos| Ok(memory.probe_wdl(pos)?.known().map_or(0, |wdl| wdl as i32))),
        Way::new("mapped", |pos| Ok(mapped.probe_wdl(pos)?.known().map_or(0, |wdl| wdl as i32))),
        Way::new("usual", |pos| Ok(usual.probe_wdl(pos)?.known().map_or(0, |wdl| wdl as i32))),
        Way::new("files", |pos| Ok(files.probe_wdl(pos)?.known().map_or(0, |wdl| wdl as i32))),
        Way::new("files, cache", |pos| {
            Ok(prober.probe_wdl(pos)?.known().map_or(0, |wdl| wdl as i32))
        }),
        Way::new("pyrrhic-rs", |pos| oracle_wdl(&oracle, pos)),
    ];
    time(&mut wdl, &positions, rounds)?;
    report("WDL", &wdl, positions.len());

    let mut prober = files.prober(CACHE);
    let mut dtz: [Way<'_>; 5] = [
        Way::new("memory", |pos| Ok(memory.probe_dtz(pos)?.known().map_or(0, Dtz::plies))),
        Way::new("mapped", |pos| Ok(mapped.probe_dtz(pos)?.known().map_or(0, Dtz::plies))),
        Way::new("usual", |pos| Ok(usual.probe_dtz(pos)?.known().map_or(0, Dtz::plies))),
        Way::new("files", |pos| Ok(files.probe_dtz(pos)?.known().map_or(0, Dtz::plies))),
        Way::new("files, cache", |pos| Ok(prober.probe_dtz(pos)?.known().map_or(0, Dtz::plies))),
    ];
    time(&mut dtz, few, rounds)?;
    report("DTZ", &dtz, few.len());
    report_opening(rounds)
}

type Probe<'a> = Box<dyn FnMut(&Position) -> Result<i32, Box<dyn Error>> + 'a>;

/// A probing method, with its fastest round in seconds and the sum of its results.
struct Way<'a> {
    name: &'static str,
    probe: Probe<'a>,
    best: f64,
    sum: i64,
}

impl<'a> Way<'a> {
    fn new(
        name: &'static str,
        probe: impl FnMut(&Position) -> Result<i32, Box<dyn Error>> + 'a,
    ) -> Self {
        Self { name, probe: Box::new(probe), best: f64::INFINITY, sum: 0 }
    }
}

fn time(ways: &mut [Way<'_>], positions: &[Position], rounds: usize) -> Result<(), Box<dyn Error>> {
    for _ in 0..rounds {
        for way in &mut *ways {
            let start = Instant::now();
            let mut sum = 0;
            for pos in positions {
                sum += i64::from((way.probe)(pos)?);
            }
            way.sum = black_box(sum);
            way.best = way.best.min(start.elapsed().as_secs_f64());
        }
    }
    if ways.iter().any(|way| way.sum != ways[0].sum) {
        return Err("the ways have different answers".into());
    }
    Ok(())
}

fn report(what: &str, ways: &[Way<'_>], count: usize) {
    for way in ways {
        let rate = count as f64 / way.best;
        println!("{what} {:14} {:9.0} a second  {:7.1} ns", way.name, rate, 1e9 / rate);
    }
}

fn tables(folder: &Path, options: TablebaseOptions) -> Result<Tablebase, Box<dyn Error>> {
    let mut tables = Tablebase::with_options(options);
    tables.add_directory(folder)?;
    Ok(tables)
}

fn in_memory(files: &Tablebase) -> Result<Tablebase, Box<dyn Error>> {
    let mut tables = Tablebase::new();
    for table in files.tables() {
        let path = table.path.ok_or("all tables are files")?;
        tables.insert(table.name.material, table.name.kind, fs::read(path)?);
    }
    Ok(tables)
}

/// Times opening a folder that contains a thousand table names.
fn report_opening(rounds: usize) -> Result<(), Box<dyn Error>> {
    let folder = env::temp_dir().join(format!("reynard-tables-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let kinds = ["Q", "R", "B", "N", "P"];
    let mut made = 0;
    for a in 0..5 {
        for (b, c, d, e) in (0..625).map(|n| (n / 125, n / 25 % 5, n / 5 % 5, n % 5)) {
            if made < 1000 && a <= b && b <= c && d <= e {
                let [a, b, c, d, e] = [a, b, c, d, e].map(|kind| kinds[kind]);
                for extension in ["rtbw", "rtbz"] {
                    fs::write(folder.join(format!("K{a}{b}{c}vK{d}{e}.{extension}")), [])?;
                    made += 1;
                }
            }
        }
    }
    let mut best = f64::INFINITY;
    let mut found = 0;
    for _ in 0..rounds {
        let start = Instant::now();
        let mut tables = Tablebase::new();
        found = tables.add_directory(&folder)?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    fs::remove_dir_all(&folder)?;
    println!("a folder with {found} tables is opened in {:.2} ms", best * 1e3);
    Ok(())
}

/// Returns random positions for every combination of material that has a table.
fn positions(tables: &Tablebase, men: u32, count: usize) -> Vec<Position> {
    let mut materials: Vec<Material> = tables.tables().map(|table| table.name.material).collect();
    materials.retain(|material| material.piece_count() == men);
    materials.sort_unstable();
    materials.dedup();
    let mut random = SplitMix64::new(1);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count && !materials.is_empty() {
        let material = materials[random.below(materials.len())];
        let mut board = Board::EMPTY;
        for man in men_of(material) {
            board.set(Square::ALL[random.below(64)], Some(man));
        }
        let setup = Setup { board, turn: Color::ALL[random.below(2)], ..Setup::EMPTY };
        if let Ok(pos) = Position::from_setup(&setup)
            && Material::of(&pos) == material
        {
            positions.push(pos);
        }
    }
    positions
}

fn men_of(material: Material) -> impl Iterator<Item = Piece> {
    PieceType::ALL.into_iter().flat_map(move |kind| {
        Color::ALL
            .into_iter()
            .flat_map(move |color| (0..material.count(color, kind)).map(move |_| kind.of(color)))
    })
}

fn oracle_wdl(oracle: &TableBases<Attacks>, pos: &Position) -> Result<i32, Box<dyn Error>> {
    let result = probe_wdl(oracle, pos);
    Ok(result.map_err(|error| format!("{pos}: {error:?}"))? as i32 - 2)
}
