#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![expect(missing_debug_implementations, reason = "for the binaries, which print none of these")]
#![expect(
    clippy::missing_errors_doc,
    reason = "errors are messages for people, and each says its cause"
)]

pub mod adjudication_args;
pub mod args;
pub mod choice;
pub mod cluster;
pub mod completions;
#[cfg(unix)]
mod control_echo;
pub mod diagnostics;
pub mod fen_input;
pub mod interrupt;
pub mod lines;
pub mod man;
pub mod numbers;
pub mod opening_args;
pub mod output;
pub mod parquet;
pub mod place;
pub mod player_args;
pub mod program;
pub mod progress;
pub mod rules;
pub mod sort_memory;
pub mod source;
pub mod sprt_args;
pub mod start_timeout;
pub mod threads;
pub mod tuning_args;
mod usage;
pub mod whole_file;
