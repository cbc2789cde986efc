//! Splits files of EPD or FEN records, one per line.

use std::io::{self, BufRead, BufReader, SeekFrom};

use crate::storage::{ReadSeek, Storage};
use crate::{JobError, JobInput, ShardPart};

/// Lists the shards of a file.
pub(super) fn list(
    input: &JobInput,
    shard_bytes: u64,
    storage: &dyn Storage,
) -> Result<Vec<ShardPart>, JobError> {
    let failed = |error| JobError::io(&input.path, error);
    let mut file = storage.open(&input.path).map_err(failed)?;
    let splits = splits(&mut file, input.bytes, shard_bytes.max(1)).map_err(failed)?;
    let part = |range: &[u64]| ShardPart::Records {
        path: input.path.clone(),
        start: range[0],
        end: range[1],
    };
    Ok(splits.windows(2).map(part).collect())
}

/// Returns the borders of the shards, each at the beginning of a line.
fn splits(
    file: &mut (impl ReadSeek + ?Sized),
    size: u64,
    shard_bytes: u64,
) -> io::Result<Vec<u64>> {
    let mut splits = vec![0];
    let mut from = shard_bytes;
    while from < size {
        // The line that contains the preceding byte ends here or later.
        file.seek(SeekFrom::Start(from - 1))?;
        let mut lines = BufReader::new(&mut *file);
        let count = skip_line(&mut lines)?;
        let start = from - 1 + count;
        if start >= size {
            break;
        }
        splits.push(start);
        from = start.saturating_add(shard_bytes);
    }
    splits.push(size);
    Ok(splits)
}

/// Reads to the end of a line. Returns the number of bytes.
fn skip_line(lines: &mut impl BufRead) -> io::Result<u64> {
    let mut count = 0;
    loop {
        let buffer = lines.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n').map(|at| at + 1);
        let taken = end.unwrap_or(buffer.len());
        count += taken as u64;
        lines.consume(taken);
        if end.is_some() || taken == 0 {
            return Ok(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn borders_are_at_the_beginnings_of_lines() {
        let text = b"one\ntwo\n\nthree\nfour";
        let splits =
            |size| splits(&mut Cursor::new(text), text.len() as u64, size).expect("memory");
        assert_eq!(splits(1), [0, 4, 8, 9, 15, 19]);
        assert_eq!(splits(4), [0, 4, 8, 15, 19]);
        assert_eq!(splits(5), [0, 8, 15, 19]);
        assert_eq!(splits(100), [0, 19]);
    }
}
