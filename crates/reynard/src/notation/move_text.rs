//! Moves as text on the stack.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

/// The text of a move, without heap allocation. It dereferences to `str`. Created by
/// [`Position::san`](crate::Position::san) and [`Position::lan`](crate::Position::lan).
#[derive(Clone, Copy)]
pub struct MoveText {
    bytes: [u8; Self::CAPACITY],
    len: u8,
}

impl MoveText {
    /// Room for a figurine of 3 bytes, 2 squares, `x`, `=`, another figurine and a check mark. It
    /// is a power of 2, so that indexing needs no bounds check.
    const CAPACITY: usize = 16;

    pub(super) const EMPTY: Self = Self { bytes: [0; Self::CAPACITY], len: 0 };

    /// Creates the text from the first `len` bytes of a word, starting with the lowest byte. All
    /// bytes are ASCII.
    #[inline(always)]
    pub(super) fn from_word(word: u64, len: u8) -> Self {
        let mut text = Self { len, ..Self::EMPTY };
        text.bytes[..8].copy_from_slice(&word.to_le_bytes());
        text
    }

    /// Returns the text.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// assert_eq!(pos.san(pos.parse_uci("g1f3")?).as_str(), "Nf3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn as_str(&self) -> &str {
        // Only whole characters are ever pushed.
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// Returns the text as UTF-8.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// assert_eq!(pos.san(pos.parse_uci("g1f3")?).as_bytes(), b"Nf3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len).min(Self::CAPACITY)]
    }

    /// Appends the text to a buffer. This is faster than copying a slice, because the length of the
    /// copy is constant.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// let mut moves = Vec::new();
    /// for mv in &pos.legal_moves()[..2] {
    ///     pos.san(*mv).append_to(&mut moves);
    ///     moves.push(b' ');
    /// }
    /// assert_eq!(moves.len(), "a3 a4 ".len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn append_to(&self, buffer: &mut Vec<u8>) {
        let end = buffer.len() + self.as_bytes().len();
        buffer.extend_from_slice(&self.bytes);
        buffer.truncate(end);
    }

    #[inline(always)]
    pub(super) fn push(&mut self, byte: u8) {
        self.push_some(Some(byte));
    }

    /// Appends a byte or nothing, without branching: the next byte overwrites an unused one.
    #[inline(always)]
    pub(super) fn push_some(&mut self, byte: Option<u8>) {
        self.bytes[usize::from(self.len) % Self::CAPACITY] = byte.unwrap_or(0);
        self.len += u8::from(byte.is_some());
    }

    pub(super) fn push_str(&mut self, text: &str) {
        for byte in text.bytes() {
            self.push(byte);
        }
    }
}

impl Deref for MoveText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for MoveText {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<[u8]> for MoveText {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for MoveText {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for MoveText {}

impl PartialEq<str> for MoveText {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for MoveText {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}
