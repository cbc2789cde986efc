//! Lines of the review journal.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{CardId, ReviewGrade, UtcMillis, UtcOffset};

/// The identity of a line, which is the same in all copies of a journal that contain the line.
/// Identities sort in the order of the events.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReviewKey {
    /// Time of the event.
    pub time: UtcMillis,
    /// Random name of the program run that wrote the line.
    pub run: String,
    /// Number of the line within the run.
    pub count: u64,
}

/// A line of a journal: an event concerning a card.
///
/// ```
/// use reynard_learn::{ReviewAction, ReviewLine};
///
/// let text = r#"{"time":1000,"offset":60,"run":"k3f9","count":1,"card":"463b96181691fc9c","event":"suspend"}"#;
/// let line = ReviewLine::parse(text.as_bytes()).unwrap();
/// assert_eq!(line.action, ReviewAction::Suspend);
/// assert_eq!(line.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReviewLine {
    /// Identity of the line, including the time.
    pub key: ReviewKey,
    /// Offset of the local time from UTC.
    pub offset: UtcOffset,
    /// The card.
    pub card: CardId,
    /// The event.
    pub action: ReviewAction,
}

/// An event concerning a card.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReviewAction {
    /// The first answer to a question.
    Answer {
        /// The first move given as an answer, in UCI notation; empty if the answer was shown.
        mv: String,
        /// Grade of the answer.
        grade: ReviewGrade,
        /// Milliseconds from the question to the answer.
        millis: u32,
    },
    /// The learner changed the grade of an answer.
    Regrade {
        /// The identity of the answer's line.
        of: ReviewKey,
        /// The new grade.
        grade: ReviewGrade,
    },
    /// The learner undid an answer.
    Undo {
        /// The identity of the answer's line.
        of: ReviewKey,
    },
    /// The card is suspended.
    Suspend,
    /// The card is resumed.
    Resume,
}

/// The error returned for a line that is not a review in this version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownReviewLine;

impl fmt::Display for UnknownReviewLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a line of reviews that this version knows")
    }
}

impl std::error::Error for UnknownReviewLine {}

/// The JSON form of a line. Other fields are ignored, so later versions can add fields.
#[derive(Serialize, Deserialize)]
struct Fields<'a> {
    time: i64,
    offset: i16,
    #[serde(borrow)]
    run: Cow<'a, str>,
    count: u64,
    #[serde(borrow)]
    card: Cow<'a, str>,
    #[serde(borrow)]
    event: Cow<'a, str>,
    #[serde(borrow, rename = "move", skip_serializing_if = "Option::is_none", default)]
    mv: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    grade: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    millis: Option<u32>,
    #[serde(borrow, skip_serializing_if = "Option::is_none", default)]
    of: Option<KeyFields<'a>>,
}

#[derive(Serialize, Deserialize)]
struct KeyFields<'a> {
    time: i64,
    #[serde(borrow)]
    run: Cow<'a, str>,
    count: u64,
}

impl From<KeyFields<'_>> for ReviewKey {
    fn from(KeyFields { time, run, count }: KeyFields<'_>) -> Self {
        Self { time: UtcMillis(time), run: run.into_owned(), count }
    }
}

impl<'a> From<&'a ReviewKey> for KeyFields<'a> {
    fn from(key: &'a ReviewKey) -> Self {
        Self { time: key.time.0, run: Cow::Borrowed(&key.run), count: key.count }
    }
}

impl ReviewLine {
    /// Parses a line, which must not include its line end.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownReviewLine`] if the line is not a review in this version of the format.
    ///
    /// ```
    /// use reynard_learn::{ReviewLine, UnknownReviewLine};
    ///
    /// assert_eq!(ReviewLine::parse(b"{\"time\":1}"), Err(UnknownReviewLine));
    /// ```
    pub fn parse(line: &[u8]) -> Result<Self, UnknownReviewLine> {
        let fields: Fields<'_> = serde_json::from_slice(line).map_err(|_| UnknownReviewLine)?;
        let grade = fields.grade.and_then(ReviewGrade::from_number);
        let of = fields.of.map(ReviewKey::from);
        let action = match (&*fields.event, grade, of) {
            ("answer", Some(grade), _) => ReviewAction::Answer {
                mv: fields.mv.unwrap_or_default().into_owned(),
                grade,
                millis: fields.millis.unwrap_or(0),
            },
            ("regrade", Some(grade), Some(of)) => ReviewAction::Regrade { of, grade },
            ("undo", _, Some(of)) => ReviewAction::Undo { of },
            ("suspend", ..) => ReviewAction::Suspend,
            ("resume", ..) => ReviewAction::Resume,
            _ => return Err(UnknownReviewLine),
        };
        let (time, run, count) = (UtcMillis(fields.time), fields.run.into_owned(), fields.count);
        Ok(Self {
            key: ReviewKey { time, run, count },
            offset: UtcOffset::from_minutes(fields.offset),
            card: fields.card.parse().map_err(|_| UnknownReviewLine)?,
            action,
        })
    }
}

