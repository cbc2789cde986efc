//! Reading with several threads.
//!
//! The text is split where a game certainly begins: at an `Event` tag after an empty line. The
//! reader starts a game there regardless of its state, so each chunk is read exactly as it would be
//! within the whole text. The threads take turns splitting off a chunk, and each reads its chunk
//! while the next thread splits; the calling thread gets the results in order. Each thread has one
//! buffer, so the chunk that it has split off is in its cache. A remainder that cannot be split is
//! read by one thread as a stream.

mod recorder;
mod splitter;

use std::cell::Cell;
use std::io::{Cursor, Read};
use std::num::NonZero;
use std::ops::ControlFlow;

use reynard_base::parallel::Workers;

use self::recorder::Recorder;
use self::splitter::{Block, CHUNK, Piece, Splitter};
use crate::{
    ByteSource, Diagnostic, GameEnd, GameText, Input, MAX_GAME_TEXT, ReadError, Reader,
    ReaderOptions, Totals, Visitor,
};

/// A chunk of the input that has been read. Chunks are passed on in input order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Number of games before the chunk. Visitors number games from the beginning of the chunk; add
    /// this number to get the number within the input. Lines and bytes are counted from the
    /// beginning of the input.
    pub games_before: u64,
    /// The sums over the games of the chunk. `bytes` is the size of the chunk.
    pub totals: Totals,
}

impl Chunk {
    /// Converts the game number in a diagnostic of this chunk to the number within the input.
    ///
    /// ```
    /// use std::num::NonZero;
    /// use std::ops::ControlFlow;
    ///
    /// use reynard_pgn::{DiagnosticLog, Input, Logged, ReaderOptions, Visitor, read_parallel};
    ///
    /// struct Nothing;
    /// impl Visitor for Nothing {}
    ///
    /// let input = Input::new(&b"1. e4 *\n\n1. Ke2 *\n"[..])?;
    /// let (options, one) = (ReaderOptions::default(), NonZero::<usize>::MIN);
    /// let make = || Logged::new(Nothing, DiagnosticLog::default());
    /// let _ = read_parallel(input, &options, one, make, |logged, chunk| {
    ///     for mut diagnostic in logged.log.list {
    ///         chunk.place(&mut diagnostic);
    ///         assert_eq!(diagnostic.game, Some(2));
    ///     }
    ///     ControlFlow::<()>::Continue(())
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place(&self, diagnostic: &mut Diagnostic) {
        diagnostic.game = diagnostic.game.map(|number| number + self.games_before);
    }
}

/// Reads an input on several threads, each chunk with its own visitor, and merges the visitors on
/// the calling thread in the order of the input. Returns the sums over all games, or the break
/// value of `merge`.
///
/// Visitors receive the same events as from a single [`Reader`], regardless of the number of
/// threads, with two exceptions. Games are counted from the beginning of each chunk: see [`Chunk`].
/// In a damaged Zstandard frame, all blocks before the damage are read; a single reader may miss
/// some of them. Visitors also receive the text of each game: [`Visitor::game_text`].
///
/// After a break, reading ends as soon as the read in progress returns. For input that may never
/// arrive, see [`ReadAhead::canceller`](crate::ReadAhead::canceller).
///
/// # Errors
///
/// Same as for [`Reader::read_all`]. Everything before the error has already been merged.
///
/// ```
/// use std::num::NonZero;
/// use std::ops::ControlFlow;
///
/// use reynard_pgn::{Input, Played, ReaderOptions, Skip, Visitor, read_parallel};
///
/// #[derive(Default)]
/// struct Checks(u64);
///
/// impl Visitor for Checks {
///     fn legal_move(&mut self, played: &Played<'_>) -> Skip {
///         self.0 += u64::from(played.after.is_check());
///         Skip::No
///     }
/// }
///
/// let pgn = "[Event \"Fool\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n".repeat(1000);
/// let mut checks = 0;
/// let read = read_parallel(
///     Input::new(pgn.as_bytes())?,
///     &ReaderOptions::default(),
///     NonZero::new(2).unwrap(),
///     Checks::default,
///     |part, _| {
///         checks += part.0;
///         ControlFlow::<()>::Continue(())
///     },
/// )?;
/// let ControlFlow::Continue(totals) = read else { unreachable!() };
/// assert_eq!((totals.games, checks), (1000, 1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_parallel<V: Visitor + Send, B>(
    input: Input<'_>,
    options: &ReaderOptions,
    threads: NonZero<usize>,
    make: impl Fn() -> V + Sync,
    merge: impl FnMut(V, &Chunk) -> ControlFlow<B>,
) -> Result<ControlFlow<B, Totals>, ReadError> {
    let (read, decompression) = input.shared(threads);
    let mut splitter = Splitter::new(read, options.offset);
    let mut merger = Merger { merge, totals: Totals::default() };
    let step = || decompression.step();
    let flow = Workers::new(threads, Block::default).idle(&step).ordered(
        |block| splitter.next_piece(block),
        |block, piece| read_piece(piece, block.text(), options, make()),
        |done| merger.merge(done),
    );
    let flow = match flow {
        ControlFlow::Continue(()) => read_rest(splitter, options, &make, &mut merger),
        stop @ ControlFlow::Break(_) => stop,
    };
    match flow {
        ControlFlow::Continue(()) => Ok(ControlFlow::Continue(merger.totals)),
        ControlFlow::Break(Stop::Broken(value)) => Ok(ControlFlow::Break(value)),
        ControlFlow::Break(Stop::Failed(error)) => Err(error),
    }
}

