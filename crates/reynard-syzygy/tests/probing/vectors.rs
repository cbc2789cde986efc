//! Values that others found with the same tables.

use reynard::{Position, Setup, SetupFaults};
use reynard_syzygy::{Dtz, Lookup, Tablebase};
use reynard_testkit::data;

use crate::tables;

/// Checks a value and a distance, as far as there are tables; says whether there were.
fn check(tables: &Tablebase, fen: &str, wdl: i32, dtz: Option<i32>) -> bool {
    // Tables have positions with checks that no move can have given.
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let pos = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE)
        .unwrap_or_else(|error| panic!("{fen}: {error}"));
    let found = match tables.probe_wdl(&pos).unwrap_or_else(|error| panic!("{fen}: {error}")) {
        Lookup::Known(found) => found,
        Lookup::Missing(_) => return false,
    };
    assert_eq!(found as i32, wdl, "{fen}");
    if let Some(dtz) = dtz {
        let found = tables.probe_dtz(&pos).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(found.known().map(Dtz::plies), Some(dtz), "{fen}");
    }
    true
}

/// The number behind a name in the operations of an EPD record.
fn operand(record: &str, name: &str) -> Option<i32> {
    let operation = record.split(';').find_map(|part| part.trim().rsplit_once(name))?;
    operation.1.trim().parse().ok()
}

fn check_epd(file: &str, least: usize) {
    let (Some(tables), Some(path)) = (tables::wider(), data::path(file)) else { return };
    let text = data::read(&path).expect("the vectors can be read");
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let fen = format!("{} 0 1", fields[..4].join(" "));
        let record = fields[4..].join(" ");
        let wdl = operand(&record, "wdl ").expect("every record has a value");
        checked += usize::from(check(&tables, &fen, wdl, operand(&record, "dtz ")));
    }
    assert!(checked >= least, "{checked} positions of {file} only");
}

#[test]
fn published_endgames_have_their_values() {
    check_epd("syzygy/vectors/endgame.epd", 100);
}

#[test]
fn many_endgames_have_their_values() {
    check_epd("syzygy/vectors/endgame-large.epd.zst", 20_000);
}

#[test]
fn random_positions_have_their_values() {
    let Some(tables) = tables::wider() else { return };
    let Some(path) = data::path("syzygy/vectors/random-probe.tsv.zst") else { return };
    let text = data::read(&path).expect("the vectors can be read");
    let mut checked = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let wdl = fields[2].parse().expect("a value");
        checked += usize::from(check(&tables, fields[0], wdl, fields[3].parse().ok()));
    }
    assert!(checked >= 2000, "{checked} positions only");
}
