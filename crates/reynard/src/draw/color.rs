//! Colors of a picture.

use core::fmt;

/// A color of a picture: its red, green and blue components, 0 to 255 each.
///
/// ```
/// use reynard::draw::Rgb;
///
/// assert_eq!(Rgb::from_hex(0xF0_D9_B5).to_string(), "#f0d9b5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

impl Rgb {
    /// A green for arrows and marks.
    pub const GREEN: Self = Self::from_hex(0x2E_8B_3D);
    /// A red for arrows and marks.
    pub const RED: Self = Self::from_hex(0xC2_32_2A);
    /// A blue for arrows and marks.
    pub const BLUE: Self = Self::from_hex(0x1F_5F_B4);
    /// A yellow for arrows and marks.
    pub const YELLOW: Self = Self::from_hex(0xE0_A2_00);

    /// Returns the color written as `#rrggbb`. Only the three low bytes are used.
    ///
    /// ```
    /// use reynard::draw::Rgb;
    ///
    /// assert_eq!(Rgb::from_hex(0xff8000).to_string(), "#ff8000");
    /// ```
    pub const fn from_hex(hex: u32) -> Self {
        let [_, red, green, blue] = hex.to_be_bytes();
        Self { red, green, blue }
    }
}

impl fmt::Display for Rgb {
    /// Writes `#rrggbb`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}
