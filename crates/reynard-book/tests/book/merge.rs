//! One book made of several.

use std::collections::BTreeMap;

use reynard::Position;
use reynard_book::{Book, BookError, BookMove, Entry, MergePolicy, merge};
use reynard_testkit::Rng;

use crate::{book, bytes, entry, random_book, written};

fn merged(books: &[Vec<u8>], policy: MergePolicy) -> Vec<u8> {
    let books: Vec<_> = books.iter().map(|bytes| Book::new(&bytes[..]).expect("bytes")).collect();
    written(|out| merge(&books, policy, out).map(|_| ()))
}

/// Random books whose moves are moves somewhere and often the same.
fn playable(rng: &mut Rng, len: usize) -> Vec<Entry> {
    let mut entries = random_book(rng, len);
    for entry in &mut entries {
        entry.mv = BookMove::from_bits(0o1400 + u16::try_from(rng.below(8)).expect("small"));
        entry.weight >>= rng.below(16);
    }
    entries
}

/// Merging two and then the third, or the last two first, or all at once, is the same.
#[test]
fn merging_is_associative() {
    let mut rng = Rng::new(12);
    for policy in [MergePolicy::Add, MergePolicy::First, MergePolicy::Max] {
        for len in [0, 1, 5, 50, 500] {
            let [a, b, c] = [0; 3].map(|_| bytes(&playable(&mut rng, len)));
            let all = merged(&[a.clone(), b.clone(), c.clone()], policy);
            let left = merged(&[merged(&[a.clone(), b.clone()], policy), c.clone()], policy);
            let right = merged(&[a, merged(&[b, c], policy)], policy);
            assert!(left == all && right == all, "{policy:?} with {len} entries");
            assert_eq!(merged(std::slice::from_ref(&all), policy), all, "nothing is left to do");
        }
    }
}

/// By a plain implementation.
#[test]
fn merged_books_have_what_the_policy_says() {
    let mut rng = Rng::new(13);
    let books = [0; 4].map(|_| playable(&mut rng, 300));
    for policy in [MergePolicy::Add, MergePolicy::First, MergePolicy::Max] {
        let mut expected: BTreeMap<(u64, BookMove), Entry> = BTreeMap::new();
        for &entry in books.iter().flatten() {
            expected
                .entry((entry.key, entry.mv))
                .and_modify(|found| match policy {
                    MergePolicy::Add => {
                        let sum = u32::from(found.weight) + u32::from(entry.weight);
                        found.weight = u16::try_from(sum).unwrap_or(u16::MAX);
                    }
                    MergePolicy::Max if entry.weight > found.weight => *found = entry,
                    MergePolicy::First | MergePolicy::Max => {}
                })
                .or_insert(entry);
        }
        let mut expected: Vec<Entry> = expected.into_values().collect();
        expected.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight, entry.mv));
        assert_eq!(merged(&books.clone().map(|book| bytes(&book)), policy), bytes(&expected));
    }
}

/// The weights that Polyglot 2.0.4 gives, but for 120,000, of which it keeps the lower sixteen
/// bits.
#[test]
fn weights_are_added_and_what_was_learned_is_that_of_the_first() {
    let pos = Position::startpos();
    let with = |text, weight, learn| Entry { learn, ..entry(&pos, text, weight) };
    let first = book(&[with("e2e4", 5, 7), with("d2d4", 3, 1), with("c2c4", 60_000, 0)]);
    let second = book(&[with("c2c4", 60_000, 9), with("d2d4", 10, 2), with("a2a4", 10, 2)]);
    let mut result = Vec::new();
    let summary = merge(&[first, second], MergePolicy::Add, &mut result).expect("a vector");
    assert_eq!((summary.entries, summary.combined, summary.dropped), (4, 2, 0));
    let expected =
        [with("c2c4", 65_535, 0), with("d2d4", 13, 1), with("a2a4", 10, 2), with("e2e4", 5, 7)];
    assert_eq!(result, bytes(&expected));
}

#[test]
fn moves_that_are_none_are_left_out_and_counted() {
    let pos = Position::startpos();
    let zero = Entry { mv: BookMove::ZERO, ..entry(&pos, "e2e4", 9) };
    let books = [book(&[zero, entry(&pos, "e2e4", 1)]), book(&[zero])];
    let mut result = Vec::new();
    let summary = merge(&books, MergePolicy::Add, &mut result).expect("a vector");
    assert_eq!((summary.entries, summary.dropped), (1, 2));
    assert_eq!(result, entry(&pos, "e2e4", 1).to_bytes());
}

#[test]
fn books_that_are_not_sorted_are_named() {
    let [low, high] = [1, 2].map(|key| Entry { key, ..entry(&Position::startpos(), "e2e4", 1) });
    let books = [book(&[low, high]), book(&[low, high, low])];
    let error = merge(&books, MergePolicy::Add, Vec::new()).expect_err("a book is not sorted");
    assert!(matches!(error, BookError::Unsorted { book: 1, entry: 2 }), "{error}");
}

#[test]
fn no_books_make_an_empty_book() {
    assert_eq!(merged(&[], MergePolicy::Add), []);
    assert_eq!(merged(&[vec![], vec![]], MergePolicy::Add), []);
}
