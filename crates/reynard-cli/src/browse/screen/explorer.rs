//! Draws the explorer: the board, the moves and the games of a position.

use crate::browse::cells::{Cells, Rect};
use reynard::Color;
use reynard_db::grouped;

use super::board::{DrawnBoard, SquareSize};
use super::lists;
use super::text::{below, put_wrapped, wrapped};
use crate::browse::browser::LineMove;
use crate::browse::{Browser, Focus, Theme};

/// Minimum screen width at which the board is drawn beside the moves.
const SIDE_BY_SIDE: u16 = 72;

/// Minimum screen height at which the board is drawn above the moves.
const WITH_BOARD: u16 = 20;

/// Number of lines below the board, which show the opening name, the totals and the moves so far.
const FACTS: u16 = 5;

pub(super) fn draw(browser: &Browser<'_>, theme: Theme, body: Rect, cells: &mut Cells) {
    let size = SquareSize::for_body(body);
    let (width, height) = size.board();
    let board = DrawnBoard {
        pos: browser.position(),
        orientation: browser.orientation(),
        last: browser.line().last().map(|it| it.mv),
        selected: browser
            .selected_move()
            .filter(|_| browser.focus() == Focus::Moves)
            .map(|it| it.mv),
        theme,
    };
    if body.width >= SIDE_BY_SIDE && body.height >= height + 3 {
        let column = Rect { width: width + 2, ..body };
        let tall = (height + FACTS).min(body.height);
        // The moves get the lines that the games do not need.
        let games = (browser.explored().top.len() as u64 + 1).min(u64::from(body.height / 3));
        let games = u16::try_from(games).unwrap_or(0).min(body.height - tall);
        let top = body.height - games.max((body.height - tall).min(8));
        board.draw(size, column, cells);
        let column = Rect { height: top, ..column };
        facts(browser, theme, inset(below(column, height)), cells);
        let rest = Rect { x: body.x + width + 2, width: body.width - width - 2, ..body };
        lists::moves(browser, theme, Rect { height: top, ..rest }, cells);
        lists::games(browser, theme, below(body, top), cells);
        return;
    }
    let mut rest = body;
    if body.height >= WITH_BOARD && body.width >= width {
        board.draw(size, Rect { height, ..body }, cells);
        let beside = Rect { x: body.x + width, width: body.width - width, height, ..body };
        facts(browser, theme, inset(beside), cells);
        rest = below(body, height);
    } else {
        let lines = (body.height / 4).min(FACTS);
        facts(browser, theme, Rect { height: lines, ..body }, cells);
        rest = below(rest, lines);
    }
    let games = if rest.height >= 9 { rest.height / 3 } else { 0 };
    let moves = rest.height - games;
    let shown_moves = browser.focus() == Focus::Moves || games > 0;
    if shown_moves {
        lists::moves(browser, theme, Rect { height: moves, ..rest }, cells);
        lists::games(browser, theme, below(rest, moves), cells);
    } else {
        lists::games(browser, theme, rest, cells);
    }
}

/// Removes one cell on each side of an area.
fn inset(area: Rect) -> Rect {
    if area.width < 4 { area } else { Rect { x: area.x + 1, width: area.width - 2, ..area } }
}

/// Draws the opening name, the totals and the moves so far.
fn facts(browser: &Browser<'_>, theme: Theme, area: Rect, cells: &mut Cells) {
    let explored = browser.explored();
    let mut rest = area;
    if let Some(opening) = browser.opening() {
        rest = below(rest, put_wrapped(cells, rest, &opening.to_string(), theme.heading()));
    }
    let count = explored.score.games();
    let results = explored
        .score
        .percents()
        .map(|[white, draws, black]| format!(", +{white}% ={draws}% -{black}%"));
    let elo = explored.elo.map(|elo| format!(", Elo {elo}"));
    let sums = format!(
        "{} {}{}{}",
        grouped(count),
        if count == 1 { "game" } else { "games" },
        results.unwrap_or_default(),
        elo.unwrap_or_default(),
    );
    rest = below(rest, put_wrapped(cells, rest, &sums, Theme::strong()));
    let line = line_text(browser.line());
    if line.is_empty() {
        let turn = if browser.position().turn() == Color::White { "White" } else { "Black" };
        cells.put(rest, &format!("{turn} to move"), theme.quiet());
        return;
    }
    // The last moves matter most.
    let lines = wrapped(&line, rest.width);
    let skipped = lines.len().saturating_sub(usize::from(rest.height));
    for (line, row) in lines[skipped..].iter().zip(rest.rows()) {
        cells.put(row, line, theme.quiet());
    }
}

/// Formats the moves with their numbers.
fn line_text(line: &[LineMove]) -> String {
    let numbered = |(index, it): (usize, &LineMove)| {
        let number = it.before.fullmove_number();
        match it.before.turn() {
            Color::White => format!("{number}.{}", it.san),
            Color::Black if index == 0 => format!("{number}...{}", it.san),
            Color::Black => it.san.clone(),
        }
    };
    line.iter().enumerate().map(numbered).collect::<Vec<_>>().join(" ")
}
