//! Search options shared by the commands that search.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::time::Duration;

use anyhow::{Context, bail};
use reynard_console::threads::{threads, threads_or_cores};
use reynard_engine::{Engine, SearchLimits};

use crate::memory;

/// Limits and resources of a search.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SearchOptions {
    /// Depth of the search in plies
    #[arg(long, value_name = "PLIES")]
    pub(crate) depth: Option<NonZeroU32>,
    /// Time for each position in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Number of nodes for each position
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<NonZeroU64>,
    /// Number of threads; default: one with --depth or --nodes, otherwise one for each core
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Transposition table size in MiB
    #[arg(long, value_name = "MIB", default_value = "64")]
    pub(crate) hash: NonZeroUsize,
}

impl SearchOptions {
    /// Returns the limits. If none are set, the time is limited to `otherwise`.
    pub(crate) fn limits(&self, otherwise: Duration) -> SearchLimits {
        let none = self.depth.is_none() && self.time.is_none() && self.nodes.is_none();
        SearchLimits {
            depth: self.depth.map(NonZeroU32::get),
            nodes: self.nodes.map(NonZeroU64::get),
            move_time: if none { Some(otherwise) } else { self.time },
            ..SearchLimits::default()
        }
    }

    /// Returns `true` if any of the search options is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.depth.is_some()
            || self.time.is_some()
            || self.nodes.is_some()
            || self.threads.is_some()
    }

    /// Returns `true` if the limits make the output reproducible on all machines.
    pub(crate) const fn is_reproducible(&self) -> bool {
        self.time.is_none() && (self.depth.is_some() || self.nodes.is_some())
    }

    /// Returns the number of threads. The default is one if this makes the result reproducible, and
    /// otherwise one per core.
    pub(crate) fn threads_or_default(&self) -> usize {
        match self.threads {
            Some(threads) => threads.get(),
            None if self.is_reproducible() => 1,
            None => threads_or_cores(None).get(),
        }
    }

    /// Creates an engine, and allocates its memory.
    pub(crate) fn engine(&self, threads: usize, lines: usize) -> anyhow::Result<Engine> {
        let no_memory = || format!("no memory for a hash table of {} MiB", self.hash);
        let bytes = (self.hash.get() as u64).saturating_mul(1 << 20);
        if memory::available().is_some_and(|left| bytes > left) {
            bail!(no_memory());
        }
        let mut engine = Engine::new(self.hash.get()).with_context(no_memory)?;
        engine.settings.threads = threads;
        engine.settings.lines = lines;
        // A search with a fixed time has no game clock.
        engine.settings.overhead = Duration::ZERO;
        engine.prepare().with_context(no_memory)?;
        Ok(engine)
    }
}

/// Parses a time in seconds, positive and up to a year.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    const YEAR: Duration = Duration::from_secs(366 * 86_400);
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    match time {
        Some(time) if !time.is_zero() && time <= YEAR => Ok(time),
        _ => Err("not a time in seconds, like 5 or 0.5".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("3600"), Ok(Duration::from_secs(3600)));
        for text in ["", "0", "-1", "nan", "inf", "1e300", "1s", "1e-30"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
