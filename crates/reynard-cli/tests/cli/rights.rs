//! Castling rights by one rule, and texts that stand for a FEN, in every command.

use reynard::fen::FenStyle;
use reynard::{FenOptions, Position, StartArray};

use crate::run::{reynard, reynard_with_input};

const CASTLED: &str = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPBPPP/RNBQ1RK1 b KQkq - 0 1";
const MOVED: &str = "r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2KQ2R w KQkq - 0 1";

#[test]
fn stale_rights_are_mended_by_sanitize_and_named_by_fen() {
    let mended = reynard(&["fen", "--sanitize", CASTLED]);
    assert_eq!((mended.code, mended.stdout.trim()), (0, &*CASTLED.replace("KQkq", "kq")));
    assert!(mended.stderr.contains("--chess960"), "{}", mended.stderr);
    for fen in [CASTLED, MOVED, "r3k2r/8/8/8/8/8/8/R3KR2 w K - 0 1"] {
        let refused = reynard(&["fen", fen]);
        assert_eq!((refused.code, refused.stdout.as_str()), (1, ""), "{fen}");
        assert!(refused.stderr.contains("castling"), "{}", refused.stderr);
        assert_eq!(reynard(&["fen", "--sanitize", "--standard", fen]).code, 0, "{fen}");
    }
    assert_eq!(reynard(&["fen", "--relaxed", MOVED]).code, 0);
    let chess960 = reynard(&["fen", "--chess960", "r3k2r/8/8/8/8/8/8/R3KR2 w K - 0 1"]);
    assert_eq!((chess960.code, chess960.stdout.trim()), (0, "r3k2r/8/8/8/8/8/8/R3KR2 w F - 0 1"));
    // Kings of both sides on other files: no side can be said to be wrong.
    let apart = reynard(&["fen", "--sanitize", "r4k1r/8/8/8/8/8/8/R2K3R w KQkq - 0 1"]);
    assert_eq!((apart.code, apart.stdout.trim()), (0, "r4k1r/8/8/8/8/8/8/R2K3R w - - 0 1"));
}

#[test]
fn a_king_that_has_moved_does_not_castle() {
    let moves = reynard(&["moves", MOVED]);
    assert_eq!(moves.code, 0);
    assert!(!moves.stdout.contains("d1a1"), "{}", moves.stdout);
    assert!(moves.stderr.contains("castling-apart") && moves.stderr.contains("--chess960"));
    assert!(reynard(&["moves", "--chess960", MOVED]).stdout.contains("d1a1"));
    let pgn = b"[FEN \"r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1\"]\n\n1. O-O *\n";
    let check = reynard_with_input(&["pgn", "check", "--lints", "-"], pgn);
    assert_eq!(check.code, 1, "{}", check.stderr);
    let epd = reynard_with_input(&["epd", "-"], b"r3k2r/8/8/8/8/8/8/R3KR2 w KQkq -\n");
    assert_eq!(epd.stdout, "r3k2r/8/8/8/8/8/8/R3KR2 w Qkq -\n");
    let input = b"position fen r3k2r/8/8/8/8/8/8/R3KR2 w KQkq - 0 1\nfen\n\
        setoption name UCI_Chess960 value true\nposition fen r3k2r/8/8/8/8/8/8/R3KR2 w KQkq - 0 1\nfen\nquit\n";
    let uci = reynard_with_input(&[], input).stdout;
    assert!(uci.contains("w Qkq -") && uci.contains("w FQkq -"), "{uci}");
    assert!(uci.contains("UCI_Chess960 keeps it"), "{uci}");
}

#[test]
fn of_the_start_arrays_of_chess960_186_lose_a_right_with_a_note() {
    let mut lines = String::new();
    for array in StartArray::all() {
        let style = FenOptions { style: FenStyle::XFen, ..FenOptions::default() };
        lines += &Position::chess960(array).fen_with(style);
        lines.push('\n');
    }
    let run = reynard_with_input(&["moves", "-"], lines.as_bytes());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut noted: Vec<&str> = run
        .stderr
        .lines()
        .filter(|note| note.contains("chess960-castling") && note.contains("--chess960"))
        .filter_map(|note| note.strip_prefix("line ")?.split(':').next())
        .collect();
    assert_eq!(run.stderr.lines().count(), noted.len(), "no other note");
    noted.dedup();
    assert_eq!(noted.len(), 186);
    let asked = reynard_with_input(&["moves", "--chess960", "-"], lines.as_bytes());
    assert_eq!((asked.code, asked.stderr.as_str()), (0, ""));
}

#[test]
fn texts_that_stand_for_a_fen_are_read_by_all_commands_but_fen() {
    for text in [
        "4k3/8/8/8/8/8/8/R3K3",
        "4k3/8/8/8/8/8/8/R~3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3_w_-_-_0_1",
        "4k3/8/8/8/8/8/8/R3K3 w - - - -",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1;",
    ] {
        for command in [&["moves"][..], &["show", "--color", "never"], &["perft", "1"]] {
            let run = reynard(&[command, &[text]].concat());
            assert_eq!(run.code, 0, "{command:?} {text}: {}", run.stderr);
        }
        let strict = reynard(&["fen", text]);
        assert_eq!(strict.code, 1, "{text}");
        assert!(strict.stderr.contains("`reynard show`"), "{text}: {}", strict.stderr);
        let mended = reynard(&["fen", "--sanitize", text]);
        assert_eq!(mended.stdout, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n", "{text}");
    }
}
