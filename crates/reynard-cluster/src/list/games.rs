//! Splits files of games.

use std::io::{self, Read, SeekFrom};
use std::ops::Range;

use reynard_pgn::{Compression, SureStart, TextEnd, sure_game_start};

use super::frames::{Frame, frames};
use crate::read_full::read_full;
use crate::storage::{ReadSeek, Storage};
use crate::{JobError, JobInput, ShardPart};

/// Number of bytes read at a time when searching for the start of a game.
const STEP: usize = 1 << 16;

/// Lists the shards of a file.
pub(super) fn list(
    input: &JobInput,
    shard_bytes: u64,
    storage: &dyn Storage,
) -> Result<Vec<ShardPart>, JobError> {
    let failed = |error| JobError::io(&input.path, error);
    let mut file = storage.open(&input.path).map_err(failed)?;
    let shard_bytes = shard_bytes.max(1);
    let path = || input.path.clone();
    match compression(&mut file).map_err(failed)? {
        Compression::Plain => {
            let splits = plain_splits(&mut file, input.bytes, shard_bytes).map_err(failed)?;
            let ranges = splits.windows(2);
            Ok(ranges
                .map(|it| ShardPart::Bytes { path: path(), start: it[0], end: it[1] })
                .collect())
        }
        Compression::Zstd => {
            let frames = frames(&mut file, input.bytes).map_err(failed)?;
            if frames.len() < 2 {
                return Ok(vec![ShardPart::File { path: path() }]);
            }
            Ok(runs(&frames, shard_bytes, &input.path))
        }
        _ => Ok(vec![ShardPart::File { path: path() }]),
    }
}

/// Returns the size of a file in bytes. For a Zstandard file, the result is a sum over all frames:
/// the size of each frame's decompressed text or, if its header does not state that size, the size
/// of the frame itself.
pub(super) fn text_bytes(path: &str, storage: &dyn Storage) -> Result<u64, JobError> {
    let failed = |error| JobError::io(path, error);
    let mut file = storage.open(path).map_err(failed)?;
    let size = file.seek(SeekFrom::End(0)).map_err(failed)?;
    file.rewind().map_err(failed)?;
    if compression(&mut file).map_err(failed)? != Compression::Zstd {
        return Ok(size);
    }
    Ok(frames(&mut file, size).map_err(failed)?.iter().map(Frame::size).sum())
}

/// Returns the part that contains those games of a file that start in a byte range.
pub(crate) fn part_in_range(
    path: &str,
    storage: &dyn Storage,
    range: Range<u64>,
) -> Result<ShardPart, JobError> {
    let failed = |error| JobError::io(path, error);
    let mut file = storage.open(path).map_err(failed)?;
    let size = file.seek(SeekFrom::End(0)).map_err(failed)?;
    file.rewind().map_err(failed)?;
    let bytes = |start, end| ShardPart::Bytes { path: path.to_owned(), start, end };
    match compression(&mut file).map_err(failed)? {
        Compression::Plain => {
            let start = game_border(&mut file, range.start, size).map_err(failed)?;
            let end = game_border(&mut file, range.end, size).map_err(failed)?;
            Ok(bytes(start, end))
        }
        Compression::Zstd => {
            let frames = frames(&mut file, size).map_err(failed)?;
            let first = frames.partition_point(|frame| frame.start < range.start);
            let behind = frames.partition_point(|frame| frame.start < range.end);
            if first >= behind {
                return Ok(bytes(0, 0));
            }
            let text_before = frames[..first].iter().map(|frame| frame.text).sum();
            Ok(run(&frames[first..behind], text_before, path))
        }
        other => Err(JobError::new(
            path,
            format_args!(
                "a .{} file is read from its beginning only: read all of it, or compress it by pzstd, in frames",
                other.extension()
            ),
        )),
    }
}

/// Returns a border between games: the beginning of the file, the first certain start of a game at
/// or after the byte `from`, or the end of the file.
fn game_border(file: &mut (impl ReadSeek + ?Sized), from: u64, size: u64) -> io::Result<u64> {
    match from {
        0 => Ok(0),
        from if from >= size => Ok(size),
        from => Ok(first_game_from(file, from)?.unwrap_or(size)),
    }
}

