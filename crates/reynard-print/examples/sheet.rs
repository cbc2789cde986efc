//! Writes a diagram as PNG and a sheet as PDF into a folder.
//!
//! `cargo run -p reynard-print --example sheet -- FOLDER`

use std::path::PathBuf;
use std::{env, fs};

use reynard::draw::{Coordinates, Mark, Rgb, SvgBoard, Theme};
use reynard::{Position, Square};
use reynard_print::{Diagram, Paper, Sheet, board_png};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("a folder is missing")?);
    fs::create_dir_all(&folder)?;
    let pos: Position =
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4".parse()?;
    let board = SvgBoard::of_position(&pos)
        .arrow(Square::H5, Square::F7, Rgb::GREEN)
        .mark(Square::E8, Mark::Circle, Rgb::RED)
        .coordinates(Coordinates::Outside);
    fs::write(folder.join("board.png"), board_png(&board, 480)?)?;
    fs::write(folder.join("inside.png"), board_png(&SvgBoard::of_position(&pos), 320)?)?;
    let mut sheet = Sheet::new(Paper::A4, 2, 3)?;
    sheet.title = "Scholar's mates".into();
    for number in 1..=8 {
        sheet.diagrams.push(Diagram {
            caption: format!(
                "Müller – Карпов, Αθήνα {number}, a caption that is long enough for two lines"
            ),
            turn: Some(pos.turn()),
            solution: "1.Qxf7#".into(),
            ..Diagram::new(SvgBoard::of_position(&pos).theme(Theme::PAPER))
        });
    }
    fs::write(folder.join("sheet.pdf"), sheet.to_pdf().bytes)?;
    Ok(())
}
