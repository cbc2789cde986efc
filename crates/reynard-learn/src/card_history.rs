//! Histories of cards, computed from the lines of the review journal.

use std::collections::BTreeMap;

use crate::learner_day::DAY;
use crate::{
    CardId, FsrsScheduler, MemoryState, ReviewAction, ReviewGrade, ReviewJournal, ReviewKey,
    UtcMillis,
};

/// An answer that counts because it was not undone, with its final grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardAnswer {
    /// The identity of the answer's line in the journal.
    pub key: ReviewKey,
    /// The time of the answer, as used for the schedule.
    pub time: UtcMillis,
    /// Grade.
    pub grade: ReviewGrade,
    /// The move given as the answer, in UCI notation; empty if the answer was shown.
    pub mv: String,
    /// Milliseconds from the question to the answer.
    pub millis: u32,
}

/// The answers to a card, and the card's place in the schedule.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardHistory {
    /// The answers that count, in order.
    pub answers: Vec<CardAnswer>,
    /// The state of the card in the learner's memory; `None` before the first answer.
    pub memory: Option<MemoryState>,
    /// Time at which the card is due; `None` before the first answer.
    pub due: Option<UtcMillis>,
    /// Set if the card is suspended.
    pub is_suspended: bool,
}

impl CardHistory {
    /// The number of lapses at which a card becomes a leech: it is listed, and suspending it is
    /// suggested.
    pub const LEECH: usize = 8;

    /// Returns the number of lapses: answers that were wrong or shown.
    ///
    /// ```
    /// use reynard_learn::CardHistory;
    ///
    /// assert_eq!(CardHistory::default().lapses(), 0);
    /// ```
    pub fn lapses(&self) -> usize {
        self.answers.iter().filter(|answer| answer.grade == ReviewGrade::Again).count()
    }

    /// Returns `true` if the card is a leech: it has at least [`LEECH`](Self::LEECH) lapses.
    ///
    /// ```
    /// use reynard_learn::CardHistory;
    ///
    /// assert!(!CardHistory::default().is_leech());
    /// ```
    pub fn is_leech(&self) -> bool {
        self.lapses() >= Self::LEECH
    }

    /// Returns the time of the first answer that counts, or `None` if there is none.
    ///
    /// ```
    /// use reynard_learn::CardHistory;
    ///
    /// assert_eq!(CardHistory::default().first_time(), None);
    /// ```
    pub fn first_time(&self) -> Option<UtcMillis> {
        self.answers.first().map(|answer| answer.time)
    }

    /// Returns the time of the last answer that counts, or `None` if there is none.
    ///
    /// ```
    /// use reynard_learn::CardHistory;
    ///
    /// assert_eq!(CardHistory::default().last_time(), None);
    /// ```
    pub fn last_time(&self) -> Option<UtcMillis> {
        self.answers.last().map(|answer| answer.time)
    }

    /// Computes the memory state and the due time from the answers.
    fn schedule(&mut self, scheduler: FsrsScheduler) {
        let mut last = None;
        for CardAnswer { time, grade, .. } in &self.answers {
            self.memory = Some(match (self.memory, last) {
                (Some(memory), Some(last)) => {
                    scheduler.next(memory, time.days_since(last).max(0), *grade)
                }
                _ => scheduler.first(*grade),
            });
            last = Some(*time);
        }
        if let (Some(memory), Some(last)) = (self.memory, last) {
            self.due = Some(last.plus_days(scheduler.interval(memory)));
        }
    }
}

/// The histories of all cards in a journal.
///
/// ```
/// use reynard_learn::{CardHistories, FsrsScheduler, Retention, ReviewJournal, UtcMillis};
///
/// let mut journal = ReviewJournal::default();
/// journal.add(b"{\"time\":1000,\"offset\":0,\"run\":\"a\",\"count\":1,\"card\":\"463b96181691fc9c\",\
///               \"event\":\"answer\",\"move\":\"e2e4\",\"grade\":3,\"millis\":4000}");
/// let scheduler = FsrsScheduler::new(Retention::DEFAULT);
/// let histories = CardHistories::new(&journal, scheduler, UtcMillis(1_000));
/// let history = histories.of("463b96181691fc9c".parse()?).expect("an answer");
/// // Good at the first try comes back after two days.
/// assert_eq!(history.due, Some(UtcMillis(1_000).plus_days(2)));
/// # Ok::<(), reynard_learn::InvalidCardId>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardHistories {
    cards: BTreeMap<CardId, CardHistory>,
    from_the_future: u64,
}

