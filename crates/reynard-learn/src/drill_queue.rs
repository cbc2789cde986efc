//! The queue of a session.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::{
    CardHistories, CardHistory, CardId, CardKind, LearnCard, LearnerDay, ReviewGrade, UtcMillis,
};

/// Minimum time in milliseconds before a card is shown again, unless its last answer was wrong.
const PAUSE: i64 = 10 * 60_000;
/// Number of other cards shown between an incorrect answer and the next appearance of the same
/// card.
const BETWEEN: usize = 3;

/// The due and new cards of a day, in the order in which they are shown.
///
/// The day is fixed when the session starts, even if the session continues past the rollover hour.
///
/// ```
/// use reynard_learn::reynard::Color;
/// use reynard_learn::reynard_pgn::Games;
/// use reynard_learn::{
///     CardHistories, DrillQueue, DrillStep, LearnDeck, LearnerDay, ReviewGrade, RolloverHour,
///     UtcMillis, UtcOffset,
/// };
///
/// let game = Games::from_bytes(b"1. e4 e5 2. Nf3 *").next().unwrap()?.tree;
/// let mut deck = LearnDeck::default();
/// deck.add_repertoire(&game, Color::White);
/// let now = UtcMillis(0);
/// let day = LearnerDay::new(now, UtcOffset::default(), RolloverHour::DEFAULT);
/// let mut queue = DrillQueue::new(deck.cards(), &CardHistories::default(), day, 1);
/// let DrillStep::Ask(card) = queue.next(now) else { panic!("a new card") };
/// queue.answer(card, ReviewGrade::Good);
/// assert_eq!(queue.next(now), DrillStep::Done);
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DrillQueue {
    waiting: VecDeque<Waiting>,
    /// The cards answered incorrectly, each with the number of questions that had been asked by
    /// then.
    wrong: VecDeque<(CardId, usize)>,
    asked: usize,
    last: Option<CardId>,
    /// The card graded last, and the number of questions that had been asked by then.
    graded: Option<(CardId, usize)>,
    due: usize,
    new: usize,
}

/// The place of a card in the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueCard {
    /// The card.
    pub card: CardId,
    /// The kind of card.
    pub kind: CardKind,
    /// Weight of a new card.
    pub weight: u32,
    /// The time at which the card is due; `None` before the first answer.
    pub due: Option<UtcMillis>,
    /// The time of the last answer; `None` before the first answer.
    pub answered: Option<UtcMillis>,
    /// Set if the card is suspended.
    pub is_suspended: bool,
}

impl QueueCard {
    /// Returns the place of a card in the schedule.
    ///
    /// ```
    /// # use reynard_learn::{CardHistories, LearnDeck, QueueCard};
    /// let deck = LearnDeck::default();
    /// let histories = CardHistories::default();
    /// assert!(deck.cards().all(|card| QueueCard::new(card, &histories).due.is_none()));
    /// ```
    pub fn new(card: &LearnCard, histories: &CardHistories) -> Self {
        let history = histories.of(card.id);
        Self {
            card: card.id,
            kind: card.kind,
            weight: card.weight(),
            due: history.and_then(|history| history.due),
            answered: history.and_then(CardHistory::last_time),
            is_suspended: history.is_some_and(|history| history.is_suspended),
        }
    }
}

/// Returns the times at which cards are due. A suspended card is never due.
///
/// ```
/// # use reynard_learn::{CardHistories, LearnDeck, due_times};
/// let (deck, histories) = (LearnDeck::default(), CardHistories::default());
/// assert_eq!(due_times(deck.places(&histories)).min(), None);
/// ```
pub fn due_times(cards: impl IntoIterator<Item = QueueCard>) -> impl Iterator<Item = UtcMillis> {
    cards.into_iter().filter(|card| !card.is_suspended).filter_map(|card| card.due)
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    card: CardId,
    /// The time of the last answer.
    answered: Option<UtcMillis>,
}

