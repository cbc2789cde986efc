//! A training run stored as bytes, from which it can be resumed.

use std::fmt;

use reynard_nnue::train::TrainingNetwork;
use reynard_nnue::{KingBuckets, Network, Shape};

use super::pool::PositionPool;
use super::settings::TrainSettings;
use super::trainer::{EpochReport, NetworkTrainer, Place};

const MAGIC: &[u8; 8] = b"REYNCKP2";
const VERSION: u32 = 3;

impl NetworkTrainer {
    /// Returns the run as bytes: weights, moments, progress, reports, settings, and the identity of
    /// the training positions.
    pub fn checkpoint(&self) -> Vec<u8> {
        let identity = identity(self.pool(), &self.settings);
        let mut bytes = Vec::from(*MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((identity.len() as u32).to_le_bytes());
        bytes.extend(identity.as_bytes());
        let Place { epoch, part, batch, loss, positions } = self.place;
        bytes.extend([epoch, part, batch].iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(loss.to_le_bytes());
        bytes.extend(positions.to_le_bytes());
        bytes.extend((self.reports.len() as u32).to_le_bytes());
        self.reports.iter().for_each(|report| write_report(&mut bytes, report));
        bytes.extend(self.network.to_state());
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Resumes a run from a checkpoint, given the same positions and settings. The outcome is the
    /// same as without the interruption. The number of threads may differ.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] if the bytes are not a checkpoint, or the settings or positions differ.
    pub fn resume(
        pool: PositionPool,
        settings: TrainSettings,
        bytes: &[u8],
    ) -> Result<Self, CheckpointError> {
        let (text, mut rest) = open(bytes)?;
        if text != identity(&pool, &settings).as_bytes() {
            return Err(CheckpointError::OtherRun);
        }
        let (place, reports) = read_course(&mut rest)?;
        let shape = settings.shape().map_err(|_| CheckpointError::Damaged)?;
        let network =
            TrainingNetwork::from_state(shape, rest).map_err(|_| CheckpointError::Damaged)?;
        let mut trainer = Self::with_network(pool, settings, network);
        (trainer.place, trainer.reports) = (place, reports);
        trainer.order_parts();
        Ok(trainer)
    }
}

/// Returns the quantized network of a checkpoint.
///
/// # Errors
///
/// [`CheckpointError`] if the bytes are not a checkpoint.
pub fn checkpoint_network(bytes: &[u8]) -> Result<Network, CheckpointError> {
    let (text, mut rest) = open(bytes)?;
    let text = str::from_utf8(text).map_err(|_| CheckpointError::Damaged)?;
    let number = |name: &str| {
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.and_then(|value| value.parse().ok()).ok_or(CheckpointError::Damaged)
    };
    let shape = Shape::new(number("hidden")?, number("buckets")?);
    let kings = KingBuckets::with_count(number("king-buckets")?).ok_or(CheckpointError::Damaged)?;
    let shape = shape.map_err(|_| CheckpointError::Damaged)?.with_king_buckets(kings);
    read_course(&mut rest)?;
    let network = TrainingNetwork::from_state(shape, rest).map_err(|_| CheckpointError::Damaged)?;
    Ok(network.quantize())
}

/// Verifies magic, version and checksum. Returns the run's identity and the remaining bytes.
fn open(bytes: &[u8]) -> Result<(&[u8], &[u8]), CheckpointError> {
    let (content, checksum) = bytes.split_last_chunk::<4>().ok_or(CheckpointError::Damaged)?;
    let mut rest = content.strip_prefix(MAGIC).ok_or(CheckpointError::Magic)?;
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return Err(CheckpointError::Damaged);
    }
    if u32::from_le_bytes(take(&mut rest)?) != VERSION {
        return Err(CheckpointError::Magic);
    }
    let len = u32::from_le_bytes(take(&mut rest)?) as usize;
    rest.split_at_checked(len).ok_or(CheckpointError::Damaged)
}

/// Returns the identity of a run: its positions and settings, which must match those of the
/// checkpoint.
fn identity(pool: &PositionPool, settings: &TrainSettings) -> String {
    let parts: Vec<String> = pool.parts().map(|positions| positions.to_string()).collect();
    format!("checksum {:08x}\nparts {}\n{}", pool.checksum(), parts.join(" "), settings.text())
}

/// Reads the progress of the run and the reports of the completed epochs.
fn read_course(rest: &mut &[u8]) -> Result<(Place, Vec<EpochReport>), CheckpointError> {
    let place = Place {
        epoch: u32::from_le_bytes(take(rest)?),
        part: u32::from_le_bytes(take(rest)?),
        batch: u32::from_le_bytes(take(rest)?),
        loss: f64::from_le_bytes(take(rest)?),
        positions: u64::from_le_bytes(take(rest)?),
    };
    let count = u32::from_le_bytes(take(rest)?);
    let reports = (0..count).map(|_| read_report(rest)).collect::<Result<_, _>>()?;
    Ok((place, reports))
}

fn write_report(bytes: &mut Vec<u8>, report: &EpochReport) {
    bytes.extend(report.epoch.to_le_bytes());
    bytes.extend(report.loss.to_le_bytes());
    bytes.extend(report.rate.to_le_bytes());
    for known in [report.held_out_loss, report.classic_loss, report.dead, report.saturated] {
        bytes.push(u8::from(known.is_some()));
        bytes.extend(known.unwrap_or_default().to_le_bytes());
    }
    let largest = [report.largest_hidden, report.largest_output];
    bytes.extend(largest.iter().flat_map(|weight| weight.to_le_bytes()));
}

fn read_report(rest: &mut &[u8]) -> Result<EpochReport, CheckpointError> {
    let known = |rest: &mut &[u8]| -> Result<Option<f64>, CheckpointError> {
        let [is_known] = take(rest)?;
        let value = f64::from_le_bytes(take(rest)?);
        Ok((is_known != 0).then_some(value))
    };
    Ok(EpochReport {
        epoch: u32::from_le_bytes(take(rest)?),
        loss: f64::from_le_bytes(take(rest)?),
        rate: f64::from_le_bytes(take(rest)?),
        held_out_loss: known(rest)?,
        classic_loss: known(rest)?,
        dead: known(rest)?,
        saturated: known(rest)?,
        largest_hidden: f32::from_le_bytes(take(rest)?),
        largest_output: f32::from_le_bytes(take(rest)?),
    })
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], CheckpointError> {
    let (front, back) = rest.split_first_chunk().ok_or(CheckpointError::Damaged)?;
    *rest = back;
    Ok(*front)
}

/// The reason why a run cannot be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointError {
    /// The bytes are not a checkpoint of this version.
    Magic,
    /// The checkpoint is damaged.
    Damaged,
    /// The checkpoint belongs to a run with other settings, other positions or a different amount
    /// of memory.
    OtherRun,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Magic => "not a checkpoint of this version",
            Self::Damaged => "the checkpoint is damaged",
            Self::OtherRun => "the checkpoint is of a run with other settings, positions or memory",
        })
    }
}

impl std::error::Error for CheckpointError {}
