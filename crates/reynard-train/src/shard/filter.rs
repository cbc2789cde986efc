//! Filters that select training positions.

use reynard::{GameResult, Move, Position};
use serde::{Deserialize, Serialize};

use super::game::{TrainingGame, WhiteScore};

/// Filter for training positions.
///
/// ```
/// use reynard_train::shard::PositionFilter;
///
/// assert_eq!(PositionFilter::default().max_score, Some(2_000));
/// assert_eq!(PositionFilter::ALL.max_score, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PositionFilter {
    /// Largest score for either side in centipawns. If it is set, mate scores are excluded as well.
    pub max_score: Option<u16>,
    /// Kind of positions.
    pub kind: PositionKind,
}

/// The kind of positions that a [`PositionFilter`] keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PositionKind {
    /// Not in check, and the best move is neither a capture nor a promotion.
    Quiet,
    /// Any position.
    Any,
}

impl PositionFilter {
    /// Keeps all positions.
    pub const ALL: Self = Self { max_score: None, kind: PositionKind::Any };

    /// Returns `true` if the filter keeps a position with this best move and score.
    ///
    /// ```
    /// use reynard_train::reynard::Position;
    /// use reynard_train::shard::{PositionFilter, WhiteScore};
    ///
    /// let pos = Position::startpos();
    /// let mv = pos.parse_uci("e2e4")?;
    /// let score = WhiteScore::from_number(2_500).expect("in range");
    /// assert!(PositionFilter::ALL.keeps(&pos, mv, score));
    /// assert!(!PositionFilter::default().keeps(&pos, mv, score));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keeps(&self, pos: &Position, mv: Move, score: WhiteScore) -> bool {
        let score = score.centipawns().map(i16::unsigned_abs);
        let is_within = self.max_score.is_none_or(|most| score.is_some_and(|score| score <= most));
        is_within && (self.kind == PositionKind::Any || mv.is_quiet() && !pos.is_check())
    }
}

impl Default for PositionFilter {
    /// Returns a filter for quiet positions with a score of at most 2,000 centipawns.
    fn default() -> Self {
        Self { max_score: Some(2_000), kind: PositionKind::Quiet }
    }
}

/// A training position.
#[derive(Clone, Debug)]
pub struct TrainingSample {
    /// Position.
    pub position: Position,
    /// Search score.
    pub score: WhiteScore,
    /// Result of the game.
    pub result: GameResult,
    /// The move played.
    pub mv: Move,
}

impl TrainingGame {
    /// Returns an iterator over the positions of the game that pass a filter.
    ///
    /// The moves must be legal, as they are in an [unpacked](super::PackedGame::unpack) game.
    ///
    /// ```
    /// use reynard_train::shard::{PositionFilter, ShardReader};
    ///
    /// # let bytes: Vec<u8> = Vec::new();
    /// let mut file = match ShardReader::new(&bytes[..]) {
    ///     Ok(file) => file,
    ///     Err(error) => return println!("{error}"),
    /// };
    /// while let Ok(Some(game)) = file.next_game() {
    ///     for sample in game.samples(PositionFilter::default()) {
    ///         println!("{} {:?} {}", sample.position, sample.score.centipawns(), sample.result);
    ///     }
    /// }
    /// ```
    pub fn samples(&self, filter: PositionFilter) -> impl Iterator<Item = TrainingSample> + '_ {
        let mut pos = self.start.clone();
        self.plies.iter().filter_map(move |ply| {
            let kept = filter.keeps(&pos, ply.mv, ply.score).then(|| TrainingSample {
                position: pos.clone(),
                score: ply.score,
                result: self.result,
                mv: ply.mv,
            });
            pos.play_unchecked(ply.mv);
            kept
        })
    }
}
