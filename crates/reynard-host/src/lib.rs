#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod answer;
mod child_process;
mod compliance;
mod engine_process;
mod error;
mod launch;
mod limits;
mod line;
mod log;
mod options;
mod process;
mod processors;
mod program;
mod session;
mod spec;
mod stderr;
mod timeouts;
mod uci;
mod xboard;

pub use answer::{AnswerInfo, EngineAnswer, EngineReply};
pub use child_process::ChildProcess;
pub use compliance::{ComplianceCheck, check_compliance};
pub use engine_process::EngineProcess;
pub use error::EngineError;
pub use launch::Launch;
pub use limits::{MatchLimits, ParseTimeControlError, TimeControl};
pub use log::EngineLog;
pub use options::EngineOptions;
pub use processors::Processors;
pub use program::find_program;
pub use reynard;
pub use reynard_uci;
pub use spec::{EngineProtocol, EngineSpec};
pub use stderr::StderrTail;
pub use timeouts::Timeouts;
