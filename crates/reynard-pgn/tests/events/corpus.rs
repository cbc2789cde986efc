//! Files of other projects, if there are any: all are read, in every way.

use std::fs;
use std::path::{Path, PathBuf};

use reynard_pgn::{MovetextMode, ReaderOptions};
use reynard_testkit::data;

use crate::recorder::{read, read_stream};

/// The files below a folder that hold games, with their bytes.
fn files(folder: &str, largest: usize) -> Vec<(PathBuf, Vec<u8>)> {
    let Some(folder) = data::path(folder) else { return Vec::new() };
    let files = data::files_below(&folder).expect("a folder that can be listed");
    files.into_iter().filter_map(|path| Some((path.clone(), bytes(&path, largest)?))).collect()
}

fn bytes(path: &Path, largest: usize) -> Option<Vec<u8>> {
    if path.extension().is_some_and(|extension| extension == "zst") {
        if fs::metadata(path).expect("a file").len() > largest as u64 {
            return None;
        }
        return Some(data::read_bytes(path).expect("a file that can be unpacked"));
    }
    Some(fs::read(path).expect("a file that can be read")).filter(|bytes| bytes.len() <= largest)
}

#[test]
fn every_file_is_read_in_every_way() {
    for (path, pgn) in files("pgn", 3 << 20) {
        let mut games = Vec::new();
        for wanted in [MovetextMode::Nothing, MovetextMode::Tokens, MovetextMode::Moves] {
            let whole = read(&pgn, wanted, ReaderOptions::default());
            games.push(whole.ends.len());
            for size in [7, 4096] {
                let buffer = std::io::BufReader::with_capacity(size, &*pgn);
                let told = read_stream(OneBuffer(buffer), wanted, ReaderOptions::default());
                assert!(told.log == whole.log, "{}: {wanted:?}, {size} bytes", path.display());
            }
        }
        assert!(games[0] == games[1] && games[1] == games[2], "{}: {games:?}", path.display());
    }
}

/// Hands out what the buffer of a reader holds and no more.
struct OneBuffer<R>(std::io::BufReader<R>);

impl<R: std::io::Read> std::io::Read for OneBuffer<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        use std::io::BufRead;

        let available = self.0.fill_buf()?;
        let count = available.len().min(buffer.len());
        buffer[..count].copy_from_slice(&available[..count]);
        self.0.consume(count);
        Ok(count)
    }
}
