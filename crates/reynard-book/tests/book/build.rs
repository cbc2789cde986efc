//! Making books: whatever the memory and however the games are split, the book is the one that a
//! plain second implementation makes.

use std::collections::BTreeMap;
use std::num::NonZero;

use reynard::{Color, GameResult, Move, Position};
use reynard_book::{
    Book, BookDiagnosticKind, BookMove, BookSample, BookWeights, BuildRule, Collector, Entry,
    Points, SampleOrder, SortedSamples, build,
};
use reynard_testkit::Rng;

use crate::bytes;

struct Played {
    moves: Vec<Move>,
    result: GameResult,
}

/// Games from the start position whose first moves are few, so that positions come back.
fn games(rng: &mut Rng, count: usize) -> Vec<Played> {
    (0..count)
        .map(|_| {
            let mut pos = Position::startpos();
            let mut moves = Vec::new();
            while moves.len() < 40 && pos.has_legal_move() {
                let legal = pos.legal_moves();
                // Once in three times any move, else one of the first two.
                let among = if rng.one_in(3) { legal.len() } else { legal.len().min(2) };
                let mv = legal[rng.below(among)];
                pos.play(mv).expect("a legal move");
                moves.push(mv);
            }
            let results = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];
            Played { moves, result: *rng.choose(&results) }
        })
        .collect()
}

fn collect(games: &[Played], first: u32, memory: usize) -> SortedSamples {
    collector(games, first, memory).finish().expect("a temporary file")
}

fn collector(games: &[Played], first: u32, memory: usize) -> Collector {
    let mut collector = Collector::new(memory);
    for (game, number) in games.iter().zip(first..) {
        let mut pos = Position::startpos();
        for (&mv, ply) in game.moves.iter().zip(0..) {
            let points = Points::of(game.result, pos.turn());
            collector
                .add(&pos, mv, points, SampleOrder::new(number, ply))
                .expect("a temporary file");
            pos.play(mv).expect("a legal move");
        }
    }
    collector
}

fn book_of(parts: Vec<SortedSamples>, rule: &BuildRule, memory: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let summary = build(parts, rule, memory, &mut bytes).expect("a vector and temporary files");
    assert_eq!(summary.entries * Entry::LEN as u64, bytes.len() as u64);
    assert!(summary.entries <= summary.moves && summary.moves <= summary.samples);
    bytes
}

/// The plain implementation: all samples of a position in a list, looked at one after the other.
fn plain(games: &[Played], rule: &BuildRule) -> Vec<Entry> {
    let mut lists: BTreeMap<u64, Vec<(Move, u32)>> = BTreeMap::new();
    for game in games {
        let mut pos = Position::startpos();
        for &mv in &game.moves {
            let half_points = match (game.result, pos.turn()) {
                (GameResult::Draw, _) => 1,
                (GameResult::WhiteWins, turn) => 2 * u32::from(turn == Color::White),
                (GameResult::BlackWins, turn) => 2 * u32::from(turn == Color::Black),
            };
            lists.entry(pos.polyglot_key()).or_default().push((mv, half_points));
            pos.play(mv).expect("a legal move");
        }
    }
    let mut entries = Vec::new();
    for (key, list) in lists {
        entries.extend(plain_position(key, &list, rule));
    }
    entries
}