impl CardHistories {
    /// Computes the histories at a point in time. An answer dated more than a day after `now` must
    /// come from a wrong clock. It counts at the time of the card's answer before it, or at the
    /// beginning of time if it is the first: with any time that depends on `now`, the card would
    /// never be due.
    pub fn new(journal: &ReviewJournal, scheduler: FsrsScheduler, now: UtcMillis) -> Self {
        let mut histories = Self::default();
        let mut changed: BTreeMap<&ReviewKey, Option<ReviewGrade>> = BTreeMap::new();
        for line in journal.lines() {
            match &line.action {
                ReviewAction::Regrade { of, grade } => {
                    // An answer that was taken back stays so.
                    let entry = changed.entry(of).or_insert(Some(*grade));
                    *entry = entry.and(Some(*grade));
                }
                ReviewAction::Undo { of } => {
                    changed.insert(of, None);
                }
                ReviewAction::Answer { .. } | ReviewAction::Suspend | ReviewAction::Resume => {}
            }
        }
        for line in journal.lines() {
            let history = histories.cards.entry(line.card).or_default();
            match &line.action {
                ReviewAction::Answer { mv, grade, millis } => {
                    let grade = match changed.get(&line.key) {
                        Some(None) => continue,
                        Some(Some(grade)) => *grade,
                        None => *grade,
                    };
                    let mut time = line.key.time;
                    if time.0.saturating_sub(now.0) > DAY {
                        histories.from_the_future += 1;
                        time = history.last_time().unwrap_or(UtcMillis(0));
                    }
                    let (key, mv, millis) = (line.key.clone(), mv.clone(), *millis);
                    history.answers.push(CardAnswer { key, time, grade, mv, millis });
                }
                ReviewAction::Suspend => history.is_suspended = true,
                ReviewAction::Resume => history.is_suspended = false,
                ReviewAction::Regrade { .. } | ReviewAction::Undo { .. } => {}
            }
        }
        for history in histories.cards.values_mut() {
            history.schedule(scheduler);
        }
        histories
    }

    /// Returns the history of a card, or `None` if the card does not occur in the journal.
    pub fn of(&self, card: CardId) -> Option<&CardHistory> {
        self.cards.get(&card)
    }

    /// Returns all histories, sorted by card.
    pub fn iter(&self) -> impl Iterator<Item = (CardId, &CardHistory)> {
        self.cards.iter().map(|(&card, history)| (card, history))
    }

    /// Returns the number of answers dated more than a day after the point in time for which the
    /// histories were computed.
    pub const fn from_the_future(&self) -> u64 {
        self.from_the_future
    }

