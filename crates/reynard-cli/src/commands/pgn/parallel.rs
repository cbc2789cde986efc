//! Reading one stream of games with several threads.
//!
//! The stream is cut where a game surely begins: see [`is_cut`]. Each piece is read by one thread on
//! its own; what comes out is handed over in the order of the stream. A permit for each piece that is
//! on its way bounds the memory. Threads that wait for a piece help to unpack. What cannot be cut is
//! read on by one thread, as a stream.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Mutex, TryLockError};
use std::thread;

use memchr::memchr_iter;
use reynard_pgn::{Helper, Input, ReadError, Reader, ReaderOptions, Source};

use super::input::{Base, Batch, Findings, GameText, Go, Sums, Worker};
use super::recorder::{MAX_GAME, Recorder};

/// About how many bytes are in a piece: enough to be worth the way to another thread, and few enough
/// for all pieces that are on their way.
const PIECE: usize = 1 << 19;

/// What is in an input that a command reads from.
type Stream = Box<dyn Read + Send>;

/// Reads an input to its end, or until the consumer has enough.
pub(super) fn read<W: Worker + Send>(
    input: Input<'static>,
    options: &ReaderOptions,
    threads: NonZeroUsize,
    worker: &(impl Fn() -> W + Sync),
    consume: impl FnMut(Batch<W::Part>) -> anyhow::Result<Go>,
) -> anyhow::Result<()> {
    let (stream, helper) = input.shared(threads);
    let mut cutter = Cutter::new(stream);
    let mut placing = Placing { consume, base: Base::default(), go: Go::On };
    if threads > NonZeroUsize::MIN {
        cutter = match read_in_threads(cutter, &helper, options, threads, worker, &mut placing)? {
            Some(cutter) => cutter,
            None => return Ok(()),
        };
    } else {
        let mut worker = worker();
        while let Some(bytes) = cutter.next()? {
            placing.place(read_piece(&bytes, options, &mut worker))?;
            if placing.go == Go::Stop {
                return Ok(());
            }
        }
    }
    if cutter.rest.is_empty() {
        return Ok(());
    }
    read_on(cutter, options, &mut worker(), &mut placing)
}

/// What the thread that reads the stream sends: pieces, and then what it could not cut.
enum Cut {
    Piece(u64, Vec<u8>),
    Rest(Cutter),
    Failed(io::Error),
}

/// Reads all pieces. Returns what could not be cut, unless the consumer had enough before.
fn read_in_threads<W: Worker + Send>(
    cutter: Cutter,
    helper: &Helper,
    options: &ReaderOptions,
    threads: NonZeroUsize,
    worker: &(impl Fn() -> W + Sync),
    placing: &mut Placing<impl FnMut(Batch<W::Part>) -> anyhow::Result<Go>>,
) -> anyhow::Result<Option<Cutter>> {
    let (permits, permitted) = mpsc::channel();
    for _ in 0..2 * threads.get() + 2 {
        permits.send(())?;
    }
    let (pieces, cuts) = mpsc::channel();
    // Nobody waits for this thread: it may wait for input that never comes.
    thread::Builder::new().spawn(move || cut_all(cutter, &permitted, &pieces))?;
    let cuts = Mutex::new(cuts);
    thread::scope(|scope| {
        let (results, done) = mpsc::channel();
        for _ in 0..threads.get() {
            let (results, cuts) = (results.clone(), &cuts);
            scope.spawn(move || {
                let _alarm = Alarm(&results);
                let mut worker = worker();
                while let Some(cut) = next_cut(cuts, helper) {
                    let result = match cut {
                        Cut::Piece(index, bytes) => {
                            Done::Piece(index, Box::new(read_piece(&bytes, options, &mut worker)))
                        }
                        Cut::Rest(cutter) => Done::Rest(cutter),
                        Cut::Failed(error) => Done::Failed(error),
                    };
                    if results.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(results);
        let (mut waiting, mut next, mut last) = (BTreeMap::new(), 0, None);
        for result in done {
            match result {
                Done::Piece(index, batch) => drop(waiting.insert(index, batch)),
                Done::Rest(cutter) => last = Some(Ok(cutter)),
                Done::Failed(error) => last = Some(Err(error)),
                Done::Panicked => return Ok(None),
            }
            while let Some(batch) = waiting.remove(&next) {
                placing.place(*batch)?;
                if placing.go == Go::Stop {
                    return Ok(None);
                }
                next += 1;
                // The other end is gone when all is cut.
                let _ = permits.send(());
            }
        }
        Ok(last.transpose()?)
    })
}

/// What a thread came to.
enum Done<P> {
    Piece(u64, Box<(Batch<P>, u64)>),
    Rest(Cutter),
    Failed(io::Error),
    Panicked,
}

/// Tells when its thread panics, so that nobody waits for what it had.
struct Alarm<'a, P>(&'a Sender<Done<P>>);

impl<P> Drop for Alarm<'_, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Nobody waits if nobody is there.
            let _ = self.0.send(Done::Panicked);
        }
    }
}

