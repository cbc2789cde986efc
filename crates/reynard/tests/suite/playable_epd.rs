//! EPD as people and programs send it.

use reynard::{CastlingNotation, Epd, epd::EpdOptions};

fn tolerant(line: &str) -> (String, Vec<&'static str>) {
    let (epd, diagnostics) = Epd::read(line, EpdOptions::PLAYABLE).expect(line);
    (epd.to_string(), diagnostics.iter().map(|diagnostic| diagnostic.kind.name()).collect())
}

#[test]
fn quotation_marks_that_other_programs_escape_are_part_of_the_text() {
    let (epd, diagnostics) =
        Epd::read(r#"4k3/8/8/8/8/8/8/4K3 w - - id "x \"y\" z";"#, EpdOptions::TOLERANT)
            .expect("EPD");
    assert_eq!(epd.id(), Some(r#"x "y" z"#));
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(epd.to_string(), r#"4k3/8/8/8/8/8/8/4K3 w - - id "x 'y' z";"#);
    for (text, id) in [
        (r#"id "a\\b \"c\"";"#, r#"a\b "c""#),
        (r#"id "c:\new";"#, r"c:\new"),
        (r#"id "ends in \";"#, r"ends in \"),
        (r#"id "\"q\" \"";"#, r#""q" ""#),
    ] {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {text}");
        let (epd, _) = Epd::read(&line, EpdOptions::TOLERANT).expect(text);
        assert_eq!(epd.id(), Some(id), "{text}");
    }
}

#[test]
fn moves_that_can_be_read_are_kept_beside_those_that_cannot() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (operations, written) in [
        ("bm e4,d4;", "bm e4 d4;"),
        ("bm e4, d4;", "bm e4 d4;"),
        ("bm e4 or d4;", "bm e4 d4;"),
        ("bm Nf3 $1;", "bm Nf3;"),
        ("bm e4 Sf3;", "bm e4; noop bm Sf3;"),
        ("am e4 Nh5 d4; id \"x\";", "am e4 d4; noop am Nh5; id \"x\";"),
        ("pv e4 e5 Ke3 Nc6;", "pv e4 e5; noop pv Ke3 Nc6;"),
        ("bm Sf3;", "noop bm Sf3;"),
    ] {
        let (text, diagnostics) = tolerant(&format!("{fen} {operations}"));
        assert_eq!(text, format!("{fen} {written}"), "{operations}");
        assert!(!diagnostics.is_empty(), "{operations}");
        assert_eq!(text.parse::<Epd>().expect("strict EPD").to_string(), text, "{operations}");
    }
}

#[test]
fn positions_are_read_as_leniently_as_those_of_a_fen() {
    for (line, written, diagnostic) in [
        ("4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - -", "pieces-alone"),
        (
            "Q~3k3/8/8/8/8/8/8/4K3 b - - id \"x\";",
            "Q3k3/8/8/8/8/8/8/4K3 b - - id \"x\";",
            "promoted-pieces",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3KR2 w KQkq - id \"x\";",
            "r3k2r/8/8/8/8/8/8/R3KR2 w Qkq - id \"x\";",
            "chess960-castling",
        ),
        ("r3k2r/8/8/8/8/8/8/R4RK1 b Qkq -", "r3k2r/8/8/8/8/8/8/R4RK1 b kq -", "castling-apart"),
    ] {
        assert_eq!(tolerant(line), (written.to_owned(), vec![diagnostic]), "{line}");
        assert!(line.parse::<Epd>().is_err() || diagnostic.contains("castling"), "{line}");
    }
    let chess960 = EpdOptions { castling: CastlingNotation::Chess960, ..EpdOptions::PLAYABLE };
    let (epd, diagnostics) = Epd::read("r3k2r/8/8/8/8/8/8/R3KR2 w KQkq -", chess960).expect("EPD");
    assert_eq!(
        (epd.to_string().as_str(), diagnostics.len()),
        ("r3k2r/8/8/8/8/8/8/R3KR2 w FQkq -", 0)
    );
}
