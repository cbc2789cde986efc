//! Self-play: games of the engine against itself, played in this process.
//!
//! [`SelfPlay`] plays one game, from a random opening to its end; [`generate`] plays many on
//! several threads and hands them over in shards.
//!
//! A game depends on the settings, the seed, the number of its shard and its own number, and on
//! nothing else: not on the number of threads, and not on the games played before it. So a shard is
//! a unit of work that any machine can do.

mod description;
mod generate;
mod opening;
mod play;

pub use generate::{GenerateError, SelfPlayEvent, SelfPlayRun, generate};
pub use opening::{OpeningSettings, OpeningStart};
pub use play::{SelfPlay, SelfPlayError, SelfPlaySettings};
