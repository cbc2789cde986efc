//! Any bytes: they are a book, and everything that can be done with a book agrees with looking at
//! its entries one by one.

use std::collections::BTreeMap;

use reynard::Position;
use reynard_book::{
    Book, BookDiagnosticKind, BookFilter, BookMove, BookSample, BuildRule, Collector, Entry,
    MergePolicy, Points, SampleOrder, build, compare, filter, merge,
};

/// Positions whose keys no fuzzer would find out.
const KNOWN: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
];

/// Fails if something does not hold for these bytes.
pub(crate) fn check(data: &[u8]) {
    let positions = KNOWN.map(|fen| fen.parse::<Position>().expect(fen));
    let bytes = with_known_keys(data, &positions);
    let book = Book::new(&bytes[..]).expect("bytes");
    let entries: Vec<Entry> = book.entries().map(|entry| entry.expect("bytes")).collect();
    assert_eq!((entries.len(), book.trailing_bytes()), (bytes.len() / 16, bytes.len() % 16));
    let is_sorted = entries.is_sorted_by_key(|entry| entry.key);
    let diagnostics: Vec<BookDiagnosticKind> =
        book.check().map(|it| it.expect("bytes").kind).collect();
    assert_eq!(is_sorted, !diagnostics.contains(&BookDiagnosticKind::Unsorted));
    for key in entries.iter().map(|entry| entry.key).chain([0, u64::MAX]) {
        let found = book.find(key);
        assert!(found.is_ok() || !is_sorted);
    }
    let sorted = Book::sorted(&bytes[..]).expect("bytes");
    check_sorted(&sorted, &entries, &positions);
    check_whole(&sorted);
    check_build(&entries);
}

/// An entry that begins with a small number gets the key of a known position.
fn with_known_keys(data: &[u8], positions: &[Position]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    for chunk in bytes.chunks_exact_mut(Entry::LEN) {
        if let Some(position) = positions.get(usize::from(chunk[0])) {
            chunk[..8].copy_from_slice(&position.polyglot_key().to_be_bytes());
        }
    }
    bytes
}

fn check_sorted(book: &Book<Vec<u8>>, entries: &[Entry], positions: &[Position]) {
    for &Entry { key, .. } in entries {
        let range = book.find(key).expect("a sorted book");
        let found: Vec<Entry> = book.entries_in(range).map(|e| e.expect("bytes")).collect();
        let scanned: Vec<Entry> =
            entries.iter().filter(|entry| entry.key == key).copied().collect();
        assert_eq!(found, scanned);
    }
    for position in positions {
        let answer = book.probe(position).expect("a sorted book");
        assert_eq!(answer, book.probe_unsorted(position).expect("bytes"));
        assert!(answer.candidates.iter().all(|candidate| position.is_legal(candidate.mv)));
        for random in [0, 1 << 63, u64::MAX] {
            let chosen = answer.choose(random);
            assert_eq!(chosen.is_some(), answer.total_weight() > 0);
            assert!(chosen.is_none_or(|candidate| candidate.weight > 0));
        }
    }
    for visit in book.walk(&positions[0], 2).expect("bytes") {
        let visit = visit.expect("a sorted book");
        assert!(visit.line.len() <= 2);
        assert!(!visit.answer.candidates.is_empty() || !visit.answer.rejected.is_empty());
    }
}

/// Whole books: what is merged, filtered and compared.
fn check_whole(book: &Book<Vec<u8>>) {
    let mut merged = Vec::new();
    let twice = [book.clone(), book.clone()];
    let summary = merge(&twice, MergePolicy::Max, &mut merged).expect("sorted books");
    assert_eq!(summary.entries + summary.combined + summary.dropped, 2 * book.len());
    let merged = Book::new(merged).expect("bytes");
    assert!(merged.check().next().is_none());
    let mut filtered = Vec::new();
    let summary =
        filter(book, BookFilter::default(), |_| true, &mut filtered).expect("a sorted book");
    assert_eq!(summary.entries + summary.dropped, book.len());
    let filtered = Book::new(filtered).expect("bytes");
    assert!(filtered.check().next().is_none());
    let mut differences = compare(&merged, &filtered).expect("bytes");
    assert!(differences.by_ref().all(|it| it.is_ok()), "sorted books");
    let comparison = differences.comparison();
    assert_eq!((comparison.first, comparison.second), (0, 0), "the same moves");
    assert!(compare(book, book).expect("bytes").next().is_none());
}

/// The entries as if they were moves of games.
fn check_build(entries: &[Entry]) {
    let rule = BuildRule { min_games: 1, ..BuildRule::default() };
    let mut weights: BTreeMap<(u64, BookMove), u32> = BTreeMap::new();
    let [mut whole, mut first, mut second] = [0; 3].map(Collector::new);
    for (&Entry { key, mv, weight, .. }, game) in entries.iter().zip(0..) {
        let points = [Points::Loss, Points::Draw, Points::Win][usize::from(weight % 3)];
        *weights.entry((key, mv)).or_default() += u32::from(weight % 3);
        let sample = BookSample { key, order: SampleOrder::new(game, 0), mv, points };
        whole.push(sample).expect("memory");
        if game % 3 == 0 { &mut first } else { &mut second }.push(sample).expect("memory");
    }
    let book_of = |collectors: Vec<Collector>| {
        let parts = collectors.into_iter().map(|collector| collector.finish().expect("memory"));
        let mut bytes = Vec::new();
        build(parts.collect(), &rule, 0, &mut bytes).expect("memory");
        bytes
    };
    let book = book_of(vec![whole]);
    assert_eq!(book, book_of(vec![second, first]));
    weights.retain(|_, weight| *weight > 0);
    let built = Book::new(book).expect("bytes");
    let built: BTreeMap<(u64, BookMove), u32> = built
        .entries()
        .map(|entry| entry.expect("bytes"))
        .map(|entry| ((entry.key, entry.mv), u32::from(entry.weight)))
        .collect();
    assert_eq!(built, weights);
}
