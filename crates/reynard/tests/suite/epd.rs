//! EPD: rows R31, X10 and X11 of the feature list, E-30, and what files in the wild look like.

use reynard::{
    Epd, Position, SetupFaults, UciMove,
    epd::{EpdDiagnostic, EpdDiagnosticKind, EpdOperand, EpdOperation, EpdOptions, EpdReader},
    fen::{FenErrorKind, FenField},
};
use reynard_testkit::{Rng, data};

const KINGS: &str = "4k3/8/8/8/8/8/8/3QK3 w - -";
const RELAXED: SetupFaults = SetupFaults::WAIVABLE;

fn strict(line: &str) -> Epd {
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn tolerant(line: &str) -> (Epd, Vec<EpdDiagnostic>) {
    Epd::read(line, EpdOptions::TOLERANT).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// The operations behind two kings and a queen, read strictly.
fn operations(text: &str) -> Vec<EpdOperation> {
    strict(&format!("{KINGS} {text}")).operations
}

fn operation(text: &str) -> EpdOperation {
    let [operation] = operations(text).try_into().expect("one operation");
    operation
}

fn uci(epd: &Epd, moves: &[reynard::Move]) -> Vec<String> {
    assert!(moves.iter().all(|&mv| epd.position.is_legal(mv)));
    moves.iter().map(|&mv| UciMove::from(mv).to_string()).collect()
}

// R31 of the feature list.
#[test]
fn four_fields_and_operations() {
    let epd = strict("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";");
    assert_eq!(epd.position.fen(), "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1");
    assert_eq!(uci(&epd, epd.best_moves()), ["d6d1"]);
    assert_eq!((epd.id(), epd.operations.len()), (Some("BK.01"), 2));
    assert_eq!(strict(KINGS).operations, []);
    assert_eq!(strict("4k2r/8/8/8/8/8/8/4K3 b k -").to_string(), "4k2r/8/8/8/8/8/8/4K3 b k -");
}

// R31 of the feature list.
#[test]
fn every_opcode_of_the_standard() {
    use EpdOperation as Op;
    let text = |text: &str| Some(text.to_owned());
    for (written, expected) in [
        ("acd 12;", Op::AnalysisDepth(12)),
        ("acn 18446744073709551615;", Op::AnalysisNodes(u64::MAX)),
        ("acs 0;", Op::AnalysisSeconds(0)),
        ("bm #3;", Op::BestMate(3)),
        ("bm #-1;", Op::BestMate(-1)),
        ("c0 \"a; b \";", Op::Comment { rank: 0, text: text("a; b ") }),
        ("c9;", Op::Comment { rank: 9, text: None }),
        ("ce -32767;", Op::CentipawnEvaluation(-32_767)),
        ("ce 32766;", Op::CentipawnEvaluation(32_766)),
        ("dm 1;", Op::DirectMate(1)),
        ("draw_accept;", Op::DrawAccept),
        ("draw_claim;", Op::DrawClaim),
        ("draw_offer;", Op::DrawOffer),
        ("draw_reject;", Op::DrawReject),
        ("eco \"C42\";", Op::Eco(text("C42"))),
        ("eco;", Op::Eco(None)),
        ("fmvn 1;", Op::FullmoveNumber(1)),
        ("hmvc 99;", Op::HalfmoveClock(99)),
        ("id \"\";", Op::Id(String::new())),
        ("nic \"SI 1.2\";", Op::Nic(text("SI 1.2"))),
        ("rc 3;", Op::RepetitionCount(3)),
        ("resign;", Op::Resign),
        ("tcgs 7;", Op::GameSelector(7)),
        ("tcri \"a@b\" \"Ann\";", Op::Receiver { address: "a@b".into(), name: "Ann".into() }),
        ("tcsi \"c@d\" \"Bob\";", Op::Sender { address: "c@d".into(), name: "Bob".into() }),
        ("v3 \"Main\";", Op::VariationName { rank: 3, name: text("Main") }),
    ] {
        assert_eq!(operation(written), expected);
        assert_eq!(strict(&format!("{KINGS} {written}")).to_string(), format!("{KINGS} {written}"));
    }
    let moves = "am Qd2; bm Qa4+ Qd7+; pm Qa4+; pv Qa4+ Kf7 Qf4+; sm Kd2;";
    let epd = strict(&format!("{KINGS} {moves}"));
    assert_eq!(epd.to_string(), format!("{KINGS} {moves}"));
    assert_eq!(uci(&epd, epd.best_moves()), ["d1a4", "d1d7"]);
    assert_eq!(uci(&epd, epd.avoid_moves()), ["d1d2"]);
    assert_eq!(epd.predicted_variation().len(), 3);
    let noop = operation("noop 1 \"two\" x3;");
    let EpdOperation::Noop(operands) = noop else { panic!("{noop:?}") };
    let operands: Vec<&str> = operands.iter().map(EpdOperand::as_str).collect();
    assert_eq!(operands, ["1", "two", "x3"]);
}

// X10 of the feature list.
#[test]
fn unknown_operations_are_kept() {
    let line = format!("{KINGS} Ae \"Stockfish\" 2.5 -1; x_9; zero e4;");
    let epd = strict(&line);
    assert_eq!(epd.to_string(), line);
    let EpdOperation::Other { opcode, operands } = &epd.operations[0] else { panic!() };
    assert_eq!(opcode, "Ae");
    assert_eq!(operands[0], EpdOperand::Text("Stockfish".into()));
    assert_eq!(operands[1], EpdOperand::Word("2.5".into()));
    assert_eq!(epd.operation("x_9").map(EpdOperation::opcode), Some("x_9"));
}

/// X11 and E-30: what `hmvc` and `fmvn` say is what the position has.
#[test]
fn counters_reach_the_position() {
    let epd = strict(&format!("{KINGS} hmvc 42; fmvn 99;"));
    assert_eq!((epd.position.halfmove_clock(), epd.position.fullmove_number()), (42, 99));
    assert_eq!(epd.to_string(), format!("{KINGS} hmvc 42; fmvn 99;"));
    let (epd, diagnostics) = tolerant(&format!("{KINGS} 42 99 bm Qd7+;"));
    assert_eq!((epd.position.halfmove_clock(), epd.position.fullmove_number()), (42, 99));
    assert_eq!(epd.to_string(), format!("{KINGS} bm Qd7+; fmvn 99; hmvc 42;"));
    assert_eq!(diagnostics.len(), 1);
    let pos: Position = "4k3/8/8/8/8/8/8/4K3 b - - 12 34".parse().expect("a position");
    assert_eq!(strict(&Epd::new(pos.clone()).to_string()).position.to_setup(), pos.to_setup());
    // The operation says it last.
    let (epd, _) = tolerant(&format!("{KINGS} 1 2 hmvc 3;"));
    assert_eq!((epd.position.halfmove_clock(), epd.position.fullmove_number()), (3, 2));
}

/// The first diagnostic in the strict reading of the operations, with the column they begin at as
/// 0.
fn refused(text: &str) -> (usize, EpdDiagnosticKind) {
    let line = format!("{KINGS} {text}");
    let diagnostic = line.parse::<Epd>().expect_err(&line);
    assert_eq!(diagnostic.line, 1);
    (diagnostic.column - KINGS.len() - 2, diagnostic.kind)
}

// X10 of the feature list.
#[test]
fn strict_errors_have_a_place() {
    use EpdDiagnosticKind as Kind;
    for (text, column, kind) in [
        ("id \"x\"", 6, Kind::MissingSemicolon),
        ("id \"x\";;", 7, Kind::StraySemicolon),
        ("; id \"x\";", 0, Kind::StraySemicolon),
        ("id  \"x\";", 2, Kind::Spacing),
        ("id \"x\" ;", 6, Kind::Spacing),
        ("id \"x\";  dm 1;", 7, Kind::Spacing),
        ("id \"x\";dm 1;", 7, Kind::Spacing),
        ("id \"x;", 3, Kind::UnterminatedText),
        ("id \"x\"y\";", 5, Kind::QuoteInText),
        ("id x;", 3, Kind::UnquotedText),
        ("id;", 0, Kind::OperandCount("id".into())),
        ("id \"x\" \"y\";", 0, Kind::OperandCount("id".into())),
        ("0 1 id \"x\";", 0, Kind::Clocks),
        ("dm 1; dm 1;", 6, Kind::DuplicateOpcode("dm".into())),
        ("ce 1; id \"\"; ce 2;", 13, Kind::DuplicateOpcode("ce".into())),
        ("dm 0;", 3, Kind::BadNumber("0".into())),
        ("dm 1 2;", 0, Kind::OperandCount("dm".into())),
        ("ce 32767;", 3, Kind::BadNumber("32767".into())),
        ("ce -32768;", 3, Kind::BadNumber("-32768".into())),
        ("ce 0.5;", 3, Kind::BadNumber("0.5".into())),
        ("ce +M3;", 3, Kind::MateScore("+M3".into())),
        ("ce \"1\";", 3, Kind::QuotedWord),
        ("hmvc 65536;", 5, Kind::BadNumber("65536".into())),
        ("fmvn 0;", 5, Kind::BadNumber("0".into())),
        ("acn -1;", 4, Kind::BadNumber("-1".into())),
        ("resign now;", 0, Kind::OperandCount("resign".into())),
        ("bm d1d7;", 3, Kind::NotSan("d1d7".into())),
        ("bm Qd1d7+;", 3, Kind::NotSan("Qd1d7+".into())),
        ("pm Qd7+ Qa4+;", 0, Kind::OperandCount("pm".into())),
        ("tcri \"a\";", 0, Kind::OperandCount("tcri".into())),
        ("9lives;", 0, Kind::BadOpcode("9lives".into())),
        ("_x;", 0, Kind::BadOpcode("_x".into())),
        ("a-b;", 0, Kind::BadOpcode("a-b".into())),
        ("sixteen_letters_;", 0, Kind::BadOpcode("sixteen_letters_".into())),
        ("id \"\u{7}\";", 4, Kind::NotText),
        ("id \"a\tb\";", 5, Kind::NotText),
    ] {
        assert_eq!(refused(text), (column, kind), "{text}");
    }
    let long = "x".repeat(256);
    assert_eq!(refused(&format!("id \"{long}\";")), (3, EpdDiagnosticKind::LongText));
    for (text, column) in [("bm Qd9;", 3), ("bm Qd7+ Ne4;", 8), ("pv Qd7+ Qd8;", 8), ("am O-O;", 3)]
    {
        let (found, kind) = refused(text);
        assert!(found == column && matches!(kind, EpdDiagnosticKind::BadMove { .. }), "{text}");
    }
    // A move that two pieces can make is refused with both.
    let error = "3k4/8/8/8/8/8/K7/R6R w - - bm Re1;".parse::<Epd>().expect_err("ambiguous");
    assert_eq!(error.to_string(), "line 1, column 31: `Re1`: ambiguous: a1e1 or h1e1");
}

// X10 of the feature list.
#[test]
fn wrong_positions_are_refused_in_every_mode() {
    for options in [EpdOptions::STRICT, EpdOptions::TOLERANT] {
        let refuse = |line: &str| Epd::read(line, options).expect_err(line);
        let error = refuse("4k3/8/8/9/8/8/8/4K3 w - - id \"x\";");
        let kind = EpdDiagnosticKind::Fen {
            field: FenField::Pieces,
            kind: FenErrorKind::SquareCount('9'),
        };
        assert_eq!((error.column, error.kind), (9, kind));
        let error = refuse("4k3/8/8/8/8/8/8/4K3 w");
        let kind =
            EpdDiagnosticKind::Fen { field: FenField::Castling, kind: FenErrorKind::Missing };
        assert_eq!((error.column, error.kind), (22, kind));
        let error = refuse("4k3/8/8/8/8/8/8/4K3 w KQ - id \"x\";");
        assert!(matches!(error.kind, EpdDiagnosticKind::Setup(_)), "{error}");
        let error = refuse("4k3/8/8/8/8/8/8/4K3 w - e7 id \"x\";");
        assert!(matches!(error.kind, EpdDiagnosticKind::Setup(_)), "{error}");
        assert!(matches!(refuse("").kind, EpdDiagnosticKind::Fen { .. }));
    }
    let queens = "QQQQQQQQ/4k3/8/8/8/8/8/Q3K3 b - - id \"nine\";";
    let options = EpdOptions { waived: RELAXED, ..EpdOptions::STRICT };
    assert!(Epd::read(queens, EpdOptions::STRICT).is_err());
    assert!(Epd::read(queens, options).is_ok());
}

#[test]
fn tolerant_reading_says_what_it_overlooked() {
    for (text, written, names) in [
        ("0 1 ; bm Qd7+", "bm Qd7+;", &["clocks", "stray-semicolon", "missing-semicolon"][..]),
        ("bm d1d7; id a b;", "bm Qd7+; id \"a b\";", &["not-san", "unquoted-text"]),
        ("bm Qd1-d7+!; ce +M3;", "bm Qd7+; ce 32762;", &["not-san", "mate-score"]),
        ("ce -M3;", "ce -32761;", &["mate-score"]),
        ("ce #1;", "ce 32766;", &["mate-score"]),
        ("bm Qd7+ id \"x\";", "bm Qd7+; id \"x\";", &["missing-semicolon"]),
        (
            "bm Qd7+ c0 \"x\" dm 3;",
            "bm Qd7+; noop c0 \"x\" dm 3;",
            &["missing-semicolon", "operand-count"],
        ),
        ("bm Qd7 +;", "bm Qd7+;", &["spacing"]),
        ("bm \"Qd7\";", "bm Qd7+;", &["quoted-word"]),
        ("c0 8", "c0 \"8\";", &["missing-semicolon", "unquoted-text"]),
        ("a \"foo\\\"bar\";", "a \"foo'bar\";", &["quote-in-text"]),
        ("bm Qd9; dm x;", "noop bm Qd9 dm x;", &["bad-move", "bad-number"]),
        ("dm 1; dm 2;", "dm 1; noop dm 2;", &["duplicate-opcode"]),
        ("id\t\"x\";", "id \"x\";", &["spacing"]),
        ("id \"x", "id \"x\";", &["unterminated-text", "missing-semicolon"]),
        ("x; 18 knights; ok", "x; noop 18 knights; ok;", &["bad-opcode", "missing-semicolon"]),
    ] {
        let line = format!("{KINGS} {text}");
        let (epd, diagnostics) = tolerant(&line);
        assert_eq!(epd.to_string(), format!("{KINGS} {written}"), "{text}");
        let mut found: Vec<&str> =
            diagnostics.iter().map(|diagnostic| diagnostic.kind.name()).collect();
        let mut expected = names.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{text}");
        assert!(line.parse::<Epd>().is_err(), "{text}");
    }
    let (epd, diagnostics) = tolerant("4k3/8/8/8/8/8/8/3QK3 w - -3 20 bm Qd7+;");
    assert_eq!((epd.position.halfmove_clock(), epd.position.fullmove_number()), (3, 20));
    assert_eq!(diagnostics[0].kind, EpdDiagnosticKind::GluedClock);
    // A comment that is also a pawn move stays a move.
    let (epd, diagnostics) = tolerant("4k3/8/8/8/8/8/2P5/4K3 w - - bm Kd2 c3;");
    assert_eq!((epd.best_moves().len(), diagnostics.len()), (2, 0));
    let (epd, diagnostics) = tolerant("4k3/8/8/8/8/8/2P5/4K3 b - - pv Kd7 c4 c1 \"x\";");
    assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/2P5/4K3 b - - pv Kd7 c4; noop pv c1 \"x\";");
    assert_eq!(diagnostics.len(), 1);
}

// X10 of the feature list.
#[test]
fn many_records_with_the_lines_of_errors() {
    let text = b"\xef\xbb\xbf4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\r\n\r\n# remark\n\
        4k3/8/8/8/8/8/8/4K3 w - - id \"\xff\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"b\";";
    let strict: Vec<_> = EpdReader::new(text, EpdOptions::STRICT).collect();
    let lines: Vec<_> = strict
        .iter()
        .map(|record| match record {
            Ok(record) => (record.line, true),
            Err(error) => (error.line, false),
        })
        .collect();
    assert_eq!(lines, [(1, true), (3, false), (4, false), (5, true)]);
    assert_eq!(strict[2].as_ref().expect_err("not UTF-8").column, 31);
    let tolerant: Vec<_> = EpdReader::new(text, EpdOptions::TOLERANT)
        .map(|record| record.expect("a record"))
        .collect();
    let ids: Vec<_> = tolerant.iter().map(|record| record.epd.id()).collect();
    assert_eq!(ids, [Some("a"), Some("\u{fffd}"), Some("b")]);
    assert_eq!(tolerant[1].diagnostics[0].line, 4);
    assert_eq!(EpdReader::new("", EpdOptions::STRICT).count(), 0);
    assert_eq!(EpdReader::new("\n\n", EpdOptions::STRICT).count(), 0);
}

/// Whatever is read is written so that it is read as the same again, and strictly.
fn check_round_trip(epd: &Epd, options: EpdOptions, context: &str) {
    let written = epd.to_string();
    let (again, diagnostics) = Epd::read(&written, options)
        .unwrap_or_else(|error| panic!("{context}: {written}: {error}"));
    assert_eq!(&again, epd, "{context}");
    assert_eq!(again.position.to_setup(), epd.position.to_setup(), "{context}");
    assert_eq!(diagnostics, [], "{context}");
    assert_eq!(again.to_string(), written, "{context}");
    let mut sorted = again.clone();
    sorted.sort();
    assert_eq!(sorted.operations.len(), epd.operations.len(), "{context}");
}

#[test]
fn nonsense_is_read_without_a_panic() {
    const PARTS: &[&str] = &[
        "4k3/8/8/8/8/8/8/3QK3",
        "w",
        "-",
        "-",
        " ",
        " ",
        " ",
        ";",
        "; ",
        "\"",
        "\"x\"",
        "bm ",
        "pv ",
        "Qd7+",
        "Kf7",
        "d1d7",
        "id",
        "c0",
        "ce +M3",
        "hmvc 3",
        "fmvn",
        "0",
        "1",
        "-1",
        "#",
        "\\\"",
        "é",
        "\0",
        "\t",
        "99999999999999999999",
        "dm",
        "noop",
        "x",
    ];
    let mut rng = Rng::new(51);
    let mut read = 0;
    for _ in 0..100_000 {
        let mut line = if rng.one_in(8) { String::new() } else { format!("{KINGS} ") };
        for _ in 0..rng.below(12) {
            line.push_str(rng.choose::<&str>(PARTS));
        }
        if let Ok((epd, _)) = Epd::read(&line, EpdOptions::TOLERANT) {
            read += 1;
            let _ = epd.to_string();
        }
        if let Ok(epd) = line.parse::<Epd>() {
            check_round_trip(&epd, EpdOptions::STRICT, &line);
        }
    }
    assert!(read > 10_000, "only {read} lines had a position");
}

/// What is known to be loose in the files of the wider data that are meant to be strict, by file,
/// with its number: missing last semicolons, doubled blanks, and moves that say too much.
const LOOSE: &[(&str, &str, usize)] = &[
    ("draw-floyd.epd", "missing-semicolon", 19),
    ("eigenmann-endgame.epd", "spacing", 2),
    ("iq4.epd", "spacing", 1),
    ("dm1.epd.zst", "not-san", 10),
    ("dm2.epd.zst", "not-san", 4),
];

#[test]
fn strict_files_are_read_and_written_back() {
    let Some(folder) = data::path("epd") else { return };
    let mut records = 0;
    for path in data::files_below(&folder).expect("a folder") {
        if path.parent() != Some(folder.as_path()) {
            continue;
        }
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let text = data::read(&path).expect("a text");
        let mut loose = 0;
        let mut refused = 0;
        for record in EpdReader::new(&text, EpdOptions { waived: RELAXED, ..EpdOptions::TOLERANT })
        {
            let Ok(record) = record else {
                refused += 1;
                continue;
            };
            records += 1;
            for diagnostic in &record.diagnostics {
                let known = LOOSE.iter().find(|(file, ..)| *file == name);
                assert!(
                    known.is_some_and(|known| known.1 == diagnostic.kind.name()),
                    "{name}: {diagnostic}"
                );
                loose += 1;
            }
            let options = EpdOptions { waived: RELAXED, ..EpdOptions::STRICT };
            check_round_trip(&record.epd, options, &format!("{name}:{}", record.line));
        }
        let known = LOOSE.iter().find(|(file, ..)| *file == name).map_or(0, |known| known.2);
        assert_eq!(loose, known, "{name}");
        assert_eq!(refused, 0, "{name}");
    }
    assert!(records > 30_000, "only {records} records were there");
}

#[test]
fn dialects_are_read_with_remarks() {
    let Some(folder) = data::path("epd/dialects") else { return };
    let (mut records, mut remarks, mut refused) = (0, 0, 0);
    for path in data::files_below(&folder).expect("a folder") {
        let bytes = std::fs::read(&path).expect("a text");
        for record in EpdReader::new(&bytes, EpdOptions::TOLERANT) {
            match record {
                Ok(record) => {
                    records += 1;
                    remarks += record.diagnostics.len();
                    let (again, _) = tolerant(&record.epd.to_string());
                    assert_eq!(again.to_string(), record.epd.to_string());
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(records > 4_000 && remarks > records && refused <= 1, "{records} {remarks} {refused}");
}

#[test]
fn bad_files_are_refused_with_a_reason() {
    let Some(folder) = data::path("epd/bad") else { return };
    for path in data::files_below(&folder).expect("a folder") {
        let bytes = std::fs::read(&path).expect("a text");
        for record in EpdReader::new(&bytes, EpdOptions::STRICT) {
            let diagnostic = record.expect_err("a bad record");
            assert!(
                diagnostic.to_string().starts_with(&format!("line {}, column ", diagnostic.line))
            );
        }
    }
}

#[test]
fn a_string_that_ends_in_a_backslash_is_read_back_whatever_follows() {
    let alone = r#"4k3/8/8/8/8/8/8/4K3 w - - id "C:\";"#;
    assert_eq!(alone.parse::<Epd>().unwrap().to_string(), alone);
    let both = r#"4k3/8/8/8/8/8/8/4K3 w - - a "o\"; b "o\";"#;
    assert_eq!(both.parse::<Epd>().unwrap().to_string(), both);
    let followed = r#"4k3/8/8/8/8/8/8/4K3 w - - noop "C:\" "a b" c"d" end;"#;
    let (record, _) = Epd::read(followed, EpdOptions::TOLERANT).unwrap();
    let written = record.to_string();
    let (again, _) = Epd::read(&written, EpdOptions::TOLERANT).unwrap();
    assert_eq!(again.to_string(), written);
}

#[test]
fn a_word_that_is_a_quotation_mark_is_written_so_that_it_is_read_back() {
    let line = r#"4k3/8/8/8/8/8/8/4K3 w - - pv ?Kd1,,",,,"#;
    let (record, _) = Epd::read(line, EpdOptions::TOLERANT).unwrap();
    let written = record.to_string();
    let (again, _) = Epd::read(&written, EpdOptions::TOLERANT).unwrap();
    assert_eq!(again.to_string(), written);
}

#[test]
fn strings_of_marks_backslashes_and_blanks_are_written_so_that_they_are_read_back() {
    let mut texts = vec![String::new()];
    let mut from = 0;
    for _ in 0..3 {
        let until = texts.len();
        for at in from..until {
            for letter in ["\\", "\"", " ", ";", "a", "\0"] {
                texts.push(texts[at].clone() + letter);
            }
        }
        from = until;
    }
    let mut rng = Rng::new(11);
    for _ in 0..60_000 {
        let mut any = || &texts[rng.below(texts.len())];
        let line = format!(
            "4k3/8/8/8/8/8/8/4K3 w - - a \"{}\"; noop x{} \"{}\" {}; id \"{}\"; b {};",
            any(),
            any(),
            any(),
            any(),
            any(),
            any()
        );
        let Ok((record, _)) = Epd::read(&line, EpdOptions::TOLERANT) else { continue };
        let written = record.to_string();
        let (again, _) = Epd::read(&written, EpdOptions::TOLERANT).expect(&written);
        assert_eq!(again.to_string(), written, "{line}");
    }
}
