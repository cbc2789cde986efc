//! The tree of conditions.

use super::Truth;

/// Conditions joined by "and", "or" and "not".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node<T> {
    /// All hold.
    All(Vec<Self>),
    /// One holds.
    Any(Vec<Self>),
    /// It does not hold.
    Not(Box<Self>),
    /// A condition.
    Leaf(T),
}

impl<T> Node<T> {
    /// Replaces the leaves, in their order.
    pub(super) fn map<U>(self, leaf: &mut impl FnMut(T) -> U) -> Node<U> {
        let mut each = |nodes: Vec<Self>| nodes.into_iter().map(|node| node.map(leaf)).collect();
        match self {
            Self::All(nodes) => Node::All(each(nodes)),
            Self::Any(nodes) => Node::Any(each(nodes)),
            Self::Not(node) => Node::Not(Box::new(node.map(leaf))),
            Self::Leaf(it) => Node::Leaf(leaf(it)),
        }
    }

    /// Decides by the truth of the leaves (Kleene's logic); those that do not matter are not asked for.
    pub(super) fn decide(&self, truth: &mut impl FnMut(&T) -> Truth) -> Truth {
        match self {
            Self::All(nodes) => decide(nodes, Truth::False, truth),
            Self::Any(nodes) => decide(nodes, Truth::True, truth),
            Self::Not(node) => !node.decide(truth),
            Self::Leaf(it) => truth(it),
        }
    }
}

/// The decisive truth if one of the nodes has it, its opposite if all have that.
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
