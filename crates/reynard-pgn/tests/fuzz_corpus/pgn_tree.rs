//! Bytes become trees of legal moves, and stay so under editing.

use reynard_pgn::{GameTree, Games, NodeId, Reader, Step, TreeWalkStep};

/// The most nodes of a tree that is edited: diagnostic a place in it takes longer in longer ones.
const MOST_NODES: usize = 2_000;

pub(crate) fn check(data: &[u8]) {
    for game in Games::new(Reader::from_bytes(data)) {
        let Ok(game) = game else { return };
        let mut tree = game.tree;
        check_tree(&tree);
        if tree.len() > MOST_NODES {
            continue;
        }
        for &byte in data.iter().take(16) {
            let nodes: Vec<NodeId> = nodes(&tree).collect();
            let Some(&node) = nodes.get(usize::from(byte >> 2) % nodes.len().max(1)) else { break };
            match byte % 4 {
                0 => drop(tree.promote(node)),
                1 => drop(tree.demote(node)),
                2 => tree.make_main_line(node),
                _ => tree.delete(node),
            }
            check_tree(&tree);
        }
        tree.truncate(NodeId::ROOT);
        assert!(tree.is_empty());
    }
}

fn nodes(tree: &GameTree) -> impl Iterator<Item = NodeId> + '_ {
    tree.walk().filter_map(|step| match step {
        TreeWalkStep::Node(id) => Some(id),
        TreeWalkStep::BeginVariation | TreeWalkStep::EndVariation => None,
    })
}

/// Every node is met once, after its parent, and its step is possible there; what stands before a
/// node stands only where a variation begins.
fn check_tree(tree: &GameTree) {
    assert_eq!(nodes(tree).count(), tree.len());
    let mut open = 0_usize;
    for step in tree.walk() {
        match step {
            TreeWalkStep::BeginVariation => open += 1,
            TreeWalkStep::EndVariation => open = open.checked_sub(1).expect("a variation is open"),
            TreeWalkStep::Node(_) => {}
        }
    }
    assert_eq!(open, 0);
    for id in nodes(tree).take(100) {
        let parent = tree.parent(id).expect("a node has a parent");
        let before = tree.position(parent);
        match tree.step(id).expect("a node has a step") {
            Step::Move(mv) => assert!(before.is_legal(mv)),
            Step::Null => assert!(!before.is_check()),
        }
        if tree.next(parent) == Some(id) {
            assert!(tree.comments_before(id).is_empty() && tree.nags_before(id).is_empty());
        }
    }
}
