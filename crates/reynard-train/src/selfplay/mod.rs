//! Self-play: games that the engine plays against itself in this process.
//!
//! [`SelfPlay`] plays one game, from a random opening to its end; [`generate`] plays many games on
//! several threads and returns them in shards.
//!
//! A game depends only on the settings, the seed, the number of its shard and its own number within
//! the shard. It depends neither on the number of threads nor on the games played before it. A
//! shard is therefore a unit of work that any machine can do.

mod description;
mod generate;
mod opening;
mod play;

pub use generate::{GenerateError, SelfPlayEvent, SelfPlayRun, generate};
pub use opening::{OpeningSettings, OpeningStart};
pub use play::{SelfPlay, SelfPlayError, SelfPlaySettings};
