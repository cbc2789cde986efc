//! Nothing is lost on the way out: castling, games behind unclosed comments, formatting twice.

use std::num::NonZero;
use std::ops::ControlFlow;

use reynard_games::reynard_pgn::{Input, Reader, ReaderOptions, WriterOptions, read_parallel};
use reynard_games::{
    ExportFormat, Exporter, GameKey, GameProcessor, Keyer, Matcher, Query, Rewriter, TagChanges,
};

fn read<V: GameProcessor + Send>(pgn: &str, make: impl Fn() -> V + Sync) -> V {
    let mut last = None;
    let _ = read_parallel(
        Input::new(pgn.as_bytes()).expect("memory"),
        &ReaderOptions::default(),
        NonZero::<usize>::MIN,
        make,
        |visitor, _| {
            last = Some(visitor);
            ControlFlow::<()>::Continue(())
        },
    )
    .expect("memory");
    last.expect("a chunk")
}

fn export(pgn: &str, format: ExportFormat) -> String {
    let mut exporter = Exporter::new(format);
    Reader::from_bytes(pgn.as_bytes()).read_all(&mut exporter).expect("memory");
    String::from_utf8(exporter.text().to_vec()).expect("text")
}

#[test]
fn castling_of_chess960_is_written_by_the_position_whatever_the_variant_tag_says() {
    for variant in ["[Variant \"fischerandom\"]\n", "[Variant \"Chess960\"]\n", ""] {
        let game = |moves| {
            format!(
                "{variant}[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\n\n{moves} *\n"
            )
        };
        let castles = export(&game("1. O-O Ke7"), ExportFormat::Uci);
        assert!(castles.ends_with(" moves f1h1 e8e7\n"), "{variant:?}: {castles}");
        let steps = export(&game("1. Kg1 Ke7"), ExportFormat::Uci);
        assert!(steps.ends_with(" moves f1g1 e8e7\n"), "{variant:?}: {steps}");
        assert!(
            export(&game("1. O-O Ke7"), ExportFormat::Jsonl)
                .contains("\"uci\":[\"f1h1\",\"e8e7\"]")
        );
    }
    let standard = "[Variant \"Chess960\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O *\n";
    assert!(export(standard, ExportFormat::Uci).ends_with(" e1g1\n"));
}

/// A game with a comment that nothing closes, and a sound one.
const OPEN: &str = "[White \"Open\"]\n[Date \"2000.01.01\"]\n\n1. d4 {never ends\nd5 2. c4 *\n\n";
const GOOD: &str = "[White \"Good\"]\n[Date \"2001.01.01\"]\n\n1. e4 e5 2. Nf3 *\n\n";

#[test]
fn an_unclosed_comment_never_swallows_the_next_tag_section() {
    let pgn = format!("{OPEN}{GOOD}[White \"c\"]\n\n1. c4 *\n");
    assert_eq!(export(&pgn, ExportFormat::Uci), "d2d4\ne2e4 e7e5 g1f3\nc2c4\n");
    // What looks like a tag within a comment, but follows no empty line or has no value, is text.
    for text in ["[White \"x\"]", "\n[White \"x\"]", "\n\n[%clk 1]", "\n\n[White]", "\n\n[1 \"x\"]"]
    {
        let pgn = format!("1. e4 {{a {text}\nb}} e5 *\n");
        assert_eq!(export(&pgn, ExportFormat::Uci), "e2e4 e7e5\n", "{text:?}");
    }
}

#[test]
fn a_game_that_is_passed_on_is_closed() {
    let by_date = GameKey::Tags(vec!["Date".parse().expect("a tag")]);
    let keyer = read(&format!("{GOOD}{OPEN}"), || Keyer::new(&by_date));
    let mut games = keyer.into_games();
    games.sort_by(|a, b| a.key.cmp(&b.key));
    // Behind it comes even a game without tags.
    let sorted: Vec<u8> = games.into_iter().flat_map(|game| game.text).collect();
    let sorted = String::from_utf8(sorted).expect("text") + "1. f4 *\n";
    assert_eq!(export(&sorted, ExportFormat::Uci), "d2d4\ne2e4 e7e5 g1f3\nf2f4\n");
    let query = Query::default();
    let matcher = read(OPEN, || Matcher::new(&query));
    let found = String::from_utf8(matcher.found().text.clone()).expect("text") + "1. f4 *\n";
    assert_eq!(export(&found, ExportFormat::Uci), "d2d4\nf2f4\n");
}

fn format(pgn: &str) -> String {
    let rewriter = read(pgn, || Rewriter::new(WriterOptions::default(), TagChanges::default()));
    String::from_utf8(rewriter.text().clone()).expect("text")
}

#[test]
fn formatting_twice_changes_nothing() {
    for moves in [
        "1. e4 (1. d4 d5 (1-0",
        "1. e4 (1. d4 d5 ) 1-0",
        "1. e4 () e5 *",
        "1. e4 (()) e5 *",
        "1. e4 ( ( ) 1. d4 ) e5 *",
        "1. e4 ( {a} ) e5 *",
        "1. e4 ( $1 ) ! e5 *",
        "1. e4 () $1 e5 *",
        "1. e4 (1. d4 () ) e5 *",
        "1. e4 {x} () e5 *",
    ] {
        let once = format(&format!("[Event \"x\"]\n\n{moves}\n"));
        assert_eq!(format(&once), once, "{moves}");
        // Brackets that fit nowhere are kept as text.
        let is_empty = ["( ", " )", "()"].iter().any(|brackets| once.contains(brackets));
        assert!(!is_empty || once.contains("[%unread]"), "{once}");
    }
}
