//! Plays one game.

use std::ops::ControlFlow;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reynard::{CastlingNotation, Color, Game, GameResult, Move, Outcome, UciMove};
use reynard_host::{
    AnswerInfo, EngineAnswer, EngineError, EngineProcess, EngineReply, MatchLimits,
};
use reynard_play::{Adjudication, AdjudicationReason, Adjudicator, GameClock, claimed_outcome};
use reynard_syzygy::Tablebase;
use reynard_uci::{Go, Info, PositionCommand, UciScore as Score};

use super::record::{Cause, GameRecord, MoveRecord, Overhead};
use super::tablebase;

/// A player in a game.
pub(crate) struct Seat<'a> {
    pub(crate) engine: &'a mut EngineProcess,
    pub(crate) limits: MatchLimits,
    /// `true` if the player thinks on the opponent's time.
    pub(crate) ponders: bool,
}

/// Settings for a game.
pub(crate) struct GameSetup<'a> {
    /// The position and the moves of the opening.
    pub(crate) opening: &'a Game,
    pub(crate) castling: CastlingNotation,
    pub(crate) adjudication: Adjudication,
    pub(crate) time_margin: Duration,
    pub(crate) tablebase: Option<&'a Tablebase>,
}

/// The end of a game.
struct Ending {
    result: GameResult,
    cause: Cause,
    detail: Option<String>,
}

/// Plays a game. The caller fills in the game number and the players in the record. `go_on` is
/// polled before each move; once it returns `false`, the game is abandoned and the result is
/// `None`.
pub(crate) fn play(
    seats: [Seat<'_>; 2],
    setup: &GameSetup<'_>,
    go_on: &dyn Fn() -> bool,
) -> Option<GameRecord> {
    let mut play = Play {
        game: setup.opening.clone(),
        clocks: seats.each_ref().map(|seat| GameClock::new(&seat.limits, setup.time_margin)),
        adjudicator: Adjudicator::new(setup.adjudication),
        castling: setup.castling,
        tablebase: setup.tablebase,
        moves: opening_moves(setup),
        overhead: Overhead::default(),
        last: None,
        expected: [None; 2],
        seats,
    };
    let started = SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|time| time.as_secs());
    let ending = play.run(go_on)?;
    for seat in &mut play.seats {
        // The game is over. An engine that does not stop is not used again.
        let _ = seat.engine.stop_pondering();
    }
    Some(GameRecord {
        number: 0,
        round: 0,
        white: 0,
        black: 1,
        started,
        start: setup.opening.root().fen(),
        chess960: setup.castling == CastlingNotation::Chess960,
        moves: play.moves,
        result: ending.result,
        cause: ending.cause,
        detail: ending.detail,
        overhead: play.overhead,
    })
}

fn opening_moves(setup: &GameSetup<'_>) -> Vec<MoveRecord> {
    let text = |mv| UciMove::new(mv, setup.castling).to_string();
    let record = |mv| MoveRecord {
        text: text(mv),
        time: None,
        cp: None,
        mate: None,
        depth: None,
        nodes: None,
    };
    setup.opening.moves().map(record).collect()
}

/// A game in progress.
struct Play<'a> {
    game: Game,
    seats: [Seat<'a>; 2],
    clocks: [GameClock; 2],
    adjudicator: Adjudicator,
    castling: CastlingNotation,
    tablebase: Option<&'a Tablebase>,
    moves: Vec<MoveRecord>,
    overhead: Overhead,
    /// Previous answer.
    last: Option<EngineAnswer>,
    /// Moves that the pondering engines expect.
    expected: [Option<Move>; 2],
}

