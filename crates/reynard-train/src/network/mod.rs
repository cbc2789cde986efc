//! Training of neural networks on positions from shards.
//!
//! * [`PositionPool`] contains the positions of all games as shuffled [`PositionRecord`]s, in files
//!   of bounded size;
//! * [`NetworkTrainer`] processes the positions epoch by epoch, one batch per
//!   [step](NetworkTrainer::step). A trainer can be saved to a checkpoint and resumed at any step
//!   with the same outcome;
//! * [`LambdaReturns`] replaces scores with scores that look ahead in the game;
//! * [`LossMeter`] compares finished networks on games, and [`ScaleFit`] compares them with the
//!   scores from deep searches, which are stored as [`DeepScores`];
//! * [`TrainSettings`] contains the schedule, [`EpochReport`] the losses of an epoch.
//!
//! The result depends only on the games and the settings, not on the number of threads or on
//! interruptions.
//!
//! ```no_run
//! use reynard_train::network::{
//!     NetworkTrainer, PoolSettings, PositionPool, TrainEvent, TrainSettings,
//! };
//! use reynard_train::shard::ShardFiles;
//! use std::path::Path;
//!
//! let shards = ShardFiles::find(["games"])?;
//! let pool = PositionPool::build(
//!     Path::new("pool"),
//!     &[],
//!     shards.games(),
//!     PoolSettings::default(),
//! )?;
//! let mut trainer = NetworkTrainer::new(pool, TrainSettings::default())?;
//! while let Some(event) = trainer.step()? {
//!     if let TrainEvent::Epoch(report) = event {
//!         println!(
//!             "epoch {}: {}",
//!             report.epoch,
//!             report.held_out_loss.unwrap_or(report.loss)
//!         );
//!     }
//! }
//! std::fs::write("net.rnn", trainer.network()?.to_bytes())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod deep_scores;
mod error;
mod lambda_returns;
mod loss;
mod plot;
mod pool;
mod record;
mod scale_fit;
mod settings;
mod teacher;
mod trainer;

pub use checkpoint::{CheckpointError, checkpoint_network};
pub use deep_scores::{DeepScores, InvalidDeepScores};
pub use error::PoolError;
pub use lambda_returns::LambdaReturns;
pub use loss::{LossMeter, Losses};
pub use pool::{Labels, PoolSettings, PositionPool};
pub use record::PositionRecord;
pub use scale_fit::ScaleFit;
pub use settings::{TargetScale, TrainSettings};
pub use trainer::{EpochReport, NetworkTrainer, TrainEvent};
