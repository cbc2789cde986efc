//! Statistics of training games.

use reynard::GameResult;
use reynard_engine::eval::{FULL_PHASE, phase};

use super::filter::PositionFilter;
use super::game::{SelfPlayEnding, TrainingGame, white_half_points};

/// Statistics of training games.
///
/// ```
/// use reynard_train::shard::{PositionFilter, ShardStatistics};
///
/// assert_eq!(ShardStatistics::new(PositionFilter::default()).games, 0);
/// ```
#[derive(Clone, Debug)]
pub struct ShardStatistics {
    filter: PositionFilter,
    /// Number of games.
    pub games: u64,
    /// Number of moves, each with a position and a score.
    pub plies: u64,
    /// Number of positions that pass the filter.
    pub kept: u64,
    /// Numbers of games that Black won, drew and lost.
    pub results: [u64; 3],
    /// Number of games by [`SelfPlayEnding`], in the order of [`SelfPlayEnding::ALL`].
    pub endings: [u64; 3],
    /// Number of games in which adjudication as a win was waived, and the number of those games
    /// whose result confirmed it.
    pub wins_played_out: [u64; 2],
    /// Number of games in which adjudication as a draw was waived, and the number of those games
    /// whose result confirmed it.
    pub draws_played_out: [u64; 2],
    /// Number of kept positions by score: up to 25, 50, 100, 200, 400, 800, 1,600 centipawns for
    /// either side, and above.
    pub scores: [u64; 8],
    /// Number of kept positions by game phase; in phase 0, only kings and pawns are left.
    pub phases: [u64; FULL_PHASE as usize + 1],
    /// Number of games by length in plies: below 20, 40, 80, 120, 160, 200, 300, and longer.
    pub lengths: [u64; 8],
}

impl ShardStatistics {
    /// Upper bounds of all classes of [`ShardStatistics::scores`] except the last, in centipawns.
    pub const SCORE_ENDS: [u16; 7] = [25, 50, 100, 200, 400, 800, 1_600];
    /// Lower bounds of all classes of [`ShardStatistics::lengths`] except the first.
    pub const LENGTH_ENDS: [usize; 7] = [20, 40, 80, 120, 160, 200, 300];

    /// Creates empty statistics.
    pub const fn new(filter: PositionFilter) -> Self {
        Self {
            filter,
            games: 0,
            plies: 0,
            kept: 0,
            results: [0; 3],
            endings: [0; 3],
            wins_played_out: [0; 2],
            draws_played_out: [0; 2],
            scores: [0; 8],
            phases: [0; FULL_PHASE as usize + 1],
            lengths: [0; 8],
        }
    }

    /// Adds a game.
    ///
    /// ```
    /// use reynard_train::reynard::{GameResult, Position};
    /// use reynard_train::shard::{PositionFilter, SelfPlayEnding, ShardStatistics, TrainingGame};
    ///
    /// let start = Position::startpos();
    /// let game = TrainingGame {
    ///     start,
    ///     plies: Vec::new(),
    ///     result: GameResult::Draw,
    ///     ending: SelfPlayEnding::TooLong,
    ///     waived: None,
    /// };
    /// let mut statistics = ShardStatistics::new(PositionFilter::default());
    /// statistics.add(&game);
    /// assert_eq!(statistics.results, [0, 1, 0]);
    /// ```
    pub fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.results[usize::from(white_half_points(game.result))] += 1;
        let endings = self.endings.iter_mut().zip(SelfPlayEnding::ALL);
        for (count, _) in endings.filter(|&(_, ending)| ending == game.ending) {
            *count += 1;
        }
        if let Some(waived) = game.waived {
            let is_draw = waived.result == GameResult::Draw;
            let [games, right] =
                if is_draw { &mut self.draws_played_out } else { &mut self.wins_played_out };
            *games += 1;
            *right += u64::from(waived.result == game.result);
        }
        self.lengths[Self::LENGTH_ENDS.partition_point(|&end| end <= game.plies.len())] += 1;
        for sample in game.samples(self.filter) {
            self.kept += 1;
            let score = sample.score.number().unsigned_abs();
            self.scores[Self::SCORE_ENDS.partition_point(|&end| end < score)] += 1;
            let phase = usize::try_from(phase(&sample.position)).unwrap_or(0);
            self.phases[phase.min(FULL_PHASE as usize)] += 1;
        }
    }
}
