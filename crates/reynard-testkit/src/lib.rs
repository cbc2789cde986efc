//! Helpers shared by the tests of several crates. Nothing here is published, and nothing here uses
//! the crate that it tests.
//!
//! * [`Naive`]: the rules of chess a second time, slow and plain;
//! * [`Rng`]: random numbers that are the same in every run;
//! * [`starts`]: positions to begin random games from;
//! * [`suite`]: files with node counts;
//! * [`tournament`]: standings a second time, in floating point and by the letter of the rules;
//! * [`corpus`]: the committed inputs of the fuzz targets;
//! * [`data`]: the folder with wider data, if there is one;
//! * [`outside`]: programs of other projects, where the developer asks for them;
//! * [`ScriptedServer`]: a server of HTTP, faults included;
//! * [`process`]: processor time and memory, which do not depend on what else the machine does.

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
