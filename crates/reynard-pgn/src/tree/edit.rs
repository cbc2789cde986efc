//! Editing a tree.

use core::fmt;

use reynard::Position;

use super::{Extras, GameTree, Node, NodeId, Step};
use crate::{CommentText, Nag};

impl GameTree {
    /// Adds a step after the existing children of a node: in the main line if it is the first,
    /// otherwise as the last variation. The step is added even if the node already has a child with
    /// the same step. To add many steps, use a [`Cursor`](super::Cursor).
    ///
    /// ```
    /// use reynard_pgn::{GameTree, NodeId, Step};
    ///
    /// let mut game = GameTree::new();
    /// let e4 = game.start().parse_san("e4")?;
    /// let node = game.add(NodeId::ROOT, Step::Move(e4))?;
    /// assert!(game.add(node, Step::Move(e4)).is_err(), "it is Black's turn");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`IllegalStep`] if the move is not legal at the parent node, or if it is a null move and the
    /// side to move is in check.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree, or if the tree would have 2^32
    /// nodes.
    pub fn add(&mut self, parent: NodeId, step: Step) -> Result<NodeId, IllegalStep> {
        step.check(&self.position(parent))?;
        Ok(self.push(parent, step))
    }

    /// Adds a step that is known to be possible.
    pub(super) fn push(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = NodeId::at(self.nodes.len());
        self.nodes.push(Node {
            step,
            live: true,
            parent,
            first_child: None,
            last_child: None,
            next_sibling: None,
            extras: None,
        });
        self.len += 1;
        match self.node_mut(parent).last_child.replace(id) {
            Some(last) => self.node_mut(last).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        id
    }

    /// Deletes a node and everything after it. If the node was in the main line, the first
    /// variation takes its place. The root itself stays, but everything after it is deleted.
    ///
    /// ```
    /// use reynard_pgn::{GameTree, NodeId};
    ///
    /// let mut game = GameTree::new();
    /// let mut cursor = game.cursor(NodeId::ROOT);
    /// let e4 = cursor.play_san("e4")?;
    /// cursor.back();
    /// let d4 = cursor.play_san("d4")?;
    /// game.delete(e4);
    /// assert!(!game.contains(e4) && game.is_main_line(d4));
    /// # Ok::<(), reynard::InvalidSan>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    pub fn delete(&mut self, id: NodeId) {
        self.truncate(id);
        let Some(parent) = self.parent(id) else { return };
        self.unlink(id);
        self.bury(id);
        self.settle_first(parent);
    }

