//! A parsed game has the doors of its tree.

use std::error::Error;
use std::path::Path;

use reynard_pgn::{Games, NodeId};

#[test]
fn a_parsed_game_answers_what_its_tree_answers() -> Result<(), Box<dyn Error>> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/samples");
    let (mut games, mut plies) = (0, 0);
    for game in Games::open(samples.join("famous.pgn"))? {
        games += 1;
        plies += game?.moves().count();
    }
    assert_eq!(games, 5);
    assert!(plies > 100, "{plies} plies");
    let game = Games::from_bytes(b"[White \"Tal\"]\n\n1. e4 (1. d4) e5 1-0").next().unwrap()?;
    assert_eq!(game.tags().text("White").as_deref(), Some("Tal"));
    assert_eq!(game.children(NodeId::ROOT).count(), 2);
    assert_eq!((game.result().as_str(), game.len()), ("1-0", 3));
    assert_eq!(game.to_string(), game.tree.to_string());
    assert!(game.diagnostics.is_empty());
    Ok(())
}
