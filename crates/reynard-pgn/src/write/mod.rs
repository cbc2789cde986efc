//! Writing games.
//!
//! * `options`: selection and style of the parts written;
//! * `comment`: breaking comments into words;
//! * `lines`: breaking words into lines.

mod comment;
mod lines;
mod options;

use std::fmt;
use std::io::{self, Write};

use reynard::{CastlingNotation, Color, Move, Position, UciMove};

use crate::unread_text::UnreadText;
use crate::{GameTree, Nag, NodeId, Step, Tag, Tags, Termination, TreeWalkStep};
use lines::{Closed, Lines, Opened};
pub use options::{
    CommentParts, MoveNotation, NagStyle, TagOrder, TagSelection, Variations, WriterOptions,
};

/// A writer of games in PGN, each followed by an empty line.
///
/// The default is the export format of the standard: the complete Seven Tag Roster first, the other
/// tags by name, lines of fewer than 80 characters. Every game is read back as the same game, even
/// if its strings contain brackets or line ends; see [`CommentText`](crate::CommentText).
///
/// Whole games are written with [`write`](Self::write). The other methods write a game from its
/// parts, as a [`Reader`](crate::Reader) delivers them, without holding all of it in memory: its
/// tags, then its movetext, then its [end](Self::end_game).
///
/// ```
/// use reynard_pgn::{GameTree, NodeId, PgnWriter, Termination};
///
/// let mut game = GameTree::new();
/// game.set_tag("White", "Réti")?;
/// game.cursor(NodeId::ROOT).play_san("Nf3")?;
/// game.set_result(Termination::WhiteWins);
///
/// let mut writer = PgnWriter::new(Vec::new());
/// writer.write(&game)?;
/// assert_eq!(
///     String::from_utf8(writer.into_inner())?,
///     r#"[Event "?"]
/// [Site "?"]
/// [Date "????.??.??"]
/// [Round "?"]
/// [White "Réti"]
/// [Black "?"]
/// [Result "1-0"]
///
/// 1. Nf3 1-0
///
/// "#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PgnWriter<W> {
    out: W,
    options: WriterOptions,
    lines: Lines,
    /// Set if the next move by Black needs a move number.
    number: Number,
    /// Depth of open variations that are not written.
    omitted: usize,
    /// Castling notation in UCI moves, determined by the position before the first move.
    castling: Option<CastlingNotation>,
    last: Last,
    /// The last part written before a variation that does not yet contain a word.
    before_empty: Option<Last>,
    /// Unparsed text, collected until something else is written.
    unread: UnreadText,
}

/// The last part written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Move,
    Other,
}

/// Indicates whether a move by Black needs a move number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Needed,
    Clear,
}

/// Size at which the buffer is flushed, in bytes.
const FULL: usize = 1 << 16;

