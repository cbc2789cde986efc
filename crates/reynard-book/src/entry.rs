//! One entry of a book.

use reynard::Position;

use crate::BookMove;

/// An entry of a book: a position's key, and a move with its weight.
///
/// In a file an entry takes sixteen bytes, with big-endian numbers.
///
/// ```
/// use reynard_book::{BookMove, Entry};
///
/// let entry = Entry { key: 1, mv: BookMove::from_bits(0o1434), weight: 2, learn: 3 };
/// assert_eq!(entry.to_bytes(), *b"\0\0\0\0\0\0\0\x01\x03\x1c\0\x02\0\0\0\x03");
/// assert_eq!(Entry::from_bytes(entry.to_bytes()), entry);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The key of the position: [`Position::polyglot_key`].
    pub key: u64,
    /// The move.
    pub mv: BookMove,
    /// The weight, relative to the other moves of the position; 0 for a move that is never played.
    pub weight: u16,
    /// The learn value, for programs that learn; Reynard only preserves it.
    pub learn: u32,
}

impl Entry {
    /// Size of an entry in a file, in bytes.
    pub const LEN: usize = 16;

    /// Creates an entry for a move of a position, without learn data.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_book::Entry;
    ///
    /// let pos = Position::startpos();
    /// let entry = Entry::new(&pos, pos.parse_uci("d2d4")?, 7);
    /// assert_eq!((entry.key, entry.weight), (0x463B_9618_1691_FC9C, 7));
    /// # Ok::<(), reynard::InvalidUciMove>(())
    /// ```
    pub fn new(pos: &Position, mv: impl Into<BookMove>, weight: u16) -> Self {
        Self { key: pos.polyglot_key(), mv: mv.into(), weight, learn: 0 }
    }

    /// Returns the bytes that represent the entry in a file.
    ///
    /// ```
    /// use reynard_book::{BookMove, Entry};
    ///
    /// let entry = Entry { key: 1, mv: BookMove::ZERO, weight: 2, learn: 3 };
    /// assert_eq!(Entry::from_bytes(entry.to_bytes()), entry);
    /// ```
    pub const fn to_bytes(self) -> [u8; Self::LEN] {
        let number = (self.key as u128) << 64
            | (self.mv.bits() as u128) << 48
            | (self.weight as u128) << 32
            | self.learn as u128;
        number.to_be_bytes()
    }

    /// Returns the entry that the bytes represent. Any bytes are valid.
    #[expect(clippy::cast_possible_truncation, reason = "the fields are cut out of a number")]
    pub const fn from_bytes(bytes: [u8; Self::LEN]) -> Self {
        let number = u128::from_be_bytes(bytes);
        Self {
            key: (number >> 64) as u64,
            mv: BookMove::from_bits((number >> 48) as u16),
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }
}
