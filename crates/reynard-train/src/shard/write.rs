//! Shard writer.

use std::io::{self, Write};

use super::code::{PackedGame, push_varint};
use super::format::{FULL_BLOCK, MAGIC, VERSION, plies_of};
use super::header::ShardHeader;

/// A writer of a shard: a header, blocks of games with checksums, and the number of games at the
/// end.
///
/// ```
/// use reynard_train::shard::{ShardHeader, ShardReader, ShardWriter};
///
/// let mut bytes = Vec::new();
/// ShardWriter::new(&mut bytes, &ShardHeader::default())?.finish()?;
/// assert_eq!(ShardReader::new(&bytes[..])?.games().count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ShardWriter<W> {
    out: W,
    block: Vec<u8>,
    in_block: u32,
    games: u64,
    plies: u64,
}

impl<W: Write> ShardWriter<W> {
    /// Writes the header.
    ///
    /// # Errors
    ///
    /// Any write error.
    pub fn new(mut out: W, header: &ShardHeader) -> io::Result<Self> {
        let text = header.text();
        let mut head = Vec::with_capacity(text.len() + 20);
        head.extend(MAGIC);
        head.extend(VERSION.to_le_bytes());
        head.extend(u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
        head.extend(text.as_bytes());
        head.extend(crc32fast::hash(&head).to_le_bytes());
        out.write_all(&head)?;
        Ok(Self { out, block: Vec::with_capacity(FULL_BLOCK), in_block: 0, games: 0, plies: 0 })
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// Any write error, and [`io::ErrorKind::InvalidData`] if the number of moves cannot be read
    /// from the game, or if the game is longer than [`PackedGame::MAX_LEN`].
    ///
    /// ```
    /// use reynard_train::reynard::{GameResult, Position};
    /// use reynard_train::shard::{SelfPlayEnding, ShardHeader, ShardWriter, TrainingGame};
    ///
    /// let start = Position::startpos();
    /// let game = TrainingGame {
    ///     start,
    ///     plies: Vec::new(),
    ///     result: GameResult::Draw,
    ///     ending: SelfPlayEnding::TooLong,
    ///     waived: None,
    /// };
    /// let mut writer = ShardWriter::new(Vec::new(), &ShardHeader::default())?;
    /// writer.push(&game.pack()?)?;
    /// assert_eq!(writer.games(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push(&mut self, game: &PackedGame) -> io::Result<()> {
        let bytes = game.as_bytes();
        let plies = plies_of(bytes).filter(|_| bytes.len() <= PackedGame::MAX_LEN);
        self.plies += u64::from(plies.ok_or(io::ErrorKind::InvalidData)?);
        push_varint(&mut self.block, u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        self.block.extend_from_slice(bytes);
        self.games += 1;
        self.in_block += 1;
        if self.block.len() >= FULL_BLOCK {
            self.write_block()?;
        }
        Ok(())
    }

    /// Returns the number of games so far.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Completes the shard and returns the output.
    ///
    /// # Errors
    ///
    /// Any write error.
    pub fn finish(mut self) -> io::Result<W> {
        if self.in_block > 0 {
            self.write_block()?;
        }
        self.block.extend(self.games.to_le_bytes());
        self.block.extend(self.plies.to_le_bytes());
        self.write_block()?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn write_block(&mut self) -> io::Result<()> {
        let len = u32::try_from(self.block.len()).unwrap_or(u32::MAX);
        let mut head = [0; 12];
        head[..4].copy_from_slice(&self.in_block.to_le_bytes());
        head[4..8].copy_from_slice(&len.to_le_bytes());
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&head[..8]);
        checksum.update(&self.block);
        head[8..].copy_from_slice(&checksum.finalize().to_le_bytes());
        self.out.write_all(&head)?;
        self.out.write_all(&self.block)?;
        self.block.clear();
        self.in_block = 0;
        Ok(())
    }
}
