//! Draws the list of moves with their statistics, and the list of games.

use crate::browse::cells::{Cells, Rect, Style};
use reynard::Color;
use reynard::draw::Figures;
use reynard_db::{ExploredMove, grouped};
use reynard_pgn::ResultCounts;

use super::text::{below, first_shown};
use crate::browse::{Browser, Focus, Theme};

/// A column to the right of the bar: its heading, its width, and a function that returns its text.
struct Column {
    heading: &'static str,
    width: u16,
    text: fn(&ExploredMove, Color) -> String,
}

/// The columns, in the order in which they are added as the terminal gets wider.
const COLUMNS: [Column; 5] = [
    Column { heading: "Score", width: 7, text: score },
    Column { heading: "Elo", width: 6, text: elo },
    Column { heading: "Perf", width: 6, text: performance },
    Column { heading: "Years", width: 11, text: years },
    Column { heading: "Transp", width: 9, text: transpositions },
];

/// Total width of the columns that show the move, its number of games and its share.
const FIRST: u16 = 25;

/// The columns that fit into a given width.
struct Columns {
    bar: u16,
    others: &'static [Column],
}

impl Columns {
    fn for_width(width: u16) -> Self {
        let least = FIRST + 14;
        if width < least {
            return Self { bar: 0, others: &[] };
        }
        let mut used = least;
        let fits = |column: &&Column| {
            used += column.width;
            used <= width
        };
        let others = &COLUMNS[..COLUMNS.iter().take_while(fits).count()];
        let rest: u16 = others.iter().map(|column| column.width).sum();
        Self { bar: (width - FIRST - rest).min(32), others }
    }
}

pub(super) fn moves(browser: &Browser<'_>, theme: Theme, area: Rect, cells: &mut Cells) {
    let explored = browser.explored();
    let columns = Columns::for_width(area.width);
    let others = columns.others.iter();
    let others: Vec<String> =
        others.map(|it| format!("{:>1$}", it.heading, usize::from(it.width))).collect();
    let gap = usize::from(columns.bar);
    let heading = format!("{:<9}{:>9}{:>6} {:gap$}{}", "Move", "Games", "%", "", others.concat());
    cells.put(area, &heading, theme.heading());
    if columns.bar > 0 {
        let bar = Rect { x: area.x + FIRST, width: columns.bar - 1, ..area };
        let label = if columns.bar > 18 { "White, draw, Black" } else { "W, D, B" };
        cells.put(bar, label, theme.heading());
    }
    let rows = below(area, 1);
    if explored.moves.is_empty() {
        let text = match (explored.score.games(), browser.filter().text().is_empty()) {
            (0, true) => "no game reached this position",
            (0, false) => "no game that matches the filter reached this position",
            _ => "all games end here",
        };
        cells.put(rows, text, theme.quiet());
        return;
    }
    let selected = browser.selection(Focus::Moves);
    let first = first_shown(selected, rows.height);
    for (index, row) in (first..explored.moves.len()).zip(rows.rows()) {
        let it = &explored.moves[index];
        let style = row_style(browser, theme, Focus::Moves, index);
        cells.set_style(row, style);
        cells.put(row, &first_columns(browser, it), style);
        let bar = Rect { x: row.x + FIRST, width: columns.bar, ..row }.intersection(row);
        draw_bar(&it.score, theme, bar, cells);
        let mut left = row.x + FIRST + columns.bar;
        for column in columns.others {
            let text = (column.text)(it, browser.position().turn());
            let cell = Rect { x: left, width: column.width, ..row }.intersection(row);
            cells.put(cell, &format!("{text:>0$}", usize::from(column.width)), style);
            left += column.width;
        }
    }
}

pub(super) fn games(browser: &Browser<'_>, theme: Theme, area: Rect, cells: &mut Cells) {
    if browser.explored().top.is_empty() {
        return;
    }
    cells.put(area, "Games, the highest ratings first", theme.heading());
    let rows = below(area, 1);
    let selected = browser.selection(Focus::Games);
    let first = first_shown(selected, rows.height);
    for (index, row) in (first..browser.explored().top.len()).zip(rows.rows()) {
        let style = row_style(browser, theme, Focus::Games, index);
        cells.set_style(row, style);
        let mut line = browser.explored().top[index].line(usize::from(row.width));
        if theme.figures == Figures::Letters {
            line = line.replace('½', "1/2").replace("1/2-1/2", "1/2").replace('…', "~");
        }
        cells.put(row, &line, style);
    }
}

fn row_style(browser: &Browser<'_>, theme: Theme, list: Focus, index: usize) -> Style {
    if index != browser.selection(list) {
        Style::new()
    } else if browser.focus() == list {
        theme.selected()
    } else if list == Focus::Moves {
        theme.remembered()
    } else {
        Style::new()
    }
}

fn first_columns(browser: &Browser<'_>, it: &ExploredMove) -> String {
    let pos = browser.position();
    let dots = if pos.turn() == Color::White { ". " } else { "..." };
    let mv = format!("{}{dots}{}", pos.fullmove_number(), it.san);
    let whole = browser.explored().score.games();
    let share = (it.score.games() * 200 + whole).checked_div(2 * whole).unwrap_or(0);
    format!("{mv:<10}{:>8}{share:>6} ", grouped(it.score.games()))
}

fn score(it: &ExploredMove, turn: Color) -> String {
    it.score.points(turn).map_or(String::new(), |score| format!("{:.1}", score * 100.0))
}

fn elo(it: &ExploredMove, _: Color) -> String {
    it.elo.map_or(String::new(), |elo| elo.to_string())
}

fn performance(it: &ExploredMove, _: Color) -> String {
    it.performance.map_or(String::new(), |elo| elo.to_string())
}

fn years(it: &ExploredMove, _: Color) -> String {
    match it.years {
        None => String::new(),
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
    }
}

/// Returns the number of games that reach the position after a move by transposition, as text.
fn transpositions(it: &ExploredMove, _: Color) -> String {
    let others = it.reached.unwrap_or_default().saturating_sub(it.score.games());
    if others == 0 { String::new() } else { format!("+{}", grouped(others)) }
}

/// Background and text colors of the segments of a bar, from the 256-color palette.
const INKS: [(u8, u8); 3] = [(254, 16), (245, 16), (238, 254)];

/// Draws White's wins, draws and Black's wins as segments of a bar. Percentages are shown where
/// they fit.
fn draw_bar(score: &ResultCounts, theme: Theme, area: Rect, cells: &mut Cells) {
    let Some(percents) = score.percents() else { return };
    let width = u64::from(area.width.saturating_sub(1));
    let part_of = |percent: u64| u16::try_from((percent * width + 50) / 100).unwrap_or(0);
    let ends = [part_of(percents[0]), part_of(percents[0] + percents[1]), part_of(100)];
    let signs = match theme.figures {
        Figures::Figurines => ["█", "▒", "░"],
        Figures::Letters => ["#", "=", "-"],
    };
    let mut begin = 0;
    for (index, end) in ends.into_iter().enumerate() {
        let part = Rect { x: area.x + begin, width: end - begin, height: 1, ..area };
        begin = end;
        let count = usize::from(part.width);
        if !theme.has_colors() {
            cells.put(part, &signs[index].repeat(count), Style::new());
            continue;
        }
        let (background, foreground) = INKS[index];
        let style = Style::new().bg(background).fg(foreground);
        let text = percents[index].to_string();
        let text = if text.len() <= count { text } else { String::new() };
        cells.put(part, &format!("{text:^count$}"), style);
    }
}
