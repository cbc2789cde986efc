//! The state of a game: its end, and the draws that may be claimed.

use reynard::{Color, Game};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Failure, to_json};
use crate::position::{OutcomeInfo, read_fen};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StatusInfo {
    /// The end of the game, by the position or by repetition.
    outcome: Option<OutcomeInfo>,
    /// The draw that the side to move may claim.
    claim: Option<OutcomeInfo>,
    /// The result if the side to move ran out of time now.
    flag: OutcomeInfo,
    repetitions: u32,
    turn: &'static str,
}

/// Returns the state of a game as JSON: `{outcome, claim, flag, repetitions, turn}`. The game
/// starts from the position `fen`. The moves are in UCI notation, separated by spaces.
///
/// # Errors
///
/// If `fen` is not a valid FEN, or a move is not legal.
///
/// ```
/// let start = reynard::Position::startpos().fen();
/// let status = reynard_wasm::game_status(&start, "f2f3 e7e5 g2g4 d8h4")?;
/// assert!(status.contains(r#""name":"checkmate""#));
/// # Ok::<(), reynard_wasm::Failure>(())
/// ```
#[wasm_bindgen(js_name = gameStatus)]
pub fn game_status(fen: &str, moves: &str) -> Result<String, Failure> {
    let mut game = Game::from_position(read_fen(fen)?);
    for word in moves.split_whitespace() {
        game.play_uci(word).map_err(|error| Failure::new(format_args!("{word}: {error}")))?;
    }
    to_json(&StatusInfo {
        outcome: game.outcome().map(Into::into),
        claim: game
            .claim()
            .filter(|claim| claim.announcing.is_none())
            .map(|claim| claim.outcome().into()),
        flag: game.timeout(game.turn()).into(),
        repetitions: game.repetitions(),
        turn: if game.turn() == Color::White { "white" } else { "black" },
    })
}
