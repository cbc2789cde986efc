//! Binding modifiers to their players: `color=white`, `opponent~tal`, `result=loss`, `clock<30s`.
//!
//! A modifier belongs to the first player in the same group of conditions. In a group with
//! bracketed alternatives, it belongs to the player of each alternative. So
//! `(player~a or player~b) result=loss` is `player~a result=loss or player~b result=loss`, and
//! `player~a (result=loss or eco=B90)` is `player~a (player~a result=loss or eco=B90)`.

use super::InvalidCondition;
use super::SacrificeCondition;
use super::atom::{Atom, Modifier, ModifierKind, Stated};
use super::condition::{BoardCondition, ClockCondition, Condition, PlayerCondition, PlayerOutcome};
use super::node::Node;

/// The maximum number of conditions in a query, after its modifiers have been repeated for each
/// player.
const MAX_CONDITIONS: usize = 10_000;

/// The byte offset of a modifier that has no player or conflicts with another one, and the reason.
pub(super) type Unresolved = (usize, InvalidCondition);

/// Binds each modifier to its player.
pub(super) fn resolve(node: Node<Atom>) -> Result<Node<Stated>, Unresolved> {
    let mut budget = MAX_CONDITIONS;
    let bound = bind(node, &mut budget)?;
    let has_player = bearing(&bound) != Bearing::None;
    bound.try_map(&mut |atom| match atom {
        Atom::Stated(stated) => Ok(stated),
        Atom::Modifier(modifier) => modifier.without_player(has_player),
    })
}

impl Modifier {
    /// Returns the condition for a modifier that is not bound to a player. Returns an error if the
    /// modifier needs a player.
    fn without_player(self, has_player: bool) -> Result<Stated, Unresolved> {
        let what = match self.kind {
            ModifierKind::Color(_) => "color",
            ModifierKind::Opponent(_) => "opponent",
            ModifierKind::Outcome(PlayerOutcome::Win) => "win",
            ModifierKind::Outcome(PlayerOutcome::Loss) => "loss",
            ModifierKind::Clock(range) => {
                let clock = ClockCondition { player: None, range };
                let condition = Condition::Board(BoardCondition::Clock(clock));
                return Ok(Stated { condition, text: self.text });
            }
            ModifierKind::Sacrifice(sacrifice) => {
                let sacrifice = SacrificeCondition { player: None, sacrifice };
                let condition = Condition::Board(BoardCondition::Sacrifice(sacrifice));
                return Ok(Stated { condition, text: self.text });
            }
        };
        let hint = if has_player { " in each alternative" } else { "" };
        Err((self.at, format!("{what} of whom? A condition on a player is needed{hint}").into()))
    }

    /// Adds the modifier to the condition on a player. Returns a separate condition if the modifier
    /// needs one.
    fn modify(&self, player: &mut NamedPlayer) -> Result<Option<Stated>, Unresolved> {
        let twice =
            |what: &str| (self.at, InvalidCondition::from(format!("the player has two {what}")));
        let condition = &mut player.condition;
        match &self.kind {
            ModifierKind::Color(color) => {
                if condition.color.replace(*color).is_some_and(|other| other != *color) {
                    return Err(twice("colors"));
                }
            }
            ModifierKind::Opponent(name) => {
                if condition.opponent.replace(name.clone()).is_some_and(|other| other != *name) {
                    return Err(twice("opponents"));
                }
            }
            ModifierKind::Outcome(outcome) => {
                if condition.outcome.replace(*outcome).is_some_and(|other| other != *outcome) {
                    return Err(twice("results"));
                }
            }
            ModifierKind::Clock(range) => {
                let clock =
                    ClockCondition { player: Some(player.condition.clone()), range: range.clone() };
                let condition = Condition::Board(BoardCondition::Clock(clock));
                return Ok(Some(Stated { condition, text: self.text_with(&player.text) }));
            }
            &ModifierKind::Sacrifice(sacrifice) => {
                let player_of = Some(player.condition.clone());
                let sacrifice = SacrificeCondition { player: player_of, sacrifice };
                let condition = Condition::Board(BoardCondition::Sacrifice(sacrifice));
                return Ok(Some(Stated { condition, text: self.text_with(&player.text) }));
            }
        }
        player.text = self.text_with(&player.text);
        Ok(None)
    }

    fn text_with(&self, player: &str) -> String {
        format!("{player} {}", self.text)
    }
}

/// A player, with the text that names the player.
#[derive(Clone)]
struct NamedPlayer {
    condition: PlayerCondition,
    text: String,
}

impl From<NamedPlayer> for Node<Atom> {
    fn from(NamedPlayer { condition, text }: NamedPlayer) -> Self {
        Self::Leaf(Atom::Stated(Stated { condition: Condition::Player(condition), text }))
    }
}

/// The number of a node's alternatives that name a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bearing {
    None,
    Some,
    Every,
}

fn bearing(node: &Node<Atom>) -> Bearing {
    match node {
        Node::Leaf(Atom::Stated(Stated { condition: Condition::Player(_), .. })) => Bearing::Every,
        Node::Leaf(_) | Node::Not(_) => Bearing::None,
        Node::All(nodes) => nodes.iter().map(bearing).max().unwrap_or(Bearing::None),
        Node::Any(nodes) => {
            let all = || nodes.iter().map(bearing);
            match all().min() {
                Some(Bearing::Every) => Bearing::Every,
                _ if all().any(|it| it != Bearing::None) => Bearing::Some,
                _ => Bearing::None,
            }
        }
    }
}

