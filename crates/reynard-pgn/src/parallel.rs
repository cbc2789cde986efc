//! Reading with several threads.
//!
//! The text is cut where a game surely begins, at an `Event` tag after an empty line: there the
//! reader begins a game in whatever state it is, so that each piece is read as it is within the whole.
//! Each thread cuts a piece, in turn, and reads it while the next one cuts; the calling thread puts
//! the results in order. A thread has one buffer, so that it finds in its cache what it has cut.

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;

use memchr::memmem::FinderRev;

use crate::input::fill;
use crate::reader::{EVENT, LineCounter, follows_empty_line};
use crate::{Helper, Input, ReadError, Reader, ReaderOptions, Totals, Visitor};

/// The text that is read in one go: enough games that handing them over costs nothing, and little
/// enough to stay in the cache.
const CHUNK: usize = 1 << 19;

/// The most text in which the beginning of a game is looked for. If there is none, the rest of the
/// input is read on one thread.
const MAX_CHUNK: usize = 1 << 23;

/// A piece of an input that has been read, in the order of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The games before it. What a visitor is told counts games from the beginning of the piece: add
    /// this. Lines and bytes are counted from the beginning of the input.
    pub games_before: u64,
    /// What is in it; the bytes are those of the piece.
    pub totals: Totals,
}

/// Reads an input on several threads, each piece with a visitor of its own, and merges the visitors
/// on the calling thread in the order of the input.
///
/// What visitors are told is what one [`Reader`] tells, whatever the number of threads, except that
/// games are counted from the beginning of each piece, see [`Chunk`], and that of a damaged Zstandard
/// frame all blocks before the damage are told, of which one reader may miss some. With `merge`
/// breaking off, reading ends.
///
/// # Errors
///
/// As [`Reader::read_all`]; all that came before the error has been merged.
///
/// ```
/// use std::num::NonZero;
/// use std::ops::ControlFlow;
///
/// use reynard_pgn::{Flow, Input, Played, ReaderOptions, Visitor, read_parallel};
///
/// #[derive(Default)]
/// struct Checks(u64);
///
/// impl Visitor for Checks {
///     fn legal_move(&mut self, played: &Played<'_>) -> Flow {
///         self.0 += u64::from(played.after.is_check());
///         Flow::Continue
///     }
/// }
///
/// let pgn = "[Event \"Fool\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n".repeat(1000);
/// let mut checks = 0;
/// let totals = read_parallel(
///     Input::new(pgn.as_bytes())?,
///     &ReaderOptions::default(),
///     NonZero::new(2).unwrap(),
///     Checks::default,
///     |part, _| {
///         checks += part.0;
///         ControlFlow::Continue(())
///     },
/// )?;
/// assert_eq!((totals.games, checks), (1000, 1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_parallel<V: Visitor + Send>(
    input: Input<'_>,
    options: &ReaderOptions,
    threads: NonZero<usize>,
    make: impl Fn() -> V + Sync,
    merge: impl FnMut(V, &Chunk) -> ControlFlow<()>,
) -> Result<Totals, ReadError> {
    let (read, helper) = input.shared(threads);
    let threads = threads.get();
    let supply = Supply::new(Cutter::new(read), helper, 2 * threads as u64 + 1);
    let mut merger = Merger { merge, next: 0, early: VecDeque::new(), totals: Totals::default() };
    let stopped = thread::scope(|scope| {
        // Whatever ends the merging, a panic as well, ends the threads.
        let supply = Closing(&supply);
        let (done, results) = channel();
        for _ in 0..threads {
            let (supply, done, make) = (supply.0, done.clone(), &make);
            scope.spawn(move || read_pieces(supply, &done, options, make));
        }
        drop(done);
        merger.receive_all(&results, supply.0)
    });
    let stopped = stopped.or_else(|| {
        let Cutter { rest, read, offset, lines, .. } = supply.into_cutter();
        if rest.is_empty() {
            return None;
        }
        let reader = Reader::new(Cursor::new(rest).chain(read)).with_options(options.clone());
        let mut reader = reader.placed_at(offset, lines);
        let mut visitor = make();
        let mut totals = Totals::default();
        let result = reader.read_counting(&mut visitor, &mut totals);
        merger.merge(visitor, totals).or(result.err().map(Stop::Failed))
    });
    match stopped {
        Some(Stop::Failed(error)) => Err(error),
        Some(Stop::Broken) | None => Ok(merger.totals),
    }
}

