//! Casual games between a person and an engine.

mod ending;

pub use ending::CasualEnding;

use std::time::{Duration, SystemTime};

use reynard::game::DrawClaim;
use reynard::{Color, Game, IllegalMove, Move, Position};
use reynard_host::TimeControl;
use reynard_pgn::{CommentText, GameTree, NodeId, PgnDate, Termination};
use reynard_uci::UciWdl;

use crate::GameClock;

/// Casual game between a person and an engine: moves, clocks, offers, and ending.
///
/// ```
/// use reynard_play::CasualGame;
/// use reynard_play::reynard::{Color, Position};
///
/// let mut game = CasualGame::new(Position::startpos(), Color::White);
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     let mv = game.position().parse_uci(text)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.ending().map(|ending| ending.to_string()).as_deref(), Some("Black wins by checkmate"));
/// assert!(game.take_back() && game.ending().is_none());
/// assert_eq!(game.position().turn(), Color::White);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CasualGame {
    game: Game,
    human: Color,
    ending: Option<CasualEnding>,
    clocks: Option<[GameClock; 2]>,
    /// The clocks as the current position and all before it came onto the board.
    earlier: Vec<[GameClock; 2]>,
}

impl CasualGame {
    /// Number of plies that must have been played before the engine accepts a draw, unless few
    /// pieces are left.
    const EARLY: usize = 40;
    /// Maximum number of pieces with which a draw offer is never too early.
    const FEW: u32 = 12;

