//! Tables that are broken: cut off, or with wrong bytes. None may cause a panic, a hang or much
//! work, and the checksum finds all of them.

use std::io;
use std::path::Path;
use std::time::Duration;

use reynard::Position;
use reynard_syzygy::{Lookup, RandomAccess, TableKind, TableName, Tablebase, verify};
use reynard_testkit::Rng;
use reynard_testkit::process::Stopwatch;

/// What a byte is changed to: one bit, the highest bit, all bits.
const FLIPS: [u8; 3] = [0x01, 0x80, 0xff];
/// The most processor time that one broken table may cost a prober; sound ones take a thousandth of
/// it.
const TIME_LIMIT: Duration = Duration::from_secs(3);

/// Bytes that have to be read piece by piece.
#[derive(Debug)]
struct Pieces(Vec<u8>);

impl RandomAccess for Pieces {
    fn size(&self) -> io::Result<u64> {
        self.0.size()
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        self.0.read_exact_at(buffer, offset)
    }
}

fn read(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables");
    std::fs::read(folder.join(name)).expect("the table is there")
}

/// How the broken table is read.
#[derive(Clone, Copy, Debug)]
enum Way {
    Memory,
    Pieces,
}

/// What came of probing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    errors: u32,
    wrong: u32,
    same: u32,
}

/// One table to break, with sound ones beside it and positions to probe.
struct Bench {
    name: TableName,
    bytes: Vec<u8>,
    others: Vec<(TableName, Vec<u8>)>,
    positions: Vec<Position>,
    expected: Vec<String>,
    tally: Tally,
}

impl Bench {
    fn new(name: &str, others: &[&str], pieces: &str) -> Self {
        let mut bench = Self {
            name: name.parse().expect("a name"),
            bytes: read(name),
            others: others
                .iter()
                .map(|other| (other.parse().expect("a name"), read(other)))
                .collect(),
            positions: positions(pieces, 60),
            expected: Vec::new(),
            tally: Tally::default(),
        };
        bench.expected = bench.probe(bench.bytes.clone(), Way::Memory);
        assert!(bench.expected.iter().all(|found| !found.contains("error")), "it is sound");
        bench
    }

    /// Probes all positions, and says what came out.
    fn probe(&self, bytes: Vec<u8>, way: Way) -> Vec<String> {
        let TableName { material, kind } = self.name;
        let mut tables = Tablebase::new();
        match way {
            Way::Memory => tables.insert(material, kind, bytes),
            Way::Pieces => tables.insert(material, kind, Pieces(bytes)),
        };
        for (other, bytes) in &self.others {
            tables.insert(other.material, other.kind, bytes.clone());
        }
        let mut prober = tables.prober(1 << 14);
        let probe = |pos: &Position| match kind {
            TableKind::Wdl => text(&prober.probe_wdl(pos)),
            TableKind::Dtz => text(&prober.probe_dtz(pos)),
        };
        self.positions.iter().map(probe).collect()
    }

    fn try_bytes(&mut self, bytes: Vec<u8>, what: &str) {
        let damaged = bytes != self.bytes;
        let sound = verify(self.name, &bytes, |_| {}).is_ok();
        assert_ne!(damaged, sound, "{what} is not found by verification");
        let watch = Stopwatch::start();
        let found = self.probe(bytes.clone(), Way::Memory);
        let in_pieces = self.probe(bytes, Way::Pieces);
        assert_eq!(found, in_pieces, "{what}: read in memory and in pieces");
        assert!(watch.elapsed() < TIME_LIMIT, "{what} took {:?}", watch.elapsed());
        let outcome = if found == self.expected {
            &mut self.tally.same
        } else if found.iter().any(|found| found.contains("error")) {
            &mut self.tally.errors
        } else {
            &mut self.tally.wrong
        };
        *outcome += 1;
    }
}

fn text<T: std::fmt::Debug, E: std::fmt::Display>(result: &Result<Lookup<T>, E>) -> String {
    match result {
        Ok(Lookup::Known(value)) => format!("{value:?}"),
        Ok(Lookup::Missing(name)) => panic!("{name} is there"),
        Err(error) => format!("error: {error}"),
    }
}

