//! Errors in drawing pictures.

use std::fmt;

/// Minimum width of a picture in pixels.
pub const MIN_SIZE: u32 = 16;

/// Maximum width of a picture in pixels.
pub const MAX_SIZE: u32 = 4_096;

/// The error returned if a picture cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureError {
    /// The width in pixels is too small or too large.
    Size(u32),
    /// The numbers of columns and rows are invalid for a sheet.
    Grid(u32, u32),
    /// An animation has no frames, or too many pixels in total.
    Frames(usize),
    /// The number of pixels in a frame does not match the size of the animation.
    Pixels(usize),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(size) => {
                write!(f, "a picture is {MIN_SIZE} to {MAX_SIZE} pixels wide, not {size}")
            }
            Self::Grid(columns, rows) => {
                write!(
                    f,
                    "a sheet has 1 to 8 columns and 1 to 10 rows of diagrams, not {columns}x{rows}"
                )
            }
            Self::Frames(count) => {
                write!(f, "{count} frames of this size are none or too many for an animation")
            }
            Self::Pixels(count) => {
                write!(f, "a frame of {count} pixels is not as large as the animation")
            }
        }
    }
}

impl std::error::Error for PictureError {}
