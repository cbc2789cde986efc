//! Walking the whole tree in the order in which it is written.

use super::{GameTree, NodeId, Step};

impl GameTree {
    /// Returns the move that leads to a node, in standard notation. Returns `--` for a null move
    /// and `None` for the root.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let game = reynard_pgn::Games::from_bytes(b"1. e4 e5 2. Nf3 *").next().unwrap()?.tree;
    /// let moves: Vec<String> = game.main_line().filter_map(|node| game.san(node)).collect();
    /// assert_eq!(moves, ["e4", "e5", "Nf3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn san(&self, id: NodeId) -> Option<String> {
        Some(match self.step(id)? {
            Step::Move(mv) => self.position(self.parent(id)?).san(mv).to_string(),
            Step::Null => "--".to_owned(),
        })
    }
}

/// A step in a walk through a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TreeWalkStep {
    /// A node, with its move and annotations.
    Node(NodeId),
    /// The beginning of an alternative to the previous node.
    BeginVariation,
    /// The end of an alternative.
    EndVariation,
}

/// An iterator over the nodes of a tree, excluding the root. Each node is followed by its
/// alternatives and then by the continuation. Created by [`GameTree::walk`].
///
/// ```
/// use reynard_pgn::{GameTree, NodeId, TreeWalkStep};
///
/// let mut game = GameTree::new();
/// let mut cursor = game.cursor(NodeId::ROOT);
/// let e4 = cursor.play_san("e4")?;
/// let e5 = cursor.play_san("e5")?;
/// cursor.go_to(NodeId::ROOT);
/// let d4 = cursor.play_san("d4")?;
/// let walk: Vec<TreeWalkStep> = game.walk().collect();
/// use TreeWalkStep::{BeginVariation, EndVariation, Node};
/// assert_eq!(walk, [Node(e4), BeginVariation, Node(d4), EndVariation, Node(e5)]);
/// # Ok::<(), reynard::InvalidSan>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeWalk<'a> {
    tree: &'a GameTree,
    /// Stack of pending parts: two or three entries for each level of variations.
    open: Vec<Open>,
}

#[derive(Clone, Copy, Debug)]
enum Open {
    /// The continuation after a node.
    After(NodeId),
    /// A node that begins a variation.
    First(NodeId),
    /// A node and its later siblings, each a variation.
    Variations(NodeId),
    /// The end of a variation.
    End,
}

impl<'a> TreeWalk<'a> {
    pub(super) fn new(tree: &'a GameTree) -> Self {
        Self { tree, open: vec![Open::After(NodeId::ROOT)] }
    }
}

impl Iterator for TreeWalk<'_> {
    type Item = TreeWalkStep;

    fn next(&mut self) -> Option<TreeWalkStep> {
        loop {
            match self.open.pop()? {
                Open::After(id) => {
                    let Some(child) = self.tree.next(id) else { continue };
                    self.open.push(Open::After(child));
                    self.open.extend(self.tree.node(child).next_sibling.map(Open::Variations));
                    return Some(TreeWalkStep::Node(child));
                }
                Open::Variations(id) => {
                    self.open.extend(self.tree.node(id).next_sibling.map(Open::Variations));
                    self.open.extend([Open::End, Open::First(id)]);
                    return Some(TreeWalkStep::BeginVariation);
                }
                Open::First(id) => {
                    self.open.push(Open::After(id));
                    return Some(TreeWalkStep::Node(id));
                }
                Open::End => return Some(TreeWalkStep::EndVariation),
            }
        }
    }
}
