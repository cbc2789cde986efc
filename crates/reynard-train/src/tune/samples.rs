//! Labeled positions, stored as evaluation features.

use std::num::NonZeroU32;

use reynard::GameResult;
use reynard_engine::eval::Features;

use super::sample::{InvalidTuneSample, TuneSample};
use crate::shard::white_points;

/// Labeled positions, stored as evaluation features and grouped by game.
///
/// ```
/// use reynard_train::tune::TuneSamples;
///
/// let mut samples = TuneSamples::default();
/// samples.add_line("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [1.0]")?;
/// assert!(samples.add_line("nonsense").is_err());
/// assert_eq!((samples.len(), samples.games()), (1, 1));
/// # Ok::<(), reynard_train::tune::InvalidTuneSample>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TuneSamples {
    counts: Vec<(u16, i8)>,
    heads: Vec<Head>,
    games: usize,
    refused: u64,
    /// Result and ply of the last line, if the line had a move number: consecutive lines may belong
    /// to the same game.
    last: Option<(GameResult, u64)>,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    end: usize,
    game: usize,
    middlegame: f32,
    scales: [f32; 2],
    result: f32,
    score: Option<i32>,
}

/// A stored sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept<'a> {
    pub(super) counts: &'a [(u16, i8)],
    pub(super) middlegame: f32,
    pub(super) scales: [f32; 2],
    /// Result from White's point of view: 1, 0.5 or 0.
    pub(super) result: f32,
    pub(super) score: Option<i32>,
}

impl TuneSamples {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Returns `true` if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Returns the number of games.
    pub const fn games(&self) -> usize {
        self.games
    }

    /// Returns the number of positions with a score.
    ///
    /// ```
    /// use reynard_train::tune::TuneSamples;
    ///
    /// let mut samples = TuneSamples::default();
    /// samples.add_line("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 135 | 1.0")?;
    /// assert_eq!(samples.scored(), 1);
    /// # Ok::<(), reynard_train::tune::InvalidTuneSample>(())
    /// ```
    pub fn scored(&self) -> usize {
        self.heads.iter().filter(|head| head.score.is_some()).count()
    }

    /// Returns the number of lines that were not valid samples.
    ///
    /// ```
    /// use reynard_train::tune::TuneSamples;
    ///
    /// let mut samples = TuneSamples::default();
    /// assert!(samples.add_line("nonsense").is_err());
    /// assert_eq!(samples.refused(), 1);
    /// ```
    pub const fn refused(&self) -> u64 {
        self.refused
    }

    /// Parses and adds a line of text; see [`TuneSample`].
    ///
    /// A line belongs to the same game as the previous one if its position is later, by move number
    /// and side to move, and its result is the same. A line without a move number is a separate
    /// game.
    ///
    /// ```
    /// use reynard_train::tune::TuneSamples;
    ///
    /// let mut samples = TuneSamples::default();
    /// samples.add_line("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [1.0]")?;
    /// samples.add_line("4k3/8/8/8/8/4P3/8/4K3 b - - 0 1 [1.0]")?;
    /// assert_eq!((samples.len(), samples.games()), (2, 1));
    /// # Ok::<(), reynard_train::tune::InvalidTuneSample>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidTuneSample`] if the line is not a labeled position.
    pub fn add_line(&mut self, line: &str) -> Result<(), InvalidTuneSample> {
        let sample: TuneSample = line.parse().inspect_err(|_| self.refused += 1)?;
        let place = has_move_number(line).then(|| (sample.result, sample.pos.ply()));
        let is_same_game = match (self.last, place) {
            (Some((result, before)), Some((same, ply))) => result == same && before < ply,
            _ => false,
        };
        self.games += usize::from(!is_same_game);
        self.last = place;
        self.keep(&sample);
        Ok(())
    }

    /// Adds the positions of a game.
    ///
    /// ```
    /// use reynard::{GameResult, Position};
    /// use reynard_train::tune::{TuneSample, TuneSamples};
    ///
    /// let mut samples = TuneSamples::default();
    /// let pos = Position::startpos();
    /// samples.add_game([TuneSample { pos, result: GameResult::Draw, score: Some(20) }]);
    /// assert_eq!((samples.len(), samples.games(), samples.scored()), (1, 1, 1));
    /// ```
    pub fn add_game(&mut self, game: impl IntoIterator<Item = TuneSample>) {
        self.games += 1;
        self.last = None;
        for sample in game {
            self.keep(&sample);
        }
    }

