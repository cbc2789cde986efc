//! Positions that other projects have labeled with their moves, the FENs after them, and states.
//! All of it is wider data; where this crate disagrees with a label, a list says why.

use std::path::Path;

use reynard::{
    CastlingNotation, EnPassantMode, FenOptions, Position, Setup, SetupFault, SetupFaults, UciMove,
};
use reynard_testkit::data;

use crate::board_text::sorted;
use crate::walk;

/// Every position with the FENs after all its moves, from the project *rampart*.
#[test]
fn fens_after_every_move() {
    let Some(folder) = data::path("movegen-rampart") else { return };
    let mut positions = 0;
    for file in data::files_below(&folder).expect("a folder that can be listed") {
        let text = data::read(&file).expect("a file that can be read");
        for case in text.split("\"start\"").skip(1) {
            let mut fens = values(case, "\"fen\"");
            let start = fens.next().expect(case);
            check_rampart(&file, start, fens);
            positions += 1;
        }
    }
    assert!(positions >= 50, "only {positions} positions were read");
}

/// The strings that stand after a name in JSON; the FENs of these files need no unescaping.
fn values<'a>(json: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    json.split(name).skip(1).filter_map(|rest| rest.split('"').nth(1))
}

fn check_rampart<'a>(file: &Path, start: &str, expected: impl Iterator<Item = &'a str>) {
    let pos: Position = start.parse().unwrap_or_else(|error| panic!("{start}: {error}"));
    // These files name the passed square when a pawn stands ready to capture there.
    let options = FenOptions { en_passant: EnPassantMode::PseudoLegal, ..FenOptions::default() };
    let found = pos.legal_moves().into_iter().map(|mv| walk::after(&pos, mv).fen_with(options));
    assert_eq!(sorted(found), sorted(expected), "{}: {start}", file.display());
}

/// Moves of python-chess in UCI notation: columns FEN, mode, number of moves, `uci=san` pairs.
#[test]
fn move_lists() {
    let Some(path) = data::path("san/legal-moves.tsv.zst") else { return };
    let text = data::read(&path).expect("a file that can be read");
    let mut positions = 0;
    for row in text.lines().filter(|row| !row.starts_with("fen\t")) {
        let columns: Vec<&str> = row.split('\t').collect();
        let &[fen, mode, count, moves] = columns.as_slice() else { panic!("{row}") };
        let pos = crate::perft::position(fen);
        let notation = match mode {
            "960" => CastlingNotation::Chess960,
            _ => CastlingNotation::Standard,
        };
        let found = pos.legal_moves().into_iter().map(|mv| UciMove::new(mv, notation));
        let expected = moves.split_whitespace().filter_map(|pair| pair.split('=').next());
        assert_eq!(sorted(found), sorted(expected), "{fen}");
        assert_eq!(pos.legal_moves().len().to_string(), count, "{fen}");
        positions += 1;
    }
    assert!(positions > 3_000, "only {positions} positions were read");
}

/// Why this crate does not share a label.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Reason {
    /// The side that is not to move is in check, which only a tolerant reader accepts. The label
    /// counts captures of the king; by article 1.4.1 of the FIDE Laws the king is never captured.
    KingCapture,
    /// The side to move is in a check that the double push can neither have given nor opened, so
    /// there has been no such push. The label keeps the en-passant square, this crate refuses or
    /// drops it: fault `en-passant-check`.
    UnexplainedPush,
}

const DISAGREEMENTS: [(&str, Reason); 13] = [
    ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", Reason::UnexplainedPush),
    ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3", Reason::UnexplainedPush),
    ("rnbqk2r/pp1p1ppp/4pn2/1N6/1bPN4/8/PP2PPPP/R1BQKB1R b KQkq - 2 6", Reason::KingCapture),
    ("r1bqkbnr/pppp2pp/2n2p2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", Reason::KingCapture),
    ("r1bqk1nr/pppp2pp/2n2p2/4p3/1bB1P3/3P4/PPP2PPP/RNBQK1NR b KQkq - 0 1", Reason::KingCapture),
    ("rnbqk1nr/pppp1ppp/4p3/8/1b6/3P1N2/PPP1PPPP/RNBQKB1R b KQkq - 2 3", Reason::KingCapture),
    ("7k/8/8/8/8/8/8/Q6K w - - 0 1", Reason::KingCapture),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q2/PPPBBPpP/R4K1R b kq - 0 2", Reason::KingCapture),
    ("8/8/8/8/5k2/8/1qK5/8 b - - 0 1", Reason::KingCapture),
    ("5bnr/2pp2pp/P4k2/R3Q1P1/8/2N1K3/1P1PP1PP/2B2BNR w - - 1 15", Reason::KingCapture),
    ("1b6/8/8/3K4/1r6/8/8/k6b b - - 0 1", Reason::KingCapture),
    ("1b6/2n5/3p4/3K4/1r6/8/8/k5b1 b - - 0 1", Reason::KingCapture),
    ("1b6/8/3p4/3K4/1r3n2/8/8/k5b1 b - - 0 1", Reason::KingCapture),
];

/// Whether a reason applies to a position at all.
fn applies(reason: Reason, fen: &str, pos: &Position) -> bool {
    match reason {
        Reason::KingCapture => pos.is_attacked(pos.king(!pos.turn()), pos.turn()),
        Reason::UnexplainedPush => {
            let faults = Setup::from_fen(fen).expect(fen).faults();
            faults.contains(SetupFault::EnPassantCheck)
        }
    }
}

/// The number of moves, mate and check, and legal en passant of the FENs that are positions here.
#[test]
fn corner_cases() {
    let Some(path) = data::path("fen/corner-cases.tsv") else { return };
    let text = data::read(&path).expect("a file that can be read");
    let mut rows = text.lines();
    let names: Vec<&str> = rows.next().expect("a line of names").split('\t').collect();
    let column = |name: &str| names.iter().position(|&found| found == name).expect(name);
    let [fen, state, legal_moves, legal_ep] =
        ["fen_in", "state", "legal_moves", "legal_ep"].map(column);
    let mut checked = 0;
    let mut disagreements = 0;
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let Some(pos) = sanitized(columns[fen]) else { continue };
        let expected = [columns[legal_moves], columns[state], columns[legal_ep]];
        let found = label(&pos);
        checked += 1;
        if found.each_ref().map(String::as_str) != expected {
            let known = DISAGREEMENTS.iter().find(|known| known.0 == columns[fen]);
            let (text, reason) =
                known.unwrap_or_else(|| panic!("{}: {found:?}, not {expected:?}", columns[fen]));
            assert!(applies(*reason, text, &pos), "{text}: not because of {reason:?}");
            disagreements += 1;
        }
    }
    assert_eq!(disagreements, DISAGREEMENTS.len());
    assert!(checked > 1_700, "only {checked} positions were checked");
}

/// The position of a FEN after dropping rights and squares that cannot be and tolerating all that
/// can be tolerated.
fn sanitized(fen: &str) -> Option<Position> {
    let setup = Setup::from_fen(fen).ok()?;
    Position::from_setup_waiving(&setup.sanitize().setup, SetupFaults::WAIVABLE).ok()
}

fn label(pos: &Position) -> [String; 3] {
    let state = match (pos.is_check(), pos.has_legal_move()) {
        (true, false) => "checkmate",
        (false, false) => "stalemate",
        (true, true) => "check",
        (false, true) => "-",
    };
    let legal_ep = if pos.en_passant(EnPassantMode::Legal).is_some() { "yes" } else { "no" };
    [pos.count_legal_moves().to_string(), state.to_owned(), legal_ep.to_owned()]
}
