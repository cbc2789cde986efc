//! Walks along the most frequent moves and prints them: `main_line BASE.rdb [FILTER]`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard::Position;
use reynard_browse::{Browser, FilterText, Key};
use reynard_db::Database;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path, filter @ ..] = &args[..] else {
        return Err("usage: main_line BASE.rdb [FILTER]".into());
    };
    let base = Database::open(path)?;
    let filter = FilterText::parse(&filter.join(" "))?;
    let mut browser = Browser::new(&base, Position::startpos(), filter)?;
    while let Some(it) = browser.selected_move() {
        println!("{:8} {:>9} games", it.san, it.score.games);
        if browser.press(Key::Enter).is_break() {
            break;
        }
    }
    Ok(())
}
