//! Games: a position and the moves that led to it.
//!
//! * `repetition`: counts how often a position has occurred;
//! * `played`: a move of a game with its undo information;
//! * `index`: finds earlier occurrences of a position;
//! * `claim`: draws that a player may claim;
//! * `replay`: the positions of a game in order.

mod claim;
mod index;
mod line;
mod played;
mod repetition;
mod replay;

pub use claim::{ClaimReason, DrawClaim};
pub use line::{InvalidLine, split_moves};
pub use replay::Positions;

use alloc::vec;
use alloc::vec::Vec;

use index::Index;
use played::Played;

use crate::outcome::FIFTY_MOVES;
use crate::{Color, IllegalMove, InvalidSan, InvalidUciMove, Move, Outcome, Position};

/// A game: its start position, the moves played, and the current position.
///
/// Unlike a position, a game counts how often each position has occurred. The count starts with the
/// first position, whatever preceded it. Moves can be taken back and replayed.
///
/// All moves are legal: a game has no null moves, because the rules do not allow a player to pass.
/// Playing on after a draw is not prevented, because people do it. [`Game::outcome`] reports
/// whether the game should have ended.
///
/// A game uses about 40 bytes per move. The time to play a move does not depend on the length of
/// the game.
///
/// ```
/// use reynard::{Game, game::ClaimReason};
///
/// let mut game = Game::new();
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
///     game.play(game.position().parse_uci(text)?)?;
/// }
/// assert_eq!(game.repetitions(), 2);
/// // Black may claim: the knight's return brings the first position about for the third time.
/// let claim = game.claim().unwrap();
/// assert_eq!(claim.reason, ClaimReason::ThreefoldRepetition);
/// assert_eq!(claim.announcing, Some(game.position().parse_uci("f6g8")?));
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// Number of occurrences of the current position.
    repetitions: u16,
    played: Vec<Played>,
    index: Index,
    /// The first position, and every position after a multiple of [`MILESTONES`] moves, so no
    /// position is far from a milestone.
    milestones: Vec<Position>,
    /// Moves that were taken back. The next one to replay is the last.
    undone: Vec<Move>,
}

impl PartialEq for Game {
    /// Compares the start positions and the moves played. Moves that were taken back do not matter.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// game.play_san("e4")?;
    /// assert_ne!(game, Game::new());
    /// game.undo();
    /// assert_eq!(game, Game::new());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn eq(&self, other: &Self) -> bool {
        self.root() == other.root() && self.moves().eq(other.moves())
    }
}

impl Eq for Game {}

impl Game {
    /// Starts a game of standard chess.
    ///
    /// ```
    /// use reynard::{Game, Position};
    ///
    /// assert_eq!(*Game::new().position(), Position::startpos());
    /// ```
    pub fn new() -> Self {
        Self::from_position(Position::startpos())
    }

