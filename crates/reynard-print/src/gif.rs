//! Animated GIFs, by the specification `GIF89a`.

use std::collections::{BTreeMap, HashMap};

use reynard::draw::SvgBoard;

use crate::PictureError;
use crate::picture::draw;

/// An animation of boards.
///
/// ```
/// use reynard::{Position, draw::SvgBoard};
/// use reynard_print::Animation;
///
/// let mut pos = Position::startpos();
/// let mut animation = Animation::new(160);
/// animation.boards.push(SvgBoard::of_position(&pos));
/// let mv = pos.parse_san("e4")?;
/// pos.play(mv)?;
/// animation.boards.push(SvgBoard::of_position(&pos));
/// assert!(animation.to_gif()?.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Animation {
    /// The frames.
    pub boards: Vec<SvgBoard>,
    /// The width in pixels.
    pub size: u32,
    /// The time of a frame in hundredths of a second; at least 2, below which viewers are slow.
    pub delay: u16,
    /// The time of the last frame, so that it can be seen.
    pub last_delay: u16,
}

/// The most pixels of all frames together.
const MAX_PIXELS: u64 = 1 << 30;

/// The colors of the palette.
const COLORS: usize = 256;

impl Animation {
    /// Creates an animation without frames: a second for each, and five for the last.
    pub const fn new(size: u32) -> Self {
        Self { boards: Vec::new(), size, delay: 100, last_delay: 500 }
    }

    /// Writes the animation. All frames have one palette, so that no color flickers, and only the
    /// part of a frame that has changed is written.
    ///
    /// # Errors
    ///
    /// [`PictureError`] for a size that no picture has, no frames, or too many.
    pub fn to_gif(&self) -> Result<Vec<u8>, PictureError> {
        let pixels = u64::from(self.size).pow(2).saturating_mul(self.boards.len() as u64);
        if self.boards.is_empty() || pixels > MAX_PIXELS {
            return Err(PictureError::Frames(self.boards.len()));
        }
        let mut counts: BTreeMap<[u8; 3], u64> = BTreeMap::new();
        for board in &self.boards {
            for color in colors(board, self.size)? {
                *counts.entry(color).or_default() += 1;
            }
        }
        let palette = Palette::new(&counts);
        let side = u16::try_from(self.size).map_err(|_| PictureError::Size(self.size))?;
        let mut bytes = b"GIF89a".to_vec();
        bytes.extend(side.to_le_bytes());
        bytes.extend(side.to_le_bytes());
        // A palette of 256 colors, of eight bits each.
        bytes.extend([0xF7, 0, 0]);
        for color in palette.colors {
            bytes.extend(color);
        }
        // Repeated without end.
        bytes.extend(b"\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00");
        let mut shown: Vec<u8> = Vec::new();
        let mut nearest = HashMap::new();
        for (index, board) in self.boards.iter().enumerate() {
            let frame: Vec<u8> = colors(board, self.size)?
                .map(|color| *nearest.entry(color).or_insert_with(|| palette.nearest(color)))
                .collect();
            let is_last = index + 1 == self.boards.len();
            let delay = if is_last { self.last_delay } else { self.delay };
            write_frame(&mut bytes, &frame, &shown, side, delay.max(2));
            shown = frame;
        }
        bytes.push(0x3B);
        Ok(bytes)
    }
}

/// Draws a board as pixels.
fn colors(board: &SvgBoard, size: u32) -> Result<impl Iterator<Item = [u8; 3]>, PictureError> {
    let pixels = draw(board, size)?.take();
    let count = pixels.len() / 4;
    Ok((0..count)
        .map(move |index| [pixels[4 * index], pixels[4 * index + 1], pixels[4 * index + 2]]))
}

/// The colors of all frames.
struct Palette {
    colors: [[u8; 3]; COLORS],
}

impl Palette {
    /// Takes the most frequent colors.
    fn new(counts: &BTreeMap<[u8; 3], u64>) -> Self {
        let mut frequent: Vec<(&[u8; 3], &u64)> = counts.iter().collect();
        frequent.sort_by_key(|&(color, count)| (std::cmp::Reverse(*count), *color));
        let mut colors = [[0; 3]; COLORS];
        for (slot, (color, _)) in colors.iter_mut().zip(frequent) {
            *slot = *color;
        }
        Self { colors }
    }

    fn nearest(&self, color: [u8; 3]) -> u8 {
        let distance = |other: &[u8; 3]| {
            let parts = color.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2));
            parts.sum::<u32>()
        };
        let best = (0..COLORS).min_by_key(|&index| distance(&self.colors[index]));
        best.and_then(|index| u8::try_from(index).ok()).unwrap_or(0)
    }
}