/// Returns the index of the node that names the players of a conjunction. This is the first node
/// that names a player in each of its alternatives or, if there is none, the first node that names
/// a player in some alternative.
fn bearer(nodes: &[Node<Atom>]) -> Option<usize> {
    let first = |wanted| nodes.iter().position(|node| bearing(node) == wanted);
    first(Bearing::Every).or_else(|| first(Bearing::Some))
}

fn has_modifier(node: &Node<Atom>) -> bool {
    match node {
        Node::Leaf(atom) => matches!(atom, Atom::Modifier(_)),
        Node::Not(node) => has_modifier(node),
        Node::All(nodes) | Node::Any(nodes) => nodes.iter().any(has_modifier),
    }
}

/// Binds the modifiers in each conjunction that names a player. The modifiers in other conjunctions
/// are left for the enclosing one.
fn bind(node: Node<Atom>, budget: &mut usize) -> Result<Node<Atom>, Unresolved> {
    let mut each = |nodes: Vec<Node<Atom>>| {
        nodes.into_iter().map(|node| bind(node, budget)).collect::<Result<Vec<_>, _>>()
    };
    let mut nodes: Vec<Node<Atom>> = match node {
        Node::Leaf(_) => return Ok(node),
        Node::Not(node) => return Ok(Node::Not(Box::new(bind(*node, budget)?))),
        Node::Any(nodes) => return Ok(Node::Any(each(nodes)?)),
        Node::All(nodes) => each(nodes)?,
    };
    let Some(index) = bearer(&nodes) else { return Ok(Node::All(nodes)) };
    // Modifiers that the bearer has not bound itself belong to a player farther out.
    let bearer = std::mem::replace(&mut nodes[index], Node::All(Vec::new()));
    let mut pending = Vec::new();
    let mut bound = Vec::new();
    let mut place = 0;
    for (number, node) in nodes.into_iter().enumerate() {
        if number == index {
            place = bound.len();
        } else if has_modifier(&node) {
            pending.push(node);
        } else {
            bound.push(node);
        }
    }
    let bearer = if pending.is_empty() { bearer } else { modify(bearer, &pending, budget)? };
    bound.insert(place, bearer);
    Ok(Node::of_all(bound))
}

/// Applies the modifiers in the `pending` nodes to the player that `node` names, or to the players
/// of its alternatives.
fn modify(
    node: Node<Atom>,
    pending: &[Node<Atom>],
    budget: &mut usize,
) -> Result<Node<Atom>, Unresolved> {
    match node {
        Node::Leaf(Atom::Stated(Stated { condition: Condition::Player(condition), text })) => {
            modify_player(NamedPlayer { condition, text }, pending, budget)
        }
        Node::All(mut nodes) => {
            if let Some(index) = bearer(&nodes) {
                let bearer = std::mem::replace(&mut nodes[index], Node::All(Vec::new()));
                nodes[index] = modify(bearer, pending, budget)?;
            }
            Ok(Node::All(nodes))
        }
        Node::Any(nodes) => {
            let each = nodes.into_iter().map(|node| match bearing(&node) {
                Bearing::None => {
                    spend(budget, pending)?;
                    let mut all = vec![node];
                    all.extend_from_slice(pending);
                    Ok(Node::All(all))
                }
                _ => modify(node, pending, budget),
            });
            Ok(Node::Any(each.collect::<Result<_, _>>()?))
        }
        other => Ok(other),
    }
}

/// Applies the modifiers of a group to its player. Nodes with alternatives are kept after the
/// player, and the modifiers in them are also applied to the player.
fn modify_player(
    mut player: NamedPlayer,
    pending: &[Node<Atom>],
    budget: &mut usize,
) -> Result<Node<Atom>, Unresolved> {
    spend(budget, pending)?;
    // Events in the game are conditions of their own on the player with all other modifiers.
    let (mut events, mut others) = (Vec::new(), Vec::new());
    for node in pending {
        match node {
            Node::Leaf(Atom::Modifier(
                event @ Modifier {
                    kind: ModifierKind::Clock(_) | ModifierKind::Sacrifice(_), ..
                },
            )) => events.push(event),
            Node::Leaf(Atom::Modifier(modifier)) => {
                modifier.modify(&mut player)?;
            }
            other => others.push(other),
        }
    }
    let mut nodes = vec![player.clone().into()];
    for event in events {
        let stated = event.modify(&mut player)?;
        nodes.extend(stated.map(|stated| Node::Leaf(Atom::Stated(stated))));
    }
    for other in others {
        nodes.push(other.clone().try_map(&mut |atom| match atom {
            Atom::Stated(_) => Ok(atom),
            Atom::Modifier(modifier) => {
                let mut player = player.clone();
                Ok(Atom::Stated(match modifier.modify(&mut player)? {
                    Some(event) => event,
                    None => {
                        Stated { condition: Condition::Player(player.condition), text: player.text }
                    }
                }))
            }
        })?);
    }
    Ok(Node::of_all(nodes))
}

/// Subtracts the number of copied nodes from the budget.
fn spend(budget: &mut usize, nodes: &[Node<Atom>]) -> Result<(), Unresolved> {
    let leaves: usize = nodes.iter().map(Node::leaves).sum();
    *budget = budget.checked_sub(leaves).ok_or_else(|| {
        let reason = format!("the alternatives make more than {MAX_CONDITIONS} conditions");
        (0, InvalidCondition::from(reason))
    })?;
    Ok(())
}
