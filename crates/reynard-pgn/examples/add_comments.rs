//! Writes a game with a variation, a comment and a clock: `cargo run --example add_comments`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;

use reynard_pgn::{CommentText, GameTree, Nag, NodeId, Termination};

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = GameTree::new();
    game.set_tag("White", "Fool")?;
    game.set_tag("Black", "Scholar")?;
    let mut cursor = game.cursor(NodeId::ROOT);
    cursor.play_san("f3")?;
    let e5 = cursor.play_san("e5")?;
    let g4 = cursor.play_san("g4")?;
    cursor.play_san("Qh4")?;
    cursor.go_to(e5);
    let better = cursor.play_san("g3")?;
    game.add_nag(g4, Nag::BLUNDER);
    game.add_comment(g4, CommentText::new("[%clk 0:00:03]"));
    game.add_comment(better, CommentText::new("would have lasted longer"));
    game.set_result(Termination::BlackWins);
    game.normalize_tags();
    println!("{game}");
    Ok(())
}
