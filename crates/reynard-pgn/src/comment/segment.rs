//! Splitting a comment into its parts without losing a byte.

use super::CommentCommand;
use crate::unread_mark::{is_unread, unread_text};

/// A part of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Segment<'a> {
    /// Text, blanks included; never empty.
    Text(&'a [u8]),
    /// A command.
    CommentCommand(CommentCommand<'a>),
}

impl<'a> Segment<'a> {
    /// Returns the part as written.
    ///
    /// ```
    /// let comment = reynard_pgn::CommentText::new("a [%clk 1:00] [% b");
    /// let parts: Vec<&[u8]> = comment.segments().map(|part| part.as_bytes()).collect();
    /// assert_eq!(parts, [b"a " as &[u8], b"[%clk 1:00]", b" [% b"]);
    /// ```
    pub const fn as_bytes(self) -> &'a [u8] {
        match self {
            Self::Text(text) => text,
            Self::CommentCommand(command) => command.raw,
        }
    }
}

/// An iterator over the parts of a comment. Concatenated, the parts yield the comment again.
///
/// ```
/// use reynard_pgn::{Annotation, Segment, Segments};
///
/// let mut clocks = Segments::new(b"[%clk 0:00:09] in a hurry").filter_map(|part| match part {
///     Segment::CommentCommand(command) => Some(Annotation::from(command)),
///     Segment::Text(_) => None,
/// });
/// assert!(matches!(clocks.next(), Some(Annotation::Clock(time)) if time.as_secs() == 9));
/// ```
#[derive(Clone, Debug)]
pub struct Segments<'a> {
    rest: &'a [u8],
    /// A command found while scanning the text before it.
    next: Option<CommentCommand<'a>>,
    has_begun: bool,
}

impl<'a> Segments<'a> {
    /// Splits the text of a comment into its parts.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, next: None, has_begun: false }
    }
}

impl<'a> Iterator for Segments<'a> {
    type Item = Segment<'a>;

    fn next(&mut self) -> Option<Segment<'a>> {
        if let Some(command) = self.next.take() {
            self.rest = &self.rest[command.raw.len()..];
            return Some(Segment::CommentCommand(command));
        }
        if self.rest.is_empty() {
            return None;
        }
        if is_unread(self.rest) && !self.has_begun {
            let raw = std::mem::take(&mut self.rest);
            let value = unread_text(raw);
            return Some(Segment::CommentCommand(CommentCommand { raw, name: b"unread", value }));
        }
        self.has_begun = true;
        let mut end = self.rest.len();
        let mut from = 0;
        while let Some(at) = self.rest[from..].windows(2).position(|two| two == b"[%") {
            if let Some(command) = CommentCommand::at_start(&self.rest[from + at..]) {
                end = from + at;
                self.next = Some(command);
                break;
            }
            from += at + 2;
        }
        if end == 0 {
            return self.next();
        }
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(Segment::Text(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_whole() {
        let bytes = b"[%a][%b 1] [%] [%c\n2] [% d] [[%e 1]] \xff [%f";
        let parts: Vec<Segment<'_>> = Segments::new(bytes).collect();
        let whole: Vec<u8> = parts.iter().flat_map(|part| part.as_bytes()).copied().collect();
        assert_eq!(whole, bytes);
        let commands = parts.iter().filter_map(|part| match part {
            Segment::CommentCommand(command) => Some((command.name, command.value)),
            Segment::Text(_) => None,
        });
        let expected: [(&[u8], &[u8]); 4] = [(b"a", b""), (b"b", b"1"), (b"c", b"2"), (b"e", b"1")];
        assert_eq!(commands.collect::<Vec<_>>(), expected);
    }

    /// Splits a comment that consists only of unclosed commands: each is examined only once.
    #[test]
    fn openings_without_end_cost_no_more_than_their_length() {
        let bytes = b"[%a ".repeat(1 << 20);
        assert_eq!(Segments::new(&bytes).count(), 1);
    }
}
