//! Animated GIFs, following the `GIF89a` specification.

use std::collections::HashMap;
use std::iter;

use crate::error::{MAX_SIZE, MIN_SIZE, PictureError};

/// The colors of an animation, with the number of pixels of each color.
///
/// All frames share one palette, so colors do not flicker. Each frame is therefore counted first,
/// and then written by a [`GifEncoder`].
///
/// ```
/// use reynard_print::{GifColors, GifEncoder};
///
/// let frames = [[0x80; 4 * 16 * 16], [0xFF; 4 * 16 * 16]];
/// let mut colors = GifColors::default();
/// frames.iter().for_each(|frame| colors.count(frame));
/// let mut encoder = GifEncoder::new(16, &colors)?;
/// for frame in &frames {
///     encoder.push(frame, 100)?;
/// }
/// assert!(encoder.finish().starts_with(b"GIF89a"));
/// # Ok::<(), reynard_print::PictureError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GifColors {
    counts: HashMap<[u8; 3], u64>,
}

impl GifColors {
    /// Counts the colors of a frame. Each pixel consists of four bytes: red, green, blue and
    /// opacity. The opacity is ignored.
    ///
    /// ```
    /// let mut colors = reynard_print::GifColors::default();
    /// colors.count(&[0, 0, 0, 255, 255, 255, 255, 255]);
    /// ```
    pub fn count(&mut self, rgba: &[u8]) {
        // Most pixels have the same color as the previous one.
        let pixels = rgba.as_chunks::<4>().0;
        for run in pixels.chunk_by(|one, other| one[..3] == other[..3]) {
            let [red, green, blue, _] = run[0];
            *self.counts.entry([red, green, blue]).or_default() += run.len() as u64;
        }
    }

    /// Returns the most frequent colors, followed by those of the remaining colors that differ most
    /// from them, so that an arrow in a few frames keeps its color.
    fn palette(&self) -> Palette {
        let mut frequent: Vec<([u8; 3], u64)> =
            self.counts.iter().map(|(color, count)| (*color, *count)).collect();
        frequent.sort_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let mut colors: Vec<[u8; 3]> = frequent.iter().map(|&(color, _)| color).collect();
        let others = colors.split_off(colors.len().min(FREQUENT));
        let near = |color, colors: &[[u8; 3]]| {
            colors.iter().map(|own| distance(*own, color)).min().unwrap_or(u32::MAX)
        };
        let mut others: Vec<([u8; 3], u32)> =
            others.into_iter().map(|color| (color, near(color, &colors))).collect();
        while colors.len() < COLORS {
            // If distances are equal, the first color is taken, which is more frequent.
            let farthest = others.iter().rev().max_by_key(|&&(_, distance)| distance);
            let Some(&(color, _)) = farthest.filter(|&&(_, distance)| distance > 0) else { break };
            colors.push(color);
            for (other, nearest) in &mut others {
                *nearest = distance(*other, color).min(*nearest);
            }
        }
        colors.resize(COLORS, [0; 3]);
        Palette { colors, nearest: HashMap::new() }
    }
}

/// Encoder of animated GIFs. It writes only the part of a frame that has changed, and keeps only
/// the previous frame in memory.
///
/// See [`GifColors`] for an example.
#[derive(Debug)]
pub struct GifEncoder {
    side: u16,
    palette: Palette,
    /// The previous frame as palette indices; empty before the first frame.
    shown: Vec<u8>,
    bytes: Vec<u8>,
}

impl GifEncoder {
    /// Creates an encoder for frames that are `size` pixels wide and high, from 16 to [`MAX_SIZE`].
    /// The animation loops endlessly.
    ///
    /// # Errors
    ///
    /// [`PictureError::Size`] if the size is out of range.
    ///
    /// ```
    /// use reynard_print::{GifColors, GifEncoder, PictureError};
    ///
    /// let error = GifEncoder::new(7, &GifColors::default()).err();
    /// assert_eq!(error, Some(PictureError::Size(7)));
    /// ```
    pub fn new(size: u32, colors: &GifColors) -> Result<Self, PictureError> {
        let side = u16::try_from(size).ok().filter(|_| (MIN_SIZE..=MAX_SIZE).contains(&size));
        let side = side.ok_or(PictureError::Size(size))?;
        let palette = colors.palette();
        let mut bytes = b"GIF89a".to_vec();
        bytes.extend(side.to_le_bytes());
        bytes.extend(side.to_le_bytes());
        // A palette of 256 colors, of eight bits each.
        bytes.extend([0xF7, 0, 0]);
        bytes.extend(palette.colors.as_flattened());
        bytes.extend(b"\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00");
        Ok(Self { side, palette, shown: Vec::new(), bytes })
    }

