//! The option for the time that engines have to start.

use std::time::Duration;

use reynard_host::Timeouts;

#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[expect(missing_docs, reason = "clap would take it for the help of the program")]
pub struct StartTimeout {
    /// Time for an engine to start, in seconds: to its first line, to `uciok`, and to each
    /// `readyok` [default: 20, and 6 to the first line]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub start_timeout: Option<Duration>,
}

impl StartTimeout {
    /// Returns the timeouts for an engine.
    pub fn timeouts(self) -> Timeouts {
        let timeouts = Timeouts::default();
        self.start_timeout.map_or(timeouts, |limit| timeouts.with_start(limit))
    }
}

/// Parses a time in seconds, positive and at most one day.
fn seconds(text: &str) -> Result<Duration, &'static str> {
    const DAY: Duration = Duration::from_secs(86_400);
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero() && *time <= DAY).ok_or("not a time in seconds, like 60")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_time_is_that_for_each_step_of_the_start() {
        let start_timeout = Some(Duration::from_secs(90));
        let timeouts = StartTimeout { start_timeout }.timeouts();
        assert_eq!((Some(timeouts.start), Some(timeouts.greeting)), (start_timeout, start_timeout));
        assert_eq!(StartTimeout::default().timeouts(), Timeouts::default());
        assert!(seconds("0").is_err() && seconds("-1").is_err() && seconds("x").is_err());
    }
}
