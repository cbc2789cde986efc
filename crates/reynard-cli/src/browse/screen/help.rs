//! The help screen.

use crate::browse::cells::{Cells, Rect, Style};

use super::text::below;
use crate::browse::Theme;

/// The lines: each is a heading, or keys and their effect.
const LINES: [(&str, &str); 24] = [
    ("Explorer", ""),
    ("up down, k j", "select a move"),
    ("enter right l", "play the selected move"),
    ("backspace left h", "take a move back"),
    ("home, 0", "go to the start"),
    ("tab", "go to the games and back"),
    ("g", "view the selected game"),
    ("/", "edit the filter"),
    ("m", "enter moves: e4 c5 Nf3"),
    ("f", "flip the board"),
    ("q, ctrl-c", "quit"),
    ("", ""),
    ("Game", ""),
    ("left right, h l", "walk through the moves"),
    ("page up, page down", "walk ten moves"),
    ("home end", "go to the start, to the end"),
    ("n p", "next game, previous game"),
    ("enter, e", "explore the position"),
    ("esc, q", "go back to the explorer"),
    ("", ""),
    ("Filter", ""),
    ("elo>=2500 year>=2010", "ratings and years"),
    ("player~carlsen eco=B90", "players and openings"),
    ("result=1-0 not tc=blitz", "results, time classes"),
];

pub(super) fn draw(theme: Theme, body: Rect, cells: &mut Cells) {
    let indented = Rect { x: body.x + 2, width: body.width - 2, ..body };
    for ((key, effect), row) in LINES.into_iter().zip(indented.rows()) {
        if effect.is_empty() {
            cells.put(row, key, theme.heading());
            continue;
        }
        cells.put(row, key, Theme::strong());
        let rest = Rect { x: row.x + 26, width: row.width.saturating_sub(26), ..row };
        cells.put(rest.intersection(row), effect, Style::new());
    }
    let used = u16::try_from(LINES.len()).unwrap_or(u16::MAX);
    let link = "the filter language: reynard pgn filter --help";
    cells.put(below(indented, used), link, theme.quiet());
}
