//! Tablebase values of endgames, and the marks for half points lost in games.

use std::fmt;
use std::str::FromStr;

use reynard::{Color, Move, Outcome, Position};
use reynard_analysis::{Assessment, WinChances};
use reynard_pgn::{CommentText, EvaluationScore, GameTree, NodeId};

/// Result with best play, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndgameValue {
    /// The side to move loses.
    Loss,
    /// Neither side wins, at least not within the fifty-move rule.
    Draw,
    /// The side to move wins.
    Win,
}

impl EndgameValue {
    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// Returns the value from the point of view of the other side.
    ///
    /// ```
    /// use reynard_learn::EndgameValue;
    ///
    /// assert_eq!(EndgameValue::Win.for_other(), EndgameValue::Loss);
    /// ```
    #[must_use]
    pub const fn for_other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Returns the value of a finished game, from the point of view of the side to move in the
    /// final position.
    ///
    /// ```
    /// use reynard_learn::EndgameValue;
    /// use reynard_learn::reynard::{Outcome, Position};
    ///
    /// let value = EndgameValue::of_outcome(Outcome::Stalemate, &Position::startpos());
    /// assert_eq!(value, EndgameValue::Draw);
    /// ```
    pub fn of_outcome(outcome: Outcome, pos: &Position) -> Self {
        match outcome.winner() {
            None => Self::Draw,
            Some(winner) if winner == pos.turn() => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// Converts the value, which is from the point of view of `side`, to an evaluation.
    pub(crate) const fn assessment(self, side: Color) -> Assessment {
        let (score, white, draw, black) = match (self, side) {
            (Self::Draw, _) => (0, 0, 1_000, 0),
            (Self::Win, Color::White) | (Self::Loss, Color::Black) => (WON, 1_000, 0, 0),
            (Self::Loss, Color::White) | (Self::Win, Color::Black) => (-WON, 0, 0, 1_000),
        };
        let chances = WinChances { white, draw, black };
        Assessment { score: EvaluationScore::Centipawns(score), chances }
    }
}

/// Score of a won endgame in centipawns.
pub(crate) const WON: i32 = 1_000;

/// The error returned for text that is not the value of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseEndgameValueError;

impl fmt::Display for ParseEndgameValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not one of loss, draw, win")
    }
}

impl std::error::Error for ParseEndgameValueError {}

impl FromStr for EndgameValue {
    type Err = ParseEndgameValueError;

    fn from_str(text: &str) -> Result<Self, ParseEndgameValueError> {
        let values = [Self::Loss, Self::Draw, Self::Win];
        values.into_iter().find(|it| it.name() == text).ok_or(ParseEndgameValueError)
    }
}

/// The loss of at least half a point caused by a move, according to tablebases. Holds the values
/// before and after the move, from the point of view of the side that made it. In a game, the loss
/// is stored as a command in the comment on the move, such as `[%tb win,draw]`.
///
/// ```
/// use reynard_learn::reynard_pgn::{Games, NodeId};
/// use reynard_learn::{EndgameLoss, EndgameValue};
///
/// let mut game = Games::from_bytes(b"1. e4 {hm} *").next().unwrap()?.tree;
/// let node = game.main_line().next().expect("a move");
/// let loss = EndgameLoss::new(EndgameValue::Win, EndgameValue::Draw).expect("a loss");
/// assert!(loss.mark(&mut game, node) && !loss.mark(&mut game, node));
/// assert_eq!(EndgameLoss::of(&game, node), Some(loss));
/// assert!(game.to_string().contains("1. e4 {[%tb win,draw] hm}"));
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndgameLoss {
    before: EndgameValue,
    after: EndgameValue,
}

/// Name of the command in comments.
const COMMAND: &[u8] = b"tb";

impl EndgameLoss {
    /// Creates a loss. Returns `None` if the value after the move is not lower than the value
    /// before it.
    ///
    /// ```
    /// use reynard_learn::{EndgameLoss, EndgameValue};
    ///
    /// assert_eq!(EndgameLoss::new(EndgameValue::Draw, EndgameValue::Draw), None);
    /// ```
    pub fn new(before: EndgameValue, after: EndgameValue) -> Option<Self> {
        (after < before).then_some(Self { before, after })
    }

