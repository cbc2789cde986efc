//! Self-play games.

use std::fmt;
use std::sync::Arc;

use reynard::{Game, GameResult, Move, Position};
use reynard_engine::{Control, Engine, Network, OutOfMemory, Score, SearchLimits};

use super::opening::OpeningSettings;
use crate::shard::{Ply, SelfPlayEnding, TrainingGame, WaivedAdjudication, WhiteScore};
use reynard_base::SplitMix64;
use reynard_play::claimed_outcome;
use reynard_play::{Adjudicated, Adjudication, Adjudicator, DrawRule, ResignRule};

/// Settings for self-play. The same settings produce the same games.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Soft node limit: no iteration begins after this number of nodes.
    pub nodes: u64,
    /// Hard node limit: the search is stopped after this number of nodes.
    pub hard_nodes: u64,
    /// Openings.
    pub opening: OpeningSettings,
    /// Adjudication. The number of moves is always limited, to 300 by default.
    pub adjudication: Adjudication,
    /// Number of games per thousand in which adjudication is waived, to measure how often
    /// adjudication is right.
    pub played_out: u32,
    /// Transposition table size in MiB.
    pub hash: usize,
    /// Network used by the engine; `None` for the embedded one.
    pub network: Option<Arc<Network>>,
}

impl Default for SelfPlaySettings {
    fn default() -> Self {
        Self {
            seed: 1,
            nodes: 1_000,
            hard_nodes: 10_000,
            opening: OpeningSettings::default(),
            adjudication: Adjudication {
                resign: Some(ResignRule { moves: 3, score: 1_000 }),
                draw: Some(DrawRule { from: 40, moves: 6, score: 10 }),
                max_moves: Some(300),
            },
            played_out: 50,
            hash: 2,
            network: None,
        }
    }
}

/// A self-play player that runs on one thread.
///
/// ```
/// use reynard_train::selfplay::{OpeningSettings, SelfPlay, SelfPlaySettings};
/// use reynard_engine::Control;
///
/// let mut settings = SelfPlaySettings { nodes: 20, ..SelfPlaySettings::default() };
/// settings.opening.nodes = 20;
/// let mut player = SelfPlay::new(settings)?;
/// let game = player.play(0, 3, &Control::new())?;
/// assert_eq!(player.play(0, 3, &Control::new())?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SelfPlay {
    settings: SelfPlaySettings,
    engine: Engine,
}

/// Maximum number of openings tried for each game.
const MOST_OPENINGS: usize = 10_000;
/// Default number of moves after which a game is a draw.
const MAX_MOVES: u32 = 300;

impl SelfPlay {
    /// Creates a player with its own transposition table.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if the table cannot be allocated.
    ///
    /// ```
    /// use reynard_train::selfplay::{SelfPlay, SelfPlaySettings};
    ///
    /// assert!(SelfPlay::new(SelfPlaySettings::default()).is_ok());
    /// ```
    pub fn new(settings: SelfPlaySettings) -> Result<Self, OutOfMemory> {
        let mut engine = Engine::new(settings.hash)?;
        engine.settings.network.clone_from(&settings.network);
        engine.prepare()?;
        Ok(Self { settings, engine })
    }

    /// Plays the game with the given number in its shard.
    ///
    /// # Errors
    ///
    /// [`SelfPlayError`] if `control` stopped the game, or no opening is balanced enough.
    ///
    /// ```
    /// use reynard_engine::Control;
    /// use reynard_train::selfplay::{SelfPlay, SelfPlayError, SelfPlaySettings};
    ///
    /// let mut player = SelfPlay::new(SelfPlaySettings::default())?;
    /// let control = Control::new();
    /// control.stop();
    /// assert_eq!(player.play(0, 0, &control), Err(SelfPlayError::Stopped));
    /// # Ok::<(), reynard_engine::OutOfMemory>(())
    /// ```
    pub fn play(
        &mut self,
        shard: u32,
        number: u32,
        control: &Control,
    ) -> Result<TrainingGame, SelfPlayError> {
        self.engine.new_game();
        let mut random = SplitMix64::from_seeds(&[self.settings.seed, shard.into(), number.into()]);
        let start = self.opening(&mut random, control)?;
        let is_played_out = random.below(1_000) < self.settings.played_out as usize;
        let rules = self.settings.adjudication;
        let max_plies = 2 * rules.max_moves.unwrap_or(MAX_MOVES) as usize;
        let max_plies = max_plies.min(TrainingGame::MAX_PLIES);
        let mut adjudicator = Adjudicator::new(Adjudication { max_moves: None, ..rules });
        let mut game = Game::from_position(start.clone());
        let mut plies = Vec::new();
        let mut waived = None;
        let (result, ending) = loop {
            if let Some(outcome) = claimed_outcome(&game) {
                break (outcome.result(), SelfPlayEnding::Rules);
            }
            if plies.len() >= max_plies {
                break (GameResult::Draw, SelfPlayEnding::TooLong);
            }
            let (mv, score) = self.search(&game, self.settings.nodes, control)?;
            let turn = game.turn();
            plies.push(Ply { mv, score: WhiteScore::new(score, turn) });
            if waived.is_none()
                && let Some(Adjudicated { result, .. }) = adjudicator.record(turn, Some(score))
            {
                if !is_played_out {
                    break (result, SelfPlayEnding::Adjudicated);
                }
                let plies = u32::try_from(plies.len()).unwrap_or(u32::MAX);
                waived = Some(WaivedAdjudication { plies, result });
            }
            // The engine plays legal moves only.
            if game.play(mv).is_err() {
                return Err(SelfPlayError::Stopped);
            }
        };
        Ok(TrainingGame { start, plies, result, ending, waived })
    }

    /// Draws an opening that is balanced according to a search.
    fn opening(
        &mut self,
        random: &mut SplitMix64,
        control: &Control,
    ) -> Result<Position, SelfPlayError> {
        for _ in 0..MOST_OPENINGS {
            let Some(pos) = self.settings.opening.draw(random) else { continue };
            let nodes = self.settings.opening.nodes;
            let (_, score) = self.search(&Game::from_position(pos.clone()), nodes, control)?;
            let most = self.settings.opening.max_score;
            if matches!(score, Score::Centipawns(score) if score.unsigned_abs() <= most) {
                return Ok(pos);
            }
        }
        Err(SelfPlayError::NoOpening)
    }

    /// Returns the best move and the internal score for the current position.
    fn search(
        &mut self,
        game: &Game,
        nodes: u64,
        control: &Control,
    ) -> Result<(Move, Score), SelfPlayError> {
        let limits = SearchLimits {
            soft_nodes: Some(nodes),
            nodes: Some(self.settings.hard_nodes.max(nodes)),
            ..SearchLimits::default()
        };
        let report = self.engine.search(game, &limits, control, &mut |_| {});
        match (report.best, report.lines.first()) {
            (Some(mv), Some(line)) if !control.is_stopped() => Ok((mv, line.internal_score)),
            _ => Err(SelfPlayError::Stopped),
        }
    }
}

/// The error returned by [`SelfPlay::play`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfPlayError {
    /// The game was stopped.
    Stopped,
    /// None of the openings tried is balanced enough.
    NoOpening,
}

impl fmt::Display for SelfPlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stopped => "stopped",
            Self::NoOpening => "no opening is level enough",
        })
    }
}

impl std::error::Error for SelfPlayError {}
