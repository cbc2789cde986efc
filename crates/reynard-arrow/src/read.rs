//! Reads games into batches, on the calling thread and on other threads.

use std::fmt;
use std::io::{self, Cursor, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use arrow_array::RecordBatch;
use reynard_pgn::{ErrorPolicy, Input, ReaderOptions, read_parallel};

use crate::{BatchError, Batcher, RowCollector, TableSpec, TableTotals};

/// A source of PGN games, plain or compressed with gzip, bzip2 or zstd. The compression is
/// recognized by the first bytes.
pub struct PgnSource {
    name: Option<Arc<str>>,
    offset: u64,
    open: Box<dyn FnOnce() -> io::Result<Box<dyn Read + Send>> + Send>,
}

/// Settings for reading games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadSettings {
    /// Number of threads that decompress and read. This number affects only the running time.
    pub threads: NonZeroUsize,
    /// Treatment of games with errors: they are kept with their legal moves or omitted, or they end
    /// reading.
    pub policy: ErrorPolicy,
    /// Number of rows in a batch.
    pub batch_rows: NonZeroUsize,
}

impl ReadSettings {
    /// The default number of rows in a batch: 65,536.
    pub const BATCH_ROWS: NonZeroUsize = NonZeroUsize::new(1 << 16).expect("not 0");
}

impl Default for ReadSettings {
    /// Returns the default settings: one thread, games with errors kept, batches of 65,536 rows.
    fn default() -> Self {
        Self {
            threads: NonZeroUsize::MIN,
            policy: ErrorPolicy::KeepPrefix,
            batch_rows: Self::BATCH_ROWS,
        }
    }
}

impl PgnSource {
    /// Creates a source that reads bytes.
    ///
    /// ```
    /// use reynard_arrow::PgnSource;
    ///
    /// let source = PgnSource::new(std::io::empty());
    /// assert_eq!(source.name(), None);
    /// ```
    pub fn new(read: impl Read + Send + 'static) -> Self {
        Self { name: None, offset: 0, open: Box::new(|| Ok(Box::new(read))) }
    }

    /// Creates a source of games in memory.
    ///
    /// ```
    /// use reynard_arrow::PgnSource;
    ///
    /// let source = PgnSource::of_bytes("1. e4 *").with_name("memory");
    /// assert_eq!(source.name(), Some("memory"));
    /// ```
    pub fn of_bytes(bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(Cursor::new(bytes.into()))
    }

    /// Creates a source that is opened only when it is reached, so that only one of many files is
    /// open at a time.
    ///
    /// ```
    /// use std::fs::File;
    ///
    /// use reynard_arrow::PgnSource;
    ///
    /// let path = "games.pgn.zst";
    /// let source = PgnSource::opened_later(move || File::open(path)).with_name(path);
    /// # let _ = source;
    /// ```
    pub fn opened_later<R: Read + Send + 'static>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> Self {
        Self { name: None, offset: 0, open: Box::new(|| Ok(Box::new(open()?))) }
    }

    /// Sets the name that identifies the source in errors, usually its path.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<Arc<str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the byte offset of the source's text within a larger text. The offsets of games are
    /// then relative to the larger text.
    ///
    /// ```
    /// use reynard_arrow::arrow_array::cast::AsArray;
    /// use reynard_arrow::arrow_array::types::UInt64Type;
    /// use reynard_arrow::{BatchReader, PgnSource, ReadSettings, TableSpec};
    ///
    /// let part = PgnSource::of_bytes("[Event \"2\"]\n\n1. d4 *\n").with_offset(22);
    /// let mut batches = BatchReader::new([part], &TableSpec::games(), ReadSettings::default());
    /// let batch = batches.next().unwrap()?;
    /// let offsets = batch.column_by_name("offset").unwrap().as_primitive::<UInt64Type>();
    /// assert_eq!(offsets.value(0), 22);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_offset(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }

    /// Opens the source, for callers that read it in another way.
    ///
    /// # Errors
    ///
    /// Returns any error from the function that opens the source.
    ///
    /// ```
    /// use std::io::Read;
    ///
    /// use reynard_arrow::PgnSource;
    ///
    /// let mut text = String::new();
    /// PgnSource::of_bytes("1. e4 *").open()?.read_to_string(&mut text)?;
    /// assert_eq!(text, "1. e4 *");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn open(self) -> io::Result<Box<dyn Read + Send>> {
        (self.open)()
    }

    /// Returns the name.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

