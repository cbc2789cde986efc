//! Comments, and the commands that programs write into them.

mod annotation;
mod clock;
mod evaluation;
mod mark;
mod segment;

use std::borrow::Cow;
use std::fmt;

pub use annotation::{Annotation, CommentCommand};
pub use evaluation::{CommentEvaluation, EvaluationScore};
pub use mark::{Arrow, DrawingColor, HighlightedSquare, InvalidArrow};
pub use segment::{Segment, Segments};

use memchr::memmem;

use crate::Text;
use crate::reader::{BRACE_SIGHT, EVENT};
use crate::unread_mark::{is_unread, unread_text};

/// The text of a comment on a move or a game: bytes that can occur in a PGN file.
///
/// The bytes are kept unchanged, except that line ends are normalized, because writers insert line
/// ends to wrap long lines. A single line end counts as a blank; two or more end a paragraph and
/// are kept as the same number of line feeds. Any comment can therefore be written, broken into
/// lines and read again.
///
/// The text may contain commands such as `[%clk 1:30:05]`. They are parsed on demand, so text and
/// commands that are not edited are preserved byte for byte.
///
/// ```
/// use core::time::Duration;
/// use reynard_pgn::{Annotation, CommentText};
///
/// let mut comment = CommentText::new("[%clk 0:03:00] a mistake");
/// let three_minutes = Duration::from_secs(180);
/// assert_eq!(comment.annotations().next(), Some(Annotation::Clock(three_minutes)));
/// assert_eq!(comment.text(), "a mistake");
///
/// comment.set(&Annotation::Clock(Duration::from_secs(179)));
/// assert_eq!(comment.as_bytes(), b"[%clk 0:02:59] a mistake");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct CommentText {
    bytes: Box<[u8]>,
}

impl CommentText {
    /// Creates a comment with this text.
    ///
    /// A comment in braces cannot contain a closing brace. Nor can it contain an `Event` tag if it
    /// also contains an opening brace or is 16 KiB or longer. A comment for which braces cannot be
    /// used is written after a semicolon, up to the end of the line, so *all* its line ends become
    /// blanks. Line ends before `%` and `[`, which have another meaning at the start of a line,
    /// also become blanks.
    ///
    /// ```
    /// use reynard_pgn::CommentText;
    ///
    /// assert_eq!(CommentText::new("one\r\nline").as_bytes(), b"one line");
    /// assert_eq!(CommentText::new("two\n\nparagraphs").as_bytes(), b"two\n\nparagraphs");
    /// assert_eq!(CommentText::new("a }\n\n b").as_bytes(), b"a }   b");
    /// ```
    pub fn new(text: impl AsRef<[u8]>) -> Self {
        Self { bytes: unfold(text.as_ref()).into() }
    }

    /// Creates a comment that keeps unparsed text after the mark `[%unread]`: the text that a
    /// reader hands over as [unread](crate::Visitor::unread). The whole comment is a single
    /// command, so no part of it is mistaken for a clock time, an evaluation or text about the
    /// previous move. When the comment is read back, the reader reports it again.
    ///
    /// ```
    /// use reynard_pgn::CommentText;
    ///
    /// let comment = CommentText::unread("2. Ke3 {[%clk 0:01:00]} Nc6");
    /// assert_eq!(comment.as_bytes(), b"[%unread] 2. Ke3 {[%clk 0:01:00]} Nc6");
    /// assert_eq!(comment.unread_text(), Some(&b"2. Ke3 {[%clk 0:01:00]} Nc6"[..]));
    /// assert_eq!((comment.commands().count(), comment.text().len()), (1, 0));
    /// ```
    pub fn unread(text: impl AsRef<[u8]>) -> Self {
        Self::new([b"[%unread] ", text.as_ref().trim_ascii()].concat())
    }

    /// Returns the unparsed text that the comment keeps, or `None` if the comment does not keep
    /// any.
    pub fn unread_text(&self) -> Option<&[u8]> {
        is_unread(&self.bytes).then(|| unread_text(&self.bytes))
    }

