//! The settings of an engine.

use std::sync::Arc;
use std::time::Duration;

use reynard_nnue::Network;

use crate::evaluation::Evaluation;
use crate::node_time::NodeTime;
use crate::params::Params;
use crate::search_kind::SearchKind;
use crate::tablebase::Tablebases;
use crate::technique::Techniques;

/// The settings of an [`Engine`](crate::Engine). All settings may be changed between searches.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// Number of search threads. Always one if the `threads` feature is disabled.
    pub threads: usize,
    /// Number of principal variations (`MultiPV`).
    pub lines: usize,
    /// Time reserved per move for delays outside the engine (`Move Overhead`).
    pub overhead: Duration,
    /// Number of nodes that count as one millisecond (`nodestime`); `None` to use the clock.
    pub node_time: Option<NodeTime>,
    /// Static evaluation.
    pub evaluation: Evaluation,
    /// Network used by [`Evaluation::Network`]; `None` for the embedded network.
    pub network: Option<Arc<Network>>,
    /// Kind of search.
    pub search: SearchKind,
    /// Search techniques in use.
    pub techniques: Techniques,
    /// Parameters of the search.
    pub params: Params,
    /// Endgame tablebases.
    #[cfg(feature = "syzygy")]
    pub tablebases: Tablebases,
    #[cfg(not(feature = "syzygy"))]
    pub(crate) tablebases: Tablebases,
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self {
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            node_time: None,
            evaluation: Evaluation::default(),
            network: None,
            search: SearchKind::default(),
            techniques: Techniques::ALL,
            params: Params::default(),
            tablebases: Tablebases::default(),
        }
    }
}