impl fmt::Debug for PgnSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PgnSource").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Reads games and calls a function with each batch, until the function returns
/// `ControlFlow::Break`. Returns the sums over all games, or the break value.
///
/// # Errors
///
/// [`BatchError`] if a source cannot be read, or at the first error in a game if the policy is to
/// stop there. All previous batches have already been handed out.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use reynard_arrow::{PgnSource, ReadSettings, TableSpec, read_batches};
///
/// let sources = [PgnSource::of_bytes("1. e4 e5 *"), PgnSource::of_bytes("1. d4 *")];
/// let mut rows = 0;
/// let flow = read_batches(sources, &TableSpec::games(), &ReadSettings::default(), |batch| {
///     rows += batch.num_rows();
///     ControlFlow::<()>::Continue(())
/// })?;
/// let ControlFlow::Continue(totals) = flow else { unreachable!() };
/// assert_eq!((rows, totals.games, totals.plies), (2, 2, 3));
/// # Ok::<(), reynard_arrow::BatchError>(())
/// ```
pub fn read_batches<B>(
    sources: impl IntoIterator<Item = PgnSource>,
    spec: &TableSpec,
    settings: &ReadSettings,
    mut each: impl FnMut(RecordBatch) -> ControlFlow<B>,
) -> Result<ControlFlow<B, TableTotals>, BatchError> {
    let mut batcher = Batcher::new(spec, settings.batch_rows);
    for source in sources {
        let flow = read_source(source, spec, settings, |rows| {
            batcher.push(rows)?;
            while let Some(batch) = batcher.next_batch() {
                if let ControlFlow::Break(value) = each(batch) {
                    return Ok(ControlFlow::Break(value));
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if let ControlFlow::Break(value) = flow {
            return Ok(ControlFlow::Break(value));
        }
    }
    if let Some(batch) = batcher.take_rest()?
        && let ControlFlow::Break(value) = each(batch)
    {
        return Ok(ControlFlow::Break(value));
    }
    Ok(ControlFlow::Continue(batcher.totals()))
}

/// Reads the games of one source and hands over the rows of each chunk.
pub(crate) fn read_source<B>(
    source: PgnSource,
    spec: &TableSpec,
    settings: &ReadSettings,
    mut push: impl FnMut(RowCollector) -> Result<ControlFlow<B>, BatchError>,
) -> Result<ControlFlow<B>, BatchError> {
    let PgnSource { name, offset, open } = source;
    let failed = |error| BatchError::Source { name: name.clone(), error };
    let read = open().map_err(failed)?;
    let input =
        if settings.threads == NonZeroUsize::MIN { Input::new(read) } else { Input::ahead(read) };
    let input = input.map_err(failed)?;
    let options = ReaderOptions {
        policy: settings.policy,
        source: name.clone(),
        offset,
        ..ReaderOptions::default()
    };
    let make = || RowCollector::new(spec);
    let flow = read_parallel(input, &options, settings.threads, make, |rows, _| match push(rows) {
        Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
        Ok(ControlFlow::Break(value)) => ControlFlow::Break(Ok(value)),
        Err(error) => ControlFlow::Break(Err(error)),
    });
    match flow.map_err(|error| BatchError::of_source(name.as_ref(), error))? {
        ControlFlow::Continue(_) => Ok(ControlFlow::Continue(())),
        ControlFlow::Break(result) => result.map(ControlFlow::Break),
    }
}