    /// Returns the bytes, including all commands.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns `true` if the comment is empty.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Decodes the comment as UTF-8 if it is valid UTF-8, and as Latin-1 otherwise.
    ///
    /// ```
    /// use reynard_pgn::CommentText;
    ///
    /// assert_eq!(CommentText::new(b"Gr\xfcnfeld").decode(), "Grünfeld");
    /// assert_eq!(CommentText::new("Grünfeld").decode(), "Grünfeld");
    /// ```
    pub fn decode(&self) -> Cow<'_, str> {
        Text::of_comment(&self.bytes).decode()
    }

    /// Returns the text and the commands, in order.
    ///
    /// ```
    /// use reynard_pgn::CommentText;
    ///
    /// assert_eq!(CommentText::new("hot [%clk 0:01:00] sharp").segments().count(), 3);
    /// ```
    pub fn segments(&self) -> Segments<'_> {
        Segments::new(&self.bytes)
    }

    /// Returns the commands as written.
    ///
    /// ```
    /// use reynard_pgn::CommentText;
    ///
    /// let comment = CommentText::new("[%clk 0:01:00]");
    /// assert_eq!(comment.commands().next().unwrap().name, b"clk");
    /// ```
    pub fn commands(&self) -> impl Iterator<Item = CommentCommand<'_>> {
        self.segments().filter_map(|segment| match segment {
            Segment::CommentCommand(command) => Some(command),
            Segment::Text(_) => None,
        })
    }

    /// Returns the commands and their meanings.
    ///
    /// ```
    /// use reynard_pgn::{Annotation, CommentText, EvaluationScore};
    ///
    /// let comment = CommentText::new("[%eval -1.50,22] [%foo bar]");
    /// let found: Vec<Annotation> = comment.annotations().collect();
    /// let Annotation::Evaluation(evaluation) = found[0] else { panic!() };
    /// assert_eq!(evaluation.score, EvaluationScore::Centipawns(-150));
    /// assert_eq!(evaluation.depth, Some(22));
    /// assert!(matches!(found[1], Annotation::Unknown(command) if command.name == b"foo"));
    /// ```
    pub fn annotations(&self) -> impl Iterator<Item = Annotation<'_>> {
        self.commands().map(Annotation::from)
    }

    /// Returns the human-readable text: the comment without its commands and the blanks around
    /// them.
    ///
    /// ```
    /// use reynard_pgn::CommentText;
    ///
    /// let comment = CommentText::new(" [%csl Ga1] White [%cal Ga1a8] wins [%clk 0:00:01] ");
    /// assert_eq!(comment.text(), "White wins");
    /// ```
    pub fn text(&self) -> Cow<'_, str> {
        let mut texts = self.segments().filter_map(|segment| match segment {
            Segment::Text(text) => Some(text.trim_ascii()).filter(|text| !text.is_empty()),
            Segment::CommentCommand(_) => None,
        });
        let Some(first) = texts.next() else { return Cow::Borrowed("") };
        let mut text = Text::of_comment(first).decode();
        for more in texts {
            let text = text.to_mut();
            text.push(' ');
            text.push_str(&Text::of_comment(more).decode());
        }
        text
    }

    /// Sets a command. If the comment already has commands with the same name, the new command
    /// replaces the first of them and the others are removed. Otherwise, the new command is added
    /// after the commands at the beginning of the comment.
    ///
    /// ```
    /// use core::time::Duration;
    /// use reynard_pgn::{Annotation, CommentText};
    ///
    /// let mut comment = CommentText::new("[%eval 0.25] better");
    /// comment.set(&Annotation::Clock(Duration::from_millis(62_500)));
    /// assert_eq!(comment.as_bytes(), b"[%eval 0.25] [%clk 0:01:02.5] better");
    /// ```
    ///
    /// A comment that keeps [unread](Self::unread_text) text stays as it is.
    pub fn set(&mut self, annotation: &Annotation<'_>) {
        if is_unread(&self.bytes) {
            return;
        }
        let name = annotation.name();
        let new = annotation.to_bytes();
        let mut edited = Vec::with_capacity(self.bytes.len() + new.len() + 1);
        if self.commands().any(|command| command.name == name) {
            let mut placed = false;
            for segment in self.segments() {
                match segment {
                    Segment::CommentCommand(command) if command.name == name => {
                        if placed {
                            drop_blank(&mut edited);
                        } else {
                            edited.extend_from_slice(&new);
                        }
                        placed = true;
                    }
                    other => edited.extend_from_slice(other.as_bytes()),
                }
            }
        } else {
            let lead = self.lead();
            let (before, after) = self.bytes.split_at(lead);
            edited.extend_from_slice(before);
            if before.last() == Some(&b']') {
                edited.push(b' ');
            }
            edited.extend_from_slice(&new);
            if after.first().is_some_and(|byte| !byte.is_ascii_whitespace()) {
                edited.push(b' ');
            }
            edited.extend_from_slice(after);
        }
        *self = Self::new(edited);
    }

    /// Removes the commands with the given name, each together with the blank before it, or with
    /// the blank after it if the command is at the beginning of the comment. Returns `true` if any
    /// command was removed.
    ///
    /// ```
    /// let mut comment =
    ///     reynard_pgn::CommentText::new("[%clk 0:00:01] lost [%emt 0:00:02] on time");
    /// assert!(comment.remove(b"clk") && comment.remove(b"emt"));
    /// assert_eq!(comment.as_bytes(), b"lost on time");
    /// assert!(!comment.remove(b"eval"));
    /// ```
    pub fn remove(&mut self, name: &[u8]) -> bool {
        self.retain_commands(|command| command.name != name)
    }

    /// Removes every command for which `keep` returns `false`. Returns `true` if any command was
    /// removed. Unparsed text stays.
    pub fn retain_commands(&mut self, mut keep: impl FnMut(CommentCommand<'_>) -> bool) -> bool {
        if is_unread(&self.bytes) {
            return false;
        }
        let mut edited = Vec::with_capacity(self.bytes.len());
        let mut removed = false;
        let mut skip_blank = false;
        for segment in self.segments() {
            match segment {
                Segment::CommentCommand(command) if !keep(command) => {
                    removed = true;
                    let before = edited.len();
                    drop_blank(&mut edited);
                    skip_blank = before == edited.len();
                }
                other => {
                    let bytes = other.as_bytes();
                    let blank = skip_blank && bytes.first() == Some(&b' ');
                    edited.extend_from_slice(&bytes[usize::from(blank)..]);
                    skip_blank = false;
                }
            }
        }
        if removed {
            *self = Self::new(edited);
        }
        removed
    }

    /// Returns the offset of the end of the leading commands, or of the leading blanks if there are
    /// no commands.
    fn lead(&self) -> usize {
        let mut end = 0;
        let mut lead = self.bytes.len() - self.bytes.trim_ascii_start().len();
        for segment in self.segments() {
            end += segment.as_bytes().len();
            match segment {
                Segment::CommentCommand(_) => lead = end,
                Segment::Text(text) if text.trim_ascii().is_empty() => {}
                Segment::Text(_) => break,
            }
        }
        lead
    }
}