    /// Starts a game from any position.
    ///
    /// The half-move clock of the position counts toward the fifty-move rule. Repetitions are
    /// counted from this position.
    ///
    /// ```
    /// use reynard::{Game, Outcome};
    ///
    /// let pos = "4k3/8/8/8/8/8/8/4K2R w K - 149 90".parse()?;
    /// let mut game = Game::from_position(pos);
    /// game.play(game.position().parse_uci("h1h2")?)?;
    /// assert_eq!(game.outcome(), Some(Outcome::SeventyFiveMoves));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_position(root: Position) -> Self {
        Self {
            position: root.clone(),
            repetitions: 1,
            played: Vec::new(),
            index: Index::default(),
            milestones: vec![root],
            undone: Vec::new(),
        }
    }

    /// Returns the start position of the game.
    ///
    /// ```
    /// use reynard::{Game, Position};
    ///
    /// let mut game = Game::new();
    /// game.play_san("e4")?;
    /// assert_eq!(*game.root(), Position::startpos());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn root(&self) -> &Position {
        &self.milestones[0]
    }

    /// Returns the current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the side to move.
    ///
    /// ```
    /// use reynard::{Color, Game};
    ///
    /// assert_eq!(Game::new().turn(), Color::White);
    /// ```
    pub const fn turn(&self) -> Color {
        self.position.turn()
    }

    /// Returns the number of moves by both sides that have been played and not taken back.
    ///
    /// [`Position::ply`], by contrast, counts from the move number of the first position.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// game.play_san("e4")?;
    /// assert_eq!(game.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn len(&self) -> usize {
        self.played.len()
    }

    /// Returns `true` if no move has been played, or if all moves have been taken back.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// assert!(Game::new().is_empty());
    /// ```
    pub const fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// Returns the moves played.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// let mv = game.position().parse_uci("e2e4")?;
    /// game.play(mv)?;
    /// assert!(game.moves().eq([mv]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.played.iter().map(|played| played.mv)
    }

    /// Returns the move that led to the current position, if any (`lastMove` in Chess::Plisco).
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// let mv = game.play_san("e4")?;
    /// assert_eq!(game.last_move(), Some(mv));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn last_move(&self) -> Option<Move> {
        self.played.last().map(|played| played.mv)
    }

    /// Returns the keys of the positions since the last capture or pawn move, from the oldest to
    /// the current one. Only these positions can be repeated.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// game.play(game.position().parse_san("Nf3")?)?;
    /// assert_eq!(game.reversible_keys().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reversible_keys(&self) -> impl Iterator<Item = u64> {
        let reversible = usize::from(self.position.halfmove_clock()).min(self.len());
        self.positions().skip(self.len() - reversible).map(|pos| pos.key())
    }

    /// Plays a move. If it is the move that [`Game::redo`] would play, the remaining moves to redo
    /// are kept; otherwise they are discarded.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not legal. The game is then unchanged.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// let mv = game.position().legal_moves()[0];
    /// game.play(mv)?;
    /// assert!(game.play(mv).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_legal(mv);
        Ok(())
    }

    /// Plays a move given in SAN and returns it.
    ///
    /// # Errors
    ///
    /// [`InvalidSan`] if the text is not a legal move. The game is then unchanged.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"] {
    ///     game.play_san(san)?;
    /// }
    /// assert!(game.position().is_checkmate());
    /// # Ok::<(), reynard::InvalidSan>(())
    /// ```
    pub fn play_san(&mut self, san: &str) -> Result<Move, InvalidSan> {
        let mv = self.position.parse_san(san)?;
        self.play_legal(mv);
        Ok(mv)
    }

    /// Plays a move given in UCI notation and returns it.
    ///
    /// # Errors
    ///
    /// [`InvalidUciMove`] if the text is not a legal move. The game is then unchanged.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// game.play_uci("e2e4")?;
    /// assert!(game.play_uci("e4e5").is_err());
    /// # Ok::<(), reynard::InvalidUciMove>(())
    /// ```
    pub fn play_uci(&mut self, text: &str) -> Result<Move, InvalidUciMove> {
        let mv = self.position.parse_uci(text)?;
        self.play_legal(mv);
        Ok(mv)
    }

    /// Takes back the last move and returns it, or returns `None` at the start of the game.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// let mv = game.position().parse_uci("e2e4")?;
    /// game.play(mv)?;
    /// assert_eq!(game.undo(), Some(mv));
    /// assert_eq!(game.undo(), None);
    /// assert_eq!(game.redo(), Some(mv));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let Played { undo, mv, repetitions, earlier } = self.played.pop()?;
        self.index.remove_last(undo.key(), earlier);
        self.position.unmake(mv, undo);
        self.repetitions = repetitions;
        self.milestones.truncate(self.len() / MILESTONES + 1);
        self.undone.push(mv);
        Some(mv)
    }

    /// Replays the move that was taken back last and returns it, or returns `None` if there is
    /// none.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// let mv = game.play_san("e4")?;
    /// game.undo();
    /// assert_eq!(game.redo(), Some(mv));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn redo(&mut self) -> Option<Move> {
        let mv = self.undone.pop()?;
        self.push(mv);
        Some(mv)
    }

    /// Plays a legal move. The moves to redo are kept only if this move is the first of them.
    fn play_legal(&mut self, mv: Move) {
        if self.undone.last() == Some(&mv) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        self.push(mv);
    }

    /// Plays a legal move.
    fn push(&mut self, mv: Move) {
        if self.milestones.len() * MILESTONES == self.len() {
            self.milestones.push(self.position.clone());
        }
        let undo = self.position.make(mv);
        self.played.push(Played { undo, mv, repetitions: self.repetitions, earlier: None });
        self.index.add_last(&mut self.played);
        self.repetitions = self.repetitions_of(&self.position);
    }

    /// Returns the outcome of the game, or `None` if it continues.
    ///
    /// Only the outcomes that end a game automatically are returned: those of
    /// [`Position::outcome`], and fivefold repetition. For draws that must be claimed, see
    /// [`Game::claim`].
    ///
    /// ```
    /// use reynard::{Game, Outcome};
    ///
    /// let mut game = Game::new();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(16) {
    ///     game.play(game.position().parse_uci(text)?)?;
    /// }
    /// assert_eq!(game.outcome(), Some(Outcome::FivefoldRepetition));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.position
            .outcome()
            .or_else(|| (self.repetitions >= FIVEFOLD).then_some(Outcome::FivefoldRepetition))
    }

    /// Returns the outcome if `loser` runs out of time. This is [`Position::timeout`], except that
    /// a game that has already ended by fivefold repetition keeps its outcome.
    ///
    /// ```
    /// use reynard::{Color, Game, Outcome};
    ///
    /// let lost = Game::new().timeout(Color::White);
    /// assert_eq!(lost, Outcome::Timeout { winner: Color::Black });
    /// ```
    pub fn timeout(&self, loser: Color) -> Outcome {
        self.outcome().unwrap_or_else(|| self.position.timeout(loser))
    }

    /// Returns `true` if the current position has occurred at least three times. The game is drawn
    /// only if a player claims it: see [`Game::claim`].
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// for san in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2) {
    ///     game.play_san(san)?;;
    /// }
    /// assert!(game.is_threefold_repetition());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_threefold_repetition(&self) -> bool {
        self.repetitions >= THREEFOLD
    }

    /// Returns `true` if both sides have made at least fifty moves without a capture or a pawn
    /// move. The game is drawn only if a player claims it: see [`Game::claim`].
    ///
    /// ```
    /// use reynard::{Game, Position};
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 100 90".parse()?;
    /// assert!(Game::from_position(pos).is_fifty_moves());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn is_fifty_moves(&self) -> bool {
        self.position.halfmove_clock() >= FIFTY_MOVES
    }
}

impl Default for Game {
    /// Starts a game of standard chess.
    fn default() -> Self {
        Self::new()
    }
}

impl From<Position> for Game {
    fn from(root: Position) -> Self {
        Self::from_position(root)
    }
}

/// The number of moves between milestones.
const MILESTONES: usize = 64;

/// Number of occurrences at which a player can claim a draw by repetition.
const THREEFOLD: u16 = 3;

/// Number of occurrences at which a repetition ends the game.
const FIVEFOLD: u16 = 5;
