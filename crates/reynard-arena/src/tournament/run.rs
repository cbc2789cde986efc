//! Playing the games of a tournament.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use reynard::{CastlingNotation, Position};

use super::{Assignment, Player, Tournament};
use crate::engine::{Engine, EngineError};
use crate::game::{Cause, GameRecord, Seat, Table, play};

/// What happens in a tournament.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Report {
    /// A game is over.
    Game(GameRecord),
    /// An engine has none of the options that it should be set to. Told when it is started.
    UnknownOptions {
        /// The player.
        player: usize,
        /// The options.
        names: Vec<String>,
    },
}

/// Whether a tournament goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Yes.
    Continue,
    /// No: games that are being played are broken off and not reported.
    Stop,
}

/// A tournament cannot be played.
#[derive(Debug)]
pub struct TournamentError {
    /// The player whose engine is to blame.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// What is wrong with it.
    pub error: EngineError,
}

impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.error)
    }
}

impl std::error::Error for TournamentError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// What workers tell.
enum Word {
    Report(Report),
    Failure(TournamentError),
}

impl Tournament {
    /// Plays all games whose number is `wanted`, and reports each when it is over, in any order.
    ///
    /// `stopped` is asked before each move and each game: once it says so, the games that are being played
    /// are broken off and not reported.
    ///
    /// # Errors
    ///
    /// [`TournamentError`] if an engine cannot be started or cannot be told how to play. One that fails later loses its game and is
    /// started anew.
    ///
    /// # Panics
    ///
    /// If there are fewer players than the schedule needs.
    pub fn run(
        &self,
        wanted: &dyn Fn(usize) -> bool,
        stopped: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(Report) -> Flow,
    ) -> Result<(), TournamentError> {
        assert!(self.players.len() >= self.schedule.players, "a player is missing");
        let games: Vec<Assignment> = (0..self.schedule.games())
            .filter(|&number| wanted(number))
            .filter_map(|number| self.schedule.assignment(number))
            .collect();
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (words, heard) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, games.len().max(1)) {
                let worker = Worker {
                    tournament: self,
                    games: &games,
                    next: &next,
                    stop: &stop,
                    stopped,
                    words: words.clone(),
                    engines: self.players.iter().map(|_| None).collect(),
                };
                scope.spawn(move || worker.work());
            }
            drop(words);
            let mut outcome = Ok(());
            for word in heard {
                match word {
                    // What has been stopped is not reported on.
                    _ if stop.load(Ordering::Relaxed) => {}
                    Word::Report(news) => {
                        if report(news) == Flow::Stop {
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                    Word::Failure(error) => {
                        stop.store(true, Ordering::Relaxed);
                        outcome = Err(error);
                    }
                }
            }
            outcome
        })
    }
}

/// Plays one game after the other, with engines of its own.
struct Worker<'t> {
    tournament: &'t Tournament,
    games: &'t [Assignment],
    next: &'t AtomicUsize,
    stop: &'t AtomicBool,
    stopped: &'t (dyn Fn() -> bool + Sync),
    words: Sender<Word>,
    engines: Vec<Option<Engine>>,
}

impl Worker<'_> {
    fn work(mut self) {
        while self.goes_on() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&game) = self.games.get(index) else { return };
            let word = match self.play(game) {
                Ok(Some(record)) => Word::Report(Report::Game(record)),
                Ok(None) => return,
                Err(error) => Word::Failure(error),
            };
            if self.words.send(word).is_err() {
                return;
            }
        }
    }

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed) && !(self.stopped)()
    }

    /// `None` if the game was broken off.
    fn play(&mut self, game: Assignment) -> Result<Option<GameRecord>, TournamentError> {
        // Engines that do not play now would only hold memory.
        for (player, engine) in self.engines.iter_mut().enumerate() {
            if player != game.white && player != game.black {
                *engine = None;
            }
        }
        let white = self.take(game.white)?;
        let black = self.take(game.black)?;
        let (mut white, mut black) = (white, black);
        let rules = &self.tournament.rules;
        let opening = self.tournament.openings.game(game.round);
        self.check(game.white, &white, opening.root())?;
        self.check(game.black, &black, opening.root())?;
        let table = Table {
            opening: &opening,
            castling: rules.castling,
            adjudication: rules.adjudication,
            time_margin: rules.time_margin,
            tables: self.tournament.tablebases.as_deref(),
        };
        let limits = |player: usize| self.tournament.players[player].limits;
        let seats = [
            Seat { engine: &mut white, limits: limits(game.white) },
            Seat { engine: &mut black, limits: limits(game.black) },
        ];
        let record = play(seats, &table, &|| self.goes_on());
        let Some(record) = record else { return Ok(None) };
        // After a game that broke off, nobody knows what an engine still has to say.
        if !record.cause.is_fault() || record.cause == Cause::TimeForfeit {
            self.engines[game.white] = Some(white);
            self.engines[game.black] = Some(black);
        }
        let Assignment { number, round, white, black, .. } = game;
        Ok(Some(GameRecord { number, round, white, black, ..record }))
    }

    /// Whether a player can play as it shall.
    fn check(
        &self,
        player: usize,
        engine: &Engine,
        root: &Position,
    ) -> Result<(), TournamentError> {
        let Player { engine: spec, limits } = &self.tournament.players[player];
        let failure = |error| TournamentError { player, name: spec.name(), error };
        engine.check(limits, root, self.tournament.rules.castling).map_err(failure)
    }

    /// The engine of a player, started if it does not run.
    fn take(&mut self, player: usize) -> Result<Engine, TournamentError> {
        if let Some(engine) = self.engines[player].take() {
            return Ok(engine);
        }
        let Player { engine: spec, .. } = &self.tournament.players[player];
        let failure = |error| TournamentError { player, name: spec.name(), error };
        let mut engine = Engine::start(spec, self.tournament.rules.patience).map_err(failure)?;
        let names = engine.unknown_options(spec);
        if !names.is_empty() {
            let _ = self.words.send(Word::Report(Report::UnknownOptions { player, names }));
        }
        if self.tournament.rules.castling == CastlingNotation::Chess960 {
            engine.play_chess960().map_err(failure)?;
        }
        Ok(engine)
    }
}
