//! What programs and people write that is not in the standard, and is read all the same.

use crate::story::told;

#[track_caller]
fn check(moves: &str, story: &str, diagnostics: &str) {
    let (told_story, reported_diagnostics) = told(&format!("1. {moves} *"));
    let told_story = told_story.strip_prefix("game1 ").expect("one game");
    assert_eq!(told_story, format!("{story} * end"), "{moves}");
    assert_eq!(reported_diagnostics, diagnostics, "{moves}");
}

#[test]
fn null_moves() {
    check("e4 -- 2. d4 Z0", "e4 -- d4 Z0", "null-move-dialect");
    check("e4 -- 2. -- e5", "e4 -- -- e5", "");
    for null in ["null", "pass", "@@@@", "0000", "<>", "NULL"] {
        check(&format!("{null} e5"), &format!("{null} e5"), "null-move-dialect");
    }
}

#[test]
fn castling() {
    let opening = "e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4.";
    let told = "e4 e5 Nf3 Nf6 Bc4 Bc5";
    check(&format!("{opening} O-O 0-0"), &format!("{told} O-O 0-0"), "castling-zeros");
    check(&format!("{opening} OO o-o"), &format!("{told} OO o-o"), "san-dialect san-dialect");
    check(&format!("{opening} 0-0!? O-O+"), &format!("{told} 0-0 $5 O-O+"), "castling-zeros");
    check(
        &format!("{opening} e1g1 e8g8"),
        &format!("{told} e1g1 e8g8"),
        "long-algebraic long-algebraic",
    );
}

#[test]
fn en_passant() {
    let opening = "e4 a6 2. e5 d5 3.";
    for (mv, diagnostics) in [
        ("exd6", ""),
        ("exd6e.p.", "en-passant-mark"),
        ("exd6ep", "en-passant-mark"),
        ("exd6 e.p.", "remark"),
        ("exd6 ep", "remark"),
    ] {
        let mv_alone = if diagnostics == "remark" { "exd6" } else { mv };
        check(
            &format!("{opening} {mv} cxd6"),
            &format!("e4 a6 e5 d5 {mv_alone} cxd6"),
            diagnostics,
        );
    }
}

#[test]
fn promotions() {
    let opening = "a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Nb8 5.";
    let told = "a4 b5 axb5 a6 bxa6 Nc6 a7 Nb8";
    for (mv, diagnostics) in [
        ("axb8=Q", ""),
        ("axb8Q", "promotion-dialect"),
        ("axb8=q", "san-dialect"),
        ("axb8/Q", "promotion-dialect"),
        ("a7b8q", "promotion-dialect"),
    ] {
        check(&format!("{opening} {mv} d5"), &format!("{told} {mv} d5"), diagnostics);
    }
    check(&format!("{opening} axb8=Q e5"), &format!("{told} axb8=Q e5"), "");
}

#[test]
fn move_numbers() {
    check("e4 e5 2 Nf3 Nc6 3.Bc4 Bc5", "e4 e5 Nf3 Nc6 Bc4 Bc5", "");
    check("e4 1... e5 2. ... 2.Nf3", "e4 e5 Nf3", "");
    check("e4 1...e5 2.Nf3 2. .. Nc6", "e4 e5 Nf3 Nc6", "");
    check("e4 e5 3. Nf3", "e4 e5 Nf3", "wrong-move-number");
    check("e4 e5 Nf3 Nc6 Bc4", "e4 e5 Nf3 Nc6 Bc4", "missing-move-number");
    check("e4 e5 99999999999999999999. Nf3", "e4 e5 Nf3", "wrong-move-number");
}

#[test]
fn both_squares() {
    check(
        "e2e4 e7-e5 2. Ng1-f3 Nb8c6",
        "e2e4 e7-e5 Ng1-f3 Nb8c6",
        "long-algebraic long-algebraic long-algebraic long-algebraic",
    );
    check("Nbc3 Ngf6", "Nbc3 Ngf6", "san-economy san-economy");
    check("e4 d5 2. ed5 Qd5", "e4 d5 ed5 Qd5", "san-dialect san-economy");
    check("\u{2658}f3 nf6", "\\xe2\\x99\\x98f3 nf6", "san-dialect san-dialect");
}

#[test]
fn glyphs() {
    check("e4! e5? 2. Nf3!! Nc6?? 3. Bc4!? Bc5?!", "e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bc4 $5 Bc5 $6", "");
    check("e4 $1 $36 e5$14 2. Nf3 $255", "e4 $1 $36 e5 $14 Nf3 $255", "");
    check("e4 ! e5 +- 2. Nf3 =", "e4 $1 e5 $18 Nf3 $10", "text-glyph text-glyph");
    check(
        "e4 $ e5 $256 2. Nf3 !!! Nc6",
        "e4 {$} e5 {$256} Nf3 {!!!} Nc6",
        "nag-range nag-range nag-range",
    );
    check("e4 e5 2. Bc4 Nc6 3. Bxf7++", "e4 e5 Bc4 Nc6 Bxf7++", "san-dialect");
    check("e4 e5 2. Bc4 Nc6 3. Bxf7 ch", "e4 e5 Bc4 Nc6 Bxf7", "remark");
}

#[test]
fn results() {
    for (result, story) in [("1/2", "1/2-1/2"), ("½-½", "1/2-1/2"), ("1:0", "1-0"), ("0:1", "0-1")]
    {
        let (told_story, diagnostics) = told(&format!("1. e4 {result}"));
        assert_eq!(told_story, format!("game1 e4 {story} end"));
        assert_eq!(diagnostics, "result-dialect");
    }
}

#[test]
fn comments_and_variations_keep_their_place() {
    check(
        "e4 {a}{b} (1. d4 {c} d5 (1... Nf6 $1) 2. c4) ; to the end\n e5",
        "e4 {a} {b} ( d4 {c} d5 ( Nf6 $1 ) c4 ) ; to the end e5",
        "",
    );
    check("e4(d4)e5{}", "e4 ( d4 ) e5 {}", "missing-move-number");
    check("{ {nested} e4", "{ {nested} e4", "");
}

#[test]
fn characters_without_a_meaning() {
    check("e4,\0\0\0 e5", "e4 e5", "unexpected-characters unexpected-characters");
    check("e4 \\ e5", "e4 {\\\\} e5", "unexpected-characters");
}
