//! Any bytes as a table: opening, probing and verifying it ends without a panic, and reading it in
//! memory and in pieces comes to the same.

use std::io;

use reynard::Position;
use reynard_syzygy::{Lookup, RandomAccess, RootRules, TableKind, TableName, Tablebase, verify};

/// Tables to be changed, with positions to probe.
const TABLES: [(&str, &[u8], &[&str]); 6] = [
    ("KQvK.rtbw", include_bytes!("../tables/KQvK.rtbw"), &QUEEN),
    ("KQvK.rtbz", include_bytes!("../tables/KQvK.rtbz"), &QUEEN),
    ("KRvK.rtbw", include_bytes!("../tables/KRvK.rtbw"), &ROOK),
    ("KRvK.rtbz", include_bytes!("../tables/KRvK.rtbz"), &ROOK),
    ("KPvK.rtbw", include_bytes!("../tables/KPvK.rtbw"), &PAWN),
    ("KPvK.rtbz", include_bytes!("../tables/KPvK.rtbz"), &PAWN),
];

const QUEEN: [&str; 4] = [
    "8/8/8/8/8/2K5/8/Q1k5 b - - 0 1",
    "8/8/8/3k4/8/2K5/1Q6/8 b - - 0 1",
    "7k/8/8/8/8/8/q7/2K5 b - - 3 9",
    "k7/8/8/8/4Q3/8/8/7K b - - 90 99",
];
const ROOK: [&str; 4] = [
    "8/8/8/8/8/3k4/8/K6R w - - 0 1",
    "8/8/8/3k4/8/2K5/1R6/8 b - - 0 1",
    "7k/8/8/8/8/8/r7/2K5 b - - 3 9",
    "k7/8/8/8/4R3/8/8/7K b - - 90 99",
];
const PAWN: [&str; 4] = [
    "8/8/8/8/3k4/8/3P4/3K4 w - - 0 1",
    "8/P7/8/8/8/3k4/8/K7 b - - 0 1",
    "8/7p/8/8/3k4/8/8/3K4 b - - 0 1",
    "8/8/8/6P1/8/3k4/8/K7 w - - 5 9",
];

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

/// Fails if something does not hold for these bytes.
///
/// The first byte chooses a table. If it is large, the rest is the whole table, but for the first
/// bytes, which are mended; otherwise the rest are changes: a place in two bytes, and what is to
/// stand there.
pub(crate) fn check(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let (name, sound, positions) = TABLES[usize::from(choice) % TABLES.len()];
    let name: TableName = name.parse().expect("the name of a table");
    let bytes = if choice >= 128 {
        let mut bytes = rest.to_owned();
        bytes.resize(rest.len().next_multiple_of(64) + 16, 0);
        bytes[..5].copy_from_slice(&sound[..5]);
        bytes
    } else {
        let mut bytes = sound.to_owned();
        for change in rest.chunks_exact(3) {
            let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
            bytes[place] = change[2];
        }
        bytes
    };
    let damaged = bytes != sound;
    assert!(damaged != verify(name, &bytes, |_| {}).is_ok(), "verification finds every change");
    let in_memory = probe_all(name, bytes.clone(), positions);
    assert_eq!(in_memory, probe_all(name, Pieces(bytes), positions));
}

fn probe_all(
    name: TableName,
    source: impl RandomAccess + 'static,
    positions: &[&str],
) -> Vec<String> {
    let mut tables = Tablebase::new();
    tables.insert(name.material, name.kind, source);
    for (other, bytes, _) in TABLES {
        let other: TableName = other.parse().expect("the name of a table");
        tables.insert(other.material, other.kind, bytes);
    }
    let mut prober = tables.prober(1 << 14);
    let mut found = Vec::new();
    for fen in positions {
        let pos: Position = fen.parse().expect("a position");
        found.push(text(prober.probe_wdl(&pos)));
        if name.kind == TableKind::Dtz {
            found.push(text(prober.probe_clocked(&pos)));
            found.push(text(prober.rank_moves(&pos, RootRules::default())));
        }
    }
    found
}

fn text<T: std::fmt::Debug, E: std::fmt::Display>(result: Result<Lookup<T>, E>) -> String {
    match result {
        Ok(answer) => format!("{answer:?}"),
        Err(error) => error.to_string(),
    }
}
