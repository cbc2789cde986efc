//! Consecutive days of learning.

use std::collections::BTreeSet;

use crate::learner_day::DAY;
use crate::{LearnerDay, ReviewAction, ReviewJournal};

/// Returns the number of consecutive days with an answer, up to today. A day without an answer ends
/// the streak, but today does not, because it is not over yet.
///
/// ```
/// use reynard_learn::{LearnerDay, ReviewJournal, RolloverHour, UtcMillis, UtcOffset};
/// use reynard_learn::days_in_a_row;
///
/// let day = LearnerDay::new(UtcMillis(0), UtcOffset::default(), RolloverHour::DEFAULT);
/// assert_eq!(days_in_a_row(&ReviewJournal::default(), day), 0);
/// ```
pub fn days_in_a_row(journal: &ReviewJournal, today: LearnerDay) -> usize {
    let answers = journal.lines().filter(|line| matches!(line.action, ReviewAction::Answer { .. }));
    let days: BTreeSet<i64> =
        answers.map(|line| (line.key.time.0 - today.start().0).div_euclid(DAY)).collect();
    let first = if days.contains(&0) { 0 } else { -1 };
    // From the last day on.
    let back = days.range(..=first).rev().zip((i64::MIN..=first).rev());
    back.take_while(|(day, expected)| *day == expected).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReviewGrade, ReviewKey, ReviewLine, RolloverHour, UtcMillis, UtcOffset};

    #[test]
    fn today_may_still_come_and_a_gap_ends_the_days() {
        let count = |days: &[i64]| {
            let mut journal = ReviewJournal::default();
            for &day in days {
                let time = UtcMillis(100 * DAY + day * DAY);
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
            let now = UtcMillis(100 * DAY + 5);
            days_in_a_row(
                &journal,
                LearnerDay::new(now, UtcOffset::default(), RolloverHour::DEFAULT),
            )
        };
        assert_eq!(count(&[]), 0);
        assert_eq!(count(&[0]), 1);
        assert_eq!(count(&[-1, -2]), 2, "today is not over");
        assert_eq!(count(&[0, -1, -3]), 2);
        assert_eq!(count(&[-2]), 0);
    }
}