/// The reason why reading ends early.
enum Stop<B> {
    Broken(B),
    Failed(ReadError),
}

/// A chunk that has been read.
struct Done<V> {
    visitor: V,
    totals: Totals,
    error: Option<ReadError>,
}

/// Adds up the totals of the chunks, and passes the chunks to the caller in order.
struct Merger<M> {
    merge: M,
    totals: Totals,
}

impl<M> Merger<M> {
    fn merge<V, B>(&mut self, done: Done<V>) -> ControlFlow<Stop<B>>
    where
        M: FnMut(V, &Chunk) -> ControlFlow<B>,
    {
        let Done { visitor, totals, error } = done;
        let chunk = Chunk { games_before: self.totals.games, totals };
        self.totals.games += totals.games;
        self.totals.plies += totals.plies;
        self.totals.bytes += totals.bytes;
        if let ControlFlow::Break(value) = (self.merge)(visitor, &chunk) {
            return ControlFlow::Break(Stop::Broken(value));
        }
        error.map_or(ControlFlow::Continue(()), |error| ControlFlow::Break(Stop::Failed(error)))
    }
}

/// Reads the games in the text of a chunk.
fn read_piece<V: Visitor>(
    piece: Piece,
    text: &[u8],
    options: &ReaderOptions,
    mut visitor: V,
) -> Done<V> {
    let Piece { offset, lines, failure } = piece;
    let reader = Reader::from_bytes(text).with_options(options.clone());
    let mut reader = reader.placed_at(offset, lines).ending_with(failure);
    let lines = Cell::new(lines);
    let mut totals = Totals::default();
    let text_of = |end: &GameEnd| GameText::within(text, offset, &lines, end);
    let error = loop {
        match read_game(&mut reader, &mut visitor, &mut totals, text_of) {
            Ok(true) => {}
            Ok(false) => break None,
            Err(error) => break Some(error),
        }
    };
    totals.bytes = reader.offset() - offset;
    Done { visitor, totals, error }
}

/// Reads a remainder that could not be split, as a stream, and hands it over in chunks.
fn read_rest<V: Visitor, B, M: FnMut(V, &Chunk) -> ControlFlow<B>>(
    splitter: Splitter<impl Read>,
    options: &ReaderOptions,
    make: &impl Fn() -> V,
    merger: &mut Merger<M>,
) -> ControlFlow<Stop<B>> {
    let (rest, offset, lines) = (splitter.rest, splitter.offset, splitter.lines);
    if rest.is_empty() {
        return ControlFlow::Continue(());
    }
    let recorder = Recorder::new(offset, MAX_GAME_TEXT);
    let stream = recorder.record(Cursor::new(rest).chain(splitter.read));
    let mut reader = Reader::new(stream).with_options(options.clone()).placed_at(offset, lines);
    let text_of = |end: &GameEnd| GameText::recorded(recorder.text(end.start, end.end));
    let mut is_over = false;
    while !is_over {
        let (mut visitor, mut totals, before) = (make(), Totals::default(), reader.offset());
        let mut error = None;
        while !is_over && reader.offset() - before < CHUNK as u64 {
            match read_game(&mut reader, &mut visitor, &mut totals, text_of) {
                Ok(more) => is_over = !more,
                Err(failure) => (is_over, error) = (true, Some(failure)),
            }
            recorder.forget(reader.unfinished_from());
        }
        totals.bytes = reader.offset() - before;
        reader.restart_count();
        merger.merge(Done { visitor, totals, error })?;
    }
    ControlFlow::Continue(())
}

/// Reads a game and hands over its text. Returns `false` if there are no more games.
fn read_game<'t, S: ByteSource, V: Visitor>(
    reader: &mut Reader<S>,
    visitor: &mut V,
    totals: &mut Totals,
    text_of: impl Fn(&GameEnd) -> GameText<'t>,
) -> Result<bool, ReadError> {
    let Some(end) = reader.read_game(visitor)? else { return Ok(false) };
    visitor.game_text(&end, &text_of(&end));
    totals.games += 1;
    totals.plies += end.plies;
    Ok(true)
}
