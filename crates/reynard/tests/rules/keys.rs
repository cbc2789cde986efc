//! Zobrist keys: published values, and what they have to tell apart.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use reynard::{CastlingRights, CastlingSide, Color, EnPassantMode, FenOptions, Position};
use reynard_testkit::{Rng, data, starts};

use crate::walk;

/// The test positions of the Polyglot book format with their keys, published in
/// <http://hgm.nubati.net/book_format.html>.
const POLYGLOT: [(&str, u64); 9] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463B_9618_1691_FC9C),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823C_9B50_FD11_4196),
    ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_B944_61C5_0FB0),
    ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662F_AFB9_65DB_29D4),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22A4_8B5A_8E47_FF78),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652A_607C_A3F2_42C1),
    ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00FD_D303_C946_BDD9),
    ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3C81_23EA_7B06_7637),
    ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5C3F_9B82_9B27_9560),
];

#[test]
fn published_polyglot_keys() {
    for (fen, key) in POLYGLOT {
        let pos: Position = fen.parse().expect(fen);
        assert_eq!(pos.polyglot_key(), key, "{fen}");
        assert_eq!(pos.key(), key, "{fen}: every capture en passant here is legal");
    }
}

/// The keys along the games of the published positions.
#[test]
fn published_polyglot_keys_by_playing() {
    for (moves, index) in [
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 1..7),
        // The eighth and ninth position are on another game.
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 7..8),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 8..9),
    ] {
        let mut pos = Position::startpos();
        let mut keys = Vec::new();
        for text in moves.split(' ') {
            pos.play(pos.parse_uci(text).expect(text)).expect(text);
            keys.push(pos.polyglot_key());
        }
        let expected: Vec<u64> = POLYGLOT[index].iter().map(|&(_, key)| key).collect();
        assert_eq!(keys[keys.len() - expected.len()..], expected);
    }
}

/// A pawn that stands ready to capture en passant but is pinned: Polyglot counts the file, the
/// rule of repetition does not.
#[test]
fn polyglot_counts_captures_that_are_not_legal() {
    let with: Position = "8/8/8/8/R2pP2k/8/8/K7 b - e3 0 1".parse().expect("a position");
    let without: Position = "8/8/8/8/R2pP2k/8/8/K7 b - - 0 1".parse().expect("a position");
    assert_eq!(with.key(), without.key());
    assert_ne!(with.polyglot_key(), without.polyglot_key());
    assert_eq!(with, without);
}

/// Rows of variant, moves and a 128-bit number whose lower half is the Polyglot key.
#[test]
fn wider_polyglot_keys() {
    let Some(path) = data::path("zobrist/zobrist-shakmaty.csv") else { return };
    let text = data::read(&path).expect("a file that can be read");
    let mut checked = 0;
    for row in text.lines().filter_map(|line| line.strip_prefix("chess,")) {
        let (moves, number) = row.split_once(',').expect(row);
        let mut pos = Position::startpos();
        for mv in moves.split_whitespace() {
            pos.play(pos.parse_uci(mv).expect(row)).expect(row);
        }
        let digits = number.trim_start_matches("0x");
        let number = u128::from_str_radix(digits, 16).expect(row);
        let lower_half = u128::from(u64::MAX);
        assert_eq!(u128::from(pos.polyglot_key()), number & lower_half, "{row}");
        checked += 1;
    }
    assert!(checked >= 100, "only {checked} rows were checked");
}

/// What the rule of repetition compares, in words.
fn repetition_text(pos: &Position) -> String {
    let fen =
        pos.fen_with(FenOptions { en_passant: EnPassantMode::Legal, ..crate::board_text::FULL });
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// The rights as far as the key tells them: not which rook of a side it is.
fn coarse_rights(rights: CastlingRights) -> [bool; 4] {
    let has = |color| CastlingSide::ALL.map(|side| rights.has(color, side));
    let ([a, b], [c, d]) = (has(Color::White), has(Color::Black));
    [a, b, c, d]
}

fn hash(pos: &Position) -> u64 {
    let mut hasher = DefaultHasher::new();
    pos.hash(&mut hasher);
    hasher.finish()
}

/// Over many games, positions are equal and have equal keys exactly if they are the same by the
/// rule of repetition.
#[test]
fn equality_and_keys_follow_the_rule_of_repetition() {
    let mut by_text: HashMap<String, Position> = HashMap::new();
    let mut by_key: HashMap<u64, Position> = HashMap::new();
    let mut rng = Rng::new(11);
    let mut repeated = 0;
    // Few pieces and short games from few places, so that positions come back.
    let endings =
        ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "k7/2p5/8/1P6/8/8/8/K7 b - - 0 1", starts::STANDARD];
    for number in 0..600 {
        walk::game(endings[number % endings.len()], &mut rng, |pos, _| {
            if let Some(same) = by_text.insert(repetition_text(pos), pos.clone()) {
                assert_eq!(*pos, same);
                assert_eq!(pos.key(), same.key());
                assert_eq!(hash(pos), hash(&same));
                repeated += 1;
            }
            if let Some(same) = by_key.insert(pos.key(), pos.clone()) {
                assert_eq!(*pos, same, "two positions have one key");
                assert_eq!(
                    coarse_rights(pos.castling_rights()),
                    coarse_rights(same.castling_rights())
                );
            }
        });
    }
    assert_eq!(by_text.len(), by_key.len());
    assert!(repeated > 1_000 && by_text.len() > 1_000, "{repeated} of {}", by_text.len());
}
