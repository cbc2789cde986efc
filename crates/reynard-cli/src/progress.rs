//! Progress on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::output::Paint;

/// A bar on standard error that counts; it draws nothing unless that is a terminal.
pub(crate) fn counting_bar(length: u64, unit: &str, paint: Paint) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let color = if paint == Paint::Colors { ".cyan" } else { "" };
    let template = format!("{{prefix}}{{bar:40{color}}} {{pos}} of {{len}} {unit}  {{eta}} left");
    let style = ProgressStyle::with_template(&template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}
