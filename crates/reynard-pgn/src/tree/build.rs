//! Building a tree from the events of a reader.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use super::{GameTree, NodeId, Step};
use crate::unread_text::UnreadText;
use crate::{
    ByteSource, Bytes, Comment, CommentText, Diagnostic, GameEnd, GameStart, Input, Integrity, Nag,
    NullMove, Played, ReadError, Reader, Skip, Stream, Termination, Text, Visitor,
};

/// A parsed game and its diagnostics.
///
/// A parsed game dereferences to its [`GameTree`], so the tags, moves and text are directly
/// accessible. To make changes, use the field [`tree`](Self::tree).
///
/// ```
/// use reynard_pgn::Games;
///
/// for game in Games::from_bytes(b"[White \"Morphy\"]\n\n1. e4 e5 1-0\n\n1. d4 *") {
///     let game = game?;
///     println!("{} {}", game.tags().text("White").unwrap_or_default(), game.moves().count());
/// }
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParsedGame {
    /// The game, up to the point where it could no longer be read.
    pub tree: GameTree,
    /// The location and integrity of the game.
    pub end: GameEnd,
    /// The diagnostics of the game and of the text before it, each with the text in question. There
    /// are at most [`TreeBuilder::MAX_DIAGNOSTICS`].
    pub diagnostics: Vec<Diagnostic>,
}

impl Deref for ParsedGame {
    type Target = GameTree;

    fn deref(&self) -> &GameTree {
        &self.tree
    }
}

/// A visitor that builds a [`GameTree`] from the events of a [`Reader`](crate::Reader). The
/// reader's [`ErrorPolicy`](crate::ErrorPolicy) decides how games with an error are treated.
///
/// A comment between a variation and the move that continues the line belongs to the move before
/// the variation. So does the content of a variation without moves. If the `Result` tag and the
/// mark after the moves differ, the known result takes precedence; if both are known, the tag does,
/// but the mark is still written after the moves. Unparsed text becomes a comment: see
/// [`CommentText::unread`].
///
/// ```
/// use reynard_pgn::{Reader, TreeBuilder};
///
/// let mut builder = TreeBuilder::new();
/// let pgn = b"[White \"Morphy\"]\n\n1. e4 e5 (1... c5 {later}) 2. Nf3 1-0\n";
/// let mut reader = Reader::from_bytes(pgn);
/// reader.read_all(&mut builder)?;
/// let game = builder.take().unwrap();
/// assert_eq!((game.main_line().count(), game.len()), (3, 4));
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TreeBuilder {
    tree: GameTree,
    /// The end of the current line.
    current: Place,
    /// The ends of the lines from which variations branch off.
    open: Vec<Place>,
    diagnostics: Vec<Diagnostic>,
    /// Unparsed text, collected until something else follows.
    unread: UnreadText,
    /// Set if the rules of the game are unknown. In that case, its movetext is kept as text.
    has_unknown_rules: bool,
    done: Option<ParsedGame>,
}

/// The end of a line.
#[derive(Clone, Debug)]
struct Place {
    /// The last move of the line or, at the beginning of a variation, the move before the
    /// variation.
    node: NodeId,
    /// Comments and annotations before the first move of a variation.
    lead: Option<Lead>,
}

#[derive(Clone, Debug, Default)]
struct Lead {
    nags: Vec<Nag>,
    comments: Vec<CommentText>,
}

impl Default for Place {
    fn default() -> Self {
        Self { node: NodeId::ROOT, lead: None }
    }
}

impl TreeBuilder {
    /// The maximum number of diagnostics kept for a game.
    pub const MAX_DIAGNOSTICS: usize = 1_000;

    /// Creates a builder without a game.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the last completed game. Returns `None` if it was already taken or if the reader's
    /// policy rejected it.
    pub fn take(&mut self) -> Option<ParsedGame> {
        self.done.take()
    }

    fn add(&mut self, step: Step) {
        let id = self.tree.push(self.current.node, step);
        let lead = self.current.lead.take().unwrap_or_default();
        for nag in lead.nags {
            self.tree.add_nag_before(id, nag);
        }
        for comment in lead.comments {
            self.tree.add_comment_before(id, comment);
        }
        self.current.node = id;
    }

    fn settle_result(&mut self, mark: Option<Termination>) {
        let result = self.tree.tags.result(mark);
        self.tree.tags.settle_result(result);
        self.tree.result = result;
        let mark = self.tree.tags.mark(mark);
        self.tree.other_mark = (mark != result).then_some(mark);
    }

    /// Adds the unparsed text as a comment.
    fn add_unread(&mut self) {
        if let Some(comment) = self.unread.take() {
            self.add_comment(comment);
        }
    }

    fn add_comment(&mut self, comment: CommentText) {
        match &mut self.current.lead {
            Some(lead) => lead.comments.push(comment),
            None => self.tree.add_comment(self.current.node, comment),
        }
    }
}

impl Visitor for TreeBuilder {
    fn begin_game(&mut self, _: GameStart) {
        self.tree = GameTree::new();
        self.current = Place::default();
        self.open.clear();
        self.unread.clear();
        self.has_unknown_rules = false;
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tree.tags.add(name, value);
    }

    fn start_position(&mut self, position: &reynard::Position) {
        self.tree.start.clone_from(position);
    }

