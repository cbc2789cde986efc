//! A log of diagnostics.

use reynard::Position;

use crate::{
    Comment, Diagnostic, GameEnd, GameStart, GameText, MovetextMode, Nag, NullMove, Played,
    Severity, Skip, Termination, Text, Visitor,
};

/// A log of the diagnostics of some games: all errors are counted, but only a bounded number of
/// diagnostics is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiagnosticLog {
    /// The first diagnostics, at most [`DiagnosticLog::CAPACITY`].
    pub list: Vec<Diagnostic>,
    /// Number of errors.
    pub errors: u64,
    /// Set if lints are also kept.
    pub lints: bool,
}

impl DiagnosticLog {
    /// The maximum number of diagnostics kept.
    pub const CAPACITY: usize = 10_000;

    /// Creates a log that keeps lints as well as errors.
    ///
    /// ```
    /// assert!(reynard_pgn::DiagnosticLog::with_lints().lints);
    /// ```
    pub fn with_lints() -> Self {
        Self { lints: true, ..Self::default() }
    }

    /// Adds a diagnostic.
    ///
    /// ```
    /// use reynard_pgn::{DiagnosticLog, Logged, Reader, Visitor};
    ///
    /// struct Nothing;
    /// impl Visitor for Nothing {}
    ///
    /// let mut logged = Logged::new(Nothing, DiagnosticLog::default());
    /// Reader::from_bytes(b"1. e4 e5 2. Ke3 *").read_all(&mut logged)?;
    /// assert_eq!((logged.log.errors, logged.log.list.len()), (1, 1));
    /// # Ok::<(), reynard_pgn::ReadError>(())
    /// ```
    pub fn push(&mut self, diagnostic: &Diagnostic) {
        let is_error = diagnostic.severity() == Severity::Error;
        self.errors += u64::from(is_error);
        if (is_error || self.lints) && self.list.len() < Self::CAPACITY {
            self.list.push(diagnostic.clone());
        }
    }
}

/// A visitor combined with a log of its games' diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Logged<V> {
    /// The visitor.
    pub visitor: V,
    /// The diagnostics of the visitor's games.
    pub log: DiagnosticLog,
}

impl<V> Logged<V> {
    /// Combines a visitor with a log.
    pub const fn new(visitor: V, log: DiagnosticLog) -> Self {
        Self { visitor, log }
    }
}

impl<V: Visitor> Visitor for Logged<V> {
    #[inline]
    fn begin_game(&mut self, game: GameStart) {
        self.visitor.begin_game(game);
    }

    #[inline]
    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.visitor.tag(name, value);
    }

    #[inline]
    fn end_tags(&mut self) -> MovetextMode {
        self.visitor.end_tags()
    }

    #[inline]
    fn start_position(&mut self, position: &Position) {
        self.visitor.start_position(position);
    }

    #[inline]
    fn san(&mut self, token: &[u8]) -> Skip {
        self.visitor.san(token)
    }

    #[inline]
    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.visitor.legal_move(played)
    }

    #[inline]
    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        self.visitor.null_move(passed)
    }

    #[inline]
    fn nag(&mut self, nag: Nag) {
        self.visitor.nag(nag);
    }

    #[inline]
    fn comment(&mut self, comment: Comment<'_>) {
        self.visitor.comment(comment);
    }

    #[inline]
    fn unread(&mut self, text: &[u8]) {
        self.visitor.unread(text);
    }

    #[inline]
    fn begin_variation(&mut self) -> Skip {
        self.visitor.begin_variation()
    }

    #[inline]
    fn end_variation(&mut self) {
        self.visitor.end_variation();
    }

    #[inline]
    fn result(&mut self, result: Termination) {
        self.visitor.result(result);
    }

    #[inline]
    fn final_position(&mut self, position: &Position) {
        self.visitor.final_position(position);
    }

    #[inline]
    fn end_game(&mut self, end: &GameEnd) {
        self.visitor.end_game(end);
    }

    #[inline]
    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        self.visitor.game_text(end, text);
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.log.push(diagnostic);
        self.visitor.diagnostic(diagnostic);
    }
}
