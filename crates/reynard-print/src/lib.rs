#![cfg_attr(feature = "boards", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "boards"), doc = "Animated GIFs from pixels: see [`GifEncoder`].")]
#![forbid(unsafe_code)]

mod error;
mod gif;

#[cfg(feature = "boards")]
mod animation;
#[cfg(feature = "boards")]
mod font;
#[cfg(feature = "boards")]
mod path;
#[cfg(feature = "boards")]
mod pdf;
#[cfg(feature = "boards")]
mod pdf_font;
#[cfg(feature = "boards")]
mod pdf_stream;
#[cfg(feature = "boards")]
mod picture;
#[cfg(feature = "boards")]
mod png;
#[cfg(feature = "boards")]
mod sheet;

pub use error::{MAX_SIZE, MIN_SIZE, PictureError};
pub use gif::{GifColors, GifEncoder};

#[cfg(feature = "boards")]
pub use animation::Animation;
#[cfg(feature = "boards")]
pub use picture::board_png;
#[cfg(feature = "boards")]
pub use sheet::{Diagram, Paper, Pdf, Sheet};

pub use reynard;
