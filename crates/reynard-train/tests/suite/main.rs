//! Tests of training, in one program, since each program is linked on its own.

mod network;
mod openings;
mod selfplay;
mod tune;
