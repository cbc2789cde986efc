//! The games of an SPSA run.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use reynard::CastlingNotation;
use reynard_base::parallel::Workers;
use reynard_play::OpeningSuite;
use reynard_uci::OptionKind;

use super::optimizer::{Spsa, SpsaTrial};
use crate::game::{GameRecord, GameSetup, Seat, play};
use crate::tournament::{MatchPlayer, MatchSettings, UnknownOptions};
use reynard_host::{EngineError, EngineProcess};

/// The games that an [`Spsa`] needs for its trials: pairs of games that an engine plays against
/// itself.
#[derive(Clone, Debug)]
pub struct SpsaRun {
    /// The engine and its limits.
    pub player: MatchPlayer,
    /// Openings, one per pair.
    pub openings: OpeningSuite,
    /// Settings for all games.
    pub settings: MatchSettings,
}

/// A pair of games.
#[derive(Clone, Debug)]
pub struct SpsaPair {
    /// The trial, which contains the values used by the two sides.
    pub trial: SpsaTrial,
    /// Half points of the first side, 0 to 4.
    pub half_points: u8,
    /// The games. The first side has White in the first game.
    pub games: [GameRecord; 2],
}

impl SpsaPair {
    /// Returns the number of games lost by forfeit: a crash, an illegal move, no answer, or a loss
    /// on time.
    pub fn forfeits(&self) -> u64 {
        self.games.iter().filter(|game| game.cause.is_forfeit()).count() as u64
    }
}

/// The error returned by [`SpsaRun::run`].
#[derive(Debug)]
pub enum SpsaError {
    /// The engine cannot be started or violates its protocol.
    Engine(EngineError),
    /// The option with this name is not numeric, or the values are outside the option's range.
    Parameter(String),
}

impl fmt::Display for SpsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => write!(f, "the engine {error}"),
            Self::Parameter(name) => {
                write!(f, "the engine has no number option {name} with that range")
            }
        }
    }
}

impl std::error::Error for SpsaError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Engine(error) => error.source(),
            Self::Parameter(_) => None,
        }
    }
}

impl From<EngineError> for SpsaError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

/// Returns the names of the parameters.
fn names(spsa: &Spsa) -> Vec<String> {
    spsa.parameters().iter().map(|parameter| parameter.name.clone()).collect()
}

/// A worker's two engine processes, once started.
type Engines = Option<[EngineProcess; 2]>;

impl SpsaRun {
    /// Plays the remaining pairs and adds their results in order. Each pair is reported after it
    /// has been added.
    ///
    /// `stopped` is polled before each move. Once it returns `true`, or once `report` breaks,
    /// unfinished pairs are abandoned. Returns the break value of `report`, if any.
    ///
    /// # Errors
    ///
    /// [`SpsaError`] if the engine cannot be started or lacks a parameter. An engine that fails
    /// later forfeits its game and is restarted.
    pub fn run<B>(
        &self,
        spsa: &mut Spsa,
        stopped: &(dyn Fn() -> bool + Sync),
        mut report: impl FnMut(&Spsa, SpsaPair) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, SpsaError> {
        self.check(spsa)?;
        let concurrency = spsa.settings().concurrency.max(1) as usize;
        let threads = NonZeroUsize::new(concurrency).unwrap_or(NonZeroUsize::MIN);
        let names = names(spsa);
        let mut number = spsa.pairs();
        let state = Mutex::new(spsa);
        let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
        let workers = Workers::new(threads, || None).in_flight(concurrency);
        let flow = workers.ordered(
            |_: &mut Engines| {
                let trial = lock().trial(number).filter(|_| !stopped())?;
                number += 1;
                Some(trial)
            },
            |engines, trial| self.pair(engines, &names, trial, stopped),
            |result| match result {
                Ok(None) => ControlFlow::Break(Ok(None)),
                Err(error) => ControlFlow::Break(Err(error)),
                Ok(Some(pair)) => {
                    let mut spsa = lock();
                    spsa.add(pair.half_points);
                    match report(&spsa, pair) {
                        ControlFlow::Continue(()) => ControlFlow::Continue(()),
                        ControlFlow::Break(value) => ControlFlow::Break(Ok(Some(value))),
                    }
                }
            },
        );
        match flow {
            ControlFlow::Continue(()) | ControlFlow::Break(Ok(None)) => {
                Ok(ControlFlow::Continue(()))
            }
            ControlFlow::Break(Ok(Some(value))) => Ok(ControlFlow::Break(value)),
            ControlFlow::Break(Err(error)) => Err(error),
        }
    }

    /// Plays pairs on the calling thread without adding their results. Stops at the first pair
    /// whose trial must wait for results. This allows a caller to distribute the pairs over workers
    /// in other ways.
    ///
    /// # Errors
    ///
    /// Same as for [`SpsaRun::run`].
    ///
    /// ```no_run
    /// use reynard_arena::spsa::{Spsa, SpsaRun, SpsaSettings};
    /// use reynard_arena::{MatchPlayer, MatchSettings};
    /// use reynard_play::OpeningSuite;
    ///
    /// let player = MatchPlayer::parse("./engine,nodes=5000", "")?;
    /// let (openings, settings) = (OpeningSuite::balanced(), MatchSettings::default());
    /// let run = SpsaRun { player, openings, settings };
    /// // Four workers could play 16 pairs each.
    /// let spsa_settings = SpsaSettings { concurrency: 64, ..SpsaSettings::default() };
    /// let spsa = Spsa::new(vec!["Contempt,20,0,100,5".parse()?], spsa_settings);
    /// let second_worker = run.play(&spsa, 16..32)?;
    /// assert_eq!(second_worker.len(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, spsa: &Spsa, pairs: Range<u64>) -> Result<Vec<SpsaPair>, SpsaError> {
        self.check(spsa)?;
        let names = names(spsa);
        let trials = pairs.map_while(|number| spsa.trial(number));
        let mut engines = None;
        trials
            .map(|trial| self.pair(&mut engines, &names, trial, &|| false))
            .filter_map(Result::transpose)
            .collect()
    }

