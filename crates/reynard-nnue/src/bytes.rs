//! Reading bytes from the front of a slice.

use crate::error::NetworkError;

/// Splits `len` bytes off the front of `rest`.
pub(crate) fn take<'a>(rest: &mut &'a [u8], len: usize) -> Result<&'a [u8], NetworkError> {
    let found = rest.len() as u64;
    let (front, back) =
        rest.split_at_checked(len).ok_or(NetworkError::Length { expected: len as u64, found })?;
    *rest = back;
    Ok(front)
}

/// Returns the bytes as an array. Any missing bytes are zero.
pub(crate) fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or([0; N])
}
