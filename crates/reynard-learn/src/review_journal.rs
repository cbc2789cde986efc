//! The review journal, which is append-only.

use std::collections::BTreeSet;
use std::fmt;

use crate::ReviewLine;

/// The lines of one journal or of several copies of it. Each line occurs only once, and the lines
/// are in the order of their events.
///
/// The journals of two devices are merged by set union, so neither the order of the copies nor
/// repeated merging changes the result.
///
/// ```
/// use reynard_learn::ReviewJournal;
///
/// let text = "{\"time\":1000,\"offset\":0,\"run\":\"a\",\"count\":1,\
///             \"card\":\"463b96181691fc9c\",\"event\":\"suspend\"}\n";
/// let mut journal = ReviewJournal::default();
/// journal.add(text.as_bytes());
/// journal.add(&[text.as_bytes(), b"{\"time\":10"].concat());
/// assert_eq!((journal.lines().count(), journal.notes().unfinished), (1, 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewJournal {
    /// The lines, sorted and without duplicates.
    lines: Vec<ReviewLine>,
    /// The lines of later versions of the format.
    later: BTreeSet<String>,
    /// The other lines that cannot be parsed, so that each is counted once however often the same
    /// journal is read.
    others: BTreeSet<Box<[u8]>>,
    notes: JournalNotes,
}

/// Counts of the journal parts that are not lines in this version of the format. These parts stay
/// in their files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JournalNotes {
    /// Incomplete lines at the ends of journals, left by a program that ended while it was writing.
    pub unfinished: u64,
    /// Other lines that could not be parsed, each counted once.
    pub unknown: u64,
}

impl ReviewJournal {
    /// Adds the text of a journal. Returns the number of new lines of this version. The last line
    /// need not have a line end if it is complete.
    ///
    /// ```
    /// use reynard_learn::ReviewJournal;
    ///
    /// assert_eq!(ReviewJournal::default().add(b""), 0);
    /// ```
    pub fn add(&mut self, text: &[u8]) -> usize {
        let before = self.lines.len();
        for piece in text.split_inclusive(|&byte| byte == b'\n') {
            let line = piece.trim_ascii();
            if line.is_empty() {
                continue;
            }
            match ReviewLine::parse(line) {
                Ok(line) => self.lines.push(line),
                Err(_) => match ReviewLine::later_text(line) {
                    Some(text) => {
                        self.notes.unknown += u64::from(self.later.insert(text.to_owned()));
                    }
                    None if !piece.ends_with(b"\n") => self.notes.unfinished += 1,
                    None => self.notes.unknown += u64::from(self.others.insert(line.into())),
                },
            }
        }
        // Most journals are in order already, which the sort notices.
        self.lines.sort();
        self.lines.dedup();
        self.lines.len() - before
    }

    /// Adds a line.
    pub fn insert(&mut self, line: ReviewLine) {
        if let Err(place) = self.lines.binary_search(&line) {
            self.lines.insert(place, line);
        }
    }

    /// Returns the lines in the order of their events: by time, run and count.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &ReviewLine> + ExactSizeIterator {
        self.lines.iter()
    }

    /// Returns the lines of later versions of the format, each once: lines with the time, run and
    /// count of an event that this version does not know. They are kept as they are.
    ///
    /// ```
    /// use reynard_learn::ReviewJournal;
    ///
    /// let text = "{\"time\":1,\"offset\":0,\"run\":\"a\",\"count\":1,\"event\":\"bury\"}";
    /// let mut journal = ReviewJournal::default();
    /// journal.add(format!("{text}\nhello\n").as_bytes());
    /// assert_eq!(journal.later_lines().collect::<Vec<_>>(), [text]);
    /// assert_eq!(journal.notes().unknown, 2);
    /// ```
    pub fn later_lines(&self) -> impl ExactSizeIterator<Item = &str> {
        self.later.iter().map(String::as_str)
    }

    /// Returns `true` if the journal contains a line.
    ///
    /// ```
    /// # use reynard_learn::{ReviewJournal, ReviewLine};
    /// let text = b"{\"time\":1,\"offset\":0,\"run\":\"a\",\"count\":1,\"card\":\"463b96181691fc9c\",\"event\":\"resume\"}";
    /// let line = ReviewLine::parse(text)?;
    /// assert!(!ReviewJournal::default().contains(&line));
    /// # Ok::<(), reynard_learn::UnknownReviewLine>(())
    /// ```
    pub fn contains(&self, line: &ReviewLine) -> bool {
        self.lines.binary_search(line).is_ok()
    }

    /// Returns the counts of the parts that are not lines in this version of the format.
    pub const fn notes(&self) -> JournalNotes {
        self.notes
    }

    /// Returns the number of lines that the two journals have in common, including those of later
    /// versions of the format.
    ///
    /// ```
    /// use reynard_learn::ReviewJournal;
    ///
    /// assert_eq!(ReviewJournal::default().common(&ReviewJournal::default()), 0);
    /// ```
    pub fn common(&self, other: &Self) -> usize {
        let common = self.lines.iter().filter(|line| other.contains(line)).count();
        common + self.later.intersection(&other.later).count()
    }
}

