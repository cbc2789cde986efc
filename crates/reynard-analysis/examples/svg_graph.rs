//! Draws White's chances over a game as SVG: `cargo run --example svg_graph > game.svg`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard_analysis::{ChancesGraph, GameSummary, annotate_game};
use reynard_engine::{Engine, SearchLimits};
use reynard_pgn::{Games, Reader};

const GAME: &[u8] = b"[White \"White\"]\n[Black \"Black\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut tree = Games::new(Reader::from_bytes(GAME)).next().ok_or("no game")??.tree;
    let limits = SearchLimits { depth: Some(6), ..SearchLimits::default() };
    let report = annotate_game(&mut tree, &mut Engine::new(16)?, &limits);
    let summary = GameSummary::new(&tree, report);
    let graph = ChancesGraph::new(&summary.report).ok_or("no moves")?;
    print!("{}", graph.to_svg(&summary.title));
    Ok(())
}
