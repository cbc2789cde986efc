//! Tests of training, in one program, since each program is linked on its own.

#[cfg(feature = "cluster")]
mod jobs;
mod network;
mod openings;
mod selfplay;
mod tune;
