//! Ranges of values, either end of which may be open: `20..40`, `..40`, `20+`, `>=20`, `20`.

use std::cmp::Ordering;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

use super::date::GameDate;
use super::{InvalidCondition, Relation};

/// A range of values: `20..40` and `20-40` (both inclusive), `20..` and `20+`, `..40`, `>20`,
/// `>=20`, `<40`, `<=40`, and a single value `20`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueRange<T> {
    from: Bound<T>,
    to: Bound<T>,
}

impl<T: PartialOrd> ValueRange<T> {
    /// Returns `true` if `value` is in the range.
    ///
    /// ```
    /// use reynard_games::NumberCondition;
    ///
    /// let range: NumberCondition<u32> = "20..40".parse()?;
    /// assert!(range.contains(&40) && !range.contains(&41));
    /// assert!(">=20".parse::<NumberCondition<u32>>()?.contains(&20));
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn contains(&self, value: &T) -> bool {
        (self.from.as_ref(), self.to.as_ref()).contains(value)
    }
}

impl<T: RangeEnd> ValueRange<T> {
    /// Returns the range of values that stand in `relation` to `value`, such as all ratings of at
    /// least 2700.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidCondition`] if `value` is not valid, or if the values that satisfy the
    /// relation do not form a range.
    ///
    /// ```
    /// use reynard_games::{NumberCondition, Relation};
    ///
    /// assert!(!NumberCondition::<u32>::compared(Relation::More, "2700")?.contains(&2700));
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn compared(relation: Relation, value: &str) -> Result<Self, InvalidCondition> {
        let value = T::read(value.trim())?;
        let (from, to) = match relation {
            Relation::More => (Bound::Excluded(value), Bound::Unbounded),
            Relation::AtLeast => (Bound::Included(value), Bound::Unbounded),
            Relation::Less => (Bound::Unbounded, Bound::Excluded(value)),
            Relation::AtMost => (Bound::Unbounded, Bound::Included(value)),
            Relation::Equal => (Bound::Included(value.clone()), Bound::Included(value)),
            Relation::Different | Relation::Contains | Relation::Lacks => {
                return Err(format!("`{}` does not describe a range", relation.sign()).into());
            }
        };
        Ok(Self { from, to })
    }

    /// Returns the lower bound, if there is one.
    ///
    /// ```
    /// use reynard_games::NumberCondition;
    ///
    /// assert_eq!("20+".parse::<NumberCondition<u32>>()?.least(), Some(&20));
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub const fn least(&self) -> Option<&T> {
        match &self.from {
            Bound::Included(value) | Bound::Excluded(value) => Some(value),
            Bound::Unbounded => None,
        }
    }
}

impl<T> ValueRange<T> {
    /// Converts the bounds.
    pub(super) fn map<U>(self, convert: impl Fn(T) -> U) -> ValueRange<U> {
        ValueRange { from: self.from.map(&convert), to: self.to.map(&convert) }
    }

    /// Returns `true` if a value is in the range, given a function that compares the value with a
    /// bound. A value that cannot be compared with a bound is not in the range.
    pub(super) fn contains_by(&self, compare: impl Fn(&T) -> Option<Ordering>) -> bool {
        let from = match &self.from {
            Bound::Unbounded => true,
            Bound::Included(from) => {
                matches!(compare(from), Some(Ordering::Greater | Ordering::Equal))
            }
            Bound::Excluded(from) => compare(from) == Some(Ordering::Greater),
        };
        from && match &self.to {
            Bound::Unbounded => true,
            Bound::Included(to) => matches!(compare(to), Some(Ordering::Less | Ordering::Equal)),
            Bound::Excluded(to) => compare(to) == Some(Ordering::Less),
        }
    }

    /// Returns the upper bound, if there is one.
    ///
    /// ```
    /// use reynard_games::NumberCondition;
    ///
    /// assert_eq!("20..40".parse::<NumberCondition<u32>>()?.greatest(), Some(&40));
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub const fn greatest(&self) -> Option<&T> {
        match &self.to {
            Bound::Included(value) | Bound::Excluded(value) => Some(value),
            Bound::Unbounded => None,
        }
    }
}

/// A value that can be a bound of a range.
pub trait RangeEnd: FromStr + Clone {
    /// The form of a value, for error messages: "a number".
    const FORM: &'static str;
    /// Relation of a value to a smaller one, for messages.
    const BEHIND: &'static str = "above";

    /// Returns `true` if the range from this value to `to` is empty.
    fn is_behind(&self, to: &Self) -> bool;

