//! Collects parsed games into a batch.

use reynard::{EnPassantMode, FenOptions, Position};
use reynard_games::GameProcessor;
use reynard_pgn::{
    Comment, Diagnostic, DiagnosticKind, GameEnd, GameStart, GameText, Integrity, MovetextMode,
    Nag, NullMove, PgnLimit, PgnLimits, PieceLetters, Played, Skip, Tags, Termination, Text,
    Visitor,
};

use crate::batch::{Batch, BatchGame, Flags, MoveCollector};
use crate::game_limits::GAME_LIMITS;
use crate::material_path::{MaterialRecorder, UNRECORDED};
use crate::movetext::movetext;
use crate::options::{DatabaseOptions, ExtraContent, VariationIndex};
use crate::posting_move::PostingMove;
use crate::text_changes::TextChanges;

/// A visitor that collects the games in a chunk of input, for
/// [`read_parallel`](reynard_pgn::read_parallel) and [`Adder::add`](crate::Adder::add).
///
/// ```
/// use std::num::NonZero;
/// use std::ops::ControlFlow;
///
/// use reynard_db::{Budget, Database, DatabaseOptions, GameCollector};
/// use reynard_pgn::{Input, ReaderOptions, read_parallel};
///
/// # let folder = tempfile::tempdir()?;
/// let mut base = Database::create(folder.path().join("games.rdb"), DatabaseOptions::default())?;
/// let options = base.options();
/// let mut adder = base.adder(Budget::default());
/// let read = read_parallel(
///     Input::new(&b"1. e4 e5 *\n\n1. d4 *\n"[..])?,
///     &ReaderOptions { limits: GameCollector::LIMITS, ..ReaderOptions::default() },
///     NonZero::new(2).unwrap(),
///     || GameCollector::new(options),
///     |games, _| match adder.add(games) {
///         Ok(()) => ControlFlow::Continue(()),
///         Err(error) => ControlFlow::Break(error),
///     },
/// )?;
/// assert!(matches!(read, ControlFlow::Continue(_)));
/// adder.finish()?;
/// assert_eq!(base.games(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameCollector {
    options: DatabaseOptions,
    pub(crate) batch: Batch,
    /// Numbers, within the chunk, of the games whose comments and variations are lost because the
    /// text is too long.
    too_long: Vec<u64>,
    pub(crate) damaged: u64,
    game: BatchGame,
    moves: MoveCollector,
    material: MaterialRecorder,
    state: GameState,
    /// Number of variations that are currently open.
    depth: usize,
    letters: PieceLetters,
    /// Text changes in all games, and in the current game.
    changes: TextChanges,
    open_changes: TextChanges,
}

/// The state of the current game.
#[derive(Debug, Default)]
struct GameState {
    /// Content of the game other than moves.
    extra: Extra,
    /// The ply of the position before the first null move. The stored main line ends there, because
    /// a null move is not legal in standard chess.
    passed: Option<u64>,
    foreign: bool,
    /// Number of moves in the main line of a game with unknown rules.
    foreign_moves: u64,
    /// `true` if the main line has more moves than a database can store as moves.
    is_too_long: bool,
}

/// Content of a game besides its moves, in ascending order of how important it is to keep the
/// content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Extra {
    #[default]
    Nothing,
    /// Comments, variations and NAGs.
    Annotations,
    /// Unparsed text, or a result marker that differs from the result tag.
    Unread,
}

impl GameState {
    fn note(&mut self, extra: Extra) {
        self.extra = self.extra.max(extra);
    }
}

/// Writes a start position as text that reads back as the same position. Returns `None` for the
/// standard start position.
pub(crate) fn start_text(pos: &Position) -> Option<Box<str>> {
    let options = FenOptions { en_passant: EnPassantMode::Legal, ..FenOptions::default() };
    (pos.to_setup() != Position::startpos().to_setup()).then(|| pos.fen_with(options).into())
}

impl GameCollector {
    /// Limits of a PGN reader that reads games for a database. A database stores at most 65,535
    /// plies of a game as moves, and the remaining ones as text. If a reader with wider limits is
    /// used, a longer game counts as damaged, and no diagnostic is reported.
    pub const LIMITS: PgnLimits = GAME_LIMITS;

