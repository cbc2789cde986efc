//! Draws the graph as text, with braille characters of two by four dots.

use std::fmt::Write;

use crate::ChancesGraph;

/// Height of the graph in rows of characters.
const ROWS: usize = 8;
/// Number of dots across a character, and down a character.
const ACROSS: usize = 2;
const DOWN: usize = 4;

impl ChancesGraph {
    /// Draws the graph with braille characters, in lines of at most `width` characters (`width` is
    /// at least 20).
    ///
    /// ```
    /// use reynard_analysis::ChancesGraph;
    ///
    /// let graph = ChancesGraph { expected_scores: vec![500, 620], first_ply: 0, marks: vec![] };
    /// assert_eq!(graph.to_text(40).lines().count(), 9);
    /// ```
    pub fn to_text(&self, width: usize) -> String {
        draw(self, width)
    }
}

fn draw(graph: &ChancesGraph, width: usize) -> String {
    /// Width of the labels: `100 % ┤`.
    const MARGIN: usize = 7;
    let columns = width.saturating_sub(MARGIN).max(10);
    let dots = Dots::new(graph, columns);
    let mut text = String::new();
    for row in 0..ROWS {
        let label = match row {
            0 => "100 % ┤",
            row if row == ROWS / 2 => " 50 % ┤",
            row if row == ROWS - 1 => "  0 % ┤",
            _ => "      │",
        };
        text.push_str(label);
        text.extend(dots.row(row).iter().map(|&bits| braille(bits)));
        text.push('\n');
    }
    let mut axis = String::new();
    let last = graph.expected_scores.len().saturating_sub(1).max(1);
    for (index, number) in graph.ticks(columns / 6) {
        let column = index * (columns - 1) / last;
        if column >= axis.len() && column + 4 <= columns {
            // Writing to a string cannot fail.
            let _ = write!(axis, "{:blanks$}{number} ", "", blanks = column - axis.len());
        }
    }
    let _ = writeln!(text, "{:MARGIN$}{}", "", axis.trim_end());
    text
}

struct Dots {
    columns: usize,
    cells: Vec<u8>,
}

impl Dots {
    fn new(graph: &ChancesGraph, columns: usize) -> Self {
        let mut dots = Self { columns, cells: vec![0; columns * ROWS] };
        let width = columns * ACROSS;
        // A dotted line at equal chances.
        (0..width).step_by(4).for_each(|x| dots.set(x, height_of(500)));
        let mut last = height_of(graph.expected_scores[0]);
        for x in 0..width {
            let y = height_of(value_at(&graph.expected_scores, x, width));
            for between in last.min(y)..=last.max(y) {
                dots.set(x, between);
            }
            last = y;
        }
        dots
    }

    fn set(&mut self, x: usize, y: usize) {
        // Braille dots are numbered down the columns; the last row was added later.
        const BITS: [[u8; DOWN]; ACROSS] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
        self.cells[y / DOWN * self.columns + x / ACROSS] |= BITS[x % ACROSS][y % DOWN];
    }

    fn row(&self, row: usize) -> &[u8] {
        &self.cells[row * self.columns..(row + 1) * self.columns]
    }
}

/// Returns the row of dots for an expected score, counted from the top.
const fn height_of(expected: u32) -> usize {
    const HIGHEST: usize = ROWS * DOWN - 1;
    ((1000 - expected as usize) * HIGHEST + 500) / 1000
}

/// Returns the expected score at a column of dots, interpolated between two positions.
fn value_at(expected_scores: &[u32], x: usize, width: usize) -> u32 {
    let last = expected_scores.len() - 1;
    let scaled = x * last;
    let (index, part) = (scaled / (width - 1), scaled % (width - 1));
    let (from, to) =
        (expected_scores[index] as usize, expected_scores[(index + 1).min(last)] as usize);
    let value = (from * (width - 1 - part) + to * part) / (width - 1);
    u32::try_from(value).unwrap_or(1000)
}

fn braille(bits: u8) -> char {
    char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_goes_from_edge_to_edge() {
        let graph =
            ChancesGraph { expected_scores: vec![0, 1000], first_ply: 0, marks: Vec::new() };
        let text = draw(&graph, 27);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), ROWS + 1);
        let (first, last) = (lines[0], lines[ROWS - 1]);
        assert!(first.starts_with("100 % ┤") && !first.ends_with(braille(0)), "{text}");
        assert!(last.starts_with("  0 % ┤") && last.ends_with(braille(0)), "{text}");
        assert_ne!(last.chars().nth(7), Some(braille(0)), "{text}");
        assert_eq!(lines[ROWS].trim(), "1");
        assert!(lines.iter().all(|line| line.chars().count() <= 27), "{text}");
    }

    #[test]
    fn a_single_position_is_a_line() {
        let graph = ChancesGraph { expected_scores: vec![500], first_ply: 7, marks: Vec::new() };
        assert_eq!(draw(&graph, 40).lines().count(), ROWS + 1);
    }
}
