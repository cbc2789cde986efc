//! Plots the history of the values.

use std::fmt::Write;

use super::optimizer::Spsa;

/// Width and height of a parameter's chart, in pixels.
const CHART: [f64; 2] = [200.0, 70.0];
/// Width and height of the cell around a chart.
const CELL: [f64; 2] = [230.0, 120.0];
/// Charts per row.
const COLUMNS: usize = 4;

impl Spsa {
    /// Returns an SVG picture with one chart per parameter. Each chart plots the value against the
    /// number of pairs, scaled to the range that the value has covered, and states the initial and
    /// the current value.
    ///
    /// ```
    /// use reynard_arena::spsa::{Spsa, SpsaSettings};
    ///
    /// let spsa = Spsa::new(vec!["margin,50,0,200,10".parse()?], SpsaSettings::default());
    /// assert!(spsa.plot().contains(">margin</text>"));
    /// # Ok::<(), reynard_arena::spsa::InvalidSpsaParameter>(())
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "pixels need no more digits")]
    pub fn plot(&self) -> String {
        let parameters = self.parameters();
        let rows = parameters.len().div_ceil(COLUMNS).max(1);
        let (width, height) = (CELL[0] * COLUMNS as f64, CELL[1] * rows as f64);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fcfcfa\"/>\n"
        );
        for index in 0..parameters.len() {
            let (column, row) = (index % COLUMNS, index / COLUMNS);
            let (left, top) = (CELL[0] * column as f64 + 15.0, CELL[1] * row as f64 + 10.0);
            let _ = writeln!(svg, "<g transform=\"translate({left} {top})\">");
            self.chart(index, &mut svg);
            svg += "</g>\n";
        }
        svg + "</svg>\n"
    }

    #[expect(clippy::cast_precision_loss, reason = "pixels need no more digits")]
    fn chart(&self, index: usize, svg: &mut String) {
        let parameter = &self.parameters()[index];
        let value = self.values().get(index).copied().unwrap_or(parameter.value);
        let points = self.course().iter().map(|(pairs, values)| (*pairs, values[index]));
        let points: Vec<(u64, f64)> = points.chain([(self.pairs(), value)]).collect();
        // At least four steps, so that a value that hardly moves does not look wild.
        let [low, high] = points.iter().fold(
            [parameter.value - 2.0 * parameter.step, parameter.value + 2.0 * parameter.step],
            |[low, high], &(_, value)| [low.min(value), high.max(value)],
        );
        let [width, height] = CHART;
        let total = self.settings().pairs.max(1) as f64;
        let x = |pairs: u64| width * pairs as f64 / total;
        let y = |value: f64| 18.0 + height * (high - value) / (high - low);
        let name = parameter.name.replace('&', "&amp;").replace('<', "&lt;");
        let start = y(parameter.value);
        let line: Vec<String> = points
            .iter()
            .map(|&(pairs, value)| format!("{:.1},{:.1}", x(pairs), y(value)))
            .collect();
        let _ = writeln!(svg, "<text x=\"0\" y=\"12\" fill=\"#222\">{name}</text>");
        let _ = writeln!(
            svg,
            "<text x=\"{width}\" y=\"12\" text-anchor=\"end\" fill=\"#666\">{} \u{2192} {value:.1}</text>",
            parameter.value
        );
        let _ = writeln!(
            svg,
            "<line x1=\"0\" x2=\"{width}\" y1=\"{start:.1}\" y2=\"{start:.1}\" stroke=\"#bbb\" \
             stroke-dasharray=\"3 3\"/>"
        );
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#b5541c\" stroke-width=\"1.5\"/>",
            line.join(" ")
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Spsa, SpsaSettings};

    #[test]
    fn every_parameter_has_a_chart() {
        let parameters = ["a,50,0,100,5", "b<c,10,0,20,1"].map(|text| text.parse().expect(text));
        let settings = SpsaSettings { pairs: 10, ..SpsaSettings::default() };
        let mut spsa = Spsa::new(parameters.into(), settings);
        (0..10).for_each(|_| spsa.add(4));
        let svg = spsa.plot();
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.contains("b&lt;c") && !svg.contains("NaN"), "{svg}");
    }
}
