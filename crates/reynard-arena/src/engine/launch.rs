//! Circumstances in which an engine is started.

use super::log::EngineLog;
use super::processors::Processors;

/// Circumstances in which [`EngineProcess::launch`](super::EngineProcess::launch) starts an engine: log and processors.
///
/// ```
/// use reynard_arena::Launch;
///
/// assert!(Launch::default().processors.is_none());
/// ```
#[derive(Debug, Default)]
pub struct Launch<'a> {
    /// Log from the first line on.
    pub log: Option<EngineLog>,
    /// Processors to which the engine is pinned, with all of its threads.
    pub processors: Option<&'a Processors>,
}
