//! Splitting an input at places where games certainly begin.

use std::io::{self, Read};

use memchr::memmem::FinderRev;

use crate::input::fill;
use crate::reader::{BRACE_SIGHT, EVENT, LineCounter, may_split};

/// Number of bytes of text read at once. They hold enough games to make the handover cost
/// negligible, and are few enough to stay in the cache.
pub(super) const CHUNK: usize = 1 << 19;

/// The maximum number of bytes searched for the beginning of a game. If none is found, the rest of
/// the input is read by one thread.
pub(super) const MAX_CHUNK: usize = 1 << 23;

/// A chunk of text and its place in the input.
pub(super) struct Piece {
    pub(super) offset: u64,
    pub(super) lines: LineCounter,
    /// The input error that follows the text, if any.
    pub(super) failure: Option<io::Error>,
}

/// A reused buffer that begins with text.
#[derive(Default)]
pub(super) struct Block {
    buffer: Vec<u8>,
    len: usize,
}

impl Block {
    pub(super) fn text(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// Clears the block and starts it with the given text.
    fn begin_with(&mut self, text: &[u8]) {
        self.grow_to(text.len());
        self.buffer[..text.len()].copy_from_slice(text);
        self.len = text.len();
    }

    /// Reads available input until the text has the given size. Returns `false` at the end of the
    /// input.
    fn fill(&mut self, read: &mut impl Read, size: usize) -> (bool, Option<io::Error>) {
        self.grow_to(size);
        let room = &mut self.buffer[self.len..size];
        let (count, failure) = fill(read, room);
        let is_full = count == room.len();
        self.len += count;
        (is_full, failure)
    }

    fn grow_to(&mut self, size: usize) {
        if self.buffer.is_empty() {
            // Zeroed memory of the system costs nothing.
            self.buffer = vec![0; size];
        } else if self.buffer.len() < size {
            self.buffer.resize(size, 0);
        }
    }
}

/// Splits an input into chunks, at places where games certainly begin.
pub(super) struct Splitter<R> {
    pub(super) read: R,
    /// The text after the last split. When splitting has ended, it is the text that could not be
    /// split.
    pub(super) rest: Vec<u8>,
    /// The offset of `rest` in the input.
    pub(super) offset: u64,
    pub(super) lines: LineCounter,
    /// Set at the end of the input, or if no further split was found.
    is_over: bool,
    finder: FinderRev<'static>,
}

impl<R: Read> Splitter<R> {
    /// Creates a splitter for the text that begins at an offset of the input.
    pub(super) fn new(read: R, offset: u64) -> Self {
        Self {
            read,
            rest: Vec::new(),
            offset,
            lines: LineCounter::at(offset),
            is_over: false,
            finder: FinderRev::new(EVENT),
        }
    }

    /// Splits off the next chunk. Returns `None` at the end of the input or if it cannot be split
    /// further.
    pub(super) fn next_piece(&mut self, block: &mut Block) -> Option<Piece> {
        if self.is_over {
            return None;
        }
        block.begin_with(&self.rest);
        self.rest.clear();
        let mut size = CHUNK.max(2 * block.len);
        loop {
            let (goes_on, failure) = block.fill(&mut self.read, size);
            if !goes_on {
                self.is_over = true;
                return Some(self.piece(block.text(), failure));
            }
            if let Some(at) = last_game(&self.finder, block.text()) {
                self.rest.extend_from_slice(&block.text()[at..]);
                block.len = at;
                return Some(self.piece(block.text(), None));
            }
            if size >= MAX_CHUNK {
                self.rest.extend_from_slice(block.text());
                self.is_over = true;
                return None;
            }
            size *= 2;
        }
    }

    /// Creates the chunk for text that has been split off.
    fn piece(&mut self, text: &[u8], failure: Option<io::Error>) -> Piece {
        let (offset, lines) = (self.offset, self.lines);
        self.lines.count_to(text, offset, text.len());
        self.offset += text.len() as u64;
        Piece { offset, lines, failure }
    }
}

/// Finds the last place, other than the first byte, where a game certainly begins.
fn last_game(finder: &FinderRev<'_>, text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while let Some(at) = finder.rfind(&text[..end]) {
        // The brace that decides has to be in sight.
        if at > 0 && text.len() - at >= BRACE_SIGHT && may_split(text, at) {
            return Some(at);
        }
        // The next hit may overlap with the mark only by its first byte.
        end = at;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits text into its chunks and the rest.
    fn split(read: impl Read) -> (Vec<Vec<u8>>, Vec<u8>) {
        let mut splitter = Splitter::new(read, 0);
        let (mut block, mut chunks) = (Block::default(), Vec::new());
        while splitter.next_piece(&mut block).is_some() {
            chunks.push(block.text().to_vec());
        }
        (chunks, splitter.rest)
    }

    #[test]
    fn chunks_begin_at_games_and_make_up_the_whole() {
        for after in ["", " {White won}", "\n{White\n\nwon}", " ; White won", "\n% escaped", "\r"] {
            let game = format!("[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 {{a comment}} 1-0{after}\n\n");
            let text = game.repeat(60_000);
            let (chunks, rest) = split(text.as_bytes());
            assert!(chunks.len() > 5, "{after:?}: {} chunks", chunks.len());
            assert!(
                chunks.iter().all(|it| it.starts_with(EVENT) && it.len() <= CHUNK),
                "{after:?}"
            );
            assert!(chunks.concat() == text.as_bytes() && rest.is_empty(), "{after:?}");
        }
    }

    #[test]
    fn a_text_without_games_is_left_as_it_is() {
        let (chunks, rest) = split(io::repeat(b'x').take(2 * MAX_CHUNK as u64));
        assert!(chunks.is_empty());
        assert_eq!(rest.len(), MAX_CHUNK);
    }
}
