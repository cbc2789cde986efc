//! Variable-length integers, and a cursor that never reads past the end.

use crate::Damage;

/// Appends a number of at most 56 bits, seven bits per byte, lowest bits first.
#[inline]
pub(crate) fn put_varint(out: &mut Vec<u8>, number: u64) {
    if number < 0x80 {
        out.push(low_byte(number));
        return;
    }
    let (word, len) = varint(number);
    let end = out.len() + len;
    out.extend_from_slice(&word.to_le_bytes());
    out.truncate(end);
}

/// Returns the encoding of a number of at most 56 bits as a word, and its length in bytes.
#[inline]
pub(crate) const fn varint(number: u64) -> (u64, usize) {
    // Spreads the halves of 28 bits, then the quarters of 14, then the bytes of seven.
    let word = number & 0x0FFF_FFFF | (number & 0x00FF_FFFF_F000_0000) << 4;
    let word = word & 0x0000_3FFF_0000_3FFF | (word & 0x0FFF_C000_0FFF_C000) << 2;
    let word = word & 0x007F_007F_007F_007F | (word & 0x3F80_3F80_3F80_3F80) << 1;
    let len = varint_len(number);
    // All bytes except the last one have their highest bit set.
    (word | 0x8080_8080_8080_8080 & ((1 << (8 * (len - 1))) - 1), len)
}

/// Length in bytes of a fixed-length number, even if fewer bytes would suffice: see
/// [`fixed_varint`].
pub(crate) const FIXED: usize = 3;

/// Encodes a number of at most 21 bits in three bytes that decode as a variable-length integer.
#[inline]
pub(crate) const fn fixed_varint(number: u32) -> u32 {
    number & 0x7F | (number & 0x3F80) << 1 | (number & 0x1F_C000) << 2 | 0x8080
}

/// Decodes a number from three bytes. Returns `None` if they are not the output of
/// [`fixed_varint`].
#[inline]
pub(crate) const fn from_fixed_varint(word: u32) -> Option<u32> {
    if word & 0xFF80_8080 != 0x8080 {
        return None;
    }
    Some(word & 0x7F | (word & 0x7F00) >> 1 | (word & 0x7F_0000) >> 2)
}

/// Returns the encoded length of a number in bytes.
#[inline]
pub(crate) const fn varint_len(number: u64) -> usize {
    // A seventh of the number of bits, rounded up.
    (((64 - (number | 1).leading_zeros()) * 37 + 222) >> 8) as usize
}

/// Appends the length of a byte string, then its bytes.
pub(crate) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Returns the lowest eight bits.
pub(crate) const fn low_byte(number: u64) -> u8 {
    number.to_le_bytes()[0]
}

/// Returns the lowest sixteen bits.
pub(crate) const fn low_half(number: u64) -> u16 {
    let [a, b, ..] = number.to_le_bytes();
    u16::from_le_bytes([a, b])
}

