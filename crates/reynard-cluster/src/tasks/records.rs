//! Reads the records of EPD or FEN files, one per line.

use std::io::{BufRead, BufReader, Read, SeekFrom};

use reynard::Position;

use crate::{Job, JobError, Shard, ShardPart};

/// Calls a function with the position of each record in a shard and the byte offset of the record.
/// Blank lines and comments are skipped. If a line does not contain a valid position, the function
/// receives an error message instead.
pub(crate) fn for_each_record(
    job: &Job,
    shard: &Shard,
    mut record: impl FnMut(u64, Result<Position, String>) -> Result<(), JobError>,
) -> Result<(), JobError> {
    /// Maximum length of a record in bytes. The rest of a longer line is skipped.
    const LONGEST: u64 = 1 << 16;
    let ShardPart::Records { path, start, end } = &shard.part else {
        return Err(shard.wrong_part());
    };
    let failed = |error| JobError::io(path, error);
    let (mut file, _) = job.open_input(path)?;
    file.seek(SeekFrom::Start(*start)).map_err(failed)?;
    let mut lines = BufReader::new(file.take(end - start));
    let (mut offset, mut line) = (*start, Vec::new());
    loop {
        line.clear();
        let mut count =
            lines.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(failed)?;
        if count == 0 {
            return Ok(());
        }
        if !line.ends_with(b"\n") {
            count += lines.skip_until(b'\n').map_err(failed)?;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if !text.is_empty() && !text.starts_with('#') {
            record(offset, position(text))?;
        }
        offset += count as u64;
    }
}

/// Parses the position of a record: the four fields of EPD, or the six fields of a FEN.
fn position(text: &str) -> Result<Position, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let is_number = |at: usize| fields.get(at).is_some_and(|field| field.parse::<u32>().is_ok());
    let count = if is_number(4) && is_number(5) { 6 } else { fields.len().min(4) };
    Position::from_fen(&fields[..count].join(" ")).map_err(|error| error.to_string())
}
