//! SPSA: tunes an engine's options by having it play against itself.
//!
//! Simultaneous perturbation stochastic approximation changes all parameters at once, each up or
//! down at random. The engine with these changes plays a pair of games against the engine with the
//! opposite changes, and the values are then moved a little toward the winner's. The changes shrink
//! over the course of the run.
//!
//! Sources: James Spall, *Multivariate stochastic approximation using a simultaneous perturbation
//! gradient approximation* (1992); <https://www.chessprogramming.org/SPSA>.
//!
//! * [`SpsaParameter`]: an option with its range and step;
//! * [`Spsa`]: the values and their updates, independent of any games;
//! * [`SpsaRun`]: the games that an [`Spsa`] needs for its trials;
//! * [`SpsaJournal`]: the text format of settings and results, used to resume a run.

mod journal;
mod optimizer;
mod parameter;
mod plot;
mod run;

pub use journal::{SpsaJournal, SpsaJournalError};
pub use optimizer::{Spsa, SpsaSettings, SpsaTrial};
pub use parameter::{InvalidSpsaParameter, SpsaParameter, TunedParameter, TunedTable};
pub use run::{SpsaError, SpsaPair, SpsaRun};
