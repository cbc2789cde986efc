//! Games with variations.
//!
//! * `edit`: adding, deleting and reordering;
//! * `walk`: the whole tree in the order in which it is written;
//! * `result`: the result and the mark after the moves;
//! * `cursor`: traversing a tree while keeping the current position;
//! * `build`: building a tree from the events of a reader.

mod build;
mod cursor;
mod edit;
mod equality;
mod extras;
mod result;
mod tag_error;
mod walk;

use core::fmt;
use core::num::NonZeroU32;

use reynard::{CastlingNotation, EnPassantMode, FenOptions, Move, Position};

pub use build::{Games, ParsedGame, TreeBuilder};
pub use cursor::Cursor;
pub use edit::{IllegalStep, KeptParts};
pub use tag_error::SetTagError;
pub use walk::{TreeWalk, TreeWalkStep};

use crate::{CommentText, Nag, Tags, Termination};
use extras::Extras;

/// A game with its tags, variations and annotations.
///
/// The moves form a tree: the children of a node are the moves that were played, or could have
/// been, in the same position, the main line first. Every move in the tree is legal, which is
/// checked when the move is added.
///
/// Nodes are stored in one vector and identified by [`NodeId`]s. An id remains valid while the tree
/// is edited, until its node is deleted. No operation is recursive, so the depth of a tree is
/// limited only by memory.
///
/// ```
/// use reynard_pgn::{GameTree, Nag, NodeId, CommentText};
///
/// let mut game = GameTree::new();
/// game.set_tag("White", "Anderssen")?;
/// let mut cursor = game.cursor(NodeId::ROOT);
/// let e4 = cursor.play_san("e4")?;
/// cursor.play_san("e5")?;
/// cursor.play_san("f4")?;
/// cursor.go_to(e4);
/// let c5 = cursor.play_san("c5")?;
/// game.add_nag(c5, Nag::SPECULATIVE);
/// game.add_comment(c5, CommentText::new("not in 1851"));
///
/// let text = game.to_string();
/// assert!(text.ends_with("1. e4 e5 (1... c5 $5 {not in 1851}) 2. f4 *\n\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct GameTree {
    tags: Tags,
    start: Position,
    /// The first node is the root, which has no move.
    nodes: Vec<Node>,
    /// Number of nodes that are not deleted, not counting the root.
    len: usize,
    result: Termination,
    /// The mark after the moves, if it differs from the result.
    other_mark: Option<Termination>,
}

/// The identifier of a node of one [`GameTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The node before the first move, which every tree has.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    /// Returns the id of the node at an index of the vector.
    fn at(index: usize) -> Self {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Self(number.expect("fewer than 2^32 nodes"))
    }

    const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A step from one node to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A move.
    Move(Move),
    /// The side to move passes. This is not a chess move; annotators use it to show a threat.
    Null,
}

/// A node. Deleted nodes stay in the vector, unlinked from the others.
#[derive(Clone, Debug)]
struct Node {
    step: Step,
    live: bool,
    parent: NodeId,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    extras: Option<Box<Extras>>,
}

impl GameTree {
    /// Creates a game from the standard start position, without tags or moves and with an unknown
    /// result.
    ///
    /// ```
    /// use reynard_pgn::GameTree;
    ///
    /// assert!(GameTree::new().is_empty());
    /// ```
    pub fn new() -> Self {
        Self {
            tags: Tags::default(),
            start: Position::startpos(),
            nodes: vec![Node {
                step: Step::Null,
                live: true,
                parent: NodeId::ROOT,
                first_child: None,
                last_child: None,
                next_sibling: None,
                extras: None,
            }],
            len: 0,
            result: Termination::Unknown,
            other_mark: None,
        }
    }

