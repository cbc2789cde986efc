//! The tree of conditions.

use super::Truth;

/// Conditions joined by "and", "or" and "not".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node<T> {
    /// All of these nodes hold.
    All(Vec<Self>),
    /// At least one of these nodes holds.
    Any(Vec<Self>),
    /// The contained node does not hold.
    Not(Box<Self>),
    /// A condition.
    Leaf(T),
}

impl<T> Node<T> {
    /// Creates a node from nodes that must all hold.
    pub(super) fn of_all(mut nodes: Vec<Self>) -> Self {
        if nodes.len() == 1 { nodes.remove(0) } else { Self::All(nodes) }
    }

    /// Creates a node from nodes of which at least one must hold.
    pub(super) fn of_any(mut nodes: Vec<Self>) -> Self {
        if nodes.len() == 1 { nodes.remove(0) } else { Self::Any(nodes) }
    }

    /// Maps the leaves, in order.
    pub(super) fn map<U>(self, leaf: &mut impl FnMut(T) -> U) -> Node<U> {
        let mut each = |nodes: Vec<Self>| nodes.into_iter().map(|node| node.map(leaf)).collect();
        match self {
            Self::All(nodes) => Node::All(each(nodes)),
            Self::Any(nodes) => Node::Any(each(nodes)),
            Self::Not(node) => Node::Not(Box::new(node.map(leaf))),
            Self::Leaf(it) => Node::Leaf(leaf(it)),
        }
    }

    /// Maps the leaves, in order, up to the first error.
    pub(super) fn try_map<U, E>(
        self,
        leaf: &mut impl FnMut(T) -> Result<U, E>,
    ) -> Result<Node<U>, E> {
        Ok(match self {
            Self::All(nodes) => Node::All(try_map_all(nodes, leaf)?),
            Self::Any(nodes) => Node::Any(try_map_all(nodes, leaf)?),
            Self::Not(node) => Node::Not(Box::new(node.try_map(leaf)?)),
            Self::Leaf(it) => Node::Leaf(leaf(it)?),
        })
    }

    /// Replaces each leaf with the node that it contains.
    pub(super) fn flattened<U>(self) -> Node<U>
    where
        T: Into<Node<U>>,
    {
        match self {
            Self::All(nodes) => Node::All(nodes.into_iter().map(Self::flattened).collect()),
            Self::Any(nodes) => Node::Any(nodes.into_iter().map(Self::flattened).collect()),
            Self::Not(node) => Node::Not(Box::new(node.flattened())),
            Self::Leaf(it) => it.into(),
        }
    }

    /// Calls a function for each leaf.
    pub(super) fn for_each(&self, leaf: &mut impl FnMut(&T)) {
        match self {
            Self::All(nodes) | Self::Any(nodes) => {
                for node in nodes {
                    node.for_each(leaf);
                }
            }
            Self::Not(node) => node.for_each(leaf),
            Self::Leaf(it) => leaf(it),
        }
    }

    /// Calls a function for each required leaf. If such a leaf does not hold, the node does not
    /// hold either, regardless of the other leaves.
    pub(super) fn for_each_required(&self, leaf: &mut impl FnMut(&T)) {
        match self {
            Self::All(nodes) => {
                for node in nodes {
                    node.for_each_required(leaf);
                }
            }
            Self::Any(nodes) => {
                if let [only] = &nodes[..] {
                    only.for_each_required(leaf);
                }
            }
            Self::Not(_) => {}
            Self::Leaf(it) => leaf(it),
        }
    }

    /// Returns the number of leaves.
    pub(super) fn leaves(&self) -> usize {
        match self {
            Self::All(nodes) | Self::Any(nodes) => nodes.iter().map(Self::leaves).sum(),
            Self::Not(node) => node.leaves(),
            Self::Leaf(_) => 1,
        }
    }

    /// Evaluates the node from the truth of its leaves (Kleene's logic). Leaves that cannot change
    /// the result are not evaluated.
    pub(super) fn decide(&self, truth: &mut impl FnMut(&T) -> Truth) -> Truth {
        match self {
            Self::All(nodes) => decide(nodes, Truth::False, truth),
            Self::Any(nodes) => decide(nodes, Truth::True, truth),
            Self::Not(node) => !node.decide(truth),
            Self::Leaf(it) => truth(it),
        }
    }
}

fn try_map_all<T, U, E>(
    nodes: Vec<Node<T>>,
    leaf: &mut impl FnMut(T) -> Result<U, E>,
) -> Result<Vec<Node<U>>, E> {
    nodes.into_iter().map(|node| node.try_map(leaf)).collect()
}

/// Returns `decisive` if one of the nodes has that truth value, the opposite value if all nodes
/// have it, and unknown otherwise.
fn decide<T>(nodes: &[Node<T>], decisive: Truth, truth: &mut impl FnMut(&T) -> Truth) -> Truth {
    let mut sum = !decisive;
    for node in nodes {
        match node.decide(truth) {
            found if found == decisive => return decisive,
            Truth::Unknown => sum = Truth::Unknown,
            _ => {}
        }
    }
    sum
}
