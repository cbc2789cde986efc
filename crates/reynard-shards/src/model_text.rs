//! The result of a model as a table and as a plot.

use std::fmt::{self, Write as _};
use std::time::Duration;

use crate::model::as_float;
use crate::{ClusterModel, ModelRow};

/// Rows of a [`ClusterModel`] as a table for people.
///
/// ```
/// use reynard_shards::{ClusterModel, ModelTable};
///
/// let rows = ClusterModel::new(vec![10.0; 360], 1).compare(&[10]);
/// let table = ModelTable(&rows).to_string();
/// assert!(table.contains("6 min 0 s     1 h 0 min     100.0 %"), "{table}");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ModelTable<'a>(
    /// The rows.
    pub &'a [ModelRow],
);

impl fmt::Display for ModelTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>7}  {:>12}  {:>12}  Efficiency  Failed", "Workers", "Time", "Worker time")?;
        for row in self.0 {
            let ModelRow { workers, failed_attempts, .. } = row;
            let (time, worker_time) = (seconds_text(row.seconds), seconds_text(row.worker_seconds));
            let efficiency = 100.0 * row.efficiency;
            writeln!(
                f,
                "{workers:>7}  {time:>12}  {worker_time:>12}  {efficiency:>8.1} %  {failed_attempts:>6}"
            )?;
            if row.set_aside > 0 {
                writeln!(f, "         {} set aside", row.set_aside)?;
            }
        }
        Ok(())
    }
}

/// Width and height of the area of a plot in pixels.
const SIZE: [f64; 2] = [640.0, 360.0];

impl ClusterModel {
    /// Returns an SVG picture of the time by the number of workers, both on logarithmic scales, and of the time that the
    /// work alone would take, as a dashed line.
    ///
    /// ```
    /// use reynard_shards::ClusterModel;
    ///
    /// let model = ClusterModel::new(vec![600.0; 100], 1);
    /// let svg = model.plot(&model.compare(&[1, 10, 100]));
    /// assert!(svg.contains(">16 h 40 min</text>"));
    /// ```
    pub fn plot(&self, rows: &[ModelRow]) -> String {
        let work: f64 = self.shard_seconds.iter().sum();
        let measured: Vec<[f64; 2]> =
            rows.iter().map(|row| [as_float(row.workers), row.seconds]).collect();
        let ideal: Vec<[f64; 2]> = measured.iter().map(|&[x, _]| [x, work / x]).collect();
        let of_axis = |axis: usize| measured.iter().chain(&ideal).map(move |point| point[axis]);
        let axes = [LogScale::new(of_axis(0)), LogScale::new(of_axis(1))];
        let place = |[x, y]: [f64; 2]| {
            [60.0 + SIZE[0] * axes[0].part(x), 20.0 + SIZE[1] * (1.0 - axes[1].part(y))]
        };
        let line = |points: &[[f64; 2]]| {
            let points = points.iter().map(|&point| place(point));
            points.map(|[x, y]| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <polyline fill=\"none\" stroke=\"#aaa\" stroke-dasharray=\"4\" points=\"{}\"/>\n\
             <polyline fill=\"none\" stroke=\"#06c\" stroke-width=\"2\" points=\"{}\"/>\n",
            SIZE[0] + 160.0,
            SIZE[1] + 70.0,
            line(&ideal),
            line(&measured),
        );
        let base = SIZE[1] + 44.0;
        for (row, &point) in rows.iter().zip(&measured) {
            let [x, y] = place(point);
            let (left, above) = (x + 6.0, y - 6.0);
            let (time, workers) = (seconds_text(row.seconds), row.workers);
            // Writing to memory does not fail.
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#06c\"/>\
                 <text x=\"{left:.1}\" y=\"{above:.1}\">{time}</text>\
                 <text x=\"{x:.1}\" y=\"{base}\" text-anchor=\"middle\">{workers}</text>"
            );
        }
        let (middle, base) = (60.0 + SIZE[0] / 2.0, SIZE[1] + 62.0);
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{base}\" text-anchor=\"middle\">workers</text>\n</svg>"
        );
        svg
    }
}

/// A logarithmic scale between two values.
struct LogScale {
    least: f64,
    most: f64,
}

impl LogScale {
    fn new(values: impl Iterator<Item = f64>) -> Self {
        let start = Self { least: f64::INFINITY, most: f64::NEG_INFINITY };
        values.fold(start, |Self { least, most }, value| Self {
            least: least.min(value),
            most: most.max(value),
        })
    }

    /// Returns the place of a value, from 0 to 1.
    fn part(&self, value: f64) -> f64 {
        let width = (self.most / self.least).ln();
        if width > 0.0 { (value / self.least).ln() / width } else { 0.5 }
    }
}

/// A time with its tenths below a minute, and else in its two largest units.
fn seconds_text(seconds: f64) -> String {
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        long_time(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }
}

/// Returns a long time in its two largest units.
///
/// ```
/// use std::time::Duration;
/// use reynard_shards::long_time;
///
/// let texts = [7, 61, 13_200, 190_800].map(|seconds| long_time(Duration::from_secs(seconds)));
/// assert_eq!(texts, ["7 s", "1 min 1 s", "3 h 40 min", "2 d 5 h"]);
/// ```
pub fn long_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400);
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{minutes} min {} s", seconds % 60),
        3_600..86_400 => format!("{hours} h {} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_have_a_point_for_each_number_of_workers() {
        let model = ClusterModel::new(vec![10.0; 10], 1);
        let mut rows = model.compare(&[1, 10]);
        rows[1].seconds = 20.0;
        let svg = model.plot(&rows);
        assert_eq!(svg.matches("<circle").count(), 2);
        // 20 s are 30 % of the way from 10 to 100 on a logarithmic scale.
        assert!(svg.contains("points=\"60.0,20.0 700.0,271.6\""), "{svg}");
        assert!(svg.contains("points=\"60.0,20.0 700.0,380.0\""), "{svg}");
    }
}
