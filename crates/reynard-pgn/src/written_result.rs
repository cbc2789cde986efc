//! Results as people and programs write them.

use crate::Termination;
use crate::nag::folded;
use crate::reader::is_invisible;

/// A result as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrittenResult {
    /// One of the four marks, in any spelling.
    Plain(Termination),
    /// One of the four marks with additional information: `1-0 ff`, `+/-`.
    Remarked(Termination),
    /// Both players lose, or the points do not add up to a chess result: `0-0`.
    Other,
}

/// The length of the longest result, in bytes.
const LONGEST: usize = 40;

/// The points of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Points {
    One,
    Half,
    None,
    /// A win by forfeit, without a game.
    Plus,
    /// A loss by forfeit, without a game.
    Minus,
}

/// The spellings of points; a longer spelling comes before its prefixes.
const POINTS: [(&str, Points); 14] = [
    ("1/2", Points::Half),
    ("0.5", Points::Half),
    ("0,5", Points::Half),
    (".5", Points::Half),
    (",5", Points::Half),
    ("1.0", Points::One),
    ("1,0", Points::One),
    ("0.0", Points::None),
    ("0,0", Points::None),
    ("1", Points::One),
    ("0", Points::None),
    ("=", Points::Half),
    ("+", Points::Plus),
    ("-", Points::Minus),
];

impl WrittenResult {
    /// Reads a result. Returns `None` if the text is not a result.
    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        if let Some(mark) = Termination::from_bytes(text) {
            return Some(Self::Plain(mark));
        }
        // `--` is no more than a dash, while `-/-` is a game that both lose.
        if text.is_empty() || text.len() > LONGEST || says_nothing(text) {
            return None;
        }
        let text: String = folded(text).flat_map(spelled).collect();
        let text = without_brackets(text.trim());
        if let Some(mark) = Termination::from_bytes(text.as_bytes()) {
            return Some(Self::Plain(mark));
        }
        let (white, rest) = points(text)?;
        let after = rest.trim_start();
        let (black, rest) = match after.strip_prefix(['-', ':', '/']).and_then(points) {
            Some(both) => both,
            // A half and a dash at most.
            None if white == Points::Half && text.starts_with("1/2") => {
                let rest = after.strip_prefix('-').unwrap_or(rest);
                return rest.trim().is_empty().then_some(Self::Plain(Termination::Draw));
            }
            // Signs need nothing between them.
            None if matches!(white, Points::Plus | Points::Minus) => points(after)?,
            None => return None,
        };
        let is_remark =
            |rest: &str| rest.chars().all(|it| it.is_alphabetic() || " .,;!()#/-+".contains(it));
        let is_plain = rest.trim().is_empty();
        if !is_plain && !is_remark(rest) {
            return None;
        }
        let mark = match (white, black) {
            (Points::One, Points::None) | (Points::Plus, Points::Minus) => Termination::WhiteWins,
            (Points::None, Points::One) | (Points::Minus, Points::Plus) => Termination::BlackWins,
            (Points::Half, Points::Half) => Termination::Draw,
            _ => return Some(Self::Other),
        };
        let is_played = !matches!(white, Points::Plus | Points::Minus);
        Some(if is_plain && is_played { Self::Plain(mark) } else { Self::Remarked(mark) })
    }

    /// Returns the mark, or `None` if the result is not one of the four standard marks.
    pub(crate) const fn termination(self) -> Option<Termination> {
        match self {
            Self::Plain(mark) | Self::Remarked(mark) => Some(mark),
            Self::Other => None,
        }
    }
}

impl Termination {
    /// Parses a result as people and programs write it, in the `Result` tag or after the moves:
    /// with any dash or colon, halves, decimals or signs, and with a remark after it. Returns
    /// `None` for any other text, and for a game that both players lose (`0-0`), because that is
    /// not one of the four standard marks.
    ///
    /// ```
    /// use reynard_pgn::Termination;
    ///
    /// for draw in ["1/2-1/2", "½–½", "1/2", "0.5-0.5", "0,5:0,5", "=-="] {
    ///     assert_eq!(Termination::parse_lenient(draw), Some(Termination::Draw));
    /// }
    /// assert_eq!(Termination::parse_lenient("1-0 ff"), Some(Termination::WhiteWins));
    /// assert_eq!(Termination::parse_lenient("-/+"), Some(Termination::BlackWins));
    /// assert_eq!(Termination::parse_lenient("0-0"), None);
    /// ```
    pub fn parse_lenient(text: impl AsRef<[u8]>) -> Option<Self> {
        WrittenResult::read(text.as_ref())?.termination()
    }
}