    /// Deletes everything after a node.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// game.truncate(e4);
    /// assert!(!game.contains(e5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn truncate(&mut self, id: NodeId) {
        let mut open: Vec<NodeId> = self.children(id).collect();
        self.node_mut(id).first_child = None;
        self.node_mut(id).last_child = None;
        while let Some(id) = open.pop() {
            open.extend(self.children(id));
            self.bury(id);
        }
    }

    /// Marks a node as deleted, and frees its comments and annotations.
    fn bury(&mut self, id: NodeId) {
        let node = self.node_mut(id);
        node.live = false;
        node.extras = None;
        self.len -= 1;
    }

    /// Moves a node one place up among the alternatives in its position. Returns `false` if it was
    /// already the first.
    ///
    /// No comment or annotation can precede the first alternative. If the node becomes the first
    /// alternative, the comments and annotations before the node therefore move to the end of those
    /// of the previous node.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// let c5 = game.cursor(e4).play_san("c5")?;
    /// game.promote(c5);
    /// assert_eq!(game.next(e4), Some(c5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else { return false };
        let Some(before) = self.sibling_before(id) else { return false };
        let place = self.sibling_before(before);
        self.unlink(id);
        self.link(parent, place, id);
        self.settle_first(parent);
        true
    }

    /// Moves a node one place down among the alternatives in its position. Returns `false` if it
    /// was already the last.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// let c5 = game.cursor(e4).play_san("c5")?;
    /// game.demote(e5);
    /// assert_eq!(game.next(e4), Some(c5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn demote(&mut self, id: NodeId) -> bool {
        let behind = (id != NodeId::ROOT).then(|| self.node(id).next_sibling).flatten();
        behind.is_some_and(|behind| self.promote(behind))
    }

    /// Makes the line that leads to a node the main line of the game.
    ///
    /// ```
    /// use reynard_pgn::{GameTree, NodeId};
    ///
    /// let mut game = GameTree::new();
    /// let mut cursor = game.cursor(NodeId::ROOT);
    /// for san in ["e4", "e5"] {
    ///     cursor.play_san(san)?;
    /// }
    /// cursor.back();
    /// let c5 = cursor.play_san("c5")?;
    /// game.make_main_line(c5);
    /// assert!(game.to_string().ends_with("1. e4 c5 (1... e5) *\n\n"));
    /// # Ok::<(), reynard::InvalidSan>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    pub fn make_main_line(&mut self, id: NodeId) {
        let path: Vec<NodeId> = self.path(id).collect();
        for id in path {
            let parent = self.node(id).parent;
            if !self.is_first(id) {
                self.unlink(id);
                self.link(parent, None, id);
                self.settle_first(parent);
            }
        }
    }

    /// Adds an annotation to a node.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// game.add_nag(e4, reynard_pgn::Nag::GOOD);
    /// assert_eq!(game.nags(e4).len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_nag(&mut self, id: NodeId, nag: Nag) {
        self.change(id, |extras| extras.nags.push(nag));
    }

    /// Replaces the annotations of a node.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// game.set_nags(e4, vec![reynard_pgn::Nag::GOOD]);
    /// assert_eq!(game.nags(e4).len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_nags(&mut self, id: NodeId, nags: Vec<Nag>) {
        self.change(id, |extras| extras.nags = nags);
    }

    /// Adds a comment after a node.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// game.add_comment(e4, reynard_pgn::CommentText::new("best by test"));
    /// assert_eq!(game.comments(e4).len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_comment(&mut self, id: NodeId, comment: CommentText) {
        self.change(id, |extras| extras.comments.push(comment));
    }

    /// Replaces the comments after a node.
    ///
    /// ```
    /// use reynard_pgn::{Annotation, GameTree, NodeId, CommentText};
    ///
    /// let mut game = GameTree::new();
    /// let e4 = game.cursor(NodeId::ROOT).play_san("e4")?;
    /// let mut comments = game.comments(e4).to_vec();
    /// comments.push(CommentText::new("[%clk 1:30:00]"));
    /// game.set_comments(e4, comments);
    /// assert_eq!(game.comments(e4)[0].commands().count(), 1);
    /// # Ok::<(), reynard::InvalidSan>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    pub fn set_comments(&mut self, id: NodeId, comments: Vec<CommentText>) {
        self.change(id, |extras| extras.comments = comments);
    }

    /// Adds a comment before a node: at the beginning of the variation that the node begins, or
    /// after the previous node if it does not begin a variation.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    pub fn add_comment_before(&mut self, id: NodeId, comment: CommentText) {
        match self.parent(id) {
            Some(parent) if self.is_first(id) => self.add_comment(parent, comment),
            Some(_) => self.change(id, |extras| extras.comments_before.push(comment)),
            None => self.add_comment(id, comment),
        }
    }

    /// Adds an annotation before a node, as [`add_comment_before`](Self::add_comment_before) does.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    pub fn add_nag_before(&mut self, id: NodeId, nag: Nag) {
        match self.parent(id) {
            Some(parent) if self.is_first(id) => self.add_nag(parent, nag),
            Some(_) => self.change(id, |extras| extras.nags_before.push(nag)),
            None => self.add_nag(id, nag),
        }
    }

    /// Drops all annotations, comments and variations, except those selected by `keep`.
    ///
    /// ```
    /// use reynard_pgn::{Games, KeptParts};
    ///
    /// let pgn = b"1. e4 $1 {best by test} 1... e5 (1... c5) *";
    /// let mut game = Games::from_bytes(pgn).next().unwrap()?.tree;
    /// game.strip(KeptParts { comments: true, ..KeptParts::NONE });
    /// assert!(game.to_string().ends_with("1. e4 {best by test} 1... e5 *\n\n"));
    /// # Ok::<(), reynard_pgn::ReadError>(())
    /// ```
    pub fn strip(&mut self, keep: KeptParts) {
        if !keep.variations {
            let line: Vec<NodeId> = self.main_line().collect();
            for id in line {
                while let Some(variation) = self.node(id).next_sibling {
                    self.delete(variation);
                }
            }
        }
        for index in 0..self.nodes.len() {
            let Some(extras) = &mut self.nodes[index].extras else { continue };
            if !keep.nags {
                extras.nags.clear();
                extras.nags_before.clear();
            }
            if !keep.comments {
                extras.comments.clear();
                extras.comments_before.clear();
            }
            if extras.is_empty() {
                self.nodes[index].extras = None;
            }
        }
    }

    fn change(&mut self, id: NodeId, change: impl FnOnce(&mut Extras)) {
        let extras = &mut self.node_mut(id).extras;
        let mut changed = extras.take().unwrap_or_default();
        change(&mut changed);
        *extras = (!changed.is_empty()).then_some(changed);
    }

    /// Moves the comments and annotations before the first child, which are not allowed there, to
    /// the end of the parent's comments and annotations.
    fn settle_first(&mut self, parent: NodeId) {
        let Some(first) = self.next(parent) else { return };
        let Some(extras) = &mut self.node_mut(first).extras else { return };
        let nags = std::mem::take(&mut extras.nags_before);
        let comments = std::mem::take(&mut extras.comments_before);
        self.change(first, |_| ());
        self.change(parent, |extras| {
            extras.nags.extend(nags);
            extras.comments.extend(comments);
        });
    }

    fn sibling_before(&self, id: NodeId) -> Option<NodeId> {
        self.children(self.node(id).parent).take_while(|&child| child != id).last()
    }

    /// Removes a node from its list of siblings.
    fn unlink(&mut self, id: NodeId) {
        let (before, next) = (self.sibling_before(id), self.node(id).next_sibling);
        let parent = self.node(id).parent;
        match before {
            Some(before) => self.node_mut(before).next_sibling = next,
            None => self.node_mut(parent).first_child = next,
        }
        if next.is_none() {
            self.node_mut(parent).last_child = before;
        }
        self.node_mut(id).next_sibling = None;
    }

    /// Inserts an unlinked node after a sibling, or before all siblings.
    fn link(&mut self, parent: NodeId, before: Option<NodeId>, id: NodeId) {
        let place = match before {
            Some(before) => &mut self.node_mut(before).next_sibling,
            None => &mut self.node_mut(parent).first_child,
        };
        let next = place.replace(id);
        self.node_mut(id).next_sibling = next;
        if next.is_none() {
            self.node_mut(parent).last_child = Some(id);
        }
    }
}