    /// Returns the value before the move.
    pub const fn before(self) -> EndgameValue {
        self.before
    }

    /// Returns the value after the move.
    pub const fn after(self) -> EndgameValue {
        self.after
    }

    /// Returns the loss stored in the comment on a move, or `None` if the move is not marked.
    pub fn of(tree: &GameTree, node: NodeId) -> Option<Self> {
        let mut commands = tree.comments(node).iter().flat_map(CommentText::commands);
        let command = commands.find(|command| command.name == COMMAND)?;
        let (before, after) = std::str::from_utf8(command.value).ok()?.split_once(',')?;
        Self::new(before.trim().parse().ok()?, after.trim().parse().ok()?)
    }

    /// Marks a move with the loss. Returns `false` if the move is already marked with the same
    /// loss.
    pub fn mark(self, tree: &mut GameTree, node: NodeId) -> bool {
        if Self::of(tree, node) == Some(self) {
            return false;
        }
        let text = format!("[%tb {},{}]", self.before.name(), self.after.name());
        let command = CommentText::new(text);
        let mut comments = tree.comments(node).to_vec();
        // Unparsed text stays as it is.
        let place = comments.iter().position(|comment| comment.unread_text().is_none());
        if place.is_none() {
            comments.insert(0, CommentText::new(""));
        }
        for annotation in command.annotations() {
            comments[place.unwrap_or(0)].set(&annotation);
        }
        tree.set_comments(node, comments);
        true
    }
}

/// Endgame tablebases that the caller provides.
pub trait EndgameTables {
    /// Returns the value of an unfinished position, or `None` if the tablebases do not contain it.
    fn value(&self, pos: &Position) -> Option<EndgameValue>;

    /// Returns the best move in a position that the tablebases contain: the fastest way to win, or
    /// the longest way to lose.
    fn best(&self, pos: &Position) -> Option<Move>;

    /// Returns a line of best moves by both sides, at most `plies` plies long.
    fn best_line(&self, pos: &Position, plies: usize) -> Vec<Move> {
        let mut pos = pos.clone();
        let mut line = Vec::new();
        while line.len() < plies
            && pos.outcome().is_none()
            && let Some(mv) = self.best(&pos)
            && pos.play(mv).is_ok()
        {
            line.push(mv);
        }
        line
    }
}

/// Returns the value of a position according to the rules or the tablebases.
pub(crate) fn value_of(pos: &Position, tables: &impl EndgameTables) -> Option<EndgameValue> {
    match pos.outcome() {
        Some(outcome) => Some(EndgameValue::of_outcome(outcome, pos)),
        None => tables.value(pos),
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;

    #[test]
    fn marks_that_are_not_a_loss_are_none() {
        for text in ["win,win", "draw,win", "win", "won,draw", "", "win,draw,loss"] {
            let pgn = format!("1. e4 {{[%tb {text}]}} *");
            let game = Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory");
            let node = game.tree.main_line().next().expect("a move");
            assert_eq!(EndgameLoss::of(&game.tree, node), None, "{text}");
        }
    }

    #[test]
    fn half_points_are_half_points_for_both_sides() {
        for side in [Color::White, Color::Black] {
            let scores = [EndgameValue::Loss, EndgameValue::Draw, EndgameValue::Win]
                .map(|value| value.assessment(side).expected_score(side));
            assert_eq!(scores, [0, 500, 1_000]);
        }
    }

    #[test]
    fn a_mark_joins_text_that_could_not_be_read() {
        let game = Games::from_bytes(b"1. e4 Sf6 *").next().expect("a game").expect("memory");
        let mut tree = game.tree;
        let node = tree.main_line().next().expect("a move");
        let loss = EndgameLoss::new(EndgameValue::Win, EndgameValue::Draw).expect("a loss");
        assert!(loss.mark(&mut tree, node) && !loss.mark(&mut tree, node));
        assert!(tree.to_string().contains("{[%tb win,draw]} {[%unread] Sf6}"), "{tree}");
    }
}
