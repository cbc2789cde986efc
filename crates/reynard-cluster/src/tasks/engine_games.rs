//! Plays games between engine processes, for matches and SPSA.

use reynard::CastlingNotation;
use reynard_arena::{GameRecord, MatchPlayer, MatchSettings};
use reynard_play::OpeningSuite;
use serde::{Deserialize, Serialize};

use crate::{Counts, JobError};

/// Openings of a match or an SPSA run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchOpenings {
    /// The built-in balanced lines.
    #[default]
    Balanced,
    /// The start positions of Chess960.
    Chess960,
}

/// Parses the description of an engine, whose games must be reproducible.
pub(super) fn player(text: &str) -> Result<MatchPlayer, JobError> {
    let player = MatchPlayer::parse(text, "").map_err(|error| JobError::new(text, error))?;
    if !player.limits.is_deterministic() {
        let reason = "limit it by nodes or depth: games on the clock are not the same again";
        return Err(JobError::new(text, reason));
    }
    Ok(player)
}

/// Returns the openings, and the settings of a match that begins from them. Games are not
/// adjudicated.
pub(super) fn opened(openings: MatchOpenings) -> (OpeningSuite, MatchSettings) {
    let mut settings = MatchSettings::default();
    let suite = match openings {
        MatchOpenings::Balanced => OpeningSuite::balanced(),
        MatchOpenings::Chess960 => {
            settings.castling = CastlingNotation::Chess960;
            OpeningSuite::chess960()
        }
    };
    (suite, settings)
}

/// Counts a game, and returns its moves in UCI notation, separated by spaces. A forfeit is an
/// error, because it may have been caused by the machine and is therefore not reproducible.
pub(super) fn count(
    game: &GameRecord,
    number: impl std::fmt::Display,
    counts: &mut Counts,
) -> Result<String, JobError> {
    if game.cause.is_forfeit() {
        return Err(JobError::new(format_args!("game {number}"), game.cause.name()));
    }
    counts.games += 1;
    counts.plies += game.moves.len() as u64;
    counts.add_result(game.result);
    let moves: Vec<&str> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
    Ok(moves.join(" "))
}
