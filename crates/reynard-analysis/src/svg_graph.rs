//! Draws the graph as SVG.

use std::fmt::Write;

use crate::{ChancesGraph, Judgment};

/// Minimum width of the picture. Labels at the right edge of the panel can make the picture wider.
const WIDTH: usize = 800;
/// Edges of the panel.
const LEFT: usize = 50;
const RIGHT: usize = WIDTH - 16;
const PANEL: usize = 220;
const BELOW: usize = 44;
/// Height of a row of labels above the panel.
const ROW: usize = 18;

impl ChancesGraph {
    /// Draws the graph as SVG: the light area is White's, the dark area Black's.
    ///
    /// The picture has its own background, so it is legible on both light and dark pages. Labels
    /// overlap neither each other nor the lines of other labels.
    ///
    /// ```
    /// use reynard_analysis::ChancesGraph;
    ///
    /// let graph = ChancesGraph { expected_scores: vec![500, 620], first_ply: 0, marks: vec![] };
    /// assert!(graph.to_svg("A game").contains("<title>A game</title>"));
    /// ```
    pub fn to_svg(&self, title: &str) -> String {
        draw(self, title)
    }
}

fn draw(graph: &ChancesGraph, title: &str) -> String {
    let labels = Labels::new(graph);
    let top = 16 + labels.rows * ROW;
    let (width, height) = (labels.width, top + PANEL + BELOW);
    let scale = Scale { last: graph.expected_scores.len().saturating_sub(1).max(1), top };
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#faf8f4\"/>\n",
        escaped(title)
    );
    panel(graph, &scale, &mut svg);
    axes(graph, &scale, &mut svg);
    labels.write(graph, &scale, &mut svg);
    svg.push_str("</svg>\n");
    svg
}

/// Converts positions and expected scores to coordinates.
struct Scale {
    last: usize,
    top: usize,
}

impl Scale {
    /// Returns the x coordinate in tenths of a unit. Integers are used so that the same game yields
    /// the same bytes on every machine.
    fn x(&self, index: usize) -> Tenths {
        Tenths(LEFT * 10 + (RIGHT - LEFT) * 10 * index / self.last)
    }

    fn y(&self, expected: u32) -> Tenths {
        Tenths(self.top * 10 + PANEL * (1000 - expected as usize) / 100)
    }
}

/// A length in tenths.
#[derive(Clone, Copy)]
struct Tenths(usize);

impl std::fmt::Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

fn panel(graph: &ChancesGraph, scale: &Scale, svg: &mut String) {
    let (top, width, bottom) = (scale.top, RIGHT - LEFT, scale.top + PANEL);
    let mut line = String::new();
    for (index, &expected) in graph.expected_scores.iter().enumerate() {
        let _ = write!(line, " {},{}", scale.x(index), scale.y(expected));
    }
    // A single position has only one point, so no line can be drawn.
    if let [only] = graph.expected_scores[..] {
        let _ = write!(line, " {RIGHT},{}", scale.y(only));
    }
    let _ = write!(
        svg,
        "<rect x=\"{LEFT}\" y=\"{top}\" width=\"{width}\" height=\"{PANEL}\" fill=\"#3d3a37\" \
         stroke=\"#3d3a37\"/>\n\
         <polygon points=\"{LEFT},{bottom}{line} {RIGHT},{bottom}\" fill=\"#efebe2\"/>\n\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#c8662b\" stroke-width=\"2\" \
         stroke-linejoin=\"round\"/>\n",
        line.trim_start()
    );
    let middle = scale.y(500);
    let _ = writeln!(
        svg,
        "<path d=\"M{LEFT} {middle}H{RIGHT}\" stroke=\"#8a8580\" stroke-dasharray=\"4 4\"/>"
    );
}

fn axes(graph: &ChancesGraph, scale: &Scale, svg: &mut String) {
    let bottom = scale.top + PANEL;
    svg.push_str("<g fill=\"#5f5a54\">\n");
    for percent in [0, 50, 100] {
        let y = Tenths(scale.y(percent * 10).0 + 45);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{percent}</text>",
            LEFT - 6
        );
    }
    for (index, number) in graph.ticks(20) {
        let x = scale.x(index);
        let _ = writeln!(
            svg,
            "<path d=\"M{x} {bottom}v4\" stroke=\"#5f5a54\"/>\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
            bottom + 17
        );
    }
    let middle = usize::midpoint(LEFT, RIGHT);
    let _ = writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">move</text>\n\
         <text transform=\"translate(13 {}) rotate(-90)\" text-anchor=\"middle\">\
         White\u{2019}s chances in %</text>\n</g>",
        bottom + 33,
        scale.top + PANEL / 2
    );
}

