//! Tests of networks, in one program, since each program is linked on its own.

mod files;
mod scores;
mod stacks;