    /// Checks that the engine has the options to be set and the parameters, and can play the games.
    fn check(&self, spsa: &Spsa) -> Result<(), SpsaError> {
        let engine = self.start()?;
        if self.settings.unknown_options == UnknownOptions::Refuse
            && let Some(name) = engine.unknown_options(&self.player.engine).first()
        {
            return Err(engine.unknown_option(name).into());
        }
        for parameter in spsa.parameters() {
            let name = &parameter.name;
            let option = engine.option(name).ok_or_else(|| engine.unknown_option(name))?;
            let is_in_range = match option.kind {
                OptionKind::Spin { min, max, .. } => min <= parameter.min && parameter.max <= max,
                _ => false,
            };
            if !is_in_range {
                return Err(SpsaError::Parameter(name.clone()));
            }
        }
        let root = self.openings.game(0);
        engine.check(&self.player.limits, root.root(), self.settings.castling)?;
        engine.quit();
        Ok(())
    }

    fn start(&self) -> Result<EngineProcess, EngineError> {
        let mut engine = EngineProcess::start(&self.player.engine, self.settings.timeouts)?;
        if self.settings.castling == CastlingNotation::Chess960 {
            engine.play_chess960()?;
        }
        Ok(engine)
    }

    /// Plays a pair. Returns `None` if it was abandoned.
    fn pair(
        &self,
        engines: &mut Engines,
        names: &[String],
        trial: SpsaTrial,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<SpsaPair>, SpsaError> {
        let mut games = Vec::with_capacity(2);
        let mut half_points = 0;
        for swapped in [false, true] {
            let mut sides = match engines.take() {
                Some(sides) => sides,
                None => [self.start()?, self.start()?],
            };
            for (engine, values) in sides.iter_mut().zip([&trial.first, &trial.second]) {
                for (name, value) in names.iter().zip(values) {
                    engine.set_option(name, &value.to_string())?;
                }
            }
            let Some(game) = self.game(&mut sides, trial.number, swapped, stopped) else {
                return Ok(None);
            };
            let white = game.white_half_points();
            half_points += if swapped { 2 - white } else { white };
            // After a crash or a missing answer an engine may still send output of the old game.
            if !game.cause.is_forfeit() {
                *engines = Some(sides);
            }
            games.push(game);
        }
        let Ok(games) = <[GameRecord; 2]>::try_from(games) else { return Ok(None) };
        Ok(Some(SpsaPair { trial, half_points, games }))
    }

    fn game(
        &self,
        sides: &mut [EngineProcess; 2],
        number: u64,
        swapped: bool,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<GameRecord> {
        let index = usize::try_from(number % self.openings.len().max(1) as u64).unwrap_or(0);
        let opening = self.openings.game(index);
        let setup = GameSetup {
            opening: &opening,
            castling: self.settings.castling,
            adjudication: self.settings.adjudication,
            time_margin: self.settings.time_margin,
            tablebase: None,
        };
        let limits = self.player.limits;
        let [first, second] =
            sides.each_mut().map(|engine| Seat { engine, limits, ponders: false });
        let seats = if swapped { [second, first] } else { [first, second] };
        play(seats, &setup, &|| !stopped())
    }
}