/// The next step of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrillStep {
    /// Show this card.
    Ask(CardId),
    /// The only card left is the previous one, which was answered incorrectly, so the session ends.
    OnlyTheLast(CardId),
    /// All cards of the day have been shown.
    Done,
}

impl DrillQueue {
    /// Creates the queue of a day: due cards by due time, followed by cards that have never been
    /// shown. There are at most as many new cards as `new_a_day` minus the number of new cards
    /// already shown that day. New cards with the largest weight come first, with the kinds mixed.
    pub fn new<'a>(
        cards: impl IntoIterator<Item = &'a LearnCard>,
        histories: &CardHistories,
        day: LearnerDay,
        new_a_day: usize,
    ) -> Self {
        let begun = histories
            .iter()
            .filter(|(_, history)| history.first_time().is_some_and(|time| day.contains(time)));
        let left = new_a_day.saturating_sub(begun.count());
        Self::of(cards.into_iter().map(|card| QueueCard::new(card, histories)), day, left)
    }

    /// Creates the queue of a day from scheduled cards, at most `most_new` of which are new.
    pub fn of(
        cards: impl IntoIterator<Item = QueueCard>,
        day: LearnerDay,
        most_new: usize,
    ) -> Self {
        let (mut due, mut new) = (Vec::new(), BTreeMap::<CardKind, VecDeque<CardId>>::new());
        let mut fresh = Vec::new();
        for QueueCard { card, kind, weight, due: time, answered, is_suspended } in cards {
            match time {
                _ if is_suspended => {}
                Some(time) if time < day.end() => due.push((time, Waiting { card, answered })),
                Some(_) => {}
                None => fresh.push((Reverse(weight), card, kind)),
            }
        }
        due.sort_by_key(|(time, waiting)| (*time, waiting.card));
        // The order of the repertoire is that of its lines; that of the others is by cost.
        fresh.sort_by_key(|(weight, ..)| *weight);
        for (_, card, kind) in fresh {
            new.entry(kind).or_default().push_back(card);
        }
        let mut waiting: VecDeque<Waiting> = due.into_iter().map(|(_, waiting)| waiting).collect();
        let due = waiting.len();
        while waiting.len() - due < most_new && new.values().any(|cards| !cards.is_empty()) {
            for cards in new.values_mut() {
                if waiting.len() - due < most_new
                    && let Some(card) = cards.pop_front()
                {
                    waiting.push_back(Waiting { card, answered: None });
                }
            }
        }
        let new = waiting.len() - due;
        Self { waiting, wrong: VecDeque::new(), asked: 0, last: None, graded: None, due, new }
    }

    /// Returns the number of cards that were due when the session started.
    pub const fn due(&self) -> usize {
        self.due
    }

    /// Returns the number of new cards in the queue when the session started.
    pub const fn new_cards(&self) -> usize {
        self.new
    }

    /// Returns the number of cards still to be shown.
    ///
    /// ```
    /// # use reynard_learn::{CardHistories, DrillQueue, LearnerDay};
    /// # use reynard_learn::{RolloverHour, UtcMillis, UtcOffset};
    /// let day = LearnerDay::new(UtcMillis(0), UtcOffset::default(), RolloverHour::DEFAULT);
    /// assert_eq!(DrillQueue::new([], &CardHistories::default(), day, 5).left(), 0);
    /// ```
    pub fn left(&self) -> usize {
        self.waiting.len() + self.wrong.len()
    }

    /// Keeps only the given cards, for a session that covers part of the deck.
    pub fn retain(&mut self, cards: &BTreeSet<CardId>) {
        self.waiting.retain(|waiting| cards.contains(&waiting.card));
    }

    /// Returns the next card, which is never the previous one. A card answered incorrectly returns
    /// after a few other cards.
    pub fn next(&mut self, now: UtcMillis) -> DrillStep {
        if let Some(&(card, at)) = self.wrong.front()
            && self.asked >= at + BETWEEN
            && self.last != Some(card)
        {
            self.wrong.pop_front();
            return self.ask(card);
        }
        let may_ask = |waiting: &Waiting| {
            waiting.answered.is_none_or(|time| now.0.saturating_sub(time.0) >= PAUSE)
        };
        if let Some(index) = self.waiting.iter().position(may_ask)
            && let Some(waiting) = self.waiting.remove(index)
        {
            return self.ask(waiting.card);
        }
        match self.wrong.iter().position(|&(card, _)| self.last != Some(card)) {
            Some(index) => match self.wrong.remove(index) {
                Some((card, _)) => self.ask(card),
                None => DrillStep::Done,
            },
            None => match self.wrong.pop_front() {
                Some((card, _)) => DrillStep::OnlyTheLast(card),
                None => DrillStep::Done,
            },
        }
    }

    fn ask(&mut self, card: CardId) -> DrillStep {
        self.asked += 1;
        self.last = Some(card);
        DrillStep::Ask(card)
    }

    /// Records the grade of the answer to a card. A card answered incorrectly is shown again in
    /// this session.
    pub fn answer(&mut self, card: CardId, grade: ReviewGrade) {
        self.graded = Some((card, self.asked));
        self.regrade(card, grade);
    }

    /// Changes the grade of the last answer to a card. The card is shown again in this session if
    /// the new grade is [`ReviewGrade::Again`]. Its place is counted from the answer.
    ///
    /// ```
    /// # use reynard_learn::{CardHistories, DrillQueue, DrillStep, LearnDeck, LearnerDay};
    /// # use reynard_learn::{ReviewGrade, RolloverHour, UtcMillis, UtcOffset};
    /// # use reynard_learn::{reynard::Color, reynard_pgn::Games};
    /// # let game = Games::from_bytes(b"1. e4 *").next().unwrap()?.tree;
    /// # let mut deck = LearnDeck::default();
    /// # deck.add_repertoire(&game, Color::White);
    /// # let now = UtcMillis(0);
    /// # let day = LearnerDay::new(now, UtcOffset::default(), RolloverHour::DEFAULT);
    /// let mut queue = DrillQueue::new(deck.cards(), &CardHistories::default(), day, 1);
    /// let DrillStep::Ask(card) = queue.next(now) else { panic!("a new card") };
    /// queue.answer(card, ReviewGrade::Again);
    /// assert_eq!(queue.left(), 1);
    /// queue.regrade(card, ReviewGrade::Hard);
    /// assert_eq!(queue.left(), 0);
    /// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
    /// ```
    pub fn regrade(&mut self, card: CardId, grade: ReviewGrade) {
        self.remove(card);
        if grade == ReviewGrade::Again {
            let graded = self.graded.filter(|&(other, _)| other == card);
            let at = graded.map_or(self.asked, |(_, at)| at);
            let after = self.wrong.iter().position(|&(_, other)| other > at);
            self.wrong.insert(after.unwrap_or(self.wrong.len()), (card, at));
        }
    }

    /// Removes a card: it is not shown again in this session.
    ///
    /// ```
    /// # use reynard_learn::{CardHistories, DrillQueue, DrillStep, LearnDeck, LearnerDay};
    /// # use reynard_learn::{ReviewGrade, RolloverHour, UtcMillis, UtcOffset};
    /// # use reynard_learn::{reynard::Color, reynard_pgn::Games};
    /// # let game = Games::from_bytes(b"1. e4 *").next().unwrap()?.tree;
    /// # let mut deck = LearnDeck::default();
    /// # deck.add_repertoire(&game, Color::White);
    /// # let now = UtcMillis(0);
    /// # let day = LearnerDay::new(now, UtcOffset::default(), RolloverHour::DEFAULT);
    /// let mut queue = DrillQueue::new(deck.cards(), &CardHistories::default(), day, 1);
    /// let DrillStep::Ask(card) = queue.next(now) else { panic!("a new card") };
    /// queue.answer(card, ReviewGrade::Again);
    /// queue.remove(card);
    /// assert_eq!(queue.next(now), DrillStep::Done);
    /// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
    /// ```
    pub fn remove(&mut self, card: CardId) {
        self.waiting.retain(|waiting| waiting.card != card);
        self.wrong.retain(|&(other, _)| other != card);
    }
}

