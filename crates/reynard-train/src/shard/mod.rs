//! Shards: files of training games, with checksums. `docs/src/selfplay.md` specifies the format.
//!
//! * [`TrainingGame`] is a game with the score of each position; [`PackedGame`] is the same game in
//!   compact form.
//! * [`ShardReader`] and [`ShardWriter`] read and write one shard; [`ShardFiles`] reads several
//!   shards and folders of shards as one stream.
//! * [`PositionFilter`] selects the positions worth learning from, as [`TrainingSample`]s;
//!   [`ShardStatistics`] counts games and positions.

mod bits;
mod code;
mod error;
mod files;
mod filter;
mod format;
mod game;
mod header;
mod read;
mod statistics;
mod statistics_form;
mod write;

pub use code::PackedGame;
pub use error::{GameFault, InvalidGame, ShardError, ShardFault};
pub use files::{
    SHARD_EXTENSION, ShardFileError, ShardFileReader, ShardFiles, is_shard_path, open_shard,
};
pub use filter::{PositionFilter, PositionKind, TrainingSample};
pub(crate) use game::white_half_points;
pub use game::{Ply, SelfPlayEnding, TrainingGame, WaivedAdjudication, WhiteScore, white_points};
pub use header::{InvalidShardHeader, ShardHeader};
pub use read::ShardReader;
pub use statistics::ShardStatistics;
pub use write::ShardWriter;
