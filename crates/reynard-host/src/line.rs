//! Lines received from an engine.

use std::io::{self, BufRead, Read};
use std::time::Instant;

use reynard_uci::MAX_LINE;

/// A line received from an engine, with its time of arrival.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) at: Instant,
}

/// Reads up to the end of a line or the end of the input. Returns `false` if there are no more
/// lines. The excess part of an overlong line is dropped.
pub(crate) fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let room = MAX_LINE as u64;
    reader.by_ref().take(room).read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        return Ok(true);
    }
    if line.len() < MAX_LINE {
        return Ok(false);
    }
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(false);
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn overlong_lines_are_truncated() {
        let mut input = vec![b'x'; 3 * MAX_LINE];
        input.extend_from_slice(b"\nshort\nlast");
        let mut reader = BufReader::new(&input[..]);
        let mut line = Vec::new();
        assert!(read_line(&mut reader, &mut line).unwrap());
        assert_eq!(line.len(), MAX_LINE);
        line.clear();
        assert!(read_line(&mut reader, &mut line).unwrap());
        assert_eq!(line, b"short\n");
        line.clear();
        assert!(!read_line(&mut reader, &mut line).unwrap());
        assert_eq!(line, b"last");
    }
}
