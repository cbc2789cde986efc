//! Helpers shared by the tests of several crates. The helpers are not published, and do not use the
//! crates under test.
//!
//! * [`Naive`]: a second implementation of the rules of chess, slow and plain;
//! * [`Rng`]: random numbers that are the same in every run;
//! * [`starts`]: start positions for random games;
//! * [`suite`]: files with node counts;
//! * [`tournament`]: a second implementation of standings, in floating point and following the
//!   letter of the rules;
//! * [`corpus`]: the committed inputs of the fuzz targets;
//! * [`data`]: the optional folder with additional data;
//! * [`outside`]: programs of other projects, if the developer enables them;
//! * [`ScriptedServer`]: an HTTP server that can also send faulty answers;
//! * [`process`]: processor time and memory use, which do not depend on the load of the machine.

#![forbid(unsafe_code)]

pub mod corpus;
pub mod data;
mod fen;
mod moves;
mod naive;
pub mod outside;
pub mod process;
mod rng;
pub mod scripted_server;
pub mod starts;
pub mod suite;
pub mod tournament;

pub use naive::{Naive, Passed, Step};
pub use rng::Rng;
pub use scripted_server::{ReplyEnd, ScriptedServer, ServerReply};
