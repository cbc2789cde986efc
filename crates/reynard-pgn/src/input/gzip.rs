//! Gzip: consecutive members and the bytes after them.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

/// A reader of the decompressed contents of a file's members. Zeros around members are padding.
pub(super) struct GzipMembers<R> {
    /// The current member; `None` at the end of the file.
    member: Option<GzDecoder<BufReader<R>>>,
}

impl<R: Read> GzipMembers<R> {
    pub(super) fn new(read: R) -> Self {
        Self { member: Some(GzDecoder::new(BufReader::new(read))) }
    }

    /// Proceeds to the next member after the end of the current one.
    fn next_member(&mut self) -> io::Result<()> {
        let Some(member) = &mut self.member else { return Ok(()) };
        let next = after_zeros(member.get_mut())?;
        let file = self.member.take().map(GzDecoder::into_inner);
        match next {
            None => Ok(()),
            Some(MAGIC) => {
                self.member = file.map(GzDecoder::new);
                Ok(())
            }
            Some(_) => Err(io::Error::new(io::ErrorKind::InvalidData, TRAILING)),
        }
    }
}

/// The first byte of a member.
const MAGIC: u8 = 0x1f;

/// The error for a file with nonzero bytes after its members.
const TRAILING: &str = "bytes that are not gzip follow the compressed games, which are complete";

/// Skips zeros and returns the byte after them; `None` at the end of the file.
fn after_zeros(file: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        let seen = match file.fill_buf() {
            Ok(seen) => seen,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if seen.is_empty() {
            return Ok(None);
        }
        let zeros = seen.iter().take_while(|byte| **byte == 0).count();
        let next = seen.get(zeros).copied();
        file.consume(zeros);
        if next.is_some() {
            return Ok(next);
        }
    }
}

impl<R: Read> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while let Some(member) = &mut self.member {
            let count = member.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            self.next_member()?;
        }
        Ok(0)
    }
}