    /// Creates a game from any position. The tags `SetUp` and `FEN` are set if it is not the
    /// standard start position, and the tag `Variant` as well if the position has castling rights
    /// that only Chess960 has.
    ///
    /// ```
    /// use reynard_pgn::GameTree;
    ///
    /// let game = GameTree::from_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?);
    /// assert_eq!(game.tags().text("FEN").as_deref(), Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    /// let game = GameTree::from_position("4k3/8/8/8/8/8/8/RK6 w A - 0 1".parse()?);
    /// assert_eq!(game.tags().text("Variant").as_deref(), Some("Chess960"));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn from_position(start: Position) -> Self {
        let mut tree = Self::new();
        if start.to_setup() != tree.start.to_setup() {
            let options = FenOptions { en_passant: EnPassantMode::Legal, ..FenOptions::default() };
            let fen = start.fen_with(options);
            tree.tags.push(crate::Tag::new(b"SetUp", b"1"));
            tree.tags.push(crate::Tag::new(b"FEN", fen.as_bytes()));
            if CastlingNotation::for_position(&start) == CastlingNotation::Chess960 {
                tree.tags.push(crate::Tag::new(b"Variant", b"Chess960"));
            }
            tree.start = start;
        }
        tree
    }

    /// Returns the tags.
    pub const fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Sets the value of a tag: see [`Tags::set`]. If the tag is `Result` and its value is a known
    /// result, that becomes the result of the game.
    ///
    /// # Errors
    ///
    /// [`SetTagError`] if the name is not a valid tag name, or if the tag determines the start
    /// position.
    ///
    /// ```
    /// use reynard_pgn::GameTree;
    ///
    /// let mut game = GameTree::new();
    /// game.set_tag("White", "Morphy")?;
    /// assert_eq!(game.tags().text("White").as_deref(), Some("Morphy"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_tag(
        &mut self,
        name: impl AsRef<[u8]>,
        value: impl AsRef<[u8]>,
    ) -> Result<(), SetTagError> {
        let (name, value) = (name.as_ref(), value.as_ref());
        if matches!(name, b"FEN" | b"SetUp") {
            return Err(SetTagError::StartPosition);
        }
        self.tags.set(name, value).map_err(SetTagError::Name)?;
        if let (b"Result", Some(result)) = (name, Termination::parse_lenient(value)) {
            self.result = result;
            self.other_mark = None;
        }
        Ok(())
    }

    /// Drops a tag, unless it determines the start position. Returns `true` if the tag was dropped.
    ///
    /// ```
    /// use reynard_pgn::GameTree;
    ///
    /// let mut game = GameTree::new();
    /// game.set_tag("ECO", "C41")?;
    /// assert!(game.remove_tag("ECO") && !game.remove_tag("ECO"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_tag(&mut self, name: impl AsRef<[u8]>) -> bool {
        let name = name.as_ref();
        !matches!(name, b"FEN" | b"SetUp") && self.tags.remove(name)
    }

    /// Puts the tags in export-format order and adds any missing tags of the Seven Tag Roster.
    ///
    /// ```
    /// use reynard_pgn::GameTree;
    ///
    /// let mut game = GameTree::new();
    /// game.normalize_tags();
    /// assert_eq!(game.tags().get("Event"), Some(&b"?"[..]));
    /// ```
    pub fn normalize_tags(&mut self) {
        self.tags.complete_roster();
        self.tags.settle_result(self.result);
        self.tags.sort();
    }

    /// Returns the position from which the game starts.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns `true` if the tree has a node with this id.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// game.truncate(e4);
    /// assert!(game.contains(e4) && !game.contains(e5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contains(&self, id: NodeId) -> bool {
        self.nodes.get(id.index()).is_some_and(|node| node.live)
    }

    /// Returns the previous node, or `None` for the root.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree. So do all other methods that
    /// take a node.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// assert_eq!(game.parent(e5), Some(e4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then_some(self.node(id).parent)
    }

    /// Returns the step that leads to the node, or `None` for the root.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// assert!(game.step(e5).is_some() && game.step(reynard_pgn::NodeId::ROOT).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step(&self, id: NodeId) -> Option<Step> {
        (id != NodeId::ROOT).then_some(self.node(id).step)
    }

    /// Returns the children of the node, the main line first.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// assert!(game.children(e4).eq([e5]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).first_child, |&child| self.node(child).next_sibling)
    }

    /// Returns the next node of the line, or `None` at its end.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// assert_eq!((game.next(e4), game.next(e5)), (Some(e5), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// Returns the node's child to which a step leads, or `None` if there is no such child.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// let step = game.step(e5).unwrap();
    /// assert_eq!(game.find(e4, step), Some(e5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&self, id: NodeId, step: Step) -> Option<NodeId> {
        self.children(id).find(|&child| self.node(child).step == step)
    }

    /// Returns the nodes of the main line, without the root.
    ///
    /// ```
    /// use reynard_pgn::{GameTree, NodeId};
    ///
    /// let mut game = GameTree::new();
    /// let mut cursor = game.cursor(NodeId::ROOT);
    /// for san in ["e4", "e5", "Nf3"] {
    ///     cursor.play_san(san)?;
    /// }
    /// assert_eq!(game.main_line().count(), 3);
    /// # Ok::<(), reynard::InvalidSan>(())
    /// ```
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.next(NodeId::ROOT), |&id| self.next(id))
    }

    /// Returns the moves of the main line, up to its first null move, if any.
    ///
    /// ```
    /// use reynard_pgn::Games;
    ///
    /// let game = Games::from_bytes(b"1. e4 e5 (1... c5) 2. Nf3 *").next().unwrap()?.tree;
    /// let mut pos = game.start().clone();
    /// for mv in game.moves() {
    ///     pos.play(mv).unwrap();
    /// }
    /// assert_eq!(pos.fullmove_number(), 2);
    /// # Ok::<(), reynard_pgn::ReadError>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.main_line().map_while(|id| match self.node(id).step {
            Step::Move(mv) => Some(mv),
            Step::Null => None,
        })
    }

    /// Returns `true` if the node is on the main line.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// assert!(game.is_main_line(e5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.path(id).all(|id| self.is_first(id))
    }

    /// Returns the number of steps that lead to the node.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// assert_eq!(game.ply(e5), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ply(&self, id: NodeId) -> usize {
        self.path(id).count()
    }

    /// Returns the number of nodes, not counting the root.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if the tree has no moves.
    pub fn is_empty(&self) -> bool {
        self.next(NodeId::ROOT).is_none()
    }

    /// Returns the position at a node, by playing the moves that lead to it. To visit many nodes,
    /// use a [`Cursor`].
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// assert_eq!(game.position(e4).turn(), reynard_pgn::reynard::Color::Black);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, id: NodeId) -> Position {
        let path: Vec<NodeId> = self.path(id).collect();
        let mut pos = self.start.clone();
        for &id in path.iter().rev() {
            self.node(id).step.play(&mut pos);
        }
        pos
    }

    /// Returns the NAGs of a node.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// game.add_nag(e4, reynard_pgn::Nag::GOOD);
    /// assert_eq!(game.nags(e4), [reynard_pgn::Nag::GOOD]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nags(&self, id: NodeId) -> &[Nag] {
        self.extras(id).map_or(&[], |extras| &extras.nags)
    }

    /// Returns the comments after a node. The root's comments precede the first move.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// game.add_comment(e4, reynard_pgn::CommentText::new("best by test"));
    /// assert_eq!(game.comments(e4)[0].decode(), "best by test");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn comments(&self, id: NodeId) -> &[CommentText] {
        self.extras(id).map_or(&[], |extras| &extras.comments)
    }

    /// Returns the NAGs at the beginning of the variation that the node begins.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    pub fn nags_before(&self, id: NodeId) -> &[Nag] {
        self.extras(id).map_or(&[], |extras| &extras.nags_before)
    }

    /// Returns the comments at the beginning of the variation that the node begins. The result is
    /// empty if the node does not begin a variation, because a comment before its move then belongs
    /// to the previous node.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    pub fn comments_before(&self, id: NodeId) -> &[CommentText] {
        self.extras(id).map_or(&[], |extras| &extras.comments_before)
    }

    /// Creates a cursor at a node.
    ///
    /// # Panics
    ///
    /// Panics if the node was deleted or does not exist in this tree.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// let mut cursor = game.cursor(e4);
    /// cursor.play_san("c5")?;
    /// assert_eq!(game.children(e4).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cursor(&mut self, id: NodeId) -> Cursor<'_> {
        Cursor::new(self, id)
    }

    /// Walks the whole tree in the order in which it is written.
    ///
    /// ```
    /// # let mut game = reynard_pgn::Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
    /// # let [e4, e5] = game.main_line().collect::<Vec<_>>()[..] else { panic!() };
    /// assert_eq!(game.walk().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk(&self) -> TreeWalk<'_> {
        TreeWalk::new(self)
    }

    /// Returns the nodes from the given one back to the root, excluding the root.
    fn path(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let is_behind_root = |id: &NodeId| *id != NodeId::ROOT;
        std::iter::successors(Some(id).filter(is_behind_root), move |&id| {
            Some(self.node(id).parent).filter(is_behind_root)
        })
    }

    /// Returns `true` if the node is the first child of its parent.
    fn is_first(&self, id: NodeId) -> bool {
        self.node(self.node(id).parent).first_child == Some(id)
    }

    fn node(&self, id: NodeId) -> &Node {
        let node = &self.nodes[id.index()];
        assert!(node.live, "the node was deleted");
        node
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let node = &mut self.nodes[id.index()];
        assert!(node.live, "the node was deleted");
        node
    }

    fn extras(&self, id: NodeId) -> Option<&Extras> {
        self.node(id).extras.as_deref()
    }
}

impl Step {
    /// Plays a step that is known to be possible.
    pub(crate) fn play(self, pos: &mut Position) {
        match self {
            Self::Move(mv) => pos.play_unchecked(mv),
            Self::Null => {
                // It was possible when it was added to the tree.
                let _ = pos.play_null();
            }
        }
    }
}

impl Default for GameTree {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameTree({self})")
    }
}
