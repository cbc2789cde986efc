//! Visitors, which receive the parts of games.

use reynard::Position;

use crate::{
    Comment, Diagnostic, GameEnd, GameStart, GameText, Nag, NullMove, Played, Termination, Text,
};

/// Receives the events of a [`Reader`](crate::Reader), in file order.
///
/// For each game, the reader calls [`begin_game`](Visitor::begin_game), [`tag`](Visitor::tag) for
/// each tag pair, [`end_tags`](Visitor::end_tags), then the methods for the movetext in the form
/// that `end_tags` returned, and finally [`end_game`](Visitor::end_game). A
/// [`diagnostic`](Visitor::diagnostic) may come at any time, including between games. The default
/// methods do nothing.
///
/// All text is passed as it appears in the file, and is borrowed only for the call.
///
/// ```
/// use reynard_pgn::{MovetextMode, Reader, Skip, Text, Visitor};
///
/// #[derive(Default)]
/// struct Whites(Vec<String>);
///
/// impl Visitor for Whites {
///     fn tag(&mut self, name: &[u8], value: Text<'_>) {
///         if name == b"White" {
///             self.0.push(value.to_string());
///         }
///     }
///
///     fn end_tags(&mut self) -> MovetextMode {
///         MovetextMode::Nothing
///     }
/// }
///
/// let mut whites = Whites::default();
/// Reader::from_bytes(b"[White \"Anderssen\"]\n\n1. e4 e5 2. f4 exf4 1-0\n")
///     .read_all(&mut whites)?;
/// assert_eq!(whites.0, ["Anderssen"]);
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
pub trait Visitor {
    /// Begins a game.
    fn begin_game(&mut self, game: GameStart) {
        let _ = game;
    }

    /// Receives a tag pair. The value may contain backslashes that escape quotes: [`Text`] resolves
    /// them.
    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        let _ = (name, value);
    }

    /// Ends the tags. The return value determines the form in which the movetext is received.
    fn end_tags(&mut self) -> MovetextMode {
        MovetextMode::Moves
    }

    /// Receives the start position of the game, only after [`MovetextMode::Moves`].
    fn start_position(&mut self, position: &Position) {
        let _ = position;
    }

    /// Receives an unexamined token where a move is expected: after [`MovetextMode::Tokens`], or if
    /// the rules of the game or its start position are unknown. Marks like `!?` are not part of the
    /// token.
    fn san(&mut self, token: &[u8]) -> Skip {
        let _ = token;
        Skip::No
    }

    /// Receives a legal move that has been played, after [`MovetextMode::Moves`].
    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        let _ = played;
        Skip::No
    }

    /// Receives a null move, after [`MovetextMode::Moves`]. A null move is not a chess move, but is
    /// used by annotators.
    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        let _ = passed;
        Skip::No
    }

    /// Receives a numeric annotation glyph, written as `$n` or as `!`, `?`, `!!`, `??`, `!?` or
    /// `?!`.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// Receives a comment. In the file, the comment may precede the first move, precede or stand
    /// among the tags of its game, or follow its result.
    fn comment(&mut self, comment: Comment<'_>) {
        let _ = comment;
    }

    /// Receives text that could not be parsed, as it appears in the file: the rest of a line after
    /// an illegal move, a line that is not a tag pair, text after the result. Comments within that
    /// text are part of it. The text comes in chunks, to be concatenated without a separator; a
    /// chunk begins with a blank if it is separate from the previous one. A
    /// [`TreeBuilder`](crate::TreeBuilder) and a [`PgnWriter`](crate::PgnWriter) convert the text
    /// to a comment that begins with `[%unread]`.
    ///
    /// ```
    /// use reynard_pgn::{Reader, Visitor};
    ///
    /// #[derive(Default)]
    /// struct Unread(Vec<u8>);
    ///
    /// impl Visitor for Unread {
    ///     fn unread(&mut self, text: &[u8]) {
    ///         self.0.extend_from_slice(text);
    ///     }
    /// }
    ///
    /// let mut unread = Unread::default();
    /// Reader::from_bytes(b"1. e4 e5 2. Ke3 {?} Nc6 *").read_all(&mut unread)?;
    /// assert_eq!(unread.0.trim_ascii(), b"2. Ke3 {?} Nc6");
    /// # Ok::<(), reynard_pgn::ReadError>(())
    /// ```
    fn unread(&mut self, text: &[u8]) {
        let _ = text;
    }

    /// Begins a variation: an alternative to the previous move. If this method returns
    /// [`Skip::Yes`], the variation is skipped, and [`end_variation`](Visitor::end_variation) is
    /// not called for it.
    fn begin_variation(&mut self) -> Skip {
        Skip::No
    }

    /// Ends a variation, with or without its closing bracket.
    fn end_variation(&mut self) {}

    /// Receives the termination mark. A game may lack it.
    fn result(&mut self, result: Termination) {
        let _ = result;
    }

    /// Receives the position after the last main-line move that was handed over. Called only after
    /// [`MovetextMode::Moves`], just before [`end_game`](Visitor::end_game).
    fn final_position(&mut self, position: &Position) {
        let _ = position;
    }

    /// Ends the game. All its variations have already ended.
    fn end_game(&mut self, end: &GameEnd) {
        let _ = end;
    }

    /// Receives the text of the game as it appears in the file, after
    /// [`end_game`](Visitor::end_game). Only `read_parallel` calls this: a
    /// [`Reader`](crate::Reader) does not keep the text that it has read.
    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        let _ = (end, text);
    }

    /// Receives a diagnostic: a report of something wrong or unusual.
    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        let _ = diagnostic;
    }
}

impl<V: Visitor + ?Sized> Visitor for &mut V {
    fn begin_game(&mut self, game: GameStart) {
        (**self).begin_game(game);
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        (**self).tag(name, value);
    }

    fn end_tags(&mut self) -> MovetextMode {
        (**self).end_tags()
    }

    fn start_position(&mut self, position: &Position) {
        (**self).start_position(position);
    }

    fn san(&mut self, token: &[u8]) -> Skip {
        (**self).san(token)
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        (**self).legal_move(played)
    }

    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        (**self).null_move(passed)
    }

    fn nag(&mut self, nag: Nag) {
        (**self).nag(nag);
    }

    fn comment(&mut self, comment: Comment<'_>) {
        (**self).comment(comment);
    }

    fn unread(&mut self, text: &[u8]) {
        (**self).unread(text);
    }

    fn begin_variation(&mut self) -> Skip {
        (**self).begin_variation()
    }

    fn end_variation(&mut self) {
        (**self).end_variation();
    }

    fn result(&mut self, result: Termination) {
        (**self).result(result);
    }

    fn final_position(&mut self, position: &Position) {
        (**self).final_position(position);
    }

    fn end_game(&mut self, end: &GameEnd) {
        (**self).end_game(end);
    }

    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        (**self).game_text(end, text);
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        (**self).diagnostic(diagnostic);
    }
}

/// The form in which a visitor receives the movetext of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MovetextMode {
    /// Nothing but the result.
    Nothing,
    /// Everything, with moves as unexamined tokens.
    Tokens,
    /// Everything, with moves checked and played.
    #[default]
    Moves,
}

/// A visitor's answer to whether the reader should skip the part that follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Skip {
    /// Nothing is skipped.
    #[default]
    No,
    /// After the beginning of a variation, skips the variation. After a move, skips the rest of the
    /// game up to its result and ends open variations.
    Yes,
}
