//! Tests of networks, in one program, since each program is linked on its own.

#[cfg(feature = "embedded")]
mod embedded;
mod files;
mod scores;
mod stacks;
