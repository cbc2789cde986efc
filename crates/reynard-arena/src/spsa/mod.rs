//! SPSA: tunes the options of an engine by games against itself.
//!
//! Simultaneous perturbation stochastic approximation changes all parameters at once, up or down at
//! random, lets the engine with the changes play a pair of games against the engine with the
//! opposite changes, and moves the values a little toward the winner. The changes shrink as the
//! pairs go on.
//!
//! Sources: James Spall, *Multivariate stochastic approximation using a simultaneous perturbation
//! gradient approximation* (1992); <https://www.chessprogramming.org/SPSA>.
//!
//! * [`SpsaParameter`]: an option with its range and step;
//! * [`Spsa`]: the values and what the pairs change in them, without any game;
//! * [`SpsaRun`]: the games that the trials of an [`Spsa`] ask for;
//! * [`SpsaJournal`]: the text form of settings and results, from which a run resumes.

mod journal;
mod optimizer;
mod parameter;
mod plot;
mod run;

pub use journal::{SpsaJournal, SpsaJournalError};
pub use optimizer::{Spsa, SpsaSettings, SpsaTrial};
pub use parameter::{InvalidSpsaParameter, SpsaParameter, TunedParameter, TunedTable};
pub use run::{SpsaError, SpsaPair, SpsaRun};
