//! Standings as a table.

use std::fmt::Write;

use super::summary::{MatchStandings, Row, SprtReport};

/// Maximum number of pairings in the table; beyond, there is only the rating list.
const MAX_ROWS: usize = 10;

const HEAD: [&str; 10] = ["", "games", "+", "=", "-", "score", "Elo", "LOS", "draws", "pairs"];

/// Returns the table: pairings, rating list, sequential test.
pub(super) fn table(standings: &MatchStandings) -> String {
    let rows = standings.rows();
    let mut lines: Vec<String> = Vec::new();
    if rows.len() <= MAX_ROWS {
        let cells: Vec<[String; 10]> =
            std::iter::once(HEAD.map(str::to_owned)).chain(rows.iter().map(cells)).collect();
        lines.extend(aligned(&cells));
    }
    lines.extend(standings.places());
    if let Some(report) = standings.sprt() {
        lines.extend(test(&report));
    }
    lines.join("\n")
}

/// The sequential test in two lines of at most eighty columns.
fn test(report: &SprtReport) -> [String; 2] {
    let gauge = gauge(report.llr, report.lower, report.upper);
    [report.hypotheses(), format!("{} {gauge}", report.evidence())]
}

fn cells(row: &Row<'_>) -> [String; 10] {
    let tally = row.tally;
    let percent = |part: f64| format!("{:.1} %", part * 100.0);
    let elo = |estimate: &super::summary::Estimate| match (estimate.elo, estimate.error) {
        (Some(elo), Some(error)) => format!("{elo:+.1} ± {error:.1}"),
        (Some(elo), None) => format!("{elo:+.1}"),
        (None, _) => "beyond measure".to_owned(),
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

/// Aligns columns, the first to the left and all others to the right.
fn aligned<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            // Writing to a string does not fail.
            let _ = match column {
                0 => write!(line, "{cell:width$}"),
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
    use reynard_arena::stats::{Sprt, SprtState};

    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [["a", "bb", "c"], ["±±±", "1", "22"]].map(|row| row.map(str::to_owned));
        assert_eq!(aligned(&rows), ["a    bb   c", "±±±   1  22"]);
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
