//! Standings formatted as a table.

use std::fmt::Write;

use super::report::{Estimate, MatchReport, Row, SprtReport};
use crate::stats::elo_text;

/// Maximum number of pairings in the table. If there are more, only the rating list is shown.
const MAX_ROWS: usize = 10;

/// Minimum width of names on a narrow terminal, in characters.
const SHORTEST_NAME: usize = 16;

const HEAD: [&str; 10] = ["", "games", "+", "=", "-", "score", "Elo", "LOS", "draws", "pairs"];

impl MatchReport {
    /// Returns the table: pairings, rating list and sequential test. If the table is wider than
    /// `width` characters, the last columns are omitted; if that is not enough, names are
    /// truncated.
    ///
    /// ```
    /// use reynard_arena::{MatchFormat, MatchReport, Schedule};
    ///
    /// let names = ["new".to_owned(), "old".to_owned()];
    /// let schedule = Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 5 };
    /// let report = MatchReport::new(&names, schedule, None);
    /// assert!(report.table(None).lines().all(|line| line.ends_with("pairs") || line.ends_with("0 0 0 0 0")));
    /// assert!(report.table(Some(20)).lines().all(|line| line.chars().count() <= 20));
    /// ```
    pub fn table(&self, width: Option<usize>) -> String {
        table(self, width)
    }
}

/// Returns the table: pairings, rating list, sequential test.
fn table(report: &MatchReport, width: Option<usize>) -> String {
    let rows = report.rows();
    let mut lines: Vec<String> = Vec::new();
    if rows.len() <= MAX_ROWS {
        let head = HEAD.map(str::to_owned);
        let cells: Vec<[String; 10]> =
            std::iter::once(head).chain(rows.iter().map(cells)).collect();
        lines.extend(aligned(&cells, width));
    }
    lines.extend(report.places());
    if let Some(report) = report.sprt() {
        lines.extend(test(&report));
    }
    let fitted = lines.iter().map(|line| cut(line, width));
    fitted.collect::<Vec<_>>().join("\n")
}

/// Truncates a line to at most `width` characters.
fn cut(line: &str, width: Option<usize>) -> String {
    let width = width.unwrap_or(usize::MAX);
    if line.chars().count() <= width {
        return line.to_owned();
    }
    line.chars().take(width.saturating_sub(1)).chain(['…']).take(width).collect()
}

/// Formats the sequential test as two lines of at most eighty columns.
fn test(report: &SprtReport) -> [String; 2] {
    let gauge = gauge(report.llr, report.lower, report.upper);
    [report.hypotheses(), format!("{} {gauge}", report.evidence())]
}

fn cells(row: &Row<'_>) -> [String; 10] {
    let tally = row.tally;
    let percent = |part: f64| format!("{:.1} %", part * 100.0);
    let elo = |estimate: &Estimate| {
        elo_text(estimate.elo, estimate.error).unwrap_or_else(|| "no estimate".to_owned())
    };
    let estimate = row.elo.as_ref();
    [
        format!("{} - {}", row.first, row.second),
        tally.games().to_string(),
        tally.wins.to_string(),
        tally.draws.to_string(),
        tally.losses.to_string(),
        estimate.map(|estimate| percent(estimate.score)).unwrap_or_default(),
        estimate.map(elo).unwrap_or_default(),
        estimate.map(|estimate| percent(estimate.superiority)).unwrap_or_default(),
        estimate.map(|_| percent(tally.draw_ratio())).unwrap_or_default(),
        row.pairs.counts.map(|count| count.to_string()).join(" "),
    ]
}

/// Space between two columns.
const GAP: usize = 2;

/// Aligns columns, the first to the left and all others to the right. Columns that do not fit are
/// omitted.
fn aligned<const N: usize>(rows: &[[String; N]], width: Option<usize>) -> Vec<String> {
    let widest = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let mut widths: [usize; N] = std::array::from_fn(widest);
    let room = width.unwrap_or(usize::MAX);
    // The names give way first, down to a few letters; then the last columns go.
    let needed = |widths: &[usize]| widths.iter().sum::<usize>() + GAP * (widths.len() - 1);
    let excess = needed(&widths).saturating_sub(room);
    widths[0] = widths[0].saturating_sub(excess).max(widths[0].min(SHORTEST_NAME));
    let columns = (1..=N).rev().find(|&columns| needed(&widths[..columns]) <= room).unwrap_or(1);
    let line = |row: &[String; N]| {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).take(columns).enumerate() {
            // Writing to a string does not fail.
            let _ = match column {
                0 => write!(line, "{:width$}", cut(cell, Some(width))),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        line
    };
    rows.iter().map(line).collect()
}

/// Draws the position of a value between two bounds.
fn gauge(value: f64, lower: f64, upper: f64) -> String {
    const CELLS: u8 = 21;
    let part = ((value - lower) / (upper - lower)).clamp(0.0, 1.0) * f64::from(CELLS - 1);
    let at = (0..CELLS)
        .min_by(|&a, &b| (f64::from(a) - part).abs().total_cmp(&(f64::from(b) - part).abs()));
    let cell = |cell| if Some(cell) == at { 'o' } else { '-' };
    format!("[{}]", (0..CELLS).map(cell).collect::<String>())
}

#[cfg(test)]
mod tests {
    use crate::stats::{Sprt, SprtState};

    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [["a", "bb", "c"], ["±±±", "1", "22"]].map(|row| row.map(str::to_owned));
        assert_eq!(aligned(&rows, None), ["a    bb   c", "±±±   1  22"]);
    }

    #[test]
    fn a_narrow_terminal_gets_shorter_names_and_fewer_columns() {
        let row = ["a long name - another name", "12345", "6789"].map(str::to_owned);
        let rows = [row];
        assert_eq!(aligned(&rows, Some(33)), ["a long name - anoth…  12345  6789"]);
        assert_eq!(aligned(&rows, Some(24)), ["a long name - a…  12345"]);
        assert_eq!(aligned(&rows, Some(3)), ["a long name - a…"]);
        assert_eq!(cut("abcdef", Some(3)), "ab…");
        assert_eq!((cut("abc", Some(3)), cut("abc", Some(0))), ("abc".into(), String::new()));
    }

    #[test]
    fn a_test_fits_into_eighty_columns() {
        let (bounds, ratio) =
            ((-12.75, -10.25), SprtState { llr: -2.95, lower: -2.94, upper: 2.94 });
        let sprt = Sprt::new(bounds.0, bounds.1).expect("bounds in order");
        let lines = test(&SprtReport::new(sprt, ratio));
        assert_eq!(lines[0], "SPRT -12.75 against -10.25 normalized Elo");
        let gauge = format!("[o{}]", "-".repeat(20));
        assert_eq!(lines[1], format!("LLR -2.95 (-2.94 to 2.94), elo0 is accepted {gauge}"));
        assert!(lines.iter().all(|line| line.chars().count() <= 80), "{lines:?}");
    }

    #[test]
    fn gauges_end_at_the_bounds() {
        assert_eq!(gauge(-2.94, -2.94, 2.94), format!("[o{}]", "-".repeat(20)));
        assert_eq!(gauge(0.0, -2.94, 2.94), format!("[{0}o{0}]", "-".repeat(10)));
        assert_eq!(gauge(9.0, -2.94, 2.94), format!("[{}o]", "-".repeat(20)));
    }
}
