//! Errors, what becomes of their games, and limits.

use reynard_pgn::{
    DiagnosticKind, ErrorPolicy, MovetextMode, PgnLimit, PgnLimits, ReadError, Reader,
    ReaderOptions, Severity, Visitor,
};

use crate::recorder::{Recorder, read};
use crate::story::told;

#[track_caller]
fn check(pgn: &str, story: &str, diagnostics: &str) {
    assert_eq!(told(pgn), (story.to_owned(), diagnostics.to_owned()), "{pgn}");
}

#[test]
fn a_line_ends_before_its_first_illegal_move() {
    check("1. e4 Ke7 2. d4 {late} $1 (2. c4) e6 1-0", "game1 e4 1-0 damaged", "illegal-move");
    check(
        "1. e4 e5 (1... Ke7 2. d4) 2. Nf3 1-0",
        "game1 e4 e5 ( ) Nf3 1-0 damaged",
        "illegal-move",
    );
    check(
        "1. e4 (1. d4 d5 2. d5 (2. c4 (2. Nf3)) e6) 1... e5 (1... c5) *",
        "game1 e4 ( d4 d5 ) e5 ( c5 ) * damaged",
        "illegal-move",
    );
    check(
        "1. e4 -- 2. Qh5 -- 3. Qxf7+ -- 4. d4 *",
        "game1 e4 -- Qh5 -- Qxf7+ * damaged",
        "illegal-null-move",
    );
    check("1. e4 blunder e5 *", "game1 e4 * damaged", "illegal-move");
    check("1. Nc3 e5 2. Nd5 e4 3. Nf3 e3 4. Nd4 *", "game1 Nc3 e5 Nd5 e4 Nf3 e3 Nd4 * end", "");
}

#[test]
fn a_variation_needs_a_move_before_it() {
    check("[A \"\"]\n(1. d4) 1. e4 *", "game1 [A \"\"] e4 * damaged", "variation-before-move");
    check("1. e4 ((1. d4) 1. c4) e5 *", "game1 e4 ( c4 ) e5 * damaged", "variation-before-move");
}

#[test]
fn the_policy_decides_about_damaged_games() {
    let pgn = b"1. e4 e5 (1... c5) 2. Ke3 d6 1-0\n\n1. d4 *\n";
    let with = |policy| {
        let options = ReaderOptions { policy, ..ReaderOptions::default() };
        read(pgn, MovetextMode::Moves, options)
    };
    let kept = with(ErrorPolicy::KeepPrefix);
    assert_eq!(kept.story(), "game1 e4 e5 ( c5 ) 1-0 damaged game2 d4 * end");
    let skipped = with(ErrorPolicy::Skip);
    assert_eq!(skipped.story(), "game1 e4 e5 ( c5 ) 1-0 rejected game2 d4 * end");
    let stopped = with(ErrorPolicy::Stop);
    assert_eq!(
        stopped.story(),
        "game1 e4 e5 ( c5 ) 1-0 rejected failed: 1:23: `Ke3` is not a legal move here (game 1, ply 3)"
    );
}

#[test]
fn stopping_between_games_stops_too() {
    struct Nothing;
    impl Visitor for Nothing {}
    let options = ReaderOptions { policy: ErrorPolicy::Stop, ..ReaderOptions::default() };
    let mut reader = Reader::from_bytes(b"prose\n1. e4 *\n\n1. d4 *").with_options(options);
    let error = loop {
        match reader.read_game(&mut Nothing) {
            Ok(Some(end)) => assert_eq!(end.number, 1),
            Ok(None) => panic!("reading should have stopped"),
            Err(error) => break error,
        }
    };
    assert!(
        matches!(error, ReadError::Stopped(diagnostic) if diagnostic.kind == DiagnosticKind::StrayText)
    );
    assert!(reader.read_game(&mut Nothing).unwrap().is_none());
}

#[test]
fn diagnostics_say_where() {
    let pgn = "\u{feff}[White \"x\"]\r\n\r\n1. e4 e5\r\n2. Nf3 {two\r\nlines} Nf6 3. Ke3 *\r\n";
    let options = ReaderOptions { source: Some("a.pgn".into()), ..ReaderOptions::default() };
    let recorder = read(pgn.as_bytes(), MovetextMode::Moves, options);
    let [diagnostic] = &*recorder.diagnostics else { panic!("{}", recorder.names()) };
    assert_eq!(
        diagnostic.to_string(),
        "a.pgn:5:15: `Ke3` is not a legal move here (game 1, ply 5)"
    );
    let offset = usize::try_from(diagnostic.offset).expect("a short text");
    assert_eq!(&pgn[offset..][..3], "Ke3");
    assert_eq!((diagnostic.game, diagnostic.ply), (Some(1), Some(5)));
}

