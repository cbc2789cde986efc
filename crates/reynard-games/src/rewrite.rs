//! Games rewritten in export format.

use reynard::Position;
use reynard_pgn::{
    Comment, Diagnostic, DiagnosticKind, GameEnd, GameStart, GameText, Integrity, MAX_GAME_TEXT,
    Nag, NamedOpening, NullMove, OpeningNames, PgnWriter, Played, Skip, Tags, Text, Variations,
    Visitor, WriterOptions,
};

use crate::passed_on::{LastComment, pass_on};
use crate::{GameProcessor, tidy_tags};

/// A visitor that writes every game in the form selected by writer options, for use with
/// [`read_parallel`](reynard_pgn::read_parallel). Nothing is lost. Unparsed text becomes a comment
/// that begins with `[%unread]`: see [`CommentText::unread`](reynard_pgn::CommentText::unread). A
/// game of an unknown variant, or one that exceeds a limit, is passed on unchanged.
///
/// ```
/// use std::num::NonZero;
/// use std::ops::ControlFlow;
///
/// use reynard_games::{Rewriter, TagChanges};
/// use reynard_pgn::{Input, ReaderOptions, TagSelection, WriterOptions, read_parallel};
///
/// let options = WriterOptions { tags: TagSelection::AsIs, ..WriterOptions::FULL };
/// let mut text = Vec::new();
/// let _ = read_parallel(
///     Input::new(&b"1.e2-e4 e7e5 *"[..])?,
///     &ReaderOptions::default(),
///     NonZero::<usize>::MIN,
///     || Rewriter::new(options, TagChanges::default()),
///     |rewriter, _| {
///         text.extend_from_slice(rewriter.text());
///         ControlFlow::<()>::Continue(())
///     },
/// )?;
/// assert_eq!(String::from_utf8(text)?.trim(), "1. e4 e5 *");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rewriter {
    too_long: Vec<u64>,
    /// Number of games written.
    games: u64,
    /// The text of the finished games.
    text: PgnWriter<Vec<u8>>,
    /// The moves of the current game. Its tags depend on them.
    moves: PgnWriter<Vec<u8>>,
    tags: Tags,
    change: TagChanges,
    facts: Facts,
    variations: Variations,
    /// Number of open variations.
    depth: usize,
    /// Set if the game is passed on as it appears in the file, because its rules are not known or
    /// it exceeds a limit.
    as_it_stands: bool,
    /// Number of unparsed bytes.
    unread: usize,
    last_comment: LastComment,
}

/// Changes to the tags of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagChanges {
    /// Tags to add or correct.
    pub add: AddedTags,
    /// `true` to correct tags whose meaning is clear: see [`tidy_tags`].
    pub tidy: bool,
}

/// Selects the tags that a [`Rewriter`] adds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is added or not, whatever the others are")]
pub struct AddedTags {
    /// `ECO` and `Opening`, according to the last position that has an opening name.
    pub opening: bool,
    /// `PlyCount`.
    pub plies: bool,
    /// `FinalFEN`, the last position.
    pub fen: bool,
    /// `HashCode`, the Zobrist key of the last position.
    pub hash: bool,
}

/// Facts about a game's main line. Some tags are derived from them.
#[derive(Debug, Default)]
struct Facts {
    opening: Option<NamedOpening>,
    plies: u64,
    last: Option<Position>,
}

impl Rewriter {
    /// Creates an empty rewriter.
    ///
    /// ```
    /// use reynard_games::{Rewriter, TagChanges};
    /// use reynard_pgn::WriterOptions;
    ///
    /// assert!(Rewriter::new(WriterOptions::FULL, TagChanges::default()).text().is_empty());
    /// ```
    pub fn new(options: WriterOptions, change: TagChanges) -> Self {
        Self {
            too_long: Vec::new(),
            games: 0,
            text: PgnWriter::with_options(Vec::new(), options),
            moves: PgnWriter::with_options(Vec::new(), options),
            tags: Tags::default(),
            change,
            facts: Facts::default(),
            variations: options.variations,
            depth: 0,
            as_it_stands: false,
            unread: 0,
            last_comment: LastComment::Closed,
        }
    }