impl ReviewLine {
    /// Returns the text of a line that has the identity of an event. [`parse`](Self::parse) does
    /// not know the line if the event is that of a later version. Such a line is kept as it is.
    ///
    /// ```
    /// use reynard_learn::ReviewLine;
    ///
    /// let line = b"{\"time\":1,\"offset\":0,\"run\":\"a\",\"count\":1,\"event\":\"bury\"}";
    /// assert!(ReviewLine::parse(line).is_err() && ReviewLine::later_text(line).is_some());
    /// assert_eq!(ReviewLine::later_text(b"hello"), None);
    /// ```
    pub fn later_text(line: &[u8]) -> Option<&str> {
        serde_json::from_slice::<KeyFields<'_>>(line).ok()?;
        std::str::from_utf8(line).ok()
    }
}

/// Writes the line as JSON, without its line end.
impl fmt::Display for ReviewLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (event, mv, grade, millis, of) = match &self.action {
            ReviewAction::Answer { mv, grade, millis } => {
                ("answer", Some(mv), Some(grade), Some(*millis), None)
            }
            ReviewAction::Regrade { of, grade } => ("regrade", None, Some(grade), None, Some(of)),
            ReviewAction::Undo { of } => ("undo", None, None, None, Some(of)),
            ReviewAction::Suspend => ("suspend", None, None, None, None),
            ReviewAction::Resume => ("resume", None, None, None, None),
        };
        let fields = Fields {
            time: self.key.time.0,
            offset: self.offset.minutes(),
            run: Cow::Borrowed(&self.key.run),
            count: self.key.count,
            card: Cow::Owned(self.card.to_string()),
            event: Cow::Borrowed(event),
            mv: mv.map(|mv| Cow::Borrowed(mv.as_str())),
            grade: grade.map(|grade| grade.number()),
            millis,
            of: of.map(KeyFields::from),
        };
        f.write_str(&serde_json::to_string(&fields).map_err(|_| fmt::Error)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(action: ReviewAction) -> ReviewLine {
        ReviewLine {
            key: ReviewKey { time: UtcMillis(-5), run: "a\"b".to_owned(), count: u64::MAX },
            offset: UtcOffset::from_minutes(-210),
            card: "0000000000000001".parse().expect("a card"),
            action,
        }
    }

    #[test]
    fn every_event_is_read_as_it_is_written() {
        let of = ReviewKey { time: UtcMillis(7), run: "x".to_owned(), count: 0 };
        let mv = "e2e4".to_owned();
        for action in [
            ReviewAction::Answer { mv, grade: ReviewGrade::Again, millis: u32::MAX },
            ReviewAction::Answer { mv: String::new(), grade: ReviewGrade::Easy, millis: 0 },
            ReviewAction::Regrade { of: of.clone(), grade: ReviewGrade::Hard },
            ReviewAction::Undo { of },
            ReviewAction::Suspend,
            ReviewAction::Resume,
        ] {
            let line = line(action);
            assert_eq!(ReviewLine::parse(line.to_string().as_bytes()), Ok(line.clone()), "{line}");
        }
    }

    #[test]
    fn lines_of_other_versions_and_broken_ones_are_refused_and_new_fields_are_not() {
        let good = line(ReviewAction::Suspend).to_string();
        let more = good.replace("\"offset\"", "\"mood\":{\"deep\":[1]},\"offset\"");
        assert!(ReviewLine::parse(more.as_bytes()).is_ok());
        for bad in [
            String::new(),
            "[]".to_owned(),
            good[..good.len() - 1].to_owned(),
            good.replace("suspend", "forgive"),
            good.replace("suspend", "answer"),
            good.replace("suspend", "undo"),
            good.replace("0000000000000001", "1"),
        ] {
            assert_eq!(ReviewLine::parse(bad.as_bytes()), Err(UnknownReviewLine), "{bad}");
        }
    }
}
