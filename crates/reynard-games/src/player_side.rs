//! The side of a player in a game.

use reynard::Color;
use reynard_pgn::{GameTree, Termination};

use crate::{GameFacts, TagFacts, TextPattern};

/// Returns the side of the player whose name matches the pattern, as a `player~` condition would.
/// Returns White if both players match.
///
/// ```
/// use reynard_games::player_side;
/// use reynard_games::reynard::Color;
/// use reynard_games::reynard_pgn::Games;
///
/// let pgn = b"[White \"Tal, Mikhail\"]\n[Black \"Keres, Paul\"]\n\n1. e4 *";
/// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
/// assert_eq!(player_side(&game, &"keres".parse().unwrap()), Some(Color::Black));
/// assert_eq!(player_side(&game, &"bronstein".parse().unwrap()), None);
/// # Ok::<(), reynard_games::reynard_pgn::ReadError>(())
/// ```
pub fn player_side(tree: &GameTree, name: &TextPattern) -> Option<Color> {
    let result = Some(tree.result()).filter(|it| *it != Termination::Unknown);
    let facts = TagFacts { tags: tree.tags(), result, plies: None };
    let has = |tag| facts.contains(tag, name);
    if has("White") { Some(Color::White) } else { has("Black").then_some(Color::Black) }
}
