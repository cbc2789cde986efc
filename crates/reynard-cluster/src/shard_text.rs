//! The text of the games in a part of a file.

use std::fmt;
use std::io::{self, Read, SeekFrom};
use std::ops::Range;

use reynard_pgn::Input;

use crate::frame_text::FrameText;
use crate::list::part_in_range;
use crate::storage::{ReadSeek, Storage};
use crate::{JobError, ShardPart};

/// The text of the games in a part of a file.
pub struct ShardText {
    read: Box<dyn Read + Send>,
    offset: u64,
}

impl ShardText {
    /// Opens the games that start in a byte range of a file. For a compressed file, the range
    /// refers to the compressed bytes.
    ///
    /// If consecutive ranges cover the file, each game belongs to exactly one of them, and the
    /// order of the games is kept. In plain PGN, a game belongs to the range in which it certainly
    /// starts: see [`sure_game_start`](reynard_pgn::sure_game_start). Zstandard files are split
    /// between frames, so all games of a single-frame file belong to the range that contains the
    /// file's first byte. The end of the range may lie beyond the end of the file.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the file cannot be read, or if it is compressed with gzip or bzip2 or is a
    /// ZIP archive, since these formats can be read only from the beginning.
    ///
    /// ```
    /// use std::io::{self, Cursor, Read};
    ///
    /// use reynard_cluster::{ShardText, ReadSeek, Storage};
    ///
    /// #[derive(Debug)]
    /// struct Memory(&'static str);
    ///
    /// impl Storage for Memory {
    ///     fn open(&self, _: &str) -> io::Result<Box<dyn ReadSeek>> {
    ///         Ok(Box::new(Cursor::new(self.0)))
    ///     }
    /// }
    ///
    /// let games = Memory("[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 *\n");
    /// let mut second = ShardText::in_range("games", &games, 5..100)?;
    /// assert_eq!(second.offset(), 22);
    /// let mut text = String::new();
    /// second.read_to_string(&mut text)?;
    /// assert_eq!(text, "[Event \"2\"]\n\n1. d4 *\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_range(
        path: &str,
        storage: &dyn Storage,
        range: Range<u64>,
    ) -> Result<Self, JobError> {
        let failed = |error| JobError::io(path, error);
        let part = part_in_range(path, storage, range)?;
        Self::open(&part, || {
            let mut file = storage.open(path).map_err(failed)?;
            let size = file.seek(SeekFrom::End(0)).map_err(failed)?;
            Ok((file, size))
        })
    }

    /// Opens a part. `open` opens the part's file, and returns the file's size.
    pub(crate) fn open(
        part: &ShardPart,
        open: impl Fn() -> Result<(Box<dyn ReadSeek>, u64), JobError>,
    ) -> Result<Self, JobError> {
        let (mut file, size) = open()?;
        let failed = |error| JobError::io(part.path().unwrap_or_default(), error);
        match *part {
            ShardPart::Bytes { start, end, .. } => {
                file.seek(SeekFrom::Start(start)).map_err(failed)?;
                Ok(Self { read: Box::new(file.take(end.saturating_sub(start))), offset: start })
            }
            ShardPart::Frames { start, end, offset, .. } => {
                let (behind, _) = open()?;
                let text = FrameText::open((file, behind), start..end, size).map_err(failed)?;
                let offset = offset.unwrap_or_default() + text.skipped();
                Ok(Self { read: Box::new(text), offset })
            }
            _ => {
                file.rewind().map_err(failed)?;
                Ok(Self { read: Box::new(file), offset: 0 })
            }
        }
    }

    /// Returns the offset of the text in the decompressed file, in bytes. In a Zstandard file in
    /// which some frames do not state their size, the offset is relative to the first frame of the
    /// range.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the decompressed text as a reader's input.
    pub(crate) fn into_input(self) -> io::Result<Input<'static>> {
        Input::new(self.read)
    }
}

impl Read for ShardText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.read.read(buffer)
    }
}

impl fmt::Debug for ShardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShardText").field("offset", &self.offset).finish_non_exhaustive()
    }
}