/// Why reading ends early.
enum Stop {
    /// The caller wants no more.
    Broken,
    Failed(ReadError),
}

/// Where a piece of text stands in the input.
struct Piece {
    number: u64,
    offset: u64,
    lines: LineCounter,
    /// Why the text ends here, if it is an error.
    failure: Option<io::Error>,
}

/// Text at the beginning of a buffer that is used again and again.
#[derive(Default)]
struct Block {
    buffer: Vec<u8>,
    len: usize,
}

impl Block {
    fn text(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// Begins anew with a text.
    fn begin_with(&mut self, text: &[u8]) {
        self.grow_to(text.len());
        self.buffer[..text.len()].copy_from_slice(text);
        self.len = text.len();
    }

    /// Adds what can be read, up to a size; `false` at the end.
    fn fill(&mut self, read: &mut impl Read, size: usize) -> (bool, Option<io::Error>) {
        self.grow_to(size);
        let wanted = &mut self.buffer[self.len..size];
        let (count, failure) = fill(read, wanted);
        let is_full = count == wanted.len();
        self.len += count;
        (is_full, failure)
    }

    fn grow_to(&mut self, size: usize) {
        if self.buffer.len() < size {
            self.buffer.resize(size, 0);
        }
    }
}

/// A piece that has been read.
struct Done<V> {
    number: u64,
    visitor: V,
    totals: Totals,
    error: Option<ReadError>,
}

/// What a thread has to say about a piece: that it was read, or with what it panicked.
type Message<V> = thread::Result<Done<V>>;

/// Where the threads get their pieces.
struct Supply<R> {
    cutter: Mutex<Cutter<R>>,
    /// What a thread can do while another one cuts.
    helper: Helper,
    progress: Mutex<Progress>,
    /// Told of progress.
    moved: Condvar,
    /// How many pieces may be on their way at a time: bounds the visitors that wait to be merged.
    most: u64,
}

/// How far merging has come. It has a lock of its own, because cutting may have to wait for input.
#[derive(Default)]
struct Progress {
    /// How many pieces have been merged.
    merged: u64,
    /// Whether no more are wanted.
    is_closed: bool,
}

impl<R: Read> Supply<R> {
    fn new(cutter: Cutter<R>, helper: Helper, most: u64) -> Self {
        let (cutter, progress) = (Mutex::new(cutter), Mutex::default());
        Self { cutter, helper, progress, moved: Condvar::new(), most }
    }

    /// The cutter, as soon as no other thread has it; `None` if the input has panicked in one.
    fn cutter(&self) -> Option<MutexGuard<'_, Cutter<R>>> {
        let try_lock = || match self.cutter.try_lock() {
            Err(TryLockError::WouldBlock) => None,
            result => Some(result.ok()),
        };
        self.helper.wait_for(try_lock, || self.cutter.lock().ok())
    }

    /// The next piece, once there are not too many before it; `None` if there are no more.
    fn next_piece(&self, block: &mut Block) -> Option<Piece> {
        let mut cutter = self.cutter()?;
        let is_full = |progress: &mut Progress| {
            !progress.is_closed && cutter.number - progress.merged >= self.most
        };
        let progress = self.moved.wait_while(self.progress(), is_full).ok()?;
        if progress.is_closed {
            return None;
        }
        drop(progress);
        cutter.next_piece(block)
    }

    /// Makes room for one more piece.
    fn count_merged(&self) {
        self.progress().merged += 1;
        self.moved.notify_one();
    }

    /// Has the threads end with what they are about to read.
    fn close(&self) {
        self.progress().is_closed = true;
        self.moved.notify_all();
    }

