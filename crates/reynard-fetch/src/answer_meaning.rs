//! The meaning of an HTTP answer.

use std::time::Duration;

/// The meaning of an answer, determined by its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerMeaning {
    /// The body is the requested content.
    Content,
    /// The content is still the version whose tag was sent.
    NotModified,
    /// There were too many requests: retry after this time.
    Wait(Duration),
    /// Server error: retry soon.
    TryAgain,
    /// The player or file does not exist.
    Missing,
    /// The token was rejected.
    Unauthorized,
    /// The request was refused.
    Refused,
}

/// Time to wait if the server does not specify one: lichess asks for a minute.
const PAUSE: Duration = Duration::from_secs(60);

impl AnswerMeaning {
    /// Returns the meaning of a status and a `Retry-After` header. The header contains a number of
    /// seconds; a date is treated as one minute.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use reynard_fetch::AnswerMeaning;
    ///
    /// assert_eq!(AnswerMeaning::of(200, None), AnswerMeaning::Content);
    /// let wait = AnswerMeaning::Wait(Duration::from_secs(7));
    /// assert_eq!(AnswerMeaning::of(429, Some("7")), wait);
    /// ```
    pub fn of(status: u16, retry_after: Option<&str>) -> Self {
        let seconds = retry_after.map(|text| {
            let seconds = text.trim().parse().ok();
            seconds.map_or(PAUSE, Duration::from_secs)
        });
        match (status, seconds) {
            (200..300, _) => Self::Content,
            (304, _) => Self::NotModified,
            (429, seconds) => Self::Wait(seconds.unwrap_or(PAUSE)),
            (503, Some(seconds)) => Self::Wait(seconds),
            (500..600 | 408, _) => Self::TryAgain,
            (404 | 410, _) => Self::Missing,
            (401, _) => Self::Unauthorized,
            _ => Self::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_does_not_say_how_long_gets_a_minute() {
        let wait = |status, text| AnswerMeaning::of(status, text);
        let minute = AnswerMeaning::Wait(PAUSE);
        assert_eq!(wait(429, None), minute);
        assert_eq!(wait(429, Some("Wed, 21 Oct 2026 07:28:00 GMT")), minute);
        assert_eq!(wait(429, Some("-5")), minute);
        assert_eq!(wait(503, Some(" 5 ")), AnswerMeaning::Wait(Duration::from_secs(5)));
        assert_eq!(wait(503, None), AnswerMeaning::TryAgain);
    }

    #[test]
    fn only_a_success_has_content() {
        let contents: Vec<u16> = (100..600)
            .filter(|&status| AnswerMeaning::of(status, None) == AnswerMeaning::Content)
            .collect();
        assert_eq!(contents, (200..300).collect::<Vec<u16>>());
    }
}
