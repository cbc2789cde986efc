//! Lists that other programs have made of all moves of many positions.

use reynard::{Position, Setup, SetupFaults};
use reynard_testkit::data;

/// A few lines of the kind that the wider data has thousands of: FEN, then UCI and SAN of every
/// move. The positions are common ones of perft collections.
const LISTS: &[(&str, &str)] = &[
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "a5a4=Ka4 a5a6=Ka6 b4a4=Ra4 b4b1=Rb1 b4b2=Rb2 b4b3=Rb3 b4c4=Rc4 b4d4=Rd4 b4e4=Re4 \
         b4f4=Rxf4+ e2e3=e3 e2e4=e4 g2g3=g3+ g2g4=g4",
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "a8a1=Rxa1+ a8a2=Ra2 a8a3=Ra3 a8a4=Ra4 a8a5=Ra5 a8a6=Ra6 a8a7=Ra7 a8b8=Rb8 a8c8=Rc8 \
         a8d8=Rd8 e8c8=O-O-O e8d7=Kd7 e8d8=Kd8 e8e7=Ke7 e8f7=Kf7 e8f8=Kf8 e8g8=O-O h8f8=Rf8 \
         h8g8=Rg8 h8h1=Rxh1+ h8h2=Rh2 h8h3=Rh3 h8h4=Rh4 h8h5=Rh5 h8h6=Rh6 h8h7=Rh7",
    ),
];

/// Checks that the list is just what the position has, and that every text is read back.
fn check(fen: &str, list: &str) -> usize {
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let pos = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE)
        .unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut count = 0;
    for pair in list.split_whitespace() {
        let (uci, san) = pair.split_once('=').expect("a move in two notations");
        let mv = pos.parse_uci(uci).unwrap_or_else(|error| panic!("{fen}: {uci}: {error}"));
        assert_eq!(pos.san(mv), san, "{fen}: {uci}");
        assert_eq!(pos.parse_san(san), Ok(mv), "{fen}: {san}");
        assert_eq!(pos.parse_san_lenient(san), Ok(mv), "{fen}: {san}");
        count += 1;
    }
    assert_eq!(pos.legal_moves().len(), count, "{fen}");
    count
}

#[test]
fn all_moves_of_known_positions() {
    for (fen, list) in LISTS {
        check(fen, list);
    }
}

#[test]
fn all_moves_of_the_wider_data() {
    let Some(path) = data::path("san/legal-moves.tsv.zst") else { return };
    let text = data::read(&path).expect("a list of moves");
    let mut moves = 0;
    for line in text.lines().skip(1) {
        let mut fields = line.split('\t');
        let (Some(fen), Some(list)) = (fields.next(), fields.nth(2)) else {
            panic!("{line}: not four fields")
        };
        moves += check(fen, list);
    }
    assert!(moves > 50_000, "only {moves} moves were there to compare");
}

/// The suite `rampart`: positions with the SAN of every move and the FEN it leads to.
#[test]
fn all_moves_of_rampart() {
    let Some(folder) = data::path("movegen-rampart") else { return };
    let mut positions = 0;
    for path in data::files_below(&folder).expect("a folder") {
        let text = data::read(&path).expect("a suite");
        let suite: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        for case in suite["testCases"].as_array().expect("cases") {
            let fen = case["start"]["fen"].as_str().expect("a FEN");
            let setup: Setup = fen.parse().expect(fen);
            let pos = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE).expect(fen);
            let expected = case["expected"].as_array().expect("moves");
            assert_eq!(pos.legal_moves().len(), expected.len(), "{fen}");
            for entry in expected {
                let san = entry["move"].as_str().expect("a move");
                let mv = pos.parse_san(san).unwrap_or_else(|error| panic!("{fen}: {san}: {error}"));
                assert_eq!(pos.san(mv), san, "{fen}");
                let mut next = pos.clone();
                next.play_unchecked(mv);
                let fields = |fen: &str| fen.split(' ').take(3).collect::<Vec<_>>().join(" ");
                let after = entry["fen"].as_str().expect("a FEN");
                assert_eq!(fields(&next.fen()), fields(after), "{fen}: {san}");
            }
            positions += 1;
        }
    }
    assert!(positions > 20, "only {positions} positions were there");
}
