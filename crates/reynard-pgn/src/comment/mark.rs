//! Arrows and colored squares: `[%cal Ge2e4,Rd8d1]`, `[%csl Yd5]`.

use std::fmt;
use std::str::FromStr;

use reynard::Square;
use reynard::draw::Rgb;

/// The color of an arrow or a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawingColor {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

impl DrawingColor {
    /// Returns the letter that denotes the color in commands.
    ///
    /// ```
    /// assert_eq!(reynard_pgn::DrawingColor::Yellow.letter(), 'Y');
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }

    const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'G' => Some(Self::Green),
            b'R' => Some(Self::Red),
            b'Y' => Some(Self::Yellow),
            b'B' => Some(Self::Blue),
            _ => None,
        }
    }
}

/// An arrow between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// The color of the arrow.
    pub color: DrawingColor,
    /// The square from which the arrow starts.
    pub from: Square,
    /// The square to which the arrow points.
    pub to: Square,
}

/// A highlighted square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HighlightedSquare {
    /// The color of the highlight.
    pub color: DrawingColor,
    /// The square.
    pub square: Square,
}

impl Arrow {
    fn read(text: &[u8]) -> Option<Self> {
        let &[color, from_file, from_rank, to_file, to_rank] = text else { return None };
        let color = DrawingColor::from_letter(color)?;
        let (from, to) = (square([from_file, from_rank])?, square([to_file, to_rank])?);
        Some(Self { color, from, to })
    }
}

/// The error returned for text that is not an [`Arrow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidArrow;

impl fmt::Display for InvalidArrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("two squares are needed, as in e2e4")
    }
}

impl std::error::Error for InvalidArrow {}

/// Parses an arrow as people type it, such as `Re2e4`. Without a color letter, the arrow is green.
/// `Re4` is an arrow from a square to itself.
///
/// ```
/// use reynard_pgn::{Arrow, DrawingColor};
///
/// let arrow: Arrow = "e2e4".parse()?;
/// assert_eq!((arrow.color, arrow.to.to_string()), (DrawingColor::Green, "e4".to_owned()));
/// assert_eq!("Re4".parse::<Arrow>()?.color, DrawingColor::Red);
/// assert!("e2e9".parse::<Arrow>().is_err());
/// # Ok::<(), reynard_pgn::InvalidArrow>(())
/// ```
impl FromStr for Arrow {
    type Err = InvalidArrow;

    fn from_str(text: &str) -> Result<Self, InvalidArrow> {
        let (color, squares) = match text.as_bytes() {
            [letter, rest @ ..] => match DrawingColor::from_letter(*letter) {
                Some(color) => (color, rest),
                None => (DrawingColor::Green, text.as_bytes()),
            },
            [] => return Err(InvalidArrow),
        };
        let (from, to) = match *squares {
            [file, rank] => (square([file, rank]), square([file, rank])),
            [from_file, from_rank, to_file, to_rank] => {
                (square([from_file, from_rank]), square([to_file, to_rank]))
            }
            _ => return Err(InvalidArrow),
        };
        let (from, to) = (from.ok_or(InvalidArrow)?, to.ok_or(InvalidArrow)?);
        Ok(Self { color, from, to })
    }
}

impl From<DrawingColor> for Rgb {
    fn from(color: DrawingColor) -> Self {
        match color {
            DrawingColor::Green => Self::GREEN,
            DrawingColor::Red => Self::RED,
            DrawingColor::Yellow => Self::YELLOW,
            DrawingColor::Blue => Self::BLUE,
        }
    }
}

impl HighlightedSquare {
    fn read(text: &[u8]) -> Option<Self> {
        let &[color, file, rank] = text else { return None };
        Some(Self { color: DrawingColor::from_letter(color)?, square: square([file, rank])? })
    }
}

/// Reads the arrows of a command. Returns `None` if one of them cannot be parsed.
pub(super) fn read_arrows(text: &[u8]) -> Option<Vec<Arrow>> {
    items(text).map(Arrow::read).collect()
}

/// Reads the squares of a command. Returns `None` if one of them cannot be parsed.
pub(super) fn read_squares(text: &[u8]) -> Option<Vec<HighlightedSquare>> {
    items(text).map(HighlightedSquare::read).collect()
}

pub(super) fn write_arrows(arrows: &[Arrow], text: &mut Vec<u8>) {
    let items = arrows.iter().map(|arrow| {
        let Arrow { color, from, to } = arrow;
        format!("{}{from}{to}", color.letter())
    });
    text.extend_from_slice(items.collect::<Vec<_>>().join(",").as_bytes());
}

pub(super) fn write_squares(squares: &[HighlightedSquare], text: &mut Vec<u8>) {
    let items = squares.iter().map(|mark| format!("{}{}", mark.color.letter(), mark.square));
    text.extend_from_slice(items.collect::<Vec<_>>().join(",").as_bytes());
}

/// Splits a list at its commas. An empty list has no items.
fn items(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = (!text.is_empty()).then_some(text);
    text.into_iter().flat_map(|text| text.split(|&byte| byte == b',').map(<[u8]>::trim_ascii))
}

fn square(name: [u8; 2]) -> Option<Square> {
    std::str::from_utf8(&name).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_have_a_color_and_squares_are_rings() {
        let arrow = |text: &str| text.parse::<Arrow>();
        let red = Arrow { color: DrawingColor::Red, from: Square::E2, to: Square::E4 };
        assert_eq!(arrow("Re2e4"), Ok(red));
        assert_eq!(arrow("b1c3").map(|arrow| arrow.color), Ok(DrawingColor::Green));
        assert_eq!(arrow("Ye4").map(|arrow| (arrow.from, arrow.to)), Ok((Square::E4, Square::E4)));
        for text in ["", "R", "e2e9", "e2e4q", "Xe2e4", "é4e5"] {
            assert_eq!(arrow(text), Err(InvalidArrow), "{text}");
        }
    }
}