#[cfg(test)]
mod tests {
    use reynard::Color;
    use reynard_pgn::Games;

    use super::*;
    use crate::learner_day::DAY;
    use crate::{
        FsrsScheduler, LearnDeck, Retention, ReviewAction, ReviewJournal, ReviewKey, ReviewLine,
        RolloverHour, UtcOffset,
    };

    const NOW: UtcMillis = UtcMillis(1_000 * DAY + 12 * 3_600_000);

    /// Creates a deck of `count` positions, at most eight.
    fn deck(count: usize) -> LearnDeck {
        let moves =
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 *";
        let game =
            Games::from_bytes(moves.as_bytes()).next().expect("a game").expect("memory").tree;
        let mut deck = LearnDeck::default();
        let mut short = game.clone();
        if let Some(node) = game.main_line().nth(2 * count - 1) {
            short.delete(node);
        }
        deck.add_repertoire(&short, Color::White);
        assert_eq!(deck.cards().len(), count);
        deck
    }

    fn day() -> LearnerDay {
        LearnerDay::new(NOW, UtcOffset::default(), RolloverHour::DEFAULT)
    }

    fn histories(answers: &[(CardId, UtcMillis, ReviewGrade)]) -> CardHistories {
        let mut journal = ReviewJournal::default();
        for (count, &(card, time, grade)) in answers.iter().enumerate() {
            let key = ReviewKey { time, run: "run".to_owned(), count: count as u64 };
            let action = ReviewAction::Answer { mv: String::new(), grade, millis: 1 };
            journal.insert(ReviewLine { key, offset: UtcOffset::default(), card, action });
        }
        CardHistories::new(&journal, FsrsScheduler::new(Retention::DEFAULT), NOW)
    }

