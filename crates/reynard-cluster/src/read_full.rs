//! Reads as many bytes as are available.

use std::io::{self, Read};

/// Reads until a buffer is full or the input ends. Returns the number of bytes read.
pub(crate) fn read_full(read: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut count = 0;
    while count < buffer.len() {
        match read.read(&mut buffer[count..]) {
            Ok(0) => break,
            Ok(more) => count += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(count)
}

/// Reads into a buffer. Returns 0 only at the end of the input.
pub(crate) fn read_some(read: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match read.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
