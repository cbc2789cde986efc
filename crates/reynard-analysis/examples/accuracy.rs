//! Prints accuracy, blunders and turning points of both sides of a game.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard_analysis::annotate_game;
use reynard_analysis::reynard::Color;
use reynard_engine::{Engine, SearchLimits};
use reynard_pgn::{Games, Reader};

const GAME: &[u8] =
    b"1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut tree = Games::new(Reader::from_bytes(GAME)).next().ok_or("no game")??.tree;
    let limits = SearchLimits { depth: Some(8), ..SearchLimits::default() };
    let report = annotate_game(&mut tree, &mut Engine::new(16)?, &limits);
    for side in [Color::White, Color::Black] {
        let play = report.side(side);
        let accuracy = play.accuracy.unwrap_or(100.0);
        println!("{side}: accuracy {accuracy:.0} %, {} blunders", play.blunders);
    }
    for turn in report.turning_points() {
        println!(
            "{} gave away {} thousandths",
            turn.position.numbered_move(turn.mv),
            turn.loss().unwrap_or_default()
        );
    }
    Ok(())
}
