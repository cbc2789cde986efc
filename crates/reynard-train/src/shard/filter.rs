//! Which positions of a game are worth learning from.

use reynard::{GameResult, Move, Position};

use super::game::{TrainingGame, WhiteScore};

/// Which positions are kept.
///
/// ```
/// use reynard_train::shard::PositionFilter;
///
/// assert_eq!(PositionFilter::default().max_score, Some(2_000));
/// assert_eq!(PositionFilter::ALL.max_score, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionFilter {
    /// Positions with larger scores for either side are left out, and those with a mate; in
    /// centipawns.
    pub max_score: Option<u16>,
    /// What the position has to be like.
    pub kind: PositionKind,
}

/// What a position has to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionKind {
    /// The side to move is not in check, and its best move neither captures nor promotes.
    Quiet,
    /// Any will do.
    Any,
}

impl PositionFilter {
    /// Keeps all positions.
    pub const ALL: Self = Self { max_score: None, kind: PositionKind::Any };

    /// Whether a position with a best move and a score is kept.
    pub fn keeps(&self, pos: &Position, mv: Move, score: WhiteScore) -> bool {
        let score = score.centipawns().map(i16::unsigned_abs);
        let is_within = self.max_score.is_none_or(|most| score.is_some_and(|score| score <= most));
        is_within && (self.kind == PositionKind::Any || mv.is_quiet() && !pos.is_check())
    }
}

impl Default for PositionFilter {
    /// Quiet positions in which nobody is ahead by more than twenty pawns.
    fn default() -> Self {
        Self { max_score: Some(2_000), kind: PositionKind::Quiet }
    }
}

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct TrainingSample {
    /// The position.
    pub position: Position,
    /// What the search said about it.
    pub score: WhiteScore,
    /// How its game ended.
    pub result: GameResult,
    /// The move that was played.
    pub mv: Move,
}

impl TrainingGame {
    /// The positions of the game that a filter keeps, with their scores and the result.
    ///
    /// The moves must be legal, as they are in a game that was [unpacked](super::PackedGame::unpack).
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
