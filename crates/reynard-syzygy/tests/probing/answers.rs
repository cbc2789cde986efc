//! What is not a value: refusals, missing tables, and results where the clock decides.

use reynard::{Position, Setup, SetupFaults};
use reynard_syzygy::{
    ClockedWdl, Dtz, FiftyMoves, Lookup, ProbeError, Repetition, RootRules, TableKind, Tablebase,
    TablebaseOptions, Wdl,
};

use crate::tables;

fn pos(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn castling_rights_are_refused() {
    let error = tables::three_men().probe_wdl(&pos("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert!(matches!(error, Err(ProbeError::CastlingRights)), "{error:?}");
}

#[test]
fn more_than_seven_men_are_refused() {
    let error = tables::three_men().probe_dtz(&Position::startpos()).unwrap_err();
    assert_eq!(error.name(), "too-many-men");
    assert!(matches!(error, ProbeError::TooManyPieces(32)), "{error:?}");
    assert_eq!(error.to_string(), "there are 32 pieces on the board, and at most 7 in a table");
}

#[test]
fn kings_that_could_be_taken_are_refused() {
    let setup: Setup = "8/8/8/8/8/8/3k4/K2R4 w - - 0 1".parse().expect("a FEN");
    let pos = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE).expect("waived");
    let error = tables::three_men().probe_wdl(&pos);
    assert!(matches!(error, Err(ProbeError::OppositeCheck)), "{error:?}");
}

#[test]
fn bare_kings_need_no_table() {
    let tables = Tablebase::new();
    let pos = pos("8/8/3k4/8/8/3K4/8/8 w - - 99 80");
    assert_eq!(tables.probe_wdl(&pos).expect("no table"), Lookup::Known(Wdl::Draw));
    assert_eq!(tables.probe_dtz(&pos).expect("no table"), Lookup::Known(Dtz::DRAW));
}

#[test]
fn missing_tables_have_their_published_name() {
    let tables = tables::three_men();
    for (fen, name) in [
        ("8/8/3k4/3p4/8/3K4/8/6R1 w - - 0 1", "KRvKP.rtbw"),
        ("8/8/3k4/3r4/8/3K4/6P1/8 w - - 0 1", "KRvKP.rtbw"),
        ("8/8/3kqqqq/8/8/3K4/8/8 w - - 0 1", "KQQQQvK.rtbw"),
    ] {
        let answer = tables.probe_wdl(&pos(fen)).expect("a missing table is not an error");
        assert_eq!(answer.missing().map(|name| name.to_string()).as_deref(), Some(name), "{fen}");
    }
}

#[test]
fn a_missing_capture_is_missing() {
    let mut tables = Tablebase::new();
    let path = tables::folder().join("KPvK.rtbw");
    assert!(tables.add_file(&path).expect("it has the name of a table"));
    assert!(!tables.add_file(&path).expect("the same again"), "twice the same");
    // The pawn promotes, and KQvK is not there: but only its distance needs to be looked up.
    let promotes = pos("8/P7/8/8/8/3k4/8/K7 w - - 0 1");
    assert_eq!(tables.probe_wdl(&promotes).expect("it is there"), Lookup::Known(Wdl::Win));
    let missing = tables.probe_dtz(&promotes).expect("no error").missing();
    assert_eq!(missing.map(|name| name.kind), Some(TableKind::Wdl));
}

#[test]
fn only_wanted_kinds_are_found() {
    let mut tables =
        Tablebase::with_options(TablebaseOptions { dtz: false, ..TablebaseOptions::default() });
    assert_eq!(tables.add_directory(tables::folder()).expect("it is there"), 5);
    assert_eq!((tables.largest(), tables.largest_of(TableKind::Dtz)), (3, 0));
    let pos = pos("8/8/8/8/8/8/3k4/K6R w - - 0 1");
    let moves = tables.rank_moves(&pos, RootRules::default()).expect("by value").known();
    let moves = moves.expect("WDL tables are enough for an order");
    assert!(moves.iter().all(|ranked| ranked.dtz.is_none()));
    assert_eq!(moves[0].wdl, Wdl::Win);
    assert_eq!(moves[moves.len() - 1].wdl, Wdl::Draw, "the rook can be lost");
}

#[test]
fn folders_below_are_found_when_asked_for() {
    let above = tables::folder().parent().expect("it has one").to_owned();
    let mut tables = Tablebase::new();
    assert_eq!(tables.add_directory(&above).expect("it is there"), 0);
    let mut tables = Tablebase::with_options(TablebaseOptions {
        recursive: true,
        ..TablebaseOptions::default()
    });
    assert_eq!(tables.add_directory(above).expect("it is there"), 10);
}

#[test]
fn the_clock_decides() {
    let tables = tables::three_men();
    let dtz = tables.probe_dtz(&pos("8/8/8/8/8/3k4/8/K6R w - - 0 1")).expect("it is there");
    let Lookup::Known(Dtz::Rounded(plies)) = dtz else { panic!("{dtz:?}") };
    for (clock, outcome) in [
        (0, ClockedWdl::Win),
        (99 - plies, ClockedWdl::Win),
        (100 - plies, ClockedWdl::MaybeWin),
        (101 - plies, ClockedWdl::CursedWin),
    ] {
        let pos = pos(&format!("8/8/8/8/8/3k4/8/K6R w - - {clock} 100"));
        let found = tables.probe_clocked(&pos).expect("it is there");
        assert_eq!(found, Lookup::Known(outcome), "at {clock}");
        assert_eq!(tables.probe_wdl(&pos).expect("it is there"), Lookup::Known(Wdl::Win));
    }
}

#[test]
fn a_mated_side_has_lost_at_any_clock() {
    let tables = tables::three_men();
    let mated = pos("8/8/8/8/8/1k6/8/K6r w - - 100 90");
    assert_eq!(tables.probe_clocked(&mated).expect("it is there"), Lookup::Known(ClockedWdl::Loss));
    assert_eq!(tables.probe_dtz(&mated).expect("it is there"), Lookup::Known(Dtz::Exact(-1)));
}

#[test]
fn ranks_follow_the_clock_and_the_rules() {
    let tables = tables::three_men();
    let counted = RootRules::default();
    let ignored = RootRules { fifty_moves: FiftyMoves::Ignored, ..counted };
    let repeated = RootRules { repetition: Repetition::Seen, ..counted };
    let best = |fen: &str, rules| {
        let ranked = tables.rank_moves(&pos(fen), rules).expect("it is there").known();
        ranked.expect("nothing is missing")[0]
    };
    let early = "8/8/8/8/8/3k4/8/K6R w - - 0 1";
    let late = "8/8/8/8/8/3k4/8/K6R w - - 90 100";
    assert_eq!(best(early, counted).outcome, ClockedWdl::Win);
    assert_eq!(best(late, counted).outcome, ClockedWdl::CursedWin);
    assert_eq!(best(late, ignored).outcome, ClockedWdl::Win);
    assert!(best(late, counted).rank < best(early, counted).rank);
    assert!(best(early, repeated).rank < best(early, counted).rank);
    // In time by mate on the hundredth ply, and not by anything slower.
    let mate = best("8/8/8/8/8/1k6/7r/K7 b - - 99 100", counted);
    assert_eq!((mate.outcome, mate.dtz), (ClockedWdl::Win, Some(Dtz::Exact(1))));
}

/// What `Chess::Plisco::Tablebase::Syzygy` documents, one after the other.
// X37 of the feature list.
#[test]
fn tables_are_found_counted_and_probed() {
    let options = TablebaseOptions {
        max_open_files: 1,
        memory: 0,
        recursive: true,
        ..TablebaseOptions::default()
    };
    let mut tables = Tablebase::with_options(options);
    let win = pos("8/8/8/8/8/8/3k4/K6R w - - 0 1");
    assert_eq!(tables.probe_wdl(&win).expect("no error").known().unwrap_or(Wdl::Draw), Wdl::Draw);
    assert_eq!(tables.add_directory(tables::folder()).expect("it is there"), 10);
    assert_eq!((tables.count(TableKind::Wdl), tables.count(TableKind::Dtz)), (5, 5));
    assert_eq!([TableKind::Wdl, TableKind::Dtz].map(|kind| tables.largest_of(kind)), [3, 3]);
    assert_eq!(tables.largest(), 3);
    assert_eq!(tables.probe_wdl(&win).expect("no error"), Lookup::Known(Wdl::Win));
    // The second table is beyond the limit of open files: it is opened for each read.
    assert_eq!(tables.probe_dtz(&win).expect("no error"), Lookup::Known(Dtz::Rounded(21)));
}

#[test]
fn files_in_memory_on_the_disk_and_in_part_have_the_same_values() {
    let probe = |memory| {
        let options = TablebaseOptions { memory, ..TablebaseOptions::default() };
        let mut tables = Tablebase::with_options(options);
        tables.add_directory(tables::folder()).expect("it is there");
        let values = |file: u8| {
            let pos = pos(&format!("8/8/{file}k{}/8/8/8/8/K6R w - - 0 1", 7 - file));
            let wdl = tables.probe_wdl(&pos).expect("it is there").known();
            (wdl, tables.probe_dtz(&pos).expect("it is there").known())
        };
        (1..7).map(values).collect::<Vec<_>>()
    };
    let on_disk = probe(0);
    assert!(on_disk.iter().all(|(wdl, dtz)| wdl.is_some() && dtz.is_some()));
    for memory in [1_000, 6_000, 100_000, 64 << 20] {
        assert_eq!(probe(memory), on_disk, "{memory}");
    }
}

/// What the tool `pfathom` reports: winning, drawing and losing moves, and a line.
// X38 of the feature list.
#[test]
fn moves_by_result_and_a_line_to_mate() {
    let tables = tables::three_men();
    let mut pos = pos("8/8/8/8/8/8/3k4/K6R w - - 0 1");
    let rules = RootRules::default();
    let moves = tables.rank_moves(&pos, rules).expect("no error").known().expect("all are there");
    let count = |wdl| moves.iter().filter(|ranked| ranked.wdl == wdl).count();
    assert_eq!((count(Wdl::Win), count(Wdl::Draw), count(Wdl::Loss)), (13, 3, 0));
    assert!(moves.is_sorted_by(|a, b| a.rank >= b.rank));
    let line =
        tables.best_line(&pos, rules, 200).expect("no error").known().expect("all are there");
    for &mv in &line {
        pos.play(mv).expect("the line is legal");
    }
    assert!(pos.is_check() && !pos.has_legal_move(), "mate, with the clock at {}", line.len());
    assert_eq!(line.len() % 2, 1);
    assert!(matches!(line.len(), 21..=23), "{} plies", line.len());
}