fn plain_position(key: u64, list: &[(Move, u32)], rule: &BuildRule) -> Vec<Entry> {
    let mut order: Vec<Move> = Vec::new();
    let mut games: BTreeMap<Move, u32> = BTreeMap::new();
    let mut points: BTreeMap<Move, u32> = BTreeMap::new();
    for &(mv, half_points) in list {
        if !order.contains(&mv) {
            order.push(mv);
        }
        *games.entry(mv).or_default() += 1;
        *points.entry(mv).or_default() += half_points;
        if games[&mv] == 16_384 {
            for count in games.values_mut().chain(points.values_mut()) {
                *count = *count / 2 + *count % 2;
            }
        }
    }
    order.retain(|mv| {
        let percent = 100.0 * f64::from(points[mv]) / f64::from(2 * games[mv]);
        points[mv] > 0 && games[mv] >= rule.min_games && percent >= rule.min_score
    });
    let weight = |mv: &Move| match rule.weights {
        BookWeights::Results => u16::try_from(points[mv]).expect("sixteen bits"),
        BookWeights::Uniform => 1,
    };
    order.sort_by_key(|mv| u16::MAX - weight(mv));
    let entry = |mv: &Move| Entry { key, mv: BookMove::new(*mv), weight: weight(mv), learn: 0 };
    order.iter().map(entry).collect()
}

const RULES: [BuildRule; 5] = [
    BuildRule { min_games: 1, min_score: 0.0, weights: BookWeights::Results },
    BuildRule { min_games: 3, min_score: 0.0, weights: BookWeights::Results },
    BuildRule { min_games: 2, min_score: 50.0, weights: BookWeights::Results },
    BuildRule { min_games: 1, min_score: 66.6, weights: BookWeights::Uniform },
    BuildRule { min_games: 0, min_score: 0.0, weights: BookWeights::Uniform },
];

#[test]
fn books_are_those_of_a_plain_implementation() {
    let games = games(&mut Rng::new(8), 2000);
    for rule in &RULES {
        let book = book_of(vec![collect(&games, 0, 1 << 24)], rule, 1 << 24);
        assert_eq!(book, bytes(&plain(&games, rule)), "{rule:?}");
        assert!(Book::new(book).expect("bytes").check().next().is_none());
    }
}

/// Little memory makes many runs in temporary files, and runs of runs; parts may come in any order.
#[test]
fn bytes_do_not_depend_on_memory_and_parts() {
    let games = games(&mut Rng::new(9), 2000);
    let rule = BuildRule { min_games: 1, ..BuildRule::default() };
    let whole = book_of(vec![collect(&games, 0, 1 << 24)], &rule, 1 << 24);
    for (memory, split) in [(0, 1), (0, 3), (1 << 15, 1), (1 << 17, 2), (1 << 20, 4), (1 << 24, 2)]
    {
        let size = games.len().div_ceil(split);
        let mut parts: Vec<SortedSamples> = games
            .chunks(size)
            .zip((0..).step_by(size))
            .map(|(chunk, first)| collect(chunk, first, memory))
            .collect();
        parts.reverse();
        assert_eq!(book_of(parts, &rule, memory), whole, "{memory} bytes, {split} parts");
    }
}

/// Sorted by several threads, and put together from collectors that do not know of each other.
#[test]
fn bytes_do_not_depend_on_threads_and_appending() {
    let games = games(&mut Rng::new(16), 2000);
    let rule = BuildRule { min_games: 1, ..BuildRule::default() };
    let whole = book_of(vec![collect(&games, 0, 1 << 24)], &rule, 1 << 24);
    for memory in [0, 1 << 17, 1 << 24] {
        for threads in 1..4 {
            let threads = NonZero::new(threads).expect("at least one");
            let mut all = Collector::new(memory).with_threads(threads);
            for (chunk, first) in games.chunks(333).zip((0..).step_by(333)) {
                all.append(collector(chunk, 0, memory / 4), first).expect("temporary files");
            }
            let part = all.finish().expect("a temporary file");
            assert_eq!(book_of(vec![part], &rule, memory), whole, "{memory} bytes, {threads}");
        }
    }
}

#[test]
fn no_games_make_an_empty_book() {
    assert_eq!(book_of(vec![], &BuildRule::default(), 1 << 20), []);
    let empty = Collector::new(1 << 20).finish().expect("nothing to sort");
    assert_eq!(book_of(vec![empty], &BuildRule::default(), 1 << 20), []);
}

