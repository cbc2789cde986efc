//! The games that begin in a run of Zstandard frames.
//!
//! A frame ends anywhere, within a game too. A run owns the text from the first sure beginning of a game in it up to the
//! first one in the text behind it. Both are found from the beginning of a run alone, so that neighbors agree on the
//! place without knowing each other.

use std::io::{self, Read, SeekFrom};
use std::ops::Range;

use reynard_pgn::{Input, sure_game_start};

use crate::read_full::{read_full, read_some};
use crate::storage::ReadSeek;

/// Bytes that are looked at in one go.
const CHUNK: usize = 1 << 16;

/// Bytes behind a run that are looked at in one go.
const STEP: usize = 1 << 12;

/// Bytes that are looked at again with what follows: more than an `Event` tag and the empty line before it.
const OVERLAP: usize = 16;

/// The text that a run of frames owns.
pub(crate) struct FrameText {
    /// The text of the run.
    run: Input<'static>,
    /// The text behind the run.
    behind: Option<Input<'static>>,
    /// Text to hand over.
    ready: Vec<u8>,
    handed: usize,
    /// Text behind the run that may belong to the beginning of a game.
    pending: Vec<u8>,
    skipped: u64,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Run,
    Behind,
    Over,
}

impl FrameText {
    /// Opens a run by two handles of the same file of a size.
    pub(crate) fn open(
        (mut file, mut behind): (Box<dyn ReadSeek>, Box<dyn ReadSeek>),
        run: Range<u64>,
        size: u64,
    ) -> io::Result<Self> {
        file.seek(SeekFrom::Start(run.start))?;
        behind.seek(SeekFrom::Start(run.end))?;
        let is_last = run.end >= size;
        let mut text = Self {
            run: Input::new(file.take(run.end - run.start))?,
            behind: if is_last { None } else { Some(Input::new(behind)?) },
            ready: Vec::new(),
            handed: 0,
            pending: Vec::new(),
            skipped: 0,
            phase: Phase::Run,
        };
        if run.start > 0 {
            text.skip_to_game()?;
        }
        Ok(text)
    }

    /// Returns the number of bytes before the first game.
    pub(crate) const fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Drops the text before the first game.
    fn skip_to_game(&mut self) -> io::Result<()> {
        loop {
            let seen = self.ready.len();
            self.ready.resize(seen + CHUNK, 0);
            let count = read_full(&mut self.run, &mut self.ready[seen..])?;
            self.ready.truncate(seen + count);
            let start = sure_game_start(&self.ready);
            let drop = start.unwrap_or_else(|| self.ready.len().saturating_sub(OVERLAP));
            self.drop_ready(drop);
            if start.is_some() {
                return Ok(());
            }
            if count == 0 {
                return self.skip_over_the_end();
            }
        }
    }

    /// No game begins in the run itself. One may begin at the border, with its empty line in the run, where the text
    /// behind does not show that it is one.
    fn skip_over_the_end(&mut self) -> io::Result<()> {
        self.phase = Phase::Over;
        let Some(behind) = &mut self.behind else {
            self.ready.clear();
            return Ok(());
        };
        self.pending.resize(OVERLAP, 0);
        let count = read_full(behind, &mut self.pending)?;
        self.pending.truncate(count);
        let before = self.ready.len();
        self.ready.extend_from_slice(&self.pending);
        let start = sure_game_start(&self.ready);
        let alone = sure_game_start(&self.pending).map(|at| at + before);
        if let Some(start) = start.filter(|_| start != alone) {
            self.drop_ready(start);
            let from_behind = self.ready.len().min(count);
            self.ready.truncate(self.ready.len() - from_behind);
            self.pending.drain(..count - from_behind);
            self.phase = Phase::Behind;
        } else {
            self.ready.clear();
        }
        Ok(())
    }

    fn drop_ready(&mut self, count: usize) {
        self.ready.drain(..count);
        self.skipped += count as u64;
    }

    /// Gets more text ready, if there is any.
    fn advance(&mut self) -> io::Result<()> {
        self.handed = 0;
        self.ready.clear();
        if self.phase == Phase::Run {
            self.ready.resize(CHUNK, 0);
            let count = read_full(&mut self.run, &mut self.ready)?;
            self.ready.truncate(count);
            if count == 0 {
                self.phase = Phase::Behind;
            }
        }
        while self.phase == Phase::Behind && self.ready.is_empty() {
            self.take_behind()?;
        }
        Ok(())
    }

    /// Takes text behind the run, up to the first game that begins there.
    fn take_behind(&mut self) -> io::Result<()> {
        let Some(behind) = &mut self.behind else {
            self.phase = Phase::Over;
            return Ok(());
        };
        // No more than is needed: what follows may be damaged, and that is not for this run to find.
        let seen = self.pending.len();
        self.pending.resize(seen + STEP, 0);
        let count = read_some(behind, &mut self.pending[seen..])?;
        self.pending.truncate(seen + count);
        let start = sure_game_start(&self.pending);
        if start.is_some() || count == 0 {
            self.phase = Phase::Over;
        }
        let whole = if count == 0 {
            self.pending.len()
        } else {
            self.pending.len().saturating_sub(OVERLAP)
        };
        self.ready.extend(self.pending.drain(..start.unwrap_or(whole)));
        Ok(())
    }
}

impl Read for FrameText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.handed == self.ready.len() && !buffer.is_empty() {
            self.advance()?;
        }
        let count = buffer.len().min(self.ready.len() - self.handed);
        buffer[..count].copy_from_slice(&self.ready[self.handed..self.handed + count]);
        self.handed += count;
        Ok(count)
    }
}
