//! Games that do not start from the start: `FEN`, `SetUp` and `Variant`, in any order.

use crate::story::told;

const ENDGAME: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30";

#[track_caller]
fn check(tags: &[(&str, &str)], moves: &str, story: &str, diagnostics: &str) {
    let tags: Vec<_> = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    let tags = tags.concat();
    let (told_story, reported_diagnostics) = told(&format!("{tags}\n{moves}\n"));
    let story_of_moves = told_story.rsplit_once("\"] ").expect("a tag").1;
    assert_eq!(story_of_moves, story);
    assert_eq!(reported_diagnostics, diagnostics);
}

#[test]
fn a_fen_is_followed() {
    let moves = "30. e4 Kd7 31. e5 *";
    let story = format!("from({ENDGAME}) e4 Kd7 e5 * end");
    check(&[("SetUp", "1"), ("FEN", ENDGAME)], moves, &story, "");
    check(&[("FEN", ENDGAME), ("SetUp", "1")], moves, &story, "");
    check(&[("FEN", ENDGAME)], moves, &story, "");
    check(&[("FEN", ENDGAME), ("SetUp", "0")], moves, &story, "setup-contradicts-fen");
    check(&[("SetUp", "1")], "1. e4 *", "e4 * end", "missing-fen");
}

#[test]
fn black_may_begin() {
    let fen = ENDGAME.replace(" w ", " b ");
    check(&[("FEN", &fen)], "30... Kd7 31. e4 *", &format!("from({fen}) Kd7 e4 * end"), "");
}

#[test]
fn a_fen_may_have_slips() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w KQ e3 0 1";
    let clean = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    check(&[("FEN", fen)], "1. e4 *", &format!("from({clean}) e4 * end"), "sanitized-fen");
    let crowded = "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1";
    check(&[("FEN", crowded)], "1. Kd1 *", &format!("from({crowded}) Kd1 * end"), "unusual-fen");
}

#[test]
fn a_fen_is_read_as_leniently_as_that_of_a_command() {
    let read = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for fen in [
        "4k3/8/8/8/8/8/4P3/4K3 w - - - -",
        "4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;",
        "4k3/8/8/8/8/8/4P3/4K3",
    ] {
        let diagnostics =
            if fen.contains("- - - -") { "repaired-fen repaired-fen" } else { "repaired-fen" };
        check(&[("FEN", fen)], "1. e4 *", &format!("from({read}) e4 * end"), diagnostics);
    }
    for start in ["", "?", "startpos"] {
        check(&[("FEN", start)], "1. e4 *", "e4 * end", "");
    }
}

#[test]
fn stale_castling_rights_are_dropped_unless_the_variant_is_chess960() {
    for (fen, dropped) in [
        ("r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R4K1R w kq - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3KR2 w Qkq - 0 1"),
    ] {
        let (story, diagnostics) = told(&format!("[FEN \"{fen}\"]\n\n1. Ra2 *\n"));
        assert!(story.contains(&format!("from({dropped}) Ra2")), "{story}");
        assert!(diagnostics.starts_with("repaired-fen"), "{diagnostics}");
        for variant in ["Chess960", "Fischerandom", "chess 960"] {
            let pgn = format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n1. O-O *\n");
            let (story, diagnostics) = told(&pgn);
            assert!(story.contains(") O-O *"), "{story}");
            assert_eq!(diagnostics, "", "{variant}");
        }
    }
    let pgn = "[FEN \"r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1\"]\n\n1. O-O *\n";
    assert!(told(pgn).1.ends_with("illegal-move"), "the king has moved");
}

#[test]
fn where_the_start_is_not_known_moves_are_words() {
    check(&[("FEN", "4k3/8/8/8 w")], "1. e4 (1. Zz9) *", "e4 ( Zz9 ) * damaged", "invalid-fen");
    check(&[("FEN", "8/8/8/8/8/8/8/8 w - - 0 1")], "1. e4 *", "e4 * damaged", "invalid-fen");
    check(&[("Variant", "Atomic")], "1. e4 P@e5 *", "e4 P@e5 * damaged", "unknown-variant");
}

#[test]
fn chess_960_needs_no_announcement() {
    // Array 5, king on b1: castling needs no room between king and rook.
    let fen = "rkr5/ppp5/8/8/8/8/PPP5/RKR5 w CAca - 0 1";
    let x_fen = "rkr5/ppp5/8/8/8/8/PPP5/RKR5 w KQkq - 0 1";
    for variant in ["Chess960", "chess 960", "Fischerandom", "Fischer Random", "Standard", "?"] {
        let tags = [("FEN", fen), ("Variant", variant)];
        let story = format!("from({x_fen}) b3 b6 Kb2 Kb7 * end");
        check(&tags, "1. b3 b6 2. Kb2 Kb7 *", &story, "");
        let turned = [("Variant", variant), ("FEN", fen)];
        check(&turned, "1. b3 b6 2. Kb2 Kb7 *", &story, "");
    }
}

#[test]
fn chess_960_castles() {
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    let x_fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    check(
        &[("FEN", fen), ("Variant", "Chess960")],
        "1. g3 g6 2. O-O-O *",
        &format!("from({x_fen}) g3 g6 * damaged"),
        "illegal-move",
    );
    let fen = "1k1r4/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    check(&[("FEN", fen)], "1. O-O Kc7 *", &format!("from({fen}) O-O Kc7 * end"), "");
}
