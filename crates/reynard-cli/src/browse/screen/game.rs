//! Draws a game: board, head, moves and comment.

use std::time::Duration;

use crate::browse::cells::{Cells, Rect, Style};
use reynard::Color;
use reynard_db::Head;
use reynard_pgn::{OpeningNames, Termination};

use super::board::{DrawnBoard, SquareSize};
use super::text::{below, first_shown, put_wrapped};
use crate::browse::{GameView, Theme};

pub(super) fn draw(
    game: &GameView,
    orientation: Color,
    theme: Theme,
    body: Rect,
    cells: &mut Cells,
) {
    let used = heading(game.head(), theme, body, cells);
    let body = below(body, used + 1);
    let size = SquareSize::for_body(body);
    let (width, height) = size.board();
    let board = DrawnBoard {
        pos: game.position(),
        orientation,
        last: game.last().and_then(|ply| ply.mv),
        selected: None,
        theme,
    };
    let rest = if body.height >= height && body.width >= width + 20 {
        board.draw(size, body, cells);
        let column = Rect { width, ..below(body, height + 1) };
        notes(game, theme, column, cells);
        Rect { x: body.x + width + 2, width: body.width - width - 2, ..body }
    } else if body.height >= height + 4 && body.width >= width {
        board.draw(size, body, cells);
        below(body, height)
    } else {
        body
    };
    moves(game, theme, rest, cells);
}

/// Draws the players and the event. Returns the number of lines drawn.
fn heading(head: &Head, theme: Theme, area: Rect, cells: &mut Cells) -> u16 {
    let name = |name: &str, elo: Option<u16>| match elo {
        Some(elo) => format!("{name} ({elo})"),
        None => name.to_owned(),
    };
    let result = if head.result == Termination::Unknown { "" } else { head.result.as_str() };
    let (white, black) = (name(&head.white, head.white_elo), name(&head.black, head.black_elo));
    cells.put(area, &format!("{white} - {black}   {result}"), Theme::strong());
    let known = |text: &str| !text.is_empty() && text != "?" && text != "-";
    let round = if known(&head.round) { format!("round {}", head.round) } else { String::new() };
    let eco = head.eco.clone().unwrap_or_default();
    let facts = [&head.event, &head.site, &round, &head.date, &eco];
    let facts: Vec<&str> =
        facts.into_iter().map(|text| &**text).filter(|text| known(text)).collect();
    cells.put(below(area, 1), &facts.join(", "), theme.quiet());
    2
}

/// Draws the opening name and the comment on the position.
fn notes(game: &GameView, theme: Theme, area: Rect, cells: &mut Cells) {
    let names = OpeningNames::embedded();
    let played = game.plies()[..game.at()].iter().rev();
    let named = played.map(|ply| &ply.after).find_map(|pos| names.find(pos));
    let mut rest = area;
    if let Some(opening) = named {
        rest = below(rest, put_wrapped(cells, rest, &opening.to_string(), theme.heading()));
    }
    let clocks = [Color::White, Color::Black].map(|color| game.clock(color));
    if clocks.iter().any(Option::is_some) {
        let [white, black] = clocks.map(|clock| clock.map_or_else(|| "?".to_owned(), clock_text));
        rest = below(rest, put_wrapped(cells, rest, &format!("{white} - {black}"), theme.quiet()));
    }
    put_wrapped(cells, rest, game.comment(), theme.quiet());
}

/// Draws the moves, with the last move played shown as selected. The moves are wrapped at the width
/// of the area. If times are shown, each full move has its own line instead.
fn moves(game: &GameView, theme: Theme, area: Rect, cells: &mut Cells) {
    if game.plies().is_empty() {
        cells.put(area, "the game has no moves", theme.quiet());
        return;
    }
    let layout = if game.has_times() { timed(game, area.width) } else { flowing(game, area.width) };
    let line = layout.places.last().map_or(0, |place| place.line);
    let current = game.at().checked_sub(1).map_or(0, |index| layout.places[index].line);
    // Some of the following moves are shown as well.
    let ahead = (current + usize::from(area.height / 3)).min(line);
    let first = first_shown(ahead, area.height);
    for (index, (ply, place)) in game.plies().iter().zip(&layout.places).enumerate() {
        let Some(row) = place.line.checked_sub(first).and_then(|row| u16::try_from(row).ok())
        else {
            continue;
        };
        let rest = |column: u16| Rect {
            x: area.x + column,
            y: area.y + row,
            width: area.width - column,
            height: 1,
        };
        if row >= area.height || place.column >= area.width {
            continue;
        }
        let style = match () {
            () if index + 1 == game.at() => theme.selected(),
            () if !ply.comment.is_empty() => theme.heading(),
            () => Style::new(),
        };
        cells.put(rest(place.column), &ply.text, style);
        let time = layout.time_column.map(|behind| place.column + behind);
        if let Some((column, time)) = time.filter(|&it| it < area.width).zip(ply.time.spent) {
            let time = format!("{:>1$}", clock_text(time), usize::from(TIME_WIDTH));
            cells.put(rest(column), &time, theme.quiet());
        }
    }
}

/// Positions of the moves on the screen.
struct Layout {
    places: Vec<Place>,
    /// The column of the time, relative to the column of its move.
    time_column: Option<u16>,
}

/// The line and column of a move.
struct Place {
    line: usize,
    column: u16,
}

/// Width of a time in cells, sufficient for times up to 9:59:59.
const TIME_WIDTH: u16 = 7;

/// Lays out the moves as running text, wrapped at the given width.
fn flowing(game: &GameView, width: u16) -> Layout {
    let (mut line, mut column) = (0, 0_u16);
    let places = game.plies().iter().map(|ply| {
        let needed = width_of(&ply.text);
        if column > 0 && column.saturating_add(needed) > width {
            (line, column) = (line + 1, 0);
        }
        let place = Place { line, column };
        column = column.saturating_add(needed + 1);
        place
    });
    Layout { places: places.collect(), time_column: None }
}

/// Lays out the moves with their times: a full move on each line, or a single move if there is no
/// room for two.
fn timed(game: &GameView, width: u16) -> Layout {
    let longest = game.plies().iter().map(|ply| width_of(&ply.text)).max().unwrap_or_default();
    let second = longest + TIME_WIDTH + 3;
    let has_room = second + longest + TIME_WIDTH < width;
    let mut line = 0;
    let places = game.plies().iter().enumerate().map(|(index, ply)| {
        let is_white = ply.after.turn() == Color::Black;
        if index > 0 && (is_white || !has_room) {
            line += 1;
        }
        Place { line, column: if is_white || !has_room { 0 } else { second } }
    });
    Layout { places: places.collect(), time_column: Some(longest + 1) }
}

fn width_of(text: &str) -> u16 {
    u16::try_from(text.chars().count()).unwrap_or(u16::MAX)
}

/// Formats a time as a clock shows it: `1:02:03`, `2:03`.
fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}
