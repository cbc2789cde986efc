//! Shard reader.

use std::io::{self, Read};

use super::code::{PackedGame, read_varint};
use super::error::{GameFault, InvalidGame, ShardError, ShardFault};
use super::format::{MAGIC, MAX_BLOCK, VERSION, plies_of};
use super::game::TrainingGame;
use super::header::ShardHeader;

/// A reader of a shard, which verifies it block by block.
///
/// If the file is truncated or corrupt, the reader returns an error with the offset, and reading
/// ends. Memory use is bounded for any file.
///
/// ```
/// use reynard_train::shard::ShardReader;
///
/// assert!(ShardReader::new(&b"REYNSELF"[..]).is_err());
/// ```
#[derive(Debug)]
pub struct ShardReader<R> {
    source: R,
    header: ShardHeader,
    /// Number of bytes read.
    offset: u64,
    /// The games of the current block, and the offset of the block in the file.
    block: Vec<u8>,
    block_offset: u64,
    /// Offset of the next game in the block.
    at: usize,
    left: u32,
    games: u64,
    plies: u64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// The end or an error has been reached.
    Over,
}

impl<R: Read> ShardReader<R> {
    /// Reads the header of a shard.
    ///
    /// # Errors
    ///
    /// [`ShardError`] if there is no valid header.
    ///
    /// ```
    /// use reynard_train::shard::ShardReader;
    ///
    /// let error = ShardReader::new(&b"PGN"[..]).unwrap_err();
    /// assert_eq!(error.offset, 0);
    /// ```
    pub fn new(source: R) -> Result<Self, ShardError> {
        let mut reader = Self {
            source,
            header: ShardHeader::default(),
            offset: 0,
            block: Vec::new(),
            block_offset: 0,
            at: 0,
            left: 0,
            games: 0,
            plies: 0,
            state: State::Open,
        };
        reader.header = reader.read_header()?;
        Ok(reader)
    }

