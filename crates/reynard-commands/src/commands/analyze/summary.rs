//! Analyzed games as JSON.

use reynard::{Color, UciMove};
use reynard_analysis::{AssessedMove, GameSummary, Judgment, SideReport};
use serde::Serialize;

use super::position::ScoreAnswer;
use crate::rules::Writing;

/// An analyzed game.
#[derive(Serialize)]
pub(super) struct GameAnswer<'a> {
    game: u64,
    white: &'a str,
    black: &'a str,
    result: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    eco: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    sides: Sides,
    moves: Vec<MoveAnswer>,
}

#[derive(Serialize)]
struct Sides {
    white: SideAnswer,
    black: SideAnswer,
}

#[derive(Serialize)]
struct SideAnswer {
    moves: u32,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    accuracy: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    centipawn_loss: Option<f64>,
}

/// Move with White's score and chances after it.
#[derive(Serialize)]
struct MoveAnswer {
    ply: u64,
    uci: String,
    san: String,
    #[serde(flatten)]
    score: ScoreAnswer,
    chances: [u32; 3],
    /// Lost expected score in thousandths of a point.
    loss: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    judgment: Option<&'static str>,
    turning_point: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
}

impl<'a> GameAnswer<'a> {
    pub(super) fn new(number: u64, summary: &'a GameSummary, writing: Writing) -> Self {
        let GameSummary { white, black, result, opening, report, .. } = summary;
        Self {
            game: number,
            white,
            black,
            result,
            eco: opening.map(|opening| opening.eco),
            opening: opening.map(|opening| opening.name),
            sides: Sides {
                white: SideAnswer::new(report.side(Color::White)),
                black: SideAnswer::new(report.side(Color::Black)),
            },
            moves: report.moves.iter().map(|assessed| MoveAnswer::new(assessed, writing)).collect(),
        }
    }
}

impl SideAnswer {
    fn new(report: SideReport) -> Self {
        let SideReport { moves, inaccuracies, mistakes, blunders, accuracy, centipawn_loss } =
            report;
        let rounded = |mean: f64| (mean * 10.0).round() / 10.0;
        Self {
            moves,
            inaccuracies,
            mistakes,
            blunders,
            accuracy: accuracy.map(rounded),
            centipawn_loss: centipawn_loss.map(rounded),
        }
    }
}

impl MoveAnswer {
    fn new(assessed: &AssessedMove, writing: Writing) -> Self {
        let AssessedMove { position, mv, after, .. } = assessed;
        let castling = writing.castling(position);
        let uci = |mv| UciMove::new(mv, castling).to_string();
        Self {
            ply: position.ply() + 1,
            uci: uci(*mv),
            san: position.san(*mv).to_string(),
            score: after.score.into(),
            chances: after.chances.to_array(),
            loss: assessed.loss(),
            judgment: assessed.judgment().map(Judgment::name),
            turning_point: assessed.is_turning_point(),
            best: assessed.best_line.first().map(|&best| uci(best)),
        }
    }
}
