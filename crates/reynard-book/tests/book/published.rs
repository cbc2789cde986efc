//! Published keys and books.

use reynard::Position;
use reynard_book::{Book, Entry};
use reynard_testkit::data;

use crate::{bytes, entry, position};

/// The nine test positions of the book format, if they are at hand as a table. The same vectors are
/// part of the tests of the rules crate.
#[test]
fn the_published_keys() {
    let Some(path) = data::path("polyglot/keys.tsv") else { return };
    let text = data::read(&path).expect("a file that can be read");
    let mut checked = 0;
    for row in text.lines().skip(1) {
        let (fen, key) = row.split_once('\t').expect(row);
        let pos = position(fen);
        assert_eq!(format!("{:016x}", pos.polyglot_key()), key, "{fen}");
        checked += 1;
    }
    assert_eq!(checked, 9);
}

/// En passant counts if an enemy pawn stands beside, whether or not it may capture.
#[test]
fn en_passant_counts_beside_a_pawn_only() {
    let key = |fen: &str| position(fen).polyglot_key();
    for (with, without, counts) in [
        // No pawn stands beside.
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", false),
        // A pawn stands beside, on either side.
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", true),
        ("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1", true),
        // It is pinned along the rank and along a file.
        ("8/8/8/8/R2pP2k/8/8/K7 b - e3 0 1", "8/8/8/8/R2pP2k/8/8/K7 b - - 0 1", true),
        ("3k4/8/8/8/3pP3/8/8/K2R4 b - e3 0 1", "3k4/8/8/8/3pP3/8/8/K2R4 b - - 0 1", true),
        // A pawn across the edge of the board is not beside.
        ("4k3/8/8/p7/7P/8/8/4K3 b - h3 0 1", "4k3/8/8/p7/7P/8/8/4K3 b - - 0 1", false),
        // A piece beside is no pawn.
        ("4k3/8/8/8/3nP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3nP3/8/8/4K3 b - - 0 1", false),
        // An own pawn beside is no enemy.
        ("4k3/8/8/8/3PP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3PP3/8/8/4K3 b - - 0 1", false),
    ] {
        assert_eq!(key(with) != key(without), counts, "{with}");
    }
}

/// The double push discovers check, so that the capture is not legal; the key counts it all the
/// same.
#[test]
fn en_passant_counts_under_a_discovered_check() {
    let mut pos = position("8/8/8/1k6/3p4/8/4P3/K4B2 w - - 0 1");
    pos.play(pos.parse_uci("e2e4").expect("a legal move")).expect("a legal move");
    assert!(pos.is_check() && pos.parse_uci("d4e3").is_err());
    let without = position("8/8/8/1k6/3pP3/8/8/K4B2 b - - 0 1");
    assert_ne!(pos.polyglot_key(), without.polyglot_key());
}

/// A small book of Black's moves in Lasker's trap, the promotion to a knight among them.
#[test]
fn a_published_book_of_one_line() {
    let Some(path) = data::path("polyglot/lasker-trap.bin") else { return };
    let book = Book::new(std::fs::read(&path).expect("a file that can be read")).expect("bytes");
    assert!(book.check().next().is_none());
    let mut pos = Position::startpos();
    let mut replies = Vec::new();
    for text in ["d4", "c4", "dxe5", "e3", "Bd2", "Bxb4", "Ke2"] {
        pos.play(pos.parse_san(text).expect(text)).expect(text);
        let answer = book.probe(&pos).expect("a sorted book");
        let best = answer.best().expect("the book has a reply");
        replies.push(pos.san(best.mv).to_string());
        pos.play(best.mv).expect("a legal move");
    }
    assert_eq!(replies, ["d5", "e5", "d4", "Bb4+", "dxe3", "exf2+", "fxg1=N+"]);
    assert_eq!(book.len(), 7);
}

/// Books are made of the bytes of their entries and nothing else.
#[test]
fn bytes_come_back() {
    let pos = Position::startpos();
    let entries = [entry(&pos, "e2e4", 2), entry(&pos, "d2d4", 1)];
    let book = Book::new(bytes(&entries)).expect("bytes");
    let read: Vec<Entry> = book.entries().map(|entry| entry.expect("bytes")).collect();
    assert_eq!(read, entries);
    assert_eq!(bytes(&read), book.into_source());
}