/// The next piece; what is to be unpacked meanwhile is, in part.
fn next_cut(cuts: &Mutex<Receiver<Cut>>, helper: &Helper) -> Option<Cut> {
    let try_next = || match cuts.try_lock() {
        Ok(cuts) => match cuts.try_recv() {
            Err(TryRecvError::Empty) => None,
            result => Some(result.ok()),
        },
        Err(TryLockError::WouldBlock) => None,
        Err(TryLockError::Poisoned(_)) => Some(None),
    };
    helper.wait_for(try_next, || cuts.lock().ok()?.recv().ok())
}

fn cut_all(mut cutter: Cutter, permitted: &Receiver<()>, pieces: &Sender<Cut>) {
    let mut index = 0;
    while permitted.recv().is_ok() {
        let cut = match cutter.next() {
            Ok(Some(bytes)) => Cut::Piece(index, bytes),
            Err(error) => {
                let _ = pieces.send(Cut::Failed(error));
                return;
            }
            Ok(None) => {
                let _ = pieces.send(Cut::Rest(cutter));
                return;
            }
        };
        index += 1;
        if pieces.send(cut).is_err() {
            return;
        }
    }
}

/// Reads the games of a piece, and counts its lines.
fn read_piece<W: Worker>(
    bytes: &[u8],
    options: &ReaderOptions,
    worker: &mut W,
) -> (Batch<W::Part>, u64) {
    let mut reader = Reader::from_bytes(bytes).with_options(options.clone());
    let text = GameText::Whole(bytes);
    let mut sums = Sums::default();
    let stopped = loop {
        match read_game(&mut reader, worker, &text, &mut sums) {
            Ok(true) => {}
            Ok(false) => break false,
            // Memory can be read.
            Err(_) => break true,
        }
    };
    sums.bytes = bytes.len() as u64;
    (batch(worker, sums, stopped), lines(bytes))
}

/// Reads on as a stream.
fn read_on<W: Worker>(
    cutter: Cutter,
    options: &ReaderOptions,
    worker: &mut W,
    placing: &mut Placing<impl FnMut(Batch<W::Part>) -> anyhow::Result<Go>>,
) -> anyhow::Result<()> {
    let recorder = Recorder::default();
    let stream = recorder.record(io::Cursor::new(cutter.rest).chain(cutter.stream));
    let mut reader = Reader::new(stream).with_options(options.clone());
    let text = GameText::Recorded(&recorder);
    let mut before = 0;
    loop {
        let mut sums = Sums::default();
        let mut result = Ok(true);
        while matches!(result, Ok(true)) && reader.offset() - before < PIECE as u64 {
            result = read_game(&mut reader, worker, &text, &mut sums);
            recorder.forget(reader.offset());
        }
        sums.bytes = reader.offset() - before;
        before = reader.offset();
        let stopped = matches!(result, Err(ReadError::Stopped(_)));
        // All pieces of the stream count from the same place.
        placing.hand_over(batch(worker, sums, stopped))?;
        match result {
            _ if placing.go == Go::Stop => return Ok(()),
            Err(ReadError::Io(error)) => return Err(error.into()),
            Ok(false) | Err(ReadError::Stopped(_)) => return Ok(()),
            Ok(true) => {}
        }
    }
}

/// Reads a game, and says whether there was one.
fn read_game<S: Source, W: Worker>(
    reader: &mut Reader<S>,
    worker: &mut W,
    text: &GameText<'_>,
    sums: &mut Sums,
) -> Result<bool, ReadError> {
    let Some(end) = reader.read_game(worker)? else { return Ok(false) };
    worker.game_over(&end, text);
    sums.games += 1;
    sums.plies += end.plies;
    Ok(true)
}

fn batch<W: Worker>(worker: &mut W, mut sums: Sums, stopped: bool) -> Batch<W::Part> {
    let findings: Findings = std::mem::take(worker.findings());
    sums.errors = findings.errors;
    Batch { part: worker.take(), base: Base::default(), file: None, findings, sums, stopped }
}

/// Hands batches over with their findings placed in the whole stream.
struct Placing<C> {
    consume: C,
    base: Base,
    go: Go,
}

impl<C> Placing<C> {
    fn place<P>(&mut self, (batch, lines): (Batch<P>, u64)) -> anyhow::Result<()>
    where
        C: FnMut(Batch<P>) -> anyhow::Result<Go>,
    {
        let sums = batch.sums;
        self.hand_over(batch)?;
        self.base.games += sums.games;
        self.base.bytes += sums.bytes;
        self.base.lines += lines;
        Ok(())
    }

    fn hand_over<P>(&mut self, mut batch: Batch<P>) -> anyhow::Result<()>
    where
        C: FnMut(Batch<P>) -> anyhow::Result<Go>,
    {
        for finding in &mut batch.findings.list {
            finding.line += self.base.lines;
            finding.offset += self.base.bytes;
            finding.game = finding.game.map(|game| game + self.base.games);
        }
        batch.base = self.base;
        self.go = (self.consume)(batch)?;
        Ok(())
    }
}

