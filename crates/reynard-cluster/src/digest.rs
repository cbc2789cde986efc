//! SHA-256 digests in hexadecimal.

use std::io::{self, Read};

use hmac_sha256::Hash;

/// Returns the SHA-256 digest of a byte slice as 64 hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Hash::hash(bytes))
}

/// Reads to the end of the input. Returns the SHA-256 digest and the number of bytes.
pub(crate) fn sha256_of(mut read: impl Read) -> io::Result<(String, u64)> {
    let mut hasher = Hasher::default();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match read.read(&mut buffer) {
            Ok(0) => return Ok(hasher.finish()),
            Ok(count) => hasher.add(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Incremental computation of a SHA-256 digest and the length of the data.
#[derive(Default)]
pub(crate) struct Hasher {
    state: Hash,
    bytes: u64,
}

impl Hasher {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.state.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// Returns the SHA-256 digest and the number of bytes.
    pub(crate) fn finish(self) -> (String, u64) {
        (hex(&self.state.finalize()), self.bytes)
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|&byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the example in FIPS 180-2, appendix B.1.
    #[test]
    fn the_digest_of_the_standard() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), expected);
        assert_eq!(sha256_of(&b"abc"[..]).expect("memory"), (expected.to_owned(), 3));
    }
}
