//! WebAssembly files without the sections that no browser reads.

/// Length of the magic number and the version.
const HEAD: usize = 8;
/// Number of a custom section.
const CUSTOM: u8 = 0;

/// Returns a file without its custom sections: names, and the debug information of the standard
/// library, which is half of the file. `strip = true` would remove what wasm-bindgen has to read in
/// the same profile.
pub(crate) fn without_custom_sections(file: &[u8]) -> Option<Vec<u8>> {
    let (head, mut rest) = file.split_at_checked(HEAD)?;
    let mut stripped = head.to_vec();
    while let Some((&id, after)) = rest.split_first() {
        let (length, digits) = length(after)?;
        let end = 1 + digits + length;
        let section = rest.get(..end)?;
        if id != CUSTOM {
            stripped.extend_from_slice(section);
        }
        rest = &rest[end..];
    }
    Some(stripped)
}

/// Reads an unsigned LEB128 number; returns it with the number of its bytes.
fn length(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value = 0;
    for (index, &byte) in bytes.iter().enumerate().take(5) {
        value |= usize::from(byte & 0x7F) << (7 * index);
        if byte < 0x80 {
            return Some((value, index + 1));
        }
    }
    None
}
