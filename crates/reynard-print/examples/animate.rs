//! Writes a game as an animated GIF.
//!
//! `cargo run -p reynard-print --example animate -- FILE.gif`

use std::{env, fs};

use reynard::Position;
use reynard::draw::SvgBoard;
use reynard_print::Animation;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = env::args().nth(1).ok_or("the name of a file is missing")?;
    let mut pos = Position::startpos();
    let mut animation = Animation::new(240);
    animation.boards.push(SvgBoard::of_position(&pos));
    for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"] {
        let mv = pos.parse_san(san)?;
        pos.play(mv)?;
        animation.boards.push(SvgBoard::of_position(&pos).last_move(mv));
    }
    fs::write(path, animation.to_gif()?)?;
    Ok(())
}
