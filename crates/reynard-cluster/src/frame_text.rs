//! The games that begin in a run of Zstandard frames.
//!
//! A frame can end anywhere, even within a game. A run owns the text from the first certain start
//! of a game in the run to the first certain start in the text after the run. To find either start,
//! the text is read only from the beginning of a run onward, so neighboring runs agree on the
//! border independently.

use std::io::{self, Read, SeekFrom};
use std::ops::Range;

use reynard_pgn::{Input, SureStart, TextEnd, sure_game_start};

use crate::read_full::{read_full, read_some};
use crate::storage::ReadSeek;

/// Number of bytes examined per step.
const CHUNK: usize = 1 << 16;

/// Number of bytes read at once after the end of the run.
const STEP: usize = 1 << 12;

/// The text that a run of frames owns.
pub(crate) struct FrameText {
    /// The decompressed text of the run.
    run: Input<'static>,
    /// The text that follows the run.
    behind: Option<Input<'static>>,
    /// Text ready to be returned.
    ready: Vec<u8>,
    handed: usize,
    /// Text after the run that may belong to the start of a game.
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
    /// Opens a run from two handles to the same file, which is `size` bytes long.
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
            match sure_game_start(&self.ready, TextEnd::More) {
                SureStart::At(start) => {
                    self.drop_ready(start);
                    return Ok(());
                }
                SureStart::Unseen(_) if count == 0 => return self.skip_over_the_end(),
                SureStart::Unseen(old) => self.drop_ready(old),
            }
        }
    }

    /// Looks for a game that starts near the end of the run but is recognized only together with
    /// the text after the run. Also looks for a game at the border that follows a blank line in the
    /// run, and that is therefore not recognized in the text after the run alone.
    fn skip_over_the_end(&mut self) -> io::Result<()> {
        let of_run = self.ready.len();
        loop {
            let end = self.read_behind()?;
            self.ready.truncate(of_run);
            self.ready.extend_from_slice(&self.pending);
            let alone = sure_game_start(&self.pending, end);
            match sure_game_start(&self.ready, end) {
                SureStart::At(start) if SureStart::At(start.wrapping_sub(of_run)) != alone => {
                    self.drop_ready(start);
                    let from_behind = self.ready.len().min(self.pending.len());
                    self.ready.truncate(self.ready.len() - from_behind);
                    self.pending.drain(..self.pending.len() - from_behind);
                    self.phase = Phase::Behind;
                    return Ok(());
                }
                SureStart::Unseen(old) if old < of_run && end == TextEnd::More => {}
                _ => {
                    self.phase = Phase::Over;
                    self.ready.clear();
                    return Ok(());
                }
            }
        }
    }

    /// Reads more of the text after the run.
    fn read_behind(&mut self) -> io::Result<TextEnd> {
        let Some(behind) = &mut self.behind else { return Ok(TextEnd::Last) };
        let seen = self.pending.len();
        self.pending.resize(seen + STEP, 0);
        // Read no more than necessary: later data may be damaged, and another run must report that.
        let read = read_some(behind, &mut self.pending[seen..]);
        self.pending.truncate(seen + read.as_ref().copied().unwrap_or_default());
        Ok(if read? == 0 { TextEnd::Last } else { TextEnd::More })
    }

    fn drop_ready(&mut self, count: usize) {
        self.ready.drain(..count);
        self.skipped += count as u64;
    }

    /// Makes more text ready, if there is any.
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

    /// Takes the text after the run up to the first game that starts in it.
    fn take_behind(&mut self) -> io::Result<()> {
        let read = self.read_behind();
        let end = read.as_ref().copied().unwrap_or(TextEnd::Last);
        let start = sure_game_start(&self.pending, end);
        // If the text that decides about a tag is damaged, the tag itself decides. The shard that
        // the damaged text belongs to fails.
        if let (Err(error), SureStart::Unseen(_)) = (read, start) {
            return Err(error);
        }
        let (SureStart::At(owned) | SureStart::Unseen(owned)) = start;
        self.ready.extend(self.pending.drain(..owned));
        if end == TextEnd::Last || matches!(start, SureStart::At(_)) {
            self.phase = Phase::Over;
        }
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
