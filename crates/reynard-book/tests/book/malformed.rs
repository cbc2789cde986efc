//! Files that are no proper books: what is wrong has a name, and the rest can be used.

use reynard::Position;
use reynard_book::{Book, BookDiagnostic, BookDiagnosticKind, BookMove, BookProbeError, Entry};
use reynard_testkit::Rng;

use crate::{bytes, entry, random_book};

fn diagnostics(bytes: &[u8]) -> Vec<(u64, &'static str)> {
    let book = Book::new(bytes).expect("bytes");
    let found = book.check().map(|it| it.expect("bytes"));
    found.map(|BookDiagnostic { entry, kind, .. }| (entry, kind.name())).collect()
}

#[test]
fn an_empty_file_is_a_book_without_entries() {
    let book = Book::new(&[][..]).expect("bytes");
    assert!(book.is_empty() && book.entries().next().is_none());
    assert!(book.probe(&Position::startpos()).expect("nothing to read").is_empty());
    assert_eq!(diagnostics(&[]), []);
}

#[test]
fn odd_lengths_are_reported_and_the_whole_entries_used() {
    let pos = Position::startpos();
    let whole = bytes(&[entry(&pos, "e2e4", 1)]);
    for extra in 1..Entry::LEN {
        let odd = [&whole[..], &vec![0xff; extra]].concat();
        let book = Book::new(&odd[..]).expect("bytes");
        assert_eq!((book.len(), book.trailing_bytes()), (1, extra));
        assert_eq!(diagnostics(&odd), [(1, "trailing-bytes")]);
        assert_eq!(book.probe(&pos).expect("a sorted book").candidates.len(), 1);
    }
    assert_eq!(diagnostics(&[1, 2, 3]), [(0, "trailing-bytes")]);
}

#[test]
fn unsorted_books_are_reported_scanned_or_sorted() {
    let pos = Position::startpos();
    let mut entries = random_book(&mut Rng::new(7), 5000);
    entries.push(entry(&pos, "e2e4", 1));
    entries.rotate_left(1700);
    let bytes = bytes(&entries);
    let found = diagnostics(&bytes);
    let unsorted = found.iter().filter(|(_, name)| *name == "unsorted").count();
    assert!(unsorted >= 1, "{found:?}");
    let book = Book::new(&bytes[..]).expect("bytes");
    assert!(
        entries.iter().any(|e| matches!(book.find(e.key), Err(BookProbeError::Unsorted { .. })))
    );
    assert_eq!(book.probe_unsorted(&pos).expect("bytes").candidates.len(), 1);
    let sorted = Book::sorted(&bytes[..]).expect("bytes");
    assert_eq!(sorted.len(), book.len());
    assert_eq!(sorted.probe(&pos).expect("a sorted book").candidates.len(), 1);
    let mut found = sorted.check().map(|it| it.expect("bytes").kind);
    assert!(found.all(|kind| kind != BookDiagnosticKind::Unsorted));
}

#[test]
fn moves_that_are_none_are_reported() {
    let pos = Position::startpos();
    let with = |bits| Entry { mv: BookMove::from_bits(bits), ..entry(&pos, "e2e4", 1) };
    let entries = [with(0), with(0o1414), with(0xf31c), entry(&pos, "d2d4", 1)];
    let bytes = bytes(&entries);
    assert_eq!(
        diagnostics(&bytes),
        [(0, "zero-move"), (1, "same-square"), (2, "unknown-promotion")]
    );
    let answer = Book::new(bytes).expect("bytes").probe(&pos).expect("a sorted book");
    assert_eq!((answer.candidates.len(), answer.rejected.len()), (1, 3));
}

#[test]
fn moves_that_come_twice_are_reported() {
    let pos = Position::startpos();
    let twice = [entry(&pos, "e2e4", 1), entry(&pos, "d2d4", 1), entry(&pos, "e2e4", 2)];
    assert_eq!(diagnostics(&bytes(&twice)), [(2, "duplicate")]);
}

/// A file full of one key costs a probe no more than a bounded number of entries.
#[test]
fn one_key_for_all_entries_is_bounded() {
    let pos = Position::startpos();
    let book = Book::new(bytes(&vec![entry(&pos, "e2e4", 1); 5000])).expect("bytes");
    for answer in [book.probe(&pos), book.probe_unsorted(&pos)] {
        let answer = answer.expect("bytes");
        assert_eq!((answer.candidates.len(), answer.skipped), (1024, 5000 - 1024));
    }
}

/// A file that becomes shorter while it is read gives an error and not a crash.
#[test]
fn a_source_that_shrinks_is_an_error() {
    struct Shrunk;
    impl reynard_book::BookSource for Shrunk {
        fn size(&self) -> std::io::Result<u64> {
            Ok(1 << 40)
        }
        fn read_at(&self, _: u64, _: &mut [u8]) -> std::io::Result<()> {
            Err(std::io::ErrorKind::UnexpectedEof.into())
        }
    }
    let book = Book::new(Shrunk).expect("a size");
    assert!(matches!(book.find(5), Err(BookProbeError::Io(_))));
    let found: Vec<_> = book.check().collect();
    assert!(matches!(found[..], [Err(_)]), "after an error it is over");
    assert_eq!(book.entries().filter(Result::is_err).count(), 1, "the first error is the end");
    assert!(Book::sorted(Shrunk).is_err());
}
