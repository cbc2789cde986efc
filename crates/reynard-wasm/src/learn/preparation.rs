//! Prepares games for cards, using an engine that the page runs.

use reynard::{Color, Position};
use reynard_analysis::Assessment;
use reynard_learn::{GamePreparation, PreparationSearch};
use reynard_pgn::EvaluationScore;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Failure, to_json};
use crate::position::{read_line, uci};
use crate::study::StudyGame;

/// An engine score for the side to move.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ScoreJson {
    /// Centipawns.
    Cp(i32),
    /// Number of moves to mate; negative if the side to move is mated.
    Mate(i32),
}

impl ScoreJson {
    /// Parses a score from JSON: `{"cp":30}` or `{"mate":-2}`.
    pub(super) fn read(text: &str) -> Result<Self, Failure> {
        serde_json::from_str(text).map_err(Failure::new)
    }

    /// Returns the score as an assessment of the position.
    pub(super) fn in_position(self, pos: &Position) -> Assessment {
        let (turn, is_white) = (pos.turn(), pos.turn() == Color::White);
        let score = match self {
            Self::Cp(score) => {
                EvaluationScore::Centipawns(if is_white { score } else { score.saturating_neg() })
            }
            Self::Mate(moves) => EvaluationScore::Mate {
                winner: if moves > 0 { turn } else { !turn },
                moves: moves.unsigned_abs(),
            },
        };
        Assessment::from_score(score, pos)
    }
}

/// A game that is being prepared for cards. The page runs the searches that the preparation
/// requests.
#[wasm_bindgen(js_name = Preparation)]
#[derive(Debug)]
pub struct LearnPreparation {
    preparation: GamePreparation,
    asked: Option<PreparationSearch>,
}

/// A search: the position, as a start position and moves, and the progress so far.
#[derive(Serialize)]
struct SearchJson {
    fen: String,
    moves: Vec<String>,
    searched: usize,
    open: usize,
}

#[wasm_bindgen(js_class = Preparation)]
impl LearnPreparation {
    /// Creates the preparation of a game. `side` is 1 if the learner is White; any other number
    /// means Black.
    ///
    /// ```
    /// let game = reynard_wasm::StudyGame::from_pgn("1. a3 h6 *")?;
    /// let mut preparation = reynard_wasm::LearnPreparation::new(&game, 1);
    /// assert!(preparation.next_search()?.is_some_and(|search| search.contains(r#""moves":[]"#)));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    #[wasm_bindgen(constructor)]
    pub fn new(game: &StudyGame, side: u8) -> Self {
        let side = if side == 1 { Color::White } else { Color::Black };
        Self { preparation: GamePreparation::new(game.tree().clone(), side), asked: None }
    }

    /// Returns the next search as JSON: `{fen, moves, searched, open}`, or nothing if all searches
    /// are complete.
    ///
    /// # Errors
    ///
    /// Only if the JSON cannot be written.
    #[wasm_bindgen(js_name = nextSearch)]
    pub fn next_search(&mut self) -> Result<Option<String>, Failure> {
        self.asked = self.preparation.next_search();
        let Some(asked) = &self.asked else { return Ok(None) };
        let (searched, open) = self.preparation.progress();
        let mut pos = asked.start.clone();
        let moves = asked.moves.iter().map(|&mv| {
            let text = uci(&pos, mv);
            pos.play_unchecked(mv);
            text
        });
        let moves = moves.collect();
        to_json(&SearchJson { fen: asked.start.fen(), moves, searched, open }).map(Some)
    }

    /// Records the result of a search: the score for the side to move as JSON, `{"cp":30}` or
    /// `{"mate":-2}`, and the best line.
    ///
    /// # Errors
    ///
    /// If the score is invalid, or no search was requested.
    ///
    /// ```
    /// let game = reynard_wasm::StudyGame::from_pgn("1. a3 h6 *")?;
    /// let mut preparation = reynard_wasm::LearnPreparation::new(&game, 1);
    /// while preparation.next_search()?.is_some() {
    ///     preparation.take(r#"{"cp":5}"#, "")?;
    /// }
    /// assert!(preparation.finish().pgn()?.contains("1. a3 {[%eval -0.05]}"));
    /// # Ok::<(), reynard_wasm::Failure>(())
    /// ```
    pub fn take(&mut self, score: &str, line: &str) -> Result<(), Failure> {
        let asked = self.asked.take();
        let asked = asked.ok_or_else(|| Failure::new("no search was asked for"))?;
        let assessment = ScoreJson::read(score)?.in_position(&asked.position);
        self.preparation.take(assessment, &read_line(&asked.position, line));
        Ok(())
    }

    /// Returns the game with the results of the searches added.
    #[must_use]
    pub fn finish(&self) -> StudyGame {
        StudyGame::from_tree(self.preparation.clone().finish(), Vec::new())
    }
}
