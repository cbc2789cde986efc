//! Legal move generation: lists, counts, and selections by stage and squares.
//!
//! The generator produces only legal moves. It examines the lines through the king once, and then
//! moves every piece only to squares that leave the king safe. In check, pieces may only capture
//! the checker or interpose. Pinned pieces stay on their line. The king avoids the squares that the
//! enemy attacks when the king is removed from the board. Nothing is allocated on the heap.

mod generate;
mod king;
mod pawns;
mod pseudo_legal;
mod selection;
mod side;
mod sink;

pub use selection::{Selection, Stage};
pub use sink::MoveSink;

use crate::{Color, MoveList, Position};
use generate::Generator;
use side::{Black, White};
use sink::Counter;

impl Position {
    /// Returns all legal moves.
    ///
    /// The order is fixed for a given position but is not otherwise part of the API.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert_eq!(Position::startpos().legal_moves().len(), 20);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        self.moves(Selection::ALL)
    }

    /// Returns the legal moves that match `selection`.
    ///
    /// ```
    /// use reynard::{Position, Selection, Stage};
    ///
    /// let pos: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(pos.moves(Selection::stage(Stage::Captures)).len(), 1);
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn moves(&self, selection: Selection) -> MoveList {
        let mut list = MoveList::new();
        self.add_moves(selection, &mut list);
        list
    }

    /// Adds the legal moves that match `selection` to a list.
    ///
    /// A search that calls this at every node can clear and reuse one list per ply, which is
    /// cheaper than creating new ones.
    ///
    /// ```
    /// use reynard::{MoveList, Position, Selection, Stage};
    ///
    /// let pos = Position::startpos();
    /// let mut list = MoveList::new();
    /// pos.add_moves(Selection::stage(Stage::Captures), &mut list);
    /// pos.add_moves(Selection::stage(Stage::Quiets), &mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    pub fn add_moves(&self, selection: Selection, list: &mut MoveList) {
        if selection == Selection::ALL {
            // A selection known at compile time costs nothing.
            self.generate(Selection::ALL, list);
        } else {
            self.generate(selection, list);
        }
    }

    /// Returns the legal captures.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert!(Position::startpos().captures().is_empty());
    /// ```
    pub fn captures(&self) -> MoveList {
        self.moves(Selection::stage(Stage::Captures))
    }

    /// Returns the legal moves that are not captures.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert_eq!(Position::startpos().quiets().len(), 20);
    /// ```
    pub fn quiets(&self) -> MoveList {
        self.moves(Selection::stage(Stage::Quiets))
    }

    /// Returns the check evasions: all legal moves if the side to move is in check, otherwise none.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert!(Position::startpos().evasions().is_empty());
    /// let pos: Position = "4k3/4r3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(pos.evasions().len(), 4);
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn evasions(&self) -> MoveList {
        if self.is_check() { self.legal_moves() } else { MoveList::new() }
    }

    /// Counts the legal moves without listing them.
    ///
    /// ```
    /// assert_eq!(reynard::Position::startpos().count_legal_moves(), 20);
    /// ```
    pub fn count_legal_moves(&self) -> u32 {
        let mut counter = Counter::default();
        self.generate(Selection::ALL, &mut counter);
        counter.0
    }

    /// Passes all legal moves to a sink, in whole sets. This is cheaper than a list for a caller
    /// that sorts them in its own way.
    ///
    /// See [`MoveSink`] for an example.
    #[inline]
    pub fn visit_legal_moves<S: MoveSink>(&self, sink: &mut S) {
        self.generate(Selection::ALL, sink);
    }

    /// Returns `true` if there is a legal move. Otherwise the position is checkmate or stalemate.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let mate: Position = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert!(!mate.has_legal_move() && mate.is_check());
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn has_legal_move(&self) -> bool {
        // A pawn can nearly always step forward, and the test costs a third of a count.
        let can_push = match self.turn() {
            Color::White => Generator::<White>::new(self, Selection::ALL).can_push(),
            Color::Black => Generator::<Black>::new(self, Selection::ALL).can_push(),
        };
        can_push || self.count_legal_moves() > 0
    }

    #[inline(always)]
    fn generate<S: MoveSink>(&self, selection: Selection, sink: &mut S) {
        match self.turn() {
            Color::White => Generator::<White>::new(self, selection).run(sink),
            Color::Black => Generator::<Black>::new(self, selection).run(sink),
        }
    }
}