    fn san(&mut self, token: &[u8]) -> Skip {
        // The rules are not known; a diagnostic says so.
        self.has_unknown_rules = true;
        self.unread.add(b" ");
        self.unread.add(token);
        Skip::No
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.add_unread();
        self.add(Step::Move(played.mv));
        Skip::No
    }

    fn null_move(&mut self, _: &NullMove<'_>) -> Skip {
        self.add_unread();
        self.add(Step::Null);
        Skip::No
    }

    fn nag(&mut self, nag: Nag) {
        if self.has_unknown_rules {
            self.unread.add(format!(" {nag}").as_bytes());
            return;
        }
        self.add_unread();
        match &mut self.current.lead {
            Some(lead) => lead.nags.push(nag),
            None => self.tree.add_nag(self.current.node, nag),
        }
    }

    fn comment(&mut self, comment: Comment<'_>) {
        if self.has_unknown_rules {
            self.unread.add(&[b" {", comment.text.raw(), b"}"].concat());
            return;
        }
        self.add_unread();
        self.add_comment(CommentText::new(comment.text.raw()));
    }

    fn unread(&mut self, text: &[u8]) {
        self.unread.add(text);
    }

    fn begin_variation(&mut self) -> Skip {
        if self.has_unknown_rules {
            self.unread.add(b" (");
            return Skip::No;
        }
        self.add_unread();
        let begins = self.current.lead.is_some();
        let Some(parent) = self.tree.parent(self.current.node).filter(|_| !begins) else {
            return Skip::Yes;
        };
        let place = Place { node: parent, lead: Some(Lead::default()) };
        self.open.push(std::mem::replace(&mut self.current, place));
        Skip::No
    }

    fn end_variation(&mut self) {
        if self.has_unknown_rules {
            self.unread.add(b")");
            return;
        }
        self.add_unread();
        let Some(before) = self.open.pop() else { return };
        let ended = std::mem::replace(&mut self.current, before);
        if let Some(lead) = ended.lead {
            lead.nags.into_iter().for_each(|nag| self.nag(nag));
            for comment in lead.comments {
                self.tree.add_comment(self.current.node, comment);
            }
        }
    }

    fn end_game(&mut self, end: &GameEnd) {
        self.add_unread();
        self.settle_result(end.result);
        let tree = std::mem::take(&mut self.tree);
        let diagnostics = std::mem::take(&mut self.diagnostics);
        let rejected = end.integrity == Integrity::Rejected;
        self.done = (!rejected).then_some(ParsedGame { tree, end: *end, diagnostics });
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        if self.diagnostics.len() < Self::MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic.clone());
        }
    }
}

/// An iterator over the games of a reader, as trees. Games that the reader's policy rejects are
/// left out.
///
/// ```
/// use reynard_pgn::{Games, Reader};
///
/// let reader = Reader::from_bytes(b"1. e4 e5 *\n\n1. d4 (1. c4) d5 *\n");
/// let sizes: Result<Vec<usize>, _> = Games::new(reader).map(|game| Ok(game?.len())).collect();
/// assert_eq!(sizes?, [2, 3]);
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Games<S> {
    reader: Reader<S>,
    builder: TreeBuilder,
}

impl Games<Stream<Input<'static>>> {
    /// Opens a PGN file, plain or compressed.
    ///
    /// # Errors
    ///
    /// Returns any error from opening or reading the file, or
    /// [`UnsupportedCompression`](crate::UnsupportedCompression).
    ///
    /// ```no_run
    /// use reynard_pgn::Games;
    ///
    /// for game in Games::open("games.pgn")? {
    ///     let game = game?;
    ///     println!("{} {}", game.tags().text("White").unwrap_or_default(), game.moves().count());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        Ok(Self::new(Reader::new(Input::new(File::open(path).map_err(named)?)?)))
    }
}

impl<'a> Games<Bytes<'a>> {
    /// Reads the games of PGN text in memory.
    ///
    /// ```
    /// use reynard_pgn::Games;
    ///
    /// let game = Games::from_bytes(b"1. f3 e5 2. g4 Qh4# 0-1").next().unwrap()?;
    /// assert_eq!(game.moves().last().map(|mv| mv.to_string()).as_deref(), Some("d8h4"));
    /// # Ok::<(), reynard_pgn::ReadError>(())
    /// ```
    pub fn from_bytes(pgn: &'a [u8]) -> Self {
        Self::new(Reader::from_bytes(pgn))
    }
}

impl<S: ByteSource> Games<S> {
    /// Reads the remaining games of a reader.
    pub fn new(reader: Reader<S>) -> Self {
        Self { reader, builder: TreeBuilder::new() }
    }

    /// Returns the diagnostics of the text since the last game. At the end, these are of text that
    /// is not part of a game.
    ///
    /// ```
    /// use reynard_pgn::Games;
    ///
    /// let mut games = Games::from_bytes(b"just words");
    /// assert!(games.next().is_none());
    /// assert_eq!(games.rest().len(), 1);
    /// ```
    pub fn rest(&self) -> &[Diagnostic] {
        &self.builder.diagnostics
    }
}

impl<S: ByteSource> Iterator for Games<S> {
    type Item = Result<ParsedGame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.reader.read_game(&mut self.builder) {
                Ok(None) => return None,
                Err(error) => return Some(Err(error)),
                Ok(Some(_)) => {}
            }
            if let Some(game) = self.builder.take() {
                return Some(Ok(game));
            }
        }
    }
}
