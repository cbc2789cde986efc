//! Positions with the results of their games.

use std::fmt;

use reynard::Position;

use crate::eval::Features;

/// Positions as features with the results of their games, packed one after the other.
///
/// ```
/// use reynard_engine::tune::Samples;
///
/// let mut samples = Samples::default();
/// samples.add_line("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [1.0]")?;
/// assert!(samples.add_line("nonsense").is_err());
/// assert_eq!(samples.len(), 1);
/// # Ok::<(), reynard_engine::tune::InvalidSample>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Samples {
    counts: Vec<(u16, i8)>,
    heads: Vec<Head>,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    end: usize,
    middlegame: f32,
    scales: [f32; 2],
    result: f32,
}

/// A position with its result, as [`Samples`] keeps it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<'a> {
    pub(super) counts: &'a [(u16, i8)],
    pub(super) middlegame: f32,
    pub(super) scales: [f32; 2],
    pub(super) result: f32,
}

impl Samples {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Adds a line: a FEN, and the result for White in brackets, `[1.0]`, `[0.5]` or `[0.0]`. A
    /// position in check is left out, since it is not evaluated.
    ///
    /// # Errors
    ///
    /// [`InvalidSample`] if the line is something else.
    pub fn add_line(&mut self, line: &str) -> Result<(), InvalidSample> {
        let (fen, result) = line.trim_end().rsplit_once('[').ok_or(InvalidSample::MissingResult)?;
        let result = match result {
            "1.0]" => 1.0,
            "0.5]" => 0.5,
            "0.0]" => 0.0,
            _ => return Err(InvalidSample::MissingResult),
        };
        let pos: Position = fen.trim().parse().map_err(|_| InvalidSample::Position)?;
        if !pos.is_check() {
            self.add(&pos, result);
        }
        Ok(())
    }

    /// Adds a position and the result of its game for White: 1, 0.5 or 0.
    pub fn add(&mut self, pos: &Position, result: f32) {
        let Features { counts, middlegame, scales } = Features::new(pos);
        self.counts.extend(counts);
        self.heads.push(Head { end: self.counts.len(), middlegame, scales, result });
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Sample<'_> {
        let start = index.checked_sub(1).map_or(0, |before| self.heads[before].end);
        let Head { end, middlegame, scales, result } = self.heads[index];
        Sample { counts: &self.counts[start..end], middlegame, scales, result }
    }
}

/// Why a line is no position with a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidSample {
    /// It does not end with a result in brackets.
    MissingResult,
    /// What stands before is no FEN, or not one of a legal position.
    Position,
}

impl fmt::Display for InvalidSample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MissingResult => "no result such as [0.5] at the end",
            Self::Position => "no FEN of a legal position",
        })
    }
}

impl std::error::Error for InvalidSample {}
