//! From one value to another, either end open: `20..40`, `..40`, `20..`, `20`.

use std::str::FromStr;

/// The values from one to another, both included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range<T> {
    from: Option<T>,
    to: Option<T>,
}

impl<T: PartialOrd> Range<T> {
    pub(super) fn contains(&self, value: &T) -> bool {
        self.from.as_ref().is_none_or(|from| from <= value)
            && self.to.as_ref().is_none_or(|to| value <= to)
    }
}

/// What can be the end of a range.
pub(super) trait End: FromStr + Clone {
    /// What it looks like, for those who wrote something else.
    const FORM: &'static str;

    /// Whether nothing lies from here to there.
    fn is_behind(&self, to: &Self) -> bool;
}

impl End for u32 {
    const FORM: &'static str = "a number";

    fn is_behind(&self, to: &Self) -> bool {
        self > to
    }
}

impl End for u64 {
    const FORM: &'static str = "a number";

    fn is_behind(&self, to: &Self) -> bool {
        self > to
    }
}

impl End for Date {
    const FORM: &'static str = "a date like 2001, 2001.05 or 2001.05.23";

    fn is_behind(&self, to: &Self) -> bool {
        let known = self.0.len().min(to.0.len());
        self.0[..known] > to.0[..known]
    }
}

impl<T: End> FromStr for Range<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = |part: &str| -> Result<Option<T>, String> {
            if part.is_empty() {
                return Ok(None);
            }
            part.parse().map(Some).map_err(|_| format!("`{part}` is not {}", T::FORM))
        };
        let Some((from, to)) = text.split_once("..") else {
            let value = read(text)?.ok_or("a range is needed, like 20..40")?;
            return Ok(Self { from: Some(value.clone()), to: Some(value) });
        };
        let range = Self { from: read(from)?, to: read(to)? };
        match (&range.from, &range.to) {
            (Some(first), Some(last)) if first.is_behind(last) => {
                Err(format!("nothing lies from {from} to {to}"))
            }
            _ => Ok(range),
        }
    }
}

/// A day, a month or a year: `2001.05.23`, `2001.05`, `2001`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Date(String);

impl FromStr for Date {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        /// The most days that a month ever has.
        const DAYS: [u32; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let mut parts = text.split('.');
        let mut number = |digits: usize| match parts.next() {
            None => Ok(None),
            Some(part) if part.len() == digits && part.bytes().all(|b| b.is_ascii_digit()) => {
                part.parse().map(Some).map_err(drop)
            }
            Some(_) => Err(()),
        };
        let (year, month, day): (Option<u32>, Option<usize>, Option<u32>) =
            (number(4)?, number(2)?.map(|month: u32| month as usize), number(2)?);
        let days = match month {
            None => 0,
            Some(month) => *month.checked_sub(1).and_then(|month| DAYS.get(month)).ok_or(())?,
        };
        let good = year.is_some()
            && day.is_none_or(|day| (1..=days).contains(&day))
            && parts.next().is_none();
        good.then(|| Self(text.to_owned())).ok_or(())
    }
}

impl Range<Date> {
    /// Whether the value of a tag is surely in it: what is not known of a date is not.
    pub(super) fn contains_date(&self, value: &str) -> bool {
        let part = |bound: &Date| {
            let part = value.get(..bound.0.len())?;
            (!part.contains('?')).then(|| part.to_owned())
        };
        let after = |from: &Date| part(from).is_some_and(|part| part >= from.0);
        let before = |to: &Date| part(to).is_some_and(|part| part <= to.0);
        self.from.as_ref().is_none_or(after) && self.to.as_ref().is_none_or(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_included_and_may_be_open() {
        let contained = |range: &str| {
            let range: Range<u32> = range.parse().expect("a range");
            (1..6).filter(|value| range.contains(value)).collect::<Vec<_>>()
        };
        assert_eq!(contained("2..4"), [2, 3, 4]);
        assert_eq!(contained("..2"), [1, 2]);
        assert_eq!(contained("4.."), [4, 5]);
        assert_eq!(contained("3"), [3]);
        assert!("".parse::<Range<u32>>().is_err());
        assert_eq!("a..".parse::<Range<u32>>().unwrap_err(), "`a` is not a number");
        assert_eq!("4..2".parse::<Range<u32>>().unwrap_err(), "nothing lies from 4 to 2");
    }

    #[test]
    fn what_is_unknown_of_a_date_is_not_in_a_range() {
        let range: Range<Date> = "1999.05..2001".parse().expect("a range");
        for (date, is_in) in [
            ("1999.05.??", true),
            ("1999.??.??", false),
            ("1999.04.30", false),
            ("2001.12.31", true),
            ("2002.01.01", false),
            ("????.??.??", false),
            ("", false),
        ] {
            assert_eq!(range.contains_date(date), is_in, "{date}");
        }
        for text in ["199", "1999.5", "5.1999", "1999-05", "12.3456", "1999.13", "1999.00"] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
        for text in ["1999.02.30", "1999.04.31", "1999.01.00", "1999.01.01.01", "1999."] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
        for text in ["2001..1999", "2001.05..2001.04", "2001.05.02..2001.05.01"] {
            assert!(text.parse::<Range<Date>>().is_err(), "{text}");
        }
        for text in ["2001.05..2001", "2001..2001.05", "2000.02.29..2000.02.29"] {
            assert!(text.parse::<Range<Date>>().is_ok(), "{text}");
        }
    }
}
