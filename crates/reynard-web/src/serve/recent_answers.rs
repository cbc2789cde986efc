//! A cache of recent answers, for users who go back and forth in an opening.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Number of answers kept.
const KEPT: usize = 64;

/// Length of a query in bytes above which its answer is not kept.
const LONGEST: usize = 4096;

/// The most recent answers from a database that does not change, indexed by query.
pub(super) struct RecentAnswers<A> {
    /// The queries and answers, the least recently used first.
    answers: Mutex<VecDeque<(String, A)>>,
}

impl<A> Default for RecentAnswers<A> {
    fn default() -> Self {
        Self { answers: Mutex::default() }
    }
}

impl<A: Clone> RecentAnswers<A> {
    /// Returns the answer to a query. An answer that is not in the cache is computed by a function.
    /// Errors are not cached.
    pub(super) fn get_or_make<E>(
        &self,
        question: &str,
        make: impl FnOnce() -> Result<A, E>,
    ) -> Result<A, E> {
        if question.len() > LONGEST {
            return make();
        }
        let kept = || self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = take(&mut kept(), question) {
            return Ok(answer);
        }
        // Others are not kept waiting: two may make the same answer.
        let answer = make()?;
        put(&mut kept(), question, answer.clone());
        Ok(answer)
    }
}

/// Returns the cached answer to a query, and marks it as the most recently used.
fn take<A: Clone>(answers: &mut VecDeque<(String, A)>, question: &str) -> Option<A> {
    let place = answers.iter().position(|(known, _)| known == question)?;
    let entry = answers.remove(place)?;
    let answer = entry.1.clone();
    answers.push_back(entry);
    Some(answer)
}

fn put<A>(answers: &mut VecDeque<(String, A)>, question: &str, answer: A) {
    answers.retain(|(known, _)| known != question);
    if answers.len() == KEPT {
        answers.pop_front();
    }
    answers.push_back((question.to_owned(), answer));
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn answers_are_kept_until_others_were_asked_for_later() {
        let (answers, made) = (RecentAnswers::default(), Cell::new(0));
        let ask = |number: usize| {
            let make = || {
                made.set(made.get() + 1);
                Ok::<usize, ()>(number * 2)
            };
            assert_eq!(answers.get_or_make(&number.to_string(), make), Ok(number * 2));
        };
        assert_eq!(answers.get_or_make("0", || Err(())), Err(()));
        ask(0);
        ask(0);
        assert_eq!(made.get(), 1);
        (1..KEPT).for_each(ask);
        ask(0);
        assert_eq!(made.get(), KEPT);
        ask(KEPT);
        ask(0);
        assert_eq!(made.get(), KEPT + 1);
        ask(1);
        assert_eq!(made.get(), KEPT + 2);
        let long = "1".repeat(LONGEST + 1);
        for answer in [1, 2] {
            assert_eq!(answers.get_or_make(&long, || Ok::<usize, ()>(answer)), Ok(answer));
        }
    }
}
