//! One game of self-play.

use std::fmt;

use reynard::{Game, GameResult, Move, Position};
use reynard_engine::{Control, Engine, OutOfMemory, Score, SearchLimits};

use super::opening::OpeningSettings;
use crate::adjudication::{Adjudicated, Adjudication, Adjudicator, DrawRule, ResignRule};
use crate::claim::claimed_outcome;
use crate::random::SplitMix64;
use crate::shard::{GameEnding, Ply, TrainingGame, WaivedAdjudication, WhiteScore};

/// How games of self-play are played. The same settings give the same games.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// Any number; another one gives other games.
    pub seed: u64,
    /// A search begins no iteration after so many nodes,
    pub nodes: u64,
    /// and is broken off after so many.
    pub hard_nodes: u64,
    /// How games begin.
    pub opening: OpeningSettings,
    /// When they are decided by the scores. The number of moves is always limited: to 300, if no other
    /// number is given.
    pub adjudication: Adjudication,
    /// How many games of a thousand are played out although they were decided, to see whether that was
    /// right.
    pub played_out: u32,
    /// Transposition table size in MiB.
    pub hash: usize,
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
        }
    }
}

/// The engine that plays against itself, on one thread.
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

/// How many openings are looked at before it is given up to find a level one.
const MOST_OPENINGS: usize = 10_000;
/// Moves of both sides after which a game is a draw, unless told otherwise.
const MAX_MOVES: u32 = 300;

impl SelfPlay {
    /// A player with a hash table of its own.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if there is none for the table.
    pub fn new(settings: SelfPlaySettings) -> Result<Self, OutOfMemory> {
        let mut engine = Engine::new(settings.hash)?;
        engine.prepare()?;
        Ok(Self { settings, engine })
    }

    /// Plays the game with a number in the shard with a number.
    ///
    /// # Errors
    ///
    /// [`SelfPlayError`] if `control` has stopped it, or no opening is level enough.
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
                break (outcome.result(), GameEnding::Rules);
            }
            if plies.len() >= max_plies {
                break (GameResult::Draw, GameEnding::TooLong);
            }
            let (mv, score) = self.search(&game, self.settings.nodes, control)?;
            let turn = game.turn();
            plies.push(Ply { mv, score: WhiteScore::new(score, turn) });
            if waived.is_none()
                && let Some(Adjudicated { result, .. }) = adjudicator.record(turn, Some(score))
            {
                if !is_played_out {
                    break (result, GameEnding::Adjudicated);
                }
                let plies = u32::try_from(plies.len()).unwrap_or(u32::MAX);
                waived = Some(WaivedAdjudication { plies, result });
            }
            // The engine plays legal moves.
            if game.play(mv).is_err() {
                return Err(SelfPlayError::Stopped);
            }
        };
        Ok(TrainingGame { start, plies, result, ending, waived })
    }

    /// A position in which nobody has won yet.
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

    /// The best move and the score of the last position of a game that goes on.
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
            (Some(mv), Some(line)) if !control.is_stopped() => Ok((mv, line.score)),
            _ => Err(SelfPlayError::Stopped),
        }
    }
}

/// Why there is no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfPlayError {
    /// It was stopped.
    Stopped,
    /// Of very many openings none was level enough.
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
