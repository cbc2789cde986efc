//! In what books differ.

use reynard::Position;
use reynard_book::{BookError, Comparison, Difference, Entry, compare};
use reynard_testkit::Rng;

use crate::{book, entry, random_book};

fn differences(a: &[Entry], b: &[Entry]) -> (Comparison, Vec<Difference>) {
    let (a, b) = (book(a), book(b));
    let mut differences = compare(&a, &b).expect("bytes");
    let found = differences.by_ref().map(|it| it.expect("sorted books")).collect();
    (differences.comparison(), found)
}

#[test]
fn a_book_is_equal_to_itself_in_any_order_of_moves() {
    let mut entries = random_book(&mut Rng::new(15), 500);
    entries.dedup_by_key(|entry| (entry.key, entry.mv));
    let (comparison, found) = differences(&entries, &entries);
    assert!(comparison.is_equal() && found.is_empty());
    assert_eq!(comparison.equal, entries.len() as u64);
    let mut turned = entries.clone();
    turned.reverse();
    turned.sort_by_key(|entry| entry.key);
    assert_ne!(turned, entries);
    assert!(differences(&entries, &turned).0.is_equal());
}

#[test]
fn every_difference_is_reported_with_its_side() {
    let pos = Position::startpos();
    let [a, b, c] = ["a2a3", "b2b3", "c2c3"].map(|text| entry(&pos, text, 1));
    let heavier = Entry { weight: 2, ..b };
    let learned = Entry { learn: 1, ..b };
    let far = Entry { key: u64::MAX, ..a };
    for (first, second, expected) in [
        (&[a, b][..], &[b, c][..], &[Difference::First(a), Difference::Second(c)][..]),
        (&[b], &[heavier], &[Difference::Changed { first: b, second: heavier }]),
        (&[b], &[learned], &[Difference::Changed { first: b, second: learned }]),
        (&[a], &[a, far], &[Difference::Second(far)]),
        (&[a, far], &[], &[Difference::First(a), Difference::First(far)]),
    ] {
        let (comparison, mut found) = differences(first, second);
        found.sort_by_key(|difference| match difference {
            Difference::First(entry)
            | Difference::Second(entry)
            | Difference::Changed { first: entry, .. } => entry.key,
        });
        assert_eq!(found.len(), expected.len());
        assert!(expected.iter().all(|difference| found.contains(difference)), "{found:?}");
        assert_eq!(comparison.is_equal(), expected.is_empty());
    }
}

#[test]
fn books_that_are_not_sorted_are_named() {
    let [low, high] = [1, 2].map(|key| Entry { key, ..entry(&Position::startpos(), "e2e4", 1) });
    let (sorted, unsorted) = (book(&[low]), book(&[high, low]));
    let last = compare(&sorted, &unsorted).expect("bytes").last();
    assert!(matches!(last, Some(Err(BookError::Unsorted { book: 1, entry: 1 }))));
}

#[test]
fn differences_by_position_begin_with_the_nearest_and_end_with_unknown_keys() {
    let start = Position::startpos();
    let e4 = start.after(start.parse_uci("e2e4").expect("a move")).expect("legal");
    let e5 = e4.after(e4.parse_uci("e7e5").expect("a move")).expect("legal");
    let way = [entry(&start, "e2e4", 1), entry(&e4, "e7e5", 1)];
    let knight = Entry { learn: 7, ..entry(&e5, "g1f3", 2) };
    let pawn = entry(&e4, "c7c5", 1);
    let far = Entry { key: 1, ..pawn };
    let sorted = |mut entries: Vec<Entry>| {
        entries.sort_by_key(|entry| entry.key);
        book(&entries)
    };
    let first = sorted([&way[..], &[knight, pawn]].concat());
    let second = sorted([&way[..], &[Entry { weight: 3, ..knight }, far]].concat());
    let mut differences = compare(&first, &second).expect("bytes");
    let positions = differences.by_position(&start).expect("sorted books");
    let texts: Vec<String> = positions.iter().map(ToString::to_string).collect();
    let far_text = "0000000000000001: + c7c5 1";
    let expected = ["1. e4: - c5 1", "1. e4 e5: ~ Nf3 2 (learn 7) -> 3 (learn 7)", far_text];
    assert_eq!(texts, expected);
    assert_eq!(differences.comparison().changed, 1);
}
