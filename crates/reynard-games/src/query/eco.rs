//! Codes of the *Encyclopaedia of Chess Openings*, and ranges of them.

use std::fmt;
use std::str::FromStr;

use super::InvalidCondition;

/// A code of the *Encyclopaedia of Chess Openings*, `A00` to `E99`.
///
/// ```
/// use reynard_games::EcoCode;
///
/// let code: EcoCode = "b90".parse()?;
/// assert_eq!((code.to_string(), code.index()), ("B90".to_owned(), 190));
/// assert!("F00".parse::<EcoCode>().is_err());
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EcoCode(u16);

impl EcoCode {
    /// Returns the number of the code: 0 for `A00`, 499 for `E99`.
    pub const fn index(self) -> u16 {
        self.0
    }

    /// Returns the code with this index, or `None` if the index is 500 or above.
    ///
    /// ```
    /// use reynard_games::EcoCode;
    ///
    /// assert_eq!(EcoCode::from_index(499).unwrap().to_string(), "E99");
    /// assert_eq!(EcoCode::from_index(500), None);
    /// ```
    pub const fn from_index(index: u16) -> Option<Self> {
        if index < 500 { Some(Self(index)) } else { None }
    }

    /// Returns the code at the beginning of a tag value, such as `B90` or `B90/02`.
    ///
    /// ```
    /// use reynard_games::EcoCode;
    ///
    /// assert_eq!(EcoCode::from_tag("B90/02").unwrap().to_string(), "B90");
    /// assert_eq!(EcoCode::from_tag("?"), None);
    /// ```
    pub fn from_tag(value: &str) -> Option<Self> {
        value.trim().get(..3)?.parse().ok()
    }
}

impl FromStr for EcoCode {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        match *text.as_bytes() {
            [letter, tens @ b'0'..=b'9', units @ b'0'..=b'9']
                if matches!(letter.to_ascii_uppercase(), b'A'..=b'E') =>
            {
                let volume = u16::from(letter.to_ascii_uppercase() - b'A');
                Ok(Self(volume * 100 + u16::from(tens - b'0') * 10 + u16::from(units - b'0')))
            }
            _ => Err(format!("`{text}` is not an ECO code: these are A00 to E99").into()),
        }
    }
}

impl fmt::Display for EcoCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let volume = char::from(b"ABCDE"[usize::from(self.0 / 100)]);
        write!(f, "{volume}{:02}", self.0 % 100)
    }
}

/// A range of codes: `B90`, `B9` (its ten codes), `B` (its hundred codes), `B90-B99` or `b90..b99`.
///
/// ```
/// use reynard_games::EcoRange;
///
/// let range: EcoRange = "B90-B99".parse()?;
/// assert!(range.contains("b96".parse()?) && !range.contains("C00".parse()?));
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EcoRange {
    from: EcoCode,
    to: EcoCode,
}

impl EcoRange {
    /// Returns `true` if the code is in the range.
    ///
    /// ```
    /// use reynard_games::EcoRange;
    ///
    /// assert!("C".parse::<EcoRange>()?.contains("C41".parse()?));
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn contains(&self, code: EcoCode) -> bool {
        (self.from..=self.to).contains(&code)
    }

    /// Returns `true` if the two ranges do not overlap.
    pub(super) fn is_apart_from(self, other: Self) -> bool {
        self.from > other.to || other.from > self.to
    }
}

impl FromStr for EcoRange {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let bound = |text: &str, fill: &str| {
            let text = text.trim();
            let missing = fill.get(text.len().saturating_sub(1)..).unwrap_or_default();
            let code = if text.is_empty() { String::new() } else { format!("{text}{missing}") };
            let no_code = || format!("`{text}` is not an ECO code: these are A00 to E99");
            code.parse::<EcoCode>().map_err(|_| InvalidCondition::from(no_code()))
        };
        let (from, to) = match text.split_once("..").or_else(|| text.split_once(['-', '–'])) {
            Some((from, to)) => (
                if from.is_empty() { EcoCode(0) } else { bound(from, "00")? },
                if to.is_empty() { EcoCode(499) } else { bound(to, "99")? },
            ),
            None => (bound(text, "00")?, bound(text, "99")?),
        };
        if from > to {
            return Err(format!("no ECO code lies between {from} and {to}").into());
        }
        Ok(Self { from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_begin_and_end_where_they_say() {
        for (range, inside, outside) in [
            ("B90", "B90", "B91"),
            ("b9", "B99", "B89"),
            ("C", "C00", "D00"),
            ("B90-B99", "B99", "C00"),
            ("b96..c01", "c01", "C02"),
            ("E6-", "E99", "E59"),
            ("..A3", "A39", "A40"),
        ] {
            let parsed: EcoRange = range.parse().expect(range);
            assert!(parsed.contains(inside.parse().unwrap()), "{range} {inside}");
            assert!(!parsed.contains(outside.parse().unwrap()), "{range} {outside}");
        }
        for range in ["", "Z12", "B9x", "B99-B90", "B901", "-x", "ü", "BB"] {
            assert!(range.parse::<EcoRange>().is_err(), "{range}");
        }
    }
}
