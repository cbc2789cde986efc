//! Checks stored games before a match is resumed.

use std::collections::BTreeMap;
use std::fmt;

use reynard::{Game, Position, UciMove};

use super::schedule::Schedule;
use super::stages::Results;
use crate::game::GameRecord;

/// The error returned if a stored game cannot belong to the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalError {
    /// Index of the game among the stored games.
    pub index: usize,
    /// Number of the game in the schedule, from 0.
    pub number: usize,
    /// Reason.
    pub reason: String,
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.number + 1, self.reason)
    }
}

impl std::error::Error for JournalError {}

/// Checks the stored games of a match: their numbers must be unique, players and round must match
/// the schedule, and every move must be legal.
///
/// # Errors
///
/// [`JournalError`] for the first invalid game.
///
/// ```
/// use reynard_arena::{MatchFormat, Schedule, check_records};
///
/// let schedule = Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 1 };
/// assert!(check_records(&schedule, &[]).is_ok());
/// ```
pub fn check_records(schedule: &Schedule, records: &[GameRecord]) -> Result<(), JournalError> {
    let mut left = BTreeMap::new();
    for (index, record) in records.iter().enumerate() {
        let error = |reason| JournalError { index, number: record.number, reason };
        if left.insert(record.number, index).is_some() {
            return Err(error("it is there twice".to_owned()));
        }
        check_moves(record).map_err(error)?;
    }
    // Stage by stage, as later pairings depend on earlier results.
    let mut results = Results::new();
    loop {
        let games = schedule.open_games(&results);
        let before = left.len();
        for game in games {
            let Some(index) = left.remove(&game.number) else { continue };
            let record = &records[index];
            let found = (record.white, record.black, record.round);
            if found != (game.white, game.black, game.round) {
                let reason = "other players or another round than the schedule has".to_owned();
                return Err(JournalError { index, number: record.number, reason });
            }
            results.insert(record.number, record.white_half_points());
        }
        let Some((&number, &index)) = left.first_key_value() else { return Ok(()) };
        if left.len() == before {
            let reason = "the schedule has no such game".to_owned();
            return Err(JournalError { index, number, reason });
        }
    }
}

/// Checks a game by replaying it.
fn check_moves(record: &GameRecord) -> Result<(), String> {
    let start: Position =
        record.start.parse().map_err(|error| format!("its start is not a position: {error}"))?;
    let mut game = Game::from_position(start);
    for (index, mv) in record.moves.iter().enumerate() {
        let illegal =
            || format!("ply {}, `{}`, is not a legal move", index + 1, mv.text.escape_debug());
        let text: UciMove = mv.text.parse().map_err(|_| illegal())?;
        let mv = text.to_move(game.position()).map_err(|_| illegal())?;
        game.play(mv).map_err(|_| illegal())?;
    }
    Ok(())
}