    /// Adds a frame, with the same four bytes per pixel as in [`GifColors::count`]. `delay` is its
    /// display time in hundredths of a second, at least 2; viewers slow down frames with a shorter
    /// time.
    ///
    /// # Errors
    ///
    /// [`PictureError::Pixels`] if the number of pixels does not match the size.
    ///
    /// ```
    /// use reynard_print::{GifColors, GifEncoder, PictureError};
    ///
    /// let mut encoder = GifEncoder::new(16, &GifColors::default())?;
    /// assert_eq!(encoder.push(&[0; 4], 100), Err(PictureError::Pixels(1)));
    /// # Ok::<(), PictureError>(())
    /// ```
    pub fn push(&mut self, rgba: &[u8], delay: u16) -> Result<(), PictureError> {
        let pixels = rgba.as_chunks::<4>().0;
        if pixels.len() != usize::from(self.side).pow(2) {
            return Err(PictureError::Pixels(pixels.len()));
        }
        let mut frame = Vec::with_capacity(pixels.len());
        for run in pixels.chunk_by(|one, other| one[..3] == other[..3]) {
            let [red, green, blue, _] = run[0];
            frame.extend(iter::repeat_n(self.palette.nearest([red, green, blue]), run.len()));
        }
        write_frame(&mut self.bytes, &frame, &self.shown, self.side, delay.max(2));
        self.shown = frame;
        Ok(())
    }

    /// Returns the complete file.
    ///
    /// ```
    /// use reynard_print::{GifColors, GifEncoder};
    ///
    /// let bytes = GifEncoder::new(16, &GifColors::default())?.finish();
    /// assert_eq!(bytes.last(), Some(&0x3B));
    /// # Ok::<(), reynard_print::PictureError>(())
    /// ```
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0x3B);
        self.bytes
    }
}

/// The number of colors of a palette.
const COLORS: usize = 256;
/// The number of palette colors chosen by frequency.
const FREQUENT: usize = 192;

/// Palette shared by all frames.
#[derive(Debug)]
struct Palette {
    colors: Vec<[u8; 3]>,
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// Returns the palette index of the nearest color.
    fn nearest(&mut self, color: [u8; 3]) -> u8 {
        let colors = &self.colors;
        *self.nearest.entry(color).or_insert_with(|| {
            let best = (0..COLORS).min_by_key(|&index| distance(colors[index], color));
            best.and_then(|index| u8::try_from(index).ok()).unwrap_or(0)
        })
    }
}

/// Returns the squared distance between two colors.
fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}

/// Writes the part of a frame that differs from the previous one.
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

/// Compresses eight-bit values with the Lempel–Ziv–Welch algorithm, in blocks.
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
            // The decoder learns a code one step later: it widens when the next code would not fit.
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

    /// Decompresses the output of `compress`.
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

    /// Renders the frames of an animation, as a viewer does.
    fn frames(bytes: &[u8]) -> Vec<Vec<[u8; 3]>> {
        let word = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let width = word(6);
        let palette = bytes[13..13 + 3 * COLORS].as_chunks::<3>().0;
        let mut shown = vec![[0; 3]; width * word(8)];
        let mut frames = Vec::new();
        let mut at = 13 + 3 * COLORS;
        while bytes[at] != 0x3B {
            let is_image = bytes[at] == 0x2C;
            let start = at + if is_image { 10 } else { 2 };
            let mut end = start + usize::from(is_image);
            while bytes[end] > 0 {
                end += usize::from(bytes[end]) + 1;
            }
            if is_image {
                let (left, top, columns) = (word(at + 1), word(at + 3), word(at + 5));
                for (index, color) in unpack(&bytes[start..]).into_iter().enumerate() {
                    let place = (top + index / columns) * width + left + index % columns;
                    shown[place] = palette[usize::from(color)];
                }
                frames.push(shown.clone());
            }
            at = end + 1;
        }
        frames
    }

    #[test]
    fn frames_come_back_and_a_rare_color_stays_among_many() {
        // More colors than a palette has, all of them grays with a tinge; and one arrow.
        let arrow = [0x15, 0x78, 0x1B];
        let gray = |index: usize| {
            let shade = u8::try_from(index % 200).unwrap_or(0) + 40;
            [shade, shade, shade + u8::try_from(index % 7).unwrap_or(0)]
        };
        let pixels: Vec<Vec<[u8; 3]>> = (0..3)
            .map(|number| {
                let color = |index: usize| match (number, index) {
                    (1, 500..503) => arrow,
                    _ => gray(index + number),
                };
                (0..64 * 64).map(color).collect()
            })
            .collect();
        let rgba = |frame: &Vec<[u8; 3]>| -> Vec<u8> {
            frame.iter().flat_map(|&[red, green, blue]| [red, green, blue, 255]).collect()
        };
        let mut colors = GifColors::default();
        for frame in &pixels {
            colors.count(&rgba(frame));
        }
        assert!(colors.counts.len() > 2 * COLORS);
        let mut encoder = GifEncoder::new(64, &colors).expect("a size");
        for frame in &pixels {
            encoder.push(&rgba(frame), 100).expect("a frame");
        }
        let painted = frames(&encoder.finish());
        assert_eq!(painted.len(), pixels.len());
        for (painted, drawn) in painted.iter().flatten().zip(pixels.iter().flatten()) {
            assert!(distance(*painted, *drawn) < 60, "{painted:?} {drawn:?}");
        }
        assert_eq!(painted[1][501], arrow);
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