#[test]
fn names_and_texts_of_diagnostics() {
    let pgn = "prose\n[White x]\n[Black y\n\n1. e4 {a} e5 2. Ngf3 0-0 *";
    let recorder = read(pgn.as_bytes(), MovetextMode::Moves, ReaderOptions::default());
    let texts: Vec<_> = recorder.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "1:1: `prose` is not part of a game",
            "2:1: `[White x]` has misplaced quotes (game 1)",
            "3:1: `[Black y` is not a tag pair (game 1)",
            "5:17: `Ngf3` says more or less than standard notation does (game 1, ply 3)",
            "5:22: `0-0` is not a legal move here (game 1, ply 4)",
        ]
    );
    for diagnostic in &recorder.diagnostics {
        let expected = match diagnostic.kind {
            DiagnosticKind::TagQuotes | DiagnosticKind::Dialect(_) => Severity::Lint,
            _ => Severity::Error,
        };
        assert_eq!(diagnostic.severity(), expected, "{diagnostic}");
    }
}

#[test]
fn tags_with_careless_quotes() {
    check("[A \"x \"y\" z\"]\n*", "game1 [A \"x \\\"y\\\" z\"] * end", "tag-quotes");
    check("[A \"x\\\"y\\\\\"]\n*", "game1 [A \"x\\\"y\\\\\"] * end", "");
    check("[A \"C:\\\"]\n[B \"1\"]\n*", "game1 [A \"C:\\\\\"] [B \"1\"] * end", "tag-quotes");
    check("[A x y]\n*", "game1 [A \"x y\"] * end", "tag-quotes");
    check("[A \"x\"\n[B \"y]\n*", "game1 [A \"x\"] [B \"y\"] * end", "tag-quotes tag-quotes");
    check("[A \"x\"][B \"y\"] [C \"\"]\n*", "game1 [A \"x\"] [B \"y\"] [C \"\"] * end", "");
    check("[A \"x\n[B \"y\"]\n*", "game1 [B \"y\"] * damaged", "malformed-tag");
    check("[A \"x\r[B \"y\"]\r*", "game1 [B \"y\"] * damaged", "malformed-tag");
    check("[ A  \"x\" ]\n*", "game1 [A \"x\"] * end", "");
}

#[test]
fn limits_are_named() {
    let limits = PgnLimits { token: 10, tag: 30, tags: 2, comment: 20, nesting: 2, plies: 4 };
    let options = ReaderOptions { limits, ..ReaderOptions::default() };
    let check = |pgn: &str, story: &str, limit: PgnLimit, value: usize| {
        let recorder = read(pgn.as_bytes(), MovetextMode::Moves, options.clone());
        assert_eq!(recorder.story(), story);
        let kinds: Vec<_> =
            recorder.diagnostics.iter().map(|diagnostic| &diagnostic.kind).collect();
        assert_eq!(kinds, [&DiagnosticKind::LimitExceeded { limit, value }], "{pgn}");
    };
    check("1. e4 e5e5e5e5e5e5e5 d5 *", "game1 e4 * damaged", PgnLimit::Token, 10);
    let tag = format!("[A \"{}\"]\n[B \"\"]\n*", "x".repeat(30));
    check(&tag, "game1 [B \"\"] * damaged", PgnLimit::Tag, 30);
    let tags = "[A \"\"]\n[B \"\"]\n[C \"\"]\n[D \"\"]\n*";
    check(tags, "game1 [A \"\"] [B \"\"] * damaged", PgnLimit::Tags, 2);
    check("1. e4 {long long comment here} e5 *", "game1 e4 e5 * damaged", PgnLimit::Comment, 20);
    check("1. e4 ;long long comment here\n e5 *", "game1 e4 e5 * damaged", PgnLimit::Comment, 20);
    check(
        "1. e4 (1. d4 (1. c4 (1. b4 {x}) d5) d5) e5 *",
        "game1 e4 ( d4 ( c4 d5 ) d5 ) e5 * damaged",
        PgnLimit::Nesting,
        2,
    );
    check("1. e4 e5 2. d4 d5 3. c4 c5 *", "game1 e4 e5 d4 d5 * damaged", PgnLimit::Plies, 4);
}