impl AsRef<[u8]> for CommentText {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl From<&str> for CommentText {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl fmt::Debug for CommentText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CommentText({:?})", self.decode())
    }
}

fn drop_blank(bytes: &mut Vec<u8>) {
    if bytes.last() == Some(&b' ') {
        bytes.pop();
    }
}

/// Returns `true` if the text, written in braces, would not be read back as the same comment: it
/// contains a closing brace, or it contains an `Event` tag and may seem to end before that tag.
pub(crate) fn needs_line(text: &[u8]) -> bool {
    text.contains(&b'}')
        || (text.contains(&b'{') || text.len() >= BRACE_SIGHT)
            && memmem::find(text, EVENT).is_some()
}

/// Undoes the breaking of lines: see [`CommentText::new`].
fn unfold(text: &[u8]) -> Vec<u8> {
    let mut unfolded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&byte| matches!(byte, b'\n' | b'\r')) {
        unfolded.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        let mut ends = 0;
        while let Some(after) = rest
            .strip_prefix(b"\r\n")
            .or_else(|| rest.strip_prefix(b"\n"))
            .or_else(|| rest.strip_prefix(b"\r"))
        {
            ends += 1;
            rest = after;
        }
        let paragraph = ends > 1 && !matches!(rest.first(), Some(b'%' | b'['));
        unfolded.resize(unfolded.len() + ends, if paragraph { b'\n' } else { b' ' });
    }
    unfolded.extend_from_slice(rest);
    // A tag that is broken into lines is one of these texts only now.
    if needs_line(&unfolded) {
        unfolded.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
    }
    unfolded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, edit: impl FnOnce(&mut CommentText)) -> String {
        let mut comment = CommentText::new(text);
        edit(&mut comment);
        comment.decode().into_owned()
    }

    #[test]
    fn line_ends_are_unfolded_once_and_for_all() {
        for (text, expected) in [
            ("", ""),
            ("a\nb\rc\r\nd", "a b c d"),
            ("a\n\nb\r\n\r\n\r\nc", "a\n\nb\n\n\nc"),
            ("a\n \nb", "a   b"),
            ("a\n\n%b\n\n[c", "a  %b  [c"),
            ("\n\na}\n", "  a} "),
            ("{a\n\nb [Event\n\"", "{a  b [Event \""),
        ] {
            let comment = CommentText::new(text);
            assert_eq!(comment.as_bytes(), expected.as_bytes());
            assert_eq!(CommentText::new(comment.as_bytes()), comment);
        }
    }

    #[test]
    fn setting_replaces_in_place_and_drops_doubles() {
        let clock = Annotation::Clock(core::time::Duration::from_secs(5));
        let set = |text| edited(text, |comment| comment.set(&clock));
        assert_eq!(set(""), "[%clk 0:00:05]");
        assert_eq!(set("text"), "[%clk 0:00:05] text");
        assert_eq!(set(" text "), " [%clk 0:00:05] text ");
        assert_eq!(set("a [%clk 1:00:00] b"), "a [%clk 0:00:05] b");
        assert_eq!(set("[%clk 1:00:00] [%clk nonsense] b"), "[%clk 0:00:05] b");
        assert_eq!(set("[%a 1][%b 2] c"), "[%a 1][%b 2] [%clk 0:00:05] c");
        assert_eq!(set(" [%a 1] "), " [%a 1] [%clk 0:00:05] ");
    }

    #[test]
    fn removing_leaves_no_blanks_behind() {
        let remove = |text| edited(text, |comment| assert!(comment.remove(b"clk")));
        assert_eq!(remove("[%clk 1]"), "");
        assert_eq!(remove("[%clk 1] a"), "a");
        assert_eq!(remove("a [%clk 1] b"), "a b");
        assert_eq!(remove("a [%clk 1]"), "a");
        assert_eq!(remove("[%clk 1] [%eval 1.0]"), "[%eval 1.0]");
        assert_eq!(remove(" [%clk 1] [%clk 2] "), " ");
    }
}
