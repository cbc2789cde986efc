#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod error;
mod font;
mod gif;
mod path;
mod pdf;
mod pdf_font;
mod pdf_stream;
mod picture;
mod png;
mod sheet;

pub use error::{MAX_SIZE, PictureError};
pub use gif::Animation;
pub use picture::board_png;
pub use sheet::{Diagram, Paper, Pdf, Sheet};

pub use reynard;
