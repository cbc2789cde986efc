//! Games that match a condition in the filter language.

use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use reynard_arrow::PgnSource;
use reynard_games::{Matcher, Query};
use reynard_pgn::{Input, ReaderOptions, read_parallel};

/// Maximum number of chunks of text waiting to be read.
const WAITING: usize = 4;

/// The text of the games that match a query. A separate thread finds the games while the text is
/// being read.
struct FilteredGames {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    /// Number of bytes already read from the chunk.
    read: usize,
}

/// Returns a source that contains only the games that match a query. Game numbers and offsets refer
/// to the filtered text.
pub(crate) fn filtered(source: PgnSource, query: &Arc<Query>, threads: NonZeroUsize) -> PgnSource {
    let name = source.name().map(Arc::<str>::from);
    let (query, file) = (Arc::clone(query), name.clone());
    let open = move || {
        let input = Input::new(source.open()?)?;
        let (sender, chunks) = sync_channel(WAITING);
        let search = move || find(input, &query, file.as_ref(), threads, &sender);
        thread::Builder::new().name("reynard-filter".to_owned()).spawn(search)?;
        Ok(FilteredGames { chunks, chunk: Vec::new(), read: 0 })
    };
    let found = PgnSource::opened_later(open);
    match name {
        Some(name) => found.with_name(name),
        None => found,
    }
}

/// Sends the games that match the query, until all have been sent or the reader is dropped.
fn find(
    input: Input<'static>,
    query: &Query,
    file: Option<&Arc<str>>,
    threads: NonZeroUsize,
    sender: &SyncSender<io::Result<Vec<u8>>>,
) {
    let make = || match file {
        Some(file) => Matcher::new(query).from_source(Arc::clone(file)),
        None => Matcher::new(query),
    };
    let found = read_parallel(input, &ReaderOptions::default(), threads, make, |matcher, _| {
        let text = matcher.found().text.clone();
        if text.is_empty() || sender.send(Ok(text)).is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    if let Err(error) = found {
        // If there is no reader, the error is not needed either.
        let _ = sender.send(Err(match error {
            reynard_pgn::ReadError::Io(error) => error,
            error @ reynard_pgn::ReadError::Stopped(_) => io::Error::other(error.to_string()),
        }));
    }
}

impl Read for FilteredGames {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.read == self.chunk.len() {
            match self.chunks.recv() {
                Ok(chunk) => (self.chunk, self.read) = (chunk?, 0),
                Err(_) => return Ok(0),
            }
        }
        let rest = &self.chunk[self.read..];
        let length = rest.len().min(out.len());
        out[..length].copy_from_slice(&rest[..length]);
        self.read += length;
        Ok(length)
    }
}
