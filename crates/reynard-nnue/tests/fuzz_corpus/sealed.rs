//! Network files with a right checksum.

/// Appends the checksum of bytes to them.
pub(crate) fn sealed(body: &[u8]) -> Vec<u8> {
    let mut crc = u32::MAX;
    for byte in body {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    [body, &(!crc).to_le_bytes()].concat()
}