    /// Returns the header.
    pub const fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// Returns the next game in packed form, or `None` at the end. The checksum of its block is
    /// verified, but not the game itself.
    ///
    /// # Errors
    ///
    /// [`ShardError`] with the fault and its offset.
    ///
    /// ```
    /// use reynard_train::shard::{ShardHeader, ShardReader, ShardWriter};
    ///
    /// let bytes = ShardWriter::new(Vec::new(), &ShardHeader::default())?.finish()?;
    /// assert!(ShardReader::new(&bytes[..])?.next_packed()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_packed(&mut self) -> Result<Option<PackedGame>, ShardError> {
        if self.state == State::Over {
            return Ok(None);
        }
        let found = self.find_game();
        if !matches!(found, Ok(Some(_))) {
            self.state = State::Over;
        }
        let Some((start, end)) = found? else { return Ok(None) };
        Ok(Some(PackedGame::from_bytes(self.block[start..end].to_vec())))
    }

    /// Returns the next game, or `None` at the end.
    ///
    /// # Errors
    ///
    /// [`ShardError`] with the fault and its offset.
    ///
    /// ```
    /// use reynard_train::shard::{ShardHeader, ShardReader, ShardWriter};
    ///
    /// let bytes = ShardWriter::new(Vec::new(), &ShardHeader::default())?.finish()?;
    /// assert!(ShardReader::new(&bytes[..])?.next_game()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_game(&mut self) -> Result<Option<TrainingGame>, ShardError> {
        let Some(packed) = self.next_packed()? else { return Ok(None) };
        let begins = self.block_offset + (self.at - packed.as_bytes().len()) as u64;
        packed.unpack().map(Some).map_err(|InvalidGame { at, fault }| {
            self.state = State::Over;
            ShardError { offset: begins + at as u64, fault: ShardFault::Game(fault) }
        })
    }

    /// Returns an iterator over the remaining games, which ends after the first error.
    ///
    /// ```
    /// use reynard_train::shard::{ShardHeader, ShardReader, ShardWriter};
    ///
    /// let bytes = ShardWriter::new(Vec::new(), &ShardHeader::default())?.finish()?;
    /// assert_eq!(ShardReader::new(&bytes[..])?.games().count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn games(mut self) -> impl Iterator<Item = Result<TrainingGame, ShardError>> {
        std::iter::from_fn(move || self.next_game().transpose())
    }

    /// Returns the range of the next game in the block.
    fn find_game(&mut self) -> Result<Option<(usize, usize)>, ShardError> {
        if self.left == 0 {
            if self.at < self.block.len() {
                return Err(self.fault_in_block(self.at, ShardFault::GameLength));
            }
            if !self.read_block()? {
                return Ok(None);
            }
        }
        let at = self.at;
        let (len, width) = read_varint(&self.block[at..])
            .ok_or_else(|| self.fault_in_block(at, ShardFault::GameLength))?;
        let start = at + width;
        let end = start.saturating_add(len as usize);
        if end > self.block.len() {
            return Err(self.fault_in_block(at, ShardFault::GameLength));
        }
        let plies = plies_of(&self.block[start..end]);
        let cut = ShardFault::Game(GameFault::Cut);
        self.plies += u64::from(plies.ok_or_else(|| self.fault_in_block(start, cut))?);
        self.games += 1;
        self.left -= 1;
        self.at = end;
        Ok(Some((start, end)))
    }

    /// Reads the next block. Returns `false` at the end of the file.
    fn read_block(&mut self) -> Result<bool, ShardError> {
        let begins = self.offset;
        let mut head = [0; 12];
        self.read_exactly(&mut head)?;
        let [count, len, checksum] = words(&head);
        let is_possible = if count == 0 { len == 16 } else { (1..=MAX_BLOCK).contains(&len) };
        if !is_possible {
            return Err(ShardError { offset: begins + 4, fault: ShardFault::BlockLength(len) });
        }
        self.block_offset = self.offset;
        let mut block = std::mem::take(&mut self.block);
        block.resize(len as usize, 0);
        self.read_exactly(&mut block)?;
        self.block = block;
        let mut found = crc32fast::Hasher::new();
        found.update(&head[..8]);
        found.update(&self.block);
        if found.finalize() != checksum {
            return Err(ShardError { offset: self.offset, fault: ShardFault::Checksum });
        }
        self.at = 0;
        self.left = count;
        if count > 0 {
            return Ok(true);
        }
        let totals = [self.games.to_le_bytes(), self.plies.to_le_bytes()].concat();
        if self.block != totals {
            return Err(ShardError { offset: self.block_offset, fault: ShardFault::Totals });
        }
        let offset = self.offset;
        match self.source.read(&mut [0]) {
            Ok(0) => Ok(false),
            Ok(_) => Err(ShardError { offset, fault: ShardFault::Trailing }),
            Err(error) => Err(ShardError { offset, fault: ShardFault::Io(error) }),
        }
    }

    fn read_header(&mut self) -> Result<ShardHeader, ShardError> {
        let mut head = [0; 16];
        let magic = self.read_exactly(&mut head[..MAGIC.len()]);
        // A short file of another kind gets this error, too.
        let read = usize::try_from(self.offset).unwrap_or(0).min(MAGIC.len());
        if head[..read] != MAGIC[..read] || read == 0 && magic.is_err() {
            return Err(ShardError { offset: 0, fault: ShardFault::Magic });
        }
        magic?;
        self.read_exactly(&mut head[8..])?;
        let [_, _, version, len] = words(&head);
        if version != VERSION {
            return Err(ShardError { offset: 8, fault: ShardFault::Version(version) });
        }
        if len as usize > ShardHeader::MAX_LEN {
            return Err(ShardError { offset: 12, fault: ShardFault::HeaderLength(len) });
        }
        let mut text = vec![0; len as usize];
        self.read_exactly(&mut text)?;
        let mut checksum = [0; 4];
        self.read_exactly(&mut checksum)?;
        let mut found = crc32fast::Hasher::new();
        found.update(&head);
        found.update(&text);
        if found.finalize().to_le_bytes() != checksum {
            return Err(ShardError { offset: self.offset, fault: ShardFault::Checksum });
        }
        ShardHeader::parse(&text)
            .map_err(|error| ShardError { offset: 16, fault: ShardFault::Header(error) })
    }

    fn read_exactly(&mut self, mut bytes: &mut [u8]) -> Result<(), ShardError> {
        while !bytes.is_empty() {
            match self.source.read(bytes) {
                Ok(0) => return Err(ShardError { offset: self.offset, fault: ShardFault::Cut }),
                Ok(len) => {
                    self.offset += len as u64;
                    bytes = &mut bytes[len..];
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(ShardError { offset: self.offset, fault: ShardFault::Io(error) });
                }
            }
        }
        Ok(())
    }

    const fn fault_in_block(&self, at: usize, fault: ShardFault) -> ShardError {
        ShardError { offset: self.block_offset + at as u64, fault }
    }
}

/// Reads 32-bit little-endian numbers.
fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}
