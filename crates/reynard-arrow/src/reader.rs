//! An iterator over batches.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};

use crate::{BatchError, PgnSource, ReadSettings, TableSpec, read_batches};

/// Iterator over the batches of a table. A separate thread reads ahead.
///
/// At most two batches are queued. Dropping the iterator stops the thread, but a thread that is
/// waiting for input stops only when input arrives. No batches follow an error.
///
/// The iterator is a `RecordBatchReader`: with the `ffi` feature,
/// `FFI_ArrowArrayStream::new(Box::new(reader))` of `arrow-array` makes it available to other
/// languages.
///
/// ```
/// use reynard_arrow::{BatchReader, PgnSource, ReadSettings, TableSpec};
///
/// let source = PgnSource::of_bytes("1. e4 e5 2. Ke3 *");
/// let spec = TableSpec::positions();
/// let mut batches = BatchReader::new([source], &spec, ReadSettings::default());
/// assert_eq!(batches.next().unwrap()?.num_rows(), 2);
/// assert!(batches.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BatchReader {
    schema: SchemaRef,
    batches: Option<Receiver<Result<RecordBatch, BatchError>>>,
    thread: Option<JoinHandle<()>>,
}

/// The maximum number of queued batches.
const WAITING: NonZeroUsize = NonZeroUsize::new(2).expect("not 0");

impl BatchReader {
    /// Starts reading.
    pub fn new<S>(sources: S, spec: &TableSpec, settings: ReadSettings) -> Self
    where
        S: IntoIterator<Item = PgnSource>,
        S::IntoIter: Send + 'static,
    {
        let (sender, receiver) = sync_channel(WAITING.get());
        let (failed, spec_of_thread) = (sender.clone(), spec.clone());
        let sources = sources.into_iter();
        let read = move || send_batches(sources, &spec_of_thread, settings, &sender);
        let thread = match thread::Builder::new().name("reynard-arrow".to_owned()).spawn(read) {
            Ok(thread) => Some(thread),
            Err(error) => {
                // The channel has room for this message.
                let _ = failed.send(Err(BatchError::Source { name: None, error }));
                None
            }
        };
        Self { schema: spec.schema(), batches: Some(receiver), thread }
    }

    /// Waits for the thread to end, and propagates its panic.
    fn end(&mut self) {
        self.batches = None;
        if let Some(thread) = self.thread.take()
            && let Err(panic) = thread.join()
        {
            std::panic::resume_unwind(panic);
        }
    }
}

/// Reads all games and sends the batches, until the receiver is dropped.
fn send_batches(
    sources: impl Iterator<Item = PgnSource>,
    spec: &TableSpec,
    settings: ReadSettings,
    sender: &SyncSender<Result<RecordBatch, BatchError>>,
) {
    let read = read_batches(sources, spec, &settings, |batch| match sender.send(Ok(batch)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    });
    if let Err(error) = read {
        // The receiver may already have been dropped.
        let _ = sender.send(Err(error));
    }
}

impl Iterator for BatchReader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.batches.as_ref()?.recv() {
            Ok(Ok(batch)) => Some(Ok(batch)),
            Ok(Err(error)) => {
                self.end();
                Some(Err(ArrowError::ExternalError(Box::new(error))))
            }
            Err(_) => {
                self.end();
                None
            }
        }
    }
}

impl RecordBatchReader for BatchReader {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
