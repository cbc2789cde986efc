//! Endgames played out against tablebases.

use reynard::{Color, Move, PieceType, Position};

use crate::endgame_value::value_of;
use crate::{EndgameTables, EndgameValue};

/// An endgame that the learner plays out against tablebases. The learner must keep a win or a draw
/// until the endgame is settled.
///
/// The tablebases reply as well as possible. In a lost position, they resist as long as possible.
/// In a drawn position, they choose the reply after which the fewest moves hold the draw.
///
/// ```
/// use reynard_learn::reynard::{Move, Position};
/// use reynard_learn::{EndgameEnd, EndgamePlay, EndgameStep, EndgameTables, EndgameValue};
///
/// /// White wins.
/// struct WhiteWins;
///
/// impl EndgameTables for WhiteWins {
///     fn value(&self, _: &Position) -> Option<EndgameValue> {
///         Some(EndgameValue::Win)
///     }
///
///     fn best(&self, pos: &Position) -> Option<Move> {
///         pos.legal_moves().into_iter().next()
///     }
/// }
///
/// let pos: Position = "7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse()?;
/// let mate = pos.parse_san("Ra8#").expect("a move");
/// let mut play = EndgamePlay::new(pos, EndgameValue::Win);
/// assert_eq!(play.answer(mate, &WhiteWins), EndgameStep::Settled(EndgameEnd::Mate));
/// # Ok::<(), reynard_learn::reynard::ParsePositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EndgamePlay {
    goal: EndgameValue,
    position: Position,
    /// The pieces of both sides at the start, without the kings.
    start: [Vec<PieceType>; 2],
    /// Keys of the positions after the learner's moves.
    seen: Vec<u64>,
    /// Number of consecutive moves by the learner, up to the most recent one, at which no legal
    /// move would have given up the goal.
    easy: u32,
}

/// The result of a move by the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgameStep {
    /// The move keeps the goal, and play continues with this reply.
    Reply(Move),
    /// The move keeps the goal, and play ends.
    Settled(EndgameEnd),
    /// The move gives up the goal, and is not played. Holds the value after the move, from the
    /// learner's point of view.
    GivenUp(EndgameValue),
    /// The move keeps the win but repeats a position. The learner may try again without penalty.
    Repeats,
    /// The tablebases do not contain the position.
    Unknown,
}

/// The reason why an endgame is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgameEnd {
    /// Mate.
    Mate,
    /// Only a basic mate with a queen or a rook against the bare king remains.
    BasicMate,
    /// The game is drawn.
    Draw,
    /// For several moves in a row, every legal move held the draw.
    Safe,
    /// Enough moves have been played.
    Long,
}

/// Number of consecutive moves without any risk of an error after which a draw is settled.
const EASY: u32 = 3;
/// Numbers of moves by the learner after which a draw and a win are settled.
const MOVES: [usize; 2] = [15, 50];

impl EndgamePlay {
    /// Begins play from a position in which the learner is to move and must keep a win or a draw.
    pub fn new(position: Position, goal: EndgameValue) -> Self {
        let start = pieces(&position);
        Self { goal, position, start, seen: Vec::new(), easy: 0 }
    }

    /// Returns the current position, in which the learner is to move.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move by the learner and the reply of the tablebases.
    pub fn answer(&mut self, mv: Move, tables: &impl EndgameTables) -> EndgameStep {
        let Ok(mut next) = self.position.after(mv) else { return EndgameStep::Unknown };
        let Some(value) = value_of(&next, tables).map(EndgameValue::for_other) else {
            return EndgameStep::Unknown;
        };
        if value < self.goal {
            return EndgameStep::GivenUp(value);
        }
        let is_drawn = value == EndgameValue::Draw;
        if next.outcome().is_some() {
            let end = if is_drawn { EndgameEnd::Draw } else { EndgameEnd::Mate };
            return EndgameStep::Settled(end);
        }
        let is_seen = self.seen.contains(&next.key());
        if is_seen && is_drawn {
            return EndgameStep::Settled(EndgameEnd::Draw);
        }
        if is_seen {
            return EndgameStep::Repeats;
        }
        let was_easy =
            keeping(&self.position, self.goal, tables) == self.position.legal_moves().len();
        let reply = if is_drawn { self.hardest_reply(&next, tables) } else { tables.best(&next) };
        let Some(reply) = reply.filter(|&reply| next.play(reply).is_ok()) else {
            return EndgameStep::Unknown;
        };
        let mut after = self.position.clone();
        after.play_unchecked(mv);
        self.seen.push(after.key());
        self.easy = if was_easy { self.easy + 1 } else { 0 };
        self.position = next;
        match self.end(is_drawn) {
            Some(end) => EndgameStep::Settled(end),
            None => EndgameStep::Reply(reply),
        }
    }

    /// Returns the reason why the endgame is settled in the current position, or `None` if it is
    /// not.
    fn end(&self, is_drawn: bool) -> Option<EndgameEnd> {
        if self.position.outcome().is_some() {
            return Some(EndgameEnd::Draw);
        }
        let [own, other] = pieces(&self.position);
        let is_basic = other.is_empty()
            && own.iter().any(|kind| matches!(kind, PieceType::Queen | PieceType::Rook));
        if !is_drawn && is_basic && self.start != [own, other] {
            return Some(EndgameEnd::BasicMate);
        }
        if is_drawn && self.easy >= EASY {
            return Some(EndgameEnd::Safe);
        }
        (self.seen.len() >= MOVES[usize::from(!is_drawn)]).then_some(EndgameEnd::Long)
    }

    /// Returns the reply that keeps the draw for the other side and leaves the learner the fewest
    /// moves that hold it.
    fn hardest_reply(&self, pos: &Position, tables: &impl EndgameTables) -> Option<Move> {
        let best = tables.best(pos);
        let replies = pos.legal_moves().into_iter().filter_map(|reply| {
            let next = pos.after(reply).ok()?;
            let value = value_of(&next, tables)?.for_other();
            if value < EndgameValue::Draw {
                return None;
            }
            let holding = match next.outcome() {
                Some(_) => usize::MAX,
                None => keeping(&next, self.goal, tables),
            };
            Some((holding, Some(reply) != best, reply))
        });
        replies.min_by_key(|&(holding, is_other, _)| (holding, is_other)).map(|(.., reply)| reply)
    }
}

/// Returns the number of legal moves that keep a value for the side to move.
fn keeping(pos: &Position, goal: EndgameValue, tables: &impl EndgameTables) -> usize {
    let keeps = |mv: &Move| {
        let after = pos.after(*mv).ok();
        let value = after.and_then(|after| value_of(&after, tables));
        value.is_some_and(|value| value.for_other() >= goal)
    };
    pos.legal_moves().into_iter().filter(keeps).count()
}

/// Returns the pieces of the side to move and those of the other side, without the kings.
fn pieces(pos: &Position) -> [Vec<PieceType>; 2] {
    let of = |side: Color| {
        let pieces = pos.board().occupied() & pos.board().by_color(side);
        let kinds = pieces.into_iter().filter_map(|square| pos.piece_at(square));
        let mut kinds: Vec<PieceType> = kinds.map(|piece| piece.kind).collect();
        kinds.retain(|&kind| kind != PieceType::King);
        kinds.sort_unstable();
        kinds
    };
    [of(pos.turn()), of(!pos.turn())]
}
