//! The positions of a book, found by playing.

use std::collections::BTreeSet;

use reynard::{Color, Position};
use reynard_book::{Book, BookProbeError, BookVisit, Entry};
use reynard_testkit::data;

use crate::{book, entry, position};

/// The entries of a line of moves.
fn line_entries(moves: &str) -> Vec<Entry> {
    let mut pos = Position::startpos();
    let mut entries = Vec::new();
    for text in moves.split(' ') {
        let mv = pos.parse_san(text).expect(text);
        entries.push(Entry::new(&pos, mv, 1));
        pos.play(mv).expect("a legal move");
    }
    entries
}

fn sorted(mut entries: Vec<Entry>) -> Book<Vec<u8>> {
    entries.sort_by_key(|entry| entry.key);
    entries.dedup();
    book(&entries)
}

fn lines(book: &Book<Vec<u8>>, start: &Position, max_ply: usize) -> Vec<String> {
    let text = |visit: &BookVisit| {
        let mut pos = start.clone();
        let mut words = Vec::new();
        for &mv in &visit.line {
            words.push(pos.san(mv).to_string());
            pos.play(mv).expect("a legal move");
        }
        assert_eq!(pos, visit.position);
        assert!(!visit.answer.is_empty());
        words.join(" ")
    };
    let visits = book.walk(start, max_ply).expect("bytes");
    visits.map(|visit| text(&visit.expect("a sorted book"))).collect()
}

#[test]
fn every_position_is_visited_once_the_nearest_first() {
    let mut entries = line_entries("e4 e5 Nf3 Nc6");
    // Another way to a position of the first line.
    entries.extend(line_entries("Nf3 e5 e4 Nc6 Bb5"));
    let book = sorted(entries);
    let found = lines(&book, &Position::startpos(), 99);
    assert_eq!(found[0], "");
    assert_eq!(
        found.iter().cloned().collect::<BTreeSet<_>>(),
        BTreeSet::from(
            ["", "e4", "Nf3", "e4 e5", "Nf3 e5", "e4 e5 Nf3", "e4 e5 Nf3 Nc6"].map(String::from)
        ),
    );
    assert!(found.windows(2).all(|pair| pair[0].split(' ').count() <= pair[1].split(' ').count()));
    assert_eq!(lines(&book, &Position::startpos(), 1).len(), 3);
    assert_eq!(lines(&book, &Position::startpos(), 0), [""]);
}

/// Books with the moves of one side only, from the side to move and from the other.
#[test]
fn books_of_one_color_are_walked_through() {
    for color in [Color::White, Color::Black] {
        let mut entries = line_entries("e4 e5 Nf3 Nc6 Bb5 a6");
        let skip = usize::from(color == Color::Black);
        entries = entries.into_iter().skip(skip).step_by(2).collect();
        let found = lines(&sorted(entries), &Position::startpos(), 99);
        let expected: &[&str] = match color {
            Color::White => &["", "e4 e5", "e4 e5 Nf3 Nc6"],
            Color::Black => &["e4", "e4 e5 Nf3", "e4 e5 Nf3 Nc6 Bb5"],
        };
        assert_eq!(found, expected);
    }
}

#[test]
fn what_cannot_be_reached_is_not_visited() {
    let pos = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let book = sorted(vec![entry(&pos, "e1g1", 1)]);
    assert_eq!(lines(&book, &Position::startpos(), 99), [""; 0]);
    assert_eq!(lines(&book, &pos, 99), [""]);
}

#[test]
fn a_walk_through_an_unsorted_book_ends_with_an_error() {
    let mut entries = line_entries("e4 e5 Nf3 Nc6");
    entries.sort_by_key(|entry| u64::MAX - entry.key);
    let book = book(&entries);
    let items: Vec<_> = book.walk(&Position::startpos(), 99).expect("bytes").collect();
    assert!(matches!(items[..], [Err(BookProbeError::Unsorted { .. })]), "{items:?}");
}

/// A published book: nearly all of its 77,872 positions are found, and every move in them is legal.
#[test]
fn all_moves_of_a_published_book_are_legal() {
    let Some(path) = data::path("polyglot/performance.bin") else { return };
    let book = Book::new(std::fs::read(path).expect("a file that can be read")).expect("bytes");
    assert!(book.check().next().is_none());
    let walk = book.walk(&Position::startpos(), usize::MAX).expect("bytes");
    let positions = walk.positions();
    let (mut visited, mut moves) = (0, 0);
    for visit in walk {
        let answer = visit.expect("a sorted book").answer;
        assert!(answer.rejected.is_empty(), "{:?}", answer.rejected);
        visited += 1;
        moves += answer.candidates.len() as u64;
    }
    // The rest is behind moves that both sides make without the book.
    assert!(moves * 100 >= book.len() * 97, "{moves} of {} moves", book.len());
    assert!(visited * 100 >= positions * 96, "{visited} of {positions} positions");
}
