//! Engine evaluations of positions: `[%eval 0.17,20]`.

use std::io::Write;

use reynard::Color;

/// The evaluation of a position, and the depth of the search that produced it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CommentEvaluation {
    /// The score.
    pub score: EvaluationScore,
    /// The depth of the search in plies, if given.
    pub depth: Option<u16>,
}

/// Score of an engine evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvaluationScore {
    /// Hundredths of a pawn; positive if White is better.
    Centipawns(i32),
    /// A forced mate.
    Mate {
        /// The side that mates.
        winner: Color,
        /// Number of moves by the winner; 0 if the position is already checkmate.
        moves: u32,
    },
}

impl CommentEvaluation {
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        let (score, depth) = match text.iter().position(|&byte| byte == b',') {
            Some(comma) => (&text[..comma], Some(text[comma + 1..].trim_ascii())),
            None => (text, None),
        };
        let depth = match depth {
            Some(digits) => Some(u16::try_from(number(digits)?).ok()?),
            None => None,
        };
        Some(Self { score: EvaluationScore::read(score.trim_ascii())?, depth })
    }

    pub(super) fn write(self, text: &mut Vec<u8>) {
        // Writing to memory does not fail.
        let _ = match self.score {
            EvaluationScore::Centipawns(score) => {
                let (sign, score) = (if score < 0 { "-" } else { "" }, score.unsigned_abs());
                write!(text, "{sign}{}.{:02}", score / 100, score % 100)
            }
            EvaluationScore::Mate { winner: Color::White, moves } => write!(text, "#{moves}"),
            EvaluationScore::Mate { winner: Color::Black, moves } => write!(text, "#-{moves}"),
        };
        if let Some(depth) = self.depth {
            let _ = write!(text, ",{depth}");
        }
    }
}

impl EvaluationScore {
    /// Reads either a number of pawns, truncated to two decimal places, or a mate: `#` followed by
    /// a number of moves.
    fn read(text: &[u8]) -> Option<Self> {
        let (mate, text) = match text.strip_prefix(b"#") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (negative, text) = match text.first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        if mate {
            let winner = if negative { Color::Black } else { Color::White };
            return Some(Self::Mate { winner, moves: number(text)? });
        }
        let (pawns, decimals) = match text.iter().position(|&byte| byte == b'.') {
            Some(point) => (&text[..point], &text[point + 1..]),
            None => (text, &b"0"[..]),
        };
        number(decimals)?;
        let digit = |index: usize| decimals.get(index).map_or(0, |&byte| u32::from(byte - b'0'));
        let hundredths = digit(0) * 10 + digit(1);
        let score = number(pawns)?.checked_mul(100)?.checked_add(hundredths)?;
        let score = i32::try_from(score).ok()?;
        Some(Self::Centipawns(if negative { -score } else { score }))
    }
}

/// Reads a number of at most nine digits.
fn number(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() || digits.len() > 9 {
        return None;
    }
    digits.iter().try_fold(0, |number, &byte| {
        byte.is_ascii_digit().then(|| number * 10 + u32::from(byte - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(text: &str) -> Option<String> {
        let mut written = Vec::new();
        CommentEvaluation::read(text.as_bytes())?.write(&mut written);
        Some(String::from_utf8(written).expect("digits and signs"))
    }

    #[test]
    fn evaluations_are_read_and_written() {
        for (text, normal) in [
            ("0.17", "0.17"),
            ("-0.5", "-0.50"),
            ("-0.05,7", "-0.05,7"),
            ("+12.345, 31", "12.34,31"),
            ("3", "3.00"),
            ("#3", "#3"),
            ("#-12,20", "#-12,20"),
            ("#-0", "#-0"),
        ] {
            assert_eq!(round_trip(text).as_deref(), Some(normal), "{text}");
        }
        for text in ["", "#", "-", "1.", ".5", "1.2.3", "1,", "1,-1", "99999999", "x", "1,99999"] {
            assert_eq!(round_trip(text), None, "{text}");
        }
    }
}
