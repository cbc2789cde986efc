//! Games that match a query.

use std::borrow::Cow;
use std::sync::Arc;

use reynard::Position;
use reynard_pgn::{
    Comment, CommentText, Diagnostic, GameEnd, GameStart, GameText, Integrity, MovetextMode, Nag,
    NullMove, Played, Skip, Tags, Termination, Text, Visitor,
};

use super::watcher::BoardWatcher;
use super::{GameFacts, Query, TagFacts, Truth};
use crate::GameProcessor;
use crate::passed_on::{LastComment, pass_on};

/// A visitor that keeps the games that match a [`Query`], for use with
/// [`read_parallel`](reynard_pgn::read_parallel).
///
/// Moves are played only if a condition needs them.
///
/// ```
/// use std::num::NonZero;
/// use std::ops::ControlFlow;
///
/// use reynard_games::{Matcher, Query};
/// use reynard_pgn::{Input, ReaderOptions, read_parallel};
///
/// let pgn = "[White \"Morphy\"]\n\n1. e4 *\n\n[White \"Barnes\"]\n\n1. f4 *\n";
/// let query = Query::parse("white~barnes")?;
/// let mut found = Vec::new();
/// let _ = read_parallel(
///     Input::new(pgn.as_bytes())?,
///     &ReaderOptions::default(),
///     NonZero::new(2).unwrap(),
///     || Matcher::new(&query),
///     |matcher, _| {
///         found.extend_from_slice(&matcher.found().text);
///         ControlFlow::<()>::Continue(())
///     },
/// )?;
/// assert_eq!(found, b"[White \"Barnes\"]\n\n1. f4 *\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Matcher<'a> {
    query: &'a Query,
    source: Option<Arc<str>>,
    too_long: Vec<u64>,
    found: FoundGames,
    tags: Tags,
    /// The truth of the query for the current game, judging by its tags.
    by_tags: Truth,
    last_comment: LastComment,
    moves: BoardWatcher<'a>,
    fulfilled: Vec<bool>,
}

/// The games of a chunk that match a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundGames {
    /// The games as they appear in the file, each followed by an empty line.
    pub text: Vec<u8>,
    /// The byte offset of the end of each game in `text`.
    pub ends: Vec<usize>,
    /// The numbers of the games, counted from 1 at the beginning of the chunk.
    pub numbers: Vec<u64>,
}

impl FoundGames {
    /// Returns the games with their numbers.
    ///
    /// ```
    /// use reynard_games::FoundGames;
    ///
    /// assert_eq!(FoundGames::default().iter().count(), 0);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        let texts = begins.zip(&self.ends).map(|(begin, &end)| &self.text[begin..end]);
        self.numbers.iter().copied().zip(texts)
    }
}

/// The facts of a game from a file.
struct FileFacts<'a> {
    tags: TagFacts<'a>,
    source: Option<&'a str>,
}

impl GameFacts for FileFacts<'_> {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.tags.tag(name)
    }

    fn result(&self) -> Option<Termination> {
        self.tags.result
    }

    fn plies(&self) -> Option<u64> {
        self.tags.plies
    }

    fn source(&self) -> Option<Cow<'_, str>> {
        self.source.map(Cow::Borrowed)
    }
}

impl<'a> Matcher<'a> {
    /// Creates an empty matcher.
    ///
    /// ```
    /// use reynard_games::{Matcher, Query};
    ///
    /// let query = Query::default();
    /// assert!(Matcher::new(&query).found().ends.is_empty());
    /// ```
    pub fn new(query: &'a Query) -> Self {
        Self {
            query,
            source: None,
            too_long: Vec::new(),
            found: FoundGames::default(),
            tags: Tags::default(),
            by_tags: Truth::Unknown,
            last_comment: LastComment::Closed,
            moves: BoardWatcher::new(query),
            fulfilled: vec![false; query.conditions().len()],
        }
    }

    /// Sets the name of the file that contains the games, for conditions on the file name.
    #[must_use]
    pub fn from_source(mut self, source: Arc<str>) -> Self {
        self.source = Some(source);
        self
    }

    /// Returns the games that match.
    pub const fn found(&self) -> &FoundGames {
        &self.found
    }

    /// Returns, for each condition of the query, whether some game has fulfilled it. A condition
    /// that needs the moves is evaluated only for games whose moves were played.
    pub fn fulfilled(&self) -> &[bool] {
        &self.fulfilled
    }

    fn facts<'b>(tags: &'b Tags, source: Option<&'b str>, end: Option<&GameEnd>) -> FileFacts<'b> {
        let result = end.map(|end| tags.result(end.result));
        FileFacts { tags: TagFacts { tags, result, plies: end.map(|end| end.plies) }, source }
    }

    /// Marks the conditions that the game fulfills.
    fn mark_fulfilled(&mut self, end: Option<&GameEnd>) {
        let facts = Self::facts(&self.tags, self.source.as_deref(), end);
        for (index, condition) in self.query.conditions().enumerate() {
            if !self.fulfilled[index] {
                self.fulfilled[index] = condition.decide(&facts) == Truth::True;
            }
        }
    }

    fn match_game(&self, end: &GameEnd) -> bool {
        match self.by_tags {
            Truth::True => true,
            Truth::False => false,
            Truth::Unknown => {
                let facts = Self::facts(&self.tags, self.source.as_deref(), Some(end));
                self.query.matches(&facts, &self.moves)
            }
        }
    }
}

impl Visitor for Matcher<'_> {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
        self.moves.reset();
        self.by_tags = Truth::Unknown;
        self.last_comment = LastComment::Closed;
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
        self.last_comment = LastComment::Closed;
    }

    fn end_tags(&mut self) -> MovetextMode {
        let facts = Self::facts(&self.tags, self.source.as_deref(), None);
        self.by_tags = self.query.decide(&facts);
        if self.fulfilled.contains(&false) {
            self.mark_fulfilled(None);
        }
        self.query.movetext_mode(self.by_tags)
    }

    fn start_position(&mut self, position: &Position) {
        self.moves.begin(position);
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.moves.play(Some(played.mv), played.after);
        Skip::No
    }

    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        self.moves.play(None, passed.after);
        Skip::No
    }

    fn comment(&mut self, comment: Comment<'_>) {
        if self.moves.needs_comments() {
            self.moves.comment(&CommentText::new(comment.text.raw()));
        }
    }

    fn nag(&mut self, _: Nag) {
        self.moves.glyph();
    }

    fn begin_variation(&mut self) -> Skip {
        self.moves.variation();
        Skip::Yes
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.last_comment.note(diagnostic);
    }

    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        if end.integrity == Integrity::Rejected {
            return;
        }
        self.moves.finish(end.integrity.into());
        if self.by_tags == Truth::Unknown && self.fulfilled.contains(&false) {
            self.mark_fulfilled(Some(end));
        }
        if !self.match_game(end) {
            return;
        }
        let Some(text) = text.bytes() else {
            self.too_long.push(end.number);
            return;
        };
        pass_on(text, self.last_comment, &mut self.found.text);
        self.found.ends.push(self.found.text.len());
        self.found.numbers.push(end.number);
    }
}

impl GameProcessor for Matcher<'_> {
    fn too_long(&self) -> &[u64] {
        &self.too_long
    }
}
