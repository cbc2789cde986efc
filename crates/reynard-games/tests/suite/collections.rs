//! Whole jobs on a collection, whatever the number of threads.

use std::fmt::Write as _;
use std::num::NonZero;
use std::ops::ControlFlow;

use reynard_games::reynard_base::sort::{DuplicateFinder, KeyedSorter};
use reynard_games::reynard_pgn::{Input, ReaderOptions, WriterOptions, read_parallel};
use reynard_games::{
    Counter, Fingerprinter, GameKey, GameProcessor, Keyer, Matcher, Query, Rewriter, SameGame,
    Statistics, TagChanges,
};

/// A text of several chunks in which every third game is a copy but for its tags, and all end in
/// comments.
fn games() -> String {
    let mut pgn = String::new();
    for number in 0..20_000 {
        let moves = ["1. e4 e5 2. Nf3", "1. d4 d5 2. c4", "1. c4"][number % 3];
        let (elo, year) = (2000 + number % 500, 1990 + number % 17);
        writeln!(
            pgn,
            "[Event \"{number}\"]\n[White \"Player {}\"]\n[WhiteElo \"{elo}\"]\n[Date \"{year}.01.01\"]\n\n\
             {moves} {{move {number}}} 1-0 {{White won}}\n",
            number % 7
        )
        .expect("memory");
    }
    pgn
}

fn read<V: GameProcessor + Send>(
    pgn: &str,
    threads: usize,
    make: impl Fn() -> V + Sync,
    mut merge: impl FnMut(V),
) {
    let (options, threads) = (ReaderOptions::default(), NonZero::new(threads).expect("some"));
    let input = Input::new(pgn.as_bytes()).expect("memory");
    let flow = read_parallel(input, &options, threads, make, |visitor, _| {
        assert!(visitor.too_long().is_empty());
        merge(visitor);
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.expect("memory").is_continue());
}

#[test]
fn a_query_finds_the_same_games_on_any_number_of_threads() {
    let pgn = games();
    let query = Query::parse("player~'player 3' date=1995..2000 position='*/*/*/*/??P*/*/*/* b'")
        .expect("a query");
    let find = |threads, query: &Query| {
        let mut found = Vec::new();
        read(&pgn, threads, || Matcher::new(query), |it| found.extend_from_slice(&it.found().text));
        String::from_utf8(found).expect("text")
    };
    let found = find(1, &query);
    let count = (0..20_000)
        .filter(|number| number % 7 == 3 && (5..=10).contains(&(number % 17)) && number % 3 > 0)
        .count();
    assert_eq!(found.matches("[Event ").count(), count);
    assert_eq!(found.matches("[White \"Player 3\"]").count(), count);
    assert!(find(3, &query) == found);
    let others = find(2, &query.negated());
    assert_eq!(others.matches("[Event ").count(), 20_000 - count);
}

#[test]
fn games_are_sorted_by_tags_in_little_memory() {
    let (pgn, by_elo) = (games(), GameKey::Tags(vec!["-WhiteElo".parse().expect("a tag")]));
    let mut sorter = KeyedSorter::new(100_000);
    read(
        &pgn,
        2,
        || Keyer::new(&by_elo),
        |keyer| {
            for game in keyer.into_games() {
                sorter.push(game.key, game.text).expect("a temporary file");
            }
        },
    );
    let sorted = sorter.finish().expect("a temporary file");
    let elo = |text: Vec<u8>| {
        let text = String::from_utf8(text).expect("text");
        let (_, rest) = text.split_once("WhiteElo \"").expect("a rating");
        rest[..4].parse::<u32>().expect("a rating")
    };
    let elos: Vec<u32> = sorted.map(|it| elo(it.expect("a temporary file").content)).collect();
    assert!(elos.len() == 20_000 && elos.is_sorted_by(|a, b| a >= b));
}

#[test]
fn tags_and_comments_make_no_other_game() {
    for same in [SameGame::Moves, SameGame::FinalPosition] {
        let mut finder = DuplicateFinder::new(50_000);
        read(
            &games(),
            2,
            || Fingerprinter::new(same),
            |it| {
                for fingerprint in it.fingerprints() {
                    finder
                        .push(fingerprint.map(|it| it.bytes().to_vec()))
                        .expect("a temporary file");
                }
            },
        );
        let mut duplicates = finder.finish().expect("a temporary file");
        let is_new = |_: &u64| !duplicates.is_next().expect("a temporary file");
        let kept: Vec<u64> = (0..20_000).filter(is_new).collect();
        assert_eq!(kept, [0, 1, 2], "{same:?}");
    }
}

#[test]
fn statistics_do_not_depend_on_the_chunks() {
    let summary = |threads| {
        let mut statistics = Statistics::default();
        read(&games(), threads, Counter::default, |it| statistics.add(it.statistics()));
        statistics.summary(3)
    };
    let one = summary(1);
    assert_eq!((one.games, one.results.white, one.players.len()), (20_000, 20_000, 3));
    assert_eq!(one.plies.expect("games").most, 3);
    assert_eq!(summary(4), one);
}

#[test]
fn rewritten_games_are_rewritten_the_same() {
    let rewrite = |pgn: &str| {
        let mut text = Vec::new();
        let make = || Rewriter::new(WriterOptions::FULL, TagChanges::default());
        read(pgn, 2, make, |it| text.extend_from_slice(it.text()));
        String::from_utf8(text).expect("text")
    };
    let once = rewrite(&games());
    assert!(once.contains("{move 7}") && once.matches("[Event ").count() == 20_000);
    assert!(rewrite(&once) == once);
}
