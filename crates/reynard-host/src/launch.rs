//! Circumstances in which an engine is started.

use crate::log::EngineLog;
use crate::processors::Processors;

/// Circumstances in which [`EngineProcess::launch`](super::EngineProcess::launch) starts an engine:
/// log and processors.
///
/// ```
/// use reynard_host::Launch;
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
