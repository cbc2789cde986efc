//! Animated GIFs of chessboards.

use reynard::draw::SvgBoard;

use crate::PictureError;
use crate::gif::{GifColors, GifEncoder};
use crate::picture::draw;

/// Animation of chessboards.
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
    /// The display time of a frame in hundredths of a second, at least 2. Viewers slow down frames
    /// with a shorter time.
    pub delay: u16,
    /// The display time of the last frame, usually longer so that the final position can be seen.
    pub last_delay: u16,
}

/// Maximum total number of pixels in all frames.
const MAX_PIXELS: u64 = 1 << 30;

impl Animation {
    /// Creates an animation without frames. Each frame is shown for one second, and the last one
    /// for five.
    pub const fn new(size: u32) -> Self {
        Self { boards: Vec::new(), size, delay: 100, last_delay: 500 }
    }

    /// Encodes the animation as a GIF.
    ///
    /// # Errors
    ///
    /// [`PictureError`] if the size is invalid, or if there are no frames or too many.
    pub fn to_gif(&self) -> Result<Vec<u8>, PictureError> {
        let pixels = u64::from(self.size).pow(2).saturating_mul(self.boards.len() as u64);
        let Some((last, others)) = self.boards.split_last().filter(|_| pixels <= MAX_PIXELS) else {
            return Err(PictureError::Frames(self.boards.len()));
        };
        let mut colors = GifColors::default();
        // Each board is drawn twice, because the frames of a long game take too much memory.
        for board in &self.boards {
            colors.count(draw(board, self.size)?.data());
        }
        let mut encoder = GifEncoder::new(self.size, &colors)?;
        for board in others {
            encoder.push(draw(board, self.size)?.data(), self.delay)?;
        }
        encoder.push(draw(last, self.size)?.data(), self.last_delay)?;
        Ok(encoder.finish())
    }
}
