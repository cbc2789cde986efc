//! Pictures of boards, as text or SVG.
//!
//! Every picture is a value that is configured step by step and then written with
//! [`Display`](core::fmt::Display).
//!
//! * [`TextBoard`]: letters or chess figures in a frame;
//! * [`SvgBoard`]: a drawing with arrows and marked squares, in the colors of a [`Theme`]. For
//!   other formats it can be converted to [`BoardShape`]s.
//!
//! A [`Bitboard`](crate::Bitboard) draws itself with its `Display` implementation.
//!
//! ```
//! use reynard::draw::{Rgb, SvgBoard};
//! use reynard::{Color, Position, Square};
//!
//! let svg = SvgBoard::of_position(&Position::startpos())
//!     .orientation(Color::Black)
//!     .arrow(Square::E2, Square::E4, Rgb::GREEN)
//!     .to_string();
//! assert!(svg.starts_with("<svg "));
//! ```

mod color;
mod pieces;
mod shapes;
mod svg;
mod text;
mod theme;

pub use color::Rgb;
pub use pieces::PieceShape;
pub use shapes::{BoardShape, ShapePaint};
pub use svg::{Coordinates, Mark, SvgBoard};
pub use text::{Figures, TextBoard};
pub use theme::Theme;

use crate::{Color, File, Rank};

/// Returns the files from left to right, from the point of view of `color`.
fn files(color: Color) -> impl Iterator<Item = File> + Clone {
    File::ALL.into_iter().map(move |file| match color {
        Color::White => file,
        Color::Black => file.flip(),
    })
}

/// Returns the ranks from top to bottom, from the point of view of `color`.
fn ranks(color: Color) -> impl Iterator<Item = Rank> + Clone {
    Rank::ALL.into_iter().map(move |rank| rank.relative_to(!color))
}