/// Returns `true` if the value of a `Result` tag states that the result is unknown.
pub(crate) fn says_nothing(value: &[u8]) -> bool {
    value.iter().all(|byte| matches!(byte, b'*' | b'?' | b' ' | b'-' | b'.'))
}

/// Normalizes a character before a result is read: halves are spelled out, format characters are
/// left out.
fn spelled(character: char) -> impl Iterator<Item = char> {
    let text: &[char] = match character {
        '½' => &['1', '/', '2'],
        '\u{200b}' => &[],
        other if is_invisible(other) => &[],
        '\u{2044}' | '\u{2215}' => &['/'],
        '：' | '∶' => &[':'],
        other if other.is_whitespace() => &[' '],
        other => return [Some(other), None, None].into_iter().flatten(),
    };
    let mut three = [None; 3];
    for (place, &character) in three.iter_mut().zip(text) {
        *place = Some(character);
    }
    three.into_iter().flatten()
}

/// Strips the brackets around the text.
fn without_brackets(text: &str) -> &str {
    let inside = |open, close| text.strip_prefix(open)?.strip_suffix(close).map(str::trim);
    inside('(', ')').or_else(|| inside('[', ']')).unwrap_or(text)
}

/// Reads the points at the start of the text. Also returns the rest of the text.
fn points(text: &str) -> Option<(Points, &str)> {
    let text = text.trim_start();
    POINTS.iter().find_map(|&(spelling, points)| Some((points, text.strip_prefix(spelling)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_the_four_marks_are_read() {
        use Termination::{BlackWins, Draw, WhiteWins};
        for (text, mark) in [
            ("1-0", WhiteWins),
            ("1–0", WhiteWins),
            ("1\u{2011}0", WhiteWins),
            ("1 − 0", WhiteWins),
            ("1:0", WhiteWins),
            ("1.0-0.0", WhiteWins),
            ("0—1", BlackWins),
            ("0,0 - 1,0", BlackWins),
            ("½-½", Draw),
            ("½–½", Draw),
            ("1/2-½", Draw),
            ("1/2 - 1/2", Draw),
            ("1/2", Draw),
            ("½", Draw),
            ("1/2-", Draw),
            ("0.5-0.5", Draw),
            ("0,5-0,5", Draw),
            ("=-=", Draw),
            ("=:=", Draw),
            (" 1-0 ", WhiteWins),
            ("(1-0)", WhiteWins),
            ("[ ½–½ ]", Draw),
            ("1-0\u{202a}", WhiteWins),
        ] {
            assert_eq!(
                WrittenResult::read(text.as_bytes()),
                Some(WrittenResult::Plain(mark)),
                "{text}"
            );
        }
        assert_eq!(WrittenResult::read(b"\xbd-\xbd"), Some(WrittenResult::Plain(Draw)), "Latin-1");
        for (text, mark) in [
            ("1-0 ff", WhiteWins),
            ("1-0F", WhiteWins),
            ("1-0!", WhiteWins),
            ("0-1 (time)", BlackWins),
            ("+/-", WhiteWins),
            ("+:-", WhiteWins),
            ("- +", BlackWins),
            ("-/+", BlackWins),
            ("+-/-+", WhiteWins),
        ] {
            let read = WrittenResult::read(text.as_bytes());
            assert_eq!(read, Some(WrittenResult::Remarked(mark)), "{text}");
        }
    }

    #[test]
    fn what_is_no_mark_is_not_taken_for_one() {
        for text in ["0-0", "0:0", "-/-", "1-1", "1/2-0", "0.5-0"] {
            assert_eq!(WrittenResult::read(text.as_bytes()), Some(WrittenResult::Other), "{text}");
        }
        for text in
            ["", "?", "won", "1", "0", "1-", "1-0-1", "2-0", "10", "0-0-0", "1-0 2-0", "=", "e4"]
        {
            assert_eq!(WrittenResult::read(text.as_bytes()), None, "{text}");
        }
    }
}
