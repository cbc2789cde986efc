//! Self-play: games of the engine against itself, played in this process, as positions with scores and
//! results to learn from.
//!
//! * `play`: one game, from a random `opening` to its end; `generate` many of them, in shards;
//! * `game`: what is kept of a game; `code`, over `bits`: the same in few bytes;
//! * `header`, `write`, `read`: files of games, with checksums, specified in `docs/src/selfplay.md`;
//! * `filter`: which positions of a game are worth learning from; `statistics`: what files hold.
//!
//! A game depends on the settings, the seed, and the numbers of its shard and of itself, and on nothing
//! else: not on the number of threads, and not on the games played before it.

mod bits;
mod code;
mod error;
mod filter;
mod game;
mod generate;
mod header;
mod opening;
mod play;
mod read;
mod statistics;
mod write;

pub use code::PackedGame;
pub use error::{GameFault, InvalidGame, ShardError, ShardFault};
pub use filter::{Filter, Kind, Sample};
pub use game::{Ending, Ply, TrainingGame, Verdict, WhiteScore};
pub use generate::{GenerateError, Generation, Stage, generate};
pub use header::{Header, InvalidHeader};
pub use opening::{OpeningRule, Start};
pub use play::{SelfPlay, Settings, Unplayed};
pub use read::ShardReader;
pub use statistics::Statistics;
pub use write::ShardWriter;
