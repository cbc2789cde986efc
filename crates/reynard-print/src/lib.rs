#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod error;
mod font;
mod gif;
mod path;
mod pdf;
mod picture;
mod sheet;

pub use error::PictureError;
pub use gif::Animation;
pub use picture::{MAX_SIZE, board_png};
pub use sheet::{Diagram, Paper, Pdf, Sheet};

pub use reynard;
