//! Text in UTF-16, as the shell of Windows writes it, converted to UTF-8.

use std::io::{self, BufReader, Read};

/// Returns `true` if a file begins with a byte order mark of UTF-16. [`Input`](crate::Input)
/// converts such a file to UTF-8; a [`Reader`](crate::Reader) of its bytes reports it.
///
/// ```
/// use reynard_pgn::is_utf16;
///
/// assert!(is_utf16(b"\xff\xfe[\0E\0"));
/// assert!(!is_utf16(b"[Event \"?\"]"));
/// // UTF-32 begins like UTF-16.
/// assert!(!is_utf16(b"\xff\xfe\0\0[\0\0\0"));
/// ```
pub const fn is_utf16(beginning: &[u8]) -> bool {
    ByteOrder::of(beginning).is_some()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    const fn of(beginning: &[u8]) -> Option<Self> {
        match beginning {
            [0xff, 0xfe, 0, 0, ..] => None,
            [0xff, 0xfe, ..] => Some(Self::Little),
            [0xfe, 0xff, ..] => Some(Self::Big),
            _ => None,
        }
    }
}

/// A reader of UTF-16 that yields UTF-8, without the byte order mark. A unit without its pair, and
/// half a unit at the end, become U+FFFD.
pub(super) struct Utf16Text<R> {
    read: BufReader<R>,
    order: ByteOrder,
    /// A unit that was read but belongs to the next character.
    next_unit: Option<u16>,
    /// Converted text that has not been returned, from `returned` on.
    text: String,
    returned: usize,
}

/// Number of characters converted at a time.
const STEP: usize = 1 << 13;

impl<R: Read> Utf16Text<R> {
    /// Wraps a file that begins with a byte order mark, which is read.
    pub(super) fn new(read: R) -> io::Result<Self> {
        let mut read = BufReader::with_capacity(2 * STEP, read);
        let mut mark = [0; 2];
        read.read_exact(&mut mark)?;
        let order = ByteOrder::of(&mark).unwrap_or(ByteOrder::Little);
        Ok(Self { read, order, next_unit: None, text: String::new(), returned: 0 })
    }

    /// Returns the next 16 bits of the file, or `None` at its end.
    fn unit(&mut self) -> io::Result<Option<u16>> {
        if let Some(unit) = self.next_unit.take() {
            return Ok(Some(unit));
        }
        let mut bytes = [0; 2];
        let mut count = 0;
        while count < 2 {
            match self.read.read(&mut bytes[count..]) {
                Ok(0) if count == 0 => return Ok(None),
                Ok(0) => return Ok(Some(HALF)),
                Ok(more) => count += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Some(match self.order {
            ByteOrder::Little => u16::from_le_bytes(bytes),
            ByteOrder::Big => u16::from_be_bytes(bytes),
        }))
    }

    /// Converts the next character. Returns `false` at the end of the file.
    fn convert_character(&mut self) -> io::Result<bool> {
        let Some(first) = self.unit()? else { return Ok(false) };
        let mut units = [first, 0];
        let mut count = 1;
        if is_first_of_pair(first)
            && let Some(second) = self.unit()?
        {
            if is_second_of_pair(second) {
                units[1] = second;
                count = 2;
            } else {
                self.next_unit = Some(second);
            }
        }
        let characters = char::decode_utf16(units[..count].iter().copied());
        self.text.extend(characters.map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER)));
        Ok(true)
    }
}

/// The unit read in place of half a unit at the end of a file.
const HALF: u16 = 0xfffd;

const fn is_first_of_pair(unit: u16) -> bool {
    matches!(unit, 0xd800..=0xdbff)
}

const fn is_second_of_pair(unit: u16) -> bool {
    matches!(unit, 0xdc00..=0xdfff)
}

impl<R: Read> Read for Utf16Text<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.returned == self.text.len() {
            self.text.clear();
            self.returned = 0;
            // Converts the bytes that have arrived, without waiting for more.
            while self.text.len() < STEP && self.convert_character()? {
                if self.read.buffer().len() < 4 {
                    break;
                }
            }
        }
        let rest = &self.text.as_bytes()[self.returned..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.returned += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that yields one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(1);
            self.0.read(&mut buffer[..count])
        }
    }

    fn converted(bytes: &[u8]) -> String {
        let mut text = String::new();
        let mut read = Utf16Text::new(Slow(bytes)).expect("a mark");
        read.read_to_string(&mut text).expect("memory");
        text
    }

    fn units(text: &str) -> impl Iterator<Item = u16> {
        std::iter::once(0xfeff).chain(text.encode_utf16())
    }

    #[test]
    fn text_is_converted_in_both_byte_orders() {
        let long = "♞".repeat(3 * STEP);
        for text in ["", "[White \"Kārlis\"]\r\n", "1. e4 {😀} e5 *", &long] {
            let little: Vec<u8> = units(text).flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units(text).flat_map(u16::to_be_bytes).collect();
            assert_eq!(converted(&little), text);
            assert_eq!(converted(&big), text);
        }
    }

    #[test]
    fn damaged_units_are_replaced() {
        assert_eq!(
            converted(b"\xff\xfea\0\x3d\xd8b\0\0\xdcc\0\x3d"),
            "a\u{fffd}b\u{fffd}c\u{fffd}"
        );
        assert_eq!(converted(b"\xff\xfea\0\x3d\xd8"), "a\u{fffd}");
    }
}
