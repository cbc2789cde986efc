//! Numeric annotation glyphs: `$1` for `!`, `$16` for `±`.

mod glyphs;
mod names;

use core::fmt;
use core::str::FromStr;

pub(crate) use glyphs::folded;
use glyphs::{GLYPHS, LONGEST, SPELLINGS, fold, with_ends};

/// A numeric annotation glyph (NAG): a number from 0 to 255 that annotates a move or a position.
///
/// Numbers 0 to 139 are those of the [PGN standard][], section 10 (which misprints the numbers 94
/// to 97). Of the numbers above 139, only those listed at [Wikipedia][] have a name.
///
/// [PGN standard]: https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
/// [Wikipedia]: https://en.wikipedia.org/wiki/Numeric_Annotation_Glyphs
///
/// ```
/// use reynard_pgn::Nag;
///
/// let nag: Nag = "?!".parse()?;
/// assert_eq!(nag, Nag::DUBIOUS);
/// assert_eq!((nag.0, nag.glyph()), (6, Some("?!")));
/// assert_eq!(nag.to_string(), "$6");
/// assert_eq!("$16".parse::<Nag>()?.glyph(), Some("±"));
/// assert_eq!("+/-".parse::<Nag>()?.name(), Some("White has a moderate advantage"));
/// # Ok::<(), reynard_pgn::ParseNagError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u8);

impl Nag {
    /// `!`
    pub const GOOD: Self = Self(1);
    /// `?`
    pub const MISTAKE: Self = Self(2);
    /// `!!`
    pub const BRILLIANT: Self = Self(3);
    /// `??`
    pub const BLUNDER: Self = Self(4);
    /// `!?`
    pub const SPECULATIVE: Self = Self(5);
    /// `?!`
    pub const DUBIOUS: Self = Self(6);

    /// Returns the glyph printed in books, or `None` if there is no usual one. A glyph may be
    /// shared by several numbers: by the numbers for White and for Black, unless the glyph itself
    /// shows the side, and by numbers that differ only in degree.
    ///
    /// ```
    /// use reynard_pgn::Nag;
    ///
    /// assert_eq!(Nag(14).glyph(), Some("⩲"));
    /// assert_eq!(Nag(24).glyph(), None);
    /// ```
    pub fn glyph(self) -> Option<&'static str> {
        let index = GLYPHS.binary_search_by_key(&self.0, |&(number, _)| number).ok()?;
        Some(GLYPHS[index].1)
    }

    /// Returns the meaning in English, or `None` if none is defined.
    ///
    /// ```
    /// use reynard_pgn::Nag;
    ///
    /// assert_eq!(Nag::GOOD.name(), Some("good move"));
    /// assert_eq!(Nag(23).name(), Some("Black is in zugzwang"));
    /// assert_eq!(Nag(200).name(), None);
    /// ```
    pub fn name(self) -> Option<&'static str> {
        names::of(self.0)
    }

    /// Returns the NAG that a glyph represents. The glyph is one returned by
    /// [`glyph`](Self::glyph), or another spelling such as `+/=`, `+-`, `inf` or `RR`. All dashes
    /// are treated alike. If several numbers have the same glyph, the lowest is returned. The
    /// reader accepts the same glyphs.
    ///
    /// ```
    /// use reynard_pgn::Nag;
    ///
    /// assert_eq!(Nag::from_glyph(b"!?"), Some(Nag::SPECULATIVE));
    /// assert_eq!(Nag::from_glyph("∓".as_bytes()), Some(Nag(17)));
    /// assert_eq!(Nag::from_glyph("−/+".as_bytes()), Some(Nag(17)));
    /// assert_eq!(Nag::from_glyph(b"e4"), None);
    /// ```
    pub fn from_glyph(text: &[u8]) -> Option<Self> {
        if text.is_empty() || text.len() > LONGEST {
            return None;
        }
        let folded: Vec<char> = folded(text).collect();
        let same = |&&(_, glyph): &&(u8, &str)| glyph.chars().map(fold).eq(folded.iter().copied());
        let found = GLYPHS.iter().find(same).or_else(|| SPELLINGS.iter().find(same));
        found.map(|&(number, _)| Self(number))
    }

    /// Returns the NAG of the longest glyph at the start of the text, and the length of the glyph
    /// in bytes.
    pub(crate) fn at_start(text: &[u8]) -> Option<(Self, usize)> {
        let seen = &text[..text.len().min(LONGEST)];
        let characters: Vec<(char, usize)> = with_ends(seen).collect();
        let length_of = |glyph: &str| {
            let mut length = 0;
            for (index, wanted) in glyph.chars().enumerate() {
                let &(character, end) = characters.get(index)?;
                length = (character == fold(wanted)).then_some(end)?;
            }
            Some(length)
        };
        let glyphs = GLYPHS.iter().chain(&SPELLINGS);
        let found = glyphs.filter_map(|&(number, glyph)| Some((Self(number), length_of(glyph)?)));
        // Of equal ones the first, which has the lowest number.
        found.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// Splits text into glyphs. Returns `None` if it contains anything else.
    pub(crate) fn split(text: &[u8]) -> Option<Vec<Self>> {
        let mut nags = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (nag, length) = Self::at_start(rest)?;
            nags.push(nag);
            rest = &rest[length..];
        }
        Some(nags)
    }

    /// Returns `true` for `!`, `?`, `!!`, `??`, `!?` and `?!`, which may be written as a suffix of
    /// the move. Export format uses numbers instead; books use suffixes.
    ///
    /// ```
    /// use reynard_pgn::Nag;
    ///
    /// assert!(Nag::GOOD.is_suffix() && !Nag(10).is_suffix());
    /// ```
    pub const fn is_suffix(self) -> bool {
        matches!(self.0, 1..=6)
    }
}

