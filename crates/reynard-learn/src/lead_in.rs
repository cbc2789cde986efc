//! The last moves before a position.

use reynard::{Move, Position};

/// The last moves before a position, at most four. They make it easier to recognize a position from
/// the middle of a line.
///
/// ```
/// use reynard_learn::LeadIn;
/// use reynard_learn::reynard::Position;
///
/// let mut pos = Position::startpos();
/// let mut lead_in = LeadIn::new(&pos);
/// for text in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
///     let mv = pos.parse_san(text).expect("a legal move");
///     pos.play_unchecked(mv);
///     lead_in.push(mv);
/// }
/// assert_eq!(lead_in.text(), "1... e5 2. Nf3 Nc6 3. Bb5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeadIn {
    start: Position,
    moves: Vec<Move>,
}

/// The maximum number of moves kept.
const MOVES: usize = 4;

impl LeadIn {
    /// Creates a lead-in without moves.
    pub fn new(start: &Position) -> Self {
        Self { start: start.clone(), moves: Vec::new() }
    }

    /// Adds a legal move. If this makes more than four moves, drops the first.
    pub fn push(&mut self, mv: Move) {
        if self.moves.len() == MOVES {
            let first = self.moves.remove(0);
            self.start.play_unchecked(first);
        }
        self.moves.push(mv);
    }

    /// Returns the last move, if any.
    ///
    /// ```
    /// use reynard_learn::LeadIn;
    /// use reynard_learn::reynard::Position;
    ///
    /// assert_eq!(LeadIn::new(&Position::startpos()).last(), None);
    /// ```
    pub fn last(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// Returns the moves with their move numbers, or an empty string if there are no moves.
    pub fn text(&self) -> String {
        self.start.numbered_line(&self.moves)
    }
}