    /// Returns the games written so far.
    pub const fn text(&self) -> &Vec<u8> {
        self.text.get_ref()
    }

    /// Returns the number of games written so far.
    pub const fn games(&self) -> u64 {
        self.games
    }

    fn played(&mut self, after: &Position) -> Skip {
        if self.depth > 0 {
            return self.room();
        }
        self.facts.plies += 1;
        if self.change.add.opening {
            self.facts.opening = OpeningNames::embedded().find(after).or(self.facts.opening);
        }
        if self.change.add.fen || self.change.add.hash {
            self.facts.last = Some(after.clone());
        }
        self.room()
    }

    /// Returns [`Skip::Yes`] if the game is too long.
    fn room(&self) -> Skip {
        let bytes = self.moves.get_ref().len() + self.unread;
        if bytes > MAX_GAME_TEXT { Skip::Yes } else { Skip::No }
    }

    fn set(&mut self, name: &str, value: &str) {
        // These names are good ones.
        let _ = self.tags.set(name, value);
    }

    fn add_tags(&mut self) {
        if let Some(opening) = self.facts.opening {
            self.set("ECO", opening.eco);
            self.set("Opening", opening.name);
        }
        if self.change.add.plies {
            self.set("PlyCount", &self.facts.plies.to_string());
        }
        if let Some(last) = self.facts.last.take() {
            if self.change.add.fen {
                self.set("FinalFEN", &last.fen());
            }
            if self.change.add.hash {
                self.set("HashCode", &format!("{:016x}", last.key()));
            }
        }
    }
}

impl Visitor for Rewriter {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
        self.moves.get_mut().clear();
        self.moves.discard();
        self.facts = Facts::default();
        self.depth = 0;
        self.as_it_stands = false;
        self.unread = 0;
        self.last_comment = LastComment::Closed;
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
        self.last_comment = LastComment::Closed;
    }

    fn start_position(&mut self, position: &Position) {
        self.moves.begin_moves();
        if self.change.add.fen || self.change.add.hash {
            self.facts.last = Some(position.clone());
        }
    }

    fn san(&mut self, _: &[u8]) -> Skip {
        self.as_it_stands = true;
        Skip::Yes
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        // Writing to memory does not fail, here and below.
        let _ = self.moves.mv(played.before, played.mv);
        self.played(played.after)
    }

    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        let _ = self.moves.null_move(passed.before);
        self.played(passed.after)
    }

    fn nag(&mut self, nag: Nag) {
        self.moves.nag(nag);
    }

    fn comment(&mut self, comment: Comment<'_>) {
        if self.room() == Skip::No {
            let _ = self.moves.comment(comment.text.raw());
        }
    }

    fn unread(&mut self, text: &[u8]) {
        if self.room() == Skip::No {
            self.unread += text.len();
            self.moves.unread(text);
        }
    }

    fn begin_variation(&mut self) -> Skip {
        if self.variations == Variations::Omitted {
            return Skip::Yes;
        }
        self.depth += 1;
        self.moves.begin_variation();
        Skip::No
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        self.moves.end_variation();
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.last_comment.note(diagnostic);
        self.as_it_stands |= matches!(diagnostic.kind, DiagnosticKind::LimitExceeded { .. });
    }

    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        if end.integrity == Integrity::Rejected {
            return;
        }
        if self.as_it_stands {
            match text.bytes() {
                Some(text) => {
                    pass_on(text, self.last_comment, self.text.get_mut());
                    self.games += 1;
                }
                None => self.too_long.push(end.number),
            }
            return;
        }
        if self.room() == Skip::Yes {
            self.too_long.push(end.number);
            return;
        }
        let result = self.tags.result(end.result);
        let _ = self.moves.end_game(self.tags.mark(end.result));
        if self.change.tidy {
            tidy_tags(&mut self.tags);
        }
        self.add_tags();
        let _ = self.text.tags(&self.tags, result);
        let _ = self.text.flush();
        self.text.get_mut().append(self.moves.get_mut());
        self.games += 1;
    }
}

impl GameProcessor for Rewriter {
    fn too_long(&self) -> &[u64] {
        &self.too_long
    }
}