/// Labels of the marked moves, in rows above the panel. Each begins at the line that connects it
/// with its move.
///
/// No label overlaps another label or that label's line: a line passes only through rows in which
/// the labels to its left have ended.
struct Labels {
    /// Row of each mark, counted upward from the panel.
    row_of: Vec<usize>,
    rows: usize,
    /// Width of a picture in which all labels fit.
    width: usize,
}

impl Labels {
    fn new(graph: &ChancesGraph) -> Self {
        let scale = Scale { last: graph.expected_scores.len().saturating_sub(1).max(1), top: 0 };
        // From right to left: the line of a mark crosses no label that begins to the right of it.
        let mut placed: Vec<(usize, usize)> = Vec::new();
        let mut width = WIDTH;
        for mark in graph.marks.iter().rev() {
            let x = scale.x(mark.index).0 / 10;
            let end = x + width_of(&mark.text);
            let below = placed.iter().filter(|&&(other, _)| other <= end).map(|&(_, row)| row);
            placed.push((x, below.max().map_or(0, |row| row + 1)));
            width = width.max(end + GAP);
        }
        let row_of: Vec<usize> = placed.into_iter().rev().map(|(_, row)| row).collect();
        let rows = row_of.iter().max().map_or(0, |row| row + 1);
        Self { row_of, rows, width }
    }

    fn write(&self, graph: &ChancesGraph, scale: &Scale, svg: &mut String) {
        for (mark, row) in graph.marks.iter().zip(&self.row_of) {
            let color = match mark.judgment {
                Judgment::Inaccuracy => "#8f6b00",
                Judgment::Mistake => "#b55400",
                Judgment::Blunder => "#c0262b",
            };
            let (x, y) = (scale.x(mark.index), scale.y(graph.expected_scores[mark.index]));
            let baseline = scale.top - 8 - row * ROW;
            let _ = writeln!(
                svg,
                "<path d=\"M{x} {y}V{}\" stroke=\"{color}\" stroke-dasharray=\"2 3\"/>\
                 <circle cx=\"{x}\" cy=\"{y}\" r=\"4.5\" fill=\"{color}\" stroke=\"#fff\"/>\
                 <text x=\"{}\" y=\"{baseline}\" fill=\"{color}\" font-weight=\"bold\">{}</text>",
                baseline.saturating_sub(10),
                Tenths(x.0 + GAP * 10),
                escaped(&mark.text)
            );
        }
    }
}

/// Distance between a line and its label.
const GAP: usize = 5;

/// Returns an upper bound for the width of a label and its gap in common fonts.
fn width_of(text: &str) -> usize {
    text.chars().count() * 9 + GAP + 3
}

/// Escapes text for XML, and replaces control characters with spaces.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::graph::GraphMark;
    use super::*;

    fn graph() -> ChancesGraph {
        let mark = |index, text: &str| GraphMark {
            index,
            text: text.to_owned(),
            judgment: Judgment::Blunder,
        };
        ChancesGraph {
            expected_scores: vec![500, 520, 400, 900, 100],
            first_ply: 0,
            marks: vec![mark(3, "2... Nf6??"), mark(4, "3. <Qh5??")],
        }
    }

    #[test]
    fn the_curve_passes_through_the_positions() {
        let svg = draw(&graph(), "A & B");
        assert!(svg.contains("<title>A &amp; B</title>"));
        assert!(
            svg.contains("points=\"50.0,144.0 233.5,139.6 417.0,166.0 600.5,56.0 784.0,232.0\""),
            "{svg}"
        );
        assert!(svg.contains("3. &lt;Qh5??") && !svg.contains("<Qh5"));
    }

    #[test]
    fn labels_touch_neither_each_other_nor_foreign_lines() {
        let mut graph = graph();
        graph.expected_scores = vec![500; 60];
        graph.marks = [3, 5, 6, 7, 20, 30, 31, 58, 59]
            .map(|index| GraphMark {
                index,
                text: "10... Nf6??".to_owned(),
                judgment: Judgment::Mistake,
            })
            .to_vec();
        let labels = Labels::new(&graph);
        let scale = Scale { last: 59, top: 0 };
        let width = width_of("10... Nf6??");
        for (mark, &row) in graph.marks.iter().zip(&labels.row_of) {
            let start = scale.x(mark.index).0 / 10;
            assert!(start + width <= labels.width, "{}: inside the picture", mark.index);
            for (other, &other_row) in graph.marks.iter().zip(&labels.row_of) {
                let line = scale.x(other.index).0 / 10;
                let crosses = start < line && line <= start + width && other_row >= row;
                assert!(
                    !crosses,
                    "the line of {} crosses the label of {}",
                    other.index, mark.index
                );
            }
        }
    }

    #[test]
    fn a_single_position_is_drawn() {
        let graph = ChancesGraph { expected_scores: vec![500], first_ply: 3, marks: Vec::new() };
        assert!(draw(&graph, "").ends_with("</svg>\n"));
    }
}
