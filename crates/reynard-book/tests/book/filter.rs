//! Books made of parts of books.

use reynard::Position;
use reynard_book::{BookError, BookFilter, BookMove, Entry, FilterSummary, filter};
use reynard_testkit::Rng;

use crate::{book, bytes, entry, random_book, written};

fn filtered(entries: &[Entry], rule: BookFilter) -> Vec<u8> {
    written(|out| filter(&book(entries), rule, |_| true, out).map(|_| ()))
}

fn moves() -> [Entry; 4] {
    let pos = Position::startpos();
    [("a2a3", 2), ("e2e4", 7), ("h2h3", 2), ("d2d4", 7)].map(|(mv, weight)| entry(&pos, mv, weight))
}

#[test]
fn light_moves_go() {
    let all = moves();
    assert_eq!(filtered(&all, BookFilter::default()), bytes(&all));
    let heavy = BookFilter { min_weight: 3, ..BookFilter::default() };
    assert_eq!(filtered(&all, heavy), bytes(&[all[1], all[3]]));
}

#[test]
fn of_entries_for_one_move_the_first_that_is_heavy_enough_stays() {
    let pos = Position::startpos();
    let all = [1, 100, 50].map(|weight| entry(&pos, "e2e4", weight));
    let heavy = BookFilter { min_weight: 10, ..BookFilter::default() };
    assert_eq!(filtered(&all, heavy), bytes(&all[1..2]));
    assert_eq!(filtered(&all, BookFilter::default()), bytes(&all[..1]));
}

#[test]
fn the_heaviest_stay_the_first_of_equals_and_in_their_order() {
    let all = moves();
    let top = |top| filtered(&all, BookFilter { top, ..BookFilter::default() });
    assert_eq!(top(0), []);
    assert_eq!(top(1), bytes(&[all[1]]));
    assert_eq!(top(3), bytes(&[all[0], all[1], all[3]]));
    assert_eq!(top(4), bytes(&all));
}

#[test]
fn positions_go_by_their_keys() {
    let mut entries = random_book(&mut Rng::new(14), 1000);
    for (entry, number) in entries.iter_mut().zip(0..) {
        entry.mv = BookMove::from_bits(0o1400 + number % 64 + number % 7 * 64);
    }
    entries.retain(|entry| entry.mv.to_uci().is_ok());
    let kept = |key: u64| key.is_multiple_of(3);
    let mut result = Vec::new();
    let summary =
        filter(&book(&entries), BookFilter::default(), kept, &mut result).expect("a vector");
    let expected: Vec<Entry> = entries.iter().filter(|entry| kept(entry.key)).copied().collect();
    assert_eq!(result, bytes(&expected));
    let dropped = (entries.len() - expected.len()) as u64;
    assert_eq!(summary, FilterSummary { entries: expected.len() as u64, dropped });
}

#[test]
fn moves_that_are_none_or_come_again_go() {
    let [a, b, ..] = moves();
    let zero = Entry { mv: BookMove::ZERO, ..a };
    assert_eq!(
        filtered(&[zero, a, b, Entry { weight: 9, ..a }], BookFilter::default()),
        bytes(&[a, b])
    );
}

#[test]
fn a_book_that_is_not_sorted_is_refused() {
    let [low, high] = [1, 2].map(|key| Entry { key, ..moves()[0] });
    let error = filter(&book(&[high, low]), BookFilter::default(), |_| true, Vec::new());
    assert!(matches!(error, Err(BookError::Unsorted { book: 0, entry: 1 })));
}
