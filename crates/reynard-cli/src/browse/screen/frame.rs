//! Draws the top and bottom lines of the screen.

use crate::browse::cells::{Cells, Rect};
use reynard_db::grouped;

use super::text::{below, wrapped};
use crate::browse::browser::Mode;
use crate::browse::prompt::{Prompt, PromptKind};
use crate::browse::{Browser, Focus, Theme};

/// A key and its effect.
type Hint = (&'static str, &'static str);

// A narrow terminal shows only the first ones.
const EXPLORER: [Hint; 9] = [
    ("enter", "play"),
    ("bksp", "back"),
    ("tab", "games"),
    ("?", "help"),
    ("q", "quit"),
    ("/", "filter"),
    ("g", "view game"),
    ("m", "moves"),
    ("f", "flip"),
];
const GAMES: [Hint; 6] = [
    ("enter", "view game"),
    ("tab", "moves"),
    ("?", "help"),
    ("q", "quit"),
    ("/", "filter"),
    ("f", "flip"),
];
const GAME: [Hint; 6] = [
    ("arrows", "walk"),
    ("n/p", "next, previous game"),
    ("enter", "explore here"),
    ("f", "flip"),
    ("?", "help"),
    ("q", "back"),
];
const PROMPT: [Hint; 3] = [("enter", "accept"), ("esc", "cancel"), ("ctrl-u", "clear")];
const HELP: [Hint; 1] = [("any key", "back")];

/// Draws the file name, the number of games and the filter.
pub(super) fn header(browser: &Browser<'_>, theme: Theme, area: Rect, cells: &mut Cells) {
    let line = Rect { height: 1, ..area };
    cells.set_style(line, theme.frame());
    let base = browser.base();
    let name = base.path().file_name().unwrap_or(base.path().as_os_str()).to_string_lossy();
    let count = base.games() - base.deleted();
    let used = cells.put(line, &format!(" {name} "), theme.key());
    let filter = match browser.filter().text() {
        "" => String::new(),
        text => format!("   filter: {text}"),
    };
    let games = if count == 1 { "game" } else { "games" };
    let text = format!(" {} {games}{filter}", grouped(count));
    let rest = Rect { x: line.x + used, width: line.width - used, ..line };
    cells.put(rest, &text, theme.frame());
}

/// Draws the key hints or a message, and the edited line above them. Returns the area that remains.
pub(super) fn footer(browser: &Browser<'_>, theme: Theme, area: Rect, cells: &mut Cells) -> Rect {
    let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
    let line = Rect { y: area.bottom() - 1, height: 1, ..area };
    cells.set_style(line, theme.frame());
    if let Some(message) = browser.message() {
        cells.put(line, &format!(" {message}"), theme.key());
        return body;
    }
    let hints = match (browser.mode(), browser.focus()) {
        (Mode::Explorer, Focus::Moves) => &EXPLORER[..],
        (Mode::Explorer, Focus::Games) => &GAMES,
        (Mode::Game(_), _) => &GAME,
        (Mode::Prompt(_), _) => &PROMPT,
        (Mode::Help(_), _) => &HELP,
    };
    let mut rest = Rect { x: line.x + 1, width: line.width - 1, ..line };
    for (key, effect) in hints {
        let needed = u16::try_from(key.len() + effect.len() + 1).unwrap_or(u16::MAX);
        if needed > rest.width {
            break;
        }
        for (text, style) in [(*key, theme.key()), (" ", theme.frame()), (*effect, theme.frame())] {
            let used = cells.put(rest, text, style);
            rest = Rect { x: rest.x + used, width: rest.width - used, ..rest };
        }
        let gap = rest.width.min(2);
        rest = Rect { x: rest.x + gap, width: rest.width - gap, ..rest };
    }
    match browser.mode() {
        Mode::Prompt(prompt) => edited(prompt, theme, body, cells),
        _ => body,
    }
}

/// Draws the edited line, with the error below it. Returns the area above the line.
fn edited(prompt: &Prompt, theme: Theme, body: Rect, cells: &mut Cells) -> Rect {
    let label = match prompt.kind {
        PromptKind::Filter => " Filter: ",
        PromptKind::Moves => " Moves: ",
    };
    let error = prompt.error.as_deref().unwrap_or(match prompt.kind {
        PromptKind::Filter => "conditions such as elo>=2500 player~carlsen year>=2010 result=1-0",
        PromptKind::Moves => "moves from here on, such as e4 c5 Nf3",
    });
    let lines = wrapped(error, body.width.saturating_sub(2));
    let lines = &lines[..lines.len().min(usize::from(body.height / 3))];
    let height = u16::try_from(lines.len()).unwrap_or(0) + 1;
    let area = below(body, body.height - height);
    let used = cells.put(area, label, Theme::strong());
    let (before, at, behind) = prompt.parts();
    let mut rest = Rect { x: area.x + used, width: area.width - used, height: 1, ..area };
    // A long line shows its end.
    let room = usize::from(rest.width.saturating_sub(1));
    let skipped = before.chars().count().saturating_sub(room);
    let before: String = before.chars().skip(skipped).collect();
    let at = at.to_string();
    let style = Theme::strong();
    for (text, style) in [(&before, style), (&at, Theme::cursor()), (&behind, style)] {
        let used = cells.put(rest, text, style);
        rest = Rect { x: rest.x + used, width: rest.width - used, ..rest };
    }
    let style = if prompt.error.is_some() { theme.error() } else { theme.quiet() };
    for (line, row) in lines.iter().zip(below(area, 1).rows()) {
        cells.put(row, &format!(" {line}"), style);
    }
    Rect { height: body.height - height, ..body }
}