/// Writes the lines, and after them those of later versions of the format, each with its line end.
impl fmt::Display for ReviewJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        self.later.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(time: i64, run: &str, event: &str) -> String {
        format!(
            "{{\"time\":{time},\"offset\":0,\"run\":\"{run}\",\"count\":1,\
             \"card\":\"0000000000000001\",\"event\":\"{event}\"}}"
        )
    }

    #[test]
    fn copies_merge_to_the_same_journal_in_every_order_and_however_often() {
        let lines = [text(2, "a", "suspend"), text(1, "b", "resume"), text(2, "b", "resume")];
        let (one, two) = (format!("{}\n{}\n", lines[0], lines[1]), format!("{}\n", lines[2]));
        let merged = |parts: &[&str]| {
            let mut journal = ReviewJournal::default();
            for part in parts {
                journal.add(part.as_bytes());
            }
            journal
        };
        let all = merged(&[&one, &two]);
        assert_eq!(all.lines().len(), 3);
        assert_eq!(all, merged(&[&two, &one]));
        assert_eq!(all, merged(&[&two, &one, &one, &two]));
        let order: Vec<i64> = all.lines().map(|line| line.key.time.0).collect();
        assert_eq!(order, [1, 2, 2]);
        assert_eq!(
            (merged(&[&one]).common(&all), merged(&[&two]).common(&merged(&[&one]))),
            (2, 0)
        );
    }

    #[test]
    fn an_unfinished_line_is_noted_at_every_cut_and_no_whole_line_is_lost() {
        let whole = format!("{}\r\n{}\n", text(1, "a", "suspend"), text(2, "a", "resume"));
        let first = whole.find('\n').expect("two lines") + 1;
        for cut in first..whole.len() {
            let mut journal = ReviewJournal::default();
            journal.add(&whole.as_bytes()[..cut]);
            // A line without its end is whole already.
            let is_whole = cut == whole.len() - 1;
            let unfinished = u64::from(cut > first && !is_whole);
            assert_eq!(journal.lines().len(), 1 + usize::from(is_whole), "{cut}");
            assert_eq!(journal.notes().unfinished, unfinished, "{cut}");
        }
    }

    #[test]
    fn lines_of_others_are_counted_and_passed_over() {
        let mut journal = ReviewJournal::default();
        let text = format!("\u{feff}\nhello\n{}\n\n<<<<<<< ours\n", text(1, "a", "suspend"));
        assert_eq!(journal.add(text.as_bytes()), 1);
        assert_eq!(journal.notes(), JournalNotes { unfinished: 0, unknown: 3 });
    }

    #[test]
    fn lines_of_later_versions_are_written_as_they_are() {
        let mut journal = ReviewJournal::default();
        let lines = [text(2, "a", "bury"), text(1, "b", "resume")];
        let copy = format!("{}\nhello\n{}\n{}", lines[0], lines[1], lines[0]);
        journal.add(copy.as_bytes());
        journal.add(copy.as_bytes());
        assert_eq!(journal.notes(), JournalNotes { unfinished: 0, unknown: 2 });
        assert_eq!(journal.to_string(), format!("{}\n{}\n", lines[1], lines[0]));
        assert_eq!(journal.common(&journal), 2);
    }
}
