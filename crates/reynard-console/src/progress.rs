//! Progress bars on a terminal.

use std::fmt::Write;
use std::io;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::numbers::long_time;
use crate::output::{self, Paint};

/// Creates a progress bar with counts on standard error. If standard error is not a terminal, the
/// bar draws nothing.
pub fn counting_bar(length: u64, unit: &str, paint: Paint) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if output::is_dumb_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let rest = format!(" {{pos}} of {{len}} {unit}  {{left}}");
    let template = format!("{{prefix}}{}{rest}", bar_of_template(rest.len(), paint));
    bar.set_style(style(&template));
    bar.enable_steady_tick(TICK);
    bar
}

/// Interval at which the displayed time is updated.
const TICK: Duration = Duration::from_millis(250);

/// Creates a progress bar in percent on standard error, for file sizes and other quantities whose
/// numbers mean little to people. If standard error is not a terminal, the bar draws nothing. The
/// message is shown after the bar. `speed` is the part of the template that shows the speed.
pub fn percent_bar(length: u64, speed: &str, paint: Paint) -> ProgressBar {
    let color = if paint == Paint::Colors { ".cyan" } else { "" };
    let bar = ProgressBar::new(length);
    let template = format!("{{bar:40{color}}} {{percent:>3}} %  {speed}{{eta}} left{{msg}}");
    bar.set_style(style(&template));
    bar.enable_steady_tick(TICK);
    bar
}

/// Template part for a speed in bytes per second; see [`percent_bar`].
pub const BYTES_PER_SECOND: &str = "{binary_bytes_per_sec}  ";

/// Parses a template in which the key `left` stands for the remaining time.
pub fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("left", |state: &ProgressState, text: &mut dyn Write| {
        // Writing to a string cannot fail.
        let _ = match (state.pos(), state.eta()) {
            (0, _) => Ok(()),
            (_, left) => write!(text, "{} left", long_time(left)),
        };
    })
}

/// Returns the template of a bar that leaves room for `rest` characters and a prefix. The bar has
/// 40 cells, or fewer on a narrow terminal. It is omitted if fewer than eight cells fit.
pub fn bar_of_template(rest: usize, paint: Paint) -> String {
    const PREFIX: usize = 20;
    let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| width.0);
    let color = if paint == Paint::Colors { ".cyan" } else { "" };
    match usize::from(width).saturating_sub(rest + PREFIX).min(40) {
        0..8 => String::new(),
        cells => format!("{{bar:{cells}{color}}}"),
    }
}
