//! The score of a session.

use std::collections::BTreeMap;

use reynard_learn::{ReviewGrade, ReviewKey};

/// The grades of the answers of a session that still count.
#[derive(Default)]
pub(super) struct SessionScore(BTreeMap<ReviewKey, ReviewGrade>);

impl SessionScore {
    /// Sets the grade of an answer. A later grade replaces an earlier one.
    pub(super) fn set(&mut self, answer: ReviewKey, grade: ReviewGrade) {
        self.0.insert(answer, grade);
    }

    /// Removes an answer that was taken back.
    pub(super) fn remove(&mut self, answer: &ReviewKey) {
        self.0.remove(answer);
    }

    /// Returns the number of answers.
    pub(super) fn answers(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of answers that were right at the first try.
    pub(super) fn right(&self) -> usize {
        self.0.values().filter(|&&grade| grade != ReviewGrade::Again).count()
    }
}