    /// Splits the text at the hyphen between two values, if there is one.
    fn split_at_hyphen(text: &str) -> Option<(&str, &str)> {
        text.split_once(['-', '–'])
    }

    /// Parses a value.
    ///
    /// # Errors
    ///
    /// [`InvalidCondition`] with the expected form of a value.
    fn read(text: &str) -> Result<Self, InvalidCondition> {
        text.parse().map_err(|_| format!("`{text}` is not {}", Self::FORM).into())
    }
}

/// Returns an error for a hyphen with a value on one side only: `-3` could be a negative number as
/// well.
fn refuse_open_hyphen(text: &str, from: &str, to: &str) -> Result<(), InvalidCondition> {
    match (from, to) {
        ("", "") => Err("a range is needed, like 20..40 or 20+".into()),
        ("", to) => Err(format!("`{text}` is not a range: did you mean ..{to}?").into()),
        (from, "") => Err(format!("`{text}` is not a range: did you mean {from}..?").into()),
        _ => Ok(()),
    }
}

/// Parses a nonnegative number.
fn read_number<T: FromStr>(text: &str) -> Result<T, InvalidCondition> {
    text.parse().map_err(|_| {
        let digits = text.strip_prefix('-').unwrap_or_default();
        let is_negative = digits.parse::<u64>().is_ok();
        let form = if is_negative { "negative: 0 is the least value" } else { "not a number" };
        format!("`{text}` is {form}").into()
    })
}

impl RangeEnd for u32 {
    const FORM: &'static str = "a number";

    fn read(text: &str) -> Result<Self, InvalidCondition> {
        read_number(text)
    }

    fn is_behind(&self, to: &Self) -> bool {
        self > to
    }
}

impl RangeEnd for u64 {
    const FORM: &'static str = "a number";

    fn read(text: &str) -> Result<Self, InvalidCondition> {
        read_number(text)
    }

    fn is_behind(&self, to: &Self) -> bool {
        self > to
    }
}

impl RangeEnd for GameDate {
    const FORM: &'static str = "a date like 2001, 2001.05 or 2001-05-23";
    const BEHIND: &'static str = "after";

    fn is_behind(&self, to: &Self) -> bool {
        self.compare_to(to) == Some(Ordering::Greater)
    }

    /// Splits a range of dates, which themselves contain hyphens: `1999-2001` or `1999-05-01 -
    /// 2001`.
    fn split_at_hyphen(text: &str) -> Option<(&str, &str)> {
        match text.split_once(" - ") {
            None if text.len() == 9 => {
                text.split_once('-').filter(|(from, to)| from.len() == 4 && to.len() == 4)
            }
            other => other,
        }
    }
}

impl<T: RangeEnd> FromStr for ValueRange<T> {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let text = text.trim();
        let relations = [
            (">=", Relation::AtLeast),
            ("<=", Relation::AtMost),
            ("≥", Relation::AtLeast),
            ("≤", Relation::AtMost),
            (">", Relation::More),
            ("<", Relation::Less),
        ];
        for (sign, relation) in relations {
            if let Some(value) = text.strip_prefix(sign) {
                return Self::compared(relation, value);
            }
        }
        if text.is_empty() {
            return Err("a range is needed, like 20..40 or 20+".into());
        }
        if let Some(value) = text.strip_suffix('+') {
            return Self::compared(Relation::AtLeast, value);
        }
        let dots = text.split_once("..");
        let Some((from, to)) = dots.or_else(|| T::split_at_hyphen(text)) else {
            return Self::compared(Relation::Equal, text);
        };
        if dots.is_none() {
            refuse_open_hyphen(text, from.trim(), to.trim())?;
        }
        let read = |part: &str| match part.trim() {
            "" => Ok(Bound::Unbounded),
            part => T::read(part).map(Bound::Included),
        };
        let range = Self { from: read(from)?, to: read(to)? };
        match (&range.from, &range.to) {
            (Bound::Included(first), Bound::Included(last)) if first.is_behind(last) => {
                Err(format!("empty range: {from} is {} {to}", T::BEHIND).into())
            }
            _ => Ok(range),
        }
    }
}

fn is_of_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The average of two ratings, in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AverageRating(pub(super) u32);

impl FromStr for AverageRating {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let (whole, halves) = match text.split_once('.') {
            Some((whole, "0")) => (whole, 0),
            Some((whole, "5")) => (whole, 1),
            Some((whole, part)) if is_of_digits(whole) && is_of_digits(part) => {
                return Err(format!("`{text}` is not an average: it ends in .0 or .5").into());
            }
            _ => (text, 0),
        };
        let points = read_number::<u32>(whole)?.checked_mul(2);
        let points = points.and_then(|points| points.checked_add(halves));
        points.map(Self).ok_or_else(|| format!("`{text}` is not a rating").into())
    }
}

