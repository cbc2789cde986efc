//! Plays the games of a tournament.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use reynard::{CastlingNotation, Position};

use super::{Assignment, EngineLogs, MatchPlayer, Pondering, Results, Tournament, UnknownOptions};
use crate::game::{Cause, GameRecord, GameSetup, Seat, play};
use reynard_host::{EngineError, EngineProcess, Launch, Processors};

/// An event during a tournament.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum MatchEvent {
    /// A game is over.
    Game(GameRecord),
    /// An engine was started, but lacks some of the options that were to be set.
    UnknownOptions {
        /// Index of the player.
        player: usize,
        /// Names of the missing options.
        names: Vec<String>,
    },
    /// An engine was started but cannot think on the opponent's time, although pondering is
    /// enabled.
    NoPondering {
        /// Index of the player.
        player: usize,
    },
}

/// The error returned by [`Tournament::run`].
#[derive(Debug)]
pub struct TournamentError {
    /// Index of the player whose engine failed.
    pub player: usize,
    /// Name of the engine.
    pub name: String,
    /// The failure.
    pub error: EngineError,
}

impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.error)
    }
}

impl std::error::Error for TournamentError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.error.source()
    }
}

/// A message from a worker.
type Message = Result<MatchEvent, TournamentError>;

impl Tournament {
    /// Plays the games whose numbers `selected` accepts. Each game is reported when it is over; the
    /// order is unspecified. In a Swiss or knockout tournament, a stage is played only after all
    /// games of the one before.
    ///
    /// `stopped` is polled before each move and each game. Once it returns `true`, or once `report`
    /// breaks, unfinished games are abandoned and not reported. Returns the break value of
    /// `report`, if any.
    ///
    /// # Errors
    ///
    /// [`TournamentError`] if an engine cannot be started or does not support the settings. An
    /// engine that fails later forfeits its game and is restarted.
    ///
    /// # Panics
    ///
    /// Panics if the tournament has fewer players than the schedule needs.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reynard_arena::*;
    /// use reynard_host::EngineError;
    /// use reynard_play::OpeningSuite;
    ///
    /// let tournament = Tournament {
    ///     schedule: Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 1 },
    ///     players: vec![MatchPlayer::parse("/no/such/engine,depth=1", "")?; 2],
    ///     openings: OpeningSuite::standard(),
    ///     settings: MatchSettings::default(),
    ///     tablebases: None,
    ///     concurrency: 1,
    ///     processors: Vec::new(),
    /// };
    /// let result = tournament.run(&|_| true, &|| false, |_| ControlFlow::<()>::Continue(()));
    /// assert!(matches!(result.unwrap_err().error, EngineError::Start(_)));
    /// # Ok::<(), ParsePlayerError>(())
    /// ```
    pub fn run<B>(
        &self,
        selected: &dyn Fn(usize) -> bool,
        stopped: &(dyn Fn() -> bool + Sync),
        report: impl FnMut(MatchEvent) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, TournamentError> {
        self.stages(Results::new(), selected, None, stopped, report)
    }

    /// Plays the games that have no result yet as [`Tournament::run`] does, with a log for each engine
    /// and game.
    ///
    /// # Errors
    ///
    /// Same as for [`Tournament::run`].
    ///
    /// # Panics
    ///
    /// Panics if the tournament has fewer players than the schedule needs.
    pub fn resume<B>(
        &self,
        results: Results,
        logs: Option<&EngineLogs>,
        stopped: &(dyn Fn() -> bool + Sync),
        report: impl FnMut(MatchEvent) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, TournamentError> {
        self.stages(results, &|_| true, logs, stopped, report)
    }

    /// Plays the selected games that have no result yet, stage by stage.
    fn stages<B>(
        &self,
        mut results: Results,
        selected: &dyn Fn(usize) -> bool,
        logs: Option<&EngineLogs>,
        stopped: &(dyn Fn() -> bool + Sync),
        mut report: impl FnMut(MatchEvent) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, TournamentError> {
        loop {
            let mut games = self.schedule.open_games(&results);
            games.retain(|game| selected(game.number));
            if games.is_empty() || stopped() {
                return Ok(ControlFlow::Continue(()));
            }
            let end = self.run_games(&games, logs, stopped, |event| {
                if let MatchEvent::Game(record) = &event {
                    results.insert(record.number, record.white_half_points());
                }
                report(event)
            })?;
            if end.is_break() {
                return Ok(end);
            }
        }
    }

    /// Plays a list of games.
    fn run_games<B>(
        &self,
        games: &[Assignment],
        logs: Option<&EngineLogs>,
        stopped: &(dyn Fn() -> bool + Sync),
        mut report: impl FnMut(MatchEvent) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, TournamentError> {
        let missing = |game: &Assignment| game.white.max(game.black) >= self.players.len();
        assert!(!games.iter().any(missing), "a player is missing");
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for slot in 0..self.concurrency.clamp(1, games.len().max(1)) {
                let worker = Worker {
                    tournament: self,
                    games,
                    logs,
                    processors: self.processors.get(slot),
                    next: &next,
                    stop: &stop,
                    stopped,
                    sender: sender.clone(),
                    engines: self.players.iter().map(|_| None).collect(),
                    homes: self.players.iter().map(|_| None).collect(),
                };
                scope.spawn(move || worker.work());
            }
            drop(sender);
            let mut end = Ok(ControlFlow::Continue(()));
            for message in receiver {
                // Results that come after the stop are not reported.
                if stop.load(Ordering::Relaxed) {
                    continue;
                }
                end = message.map(&mut report);
                if !matches!(end, Ok(ControlFlow::Continue(()))) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            end
        })
    }
}

/// A worker that plays one game after another with its own engines.
struct Worker<'t> {
    tournament: &'t Tournament,
    games: &'t [Assignment],
    logs: Option<&'t EngineLogs>,
    processors: Option<&'t Processors>,
    next: &'t AtomicUsize,
    stop: &'t AtomicBool,
    stopped: &'t (dyn Fn() -> bool + Sync),
    sender: Sender<Message>,
    engines: Vec<Option<EngineProcess>>,
    /// Processors for each engine, used if both engines in a game think at the same time.
    homes: Vec<Option<Processors>>,
}

impl Worker<'_> {
    fn work(mut self) {
        while self.goes_on() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&game) = self.games.get(index) else { return };
            // An error ends the tournament.
            let (message, goes_on) = match self.play(game) {
                Ok(Some(record)) => (Ok(MatchEvent::Game(record)), true),
                Ok(None) => return,
                Err(error) => (Err(error), false),
            };
            if self.sender.send(message).is_err() || !goes_on {
                return;
            }
        }
    }

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed) && !(self.stopped)()
    }

    /// Plays a game. Returns `None` if it was abandoned.
    fn play(&mut self, game: Assignment) -> Result<Option<GameRecord>, TournamentError> {
        // Idle engines would only hold memory.
        for (player, engine) in self.engines.iter_mut().enumerate() {
            if player != game.white && player != game.black {
                *engine = None;
            }
        }
        let white = self.take(&game, game.white)?;
        let black = self.take(&game, game.black)?;
        let (mut white, mut black) = (white, black);
        let settings = &self.tournament.settings;
        let opening = self.tournament.openings.game(game.round);
        self.check(game.white, &white, opening.root())?;
        self.check(game.black, &black, opening.root())?;
        let setup = GameSetup {
            opening: &opening,
            castling: settings.castling,
            adjudication: settings.adjudication,
            time_margin: settings.time_margin,
            tablebase: self.tournament.tablebases.as_deref(),
        };
        let limits = |player: usize| self.tournament.players[player].limits;
        let ponders = [(game.white, &white), (game.black, &black)]
            .map(|(player, engine)| self.ponders(player, engine));
        let seats = [
            Seat { engine: &mut white, limits: limits(game.white), ponders: ponders[0] },
            Seat { engine: &mut black, limits: limits(game.black), ponders: ponders[1] },
        ];
        let record = play(seats, &setup, &|| self.goes_on());
        let Some(record) = record else { return Ok(None) };
        // After a crash or a missing answer the engine may still send output of the old game.
        if !record.cause.is_forfeit() || record.cause == Cause::TimeForfeit {
            self.engines[game.white] = Some(white).filter(EngineProcess::is_idle);
            self.engines[game.black] = Some(black).filter(EngineProcess::is_idle);
        }
        let Assignment { number, round, white, black, .. } = game;
        Ok(Some(GameRecord { number, round, white, black, ..record }))
    }

    /// Checks that a player supports the settings.
    fn check(
        &self,
        player: usize,
        engine: &EngineProcess,
        root: &Position,
    ) -> Result<(), TournamentError> {
        let MatchPlayer { engine: spec, limits } = &self.tournament.players[player];
        let failure = |error| TournamentError { player, name: spec.name(), error };
        engine.check(limits, root, self.tournament.settings.castling).map_err(failure)
    }

    /// Returns `true` if an engine should think on the opponent's time.
    fn ponders(&self, player: usize, engine: &EngineProcess) -> bool {
        let options = &self.tournament.players[player].engine.options;
        let is_refused = options
            .iter()
            .any(|(name, value)| name.eq_ignore_ascii_case("ponder") && value == "false");
        self.tournament.settings.pondering == Pondering::On && engine.can_ponder() && !is_refused
    }

    /// Returns the processors that a player uses in a game.
    fn processors(&mut self, game: &Assignment, player: usize) -> Option<Processors> {
        let all = self.processors?;
        if self.tournament.settings.pondering == Pondering::Off || all.numbers().len() < 2 {
            return Some(all.clone());
        }
        // The opponent may have been started for an earlier game.
        let opponent = if player == game.white { game.black } else { game.white };
        let taken = self.homes[opponent].as_ref();
        let free = all.split(2)?.into_iter().find(|half| Some(half) != taken);
        self.homes[player].clone_from(&free);
        free
    }

    /// Returns a player's engine, starting it if necessary.
    fn take(&mut self, game: &Assignment, player: usize) -> Result<EngineProcess, TournamentError> {
        let log = self.logs.and_then(|logs| logs.open(game, player));
        if let Some(mut engine) = self.engines[player].take() {
            engine.set_log(log);
            return Ok(engine);
        }
        let processors = self.processors(game, player);
        let MatchPlayer { engine: spec, .. } = &self.tournament.players[player];
        let failure = |error| TournamentError { player, name: spec.name(), error };
        let settings = &self.tournament.settings;
        let launch = Launch { log, processors: processors.as_ref() };
        let mut engine = EngineProcess::launch(spec, settings.timeouts, launch).map_err(failure)?;
        let names = engine.unknown_options(spec);
        if let Some(name) = names.first() {
            if settings.unknown_options == UnknownOptions::Refuse {
                return Err(failure(engine.unknown_option(name)));
            }
            let _ = self.sender.send(Ok(MatchEvent::UnknownOptions { player, names }));
        }
        if self.ponders(player, &engine) {
            engine.set_option("Ponder", "true").map_err(failure)?;
        } else if settings.pondering == Pondering::On && !engine.can_ponder() {
            let _ = self.sender.send(Ok(MatchEvent::NoPondering { player }));
        }
        if settings.castling == CastlingNotation::Chess960 {
            engine.play_chess960().map_err(failure)?;
        }
        Ok(engine)
    }
}