/// Returns the lowest 32 bits.
pub(crate) const fn low_word(number: u64) -> u32 {
    let [a, b, c, d, ..] = number.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// Returns `true` if bit `number` of `bits` is set.
#[inline]
pub(crate) fn is_set(bits: &[u64], number: u32) -> bool {
    bits.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
}

/// Returns a length as a 32-bit number. The length of a section always fits into 32 bits.
pub(crate) fn len32(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// Reads numbers and byte strings from a byte slice, starting at its beginning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteCursor<'a> {
    rest: &'a [u8],
}

impl<'a> ByteCursor<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the remaining bytes.
    pub(crate) const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Result<u8, Damage> {
        let (&first, rest) = self.rest.split_first().ok_or(Damage::SHORT)?;
        self.rest = rest;
        Ok(first)
    }

    /// Reads a variable-length integer.
    #[inline]
    pub(crate) fn varint(&mut self) -> Result<u64, Damage> {
        if let [first @ ..0x80, rest @ ..] = self.rest {
            self.rest = rest;
            return Ok(u64::from(*first));
        }
        let Some((word, _)) = self.rest.split_first_chunk::<8>() else { return self.slow_varint() };
        let word = u64::from_le_bytes(*word);
        // The highest bit of the last byte is not set.
        let ends = !word & 0x8080_8080_8080_8080;
        if ends == 0 {
            return self.slow_varint();
        }
        let bits = ends.trailing_zeros() + 1;
        let mut word = word & (u64::MAX >> (64 - bits)) & 0x7F7F_7F7F_7F7F_7F7F;
        // Joins pairs of seven bits, then of 14, then of 28.
        word = word & 0x007F_007F_007F_007F | (word & 0x7F00_7F00_7F00_7F00) >> 1;
        word = word & 0x0000_3FFF_0000_3FFF | (word & 0x3FFF_0000_3FFF_0000) >> 2;
        word = word & 0x0FFF_FFFF | (word & 0x0FFF_FFFF_0000_0000) >> 4;
        self.rest = &self.rest[bits as usize / 8..];
        Ok(word)
    }

    /// Reads a variable-length integer that is near the end of the bytes or has more than 56 bits.
    #[inline(never)]
    fn slow_varint(&mut self) -> Result<u64, Damage> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Damage::NUMBER)
    }

    /// Reads a number of a fixed length of at most seven bytes.
    #[inline(always)]
    pub(crate) fn word(&mut self, len: usize) -> Result<u64, Damage> {
        let bytes = if let Some(&bytes) = self.rest.first_chunk() {
            bytes
        } else {
            let mut bytes = [0; 8];
            bytes[..len].copy_from_slice(self.rest.get(..len).ok_or(Damage::SHORT)?);
            bytes
        };
        self.rest = &self.rest[len..];
        Ok(u64::from_le_bytes(bytes) & ((1 << (8 * len)) - 1))
    }

    /// Reads a variable-length integer of at most 32 bits.
    #[inline]
    pub(crate) fn varint32(&mut self) -> Result<u32, Damage> {
        u32::try_from(self.varint()?).map_err(|_| Damage::NUMBER)
    }

    #[inline]
    pub(crate) fn take(&mut self, len: usize) -> Result<&'a [u8], Damage> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or(Damage::SHORT)?;
        self.rest = rest;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        self.take(N)?.try_into().map_err(|_| Damage::SHORT)
    }

    /// Returns the bytes from this cursor to a later cursor into the same bytes.
    pub(crate) fn until(&self, later: &Self) -> &'a [u8] {
        &self.rest[..self.rest.len() - later.rest.len()]
    }

    /// Reads a length, then the bytes.
    pub(crate) fn bytes(&mut self) -> Result<&'a [u8], Damage> {
        let len = usize::try_from(self.varint()?).map_err(|_| Damage::NUMBER)?;
        self.take(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let mut numbers = vec![0, 1, 127, 128, 300, (1 << 56) - 1];
        for bits in 0..56 {
            numbers.extend([1 << bits, (1 << bits) - 1, 0x0123_4567_89AB_CDEF & ((1 << bits) - 1)]);
        }
        let mut bytes = Vec::new();
        for &number in &numbers {
            let before = bytes.len();
            put_varint(&mut bytes, number);
            assert_eq!(bytes.len() - before, varint_len(number), "{number}");
        }
        let mut cursor = ByteCursor::new(&bytes);
        for number in numbers {
            assert_eq!(cursor.varint().expect("a number"), number);
        }
        assert!(cursor.is_empty() && cursor.byte().is_err());
    }

    #[test]
    fn endless_numbers_and_missing_bytes_are_damage() {
        assert!(ByteCursor::new(&[0xFF; 20]).varint().is_err());
        assert!(ByteCursor::new(&[0x80]).varint().is_err());
        assert!(ByteCursor::new(&[5, 1, 2]).bytes().is_err());
    }
}