    /// Creates an empty collector for a database with the given options.
    ///
    /// ```
    /// use reynard_db::{DatabaseOptions, GameCollector};
    ///
    /// assert_eq!(GameCollector::new(DatabaseOptions::default()).len(), 0);
    /// ```
    pub fn new(options: DatabaseOptions) -> Self {
        Self {
            options,
            batch: Batch::default(),
            too_long: Vec::new(),
            damaged: 0,
            game: BatchGame::default(),
            moves: MoveCollector::default(),
            material: MaterialRecorder::default(),
            state: GameState::default(),
            depth: 0,
            letters: PieceLetters::ENGLISH,
            changes: TextChanges::default(),
            open_changes: TextChanges::default(),
        }
    }

    /// Sets the piece letters used in the text of the games. They must be the same as
    /// [`ReaderOptions::letters`](reynard_pgn::ReaderOptions).
    ///
    /// ```
    /// use reynard_db::{DatabaseOptions, GameCollector};
    ///
    /// let games = GameCollector::new(DatabaseOptions::default()).with_letters("de".parse()?);
    /// assert!(games.is_empty());
    /// # Ok::<(), reynard_pgn::InvalidPieceLetters>(())
    /// ```
    #[must_use]
    pub fn with_letters(mut self, letters: PieceLetters) -> Self {
        self.letters = letters;
        self
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.batch.games.len()
    }

    /// Returns `true` if there are no games.
    pub fn is_empty(&self) -> bool {
        self.batch.games.is_empty()
    }

    /// Returns the counts of text changes: text that is stored in a different form than in the
    /// source.
    pub fn changes(&self) -> TextChanges {
        let mut changes = self.changes;
        changes.add(&self.open_changes);
        changes
    }

    fn is_main_line(&self) -> bool {
        self.depth == 0 && self.state.passed.is_none() && !self.state.is_too_long
    }

    fn is_indexed(&self, ply: u64) -> bool {
        ply <= u64::from(self.options.plies)
    }

    fn result_of(&self, end: &GameEnd) -> Termination {
        let mut tags = Tags::default();
        let tag = self.batch.open_tags(&self.game).find(|(name, _)| *name == b"Result");
        if let Some((name, value)) = tag {
            tags.add(name, Text::of_comment(value));
        }
        tags.result(end.result)
    }

    /// Ends the main line before a move that does not fit. The move is kept in the text of the
    /// game.
    #[cold]
    fn end_main_line(&mut self, position: &Position) -> Skip {
        self.final_position(position);
        self.state.is_too_long = true;
        self.state.note(Extra::Unread);
        Skip::Yes
    }

    /// Keeps the text of a game that is not fully represented by its moves.
    fn keep_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        let wanted = self.state.foreign
            || self.state.passed.is_some()
            || match self.state.extra {
                Extra::Nothing => false,
                Extra::Annotations => self.options.extra == ExtraContent::Kept,
                Extra::Unread => true,
            };
        if !wanted {
            return;
        }
        let Some(bytes) = text.bytes() else {
            self.too_long.push(end.number);
            return;
        };
        if self.state.foreign {
            self.game.text = Some(bytes.into());
            self.open_changes = TextChanges::default();
        } else if let Some((text, changes)) = movetext(bytes, self.letters) {
            self.game.text = Some(text.into_boxed_slice());
            // Variations were skipped before.
            self.open_changes.widen(&changes);
        }
    }
}

impl Visitor for GameCollector {
    fn begin_game(&mut self, _: GameStart) {
        self.game = self.batch.begin_game();
        self.moves.clear();
        self.material.begin(&Position::startpos());
        self.state = GameState::default();
        self.depth = 0;
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.batch.tag(name, &value.unescaped());
    }

    fn end_tags(&mut self) -> MovetextMode {
        MovetextMode::Moves
    }

    fn start_position(&mut self, position: &Position) {
        self.game.fen = start_text(position);
        self.material.begin(position);
    }

    fn san(&mut self, _: &[u8]) -> Skip {
        self.state.foreign = true;
        if self.depth == 0 {
            self.state.foreign_moves += 1;
        }
        Skip::No
    }

