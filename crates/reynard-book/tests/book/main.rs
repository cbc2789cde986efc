//! Books: read, probed, checked and written.

mod build;
mod compare;
mod filter;
mod format;
mod malformed;
mod merge;
mod probe;
mod published;
mod walk;

use reynard::Position;
use reynard_book::{BookMove, Entry};
use reynard_testkit::Rng;

/// The bytes of entries, as they come.
fn bytes(entries: &[Entry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn entry(pos: &Position, uci: &str, weight: u16) -> Entry {
    Entry::new(pos, pos.parse_uci(uci).expect(uci), weight)
}

/// A sorted book of any numbers, with few enough keys that some come several times.
fn random_book(rng: &mut Rng, len: usize) -> Vec<Entry> {
    let keys = len / 2 + 1;
    let spread = u64::MAX / keys as u64;
    let mut entries: Vec<Entry> = (0..len)
        .map(|_| {
            let key = match rng.below(keys + 1) {
                // The largest key of all has no next one.
                last if last == keys => u64::MAX,
                number => number as u64 * spread,
            };
            let bits = rng.next_u64();
            let field = |shift: u32| u16::try_from(bits >> shift & 0xffff).expect("sixteen bits");
            let mv = BookMove::from_bits(field(0));
            Entry { key, mv, weight: field(16), learn: u32::from(field(32)) }
        })
        .collect();
    entries.sort_by_key(|entry| entry.key);
    entries
}

/// What a function writes.
fn written<E: std::fmt::Debug>(write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("a vector");
    bytes
}

fn book(entries: &[Entry]) -> reynard_book::Book<Vec<u8>> {
    reynard_book::Book::new(bytes(entries)).expect("bytes")
}
