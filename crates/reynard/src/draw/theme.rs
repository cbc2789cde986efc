//! Sets of colors.

use super::Rgb;

/// The colors of a drawn board and its pieces.
///
/// ```
/// use reynard::draw::{Rgb, SvgBoard, Theme};
/// use reynard::Board;
///
/// let theme = Theme { dark: Rgb::from_hex(0x70_90_70), ..Theme::PAPER };
/// let svg = SvgBoard::new(&Board::STANDARD).theme(theme).to_string();
/// assert!(svg.contains("#709070"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Theme {
    /// The light squares.
    pub light: Rgb,
    /// The dark squares.
    pub dark: Rgb,
    /// The border, if it contains the coordinates.
    pub border: Rgb,
    /// The coordinates on the border.
    pub label: Rgb,
    /// Overlay for the two squares of the last move.
    pub last_move: Rgb,
    /// Overlay for the square of a king in check.
    pub check: Rgb,
    /// The body of White's pieces.
    pub white: Rgb,
    /// The lines on White's pieces.
    pub white_lines: Rgb,
    /// The body of Black's pieces.
    pub black: Rgb,
    /// The lines on Black's pieces.
    pub black_lines: Rgb,
    /// The outline of all pieces.
    pub outline: Rgb,
}

impl Theme {
    /// Brown squares: the default.
    pub const WOOD: Self = Self {
        light: Rgb::from_hex(0xF0_DB_BB),
        dark: Rgb::from_hex(0xB6_88_62),
        border: Rgb::from_hex(0x5A_40_2C),
        label: Rgb::from_hex(0xF0_DB_BB),
        last_move: Rgb::from_hex(0xD8_C0_20),
        check: Rgb::from_hex(0xE0_10_10),
        white: Rgb::from_hex(0xFF_FF_FF),
        white_lines: Rgb::from_hex(0x1E_1B_18),
        black: Rgb::from_hex(0x3C_38_35),
        black_lines: Rgb::from_hex(0xEC_E8_E2),
        outline: Rgb::from_hex(0x1E_1B_18),
    };

    /// Blue squares.
    pub const SEA: Self = Self {
        light: Rgb::from_hex(0xE4_EA_EF),
        dark: Rgb::from_hex(0x7F_9D_B9),
        border: Rgb::from_hex(0x2F_45_59),
        label: Rgb::from_hex(0xE4_EA_EF),
        last_move: Rgb::from_hex(0x3F_C0_8A),
        ..Self::WOOD
    };

    /// Green squares.
    pub const MEADOW: Self = Self {
        light: Rgb::from_hex(0xEE_EE_D6),
        dark: Rgb::from_hex(0x7B_9B_5B),
        border: Rgb::from_hex(0x3B_4E_2C),
        label: Rgb::from_hex(0xEE_EE_D6),
        last_move: Rgb::from_hex(0xE0_D0_20),
        ..Self::WOOD
    };

    /// White and gray, for print.
    pub const PAPER: Self = Self {
        light: Rgb::from_hex(0xFF_FF_FF),
        dark: Rgb::from_hex(0xC4_C4_C4),
        border: Rgb::from_hex(0xFF_FF_FF),
        label: Rgb::from_hex(0x22_22_22),
        last_move: Rgb::from_hex(0x88_88_88),
        check: Rgb::from_hex(0x44_44_44),
        black: Rgb::from_hex(0x22_22_22),
        ..Self::WOOD
    };
}

impl Default for Theme {
    /// Returns [`Theme::WOOD`].
    fn default() -> Self {
        Self::WOOD
    }
}