    /// Creates a game without a clock. If the rules already end the game in the start position, the
    /// game is over at once.
    ///
    /// ```
    /// use reynard_play::CasualGame;
    /// use reynard_play::reynard::{Color, Position};
    ///
    /// let mate: Position = "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1".parse()?;
    /// assert!(CasualGame::new(mate, Color::Black).ending().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(start: Position, human: Color) -> Self {
        let game = Game::from_position(start);
        let mut game = Self { game, human, ending: None, clocks: None, earlier: Vec::new() };
        game.check_outcome();
        game
    }

    /// Adds a clock to the game.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reynard_play::CasualGame;
    /// use reynard_play::reynard::{Color, Position};
    ///
    /// let game = CasualGame::new(Position::startpos(), Color::White).with_clock("300+3".parse()?);
    /// assert_eq!(game.clock(Color::Black).map(|clock| clock.to_string()).as_deref(), Some("5:00"));
    /// # Ok::<(), reynard_host::ParseTimeControlError>(())
    /// ```
    #[must_use]
    pub fn with_clock(self, control: TimeControl) -> Self {
        let clocks = [GameClock::with_control(control); 2];
        Self { clocks: Some(clocks), earlier: vec![clocks; self.game.len() + 1], ..self }
    }

    /// Returns the moves played and their positions.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the color of the person.
    pub const fn human(&self) -> Color {
        self.human
    }

    /// Returns the ending, or `None` if the game is not over.
    pub const fn ending(&self) -> Option<CasualEnding> {
        self.ending
    }

    /// Returns the clock of a side, if the game has clocks.
    pub fn clock(&self, side: Color) -> Option<&GameClock> {
        self.clocks.as_ref().map(|clocks| &clocks[side as usize])
    }

    /// Returns `true` if the person is to move and the game is not over.
    ///
    /// ```
    /// use reynard_play::CasualGame;
    /// use reynard_play::reynard::{Color, Position};
    ///
    /// assert!(!CasualGame::new(Position::startpos(), Color::Black).is_human_to_move());
    /// ```
    pub fn is_human_to_move(&self) -> bool {
        self.ending.is_none() && self.game.turn() == self.human
    }

    /// Deducts time from the clock of the side to move. Returns `false` if the side has no time
    /// left, which ends the game.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reynard_play::CasualGame;
    /// use reynard_play::reynard::{Color, Position};
    ///
    /// let mut game = CasualGame::new(Position::startpos(), Color::White).with_clock("5".parse()?);
    /// assert!(!game.spend(Duration::from_secs(6)));
    /// assert_eq!(game.ending().map(|ending| ending.to_string()).as_deref(), Some("White loses on time"));
    /// # Ok::<(), reynard_host::ParseTimeControlError>(())
    /// ```
    pub fn spend(&mut self, time: Duration) -> bool {
        let turn = self.game.turn();
        let Some(clocks) = &mut self.clocks else { return true };
        if self.ending.is_some() || clocks[turn as usize].pass(time).is_ok() {
            return true;
        }
        self.ending = Some(CasualEnding::Timeout { loser: turn, outcome: self.game.timeout(turn) });
        false
    }

    /// Plays a move for the side to move, and adds the increment to its clock.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is illegal or the game is over.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove(mv));
        }
        let turn = self.game.turn();
        self.game.play(mv)?;
        if let Some(clocks) = &mut self.clocks {
            clocks[turn as usize].press();
            self.earlier.push(*clocks);
        }
        self.check_outcome();
        Ok(())
    }

    fn check_outcome(&mut self) {
        if self.ending.is_none() {
            self.ending = self.game.outcome().map(CasualEnding::Outcome);
        }
    }

    /// Takes back the person's last move and any reply to it. If the game was over, it continues.
    /// Returns `false` if there is no such move. The clocks are set back to when the position first
    /// came onto the board.
    pub fn take_back(&mut self) -> bool {
        // Moves alternate, so on the person's turn the last but one is the person's own.
        let plies = if self.game.turn() == self.human { 2 } else { 1 };
        if self.game.len() < plies {
            return false;
        }
        for _ in 0..plies {
            self.game.undo();
        }
        self.earlier.truncate(self.game.len() + 1);
        self.clocks = self.earlier.last().copied();
        self.ending = None;
        true
    }

    /// Resigns for the person.
    ///
    /// ```
    /// use reynard_play::CasualGame;
    /// use reynard_play::reynard::{Color, Position};
    ///
    /// let mut game = CasualGame::new(Position::startpos(), Color::White);
    /// game.resign();
    /// assert_eq!(game.ending().map(|ending| ending.result().as_str()), Some("0-1"));
    /// ```
    pub fn resign(&mut self) {
        self.ending.get_or_insert(CasualEnding::Resignation(self.human));
    }

    /// Ends the game as lost for the engine, which has given no legal move.
    ///
    /// ```
    /// use reynard_play::CasualGame;
    /// use reynard_play::reynard::{Color, Position};
    ///
    /// let mut game = CasualGame::new(Position::startpos(), Color::White);
    /// game.forfeit();
    /// assert_eq!(game.ending().map(|ending| ending.result().as_str()), Some("1-0"));
    /// ```
    pub fn forfeit(&mut self) {
        self.ending.get_or_insert(CasualEnding::Forfeit(!self.human));
    }

    /// Ends the game as a draw if the rules let the side to move claim one, and returns the claim.
    /// Returns `None` if they do not.
    pub fn claim(&mut self) -> Option<DrawClaim> {
        let claim = self.game.claim().filter(|_| self.ending.is_none())?;
        self.ending = Some(CasualEnding::Outcome(claim.outcome()));
        Some(claim)
    }

    /// Offers the engine a draw, which ends the game if the engine accepts. Returns `false` if the
    /// engine plays on. `answer` is the engine's evaluation of the position from the point of view
    /// of the side to move, or `None` if the engine does not search.
    pub fn offer_draw(&mut self, answer: Option<UciWdl>) -> bool {
        let is_early =
            self.game.len() < Self::EARLY && self.position().board().occupied().len() > Self::FEW;
        if self.ending.is_some() || is_early || !self.is_content_with_draw(answer) {
            return false;
        }
        self.ending = Some(CasualEnding::Agreement);
        true
    }

    /// Returns `true` if the engine expects half a point or less, or does not search.
    pub fn is_content_with_draw(&self, answer: Option<UciWdl>) -> bool {
        answer.is_none_or(
            |UciWdl { win, loss, .. }| {
                if self.game.turn() == self.human { loss <= win } else { win <= loss }
            },
        )
    }

    /// Starts another game from the same position.
    pub fn restart(&mut self) {
        self.game = Game::from_position(self.game.root().clone());
        self.ending = None;
        self.earlier.truncate(1);
        self.clocks = self.earlier.first().copied();
        self.check_outcome();
    }

    /// Returns the game as a tree with tags, ready to be written as PGN. `engine` is the engine's
    /// name.
    ///
    /// ```
    /// use reynard_play::CasualGame;
    /// use reynard_play::reynard::{Color, Position};
    ///
    /// let mut game = CasualGame::new(Position::startpos(), Color::White);
    /// game.play(game.position().parse_uci("e2e4")?)?;
    /// game.resign();
    /// let pgn = game.to_tree("Reynard").to_string();
    /// assert!(pgn.contains("[Black \"Reynard\"]") && pgn.contains("1. e4 {White resigns} 0-1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_tree(&self, engine: &str) -> GameTree {
        let mut tree = GameTree::from_position(self.game.root().clone());
        let mut cursor = tree.cursor(NodeId::ROOT);
        for mv in self.game.moves() {
            if cursor.play(mv).is_err() {
                break;
            }
        }
        let last = cursor.id();
        if let Some(ending) = self.ending {
            tree.add_comment(last, CommentText::new(ending.to_string()));
        }
        let (white, black) = match self.human {
            Color::White => ("Human", engine),
            Color::Black => (engine, "Human"),
        };
        let date = PgnDate::from(SystemTime::now()).to_string();
        let control = self.clocks.and_then(|[clock, _]| clock.control());
        let control = control.map(|control| control.to_string());
        let tags = [
            ("Event", Some("Casual game")),
            ("Site", Some("?")),
            ("Date", Some(&*date)),
            ("Round", Some("-")),
            ("White", Some(white)),
            ("Black", Some(black)),
            ("TimeControl", control.as_deref()),
        ];
        for (name, value) in tags {
            // The names are valid, and none of them sets the start position.
            let _ = value.map(|value| tree.set_tag(name, value));
        }
        tree.set_result(self.ending.map_or(Termination::Unknown, CasualEnding::result));
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_early_draw_is_declined_and_a_late_one_accepted() {
        let mut game = CasualGame::new(Position::startpos(), Color::White);
        assert!(!game.offer_draw(None));
        let rooks: Position = "4k3/r7/8/8/8/8/7R/4K3 w - - 0 1".parse().expect("a position");
        let mut game = CasualGame::new(rooks, Color::White);
        assert!(game.offer_draw(None));
        assert_eq!(game.ending(), Some(CasualEnding::Agreement));
        assert!(!game.offer_draw(None), "the game is over");
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let control = "10+2".parse().expect("a time control");
        let mut game = CasualGame::new(Position::startpos(), Color::Black).with_clock(control);
        assert!(game.spend(Duration::from_secs(4)));
        game.play(game.position().parse_uci("e2e4").expect("a move")).expect("a legal move");
        let left = |game: &CasualGame, side| game.clock(side).and_then(GameClock::left);
        assert_eq!(left(&game, Color::White), Some(Duration::from_secs(8)));
        assert_eq!(left(&game, Color::Black), Some(Duration::from_secs(10)));
        assert!(!game.spend(Duration::from_secs(11)));
        assert!(game.play(game.position().parse_uci("e7e5").expect("a move")).is_err());
        game.restart();
        assert!(game.ending().is_none());
        assert_eq!(left(&game, Color::Black), Some(Duration::from_secs(10)));
    }

    #[test]
    fn moves_that_are_taken_back_give_their_time_and_increment_back() {
        let control = "10+2".parse().expect("a time control");
        let mut game = CasualGame::new(Position::startpos(), Color::White).with_clock(control);
        let left = |game: &CasualGame| {
            [Color::White, Color::Black].map(|side| game.clock(side).and_then(GameClock::left))
        };
        let seconds = |white, black| [white, black].map(|time| Some(Duration::from_secs(time)));
        let play = |game: &mut CasualGame, time, text: &str| {
            assert!(game.spend(Duration::from_secs(time)));
            game.play(game.position().parse_uci(text).expect("a move")).expect("a legal move");
        };
        for (time, text) in [(3, "e2e4"), (1, "e7e5"), (4, "g1f3"), (1, "b8c6")] {
            play(&mut game, time, text);
        }
        assert_eq!(left(&game), seconds(7, 12));
        assert!(!game.spend(Duration::from_secs(8)), "White loses on time");
        assert!(game.take_back());
        assert_eq!(left(&game), seconds(9, 11));
        // The game goes on.
        play(&mut game, 8, "g1f3");
        assert_eq!(left(&game), seconds(3, 11));
        assert!(game.take_back() && game.take_back() && !game.take_back());
        assert_eq!(left(&game), seconds(10, 10));
    }
}