#[test]
fn text_beyond_a_limit_is_handed_over_as_unread() {
    let limits = PgnLimits { token: 10, tag: 30, tags: 2, ..PgnLimits::DEFAULT };
    let options = ReaderOptions { limits, ..ReaderOptions::default() };
    let check = |pgn: &str, unread: &str| {
        let recorder = read(pgn.as_bytes(), MovetextMode::Moves, options.clone());
        let line = format!("\nunread  {}\n", unread.escape_default());
        assert!(recorder.log.contains(&line), "{}", recorder.log);
    };
    check("1. e4 e5e5e5e5e5e5e5 d5 *", "e5e5e5e5e5e5e5 d5");
    check("1. e4 11111111111111 d5 *", "11111111111111 d5");
    let tag = format!("[A \"{}\"]", "x".repeat(30));
    check(&format!("{tag}\n[B \"\"]\n*"), &tag);
    check(&format!("[B \"\"]\n\n1. e4\n{tag}\n*"), &tag);
    check("[A \"\"]\n[B \"\"]\n[C \"\"]\n[D \"\"]\n*", "[C \"\"] [D \"\"]");
}

#[test]
fn a_comment_beyond_the_limit_before_a_game_is_kept_as_text() {
    let limits = PgnLimits { comment: 20, ..PgnLimits::DEFAULT };
    let options = ReaderOptions { limits, ..ReaderOptions::default() };
    // Far more than what is in sight at a time, and little more than the limit.
    for length in [25, 1 << 20] {
        let long = "word ".repeat(length / 5);
        for (pgn, unread) in [
            (format!("{{{long}}}\n[A \"1\"]\n\n1. e4 *\n"), "{word word word word"),
            (format!("1. d4 *\n\n{{{long}}}\n[A \"1\"]\n\n1. e4 *\n"), "{word word word word"),
            (format!(";{long}\n[A \"1\"]\n\n1. e4 *\n"), ";word word word word"),
            (format!("[A \"1\"]\n{{{long}}}\n\n1. e4 *\n"), "{word word word word"),
            (format!("{{good}}\n{{{long}}}\n[A \"1\"]\n\n1. e4 *\n"), "{word word word"),
        ] {
            let recorder = read(pgn.as_bytes(), MovetextMode::Moves, options.clone());
            let line = format!("\nunread  {unread}");
            assert!(recorder.log.contains(&line), "{}", recorder.log);
            let kinds: Vec<_> = recorder.diagnostics.iter().map(|it| &it.kind).collect();
            let limit = PgnLimit::Comment;
            assert_eq!(kinds, [&DiagnosticKind::LimitExceeded { limit, value: 20 }], "{unread}");
        }
    }
}

#[test]
fn utf_16_is_reported_where_nothing_converts_it() {
    for pgn in [&b"\xff\xfe[\0E\0"[..], b"\xfe\xff\0[\0E"] {
        let recorder = read(pgn, MovetextMode::Moves, ReaderOptions::default());
        assert_eq!((recorder.story().as_str(), recorder.names().as_str()), ("", "utf-16"));
    }
}

#[test]
fn a_visitor_can_have_less() {
    use reynard_pgn::{Played, Skip};

    /// Wants two plies of each game, and no variations.
    #[derive(Default)]
    struct Two(Vec<String>);

    impl Visitor for Two {
        fn legal_move(&mut self, played: &Played<'_>) -> Skip {
            self.0.push(played.token.escape_ascii().to_string());
            if played.after.ply() == 2 { Skip::Yes } else { Skip::No }
        }

        fn begin_variation(&mut self) -> Skip {
            Skip::Yes
        }

        fn end_variation(&mut self) {
            panic!("no variation was to be told");
        }
    }

    let mut two = Two::default();
    let pgn = b"1. e4 (1. d4 (1. c4) d5) e5 2. Ke3 1-0\n\n1. d4 d5 2. c4 {x} (2. e4) 0-1";
    let mut reader = Reader::from_bytes(pgn);
    let totals = reader.read_all(&mut two).unwrap();
    assert_eq!((totals.games, totals.plies), (2, 4));
    assert_eq!(two.0, ["e4", "e5", "d4", "d5"]);
    let mut none = Recorder::new(MovetextMode::Nothing);
    Reader::from_bytes(pgn).read_all(&mut none).unwrap();
    assert_eq!(none.story(), "game1 1-0 end game2 0-1 end");
}