    /// Nothing that could panic is done with this lock.
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn into_cutter(self) -> Cutter<R> {
        self.cutter.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes the supply at the end of a scope.
struct Closing<'a, R: Read>(&'a Supply<R>);

impl<R: Read> Drop for Closing<'_, R> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Reads pieces until there are no more.
fn read_pieces<V: Visitor, R: Read>(
    supply: &Supply<R>,
    done: &Sender<Message<V>>,
    options: &ReaderOptions,
    make: &impl Fn() -> V,
) {
    let mut block = Block::default();
    loop {
        let read = || {
            let piece = supply.next_piece(&mut block)?;
            Some(read_piece(piece, block.text(), options, make()))
        };
        // A panic, of a visitor or of the input, is handed on; the piece is lost with it.
        let Some(message) = catch_unwind(AssertUnwindSafe(read)).transpose() else { return };
        let has_panicked = message.is_err();
        if done.send(message).is_err() || has_panicked {
            return;
        }
    }
}

fn read_piece<V: Visitor>(
    piece: Piece,
    text: &[u8],
    options: &ReaderOptions,
    mut visitor: V,
) -> Done<V> {
    let Piece { number, offset, lines, failure } = piece;
    let mut totals = Totals::default();
    let reader = Reader::from_bytes(text).with_options(options.clone());
    let mut reader = reader.placed_at(offset, lines).ending_with(failure);
    let error = reader.read_counting(&mut visitor, &mut totals).err();
    Done { number, visitor, totals, error }
}

/// Cuts an input where games begin.
struct Cutter<R> {
    read: R,
    /// The text after the last cut; in the end, what could not be cut.
    rest: Vec<u8>,
    offset: u64,
    lines: LineCounter,
    number: u64,
    /// Whether no more can be cut.
    is_over: bool,
    finder: FinderRev<'static>,
}

impl<R: Read> Cutter<R> {
    fn new(read: R) -> Self {
        Self {
            read,
            rest: Vec::new(),
            offset: 0,
            lines: LineCounter::START,
            number: 0,
            is_over: false,
            finder: FinderRev::new(EVENT),
        }
    }

    /// Cuts the next piece; `None` at the end of the input, or if it cannot be cut any more.
    fn next_piece(&mut self, block: &mut Block) -> Option<Piece> {
        if self.is_over {
            return None;
        }
        block.begin_with(&self.rest);
        self.rest.clear();
        let mut size = CHUNK.max(2 * block.len);
        loop {
            let (goes_on, failure) = block.fill(&mut self.read, size);
            if !goes_on {
                self.is_over = true;
                return Some(self.piece(block.text(), failure));
            }
            if let Some(at) = last_game(&self.finder, block.text()) {
                self.rest.extend_from_slice(&block.text()[at..]);
                block.len = at;
                return Some(self.piece(block.text(), None));
            }
            if size >= MAX_CHUNK {
                self.rest.extend_from_slice(block.text());
                self.is_over = true;
                return None;
            }
            size *= 2;
        }
    }

    /// The place of the text that was cut.
    fn piece(&mut self, text: &[u8], failure: Option<io::Error>) -> Piece {
        let (number, offset, lines) = (self.number, self.offset, self.lines);
        self.lines.count_to(text, offset, text.len());
        self.offset += text.len() as u64;
        self.number += 1;
        Piece { number, offset, lines, failure }
    }
}

/// Where the last game begins of which that is sure, the first byte aside.
fn last_game(finder: &FinderRev<'_>, text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while let Some(at) = finder.rfind(&text[..end]) {
        if at > 0 && follows_empty_line(text, at) {
            return Some(at);
        }
        // What was found may overlap with what is looked for only by its first byte.
        end = at;
    }
    None
}

/// Puts results in order.
struct Merger<V, M> {
    merge: M,
    /// The number of the piece that is to be merged next.
    next: u64,
    /// Pieces that came before their turn, from `next` on.
    early: VecDeque<Option<Done<V>>>,
    totals: Totals,
}

impl<V, M: FnMut(V, &Chunk) -> ControlFlow<()>> Merger<V, M> {
    /// Merges all pieces in their order, as they come.
    fn receive_all<R: Read>(
        &mut self,
        results: &Receiver<Message<V>>,
        supply: &Supply<R>,
    ) -> Option<Stop> {
        for message in results {
            let done = message.unwrap_or_else(|panic| resume_unwind(panic));
            let place = usize::try_from(done.number - self.next).unwrap_or(usize::MAX);
            if self.early.len() <= place {
                self.early.resize_with(place + 1, || None);
            }
            self.early[place] = Some(done);
            while let Some(Some(_)) = self.early.front() {
                let done = self.early.pop_front().flatten()?;
                self.next += 1;
                supply.count_merged();
                let stop = self.merge(done.visitor, done.totals);
                if let Some(stop) = stop.or(done.error.map(Stop::Failed)) {
                    return Some(stop);
                }
            }
        }
        None
    }

    fn merge(&mut self, visitor: V, totals: Totals) -> Option<Stop> {
        let chunk = Chunk { games_before: self.totals.games, totals };
        self.totals.games += totals.games;
        self.totals.plies += totals.plies;
        self.totals.bytes += totals.bytes;
        (self.merge)(visitor, &chunk).is_break().then_some(Stop::Broken)
    }
}
