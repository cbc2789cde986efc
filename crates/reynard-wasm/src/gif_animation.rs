//! Animated GIFs made of boards drawn by JavaScript.

use reynard_print::{GifColors, GifEncoder};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;

/// An animated GIF. The colors of all frames must be counted before the first frame is added. A
/// frame is the `data` of an `ImageData`: four bytes per pixel.
///
/// ```
/// use reynard_wasm::GifAnimation;
///
/// let frames = [vec![0x80; 4 * 16 * 16], vec![0xFF; 4 * 16 * 16]];
/// let mut animation = GifAnimation::new(16);
/// frames.iter().for_each(|frame| animation.count(frame));
/// for frame in &frames {
///     animation.add(frame, 100)?;
/// }
/// assert!(animation.finish()?.starts_with(b"GIF89a"));
/// # Ok::<(), reynard_wasm::Failure>(())
/// ```
#[wasm_bindgen(js_name = GifAnimation)]
#[derive(Debug)]
pub struct GifAnimation {
    size: u32,
    colors: GifColors,
    encoder: Option<GifEncoder>,
}

#[wasm_bindgen(js_class = GifAnimation)]
impl GifAnimation {
    /// Creates an animation with a width and a height of `size` pixels, from 16 to 4096.
    #[wasm_bindgen(constructor)]
    pub fn new(size: u32) -> Self {
        Self { size, colors: GifColors::default(), encoder: None }
    }

    /// Counts the colors of a frame. All frames must be counted before the first one is added; the
    /// colors of frames counted later are not added to the palette.
    pub fn count(&mut self, rgba: &[u8]) {
        self.colors.count(rgba);
    }

    /// Adds a frame that is shown for `delay` hundredths of a second.
    ///
    /// # Errors
    ///
    /// If the size of the animation is not supported, or the frame has a different size.
    pub fn add(&mut self, rgba: &[u8], delay: u16) -> Result<(), Failure> {
        let encoder = match self.encoder.take() {
            Some(encoder) => encoder,
            None => GifEncoder::new(self.size, &self.colors).map_err(Failure::new)?,
        };
        self.encoder.insert(encoder).push(rgba, delay).map_err(Failure::new)
    }

    /// Returns the GIF file, and resets the animation to its empty initial state.
    ///
    /// # Errors
    ///
    /// If the animation has no frames.
    pub fn finish(&mut self) -> Result<Vec<u8>, Failure> {
        let encoder = self.encoder.take();
        self.colors = GifColors::default();
        encoder.map(GifEncoder::finish).ok_or_else(|| Failure::new("the animation has no frames"))
    }
}
