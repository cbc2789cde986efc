//! Files of the board.

use core::fmt;

/// A file (column) of the board, `a` to `h`; the discriminants are 0 to 7.
///
/// ```
/// use reynard::File;
///
/// assert_eq!(File::from_index(4), Some(File::E));
/// assert_eq!(File::E.to_char(), 'e');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names of the files say all")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// The eight files, from `a` to `h`.
    pub const ALL: [Self; 8] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// Returns the file with this index, or `None` if it is 8 or above.
    ///
    /// ```
    /// assert_eq!(reynard::File::from_index(8), None);
    /// ```
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self::from_low_bits(index)) } else { None }
    }

    /// Returns the file with the number in the three low bits of `bits`. An exhaustive match
    /// compiles to a mask, whereas a look-up in [`File::ALL`] would cost a load.
    #[inline]
    pub(crate) const fn from_low_bits(bits: u8) -> Self {
        match bits & 7 {
            0 => Self::A,
            1 => Self::B,
            2 => Self::C,
            3 => Self::D,
            4 => Self::E,
            5 => Self::F,
            6 => Self::G,
            _ => Self::H,
        }
    }

    /// Returns the file with this letter, in either case.
    ///
    /// ```
    /// use reynard::File;
    ///
    /// assert_eq!(File::from_char('H'), Some(File::H));
    /// assert_eq!(File::from_char('i'), None);
    /// ```
    pub const fn from_char(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Some(Self::from_low_bits(letter as u8 - b'a')),
            'A'..='H' => Some(Self::from_low_bits(letter as u8 - b'A')),
            _ => None,
        }
    }

    /// Returns the lowercase letter of this file.
    ///
    /// ```
    /// use reynard::File;
    ///
    /// assert_eq!(File::E.to_char(), 'e');
    /// ```
    pub const fn to_char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Returns the file mirrored left to right: `a` becomes `h`.
    ///
    /// ```
    /// use reynard::File;
    ///
    /// assert_eq!(File::C.flip(), File::F);
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::from_low_bits(7 - self as u8)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

const _: () = assert!(size_of::<Option<File>>() == 1);
