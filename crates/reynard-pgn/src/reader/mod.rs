//! The reader: one pass, one buffer.

mod annotations;
mod between;
mod character;
mod class;
mod comment;
mod comment_end;
mod game;
mod lines;
mod machine;
mod movetext;
mod piece;
mod play;
mod prelude;
mod quick;
mod result_mark;
mod source;
#[cfg(feature = "parallel")]
mod split;
mod start;
mod sure_start;
mod swar;
mod tag_pair;
mod tag_section;
mod variation;
mod window;
mod word;

use std::fmt;
use std::io::{self, Read};

pub use source::{ByteSource, Bytes, Stream};

pub(crate) use self::character::is_invisible;
pub(crate) use self::comment_end::BRACE_SIGHT;
pub(crate) use self::lines::LineCounter;
#[cfg(feature = "parallel")]
pub(crate) use self::split::may_split;
pub use self::sure_start::{SureStart, TextEnd, sure_game_start};
pub(crate) use self::tag_pair::EVENT;

use self::machine::{LOOK_BACK, Machine, Step};
use self::window::Window;
use crate::diagnostic::Diagnostic;
use crate::{GameEnd, ReaderOptions, Visitor};

/// Reads games one after another and calls a [`Visitor`] with their contents.
///
/// # Where a game begins and ends
///
/// Files can be damaged in any way, so games are delimited by fixed rules that do not depend on how
/// much the visitor reads:
///
/// * A game begins with a tag pair. Without tags, it begins with a move: with move number 1 at the
///   beginning of a line, or with any move at the beginning of the file or after an empty line.
///   Comments before the game belong to it, as do those among its tags.
/// * A game ends with a termination mark outside of variations; within a variation the mark has no
///   effect. The text after the mark, up to the next empty line, belongs to the game. So does the
///   text after that line if it is followed only by an empty line and an `Event` tag, or by nothing
///   at all. The end of a game is therefore reported only when the next one begins.
/// * A game without a result ends at the end of the input, or where another game begins: at a line
///   that begins with an `Event` tag, at a line that begins with any tag and follows an empty line,
///   or at move number 1 of White after an empty line if the game already has moves. An `Event` tag
///   up to its quote begins another game even in the middle of a line of moves. Among tags, another
///   game begins at an `Event` tag after an empty line, or where the first tag is repeated after an
///   empty line.
/// * An unclosed comment does not hide a game. Within a comment, a tag pair in the first column
///   after an empty line, up to the quote of its value, begins a game if the comment is unclosed,
///   as does an `Event` tag anywhere. A comment is unclosed if, after that place, a brace opens
///   before one closes, or no brace follows within 16 KiB. An `Event` tag within the value of an
///   unclosed tag also begins a game.
/// * Up to 60 blanks at the beginning of a line are ignored, except before a tag pair within a
///   comment. A byte order mark before the blanks is ignored as well. A line that consists of
///   blanks is not empty. Non-ASCII blanks and dashes count as blanks and dashes, and invisible
///   characters are ignored.
/// * A line of text between games belongs to the previous game or, after an empty line, to the next
///   one.
///
/// A diagnostic is reported for a game without a result, an unclosed comment, and text between
/// games. After an illegal move, the rest of its line is handed over as
/// [unread](crate::Visitor::unread) text; if the line is a variation, its parent line continues.
/// The legality of moves never changes where games begin and end.
///
/// # Memory
///
/// A stream has one buffer of 128 KiB, which grows with the longest comment up to twice the
/// [limit](crate::PgnLimits) for comments. Apart from this buffer, memory use does not grow with
/// the input.
///
/// ```
/// use reynard_pgn::{Reader, Visitor};
///
/// struct Nothing;
/// impl Visitor for Nothing {}
///
/// let mut reader = Reader::new(std::io::Cursor::new("1. e4 e5 1/2-1/2\n\n1. d4 *\n"));
/// let first = reader.read_game(&mut Nothing)?.unwrap();
/// assert_eq!((first.number, first.plies), (1, 2));
/// let second = reader.read_game(&mut Nothing)?.unwrap();
/// assert_eq!((second.number, second.plies), (2, 1));
/// assert!(reader.read_game(&mut Nothing)?.is_none());
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<S> {
    source: S,
    machine: Machine,
    failure: Option<io::Error>,
}

impl<R: Read> Reader<Stream<R>> {
    /// Creates a reader for a file, a pipe or another source of bytes. The reader has its own
    /// buffer.
    ///
    /// ```
    /// # struct Nothing;
    /// # impl reynard_pgn::Visitor for Nothing {}
    /// use reynard_pgn::Reader;
    ///
    /// let pipe = std::io::Cursor::new("1. e4 *");
    /// assert_eq!(Reader::new(pipe).read_all(&mut Nothing)?.games, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(read: R) -> Self {
        Self::of_source(Stream::new(read))
    }
}

impl<'a> Reader<Bytes<'a>> {
    /// Creates a reader for bytes in memory, which are not copied.
    ///
    /// ```
    /// # struct Nothing;
    /// # impl reynard_pgn::Visitor for Nothing {}
    /// use reynard_pgn::Reader;
    ///
    /// assert_eq!(Reader::from_bytes(b"1. e4 e5 *").read_all(&mut Nothing)?.plies, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &'a [u8]) -> Self {
        Self::of_source(Bytes(bytes))
    }
}

impl<S: ByteSource> Reader<S> {
    fn of_source(source: S) -> Self {
        Self { source, machine: Machine::new(ReaderOptions::default()), failure: None }
    }

