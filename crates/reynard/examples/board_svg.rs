//! Plays a few moves and prints the board as SVG: `cargo run --example board_svg -- e4 e5 Nf3 >
//! board.svg`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;

use reynard::Game;
use reynard::draw::SvgBoard;

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::new();
    for san in std::env::args().skip(1) {
        let mv = game.position().parse_san_lenient(&san)?;
        game.play(mv)?;
    }
    println!("{}", SvgBoard::of_position(game.position()));
    Ok(())
}