impl fmt::Display for Nag {
    /// Writes `$` and the number, as in PGN files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// The error returned for text that is neither `$` followed by a number up to 255 nor a known
/// glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseNagError;

impl fmt::Display for ParseNagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("neither `$` with a number up to 255 nor a known glyph")
    }
}

impl core::error::Error for ParseNagError {}

impl FromStr for Nag {
    type Err = ParseNagError;

    fn from_str(text: &str) -> Result<Self, ParseNagError> {
        let number = text.strip_prefix('$');
        let Some(digits) = number.filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
        else {
            return Self::from_glyph(text.as_bytes()).ok_or(ParseNagError);
        };
        digits.parse().map(Self).map_err(|_| ParseNagError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_written_and_read() {
        for number in 0..=u8::MAX {
            let nag = Nag(number);
            assert_eq!(nag.to_string().parse(), Ok(nag));
        }
        for text in ["", "$", "$256", "$-1", "$+1", "$1a", "e4", "!!!"] {
            assert_eq!(text.parse::<Nag>(), Err(ParseNagError), "{text}");
        }
    }

    #[test]
    fn glyphs_lead_back_to_themselves() {
        for number in 0..=u8::MAX {
            let Some(glyph) = Nag(number).glyph() else { continue };
            let lowest = Nag::from_glyph(glyph.as_bytes()).expect("a glyph of the table");
            assert!(lowest.0 <= number, "{glyph}");
            assert_eq!(lowest.glyph(), Some(glyph));
            assert!(lowest.name().is_some(), "${number}");
        }
        for (number, spelling) in SPELLINGS {
            let nag = Nag(number);
            assert_eq!(Nag::from_glyph(spelling.as_bytes()), Some(nag), "{spelling}");
            assert!(nag.glyph().is_some(), "{spelling}");
        }
    }

    #[test]
    fn every_glyph_of_lichess_is_known() {
        let glyphs = [
            (1, "!"),
            (2, "?"),
            (3, "!!"),
            (4, "??"),
            (5, "!?"),
            (6, "?!"),
            (7, "□"),
            (22, "⨀"),
            (10, "="),
            (13, "∞"),
            (14, "⩲"),
            (15, "⩱"),
            (16, "±"),
            (17, "∓"),
            (18, "+-"),
            (19, "-+"),
            (146, "N"),
            (32, "↑↑"),
            (36, "↑"),
            (40, "→"),
            (132, "⇆"),
            (138, "⊕"),
            (44, "=∞"),
            (140, "∆"),
        ];
        for (number, glyph) in glyphs {
            assert_eq!(Nag::from_glyph(glyph.as_bytes()), Some(Nag(number)), "{glyph}");
        }
    }

    #[test]
    fn glyphs_are_split_into_the_longest_ones() {
        let split = |text: &str| {
            Nag::split(text.as_bytes()).map(|nags| nags.iter().map(|nag| nag.0).collect::<Vec<_>>())
        };
        assert_eq!(split("±→"), Some(vec![16, 40]));
        assert_eq!(split("↑↑↑"), Some(vec![32, 36]));
        assert_eq!(split("+–"), Some(vec![18]), "all dashes are one");
        assert_eq!(split("⇆x"), None);
        assert_eq!(Nag::split(b"\xb1"), Some(vec![Nag(16)]), "Latin-1");
    }

    #[test]
    fn the_standard_names_the_first_hundred_and_forty() {
        for number in 0..140 {
            assert!(Nag(number).name().is_some(), "${number}");
        }
        // The misprints of the standard: 93 is followed by 84, 85, 86, 87 and 98.
        assert_eq!(Nag(94).name(), Some("White has poor rook placement"));
        assert_eq!(Nag(97).name(), Some("Black has good rook placement"));
        assert_eq!(Nag(98).name(), Some("White has poor queen placement"));
        assert_eq!(Nag(139).name(), Some("Black has severe time control pressure"));
    }
}
