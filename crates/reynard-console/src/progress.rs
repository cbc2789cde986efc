//! Progress on a terminal.

use std::fmt::Write;
use std::io;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::numbers::long_time;
use crate::output::{self, Paint};

/// Creates a bar on standard error that counts; it draws nothing unless that is a terminal.
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

/// Time between two looks at the clock.
const TICK: Duration = Duration::from_millis(250);

/// Creates a bar on standard error for the size of files, or of other things whose number means
/// little to people; it draws nothing unless that is a terminal. The message of the bar is its end.
/// `speed` is the part of the template that has the speed.
pub fn percent_bar(length: u64, speed: &str, paint: Paint) -> ProgressBar {
    let color = if paint == Paint::Colors { ".cyan" } else { "" };
    let bar = ProgressBar::new(length);
    let template = format!("{{bar:40{color}}} {{percent:>3}} %  {speed}{{eta}} left{{msg}}");
    bar.set_style(style(&template));
    bar.enable_steady_tick(TICK);
    bar
}

/// A speed in bytes a second, for [`percent_bar`].
pub const BYTES_PER_SECOND: &str = "{binary_bytes_per_sec}  ";

/// Parses a template, with the key `left` for the time that is left.
pub fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("left", |state: &ProgressState, text: &mut dyn Write| {
        // Writing to memory does not fail.
        let _ = match (state.pos(), state.eta()) {
            (0, _) => Ok(()),
            (_, left) => write!(text, "{} left", long_time(left)),
        };
    })
}

/// Returns the bar of a template that leaves room for `rest` characters and a prefix: 40 cells,
/// fewer on a narrow terminal, none where there is no room for eight.
pub fn bar_of_template(rest: usize, paint: Paint) -> String {
    const PREFIX: usize = 20;
    let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| width.0);
    let color = if paint == Paint::Colors { ".cyan" } else { "" };
    match usize::from(width).saturating_sub(rest + PREFIX).min(40) {
        0..8 => String::new(),
        cells => format!("{{bar:{cells}{color}}}"),
    }
}