impl RangeEnd for AverageRating {
    const FORM: &'static str = "a rating like 2500 or 2500.5";

    fn read(text: &str) -> Result<Self, InvalidCondition> {
        text.parse()
    }

    fn is_behind(&self, to: &Self) -> bool {
        self.0 > to.0
    }
}

/// A condition on a number.
pub type NumberCondition<T> = ValueRange<T>;

/// A condition on a date.
pub type DateCondition = ValueRange<GameDate>;

impl ValueRange<GameDate> {
    /// Returns `true` if a date is certainly in the range. A date is not in the range if the answer
    /// depends on an unknown part of the date.
    ///
    /// ```
    /// use reynard_games::{DateCondition, GameDate};
    ///
    /// let range: DateCondition = "1999.05..2001".parse()?;
    /// assert!(range.contains_date(GameDate::of_tag("2001.12.31")));
    /// assert!(!range.contains_date(GameDate::of_tag("1999.??.??")));
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn contains_date(&self, date: GameDate) -> bool {
        self.contains_by(|bound| date.compare_to(bound))
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
        for range in ["2..4", "2-4", "2 .. 4"] {
            assert_eq!(contained(range), [2, 3, 4]);
        }
        for range in ["..2", "<=2", "<3", "≤ 2"] {
            assert_eq!(contained(range), [1, 2]);
        }
        for range in ["4..", "4+", ">=4", ">3", "≥4"] {
            assert_eq!(contained(range), [4, 5]);
        }
        assert_eq!(contained("3"), [3]);
        for range in ["", "a..", "+", ">", ">=x", "2+3", "1-2-3"] {
            assert!(range.parse::<ValueRange<u32>>().is_err(), "{range}");
        }
        assert_eq!(
            "a..".parse::<ValueRange<u32>>().unwrap_err().to_string(),
            "`a` is not a number"
        );
        for (range, reason) in [
            ("-3", "`-3` is not a range: did you mean ..3?"),
            ("– 3", "`– 3` is not a range: did you mean ..3?"),
            ("3-", "`3-` is not a range: did you mean 3..?"),
            ("-", "a range is needed, like 20..40 or 20+"),
        ] {
            let error = range.parse::<ValueRange<u32>>().expect_err(range);
            assert_eq!(error.to_string(), reason);
        }
        assert_eq!(
            "<-50".parse::<ValueRange<u32>>().unwrap_err().to_string(),
            "`-50` is negative: 0 is the least value"
        );
        assert_eq!(
            "4..2".parse::<ValueRange<u32>>().unwrap_err().to_string(),
            "empty range: 4 is above 2"
        );
    }

    #[test]
    fn unknown_parts_of_a_date_are_in_a_range_only_where_they_do_not_matter() {
        let range: DateCondition = "1999.05..2001".parse().expect("a range");
        for (date, is_in) in [
            ("1999.05.??", true),
            ("1999.??.??", false),
            ("2000.??.??", true),
            ("1999.04.30", false),
            ("2001.12.31", true),
            ("2002.01.01", false),
            ("????.??.??", false),
            ("", false),
        ] {
            assert_eq!(range.contains_date(GameDate::of_tag(date)), is_in, "{date}");
        }
    }

    #[test]
    fn dates_are_read_as_in_tags_and_in_iso_8601() {
        for (range, inside, outside) in [
            ("2020-01-01", "2020.01.01", "2020.01.02"),
            ("2020-01", "2020.01.31", "2020.02.01"),
            ("1999-2001", "2001.12.31", "2002.01.01"),
            ("1999-05-01..1999-05-31", "1999.05.31", "1999.06.01"),
            ("1999-05-01 - 1999-05-31", "1999.05.31", "1999.06.01"),
            ("2020+", "2020.01.01", "2019.12.31"),
            (">2020", "2021.01.01", "2020.12.31"),
            ("<2020-02", "2020.01.31", "2020.02.01"),
        ] {
            let parsed: DateCondition = range.parse().expect(range);
            assert!(parsed.contains_date(GameDate::of_tag(inside)), "{range}");
            assert!(!parsed.contains_date(GameDate::of_tag(outside)), "{range}");
        }
        for text in ["2001..1999", "2001.05..2001.04", "2001.05.02..2001.05.01"] {
            assert!(text.parse::<DateCondition>().is_err(), "{text}");
        }
        for text in ["2001.05..2001", "2001..2001.05", "2000.02.29..2000.02.29"] {
            assert!(text.parse::<DateCondition>().is_ok(), "{text}");
        }
    }
}
