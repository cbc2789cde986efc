//! Reads and writes outputs in JSON Lines format.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{JobError, Shard};

/// Appends an object to the output of a shard, on its own line.
pub(crate) fn write_line(
    out: &mut dyn Write,
    shard: &Shard,
    object: &impl Serialize,
) -> Result<(), JobError> {
    let failed = |error| JobError::new(format_args!("output of shard {}", shard.number), error);
    let mut line = serde_json::to_vec(object).map_err(failed)?;
    line.push(b'\n');
    out.write_all(&line).map_err(shard.output_failed())
}

/// Reads the objects in a file, one per line.
pub(crate) fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, JobError> {
    let failed = |error| JobError::io(path, error);
    let lines = BufReader::new(File::open(path).map_err(failed)?).lines();
    lines
        .zip(1..)
        .map(|(line, number)| {
            serde_json::from_str(&line.map_err(failed)?)
                .map_err(|error| JobError::new(format_args!("{}:{number}", path.display()), error))
        })
        .collect()
}
