//! Verifies whole tables: their structure, and the checksum at the end.

use std::path::Path;

use crate::city::{city128, crc256};
use crate::error::{TableError, TableFault};
use crate::pairs::{INDEX_ENTRY, Packed};
use crate::source::RandomAccess;
use crate::table::{CHECKSUM, Table};
use crate::{PositionedFile, TableName};

/// Size in bytes of the pieces into which a table is split for hashing. The hashes of the pieces
/// are then hashed together.
const PIECE: u64 = 1 << 24;
/// Size of a read from the lists of a table, in bytes.
const WINDOW: u64 = 1 << 16;

/// Result of verifying a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The size in bytes.
    pub bytes: u64,
    /// The checksum in the file.
    pub checksum: [u8; 16],
    /// The number of positions with a value, counting both sides to move.
    pub positions: u64,
}

/// Verifies a whole table: the checks on opening, the lengths of all blocks, the block index, and
/// the checksum.
///
/// `progress` is called from time to time with the number of hashed bytes.
///
/// ```
/// use reynard_syzygy::{PositionedFile, verify};
///
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables/KQvK.rtbw");
/// let file = PositionedFile::open(path.as_ref())?;
/// let verified = verify("KQvK.rtbw".parse()?, &file, |_| {})?;
/// assert_eq!((verified.bytes, verified.positions), (272, 2 * 31_332));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`TableError`] with the first fault found.
pub fn verify(
    name: TableName,
    source: &dyn RandomAccess,
    progress: impl FnMut(u64),
) -> Result<Verified, TableError> {
    check(name, source, progress).map_err(|fault| TableError::new(&name.to_string().into(), fault))
}

/// Verifies the table in a file, like [`verify`]; the file name identifies the table.
///
/// # Errors
///
/// [`TableError`] with the path if the table has a fault, the file name is not a table name, or the
/// file cannot be read.
///
/// ```
/// use reynard_syzygy::verify_file;
///
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables/KQvK.rtbz");
/// assert_eq!(verify_file(path.as_ref(), |_| {})?.bytes, 5_328);
/// assert!(verify_file("README.md".as_ref(), |_| {}).is_err());
/// # Ok::<(), reynard_syzygy::TableError>(())
/// ```
pub fn verify_file(path: &Path, progress: impl FnMut(u64)) -> Result<Verified, TableError> {
    let check_file = || {
        let name = path.file_name().and_then(|name| name.to_str()?.parse().ok());
        let name = name.ok_or(TableFault::Name)?;
        check(name, &PositionedFile::open(path).map_err(TableFault::Io)?, progress)
    };
    check_file().map_err(|fault| TableError::new(&path.to_string_lossy().into(), fault))
}

fn check(
    TableName { material, kind }: TableName,
    source: &dyn RandomAccess,
    progress: impl FnMut(u64),
) -> Result<Verified, TableFault> {
    let table = Table::open(kind, material, source)?;
    let mut positions = 0;
    for part in &table.parts {
        positions += part.layout.size;
        if let Some(packed) = part.pairs.packed() {
            check_blocks(packed, part.layout.size, source)?;
        }
    }
    let checksum = verify_checksum(source, progress)?;
    Ok(Verified { bytes: table.size, checksum, positions })
}

/// Checks that the blocks cover all positions, and that every index entry agrees with the block
/// lengths.
fn check_blocks(
    packed: &Packed,
    positions: u64,
    source: &dyn RandomAccess,
) -> Result<(), TableFault> {
    let step = 1_u64 << packed.step_bits;
    let mut entries = Items::<{ INDEX_ENTRY as usize }>::new(source, packed.index_at);
    let mut next_entry = 0;
    let mut start = 0;
    let mut lengths = Items::<2>::new(source, packed.lengths_at);
    for block in 0..u64::from(packed.blocks) {
        let end = start + u64::from(u16::from_le_bytes(lengths.get(block)?)) + 1;
        // The entries that point into this block.
        while next_entry < packed.entries && next_entry * step + step / 2 < end {
            let [b0, b1, b2, b3, p0, p1] = entries.get(next_entry)?;
            let there = u64::from(u32::from_le_bytes([b0, b1, b2, b3]));
            let place = u64::from(u16::from_le_bytes([p0, p1]));
            if there != block || start + place != next_entry * step + step / 2 {
                return Err(TableFault::BlockLengths);
            }
            next_entry += 1;
        }
        start = end;
    }
    if start < positions { Err(TableFault::BlockLengths) } else { Ok(()) }
}

/// A list of items of a fixed size, read from front to back.
struct Items<'a, const N: usize> {
    source: &'a dyn RandomAccess,
    at: u64,
    window: Vec<u8>,
    window_at: u64,
}

impl<'a, const N: usize> Items<'a, N> {
    fn new(source: &'a dyn RandomAccess, at: u64) -> Self {
        Self { source, at, window: Vec::new(), window_at: 0 }
    }

    fn get(&mut self, number: u64) -> Result<[u8; N], TableFault> {
        let at = self.at + number * N as u64;
        loop {
            let skip = at.wrapping_sub(self.window_at);
            let found =
                usize::try_from(skip).ok().and_then(|skip| self.window.get(skip..)?.first_chunk());
            if let Some(found) = found {
                return Ok(*found);
            }
            let left = self.source.size()?.saturating_sub(at);
            if left < N as u64 {
                return Err(TableFault::Truncated);
            }
            self.window.resize(left.min(WINDOW) as usize, 0);
            self.window_at = at;
            self.source.read_exact_at(&mut self.window, at)?;
        }
    }
}

/// Verifies the checksum at the end of a table, and returns it.
pub(crate) fn verify_checksum(
    source: &dyn RandomAccess,
    progress: impl FnMut(u64),
) -> Result<[u8; 16], TableFault> {
    let size = source.size()?;
    let end = size.checked_sub(CHECKSUM).ok_or(TableFault::OddSize(size))?;
    let mut wanted = [0; CHECKSUM as usize];
    source.read_exact_at(&mut wanted, end)?;
    if hash(source, end, progress)? == wanted { Ok(wanted) } else { Err(TableFault::Checksum) }
}

/// Hashes the first bytes of a table: each piece with `CityHashCrc256`, and then all piece hashes
/// with `CityHash128`.
fn hash(
    source: &dyn RandomAccess,
    end: u64,
    mut progress: impl FnMut(u64),
) -> Result<[u8; 16], TableFault> {
    let mut hashes = Vec::new();
    let mut buffer = Vec::new();
    let mut at = 0;
    while at < end {
        let len = PIECE.min(end - at) as usize;
        let in_memory = source.bytes().and_then(|bytes| bytes.get(at as usize..at as usize + len));
        let hash = if let Some(piece) = in_memory {
            crc256(piece)
        } else {
            buffer.resize(len, 0);
            source.read_exact_at(&mut buffer, at)?;
            crc256(&buffer)
        };
        hashes.extend(hash.iter().flat_map(|number| number.to_le_bytes()));
        at += len as u64;
        progress(at);
    }
    let mut bytes = [0; 16];
    for (to, from) in bytes.chunks_exact_mut(8).zip(city128(&hashes)) {
        to.copy_from_slice(&from.to_le_bytes());
    }
    Ok(bytes)
}
