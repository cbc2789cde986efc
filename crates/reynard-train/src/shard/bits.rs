//! Bit streams, lowest bit first.

/// A writer that appends bits to bytes.
pub(super) struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    /// Number of bits used in the last byte, 0 to 7; 0 means that the next bit starts a new byte.
    used: u32,
}

impl<'a> BitWriter<'a> {
    pub(super) const fn new(bytes: &'a mut Vec<u8>) -> Self {
        Self { bytes, used: 0 }
    }

    /// Writes the lowest `count` bits of a number.
    pub(super) fn push(&mut self, number: u32, count: u32) {
        for place in 0..count {
            if self.used == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut()
                && number >> place & 1 != 0
            {
                *last |= 1 << self.used;
            }
            self.used = (self.used + 1) % 8;
        }
    }

    /// Writes a number in the format of [`BitReader::golomb`].
    pub(super) fn push_golomb(&mut self, number: u32) {
        let high = (number >> LOW_BITS) + 1;
        let len = high.ilog2();
        self.push(1 << len, len + 1);
        self.push(high, len);
        self.push(number, LOW_BITS);
    }
}

/// Number of low bits that the code stores verbatim.
const LOW_BITS: u32 = 4;
/// Maximum number of leading zeros.
const MOST_ZEROS: u32 = 14;

/// A reader of the bits written by a [`BitWriter`].
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// Number of bits read.
    at: usize,
}

impl<'a> BitReader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Returns the index of the byte with the next bit.
    pub(super) const fn byte(&self) -> usize {
        self.at / 8
    }

    /// Returns the next `count` bits as a number, or `None` if there are not enough.
    pub(super) fn take(&mut self, count: u32) -> Option<u32> {
        let mut number = 0;
        for place in 0..count {
            let byte = self.bytes.get(self.at / 8)?;
            number |= u32::from(byte >> (self.at % 8) & 1) << place;
            self.at += 1;
        }
        Some(number)
    }

    /// Returns a number stored in an exponential Golomb code. The code consists of `n` zeros and a
    /// one, then the `n` low bits of a number whose highest bit is bit `n`, then four low bits.
    /// That number is one more than the result shifted right by four bits.
    pub(super) fn golomb(&mut self) -> Option<u32> {
        let mut len = 0;
        while self.take(1)? == 0 {
            len += 1;
            if len > MOST_ZEROS {
                return None;
            }
        }
        let high = (1 << len | self.take(len)?) - 1;
        Some(high << LOW_BITS | self.take(LOW_BITS)?)
    }

    /// Returns `true` if nothing remains except zero bits in the last byte.
    pub(super) fn is_done(&self) -> bool {
        let last = self.bytes.get(self.at / 8);
        self.at.div_ceil(8) == self.bytes.len()
            && last.is_none_or(|byte| byte >> (self.at % 8) == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_written() {
        let numbers: Vec<u32> = (0..300).chain((9..18).map(|bits| (1 << bits) - 1)).collect();
        let mut bytes = vec![7];
        let mut writer = BitWriter::new(&mut bytes);
        for &number in &numbers {
            writer.push_golomb(number);
            writer.push(number, 5);
        }
        let mut reader = BitReader::new(&bytes[1..]);
        for &number in &numbers {
            assert_eq!((reader.golomb(), reader.take(5)), (Some(number), Some(number % 32)));
        }
        assert!(reader.is_done());
        assert_eq!(reader.take(8), None);
    }

    #[test]
    fn small_numbers_take_few_bits() {
        for (number, bits) in [(0, 5), (15, 5), (16, 7), (47, 7), (48, 9), (127_996, 29)] {
            let mut bytes = Vec::new();
            let mut writer = BitWriter::new(&mut bytes);
            writer.push_golomb(number);
            assert_eq!(bytes.len(), usize::div_ceil(bits, 8));
        }
        assert_eq!(BitReader::new(&[0; 9]).golomb(), None);
        assert!(!BitReader::new(&[0]).is_done());
        assert!(BitReader::new(&[]).is_done());
    }
}
