//! Reading with several threads.
//!
//! The text is cut where a game surely begins, at an `Event` tag after an empty line: there the
//! reader begins a game in whatever state it is, so that each piece is read as it is within the whole.
//! One thread cuts and puts the results in order, the others read. Blocks of text go round in
//! circles, so that memory is bounded by their number.

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use memchr::memmem::FinderRev;

use crate::input::fill;
use crate::reader::{EVENT, LineCounter, follows_empty_line};
use crate::{ReadError, Reader, ReaderOptions, Totals, Visitor};

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
/// games are counted from the beginning of each piece: see [`Chunk`]. With `merge` breaking off,
/// reading ends.
///
/// # Errors
///
/// As [`Reader::read_all`]; all that came before the error has been merged.
///
/// ```
/// use std::num::NonZero;
/// use std::ops::ControlFlow;
///
/// use reynard_pgn::{Flow, Played, ReaderOptions, Visitor, read_parallel};
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
///     pgn.as_bytes(),
///     &ReaderOptions::default(),
///     NonZero::new(2).unwrap(),
///     Checks::default,
///     |part, _| {
///         checks += part.0;
///         ControlFlow::Continue(())
///     },
/// )?;
/// assert_eq!((totals.games, checks), (1000, 1000));
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
pub fn read_parallel<V: Visitor + Send>(
    input: impl Read,
    options: &ReaderOptions,
    threads: NonZero<usize>,
    make: impl Fn() -> V + Sync,
    merge: impl FnMut(V, &Chunk) -> ControlFlow<()>,
) -> Result<Totals, ReadError> {
    let threads = threads.get();
    let mut cutter = Cutter::new(input);
    let mut merger = Merger { merge, next: 0, early: VecDeque::new(), totals: Totals::default() };
    let stopped = thread::scope(|scope| {
        let (work, pieces) = sync_channel(threads);
        let (done, results) = channel();
        let (pieces, make) = (Arc::new(Mutex::new(pieces)), &make);
        for _ in 0..threads {
            let (pieces, done) = (Arc::clone(&pieces), done.clone());
            scope.spawn(move || read_pieces(&pieces, &done, options, make));
        }
        drop((pieces, done));
        // Leaving the scope closes the channels, which ends the threads.
        distribute(&mut cutter, work, &results, &mut merger, 2 * threads + 1)
    });
    let stopped = stopped.or_else(|| {
        let (offset, lines) = (cutter.offset, cutter.lines);
        let (text, read) = cutter.undivided()?;
        let reader = Reader::new(Cursor::new(text).chain(read)).with_options(options.clone());
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

/// A piece of text to be read.
struct Piece {
    number: u64,
    block: Block,
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

    /// Adds what can be read, up to a size; `false` at the end.
    fn fill(&mut self, read: &mut impl Read, size: usize) -> (bool, Option<io::Error>) {
        if self.buffer.len() < size {
            self.buffer.resize(size, 0);
        }
        let wanted = &mut self.buffer[self.len..size];
        let (count, failure) = fill(read, wanted);
        let is_full = count == wanted.len();
        self.len += count;
        (is_full, failure)
    }

    fn push(&mut self, text: &[u8]) {
        if self.buffer.len() < self.len + text.len() {
            self.buffer.resize(self.len + text.len(), 0);
        }
        self.buffer[self.len..self.len + text.len()].copy_from_slice(text);
        self.len += text.len();
    }
}

/// A piece that has been read.
struct Done<V> {
    number: u64,
    visitor: V,
    totals: Totals,
    error: Option<ReadError>,
    block: Block,
}

/// What a thread has to say about a piece: that it was read, or with what it panicked.
type Message<V> = thread::Result<Done<V>>;

/// Reads pieces until there are no more.
fn read_pieces<V: Visitor>(
    pieces: &Mutex<Receiver<Piece>>,
    done: &Sender<Message<V>>,
    options: &ReaderOptions,
    make: &impl Fn() -> V,
) {
    loop {
        let Ok(receiver) = pieces.lock() else { return };
        let Ok(piece) = receiver.recv() else { return };
        drop(receiver);
        // A panic of a visitor is handed on; the piece is lost with it.
        let read = AssertUnwindSafe(|| read_piece(piece, options, make()));
        if done.send(catch_unwind(read)).is_err() {
            return;
        }
    }
}

fn read_piece<V: Visitor>(piece: Piece, options: &ReaderOptions, mut visitor: V) -> Done<V> {
    let Piece { number, block, offset, lines, failure } = piece;
    let mut totals = Totals::default();
    let reader = Reader::from_bytes(block.text()).with_options(options.clone());
    let mut reader = reader.placed_at(offset, lines).ending_with(failure);
    let error = reader.read_counting(&mut visitor, &mut totals).err();
    Done { number, visitor, totals, error, block }
}

/// Cuts the input and hands out the pieces, with no more of them on the way than `most`.
fn distribute<V, R: Read, M: FnMut(V, &Chunk) -> ControlFlow<()>>(
    cutter: &mut Cutter<R>,
    work: SyncSender<Piece>,
    results: &Receiver<Message<V>>,
    merger: &mut Merger<V, M>,
    most: usize,
) -> Option<Stop> {
    let mut handed_out = 0;
    while let Some(piece) = cutter.next_piece() {
        while handed_out - merger.next >= most as u64 {
            if let Some(stop) = merger.receive(results, cutter) {
                return Some(stop);
            }
        }
        handed_out += 1;
        if work.send(piece).is_err() {
            break;
        }
    }
    drop(work);
    while merger.next < handed_out {
        if let Some(stop) = merger.receive(results, cutter) {
            return Some(stop);
        }
    }
    None
}

/// Cuts an input where games begin.
struct Cutter<R> {
    read: R,
    /// The text after the last cut.
    rest: Vec<u8>,
    offset: u64,
    lines: LineCounter,
    number: u64,
    is_over: bool,
    is_undivided: bool,
    spare: Vec<Block>,
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
            is_undivided: false,
            spare: Vec::new(),
            finder: FinderRev::new(EVENT),
        }
    }

    /// The next piece; `None` at the end of the input, or if it cannot be cut any more.
    fn next_piece(&mut self) -> Option<Piece> {
        if self.is_over || self.is_undivided {
            return None;
        }
        let mut block = self.spare.pop().unwrap_or_default();
        block.len = 0;
        block.push(&self.rest);
        self.rest.clear();
        let mut size = CHUNK.max(2 * block.len);
        loop {
            let (goes_on, failure) = block.fill(&mut self.read, size);
            if !goes_on {
                self.is_over = true;
                return Some(self.piece(block, failure));
            }
            if let Some(at) = last_game(&self.finder, block.text()) {
                self.rest.extend_from_slice(&block.text()[at..]);
                block.len = at;
                return Some(self.piece(block, None));
            }
            if size >= MAX_CHUNK {
                self.rest.extend_from_slice(block.text());
                self.is_undivided = true;
                return None;
            }
            size *= 2;
        }
    }

    fn piece(&mut self, block: Block, failure: Option<io::Error>) -> Piece {
        let (number, offset, lines) = (self.number, self.offset, self.lines);
        self.lines.count_to(block.text(), offset, block.len);
        self.offset += block.len as u64;
        self.number += 1;
        Piece { number, block, offset, lines, failure }
    }

    /// What is left of an input that cannot be cut.
    fn undivided(&mut self) -> Option<(Vec<u8>, &mut R)> {
        self.is_undivided.then(|| (std::mem::take(&mut self.rest), &mut self.read))
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
    /// Waits for a piece, and merges all whose turn it is.
    fn receive<R>(
        &mut self,
        results: &Receiver<Message<V>>,
        cutter: &mut Cutter<R>,
    ) -> Option<Stop> {
        // The threads do not end while there are pieces to be read.
        let done = match results.recv().ok()? {
            Ok(done) => done,
            Err(panic) => resume_unwind(panic),
        };
        let place = usize::try_from(done.number - self.next).unwrap_or(usize::MAX);
        if self.early.len() <= place {
            self.early.resize_with(place + 1, || None);
        }
        self.early[place] = Some(done);
        while let Some(Some(_)) = self.early.front() {
            let done = self.early.pop_front().flatten()?;
            self.next += 1;
            cutter.spare.push(done.block);
            let stop = self.merge(done.visitor, done.totals);
            if let Some(stop) = stop.or(done.error.map(Stop::Failed)) {
                return Some(stop);
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