/// One position so often that its counts are halved several times.
#[test]
fn weights_that_would_overflow_are_halved() {
    let pos = Position::startpos();
    let legal = pos.legal_moves();
    let mut rng = Rng::new(10);
    let list: Vec<(Move, u32)> = (0..120_000)
        .map(|_| (legal[rng.below(legal.len()).min(rng.below(3))], *rng.choose(&[0, 1, 2])))
        .collect();
    let key = pos.polyglot_key();
    for memory in [1 << 16, 1 << 24] {
        let mut collector = Collector::new(memory);
        for (&(mv, half_points), number) in list.iter().zip(0..) {
            let points = match half_points {
                0 => Points::Loss,
                1 => Points::Draw,
                _ => Points::Win,
            };
            let order = SampleOrder::new(number, 0);
            collector
                .push(BookSample { key, order, mv: BookMove::new(mv), points })
                .expect("a file");
        }
        let part = collector.finish().expect("a file");
        let book = book_of(vec![part], &RULES[0], memory);
        assert_eq!(book, bytes(&plain_position(key, &list, &RULES[0])));
    }
}

/// Compares weights with those observed from Polyglot 2.0.4: number of games won with a move beside
/// a few games of others, and the weight.
#[test]
fn weights_are_halved_as_by_polyglot() {
    let pos = Position::startpos();
    for (before, often, expected) in [
        (&[][..], 16_383, &[("e2e4", 32_766)][..]),
        (&[], 16_384, &[("e2e4", 16_384)]),
        (&[], 30_000, &[("e2e4", 27_232)]),
        (&[], 32_768, &[("e2e4", 16_384)]),
        (&[], 50_000, &[("e2e4", 18_080)]),
        (
            &[("d2d4", 101, Points::Win), ("c2c4", 3, Points::Draw), ("b2b4", 1, Points::Draw)],
            16_384,
            &[("e2e4", 16_384), ("d2d4", 101), ("c2c4", 2), ("b2b4", 1)],
        ),
    ] {
        let mut collector = Collector::new(1 << 20);
        let mut number = 0;
        for &(text, times, points) in before.iter().chain(&[("e2e4", often, Points::Win)]) {
            for _ in 0..times {
                let order = SampleOrder::new(number, 0);
                let mv = pos.parse_uci(text).expect("a legal move");
                collector.add(&pos, mv, points, order).expect("a temporary file");
                number += 1;
            }
        }
        let part = collector.finish().expect("a temporary file");
        let entries: Vec<Entry> =
            expected.iter().map(|&(mv, w)| crate::entry(&pos, mv, w)).collect();
        assert_eq!(book_of(vec![part], &RULES[0], 1 << 20), bytes(&entries), "{often}");
    }
}

/// The last numbers there are.
#[test]
fn order_has_room() {
    let last = SampleOrder::new(u32::MAX, u16::MAX);
    assert_eq!(last.after(u32::MAX), last);
    assert!(
        SampleOrder::new(u32::MAX, 0) < last
            && SampleOrder::new(1, 0) > SampleOrder::new(0, u16::MAX)
    );
    let mut collector = Collector::new(0);
    let sample = BookSample {
        key: u64::MAX,
        order: last,
        mv: BookMove::from_bits(u16::MAX),
        points: Points::Win,
    };
    collector.push(sample).expect("memory");
    let book = book_of(vec![collector.finish().expect("memory")], &RULES[0], 0);
    let book = Book::new(book).expect("bytes");
    let found: Vec<BookDiagnosticKind> = book.check().map(|it| it.expect("bytes").kind).collect();
    assert!(matches!(found[..], [BookDiagnosticKind::Move(_)]), "{found:?}");
}

/// A writer that fails makes the whole an error.
#[test]
fn a_full_disk_is_an_error() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let games = games(&mut Rng::new(11), 20);
    let error = build(vec![collect(&games, 0, 1 << 20)], &RULES[0], 1 << 20, Full);
    assert_eq!(error.expect_err("no room").kind(), std::io::ErrorKind::StorageFull);
}
