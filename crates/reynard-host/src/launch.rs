//! Launch settings of engines.

use crate::log::EngineLog;
use crate::processors::Processors;

/// Settings with which [`EngineProcess::launch`](super::EngineProcess::launch) starts an engine:
/// log and processors.
///
/// ```
/// use reynard_host::Launch;
///
/// assert!(Launch::default().processors.is_none());
/// ```
#[derive(Debug, Default)]
pub struct Launch<'a> {
    /// Log, starting with the first line.
    pub log: Option<EngineLog>,
    /// Processors to which all threads of the engine are pinned.
    pub processors: Option<&'a Processors>,
}