    /// Stores a position. Positions in which the side to move is in check are skipped, since the
    /// engine never evaluates them.
    fn keep(&mut self, sample: &TuneSample) {
        if sample.pos.is_check() {
            return;
        }
        let Features { counts, middlegame, scales } = Features::new(&sample.pos);
        self.counts.extend(counts);
        let result = white_points(sample.result);
        self.heads.push(Head {
            end: self.counts.len(),
            game: self.games,
            middlegame,
            scales,
            result,
            score: sample.score,
        });
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Kept<'_> {
        let start = index.checked_sub(1).map_or(0, |before| self.heads[before].end);
        let Head { end, middlegame, scales, result, score, .. } = self.heads[index];
        Kept { counts: &self.counts[start..end], middlegame, scales, result, score }
    }

    /// Splits the positions into training positions and held-out positions, which come from every
    /// nth game.
    pub(super) fn divide(&self, every: Option<NonZeroU32>) -> (Vec<usize>, Vec<usize>) {
        // Games are counted from 1.
        let out = |&index: &usize| {
            every.is_some_and(|n| self.heads[index].game.is_multiple_of(n.get() as usize))
        };
        let (held_out, learned) = (0..self.len()).partition(out);
        (learned, held_out)
    }
}

/// Returns `true` if the FEN on a line contains both counters. Otherwise, the move number would
/// default to 1.
fn has_move_number(line: &str) -> bool {
    let counters = line.split_whitespace().skip(4).take(2);
    counters.filter(|token| token.parse::<u32>().is_ok()).count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_separated_and_held_out_whole() {
        let mut samples = TuneSamples::default();
        for (number, result) in [(1, "1"), (2, "1"), (9, "1"), (10, "0"), (4, "0"), (5, "0")] {
            samples
                .add_line(&format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 {number} [{result}]"))
                .unwrap();
        }
        assert_eq!(samples.games(), 3);
        let all = (0..6).collect();
        assert_eq!(samples.divide(None), (all, vec![]));
        assert_eq!(samples.divide(NonZeroU32::new(3)), (vec![0, 1, 2, 3], vec![4, 5]));
    }

    /// Covers the case of exported games, in which the move number does not change after White's
    /// move.
    #[test]
    fn positions_one_ply_apart_are_of_one_game() {
        let mut samples = TuneSamples::default();
        let mut pos = reynard::Position::startpos();
        for mv in ["e4", "e5", "Nf3", "Nc6"] {
            samples.add_line(&format!("{} | 20 | 0.5", pos.fen())).unwrap();
            pos.play_unchecked(pos.parse_san(mv.as_bytes()).unwrap());
        }
        assert_eq!((samples.len(), samples.games()), (4, 1));
        samples.add_line("4k3/8/8/8/8/8/4P3/4K3 b - - 0 2 [0.5]").unwrap();
        assert_eq!(samples.games(), 2, "the same ply is another game");
    }

    #[test]
    fn lines_without_a_move_number_are_games_of_their_own() {
        let mut samples = TuneSamples::default();
        for turn in ["w", "b", "w", "b"] {
            let pos = format!("4k3/8/8/8/8/8/4P3/4K3 {turn} - -");
            samples.add_line(&format!("{pos} c9 \"1-0\";")).unwrap();
            samples.add_line(&format!("{pos} | 100 | 1.0")).unwrap();
            samples.add_line(&format!("{pos} [1.0] 100")).unwrap();
        }
        assert_eq!((samples.len(), samples.games()), (12, 12));
    }

    #[test]
    fn positions_in_check_are_skipped() {
        let mut samples = TuneSamples::default();
        samples.add_line("4k3/8/8/8/8/8/8/4RK2 b - - 0 1 [1.0]").unwrap();
        assert_eq!((samples.len(), samples.games()), (0, 1));
    }
}