/// Returns a file's compression, as determined from its first bytes.
fn compression(file: &mut (impl Read + ?Sized)) -> io::Result<Compression> {
    let mut file = file;
    let mut beginning = [0; 4];
    let count = read_full(&mut file, &mut beginning)?;
    Ok(Compression::of(&beginning[..count]))
}

/// Returns the borders of a plain file's shards, including the beginning and the end of the file.
fn plain_splits(
    file: &mut (impl ReadSeek + ?Sized),
    size: u64,
    shard_bytes: u64,
) -> io::Result<Vec<u64>> {
    let mut splits = vec![0];
    let mut from = shard_bytes;
    while from < size
        && let Some(start) = first_game_from(file, from)?
    {
        splits.push(start);
        from = start.saturating_add(shard_bytes);
    }
    splits.push(size);
    Ok(splits)
}

/// Returns the offset, at or after `from`, of the first certain start of a game.
fn first_game_from(file: &mut (impl ReadSeek + ?Sized), from: u64) -> io::Result<Option<u64>> {
    /// Maximum number of bytes taken up by the blank line before a game.
    const BEFORE: u64 = 3;
    let mut seen_from = from.saturating_sub(BEFORE);
    loop {
        file.seek(SeekFrom::Start(seen_from))?;
        match first_game(file)?.map(|distance| seen_from + distance) {
            // It starts among the preceding bytes.
            Some(start) if start < from => seen_from = start + 1,
            start => return Ok(start),
        }
    }
}

/// Reads up to the first certain start of a game. Returns the distance to it in bytes.
fn first_game(read: &mut (impl Read + ?Sized)) -> io::Result<Option<u64>> {
    let mut read = read;
    let (mut text, mut dropped) = (Vec::new(), 0);
    loop {
        let seen = text.len();
        text.resize(seen + STEP, 0);
        let count = read_full(&mut read, &mut text[seen..])?;
        text.truncate(seen + count);
        let end = if count == 0 { TextEnd::Last } else { TextEnd::More };
        match (sure_game_start(&text, end), end) {
            (SureStart::At(at), _) => return Ok(Some(dropped + at as u64)),
            (SureStart::Unseen(_), TextEnd::Last) => return Ok(None),
            (SureStart::Unseen(old), TextEnd::More) => {
                text.drain(..old);
                dropped += old as u64;
            }
        }
    }
}

/// Groups frames into shards.
fn runs(frames: &[Frame], shard_bytes: u64, path: &str) -> Vec<ShardPart> {
    let mut runs = Vec::new();
    let mut text_before = Some(0);
    let mut first = 0;
    while first < frames.len() {
        let mut size = 0;
        let mut behind = first;
        while behind < frames.len() && size < shard_bytes {
            size += frames[behind].size();
            behind += 1;
        }
        let frames = &frames[first..behind];
        runs.push(run(frames, text_before, path));
        for frame in frames {
            text_before = text_before.zip(frame.text).map(|(before, text)| before + text);
        }
        first = behind;
    }
    runs
}

/// Returns the part for a nonempty group of frames. `text_before` is the size of the text before
/// them.
fn run(frames: &[Frame], text_before: Option<u64>, path: &str) -> ShardPart {
    let (start, end) = (frames[0].start, frames[frames.len() - 1].end);
    ShardPart::Frames { path: path.to_owned(), start, end, offset: text_before }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn a_plain_file_is_split_where_games_begin() {
        let game = "[Event \"x\"]\n\n1. e4 e5 {[Event \"no\"]} *\n\n";
        let text = game.repeat(100);
        let length = game.len() as u64;
        for size in [1, length - 1, length, length + 1, 7 * length] {
            let splits =
                plain_splits(&mut Cursor::new(&text), text.len() as u64, size).expect("memory");
            let games = splits.windows(2).map(|it| it[1] - it[0]);
            assert!(splits.iter().all(|split| split % length == 0), "{splits:?}");
            assert_eq!(games.clone().sum::<u64>(), text.len() as u64);
            let least = games.clone().rev().skip(1).min();
            assert!(least.is_some_and(|least| least >= size), "{splits:?}");
        }
    }

    #[test]
    fn a_file_without_games_is_one_shard() {
        let text = vec![b'x'; 300_000];
        let splits = plain_splits(&mut Cursor::new(&text), 300_000, 10).expect("memory");
        assert_eq!(splits, [0, 300_000]);
    }
}
