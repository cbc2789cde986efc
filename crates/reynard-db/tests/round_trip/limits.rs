//! Parts of a game beyond the limits of the reader are kept as text.

use std::num::NonZero;
use std::ops::ControlFlow;

use crate::shared::folder;
use reynard_db::{AddReport, Budget, Database, DatabaseOptions, ExtraContent, GameCollector};
use reynard_pgn::{Input, ReaderOptions, read_parallel};

/// Returns the export of a database of one game, on one line, with the report of the import. The
/// export of the export is the same.
fn exported(pgn: &str, extra: ExtraContent) -> (String, AddReport) {
    let folder = folder();
    let options = DatabaseOptions { extra, ..DatabaseOptions::default() };
    let export_of = |pgn: &[u8], name: &str| {
        let mut base = Database::create(folder.path().join(name), options).expect("intact");
        let report = base.add_pgn(pgn, &Budget::default()).expect("intact");
        assert_eq!(report.games, 1);
        let export = base.game(0).expect("intact").pgn().expect("intact");
        base.compact(&Budget::default()).expect("intact");
        assert!(
            base.game(0).expect("intact").pgn().expect("intact") == export,
            "{name} changes when compacted"
        );
        assert_eq!(base.verify().expect("intact").damage.len(), 0);
        (export, report)
    };
    let (export, report) = export_of(pgn.as_bytes(), "a.rdb");
    let (again, _) = export_of(&export, "b.rdb");
    assert!(again == export, "the second export differs");
    let text = String::from_utf8(export).expect("intact");
    (text.split_whitespace().collect::<Vec<_>>().join(" "), report)
}

#[track_caller]
fn check(pgn: &str, expected: &str) {
    for extra in [ExtraContent::Kept, ExtraContent::Dropped] {
        let (text, report) = exported(pgn, extra);
        let seen = &text[..text.len().min(400)];
        assert!(text == expected, "{extra:?}: {} bytes: {seen}", text.len());
        assert_eq!(report.damaged, 1);
    }
}

#[test]
fn a_word_beyond_the_limit_is_kept() {
    let word = "N".repeat(300);
    let line = format!("1. e4 {{[%unread] {word} e5}} *");
    check(&format!("1. e4 {word} e5 *\n"), &line);
    let word = "1".repeat(300);
    let line = format!("1. e4 {{[%unread] {word} e5}} *");
    check(&format!("1. e4 {word} e5 *\n"), &line);
}

#[test]
fn a_comment_beyond_the_limit_is_kept() {
    let comment = "x".repeat(1_100_000);
    for pgn in [
        format!("[White \"a\"] 1. e4 {{{comment}}} 1... e5 *"),
        format!("[White \"a\"] {{{comment}}} 1. e4 e5 *"),
    ] {
        let (text, report) = exported(&pgn, ExtraContent::Kept);
        assert!(text == pgn, "{} bytes: {}", text.len(), &text[..text.len().min(400)]);
        assert_eq!(report.damaged, 1);
    }
}

#[test]
fn a_tree_has_the_comment_beyond_the_limit() {
    let folder = folder();
    let mut base =
        Database::create(folder.path().join("a.rdb"), DatabaseOptions::default()).unwrap();
    let pgn = format!("1. e4 {{{}}} e5 *", "x".repeat(1_100_000));
    base.add_pgn(pgn.as_bytes(), &Budget::default()).unwrap();
    assert!(base.game(0).unwrap().tree().unwrap().to_string().len() > 1_100_000);
}

#[test]
fn a_tag_beyond_the_limit_is_kept() {
    let tag = format!("[Long \"{}\"]", "y".repeat(70_000));
    let pgn = format!("[White \"a\"]\n{tag}\n[Black \"b\"]\n\n1. e4 e5 *\n");
    check(&pgn, &format!("[White \"a\"] [Black \"b\"] {{[%unread] {tag}}} 1. e4 e5 *"));
    let pgn = format!("[White \"a\"]\n\n1. e4\n{tag}\ne5 *\n");
    check(&pgn, &format!("[White \"a\"] 1. e4 {{[%unread] {tag}}} 1... e5 *"));
}

#[test]
fn tags_after_the_thousandth_are_kept() {
    let tags: Vec<String> = (0..1002).map(|it| format!("[T{it} \"{it}\"]")).collect();
    let pgn = format!("{}\n\n1. e4 e5 *\n", tags.join("\n"));
    let (first, rest) = tags.split_at(1000);
    let expected = format!("{} {{[%unread] {}}} 1. e4 e5 *", first.join(" "), rest.join(" "));
    check(&pgn, &expected);
}

#[test]
fn moves_beyond_the_limit_are_kept() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(16_400);
    for (pgn, extra) in [
        (format!("{moves}*"), ExtraContent::Kept),
        (format!("{moves}*"), ExtraContent::Dropped),
        (format!("{moves}$1 {{comment}} 1-0"), ExtraContent::Kept),
    ] {
        let (text, report) = exported(&pgn, extra);
        assert_eq!((report.plies, report.damaged), (65_535, 1));
        let is_number = |word: &&str| word.ends_with('.') && *word != "1.";
        let words = text.split_whitespace().skip(1).filter(|word| !is_number(word));
        // A comment with a brace in it goes to the end of its line.
        let kept = words.collect::<Vec<_>>().join(" ").replace(";[%", "{[%");
        let expected = moves.split_whitespace().enumerate().map(|(ply, mv)| match ply {
            65_535 => format!("{{[%unread] {mv}"),
            _ => mv.to_owned(),
        });
        let expected = expected.collect::<Vec<_>>().join(" ");
        assert!(kept.starts_with(&expected), "{}", &kept[kept.len() - 400..]);
        let rest = pgn.rsplit_once("Ng8").unwrap().1;
        let (rest, mark) = rest.trim().rsplit_once(' ').unwrap_or(("", rest.trim()));
        assert!(kept.contains(rest) && kept.ends_with(mark), "{}", &kept[kept.len() - 400..]);
    }
}

#[test]
fn a_reader_with_wider_limits_loses_no_moves() {
    let pgn = format!("{}1-0", "Nf3 Nf6 Ng1 Ng8 ".repeat(16_400));
    let options = DatabaseOptions::default();
    let folder = folder();
    let mut wide = Database::create(folder.path().join("a.rdb"), options).unwrap();
    let mut adder = wide.adder(Budget::default());
    let read = read_parallel(
        Input::new(pgn.as_bytes()).unwrap(),
        &ReaderOptions::default(),
        NonZero::<usize>::MIN,
        || GameCollector::new(options),
        |games, _| match adder.add(games) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        },
    );
    assert!(matches!(read, Ok(ControlFlow::Continue(_))));
    assert_eq!(adder.finish().unwrap().damaged, 1);
    let mut usual = Database::create(folder.path().join("b.rdb"), options).unwrap();
    usual.add_pgn(pgn.as_bytes(), &Budget::default()).unwrap();
    assert_eq!(wide.verify().unwrap().visits, usual.verify().unwrap().visits);
    assert!(wide.game(0).unwrap().pgn().unwrap() == usual.game(0).unwrap().pgn().unwrap());
}