    fn queue(deck: &LearnDeck, histories: &CardHistories, new: usize) -> DrillQueue {
        DrillQueue::new(deck.cards(), histories, day(), new)
    }

    #[test]
    fn no_card_follows_itself_whatever_is_answered_and_every_session_ends() {
        for count in 1..=8 {
            for pattern in 0..256_u32 {
                let deck = deck(count);
                let mut queue = queue(&deck, &CardHistories::default(), 20);
                let mut last = None;
                let mut asked = 0;
                while let DrillStep::Ask(card) = queue.next(NOW) {
                    assert_ne!(last, Some(card), "{count} {pattern}");
                    last = Some(card);
                    let wrong = asked < 32 && pattern >> (asked % 8) & 1 == 1;
                    asked += 1;
                    queue.answer(card, if wrong { ReviewGrade::Again } else { ReviewGrade::Good });
                    assert!(asked < 100, "{count} {pattern}");
                }
                assert!(asked >= count, "{count} {pattern}");
            }
        }
    }

    #[test]
    fn the_only_card_that_is_wrong_ends_the_session_with_a_reason() {
        let deck = deck(1);
        let mut queue = queue(&deck, &CardHistories::default(), 20);
        let DrillStep::Ask(card) = queue.next(NOW) else { panic!("a card") };
        queue.answer(card, ReviewGrade::Again);
        assert_eq!(queue.next(NOW), DrillStep::OnlyTheLast(card));
        assert_eq!(queue.next(NOW), DrillStep::Done);
    }

    /// Asks cards until the session ends, and answers all of them correctly.
    fn rest(queue: &mut DrillQueue) -> Vec<CardId> {
        let mut asked = Vec::new();
        while let DrillStep::Ask(card) = queue.next(NOW) {
            queue.answer(card, ReviewGrade::Good);
            asked.push(card);
            assert!(asked.len() < 20, "{asked:?}");
        }
        asked
    }

