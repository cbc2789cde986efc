//! SWAR: eight bytes processed at a time in a general-purpose register.
//!
//! To find a class of bytes, a number is added to all eight bytes at once. The number is chosen so
//! that each byte that is too large carries into its high bit. A byte outside the class may also
//! carry into the next higher byte, so only the lowest mark is reliable; the callers need no other.

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Returns eight bytes of the text as a little-endian number, or 0 if fewer than eight bytes
/// follow.
#[inline(always)]
pub(super) fn eight_bytes(text: &[u8], at: usize) -> u64 {
    match text.get(at..at + 8) {
        Some(bytes) => bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes)),
        None => 0,
    }
}

/// Returns the byte at index `at` of the eight bytes.
#[inline(always)]
pub(super) const fn byte_at(word: u64, at: usize) -> u8 {
    // An array that is indexed would go through memory.
    (word >> (8 * (at & 7))).to_le_bytes()[0]
}

/// Returns the number of bytes before the first marked byte.
#[inline(always)]
const fn before_mark(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

/// Returns the number of bytes before the first blank or control character, or 8 if there is none.
#[inline(always)]
pub(super) const fn word_length(word: u64) -> usize {
    before_mark(word.wrapping_sub(LOW * (b' ' as u64 + 1)) & !word & HIGH)
}

/// Returns the number of leading ASCII letters and digits, up to 8.
#[inline(always)]
pub(super) const fn alphanumerics(word: u64) -> usize {
    before_mark(!are_alphanumeric(word) & HIGH)
}

/// Returns the number of leading bytes that are ASCII letters, digits, `+` or `#`, up to 8.
#[inline(always)]
pub(super) const fn letters_of_moves(word: u64) -> usize {
    // The two marks differ in one bit.
    let values = (word | (LOW * 0x08)) ^ (LOW * b'+' as u64);
    // No sum exceeds its byte, so that nothing is marked wrongly.
    let others = (values & !HIGH).wrapping_add(LOW * 0x7f) | values;
    before_mark(!are_alphanumeric(word) & others & HIGH)
}

/// Marks ASCII letters and digits. Marks above the lowest byte that is neither may be wrong.
#[inline(always)]
const fn are_alphanumeric(word: u64) -> u64 {
    let values = word ^ (LOW * b'0' as u64);
    let is_digit = !values.wrapping_add(LOW * (0x80 - 10));
    // Letters have bit 6, and 1 to 26 below it.
    let letters = word & (LOW * 0x1f);
    let is_letter =
        word << 1 & !letters.wrapping_add(LOW * (0x80 - 27)) & letters.wrapping_add(LOW * 0x7f);
    (is_digit | is_letter) & !word
}

/// Returns the number of bytes before the first quote, backslash or line end, or 8 if there is
/// none.
#[inline(always)]
pub(super) const fn before_quote(word: u64) -> usize {
    before_mark(
        zeros(word ^ (LOW * b'"' as u64))
            | zeros(word ^ (LOW * b'\\' as u64))
            | zeros(word ^ (LOW * b'\n' as u64))
            | zeros(word ^ (LOW * b'\r' as u64)),
    )
}

/// Marks zero bytes. Only the lowest mark is reliable.
#[inline(always)]
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(LOW) & !word & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the result with that of the naive method, for every byte at every index, after
    /// every byte of the class.
    fn check(count: impl Fn(u64) -> usize, fits: impl Fn(u8) -> bool) {
        let inside: Vec<u8> = (0..=255).filter(|&byte| fits(byte)).collect();
        for place in 0..8 {
            for (byte, first) in
                (0..=255).flat_map(|byte| (0..inside.len()).map(move |at| (byte, at)))
            {
                for after in [0, b'a', b'"', 0x7f, 0x80, 0xff] {
                    let mut bytes = [after; 8];
                    for (at, slot) in bytes[..place].iter_mut().enumerate() {
                        *slot = inside[(first + 7 * at) % inside.len()];
                    }
                    bytes[place] = byte;
                    let expected = bytes.iter().take_while(|&&byte| fits(byte)).count();
                    assert_eq!(count(u64::from_le_bytes(bytes)), expected, "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn classes_are_found() {
        check(word_length, |byte| byte > b' ');
        check(alphanumerics, |byte| byte.is_ascii_alphanumeric());
        check(letters_of_moves, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#'));
        check(before_quote, |byte| !matches!(byte, b'"' | b'\\' | b'\n' | b'\r'));
    }

    #[test]
    fn the_end_of_a_text_is_no_error() {
        assert_eq!(eight_bytes(b"1234567", 0), 0);
        assert_eq!(eight_bytes(b"\x01\0\0\0\0\0\0\0\x02", 0), 1);
    }
}
