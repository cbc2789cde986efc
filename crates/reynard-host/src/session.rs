//! Protocol-independent interface of an engine session.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use reynard::{CastlingNotation, Position};
use reynard_uci::{Go, Info, OptionSpec, PositionCommand};

use crate::answer::EngineAnswer;
use crate::error::EngineError;
use crate::limits::MatchLimits;
use crate::log::EngineLog;

/// A session with an engine. The methods are those of [`EngineProcess`](super::EngineProcess). The
/// default implementations suit a protocol that has neither options nor Chess960.
pub(super) trait Session: fmt::Debug + Send {
    fn name(&self) -> &str;

    fn set_log(&mut self, log: Option<EngineLog>);

    fn process_id(&self) -> u32;

    fn options(&self) -> &[OptionSpec<'static>] {
        &[]
    }

    fn option(&self, _name: &str) -> Option<&OptionSpec<'static>> {
        None
    }

    fn has_option(&self, name: &str) -> bool;

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError>;

    fn play_chess960(&mut self) -> Result<(), EngineError> {
        Err(EngineError::Unsupported("Chess960"))
    }

    fn check(
        &self,
        limits: &MatchLimits,
        root: &Position,
        castling: CastlingNotation,
    ) -> Result<(), EngineError>;

    fn new_game(&mut self) -> Result<(), EngineError>;

    fn ready(&mut self) -> Result<(), EngineError>;

    fn search(
        &mut self,
        position: &PositionCommand,
        go: &Go,
        limit: Option<Duration>,
        watch: &mut dyn FnMut(Option<&Info<'_>>) -> ControlFlow<()>,
    ) -> Result<EngineAnswer, EngineError>;

    fn ponder(&mut self, _position: &PositionCommand, _go: &Go) -> Result<(), EngineError> {
        Err(EngineError::Unsupported("pondering"))
    }

    fn read_waiting(&mut self) {}

    fn ponder_hit(
        &mut self,
        _limit: Option<Duration>,
        _watch: &mut dyn FnMut(Option<&Info<'_>>) -> ControlFlow<()>,
    ) -> Result<EngineAnswer, EngineError> {
        Err(EngineError::Unsupported("pondering"))
    }

    fn stop_pondering(&mut self) -> Result<(), EngineError> {
        Ok(())
    }

    /// Returns `true` if no answer to a search is pending.
    fn is_idle(&self) -> bool {
        true
    }

    fn perft(
        &mut self,
        _position: &PositionCommand,
        _depth: u32,
    ) -> Result<Vec<(String, u64)>, EngineError> {
        Err(EngineError::Unsupported("`go perft`"))
    }

    /// Asks the engine to quit, and kills it if it does not end in time.
    fn quit(&mut self);
}
