//! The compressed values of one numbering: blocks of code words, and the index that locates the
//! block of a position.

use crate::code::Code;
use crate::error::TableFault;
use crate::header::Header;
use crate::reads::{Reads, Words};
use crate::symbols::Symbols;

/// Flag that is set if all values are equal and nothing is stored.
const SINGLE_VALUE: u8 = 0x80;
/// Size of an index entry, in bytes: a block number and an offset in the block.
pub(crate) const INDEX_ENTRY: u64 = 6;
/// Valid block sizes in bytes, as powers of two.
const BLOCK_BITS: std::ops::RangeInclusive<u8> = 3..=24;
/// Valid index steps in positions, as powers of two.
const STEP_BITS: std::ops::RangeInclusive<u8> = 1..=31;

/// The values of one numbering.
#[derive(Debug)]
pub(crate) enum Pairs {
    /// The same value for all positions.
    Single(u16),
    /// Compressed values.
    Packed(Packed),
}

/// Location and compression of the values.
#[derive(Debug)]
pub(crate) struct Packed {
    pub(crate) code: Code,
    pub(crate) symbols: Symbols,
    pub(crate) block_bits: u8,
    pub(crate) step_bits: u8,
    /// The number of stored blocks.
    pub(crate) blocks: u32,
    /// The number of block lengths; the last ones may not have a stored block.
    pub(crate) lengths: u64,
    /// The number of index entries.
    pub(crate) entries: u64,
    /// Offsets of the index, the block lengths and the blocks.
    pub(crate) index_at: u64,
    pub(crate) lengths_at: u64,
    pub(crate) blocks_at: u64,
}

impl Pairs {
    /// Reads the flags and the description for the given number of positions.
    pub(crate) fn read(header: &mut Header<'_>, positions: u64) -> Result<(u8, Self), TableFault> {
        let [flags, first] = header.array()?;
        if flags & SINGLE_VALUE != 0 {
            return Ok((flags, Self::Single(u16::from(first))));
        }
        let block_bits = first;
        let [step_bits, spare_lengths] = header.array()?;
        if !BLOCK_BITS.contains(&block_bits) || !STEP_BITS.contains(&step_bits) {
            return Err(TableFault::BlockSize);
        }
        let blocks = header.u32()?;
        let (mut code, count) = Code::read(header)?;
        let symbols = Symbols::read(header, count)?;
        header.skip(count as u64 & 1)?;
        code.prepare(|symbol| symbols.values(symbol));
        let packed = Packed {
            code,
            symbols,
            block_bits,
            step_bits,
            blocks,
            lengths: u64::from(blocks) + u64::from(spare_lengths),
            entries: positions.div_ceil(1 << step_bits),
            index_at: 0,
            lengths_at: 0,
            blocks_at: 0,
        };
        Ok((flags, Self::Packed(packed)))
    }

    /// Returns the compressed values, unless all are equal.
    pub(crate) const fn packed(&self) -> Option<&Packed> {
        match self {
            Self::Single(_) => None,
            Self::Packed(packed) => Some(packed),
        }
    }

    /// Returns the compressed values for modification.
    pub(crate) fn packed_mut(&mut self) -> Option<&mut Packed> {
        match self {
            Self::Single(_) => None,
            Self::Packed(packed) => Some(packed),
        }
    }
}

impl Packed {
    /// Returns the block size in bytes.
    pub(crate) const fn block_size(&self) -> u64 {
        1 << self.block_bits
    }

    /// Returns the value of a position.
    #[inline]
    pub(crate) fn value(&self, position: u64, reads: &mut impl Reads) -> Result<u16, TableFault> {
        let (block, place) = self.find(position, reads)?;
        if block >= self.blocks {
            return Err(TableFault::BlockIndex);
        }
        let at = self.blocks_at + (u64::from(block) << self.block_bits);
        let mut words = reads.block(at, self.block_size())?;
        self.decode(&mut words, place)
    }

    /// Finds the block that contains a position, and the offset of the position in the block.
    ///
    /// Entry `n` of the index refers to the position in the middle of step `n`. The search goes
    /// backward or forward from there, block by block.
    #[inline]
    fn find(&self, position: u64, reads: &mut impl Reads) -> Result<(u32, u32), TableFault> {
        let entry = position >> self.step_bits;
        if entry >= self.entries {
            return Err(TableFault::Index);
        }
        let [b0, b1, b2, b3, p0, p1] = reads.array(self.index_at + entry * INDEX_ENTRY)?;
        let mut block = u64::from(u32::from_le_bytes([b0, b1, b2, b3]));
        let step = 1_i64 << self.step_bits;
        let within = (position & (step as u64 - 1)) as i64;
        let mut place = i64::from(u16::from_le_bytes([p0, p1])) + within - step / 2;
        // Every length is at least one, so that these loops end.
        while place < 0 {
            block = block.checked_sub(1).ok_or(TableFault::BlockIndex)?;
            place += self.length(block, reads)?;
        }
        loop {
            let length = self.length(block, reads)?;
            if place < length {
                return Ok((block as u32, place as u32));
            }
            place -= length;
            block += 1;
        }
    }

    /// Returns the number of values in a block.
    #[inline]
    fn length(&self, block: u64, reads: &mut impl Reads) -> Result<i64, TableFault> {
        if block >= self.lengths {
            return Err(TableFault::BlockIndex);
        }
        Ok(i64::from(u16::from_le_bytes(reads.array(self.lengths_at + 2 * block)?)) + 1)
    }

    /// Decodes the leftmost symbol of a stream. Returns the symbol, its length in bits, and the
    /// number of values it represents.
    #[inline]
    fn word(&self, stream: u64) -> (usize, u32, u32) {
        if let Some(word) = self.code.short(stream) {
            return (word.symbol(), word.bits(), word.values());
        }
        let (symbol, bits) = self.code.long(stream);
        let symbol = usize::from(symbol);
        (symbol, bits, self.symbols.values(symbol))
    }

    /// Decodes the value at an offset in a block.
    #[inline]
    fn decode(&self, words: &mut impl Words, mut place: u32) -> Result<u16, TableFault> {
        let mut stream = u64::from(words.next()) << 32 | u64::from(words.next());
        // How many bits at the right of the stream are spent.
        let mut spent = 0;
        let symbol = loop {
            let run = self.code.run(stream);
            let bits = if run.bits() > 0 && place >= run.values() {
                place -= run.values();
                run.bits()
            } else {
                let (symbol, bits, values) = self.word(stream);
                if place < values {
                    break symbol;
                }
                place -= values;
                bits
            };
            stream <<= bits;
            spent += bits;
            if spent >= 32 {
                spent -= 32;
                stream |= u64::from(words.next()) << spent;
            }
        };
        words.finish()?;
        Ok(self.symbols.expand(symbol, place))
    }
}
