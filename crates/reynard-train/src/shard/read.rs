//! Reads files of games.

use std::io::{self, Read};

use super::code::{PackedGame, read_varint};
use super::error::{GameFault, InvalidGame, ShardError, ShardFault};
use super::format::{MAGIC, MAX_BLOCK, VERSION, plies_of};
use super::game::TrainingGame;
use super::header::ShardHeader;

/// Reads a file of games, block by block, and checks it on the way.
///
/// A file that was cut anywhere, or in which anything was changed, gives an error with the place; after
/// an error nothing more is read. Memory is bounded whatever the file says.
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
    /// Bytes read.
    offset: u64,
    /// The games of a block, and where in the file they begin.
    block: Vec<u8>,
    block_offset: u64,
    /// What of the block has been told.
    at: usize,
    left: u32,
    games: u64,
    plies: u64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// The end was read, or there was an error.
    Over,
}

impl<R: Read> ShardReader<R> {
    /// Begins to read: the header.
    ///
    /// # Errors
    ///
    /// [`ShardError`] if there is none.
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

    /// What the file says of itself.
    pub const fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// The next game as its bytes, `None` at the end of the file. Of the game itself only the number of
    /// moves is looked at; the checksum of its block was right.
    ///
    /// # Errors
    ///
    /// [`ShardError`] with what is wrong and where.
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

    /// The next game, `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// [`ShardError`] with what is wrong and where.
    pub fn next_game(&mut self) -> Result<Option<TrainingGame>, ShardError> {
        let Some(packed) = self.next_packed()? else { return Ok(None) };
        let begins = self.block_offset + (self.at - packed.as_bytes().len()) as u64;
        packed.unpack().map(Some).map_err(|InvalidGame { at, fault }| {
            self.state = State::Over;
            ShardError { offset: begins + at as u64, fault: ShardFault::Game(fault) }
        })
    }

    /// All games that are left, up to the first error.
    pub fn games(mut self) -> impl Iterator<Item = Result<TrainingGame, ShardError>> {
        std::iter::from_fn(move || self.next_game().transpose())
    }

    /// Where the next game stands in the block.
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

    /// Reads the next block; false if it is the end of the file.
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
        // Another kind of file is called that, however short it is.
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

/// Numbers of four bytes, the lowest first.
fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}
