//! The keys.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use super::text::{below, put};
use crate::Theme;

/// A heading, or keys and their effect.
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

pub(super) fn draw(theme: Theme, body: Rect, buf: &mut Buffer) {
    let indented = Rect { x: body.x + 2, width: body.width - 2, ..body };
    for ((key, effect), row) in LINES.into_iter().zip(indented.rows()) {
        if effect.is_empty() {
            put(buf, row, key, theme.heading());
            continue;
        }
        put(buf, row, key, Theme::strong());
        let rest = Rect { x: row.x + 26, width: row.width.saturating_sub(26), ..row };
        put(buf, rest.intersection(row), effect, ratatui_core::style::Style::new());
    }
    let used = u16::try_from(LINES.len()).unwrap_or(u16::MAX);
    let link = "the filter language: reynard pgn filter --help";
    put(buf, below(indented, used), link, theme.quiet());
}
