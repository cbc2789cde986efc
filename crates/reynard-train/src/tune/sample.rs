//! Labeled positions.

use std::fmt;
use std::str::FromStr;

use reynard::{GameResult, Position};

use crate::shard::TrainingSample;

/// A position with the result of its game and, optionally, a score.
///
/// A sample is written on one line, in any of the usual formats for labeled positions:
///
/// ```
/// use reynard::GameResult;
/// use reynard_train::tune::TuneSample;
///
/// for line in [
///     "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [1.0]",
///     "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [1.0] 135",
///     "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 135 | 1.0",
///     "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";",
/// ] {
///     let sample: TuneSample = line.parse()?;
///     assert_eq!(sample.result, GameResult::WhiteWins);
///     assert!(sample.score.is_none_or(|score| score == 135));
/// }
/// # Ok::<(), reynard_train::tune::InvalidTuneSample>(())
/// ```
#[derive(Clone, Debug)]
pub struct TuneSample {
    /// Position.
    pub pos: Position,
    /// Result of the game.
    pub result: GameResult,
    /// Score in centipawns from White's point of view, if known.
    pub score: Option<i32>,
}

impl From<TrainingSample> for TuneSample {
    /// Converts a training sample. A mate score is dropped, since it is not in centipawns.
    fn from(sample: TrainingSample) -> Self {
        let TrainingSample { position: pos, score, result, .. } = sample;
        Self { pos, result, score: score.centipawns().map(i32::from) }
    }
}

impl FromStr for TuneSample {
    type Err = InvalidTuneSample;

    fn from_str(line: &str) -> Result<Self, InvalidTuneSample> {
        let (fen, result, score) = parts(line.trim()).ok_or(InvalidTuneSample::Result)?;
        let result = result_of(result.trim()).ok_or(InvalidTuneSample::Result)?;
        let score = match score.trim() {
            "" => None,
            text => Some(text.parse().map_err(|_| InvalidTuneSample::Score)?),
        };
        let pos = fen.trim().parse().map_err(|_| InvalidTuneSample::Position)?;
        Ok(Self { pos, result, score })
    }
}

/// Splits a line into position, result and score.
fn parts(line: &str) -> Option<(&str, &str, &str)> {
    if let Some((fen, rest)) = line.split_once('|') {
        let (score, result) = rest.split_once('|')?;
        return Some((fen, result, score));
    }
    if let Some((fen, rest)) = line.split_once('[') {
        let (result, score) = rest.split_once(']')?;
        return Some((fen, result, score));
    }
    let (fen, rest) = line.split_once(" c9 ")?;
    Some((fen, rest.trim().strip_suffix(';')?.trim().trim_matches('"'), ""))
}

fn result_of(text: &str) -> Option<GameResult> {
    Some(match text {
        "1.0" | "1" | "1-0" => GameResult::WhiteWins,
        "0.5" | "1/2-1/2" => GameResult::Draw,
        "0.0" | "0" | "0-1" => GameResult::BlackWins,
        _ => return None,
    })
}

/// The error returned for a line that is not a [`TuneSample`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidTuneSample {
    /// Missing or unknown result.
    Result,
    /// The score is not an integer.
    Score,
    /// The text is not the FEN of a legal position.
    Position,
}

impl fmt::Display for InvalidTuneSample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Result => "no result such as `[0.5]` or `| 0.5` behind the position",
            Self::Score => "the score is not a number of centipawns",
            Self::Position => "not the FEN of a legal position",
        })
    }
}

impl std::error::Error for InvalidTuneSample {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_lines_are_refused_with_a_reason() {
        const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        for (line, error) in [
            (String::new(), InvalidTuneSample::Result),
            (FEN.to_owned(), InvalidTuneSample::Result),
            (format!("{FEN} [0.7]"), InvalidTuneSample::Result),
            (format!("{FEN} [1.0"), InvalidTuneSample::Result),
            (format!("{FEN} | 1.0"), InvalidTuneSample::Result),
            (format!("{FEN} c9 \"1-0\""), InvalidTuneSample::Result),
            (format!("{FEN} | x | 1.0"), InvalidTuneSample::Score),
            (format!("{FEN} [1.0] 0.35"), InvalidTuneSample::Score),
            ("8/8/8/8/8/8/8/8 w - - 0 1 [1.0]".to_owned(), InvalidTuneSample::Position),
            ("[1.0]".to_owned(), InvalidTuneSample::Position),
        ] {
            assert_eq!(line.parse::<TuneSample>().unwrap_err(), error, "{line}");
        }
    }
}
