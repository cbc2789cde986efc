//! From one value to another, either end open: `20..40`, `..40`, `20..`, `20`.

use std::str::FromStr;

use super::InvalidCondition;

/// The values from one to another, both included, either end open: `20..40`, `..40`, `20..`, `20`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueRange<T> {
    from: Option<T>,
    to: Option<T>,
}

impl<T: PartialOrd> ValueRange<T> {
    /// Returns `true` for a value in the range.
    ///
    /// ```
    /// use reynard_games::NumberCondition;
    ///
    /// let range: NumberCondition<u32> = "20..40".parse()?;
    /// assert!(range.contains(&40) && !range.contains(&41));
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn contains(&self, value: &T) -> bool {
        self.from.as_ref().is_none_or(|from| from <= value)
            && self.to.as_ref().is_none_or(|to| value <= to)
    }
}

/// A value that can be an end of a range.
pub trait RangeEnd: FromStr + Clone {
    /// The form of a value, for error messages: "a number".
    const FORM: &'static str;

    /// Returns `true` if nothing lies from this value to another.
    fn is_behind(&self, to: &Self) -> bool;
}

impl RangeEnd for u32 {
    const FORM: &'static str = "a number";

    fn is_behind(&self, to: &Self) -> bool {
        self > to
    }
}

impl RangeEnd for u64 {
    const FORM: &'static str = "a number";

    fn is_behind(&self, to: &Self) -> bool {
        self > to
    }
}

impl RangeEnd for Date {
    const FORM: &'static str = "a date like 2001, 2001.05 or 2001.05.23";

    fn is_behind(&self, to: &Self) -> bool {
        let known = self.0.len().min(to.0.len());
        self.0[..known] > to.0[..known]
    }
}

impl<T: RangeEnd> FromStr for ValueRange<T> {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
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
                Err(format!("nothing lies from {from} to {to}").into())
            }
            _ => Ok(range),
        }
    }
}

/// A condition on a number.
pub type NumberCondition<T> = ValueRange<T>;

/// A condition on a date.
pub type DateCondition = ValueRange<Date>;

/// A day, a month or a year: `2001.05.23`, `2001.05`, `2001`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Date(String);

impl FromStr for Date {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        /// The most days of each month.
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

impl ValueRange<Date> {
    /// Returns `true` if the value of a tag surely is in the range: unknown parts of a date are not.
    ///
    /// ```
    /// use reynard_games::DateCondition;
    ///
    /// let range: DateCondition = "1999.05..2001".parse()?;
    /// assert!(range.contains_date("2001.12.31") && !range.contains_date("1999.??.??"));
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn contains_date(&self, value: &str) -> bool {
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
            let range: ValueRange<u32> = range.parse().expect("a range");
            (1..6).filter(|value| range.contains(value)).collect::<Vec<_>>()
        };
        assert_eq!(contained("2..4"), [2, 3, 4]);
        assert_eq!(contained("..2"), [1, 2]);
        assert_eq!(contained("4.."), [4, 5]);
        assert_eq!(contained("3"), [3]);
        assert!("".parse::<ValueRange<u32>>().is_err());
        assert_eq!(
            "a..".parse::<ValueRange<u32>>().unwrap_err().to_string(),
            "`a` is not a number"
        );
        assert_eq!(
            "4..2".parse::<ValueRange<u32>>().unwrap_err().to_string(),
            "nothing lies from 4 to 2"
        );
    }

    #[test]
    fn unknown_parts_of_a_date_are_not_in_a_range() {
        let range: ValueRange<Date> = "1999.05..2001".parse().expect("a range");
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
            assert!(text.parse::<ValueRange<Date>>().is_err(), "{text}");
        }
        for text in ["2001.05..2001", "2001..2001.05", "2000.02.29..2000.02.29"] {
            assert!(text.parse::<ValueRange<Date>>().is_ok(), "{text}");
        }
    }
}
