//! Prints a screen of the browser: `print_screen BASE.rdb WIDTH HEIGHT [MOVES]`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use ratatui_core::{buffer::Buffer, layout::Rect, widgets::Widget};
use reynard::Position;
use reynard_browse::{Browser, FilterText, Palette, Screen, Theme};
use reynard_db::Database;
use reynard_games::MoveSequence;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path, width, height, moves @ ..] = &args[..] else {
        return Err("usage: print_screen BASE.rdb WIDTH HEIGHT [MOVES]".into());
    };
    let base = Database::open(path)?;
    let start = Position::startpos();
    let mut browser = Browser::new(&base, start.clone(), FilterText::default())?;
    if !moves.is_empty() {
        browser.follow(MoveSequence::from_position(&start, &moves.join(" "))?.moves());
    }
    let mut buffer = Buffer::empty(Rect::new(0, 0, width.parse()?, height.parse()?));
    let theme = Theme { palette: Palette::Plain, ..Theme::default() };
    Screen { browser: &browser, theme }.render(buffer.area, &mut buffer);
    for row in buffer.area.rows() {
        let line: String = row.positions().map(|at| buffer[at].symbol()).collect();
        println!("{}", line.trim_end());
    }
    Ok(())
}
