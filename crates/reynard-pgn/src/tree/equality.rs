//! Equality of games.

use super::{Extras, GameTree, NodeId, Step, TreeWalkStep};

impl PartialEq for GameTree {
    /// Compares everything that is written to a file, in order, regardless of its layout in memory.
    fn eq(&self, other: &Self) -> bool {
        self.tags == other.tags
            && self.result == other.result
            && self.other_mark == other.other_mark
            && self.start.to_setup() == other.start.to_setup()
            && self.extras(NodeId::ROOT) == other.extras(NodeId::ROOT)
            && self
                .walk()
                .map(|step| self.content(step))
                .eq(other.walk().map(|step| other.content(step)))
    }
}

impl Eq for GameTree {}

impl GameTree {
    /// Returns the content of a step in a walk, without its node id.
    fn content(&self, step: TreeWalkStep) -> (Option<Step>, Option<&Extras>, bool) {
        match step {
            TreeWalkStep::Node(id) => (self.step(id), self.extras(id), false),
            TreeWalkStep::BeginVariation => (None, None, true),
            TreeWalkStep::EndVariation => (None, None, false),
        }
    }
}
