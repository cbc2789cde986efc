//! Looking up positions.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use reynard::Position;
use reynard_book::{Book, BookMove, BookSource, Entry};
use reynard_testkit::Rng;

use crate::{bytes, entry, position, random_book};

/// Binary search finds what looking at every entry finds, in books of many sizes.
#[test]
fn find_is_a_linear_scan() {
    let mut rng = Rng::new(3);
    for len in (0..200).chain([1000, 5000, 20_000]) {
        let entries = random_book(&mut rng, len);
        let book = Book::new(bytes(&entries)).expect("bytes");
        let mut keys: Vec<u64> = entries.iter().map(|entry| entry.key).collect();
        keys.dedup();
        keys.truncate(500);
        keys.extend([0, 1, u64::MAX - 1, u64::MAX, rng.next_u64()]);
        for key in keys {
            let range = book.find(key).expect("a sorted book");
            let found: Vec<Entry> = book.entries_in(range).map(|e| e.expect("bytes")).collect();
            let scanned: Vec<Entry> =
                entries.iter().filter(|entry| entry.key == key).copied().collect();
            assert_eq!(found, scanned, "{key:x} among {len}");
        }
        let all: Vec<Entry> = book.entries().map(|e| e.expect("bytes")).collect();
        assert_eq!(all, entries);
    }
}

/// A source that counts how often it is read and how much.
struct Counted {
    bytes: Vec<u8>,
    reads: AtomicUsize,
    read: AtomicUsize,
}

impl BookSource for Counted {
    fn size(&self) -> io::Result<u64> {
        self.bytes.size()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.read.fetch_add(buffer.len(), Ordering::Relaxed);
        self.bytes.read_at(offset, buffer)
    }
}

#[test]
fn a_probe_reads_little_of_a_large_book() {
    let mut rng = Rng::new(4);
    let bytes = bytes(&random_book(&mut rng, 100_000));
    let source = Counted { bytes, reads: AtomicUsize::new(0), read: AtomicUsize::new(0) };
    let book = Book::new(source).expect("bytes");
    book.find(rng.next_u64()).expect("a sorted book");
    let source = book.into_source();
    assert!(source.reads.into_inner() < 40);
    assert!(source.read.into_inner() < 8192);
}

#[test]
fn files_and_bytes_answer_alike_from_several_threads() {
    let mut rng = Rng::new(5);
    let entries = random_book(&mut rng, 3000);
    let bytes = bytes(&entries);
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(&bytes).expect("a writable file");
    let file = Book::new(file).expect("the file");
    let memory = Book::new(&bytes[..]).expect("bytes");
    thread::scope(|scope| {
        for part in entries.chunks(1000) {
            let (file, memory) = (&file, &memory);
            scope.spawn(move || {
                for entry in part {
                    let range = file.find(entry.key).expect("a sorted book");
                    assert_eq!(range, memory.find(entry.key).expect("a sorted book"));
                    assert!(file.entries_in(range).any(|found| found.expect("bytes") == *entry));
                }
            });
        }
    });
}

fn two_moves() -> (Position, Vec<u8>) {
    let pos = Position::startpos();
    let bytes = bytes(&[entry(&pos, "e2e4", 5), entry(&pos, "d2d4", 0), entry(&pos, "c2c4", 15)]);
    (pos, bytes)
}

#[test]
fn the_best_move_has_the_largest_weight_and_the_first_of_equals() {
    let (pos, bytes) = two_moves();
    let answer = Book::new(bytes).expect("bytes").probe(&pos).expect("a sorted book");
    assert_eq!(answer.best().map(|best| best.weight), Some(15));
    let equal = crate::bytes(&[entry(&pos, "e2e4", 5), entry(&pos, "d2d4", 5)]);
    let answer = Book::new(equal).expect("bytes").probe(&pos).expect("a sorted book");
    assert_eq!(answer.best().map(|best| best.mv), Some(pos.parse_uci("e2e4").expect("legal")));
}

/// Of many random numbers, each move gets the share that its weight says, and the move with weight
/// 0 gets none.
// X39 of the feature list.
#[test]
fn moves_are_chosen_by_their_weights() {
    let (pos, bytes) = two_moves();
    let answer = Book::new(bytes).expect("bytes").probe(&pos).expect("a sorted book");
    let mut rng = Rng::new(6);
    let mut chosen = BTreeMap::new();
    for _ in 0..20_000 {
        *chosen.entry(answer.choose(rng.next_u64()).expect("a move").weight).or_insert(0) += 1;
    }
    assert_eq!(chosen.keys().copied().collect::<Vec<_>>(), [5, 15]);
    assert!((4_700..5_300).contains(&chosen[&5]), "{chosen:?}");
    // The ends of the range belong to the first and the last move.
    assert_eq!(answer.choose(0).map(|candidate| candidate.weight), Some(5));
    assert_eq!(answer.choose(u64::MAX).map(|candidate| candidate.weight), Some(15));
}

#[test]
fn nothing_is_chosen_where_no_move_has_a_weight() {
    let pos = Position::startpos();
    let book = Book::new(bytes(&[entry(&pos, "e2e4", 0)])).expect("bytes");
    let answer = book.probe(&pos).expect("a sorted book");
    assert!(!answer.is_empty());
    assert_eq!((answer.best(), answer.choose(1)), (None, None));
    let other = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(book.probe(&other).expect("a sorted book"), reynard_book::BookAnswer::default());
}

/// A move of another position with the same key is told apart, kept out of the choice and reported.
#[test]
fn illegal_moves_are_reported_and_not_played() {
    let pos = Position::startpos();
    let illegal = Entry { mv: BookMove::from_bits(0o1434 + 8), ..entry(&pos, "e2e4", 60_000) };
    let book = Book::new(bytes(&[illegal, entry(&pos, "d2d4", 1)])).expect("bytes");
    let answer = book.probe(&pos).expect("a sorted book");
    assert_eq!(answer.rejected.len(), 1);
    assert_eq!(answer.rejected[0].entry, illegal);
    assert_eq!(answer.rejected[0].error.name(), "illegal-move");
    assert_eq!(answer.total_weight(), 1);
    for random in [0, u64::MAX] {
        assert_eq!(answer.choose(random).map(|candidate| candidate.weight), Some(1));
    }
}

#[test]
fn what_was_learned_is_kept() {
    let pos = Position::startpos();
    let learned = Entry { learn: 0xDEAD_BEEF, ..entry(&pos, "e2e4", 1) };
    let book = Book::new(bytes(&[learned])).expect("bytes");
    assert_eq!(book.probe(&pos).expect("a sorted book").candidates[0].learn, 0xDEAD_BEEF);
}
