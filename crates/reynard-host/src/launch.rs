//! Launch settings for engines.

use crate::log::EngineLog;
use crate::processors::Processors;

/// The log and the processors with which [`EngineProcess::launch`](super::EngineProcess::launch)
/// starts an engine.
///
/// ```
/// use reynard_host::Launch;
///
/// assert!(Launch::default().processors.is_none());
/// ```
#[derive(Debug, Default)]
pub struct Launch<'a> {
    /// Log that records all communication from the first line on.
    pub log: Option<EngineLog>,
    /// Processors to which all threads of the engine are pinned.
    pub processors: Option<&'a Processors>,
}