    #[inline]
    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        if self.is_main_line() {
            let ply = u64::from(self.moves.plies());
            let Some(mv) = self.moves.push(played.before, played.mv) else {
                return self.end_main_line(played.before);
            };
            self.material.play(played.before, played.mv);
            if self.is_indexed(ply) {
                self.batch.visit(&self.game, played.before, ply, mv);
            }
        } else if self.depth > 0 {
            let (batch, game) = (&mut self.batch, &mut self.game);
            batch.visit_variation(game, played.before, played.mv, played.after);
        } else if let Some(first) = self.state.passed {
            let ply = played.before.ply().saturating_sub(first);
            let (mv, limit) = ((played.before, played.mv, played.after), self.options.plies);
            self.batch.visit_after_null(&mut self.game, mv, ply, limit.into());
        }
        Skip::No
    }

    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        self.state.note(Extra::Annotations);
        if self.is_main_line() {
            let ply = u64::from(self.moves.plies());
            if self.is_indexed(ply) {
                self.batch.visit(&self.game, passed.before, ply, PostingMove::END);
            }
            self.state.passed = Some(passed.before.ply().saturating_sub(ply));
        }
        Skip::No
    }

    fn nag(&mut self, _: Nag) {
        self.state.note(Extra::Annotations);
    }

    fn comment(&mut self, comment: Comment<'_>) {
        self.state.note(Extra::Annotations);
        if comment.unread_text().is_some() {
            self.state.note(Extra::Unread);
        }
    }

    fn unread(&mut self, _: &[u8]) {
        self.state.note(Extra::Unread);
    }

    fn begin_variation(&mut self) -> Skip {
        self.state.note(Extra::Annotations);
        if self.options.variations == VariationIndex::Omitted {
            return Skip::Yes;
        }
        self.depth += 1;
        Skip::No
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn final_position(&mut self, position: &Position) {
        let ply = u64::from(self.moves.plies());
        let is_known = self.state.passed.is_none() && !self.state.foreign;
        if is_known && !self.state.is_too_long && self.is_indexed(ply) {
            self.batch.visit(&self.game, position, ply, PostingMove::END);
        }
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.open_changes.note(&diagnostic.kind);
        if let DiagnosticKind::LimitExceeded { limit: PgnLimit::Comment, .. } = diagnostic.kind {
            // The reader has skipped the comment, but the text of the game contains it.
            self.state.note(Extra::Annotations);
        }
    }

    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        if end.integrity == Integrity::Rejected {
            self.batch.drop_game(&self.game);
            self.open_changes = TextChanges::default();
            return;
        }
        let result = self.result_of(end);
        let mark = end.result.filter(|mark| *mark != Termination::Unknown);
        if mark.is_some_and(|mark| mark != result) {
            self.state.note(Extra::Unread);
        }
        let mut flags = Flags::default().with_result(result);
        if end.integrity == Integrity::Damaged || self.state.is_too_long {
            flags = flags.damaged();
            self.damaged += 1;
        }
        if self.state.foreign {
            flags = flags.foreign();
        }
        if self.state.passed.is_some() {
            flags = flags.passed();
        }
        self.game.flags = flags;
        self.keep_text(end, text);
        if self.options.extra == ExtraContent::Dropped {
            self.open_changes.drop_annotations();
        }
        self.changes.add(&std::mem::take(&mut self.open_changes));
        let mut game = std::mem::take(&mut self.game);
        self.batch.moves(&mut game, &self.moves);
        if self.state.passed.is_some() || self.state.foreign {
            // Moves that are only in the text count as well: the game is as long as it was played.
            let plies = end.plies.max(self.state.foreign_moves);
            game.plies = u16::try_from(plies).unwrap_or(u16::MAX);
        }
        let is_recorded = self.state.passed.is_none() && !self.state.foreign;
        self.batch.material(if is_recorded { self.material.bytes() } else { UNRECORDED });
        self.batch.end_game(game);
    }
}

impl GameProcessor for GameCollector {
    fn too_long(&self) -> &[u64] {
        &self.too_long
    }
}
