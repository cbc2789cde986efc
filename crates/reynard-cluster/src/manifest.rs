//! Manifests. A manifest lists the shards of a job, and is written only once.

use std::io;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{JobError, JobTask, Tasks};

/// A job: its task, its inputs and its shards.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    /// The version of Reynard that created the manifest. Only this version can run the job.
    pub version: String,
    /// The task.
    pub task: JobTask,
    /// The input files.
    pub inputs: Vec<JobInput>,
    /// The shards. The number of a shard is its index.
    pub shards: Vec<Shard>,
}

impl Manifest {
    /// The version of this build, as written in manifests.
    pub const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// Returns the manifest as JSON, which is the content of its file.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the options of the task cannot be serialized.
    pub fn to_json(&self) -> Result<Vec<u8>, JobError> {
        let json = self.task.manifest_json(self);
        let mut bytes = json.map_err(|error| JobError::new("manifest", error))?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Reads a manifest, and checks that its task is one of `tasks` and that this build can run it.
    pub(crate) fn from_json(bytes: &[u8], tasks: &Tasks) -> Result<Self, String> {
        let form: ManifestForm =
            serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let ManifestForm { version, task, inputs, shards } = form;
        if version != Self::VERSION {
            return Err(format!("the plan is of Reynard {version}, and this is {}", Self::VERSION));
        }
        let task = tasks.read(task).map_err(|error| error.to_string())?;
        if !shards.iter().map(|shard| shard.number).eq((0..).take(shards.len())) {
            return Err("the shards are not numbered from 0".to_owned());
        }
        Ok(Self { version, task, inputs, shards })
    }
}

/// A manifest whose task is not yet known.
#[derive(Deserialize)]
struct ManifestForm {
    version: String,
    task: Value,
    #[serde(default)]
    inputs: Vec<JobInput>,
    shards: Vec<Shard>,
}

/// A file that a job reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobInput {
    /// Path or address by which the workers open the input.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 digest in hexadecimal digits; `None` if the plan omits checksums.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// A unit of work. Any worker can run it, and every worker produces the same bytes. Shards may be
/// run in any order unless [`Job::shards_before`](crate::Job::shards_before) requires otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the shard, from 0.
    pub number: u32,
    /// The part of the job that the shard covers.
    #[serde(flatten)]
    pub part: ShardPart,
}

impl Shard {
    /// Returns a function that wraps errors that occur while writing the output.
    pub fn output_failed(&self) -> impl Fn(io::Error) -> JobError + use<> {
        let number = self.number;
        move |error| JobError::io(format!("output of shard {number}"), error)
    }

    /// Returns the error for a part that the task does not support.
    pub fn wrong_part(&self) -> JobError {
        JobError::new(format_args!("shard {}", self.number), "its kind is not for this task")
    }
}

/// The part of a job that a shard covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum ShardPart {
    /// A byte range of a plain file. PGN is split where games certainly start.
    Bytes {
        /// The file.
        path: String,
        /// Offset of the first byte.
        start: u64,
        /// Offset of the byte after the last one.
        end: u64,
    },
    /// Frames of a Zstandard file. The part contains the text from the first certain start of a
    /// game in these frames to the first certain start in the text after them.
    Frames {
        /// The file.
        path: String,
        /// Offset of the first byte of the first frame.
        start: u64,
        /// Offset of the byte after the last frame.
        end: u64,
        /// The offset of the first frame's text in the decompressed file, if all earlier frames
        /// state their sizes. If it is `None`, offsets of games are relative to this frame.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offset: Option<u64>,
    },
    /// A whole file, plain or compressed.
    File {
        /// The file.
        path: String,
    },
    /// EPD or FEN records, given as a byte range that consists of whole lines.
    Records {
        /// The file.
        path: String,
        /// Offset of the first byte.
        start: u64,
        /// Offset of the byte after the last one.
        end: u64,
    },
    /// Game pairs of a match or an SPSA run, identified by the numbers of their openings.
    Pairs {
        /// Number of the first pair.
        first: u32,
        /// Number of pairs.
        count: u32,
    },
    /// Self-play games, identified by seed and shard number.
    Seed {
        /// Seed of the games.
        seed: u64,
        /// Number of the self-play shard.
        shard: u32,
    },
    /// Perft subtrees.
    Subtrees {
        /// The subtrees.
        prefixes: Vec<Prefix>,
    },
}

/// A perft subtree: the position after some moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prefix {
    /// The moves in UCI notation, separated by spaces. If several lines lead to the position, the
    /// first of them is used.
    pub moves: String,
    /// Number of lines that lead to the position.
    pub multiplicity: u64,
}

impl ShardPart {
    /// Returns the path of the file to which the part belongs; `None` if the part does not belong
    /// to a file.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Bytes { path, .. }
            | Self::Frames { path, .. }
            | Self::Records { path, .. }
            | Self::File { path } => Some(path),
            Self::Pairs { .. } | Self::Seed { .. } | Self::Subtrees { .. } => None,
        }
    }
}
