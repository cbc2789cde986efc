//! Ranges of the bytes of a file, divided anywhere, have the games of the file.

use std::io::{self, Cursor, Read};
use std::sync::Arc;

use reynard_cluster::{JobError, ReadSeek, ShardText, Storage};
use reynard_testkit::data;

use super::games as texts;
use super::games::frames;

/// A file in memory.
#[derive(Debug)]
struct Memory(Arc<[u8]>);

impl Storage for Memory {
    fn open(&self, _: &str) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(Cursor::new(self.0.clone())))
    }
}

/// Returns the text of a range and its place in that of the file.
fn read(file: &Memory, start: usize, end: usize) -> Result<(String, u64), JobError> {
    let mut games = ShardText::in_range("file", file, start as u64..end as u64)?;
    let mut text = String::new();
    games.read_to_string(&mut text).expect("memory");
    Ok((text, games.offset()))
}

/// Checks that the ranges between some borders have a text, each at its place.
fn check(file: &Memory, borders: &[usize], text: &str) {
    let mut joined = String::new();
    for border in borders.windows(2) {
        let (part, offset) = read(file, border[0], border[1]).expect("a good file");
        assert!(part.is_empty() || offset == joined.len() as u64, "{borders:?}: {border:?}");
        assert!(part.is_empty() || part.starts_with("[Event \""), "{borders:?}: {border:?}");
        joined += &part;
    }
    assert_eq!(joined, text, "{borders:?}");
}

#[test]
fn ranges_of_any_partition_have_all_games_in_order() {
    let text = texts(6);
    let crlf = text.replace('\n', "\r\n");
    let packed = frames(text.as_bytes(), &[7, 450, 90], true);
    let one_frame = zstd::bulk::compress(text.as_bytes(), 3).expect("memory");
    for (file, text) in [
        (text.clone().into_bytes(), &text),
        (crlf.clone().into_bytes(), &crlf),
        (packed, &text),
        (one_frame, &text),
    ] {
        let file = Memory(file.into());
        let size = file.0.len();
        for border in (0..=size).step_by(data::stride()) {
            let next = (border + 1).min(size);
            check(&file, &[0, border, next, next, (border * 7 % size).max(next), size], text);
        }
        // Far behind the end, and nothing.
        check(&file, &[0, size / 2, 10 * size, usize::MAX], text);
        assert_eq!(read(&file, 3, 3).expect("a good file").0, "");
        assert_eq!(read(&file, size, size + 5).expect("a good file").0, "");
    }
}

#[test]
fn a_file_that_is_read_from_its_beginning_has_no_ranges() {
    for (beginning, name) in
        [(&b"\x1f\x8b\x08"[..], ".gz"), (b"BZh9", ".bz2"), (b"PK\x03\x04", ".zip")]
    {
        let error = read(&Memory(beginning.into()), 0, 10).expect_err("no ranges");
        assert_eq!(error.io_kind(), None);
        assert!(error.to_string().starts_with(&format!("file: a {name} file")), "{error}");
    }
}
