//! A chart of the losses of a training run.

use std::fmt::Write;

use super::trainer::{EpochReport, NetworkTrainer};

/// Width and height of the chart, in pixels.
const SIZE: [f64; 2] = [640.0, 320.0];
/// Left, top, right and bottom of the panel.
const PANEL: [f64; 4] = [78.0, 34.0, 624.0, 278.0];
/// Number of horizontal lines, including the edges of the panel.
const LINES: u32 = 5;

/// A loss curve: its name, color and dashes, and the function that reads the loss from a report.
struct Curve {
    name: &'static str,
    color: &'static str,
    dashes: &'static str,
    loss: fn(&EpochReport) -> Option<f64>,
}

const CURVES: [Curve; 3] = [
    Curve { name: "training", color: "#8a8578", dashes: "none", loss: |report| Some(report.loss) },
    Curve {
        name: "held-out games",
        color: "#b5541c",
        dashes: "none",
        loss: |report| report.held_out_loss,
    },
    Curve {
        name: "classic evaluation",
        color: "#2b5c8a",
        dashes: "5 4",
        loss: |report| report.classic_loss,
    },
];

impl NetworkTrainer {
    /// Returns an SVG chart of the losses by epoch: the training loss, the loss on the held-out
    /// games, and the loss of the classic evaluation on the same games.
    pub fn plot(&self) -> String {
        draw(&self.reports, self.settings.epochs)
    }
}

fn draw(reports: &[EpochReport], epochs: u32) -> String {
    let [width, height] = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Loss by epoch</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fcfcfa\"/>\n"
    );
    let scale = Scale::new(reports, epochs);
    axes(&scale, &mut svg);
    let mut right = PANEL[0];
    for curve in &CURVES {
        let points: Vec<(u32, f64)> = reports
            .iter()
            .filter_map(|report| Some((report.epoch, (curve.loss)(report)?)))
            .collect();
        if !points.is_empty() {
            right = legend(curve, right, &mut svg);
            line(curve, &scale, &points, &mut svg);
        }
    }
    svg + "</svg>\n"
}

/// The scale from epochs and losses to pixels.
struct Scale {
    epochs: u32,
    low: f64,
    high: f64,
}

impl Scale {
    fn new(reports: &[EpochReport], epochs: u32) -> Self {
        let losses = reports
            .iter()
            .flat_map(|report| CURVES.iter().filter_map(|curve| (curve.loss)(report)));
        let (low, high) = losses.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), loss| {
            (low.min(loss), high.max(loss))
        });
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        // A tenth of the range, or of the loss itself where all are equal, above and below.
        let margin = if high > low { (high - low) / 10.0 } else { high.abs() / 10.0 + 1e-6 };
        Self { epochs: epochs.max(2), low: low - margin, high: high + margin }
    }

    fn x(&self, epoch: u32) -> f64 {
        let [left, _, right, _] = PANEL;
        left + (right - left) * f64::from(epoch.saturating_sub(1)) / f64::from(self.epochs - 1)
    }

    fn y(&self, loss: f64) -> f64 {
        let [_, top, _, bottom] = PANEL;
        top + (bottom - top) * (self.high - loss) / (self.high - self.low)
    }
}

/// Writes the horizontal lines with their losses, and the first and last epochs.
fn axes(scale: &Scale, svg: &mut String) {
    let [left, _, right, bottom] = PANEL;
    for number in 0..LINES {
        let loss = scale.low + (scale.high - scale.low) * f64::from(number) / f64::from(LINES - 1);
        let y = scale.y(loss);
        let _ = writeln!(
            svg,
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#666\">{loss:.6}</text>",
            left - 8.0,
            y + 4.0
        );
    }
    for (epoch, anchor) in [(1, "start"), (scale.epochs, "end")] {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" fill=\"#666\">epoch {epoch}</text>",
            scale.x(epoch),
            bottom + 20.0
        );
    }
}

/// Writes the name of a curve, and returns the horizontal position of the next name.
fn legend(curve: &Curve, left: f64, svg: &mut String) -> f64 {
    let Curve { name, color, dashes, .. } = curve;
    let _ = writeln!(
        svg,
        "<line x1=\"{left:.0}\" x2=\"{:.0}\" y1=\"16\" y2=\"16\" stroke=\"{color}\" stroke-width=\"2\" \
         stroke-dasharray=\"{dashes}\"/><text x=\"{:.0}\" y=\"20\" fill=\"#222\">{name}</text>",
        left + 22.0,
        left + 28.0
    );
    left + 170.0
}

/// Writes the line of a curve, with a dot at its last point.
fn line(curve: &Curve, scale: &Scale, points: &[(u32, f64)], svg: &mut String) {
    let Curve { color, dashes, .. } = curve;
    let at = |&(epoch, loss): &(u32, f64)| [scale.x(epoch), scale.y(loss)];
    let line: Vec<String> = points.iter().map(at).map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>",
        line.join(" ")
    );
    if let Some([x, y]) = points.last().map(at) {
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>");
    }
}

#[cfg(test)]
mod tests {
    use super::{EpochReport, draw};

    fn report(epoch: u32, loss: f64, held_out: Option<f64>) -> EpochReport {
        EpochReport {
            epoch,
            loss,
            held_out_loss: held_out,
            classic_loss: held_out.map(|_| 0.02),
            rate: 0.001,
            dead: None,
            saturated: None,
            largest_hidden: 1.0,
            largest_output: 0.4,
        }
    }

    #[test]
    fn every_known_loss_has_a_line_and_a_name() {
        let reports = [report(1, 0.03, Some(0.028)), report(2, 0.02, Some(0.021))];
        let svg = draw(&reports, 4);
        assert_eq!(svg.matches("<polyline").count(), 3);
        for name in ["training", "held-out games", "classic evaluation", "epoch 1<", "epoch 4<"] {
            assert!(svg.contains(name), "{name} {svg}");
        }
        // The second of four epochs is a third of the way; the lowest loss is a tenth above the
        // lower edge.
        assert!(svg.contains(" 260.0,257.7\""), "{svg}");
    }

    #[test]
    fn a_run_without_held_out_games_or_epochs_has_a_picture() {
        let svg = draw(&[report(1, 0.03, None)], 1);
        assert_eq!(svg.matches("<polyline").count(), 1);
        for svg in [svg, draw(&[], 3)] {
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
