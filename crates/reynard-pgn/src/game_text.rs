//! The text of a game as it appears in its file.

use std::borrow::Cow;
use std::cell::Cell;

#[cfg(feature = "parallel")]
use crate::GameEnd;
use crate::reader::LineCounter;

/// The maximum length of a game whose text is guaranteed to be kept, in bytes: 64 MiB. The largest
/// files of openings that are one game have some 30 MiB.
pub const MAX_GAME_TEXT: usize = 64 << 20;

/// The text of a game as it appears in its file: see
/// [`Visitor::game_text`](crate::Visitor::game_text).
#[derive(Clone, Debug)]
pub struct GameText<'a> {
    bytes: Option<Cow<'a, [u8]>>,
    chunk: Option<Chunk<'a>>,
}

/// The chunk of text that contains a game.
#[derive(Clone, Debug)]
struct Chunk<'a> {
    text: &'a [u8],
    offset: u64,
    /// The line counter for the text before the game. Lines are counted on demand.
    lines: &'a Cell<LineCounter>,
    /// Offset of the game in the text.
    start: usize,
}

#[cfg(feature = "parallel")]
impl<'a> GameText<'a> {
    /// Finds the text of a game in a chunk that begins at `offset`.
    pub(crate) fn within(
        text: &'a [u8],
        offset: u64,
        lines: &'a Cell<LineCounter>,
        end: &GameEnd,
    ) -> Self {
        let place = |byte: u64| usize::try_from(byte - offset).unwrap_or(text.len());
        let (start, end) = (place(end.start), place(end.end));
        let bytes = text.get(start..end).map(|bytes| Cow::Borrowed(bytes.trim_ascii()));
        Self { bytes, chunk: Some(Chunk { text, offset, lines, start }) }
    }

    /// Wraps text that was recorded while it was read.
    pub(crate) fn recorded(bytes: Option<Vec<u8>>) -> Self {
        Self { bytes: bytes.map(Cow::Owned), chunk: None }
    }
}

impl GameText<'_> {
    /// Returns the text of the game without surrounding blanks. May return `None` if the text is
    /// longer than [`MAX_GAME_TEXT`].
    pub fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// Returns the line on which the game begins, counted from 1. Returns `None` for a game in the
    /// part of a file that could not be split into chunks because no `Event` tag follows an empty
    /// line.
    pub fn line(&self) -> Option<u64> {
        let Chunk { text, offset, lines, start } = self.chunk.as_ref()?;
        let mut counter = lines.get();
        let (line, _) = counter.locate(text, *offset, *start);
        lines.set(counter);
        Some(line)
    }
}