/// Writes the part of a frame that differs from the one before.
fn write_frame(bytes: &mut Vec<u8>, frame: &[u8], before: &[u8], side: u16, delay: u16) {
    let width = usize::from(side);
    let (mut left, mut top, mut right, mut bottom) = (0, 0, width, width);
    if !before.is_empty() {
        let changed = (0..frame.len()).filter(|&index| frame[index] != before[index]);
        let places: Vec<(usize, usize)> =
            changed.map(|index| (index % width, index / width)).collect();
        left = places.iter().map(|place| place.0).min().unwrap_or(0);
        top = places.iter().map(|place| place.1).min().unwrap_or(0);
        right = places.iter().map(|place| place.0 + 1).max().unwrap_or(1);
        bottom = places.iter().map(|place| place.1 + 1).max().unwrap_or(1);
    }
    bytes.extend([0x21, 0xF9, 4, 0x04]);
    bytes.extend(delay.to_le_bytes());
    bytes.extend([0, 0, 0x2C]);
    for number in [left, top, right - left, bottom - top] {
        bytes.extend(u16::try_from(number).unwrap_or(side).to_le_bytes());
    }
    bytes.push(0);
    let rows = (top..bottom).flat_map(|row| frame[row * width + left..row * width + right].iter());
    compress(rows.copied(), bytes);
}

/// Writes eight-bit numbers by the algorithm of Lempel, Ziv and Welch, in blocks.
fn compress(pixels: impl Iterator<Item = u8>, bytes: &mut Vec<u8>) {
    const CLEAR: u16 = 256;
    const END: u16 = 257;
    let mut packed = Vec::new();
    let (mut buffer, mut filled) = (0_u32, 0);
    let mut put = |code: u16, width: u32, packed: &mut Vec<u8>| {
        buffer |= u32::from(code) << filled;
        filled += width;
        while filled >= 8 {
            packed.extend(buffer.to_le_bytes().first());
            buffer >>= 8;
            filled -= 8;
        }
    };
    let mut codes: HashMap<(u16, u8), u16> = HashMap::new();
    let (mut next, mut width) = (END + 1, 9);
    put(CLEAR, width, &mut packed);
    let mut prefix: Option<u16> = None;
    for pixel in pixels {
        let Some(last) = prefix else {
            prefix = Some(pixel.into());
            continue;
        };
        if let Some(&code) = codes.get(&(last, pixel)) {
            prefix = Some(code);
            continue;
        }
        put(last, width, &mut packed);
        if next == 4_096 {
            put(CLEAR, width, &mut packed);
            codes.clear();
            (next, width) = (END + 1, 9);
        } else {
            // The reader knows a code one step later: it widens when the next one would not fit.
            if next == 1 << width {
                width += 1;
            }
            codes.insert((last, pixel), next);
            next += 1;
        }
        prefix = Some(pixel.into());
    }
    if let Some(last) = prefix {
        put(last, width, &mut packed);
        if next == 1 << width && width < 12 {
            width += 1;
        }
    }
    put(END, width, &mut packed);
    put(0, 7, &mut packed);
    bytes.push(8);
    for block in packed.chunks(255) {
        bytes.push(u8::try_from(block.len()).unwrap_or(u8::MAX));
        bytes.extend(block);
    }
    bytes.push(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads what `compress` has written.
    fn unpack(bytes: &[u8]) -> Vec<u8> {
        let mut packed: Vec<u8> = Vec::new();
        let mut place = 1;
        while bytes[place] > 0 {
            let length = usize::from(bytes[place]);
            packed.extend(&bytes[place + 1..=place + length]);
            place += length + 1;
        }
        let bit =
            |index: usize| packed.get(index / 8).is_some_and(|byte| byte >> (index % 8) & 1 == 1);
        let (mut at, mut width) = (0, 9);
        let mut table: Vec<Vec<u8>> = Vec::new();
        let mut last: Option<Vec<u8>> = None;
        let mut pixels = Vec::new();
        loop {
            let code: usize = (0..width).map(|shift| usize::from(bit(at + shift)) << shift).sum();
            at += width;
            match code {
                256 => {
                    table = (0..=255_u8)
                        .map(|byte| vec![byte])
                        .chain([Vec::new(), Vec::new()])
                        .collect();
                    (width, last) = (9, None);
                }
                257 => return pixels,
                _ => {
                    let entry = match (table.get(code), &last) {
                        (Some(entry), _) => entry.clone(),
                        (None, Some(last)) => [&last[..], &last[..1]].concat(),
                        (None, None) => panic!("no such code"),
                    };
                    pixels.extend(&entry);
                    if let Some(last) = last {
                        table.push([&last[..], &entry[..1]].concat());
                    }
                    if table.len() == 1 << width && width < 12 {
                        width += 1;
                    }
                    last = Some(entry);
                }
            }
        }
    }

    #[test]
    fn packed_pixels_are_unpacked_alike() {
        let mut seed = 1_u32;
        for length in [0, 1, 2, 300, 5_000, 40_000] {
            for spread in [1, 3, 256] {
                let pixels: Vec<u8> = (0..length)
                    .map(|_| {
                        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        u8::try_from((seed >> 16) % spread).unwrap_or(0)
                    })
                    .collect();
                let mut bytes = Vec::new();
                compress(pixels.iter().copied(), &mut bytes);
                assert_eq!(unpack(&bytes), pixels, "{length} {spread}");
            }
        }
    }
}
