//! Consecutive days of learning.

use std::collections::BTreeSet;

use crate::learner_day::DAY;
use crate::{CardHistories, LearnerDay};

/// Returns the number of consecutive days with an answer that counts, up to today. A day without an
/// answer ends the streak, but today does not, because it is not over yet.
///
/// ```
/// use reynard_learn::{CardHistories, LearnerDay, RolloverHour, UtcMillis, UtcOffset};
/// use reynard_learn::days_in_a_row;
///
/// let day = LearnerDay::new(UtcMillis(0), UtcOffset::default(), RolloverHour::DEFAULT);
/// assert_eq!(days_in_a_row(&CardHistories::default(), day), 0);
/// ```
pub fn days_in_a_row(histories: &CardHistories, today: LearnerDay) -> usize {
    let answers = histories.iter().flat_map(|(_, history)| &history.answers);
    let days: BTreeSet<i64> = answers
        .map(|answer| answer.time.0.saturating_sub(today.start().0).div_euclid(DAY))
        .collect();
    let first = if days.contains(&0) { 0 } else { -1 };
    // From the last day on.
    let back = days.range(..=first).rev().zip((i64::MIN..=first).rev());
    back.take_while(|(day, expected)| *day == expected).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        FsrsScheduler, Retention, ReviewAction, ReviewGrade, ReviewJournal, ReviewKey, ReviewLine,
        RolloverHour, UtcMillis, UtcOffset,
    };

    #[test]
    fn today_may_still_come_and_a_gap_ends_the_days() {
        let days_of = |days: &[i64], undone: bool| {
            let mut journal = ReviewJournal::default();
            for &day in days {
                let time = UtcMillis(day.saturating_mul(DAY).saturating_add(100 * DAY));
                journal.insert(ReviewLine {
                    key: ReviewKey { time, run: "run".to_owned(), count: 1 },
                    offset: UtcOffset::default(),
                    card: "0000000000000001".parse().expect("a card"),
                    action: ReviewAction::Answer {
                        mv: String::new(),
                        grade: ReviewGrade::Good,
                        millis: 1,
                    },
                });
            }
            // The last one was taken back.
            if let Some(of) = undone.then(|| journal.lines().last()).flatten().cloned() {
                let key = ReviewKey { count: 2, ..of.key.clone() };
                let action = ReviewAction::Undo { of: of.key.clone() };
                journal.insert(ReviewLine { key, action, ..of });
            }
            let now = UtcMillis(100 * DAY + 5);
            let scheduler = FsrsScheduler::new(Retention::DEFAULT);
            days_in_a_row(
                &CardHistories::new(&journal, scheduler, now),
                LearnerDay::new(now, UtcOffset::default(), RolloverHour::DEFAULT),
            )
        };
        let count = |days: &[i64]| days_of(days, false);
        assert_eq!(count(&[]), 0);
        assert_eq!(count(&[0]), 1);
        assert_eq!(count(&[-1, -2]), 2, "today is not over");
        assert_eq!(count(&[0, -1, -3]), 2);
        assert_eq!(count(&[-2]), 0);
        assert_eq!(count(&[0, i64::MIN, i64::MAX]), 1, "any time can be in a journal");
        assert_eq!(days_of(&[0, -1], true), 1, "taken back");
    }
}