    /// Returns the median time taken for a correct answer in milliseconds, or `None` if there are
    /// fewer than ten correct answers.
    ///
    /// ```
    /// use reynard_learn::CardHistories;
    ///
    /// assert_eq!(CardHistories::default().median_millis(), None);
    /// ```
    pub fn median_millis(&self) -> Option<u32> {
        let answers = self.cards.values().flat_map(|history| &history.answers);
        let right =
            answers.filter(|answer| answer.grade != ReviewGrade::Again && answer.millis > 0);
        let mut times: Vec<u32> = right.map(|answer| answer.millis).collect();
        times.sort_unstable();
        (times.len() >= 10).then(|| times[times.len() / 2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Retention, ReviewLine, UtcOffset};

    const NOW: UtcMillis = UtcMillis(1_000 * DAY);

    fn card() -> CardId {
        "0000000000000001".parse().expect("a card")
    }

    fn line(time: UtcMillis, count: u64, action: ReviewAction) -> ReviewLine {
        let key = ReviewKey { time, run: "run".to_owned(), count };
        ReviewLine { key, offset: UtcOffset::default(), card: card(), action }
    }

    fn answer(time: UtcMillis, count: u64, grade: ReviewGrade) -> ReviewLine {
        line(time, count, ReviewAction::Answer { mv: "e2e4".to_owned(), grade, millis: 1_000 })
    }

    fn history(lines: impl IntoIterator<Item = ReviewLine>) -> CardHistories {
        let mut journal = ReviewJournal::default();
        lines.into_iter().for_each(|line| journal.insert(line));
        CardHistories::new(&journal, FsrsScheduler::new(Retention::DEFAULT), NOW)
    }

    fn of(histories: &CardHistories) -> &CardHistory {
        histories.of(card()).expect("a history")
    }

    #[test]
    fn an_answer_that_is_taken_back_and_a_changed_grade_count_as_if_they_had_been_so() {
        let first = answer(NOW, 1, ReviewGrade::Good);
        let wrong = answer(NOW.plus_days(1), 2, ReviewGrade::Again);
        let undo = line(NOW.plus_days(1), 3, ReviewAction::Undo { of: wrong.key.clone() });
        let only = history([first.clone()]);
        let undone = history([undo.clone(), wrong.clone(), first.clone()]);
        assert_eq!(of(&only), of(&undone));
        let grade = ReviewGrade::Good;
        let regrade =
            line(NOW.plus_days(1), 4, ReviewAction::Regrade { of: wrong.key.clone(), grade });
        let right = history([first.clone(), answer(NOW.plus_days(1), 2, grade)]);
        assert_eq!(of(&right), of(&history([first.clone(), wrong.clone(), regrade.clone()])));
        let both = history([first, wrong, undo, regrade]);
        assert_eq!(of(&only), of(&both), "taken back stays taken back");
    }

    #[test]
    fn a_step_of_the_clock_backwards_counts_as_no_time() {
        let times = |second| {
            let lines = [answer(NOW, 1, ReviewGrade::Good), answer(second, 2, ReviewGrade::Good)];
            of(&history(lines)).memory.expect("answers").stability
        };
        // The order of the lines is that of their times, so that none goes back.
        assert!((times(UtcMillis(NOW.0 - 60_000)) - times(UtcMillis(NOW.0 + 60_000))).abs() < 1e-9);
    }

    #[test]
    fn an_answer_of_a_wrong_clock_is_named_and_does_not_put_the_card_off() {
        let wrong = answer(NOW.plus_days(400), 2, ReviewGrade::Good);
        let future = history([wrong.clone()]);
        assert_eq!(future.from_the_future(), 1);
        assert!(of(&future).due < Some(NOW), "at once");
        // Also years later, and after an answer that was given before or after it.
        let before = UtcMillis(NOW.0 - 10 * DAY);
        let lines = [answer(before, 1, ReviewGrade::Good), wrong];
        let due = of(&history(lines.clone())).due.expect("two answers");
        assert!(due > before && due < before.plus_days(10));
        let mut journal = ReviewJournal::default();
        for line in lines {
            journal.insert(line);
        }
        let scheduler = FsrsScheduler::new(Retention::DEFAULT);
        let later = CardHistories::new(&journal, scheduler, NOW.plus_days(300));
        assert_eq!(of(&later).due, Some(due));
        assert_eq!(history([answer(NOW.plus_days(1), 1, ReviewGrade::Good)]).from_the_future(), 0);
    }

    #[test]
    fn suspended_cards_and_leeches_are_known() {
        let lines = [line(NOW, 1, ReviewAction::Suspend), line(NOW, 2, ReviewAction::Resume)];
        assert!(!of(&history(lines.clone())).is_suspended);
        assert!(of(&history([lines[0].clone()])).is_suspended);
        let wrong = (0..8).map(|count| answer(NOW, count, ReviewGrade::Again));
        assert!(of(&history(wrong.clone())).is_leech());
        assert!(!of(&history(wrong.skip(1))).is_leech());
    }
}
