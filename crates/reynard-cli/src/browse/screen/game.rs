//! A game: board, head, moves, comment.

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

/// Players and event; returns the number of lines.
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

/// Draws the name of the opening, and the comment on the position.
fn notes(game: &GameView, theme: Theme, area: Rect, cells: &mut Cells) {
    let names = OpeningNames::embedded();
    let played = game.plies()[..game.at()].iter().rev();
    let named = played.map(|ply| &ply.after).find_map(|pos| names.find(pos));
    let mut rest = area;
    if let Some(opening) = named {
        rest = below(rest, put_wrapped(cells, rest, &opening.to_string(), theme.heading()));
    }
    put_wrapped(cells, rest, game.comment(), theme.quiet());
}

/// Draws the moves, broken at the width, with the last one that was played selected.
fn moves(game: &GameView, theme: Theme, area: Rect, cells: &mut Cells) {
    if game.plies().is_empty() {
        cells.put(area, "the game has no moves", theme.quiet());
        return;
    }
    // Line and column of each move.
    let mut places = Vec::new();
    let (mut line, mut column) = (0_usize, 0_u16);
    for ply in game.plies() {
        let width = u16::try_from(ply.text.chars().count()).unwrap_or(u16::MAX);
        if column > 0 && column.saturating_add(width) > area.width {
            (line, column) = (line + 1, 0);
        }
        places.push((line, column));
        column = column.saturating_add(width + 1);
    }
    let current = game.at().checked_sub(1).map_or(0, |index| places[index].0);
    // Some of the moves to come are shown too.
    let ahead = (current + usize::from(area.height / 3)).min(line);
    let first = first_shown(ahead, area.height);
    for (index, (ply, &(line, column))) in game.plies().iter().zip(&places).enumerate() {
        let Some(row) = line.checked_sub(first).and_then(|row| u16::try_from(row).ok()) else {
            continue;
        };
        if row >= area.height || column >= area.width {
            continue;
        }
        let rest =
            Rect { x: area.x + column, y: area.y + row, width: area.width - column, height: 1 };
        let style = match () {
            () if index + 1 == game.at() => theme.selected(),
            () if !ply.comment.is_empty() => theme.heading(),
            () => Style::new(),
        };
        cells.put(rest, &ply.text, style);
    }
}
