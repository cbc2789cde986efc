//! Traversing a tree while keeping the current position.

use reynard::{IllegalMove, InvalidSan, Move, Position};

use super::{GameTree, IllegalStep, NodeId, Step};

/// A node of a tree, together with the position at that node.
///
/// ```
/// use reynard_pgn::{GameTree, NodeId};
///
/// let mut game = GameTree::new();
/// let mut cursor = game.cursor(NodeId::ROOT);
/// cursor.play_san("e4")?;
/// cursor.play_san("c5")?;
/// assert!(cursor.back());
/// assert_eq!(cursor.position().parse_san("e5").map(|mv| cursor.play(mv)).is_ok(), true);
/// assert_eq!(cursor.tree().len(), 3);
/// # Ok::<(), reynard::InvalidSan>(())
/// ```
#[derive(Debug)]
pub struct Cursor<'a> {
    tree: &'a mut GameTree,
    id: NodeId,
    pos: Position,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(tree: &'a mut GameTree, id: NodeId) -> Self {
        let pos = tree.position(id);
        Self { tree, id, pos }
    }

    /// Returns the id of the current node.
    pub const fn id(&self) -> NodeId {
        self.id
    }

    /// Returns the position at the current node.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// assert_eq!(game.cursor(e5).position().fullmove_number(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn position(&self) -> &Position {
        &self.pos
    }

    /// Returns the tree.
    pub const fn tree(&self) -> &GameTree {
        self.tree
    }

    /// Goes to another node.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// let mut cursor = game.cursor(e5);
    /// cursor.go_to(e4);
    /// assert_eq!(cursor.id(), e4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn go_to(&mut self, id: NodeId) {
        self.pos = self.tree.position(id);
        self.id = id;
    }

    /// Moves back to the previous node. Returns `false` at the root.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// let mut cursor = game.cursor(e4);
    /// assert!(cursor.back() && !cursor.back());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn back(&mut self) -> bool {
        let Some(parent) = self.tree.parent(self.id) else { return false };
        self.go_to(parent);
        true
    }

    /// Moves forward to the next node of the line. Returns `false` at the end of the line.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// let mut cursor = game.cursor(e4);
    /// assert!(cursor.forward() && !cursor.forward());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forward(&mut self) -> bool {
        let Some(child) = self.tree.next(self.id) else { return false };
        self.enter(child);
        true
    }

    /// Plays a move and goes to its node. If there is no node for the move, one is added: in the
    /// main line if nothing follows, otherwise as the last variation.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not legal at the current node.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, IllegalMove> {
        self.step(Step::Move(mv)).map_err(|_| IllegalMove(mv))
    }

    /// Plays a move in standard notation, as [`play`](Self::play) does.
    ///
    /// # Errors
    ///
    /// [`InvalidSan`] if the text is not a move or the move is not legal at the current node.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// let mut cursor = game.cursor(e5);
    /// cursor.play_san("Nf3")?;
    /// assert!(cursor.play_san("Nf3").is_err(), "it is Black's turn");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_san(&mut self, san: &str) -> Result<NodeId, InvalidSan> {
        let mv = self.pos.parse_san(san)?;
        Ok(self.enter_or_add(Step::Move(mv)))
    }

    /// Plays a move or a null move, as [`play`](Self::play) does.
    ///
    /// # Errors
    ///
    /// [`IllegalStep`] if the move is not legal at the current node, or if it is a null move and
    /// the side to move is in check.
    pub fn step(&mut self, step: Step) -> Result<NodeId, IllegalStep> {
        step.check(&self.pos)?;
        Ok(self.enter_or_add(step))
    }

    fn enter_or_add(&mut self, step: Step) -> NodeId {
        let id = self.tree.find(self.id, step).unwrap_or_else(|| self.tree.push(self.id, step));
        self.enter(id);
        id
    }

    fn enter(&mut self, child: NodeId) {
        self.tree.node(child).step.play(&mut self.pos);
        self.id = child;
    }
}