    #[test]
    fn a_changed_grade_decides_whether_the_card_comes_back() {
        let deck = deck(8);
        let ids: Vec<CardId> = deck.cards().map(|card| card.id).collect();
        for (first, second, comes_back) in [
            (ReviewGrade::Again, ReviewGrade::Easy, false),
            (ReviewGrade::Again, ReviewGrade::Hard, false),
            (ReviewGrade::Good, ReviewGrade::Again, true),
            (ReviewGrade::Good, ReviewGrade::Hard, false),
            (ReviewGrade::Again, ReviewGrade::Again, true),
        ] {
            for is_asked in [false, true] {
                let mut queue = queue(&deck, &CardHistories::default(), 20);
                assert_eq!(queue.next(NOW), DrillStep::Ask(ids[0]));
                queue.answer(ids[0], first);
                let mut asked = Vec::new();
                if is_asked {
                    assert_eq!(queue.next(NOW), DrillStep::Ask(ids[1]));
                    asked.push(ids[1]);
                }
                queue.regrade(ids[0], second);
                asked.extend(rest(&mut queue));
                let back = asked.iter().position(|&card| card == ids[0]);
                assert_eq!(back, comes_back.then_some(BETWEEN), "{first} {second} {is_asked}");
            }
        }
    }

    #[test]
    fn a_removed_card_is_not_asked_again() {
        let deck = deck(5);
        let ids: Vec<CardId> = deck.cards().map(|card| card.id).collect();
        let mut queue = queue(&deck, &CardHistories::default(), 20);
        assert_eq!(queue.next(NOW), DrillStep::Ask(ids[0]));
        queue.answer(ids[0], ReviewGrade::Again);
        queue.remove(ids[0]);
        assert_eq!(rest(&mut queue), ids[1..]);
    }

    #[test]
    fn due_cards_come_before_new_ones_and_new_ones_of_the_day_count() {
        let deck = deck(5);
        let ids: Vec<CardId> = deck.cards().map(|card| card.id).collect();
        let long_ago = UtcMillis(NOW.0 - 9 * DAY);
        let today = UtcMillis(NOW.0 - 3_600_000);
        let histories =
            histories(&[(ids[4], long_ago, ReviewGrade::Good), (ids[0], today, ReviewGrade::Easy)]);
        let mut queue = queue(&deck, &histories, 3);
        assert_eq!((queue.due(), queue.new_cards()), (1, 2));
        assert_eq!(queue.next(NOW), DrillStep::Ask(ids[4]));
        assert_eq!(queue.next(NOW), DrillStep::Ask(ids[1]));
    }

    #[test]
    fn a_suspended_card_is_never_due() {
        let deck = deck(3);
        let places = deck.cards().zip(1..).map(|(card, time)| QueueCard {
            due: (time < 3).then_some(UtcMillis(time)),
            is_suspended: time == 1,
            ..QueueCard::new(card, &CardHistories::default())
        });
        assert_eq!(due_times(places).collect::<Vec<_>>(), [UtcMillis(2)]);
    }

    #[test]
    fn a_card_of_minutes_ago_is_not_asked_again() {
        let deck = deck(1);
        let card = deck.cards().next().expect("a card").id;
        // Answered shortly before the rollover, and due on the new day.
        let answered = UtcMillis(day().start().0 - 60_000);
        let histories = histories(&[(card, answered, ReviewGrade::Again)]);
        let mut queue = queue(&deck, &histories, 0);
        assert_eq!(queue.due(), 1);
        assert_eq!(queue.next(UtcMillis(answered.0 + PAUSE - 1)), DrillStep::Done);
        assert_eq!(queue.next(UtcMillis(answered.0 + PAUSE)), DrillStep::Ask(card));
    }
}