/// Random positions with kings and one more piece, as FEN pieces.
fn positions(pieces: &str, count: usize) -> Vec<Position> {
    let mut rng = Rng::new(11);
    let mut found = Vec::new();
    while found.len() < count {
        let mut squares = [' '; 64];
        for piece in pieces.chars() {
            squares[rng.below(64)] = piece;
        }
        let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
        let turn = if rng.one_in(2) { 'w' } else { 'b' };
        let fen = format!("{} {turn} - - 0 1", rows.join("/").replace(' ', "1"));
        // Runs of empty squares are one number each.
        let fen =
            (2..=8).rev().fold(fen, |fen, run| fen.replace(&"1".repeat(run), &run.to_string()));
        found.extend(fen.parse::<Position>());
    }
    found
}

fn flip(bench: &mut Bench, step: usize) {
    for at in (0..bench.bytes.len()).step_by(step) {
        for bits in FLIPS {
            let mut bytes = bench.bytes.clone();
            bytes[at] ^= bits;
            bench.try_bytes(bytes, &format!("{} ^ {bits:#x} at {at}", bench.name));
        }
    }
}

fn truncate(bench: &mut Bench, step: usize) {
    for len in (0..bench.bytes.len()).step_by(step) {
        let bytes = bench.bytes[..len].to_owned();
        bench.try_bytes(bytes, &format!("{} cut at {len}", bench.name));
    }
}

/// Reliability: every byte of a WDL table changed in three ways, and every truncation.
#[test]
fn broken_wdl_tables_are_survived() {
    let mut bench = Bench::new("KQvK.rtbw", &[], "KQk");
    flip(&mut bench, 1);
    let flipped = bench.tally;
    truncate(&mut bench, 1);
    println!("KQvK.rtbw: flips {flipped:?}, with truncations {:?}", bench.tally);
    assert_eq!(flipped.errors + flipped.wrong + flipped.same, 816);
    assert_eq!(bench.tally.errors - flipped.errors, 272, "every truncation is an error");
}

#[test]
fn broken_dtz_tables_are_survived() {
    let mut bench = Bench::new("KQvK.rtbz", &["KQvK.rtbw"], "KQk");
    flip(&mut bench, 7);
    truncate(&mut bench, 7);
    println!("KQvK.rtbz: {:?}", bench.tally);
}

#[test]
fn broken_pawn_tables_are_survived() {
    let promotions = ["KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw"];
    let mut bench = Bench::new("KPvK.rtbw", &promotions, "KPk");
    flip(&mut bench, 13);
    truncate(&mut bench, 61);
    println!("KPvK.rtbw: {:?}", bench.tally);
    let mut bench = Bench::new("KPvK.rtbz", &[&promotions[..], &["KPvK.rtbw"]].concat(), "KPk");
    flip(&mut bench, 13);
    truncate(&mut bench, 61);
    println!("KPvK.rtbz: {:?}", bench.tally);
}

/// Tables with many random bytes changed behind a front that is sound.
#[test]
fn noise_is_survived() {
    let mut rng = Rng::new(5);
    let mut bench = Bench::new("KQvK.rtbz", &["KQvK.rtbw"], "KQk");
    for _ in 0..500 {
        let mut bytes = bench.bytes.clone();
        let from = rng.below(bytes.len());
        for _ in 0..=rng.below(64) {
            let at = from + rng.below(bytes.len() - from);
            bytes[at] = rng.next_u64().to_le_bytes()[0];
        }
        bench.try_bytes(bytes, "noise");
    }
}

/// Every byte set to every value, in four tables. Takes minutes, and belongs to a release.
#[test]
#[ignore = "takes minutes"]
fn every_value_of_every_byte_is_survived() {
    for name in ["KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KQvK.rtbz"] {
        let others: &[&str] = if name.ends_with('z') { &["KQvK.rtbw"] } else { &[] };
        let pieces = format!("K{}k", &name[1..2]);
        let mut bench = Bench::new(name, others, &pieces);
        for at in 0..bench.bytes.len() {
            for bits in 1..=255 {
                let mut bytes = bench.bytes.clone();
                bytes[at] ^= bits;
                bench.try_bytes(bytes, &format!("{name} ^ {bits:#x} at {at}"));
            }
        }
        println!("{name}: {:?}", bench.tally);
    }
}