/// Cuts a stream into pieces.
struct Cutter {
    stream: Stream,
    /// What was read and is in no piece yet.
    rest: Vec<u8>,
    at_end: bool,
    failure: Option<io::Error>,
}

impl Cutter {
    const fn new(stream: Stream) -> Self {
        Self { stream, rest: Vec::new(), at_end: false, failure: None }
    }

    /// The next piece; `None` at the end, or where no cut is in sight: then there is a rest.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut seen = 0;
        loop {
            self.read_to(seen + PIECE);
            if self.at_end {
                if self.rest.is_empty()
                    && let Some(error) = self.failure.take()
                {
                    return Err(error);
                }
                let last = std::mem::take(&mut self.rest);
                return Ok((!last.is_empty()).then_some(last));
            }
            let from = usize::max(seen, CUT.len()) - CUT.len();
            if let Some(cut) = last_cut(&self.rest, from) {
                let next = self.rest.split_off(cut);
                return Ok(Some(std::mem::replace(&mut self.rest, next)));
            }
            seen = self.rest.len();
            if seen > MAX_GAME {
                return Ok(None);
            }
        }
    }

    /// Reads until so many bytes are there, or the end is. What goes wrong is told when all that came
    /// before is in a piece.
    fn read_to(&mut self, len: usize) {
        let missing = if self.at_end { 0 } else { len.saturating_sub(self.rest.len()) };
        match self.stream.by_ref().take(missing as u64).read_to_end(&mut self.rest) {
            Ok(read) => self.at_end |= read < missing,
            Err(error) => {
                self.failure = Some(error);
                self.at_end = true;
            }
        }
    }
}

/// What a piece begins with.
const CUT: &[u8] = b"[Event \"";

/// The last place, but the first byte, at which the text can be cut.
fn last_cut(text: &[u8], from: usize) -> Option<usize> {
    let starts = (from.max(1)..text.len().saturating_sub(CUT.len())).rev();
    starts.into_iter().find(|&at| text[at] == b'[' && is_cut(text, at))
}

/// Whether a game surely begins at this place: an `Event` tag after an empty line, which no comment
/// precedes that would belong to it.
fn is_cut(text: &[u8], at: usize) -> bool {
    let before = &text[..at];
    let after_empty_line = before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n");
    if !after_empty_line || !text[at..].starts_with(CUT) {
        return false;
    }
    let before = before.trim_ascii_end();
    let line = before.iter().rposition(|&byte| byte == b'\n').map_or(before, |end| &before[end..]);
    !before.ends_with(b"}") && !line.contains(&b';') && !line.trim_ascii().starts_with(b"%")
}

/// The line ends, LF, CR LF or CR.
pub(super) fn lines(bytes: &[u8]) -> u64 {
    let line_feeds = memchr_iter(b'\n', bytes).count();
    let is_alone = |at: &usize| bytes.get(at + 1) != Some(&b'\n');
    (line_feeds + memchr_iter(b'\r', bytes).filter(is_alone).count()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cuts(text: &str) -> Vec<usize> {
        (1..text.len()).filter(|&at| is_cut(text.as_bytes(), at)).collect()
    }

    #[test]
    fn cuts_are_where_games_begin() {
        let text = "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\r\n\r\n*\r\n\r\n[Event \"3\"]\n";
        let expected: Vec<usize> = text.match_indices("[Event").map(|(at, _)| at).skip(1).collect();
        assert_eq!(cuts(text), expected);
        for text in [
            "* {\n}\n\n[Event \"",
            "* ; c\n\n[Event \"",
            "%\n\n[Event \"",
            "\n[Event \"",
            "\n\n[Site \"",
        ] {
            assert_eq!(cuts(text), [0; 0], "{text}");
        }
    }

    #[test]
    fn pieces_are_the_whole() {
        let game = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 {a comment} 1-0\n\n";
        let text = game.repeat(60_000);
        let mut cutter = Cutter::new(Box::new(io::Cursor::new(text.clone())));
        let mut whole = Vec::new();
        let mut pieces = 0;
        while let Some(piece) = cutter.next().expect("memory can be read") {
            assert!(piece.starts_with(CUT) && piece.len() <= PIECE);
            whole.extend(piece);
            pieces += 1;
        }
        assert!(pieces > 5 && whole == text.as_bytes());
    }

    #[test]
    fn what_cannot_be_cut_is_left() {
        let stream = io::repeat(b'x').take(MAX_GAME as u64 * 2);
        let mut cutter = Cutter::new(Box::new(stream));
        assert!(cutter.next().expect("bytes").is_none());
        assert!(cutter.rest.len() > MAX_GAME && cutter.rest.len() <= MAX_GAME + PIECE);
    }

    #[test]
    fn line_ends_are_counted() {
        for (text, count) in [("", 0), ("a\nb\r\nc\rd\r\r\n\n", 6), ("\r", 1)] {
            assert_eq!(lines(text.as_bytes()), count, "{text:?}");
        }
    }
}
