//! PNG encoder, following the W3C specification.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use tiny_skia::Pixmap;

/// Encodes pixels on an opaque background as PNG with eight bits per channel.
pub(crate) fn encode(pixmap: &Pixmap) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1A\n".to_vec();
    let mut header = Vec::new();
    header.extend(pixmap.width().to_be_bytes());
    header.extend(pixmap.height().to_be_bytes());
    // Eight bits per channel, red, green and blue, no interlacing.
    header.extend([8, 2, 0, 0, 0]);
    chunk(&mut bytes, *b"IHDR", &header);
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let mut above = vec![0; 3 * pixmap.width() as usize];
    for row in pixmap.data().chunks_exact(4 * pixmap.width() as usize) {
        let line: Vec<u8> =
            row.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        // Each row is stored as the difference from the row above, which is small for boards.
        let mut filtered = vec![2];
        filtered.extend(
            line.iter().zip(&above).map(|(byte, above): (&u8, &u8)| byte.wrapping_sub(*above)),
        );
        // Writing to memory cannot fail.
        let _ = encoder.write_all(&filtered);
        above = line;
    }
    chunk(&mut bytes, *b"IDAT", &encoder.finish().unwrap_or_default());
    chunk(&mut bytes, *b"IEND", &[]);
    bytes
}

fn chunk(bytes: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    let length = u32::try_from(content.len()).unwrap_or(u32::MAX);
    bytes.extend(length.to_be_bytes());
    let mut sum = Crc::new();
    sum.update(&name);
    sum.update(content);
    bytes.extend(name);
    bytes.extend(content);
    bytes.extend(sum.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;

    use super::*;

    #[test]
    fn the_pixels_come_back() {
        let mut pixmap = Pixmap::new(3, 2).expect("a picture");
        pixmap.fill(tiny_skia::Color::from_rgba8(10, 20, 30, 255));
        let bytes = encode(&pixmap);
        let start = bytes.windows(4).position(|it| it == b"IDAT").expect("pixels") + 4;
        let mut rows = Vec::new();
        let _ = ZlibDecoder::new(&bytes[start..]).read_to_end(&mut rows);
        assert_eq!(rows, [2, 10, 20, 30, 10, 20, 30, 10, 20, 30, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        // The checksum of the empty chunk at the end is known.
        assert!(bytes.ends_with(b"IEND\xAE\x42\x60\x82"));
    }
}
