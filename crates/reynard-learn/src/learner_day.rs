//! Points in time, and the learner's days.

/// Milliseconds in an hour.
const HOUR: i64 = 3_600_000;
/// Milliseconds in a day of 24 hours.
pub(crate) const DAY: i64 = 24 * HOUR;

/// Point in time: milliseconds since the beginning of 1970 in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UtcMillis(pub i64);

impl UtcMillis {
    /// Returns the number of whole 24-hour periods since `earlier`; negative if that time is later.
    ///
    /// ```
    /// use reynard_learn::UtcMillis;
    ///
    /// assert_eq!(UtcMillis(100_000_000).days_since(UtcMillis(0)), 1);
    /// assert_eq!(UtcMillis(0).days_since(UtcMillis(1)), -1);
    /// ```
    pub const fn days_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0).div_euclid(DAY)
    }

    /// Returns the time `days` days of 24 hours later.
    ///
    /// ```
    /// use reynard_learn::UtcMillis;
    ///
    /// assert_eq!(UtcMillis(5).plus_days(1), UtcMillis(86_400_005));
    /// ```
    #[must_use]
    pub const fn plus_days(self, days: u32) -> Self {
        Self(self.0.saturating_add(days as i64 * DAY))
    }
}

/// Offset of the local time from UTC in minutes, from -1,440 to 1,440.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UtcOffset(i16);

impl UtcOffset {
    /// Creates an offset, clamped to one day.
    ///
    /// ```
    /// use reynard_learn::UtcOffset;
    ///
    /// assert_eq!(UtcOffset::from_minutes(-660).minutes(), -660);
    /// ```
    pub fn from_minutes(minutes: i16) -> Self {
        Self(minutes.clamp(-1_440, 1_440))
    }

    /// Returns the offset in minutes.
    pub const fn minutes(self) -> i16 {
        self.0
    }
}

/// The hour of local time at which a new day begins, from 0 to 23.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RolloverHour(u8);

impl RolloverHour {
    /// Four in the morning.
    pub const DEFAULT: Self = Self(4);

    /// Creates an hour from 0 to 23. Returns `None` for any other number.
    ///
    /// ```
    /// use reynard_learn::RolloverHour;
    ///
    /// assert_eq!(RolloverHour::new(4), Some(RolloverHour::DEFAULT));
    /// assert_eq!(RolloverHour::new(24), None);
    /// ```
    pub const fn new(hour: u8) -> Option<Self> {
        if hour < 24 { Some(Self(hour)) } else { None }
    }

    /// Returns the hour.
    pub const fn hour(self) -> u8 {
        self.0
    }
}

impl Default for RolloverHour {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A learner's day: the 24 hours that begin at the rollover hour in local time.
///
/// A card is due if its due time is before the end of the day, so a card from yesterday evening is
/// due in the morning. The day is computed with the current offset from UTC.
///
/// ```
/// use reynard_learn::{LearnerDay, RolloverHour, UtcMillis, UtcOffset};
///
/// // 1 a.m. of January 2nd belongs to the 1st.
/// let now = UtcMillis(25 * 3_600_000);
/// let day = LearnerDay::new(now, UtcOffset::default(), RolloverHour::DEFAULT);
/// assert_eq!((day.start(), day.end()), (UtcMillis(4 * 3_600_000), UtcMillis(28 * 3_600_000)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LearnerDay {
    start: UtcMillis,
}

impl LearnerDay {
    /// Returns the day that contains a point in time.
    pub fn new(now: UtcMillis, offset: UtcOffset, rollover: RolloverHour) -> Self {
        let shift = i64::from(offset.0) * 60_000 - i64::from(rollover.0) * HOUR;
        let number = now.0.saturating_add(shift).div_euclid(DAY);
        Self { start: UtcMillis(number.saturating_mul(DAY).saturating_sub(shift)) }
    }

    /// Returns the first millisecond of the day.
    pub const fn start(self) -> UtcMillis {
        self.start
    }

    /// Returns the first millisecond of the next day.
    pub const fn end(self) -> UtcMillis {
        self.start.plus_days(1)
    }

    /// Returns `true` if a point in time is within the day.
    ///
    /// ```
    /// use reynard_learn::{LearnerDay, RolloverHour, UtcMillis, UtcOffset};
    ///
    /// let now = UtcMillis(25 * 3_600_000);
    /// let day = LearnerDay::new(now, UtcOffset::default(), RolloverHour::DEFAULT);
    /// assert!(day.contains(now) && !day.contains(UtcMillis(0)));
    /// ```
    pub fn contains(self, time: UtcMillis) -> bool {
        (self.start..self.end()).contains(&time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(now: i64, minutes: i16) -> LearnerDay {
        LearnerDay::new(UtcMillis(now), UtcOffset::from_minutes(minutes), RolloverHour::DEFAULT)
    }

    #[test]
    fn every_zone_has_its_own_day_with_the_present_in_it() {
        // 2026-11-27 12:00 UTC.
        let now = 1_795_780_800_000;
        for minutes in [-660, -210, 0, 60, 330, 765, 840] {
            let day = day(now, minutes);
            assert!(day.contains(UtcMillis(now)), "{minutes}");
            let local = day.start().0 + i64::from(minutes) * 60_000;
            assert_eq!(local.rem_euclid(DAY), 4 * HOUR, "{minutes}");
        }
    }

    #[test]
    fn a_card_of_the_evening_is_due_in_the_morning_of_its_day() {
        // Answered at 22:00, due after a day, asked at 8:00.
        let answered = 22 * HOUR;
        let due = UtcMillis(answered).plus_days(1);
        assert!(due < day(DAY + 8 * HOUR, 0).end());
        assert!(due >= day(23 * HOUR, 0).end(), "not on the same evening");
    }

    #[test]
    fn a_change_of_the_clock_moves_the_day_by_an_hour_at_most() {
        let (winter, summer) = (day(100 * DAY, 60), day(100 * DAY, 120));
        assert_eq!(winter.start().0 - summer.start().0, HOUR);
        // A flight over the date line: the present is still in the day.
        assert!(day(100 * DAY, 840).contains(UtcMillis(100 * DAY)));
        assert!(day(100 * DAY, -660).contains(UtcMillis(100 * DAY)));
    }
}
