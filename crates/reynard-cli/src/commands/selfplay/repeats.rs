//! Which of many things have occurred before, in bounded memory.

use std::iter::Peekable;

use crate::spill::{Budget, Record, Sorted, Sorter};

/// Collects the keys of things one after the other.
pub(super) struct Keys {
    sorter: Sorter,
    numbers: Sorter,
}

impl Keys {
    pub(super) fn new(budget: Budget) -> Self {
        Self { sorter: budget.sorter(), numbers: budget.sorter() }
    }

    /// Notes the key of the next thing.
    pub(super) fn push(&mut self, key: Vec<u8>) -> anyhow::Result<()> {
        self.sorter.push(key, Vec::new())
    }

    /// Tells from now on of the same things, in the same order, which have occurred before.
    pub(super) fn repeats(mut self) -> anyhow::Result<Repeats> {
        let mut before: Option<Vec<u8>> = None;
        for record in self.sorter.finish()? {
            let Record { key, number, .. } = record?;
            if before.as_ref() == Some(&key) {
                self.numbers.push(number.to_be_bytes().to_vec(), Vec::new())?;
            } else {
                before = Some(key);
            }
        }
        Ok(Repeats { next: 0, repeated: self.numbers.finish()?.peekable() })
    }
}

/// Goes through the things once more.
pub(super) struct Repeats {
    next: u64,
    repeated: Peekable<Sorted>,
}

impl Repeats {
    /// Whether the next thing has occurred before.
    pub(super) fn is_repeat(&mut self) -> anyhow::Result<bool> {
        let number = self.next.to_be_bytes();
        self.next += 1;
        let found = self.repeated.next_if(|record| match record {
            Ok(record) => record.key == number,
            Err(_) => true,
        });
        Ok(found.transpose()?.is_some())
    }
}