impl<W: Write> PgnWriter<W> {
    /// Creates a writer in export format.
    ///
    /// ```
    /// use reynard_pgn::{GameTree, PgnWriter};
    ///
    /// let mut writer = PgnWriter::new(Vec::new());
    /// writer.write(&GameTree::new())?;
    /// assert!(writer.get_ref().ends_with(b"*\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(out: W) -> Self {
        Self::with_options(out, WriterOptions::default())
    }

    /// Creates a writer with options.
    ///
    /// ```
    /// use reynard_pgn::{GameTree, PgnWriter, TagSelection, WriterOptions};
    ///
    /// let options = WriterOptions { tags: TagSelection::AsIs, ..WriterOptions::FULL };
    /// let mut writer = PgnWriter::with_options(Vec::new(), options);
    /// writer.write(&GameTree::new())?;
    /// assert!(!writer.into_inner().starts_with(b"[Event"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_options(out: W, options: WriterOptions) -> Self {
        Self {
            out,
            lines: Lines::new(options.width),
            options,
            number: Number::Needed,
            omitted: 0,
            castling: None,
            last: Last::Other,
            before_empty: None,
            unread: UnreadText::default(),
        }
    }

    /// Returns a reference to the underlying sink.
    pub const fn get_ref(&self) -> &W {
        &self.out
    }

    /// Returns a mutable reference to the underlying sink. Use it only between two games.
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Returns the underlying sink. The text of a game that has not been ended is lost, unless it
    /// has been [flushed](Self::flush).
    pub fn into_inner(self) -> W {
        self.out
    }

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// Returns any error from the sink.
    ///
    /// ```
    /// use reynard_pgn::{Games, PgnWriter};
    ///
    /// let mut writer = PgnWriter::new(Vec::new());
    /// for game in Games::from_bytes(b"1.e2-e4 *") {
    ///     writer.write(&game?.tree)?;
    /// }
    /// assert!(String::from_utf8_lossy(writer.get_ref()).contains("1. e4 *"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&mut self, game: &GameTree) -> io::Result<()> {
        if game.tags().is_empty() && game.is_empty() && !game.comments(NodeId::ROOT).is_empty() {
            // Comments and a mark alone are not a game.
            let mut tags = Tags::default();
            tags.push(Tag::new(b"Result", game.mark().as_str().as_bytes()));
            self.tags(&tags, game.result())?;
        } else {
            self.tags(game.tags(), game.result())?;
        }
        for &nag in game.nags(NodeId::ROOT) {
            self.nag(nag);
        }
        for comment in game.comments(NodeId::ROOT) {
            self.comment(comment.as_bytes())?;
        }
        let mut pos = game.start().clone();
        let mut before = pos.clone();
        let mut open = Vec::new();
        for step in game.walk() {
            match step {
                TreeWalkStep::BeginVariation => {
                    open.push((pos.clone(), before.clone()));
                    pos.clone_from(&before);
                    self.begin_variation();
                }
                TreeWalkStep::EndVariation => {
                    if let Some(positions) = open.pop() {
                        (pos, before) = positions;
                    }
                    self.end_variation();
                }
                TreeWalkStep::Node(id) => {
                    before.clone_from(&pos);
                    self.node(game, id, &mut pos)?;
                }
            }
        }
        self.end_game(game.mark())
    }

    fn node(&mut self, game: &GameTree, id: NodeId, pos: &mut Position) -> io::Result<()> {
        for &nag in game.nags_before(id) {
            self.nag(nag);
        }
        for comment in game.comments_before(id) {
            self.comment(comment.as_bytes())?;
        }
        let Some(step) = game.step(id) else { return Ok(()) };
        match step {
            Step::Move(mv) => self.mv(pos, mv)?,
            Step::Null => self.null_move(pos)?,
        }
        step.play(pos);
        for &nag in game.nags(id) {
            self.nag(nag);
        }
        for comment in game.comments(id) {
            self.comment(comment.as_bytes())?;
        }
        Ok(())
    }

    /// Begins a game: writes its tags, in the order and with the additions selected in the options,
    /// and the empty line after them. The `Result` tag is set to `result` if its value is unknown.
    /// A variant spelling of one of the four marks is changed to the standard spelling, unless the
    /// options keep tags as they are. Any other value stays.
    ///
    /// # Errors
    ///
    /// Returns any error from the sink.
    pub fn tags(&mut self, tags: &Tags, result: Termination) -> io::Result<()> {
        self.begin_moves();
        let selected = self.options.select(tags, result);
        for tag in &selected {
            write_tag(tag, self.lines.text_mut());
        }
        if !selected.is_empty() {
            self.lines.verbatim(b"\n");
        }
        self.hand_on(FULL)
    }

    /// Begins the moves of a game without writing its tags. Not needed after [`tags`](Self::tags),
    /// which also begins the moves.
    ///
    /// ```
    /// use reynard_pgn::{PgnWriter, Termination};
    ///
    /// let mut writer = PgnWriter::new(Vec::new());
    /// writer.begin_moves();
    /// writer.end_game(Termination::Draw)?;
    /// assert_eq!(writer.into_inner(), b"1/2-1/2\n\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn begin_moves(&mut self) {
        self.unread.clear();
        self.castling = None;
        self.number = Number::Needed;
        self.omitted = 0;
        self.before_empty = None;
    }

    /// Writes a move, with its number if required. The move must be legal in `before`.
    ///
    /// # Errors
    ///
    /// Returns any error from the sink.
    pub fn mv(&mut self, before: &Position, mv: Move) -> io::Result<()> {
        self.write_unread();
        if self.omitted == 0 {
            self.number(before);
            match self.options.notation {
                MoveNotation::San => self.lines.extend(before.san(mv).as_bytes()),
                MoveNotation::Lan => self.lines.extend(before.lan(mv).as_bytes()),
                MoveNotation::Uci => {
                    let castling = *self
                        .castling
                        .get_or_insert_with(|| CastlingNotation::for_position(before));
                    self.lines.extend(UciMove::new(mv, castling).to_string().as_bytes());
                }
            }
            self.last = Last::Move;
        }
        self.hand_on(FULL)
    }

    /// Writes a null move: `--`.
    ///
    /// # Errors
    ///
    /// Returns any error from the sink.
    pub fn null_move(&mut self, before: &Position) -> io::Result<()> {
        self.write_unread();
        if self.omitted == 0 {
            self.number(before);
            self.lines.extend(b"--");
            self.last = Last::Other;
        }
        self.hand_on(FULL)
    }

    /// Writes an annotation after a move or a comment.
    pub fn nag(&mut self, nag: Nag) {
        self.write_unread();
        if self.omitted > 0 || self.options.nags == NagStyle::Omitted {
            return;
        }
        let suffix = nag.glyph().filter(|_| {
            self.options.nags == NagStyle::Suffixes && nag.is_suffix() && self.last == Last::Move
        });
        if let Some(suffix) = suffix {
            self.lines.extend(suffix.as_bytes());
        } else {
            self.begin_word();
            self.lines.extend(nag.to_string().as_bytes());
        }
        self.last = Last::Other;
    }

    /// Writes a comment with the given text, or only the parts of it that the options select.
    ///
    /// # Errors
    ///
    /// Returns any error from the sink.
    pub fn comment(&mut self, text: &[u8]) -> io::Result<()> {
        self.write_unread();
        if self.omitted == 0
            && let Some(remark) = comment::select(text, self.options.comments)
        {
            self.begin_word();
            comment::write(remark.as_bytes(), &mut self.lines);
            self.number = Number::Needed;
            self.last = Last::Other;
        }
        self.hand_on(FULL)
    }

    /// Adds a chunk of unparsed text, as received by [`Visitor::unread`](crate::Visitor::unread).
    /// Consecutive chunks become one comment, after the mark `[%unread]`, regardless of the parts
    /// of comments that the options select.
    ///
    /// ```
    /// use reynard_pgn::{PgnWriter, Termination};
    ///
    /// let mut writer = PgnWriter::new(Vec::new());
    /// writer.begin_moves();
    /// writer.unread(b" 1.");
    /// writer.unread(b" Ke2");
    /// writer.end_game(Termination::Draw)?;
    /// assert_eq!(writer.into_inner(), b"{[%unread] 1. Ke2} 1/2-1/2\n\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn unread(&mut self, piece: &[u8]) {
        self.unread.add(piece);
    }

    /// Writes the unparsed text.
    fn write_unread(&mut self) {
        if let Some(comment) = self.unread.take()
            && self.omitted == 0
        {
            self.begin_word();
            comment::write(comment.as_bytes(), &mut self.lines);
            self.number = Number::Needed;
            self.last = Last::Other;
        }
    }

    /// Begins an alternative to the previous move.
    pub fn begin_variation(&mut self) {
        self.write_unread();
        if self.omitted > 0 || self.options.variations == Variations::Omitted {
            self.omitted += 1;
            return;
        }
        self.lines.open();
        self.before_empty.get_or_insert(self.last);
        self.last = Last::Other;
    }

    /// Ends a variation.
    pub fn end_variation(&mut self) {
        self.write_unread();
        if self.omitted > 0 {
            self.omitted -= 1;
            return;
        }
        match self.lines.close() {
            Closed::Variation => {
                self.number = Number::Needed;
                self.last = Last::Other;
            }
            // As if it had not been there.
            Closed::LastEmpty => self.last = self.before_empty.take().unwrap_or(self.last),
            Closed::Empty => {}
        }
    }

    /// Begins a word, after the opening brackets of any variations that do not yet contain a word.
    fn begin_word(&mut self) {
        if self.lines.begin_word() == Opened::Variations {
            self.number = Number::Needed;
            self.before_empty = None;
        }
    }

    /// Writes the termination mark and the empty line after it.
    ///
    /// # Errors
    ///
    /// Returns any error from the sink.
    pub fn end_game(&mut self, result: Termination) -> io::Result<()> {
        self.write_unread();
        self.lines.end_word();
        self.lines.extend(result.as_str().as_bytes());
        self.lines.end_line();
        self.lines.verbatim(b"\n");
        self.hand_on(0)
    }

    /// Flushes the text written so far. At the end of a game, this is done automatically.
    ///
    /// # Errors
    ///
    /// Returns any error from the sink.
    pub fn flush(&mut self) -> io::Result<()> {
        self.hand_on(0)?;
        self.out.flush()
    }

    /// Discards all text that has not been flushed, in order to drop an unfinished game.
    pub fn discard(&mut self) {
        self.lines = Lines::new(self.options.width);
        self.unread.clear();
        self.omitted = 0;
    }

    /// Writes the number of a move if required, and begins the word for the move.
    fn number(&mut self, before: &Position) {
        self.begin_word();
        let dots = match (before.turn(), self.number) {
            (Color::White, _) => ".",
            (Color::Black, Number::Needed) => "...",
            (Color::Black, Number::Clear) => return,
        };
        self.lines.extend(format!("{}{dots}", before.fullmove_number()).as_bytes());
        self.lines.end_word();
        self.number = Number::Clear;
    }

    /// Writes the finished text to the sink, provided that the text is longer than `len` bytes.
    fn hand_on(&mut self, len: usize) -> io::Result<()> {
        let text = self.lines.text_mut();
        if text.len() > len {
            self.out.write_all(text)?;
            text.clear();
        }
        Ok(())
    }
}

fn write_tag(tag: &Tag, text: &mut Vec<u8>) {
    text.push(b'[');
    text.extend_from_slice(tag.name());
    text.extend_from_slice(b" \"");
    for &byte in tag.value() {
        if matches!(byte, b'"' | b'\\') {
            text.push(b'\\');
        }
        text.push(byte);
    }
    text.extend_from_slice(b"\"]\n");
}

impl fmt::Display for GameTree {
    /// Writes the game in export format, with the empty line after it. Text that is not UTF-8 is
    /// read as Latin-1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = PgnWriter::new(Vec::new());
        writer.write(self).map_err(|_| fmt::Error)?;
        f.write_str(&crate::Text::of_comment(&writer.into_inner()).decode())
    }
}
