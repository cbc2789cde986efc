//! The graph as SVG.

use std::fmt::Write;

use super::{ChancesGraph, Judgment};

/// Sizes of the picture and of the panel in it.
const WIDTH: usize = 800;
const LEFT: usize = 46;
const RIGHT: usize = WIDTH - 12;
const PANEL: usize = 220;
const BELOW: usize = 38;
/// Height of a row of labels above the panel.
const ROW: usize = 18;

impl ChancesGraph {
    /// Draws the graph as SVG: the light area is White's, the dark area Black's.
    ///
    /// The picture has its own background, and its labels are legible on white and on black.
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
    let top = 12 + labels.rows * ROW;
    let height = top + PANEL + BELOW;
    let scale = Scale { last: graph.expected_scores.len().saturating_sub(1).max(1), top };
    let mut svg = String::new();
    // Writing to memory does not fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<title>{}</title>\n",
        escaped(title)
    );
    panel(graph, &scale, &mut svg);
    axes(graph, &scale, &mut svg);
    labels.write(graph, &scale, &mut svg);
    svg.push_str("</svg>\n");
    svg
}

/// Scale from positions and expected scores to coordinates.
struct Scale {
    last: usize,
    top: usize,
}

impl Scale {
    /// In tenths of a unit: the same game gives the same bytes everywhere.
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
    // A lone position has no second point to draw a line to.
    if let [only] = graph.expected_scores[..] {
        let _ = write!(line, " {RIGHT},{}", scale.y(only));
    }
    let _ = write!(
        svg,
        "<rect x=\"{LEFT}\" y=\"{top}\" width=\"{width}\" height=\"{PANEL}\" fill=\"#3d3a37\"/>\n\
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
    svg.push_str("<g fill=\"#85807a\">\n");
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
            "<path d=\"M{x} {bottom}v4\" stroke=\"#85807a\"/>\
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

/// Labels of the marked moves, in rows above the panel without overlap.
struct Labels {
    /// Row of each mark, from the panel upward.
    row_of: Vec<usize>,
    rows: usize,
}

impl Labels {
    fn new(graph: &ChancesGraph) -> Self {
        let scale = Scale { last: graph.expected_scores.len().saturating_sub(1).max(1), top: 0 };
        let mut ends: Vec<usize> = Vec::new();
        let mut row_of = Vec::new();
        for mark in &graph.marks {
            let (start, end) = extent(mark.text.chars().count(), scale.x(mark.index).0 / 10);
            let free = ends.iter().position(|&taken| taken < start);
            let row = free.unwrap_or(ends.len());
            if free.is_none() {
                ends.push(0);
            }
            ends[row] = end;
            row_of.push(row);
        }
        Self { row_of, rows: ends.len() }
    }

    fn write(&self, graph: &ChancesGraph, scale: &Scale, svg: &mut String) {
        for (mark, row) in graph.marks.iter().zip(&self.row_of) {
            let color = match mark.judgment {
                Judgment::Inaccuracy => "#d9a400",
                Judgment::Mistake => "#e07b00",
                Judgment::Blunder => "#d93636",
            };
            let (x, y) = (scale.x(mark.index), scale.y(graph.expected_scores[mark.index]));
            let baseline = scale.top - 8 - row * ROW;
            let (start, end) = extent(mark.text.chars().count(), x.0 / 10);
            let _ = writeln!(
                svg,
                "<path d=\"M{x} {y}V{}\" stroke=\"{color}\" stroke-dasharray=\"2 3\"/>\
                 <circle cx=\"{x}\" cy=\"{y}\" r=\"4.5\" fill=\"{color}\" stroke=\"#fff\"/>\
                 <text x=\"{}\" y=\"{baseline}\" text-anchor=\"middle\" fill=\"{color}\" \
                 font-weight=\"bold\">{}</text>",
                baseline + 4,
                usize::midpoint(start, end),
                escaped(&mark.text)
            );
        }
    }
}

/// Returns the left and right end of a label that is centered over `x` as far as the picture permits.
fn extent(characters: usize, x: usize) -> (usize, usize) {
    let width = characters * 9 + 8;
    let start = x.saturating_sub(width / 2).clamp(2, (WIDTH - 2).saturating_sub(width).max(2));
    (start, start + width)
}

/// Escapes a text for XML, and replaces control characters by blanks.
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
            svg.contains("points=\"46.0,140.0 231.5,135.6 417.0,162.0 602.5,52.0 788.0,228.0\""),
            "{svg}"
        );
        assert!(svg.contains("3. &lt;Qh5??") && !svg.contains("<Qh5"));
    }

    #[test]
    fn labels_do_not_overlap_and_stay_inside() {
        let mut graph = graph();
        assert_eq!(Labels::new(&graph).rows, 1);
        graph.marks[0].index = 4;
        let labels = Labels::new(&graph);
        assert_eq!((labels.rows, labels.row_of), (2, vec![0, 1]));
        let (start, end) = extent(10, 788);
        assert!(start > 600 && end <= WIDTH);
    }

    #[test]
    fn a_single_position_is_drawn() {
        let graph = ChancesGraph { expected_scores: vec![500], first_ply: 3, marks: Vec::new() };
        assert!(draw(&graph, "").ends_with("</svg>\n"));
    }
}