    /// Returns the reader with the given options. Call this before anything has been read.
    ///
    /// ```
    /// # struct Nothing;
    /// # impl reynard_pgn::Visitor for Nothing {}
    /// use reynard_pgn::{ErrorPolicy, Reader, ReaderOptions};
    ///
    /// let options = ReaderOptions { policy: ErrorPolicy::Stop, ..ReaderOptions::default() };
    /// let mut reader = Reader::from_bytes(b"1. Ke2 *").with_options(options);
    /// assert!(reader.read_all(&mut Nothing).is_err());
    /// ```
    #[must_use]
    pub fn with_options(mut self, options: ReaderOptions) -> Self {
        let offset = options.offset;
        self.machine.options = options;
        if offset > 0 { self.placed_at(offset, LineCounter::at(offset)) } else { self }
    }

    /// Reads up to the end of the next game. Returns `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Returns [`ReadError`] if reading the input failed, or if an error
    /// [stopped](crate::ErrorPolicy::Stop) reading. In the latter case, the game that contains the
    /// error has already been returned by an earlier call.
    ///
    /// ```
    /// # struct Nothing;
    /// # impl reynard_pgn::Visitor for Nothing {}
    /// use reynard_pgn::Reader;
    ///
    /// let mut reader = Reader::from_bytes(b"1. e4 *");
    /// assert!(
    ///     reader.read_game(&mut Nothing)?.is_some()
    ///         && reader.read_game(&mut Nothing)?.is_none()
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<Option<GameEnd>, ReadError> {
        if let Some(diagnostic) = self.machine.prelude.stopped.take() {
            self.machine.phase = machine::Phase::Over;
            return Err(ReadError::Stopped(diagnostic));
        }
        loop {
            let is_complete = self.source.is_complete();
            let window = Window { text: self.source.window(), is_complete };
            match self.machine.run(window, visitor) {
                Step::GameOver(end) => return Ok(Some(end)),
                Step::More => self.see_more(),
                Step::InputOver => {
                    if let Some(error) = self.failure.take() {
                        return Err(ReadError::Io(error));
                    }
                    if let Some(diagnostic) = self.machine.prelude.stopped.take() {
                        return Err(ReadError::Stopped(diagnostic));
                    }
                    return Ok(None);
                }
            }
        }
    }

    /// Reads all remaining games.
    ///
    /// # Errors
    ///
    /// Same as for [`Reader::read_game`].
    ///
    /// ```
    /// # struct Nothing;
    /// # impl reynard_pgn::Visitor for Nothing {}
    /// use reynard_pgn::Reader;
    ///
    /// assert_eq!(Reader::from_bytes(b"1. e4 *\n\n1. d4 *").read_all(&mut Nothing)?.games, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_all<V: Visitor>(&mut self, visitor: &mut V) -> Result<Totals, ReadError> {
        let mut totals = Totals::default();
        self.read_counting(visitor, &mut totals).map(|()| totals)
    }

    /// Reads all remaining games and adds them to `totals`. If an error ends reading, the games
    /// before it are still counted.
    pub(crate) fn read_counting<V: Visitor>(
        &mut self,
        visitor: &mut V,
        totals: &mut Totals,
    ) -> Result<(), ReadError> {
        let start = self.offset();
        let result = loop {
            match self.read_game(visitor) {
                Ok(Some(end)) => {
                    totals.games += 1;
                    totals.plies += end.plies;
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        totals.bytes = self.offset() - start;
        result
    }

    /// Returns the reader, placed at the location of a chunk in a larger input.
    pub(crate) fn placed_at(mut self, offset: u64, lines: LineCounter) -> Self {
        self.machine.base = offset;
        self.machine.lines = lines;
        if offset > 0 {
            self.machine.phase = machine::Phase::Between;
        }
        self
    }

    /// Numbers the following games from 1.
    #[cfg(feature = "parallel")]
    pub(crate) const fn restart_count(&mut self) {
        self.machine.game.number = 0;
    }

    /// Returns the reader for text that ends with an input error.
    #[cfg(feature = "parallel")]
    pub(crate) fn ending_with(mut self, failure: Option<io::Error>) -> Self {
        self.machine.failure = failure.as_ref().map(io::Error::kind);
        self.failure = failure;
        self
    }

    /// Returns the byte offset up to which the input has been read.
    pub const fn offset(&self) -> u64 {
        self.machine.base + self.machine.pos as u64
    }

    /// Returns the byte offset of the end of the last game that was handed over.
    #[cfg(feature = "parallel")]
    pub(crate) fn unfinished_from(&self) -> u64 {
        self.machine.prelude.start().unwrap_or_else(|| self.offset())
    }

    /// Advances the window, and at least doubles the visible part of an item that continues beyond
    /// the window. Rescanning the item therefore costs no more than a constant factor.
    fn see_more(&mut self) {
        let machine = &mut self.machine;
        let drop = machine.pos.saturating_sub(LOOK_BACK);
        let window = self.source.window();
        let pending = window.len() - machine.pos;
        machine.lines.count_to(window, machine.base, drop);
        machine.base += drop as u64;
        machine.pos -= drop;
        if let Err(error) = self.source.advance(drop, machine.pos + 2 * pending + 1) {
            machine.failure = Some(error.kind());
            self.failure = Some(error);
        }
    }
}

/// Sums over the games of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Number of games.
    pub games: u64,
    /// Number of plies in main lines.
    pub plies: u64,
    /// Number of bytes.
    pub bytes: u64,
}

/// The error that ended reading early.
#[derive(Debug)]
pub enum ReadError {
    /// Reading the input failed.
    Io(io::Error),
    /// There was an error in a game, and the [policy](crate::ErrorPolicy) is to stop at the first
    /// error.
    Stopped(Box<Diagnostic>),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Stopped(diagnostic) => diagnostic.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Stopped(_) => None,
        }
    }
}