/// The parts of a game that [`GameTree::strip`] keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeptParts {
    /// The comments.
    pub comments: bool,
    /// The numeric annotations.
    pub nags: bool,
    /// The variations.
    pub variations: bool,
}

impl KeptParts {
    /// The moves of the main line only.
    pub const NONE: Self = Self { comments: false, nags: false, variations: false };
    /// All parts.
    pub const ALL: Self = Self { comments: true, nags: true, variations: true };
}

impl Step {
    /// Checks that the step is possible in a position.
    pub(super) fn check(self, pos: &Position) -> Result<(), IllegalStep> {
        let possible = match self {
            Self::Move(mv) => pos.is_legal(mv),
            Self::Null => pos.clone().play_null().is_ok(),
        };
        if possible { Ok(()) } else { Err(IllegalStep(self)) }
    }
}

/// The error returned for a step that is not possible: an illegal move, or a null move by a side in
/// check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalStep(pub Step);

impl fmt::Display for IllegalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Step::Move(mv) => reynard::IllegalMove(mv).fmt(f),
            Step::Null => reynard::IllegalNullMove.fmt(f),
        }
    }
}

impl core::error::Error for IllegalStep {}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// Creates a tree with a main line and a variation that has comments.
    fn tree() -> GameTree {
        let pgn = b"1. e4 e5 (1... c5 $1 {Sicilian} 2. Nf3 {open}) 2. Nf3 *";
        crate::Games::from_bytes(pgn).next().expect("a game").expect("memory can be read").tree
    }

    #[test]
    fn deleted_nodes_keep_no_comments_and_are_not_counted() {
        let mut tree = tree();
        assert_eq!(tree.len(), 5);
        let e4 = tree.next(NodeId::ROOT).expect("a move");
        let c5 = tree.children(e4).nth(1).expect("a variation");
        tree.delete(c5);
        assert_eq!(tree.len(), 3);
        assert!(tree.nodes.iter().all(|node| node.live || node.extras.is_none()));
        tree.truncate(e4);
        assert_eq!(tree.len(), 1);
        tree.delete(NodeId::ROOT);
        assert_eq!((tree.len(), tree.is_empty()), (0, true));
    }

    #[test]
    fn methods_panic_for_a_deleted_node_and_for_one_that_does_not_exist() {
        let mut tree = tree();
        let e4 = tree.next(NodeId::ROOT).expect("a move");
        let c5 = tree.children(e4).nth(1).expect("a variation");
        let nf3 = tree.next(c5).expect("a move");
        tree.delete(c5);
        for id in [c5, nf3, NodeId::at(1_000)] {
            assert!(!tree.contains(id));
            let mut panics = |call: fn(&mut GameTree, NodeId)| {
                catch_unwind(AssertUnwindSafe(|| call(&mut tree, id))).is_err()
            };
            assert!(panics(|tree, id| assert!(tree.is_main_line(id))), "is_main_line");
            assert!(panics(|tree, id| assert!(tree.ply(id) < 9)), "ply");
            assert!(panics(|tree, id| assert!(!tree.position(id).is_check())), "position");
            assert!(panics(|tree, id| assert!(!tree.cursor(id).back())), "cursor");
            assert!(panics(|tree, id| assert!(tree.add(id, Step::Null).is_ok())), "add");
            assert!(panics(|tree, id| assert!(tree.parent(id).is_some())), "parent");
            assert!(panics(GameTree::make_main_line), "make_main_line");
            assert!(panics(GameTree::delete), "delete");
        }
    }
}
