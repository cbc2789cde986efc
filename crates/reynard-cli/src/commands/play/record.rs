//! The game as PGN.

use std::time::SystemTime;

use reynard::{Color, Game};
use reynard_pgn::{CommentText, GameTree, NodeId, PgnDate, Termination};

/// Returns the game as PGN, with its tags. `ending` is the end in words.
pub(super) fn record(
    game: &Game,
    white: &str,
    black: &str,
    result: Termination,
    ending: Option<&str>,
) -> GameTree {
    let mut tree = GameTree::from_position(game.root().clone());
    let mut cursor = tree.cursor(NodeId::ROOT);
    for mv in game.moves() {
        if cursor.play(mv).is_err() {
            break;
        }
    }
    let last = cursor.id();
    if let Some(ending) = ending {
        tree.add_comment(last, CommentText::new(ending));
    }
    let date = PgnDate::from(SystemTime::now()).to_string();
    let tags = [
        ("Event", "Casual game"),
        ("Site", "?"),
        ("Date", &date),
        ("Round", "-"),
        ("White", white),
        ("Black", black),
    ];
    for (name, value) in tags {
        // The names are valid, and none of them sets the start position.
        let _ = tree.set_tag(name, value);
    }
    tree.set_result(result);
    tree
}

/// Returns the result of a win against `loser`.
pub(super) const fn won_against(loser: Color) -> Termination {
    match loser {
        Color::White => Termination::BlackWins,
        Color::Black => Termination::WhiteWins,
    }
}