impl Play<'_> {
    /// Plays the game to its end. Returns `None` if the game was abandoned.
    fn run(&mut self, go_on: &dyn Fn() -> bool) -> Option<Ending> {
        for (seat, color) in [Color::White, Color::Black].into_iter().enumerate() {
            if let Err(error) = self.seats[seat].engine.new_game() {
                return Some(forfeit(color, &error));
            }
        }
        loop {
            if let Some(ending) = natural_end(&self.game) {
                return Some(ending);
            }
            if !go_on() {
                return None;
            }
            if let Err(ending) = self.turn() {
                return Some(ending);
            }
        }
    }

    /// Plays one move. If the game is over, returns its ending as an error.
    fn turn(&mut self) -> Result<(), Ending> {
        let mover = self.game.turn();
        let answer = self.search(mover).map_err(|error| forfeit(mover, &error))?;
        self.measure(answer);
        let clock = &mut self.clocks[mover as usize];
        if let Err(late) = clock.pass(answer.elapsed) {
            return Err(self.out_of_time(mover, late.late));
        }
        clock.press();
        let loss = |cause, detail| Ending { result: loss_of(mover), cause, detail: Some(detail) };
        let best = match answer.reply {
            EngineReply::Move(best) => best,
            EngineReply::NoMove => return Err(loss(Cause::IllegalMove, "no move".to_owned())),
            EngineReply::Resign => {
                return Err(loss(Cause::Resignation, format!("{mover} resigns")));
            }
        };
        let mv = self.legal(best).map_err(|detail| loss(Cause::IllegalMove, detail))?;
        self.moves.push(record(UciMove::new(mv, self.castling), &answer));
        // The move is legal, so it can be played.
        let _ = self.game.play(mv);
        let adjudicated = self.adjudicator.record(mover, answer.info.score);
        // The rules take precedence over adjudication.
        if natural_end(&self.game).is_some() {
            return Ok(());
        }
        let proven = self.tablebase.and_then(|tables| tablebase::result(&self.game, tables));
        let proven = proven.map(|result| (result, Cause::Tablebases));
        match proven.or(adjudicated.map(|end| (end.result, cause_of(end.reason)))) {
            Some((result, cause)) => Err(Ending { result, cause, detail: None }),
            None => self.ponder(mover, answer.ponder).map_err(|error| forfeit(mover, &error)),
        }
    }

    /// Makes an engine ponder if it expects a legal move that does not end the game.
    fn ponder(&mut self, mover: Color, expected: Option<UciMove>) -> Result<(), EngineError> {
        if !self.seats[mover as usize].ponders {
            return Ok(());
        }
        let Some(mv) = expected.and_then(|mv| mv.to_move(self.game.position()).ok()) else {
            return Ok(());
        };
        let mut ahead = self.game.clone();
        if ahead.play(mv).is_err() || natural_end(&ahead).is_some() {
            return Ok(());
        }
        let position = PositionCommand::of_game(&ahead, self.castling);
        let go = self.go(mover);
        self.seats[mover as usize].engine.ponder(&position, &go)?;
        self.expected[mover as usize] = Some(mv);
        Ok(())
    }

    fn search(&mut self, mover: Color) -> Result<EngineAnswer, EngineError> {
        let position = PositionCommand::of_game(&self.game, self.castling);
        let go = self.go(mover);
        let limit = self.clocks[mover as usize].limit();
        let expected = self.expected[mover as usize].take();
        let [white, black] = &mut self.seats;
        let (own, other) = match mover {
            Color::White => (&mut *white.engine, &mut *black.engine),
            Color::Black => (&mut *black.engine, &mut *white.engine),
        };
        let mut watch = |_: Option<&Info<'_>>| {
            other.read_waiting();
            ControlFlow::Continue(())
        };
        if expected.is_some() && expected == self.game.moves().last() {
            return own.ponder_hit(limit, &mut watch);
        }
        own.stop_pondering()?;
        own.search_until(&position, &go, limit, &mut watch)
    }

    fn go(&self, mover: Color) -> Go {
        let limits = &self.seats[mover as usize].limits;
        let [white, black] = &self.clocks;
        let clock = &self.clocks[mover as usize];
        let mut go = Go {
            movestogo: clock.moves_to_go(),
            movetime: clock.movetime(),
            nodes: limits.nodes,
            depth: limits.depth,
            ..Go::default()
        };
        // An engine without a clock needs none of its opponent either.
        if clock.left().is_some() {
            (go.wtime, go.winc) = (white.left(), white.increment());
            (go.btime, go.binc) = (black.left(), black.increment());
        }
        go
    }

    /// Measures the time from receiving the previous answer to sending this position.
    fn measure(&mut self, answer: EngineAnswer) {
        if let Some(last) = self.last.replace(answer) {
            let pause = answer.asked.saturating_duration_since(last.at).as_micros();
            let pause = u64::try_from(pause).unwrap_or(u64::MAX);
            self.overhead.add(Overhead { moves: 1, total: pause, longest: pause });
        }
    }

    fn legal(&self, best: UciMove) -> Result<Move, String> {
        best.to_move(self.game.position()).map_err(|error| format!("{best}: {error}"))
    }

    /// Returns a loss on time, or a draw if the opponent cannot mate by any sequence of moves.
    fn out_of_time(&self, mover: Color, late: Duration) -> Ending {
        let outcome = self.game.timeout(mover);
        Ending {
            result: outcome.result(),
            cause: Cause::TimeForfeit,
            detail: Some(format!("{mover} by {:.1} ms", late.as_secs_f64() * 1e3)),
        }
    }
}

fn record(mv: UciMove, answer: &EngineAnswer) -> MoveRecord {
    let AnswerInfo { score, depth, nodes } = answer.info;
    let (cp, mate) = match score {
        Some(Score::Centipawns(cp)) => (Some(cp), None),
        Some(Score::Mate(moves)) => (None, Some(moves)),
        None => (None, None),
    };
    let time = u64::try_from(answer.elapsed.as_micros()).ok();
    MoveRecord { text: mv.to_string(), time, cp, mate, depth, nodes }
}

/// Returns the ending if the game is over according to the rules.
fn natural_end(game: &Game) -> Option<Ending> {
    let outcome = claimed_outcome(game)?;
    let cause = match outcome {
        Outcome::Checkmate { .. } => Cause::Checkmate,
        Outcome::Stalemate => Cause::Stalemate,
        Outcome::FivefoldRepetition | Outcome::ThreefoldRepetition => Cause::ThreefoldRepetition,
        Outcome::SeventyFiveMoves | Outcome::FiftyMoves => Cause::FiftyMoves,
        _ => Cause::InsufficientMaterial,
    };
    Some(Ending { result: outcome.result(), cause, detail: None })
}

const fn cause_of(reason: AdjudicationReason) -> Cause {
    match reason {
        AdjudicationReason::Resignation => Cause::Resignation,
        AdjudicationReason::DrawAgreement => Cause::DrawAgreement,
        AdjudicationReason::MoveLimit => Cause::MoveLimit,
    }
}

/// Returns the forfeit of a failed engine.
fn forfeit(color: Color, error: &EngineError) -> Ending {
    let cause = match error {
        EngineError::Silent { .. } | EngineError::Deaf => Cause::Stall,
        // Only legal moves and positions are sent.
        EngineError::Refused { .. } | EngineError::NotAMove { .. } => Cause::IllegalMove,
        _ => Cause::Disconnect,
    };
    Ending { result: loss_of(color), cause, detail: Some(format!("{color} {error}")) }
}

fn loss_of(color: Color) -> GameResult {
    match color {
        Color::White => GameResult::BlackWins,
        Color::Black => GameResult::WhiteWins,
    }
}
