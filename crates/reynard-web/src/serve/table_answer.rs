//! The answer of endgame tables as JSON.

use reynard::{CastlingNotation, Position, UciMove};
use reynard_syzygy::{ClockedWdl, Dtz, ProbeReport, RankedMove};
use serde::Serialize;

/// The fields of `reynard tb probe --moves --json`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TableAnswer {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<i8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtz: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    moves: Vec<MoveAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct MoveAnswer {
    uci: String,
    san: String,
    wdl: i8,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtz: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
}

impl TableAnswer {
    pub(super) fn new(pos: &Position, found: &ProbeReport) -> Self {
        let uci = |mv| UciMove::new(mv, CastlingNotation::for_position(pos)).to_string();
        let answer = |ranked: &RankedMove| MoveAnswer {
            uci: uci(ranked.mv),
            san: pos.san(ranked.mv).to_string(),
            wdl: ranked.wdl as i8,
            outcome: ranked.outcome.name(),
            dtz: ranked.dtz.map(Dtz::plies),
            exact: ranked.dtz.map(Dtz::is_exact),
        };
        Self {
            fen: pos.fen(),
            wdl: found.wdl.map(|wdl| wdl as i8),
            dtz: found.dtz.map(Dtz::plies),
            exact: found.dtz.map(Dtz::is_exact),
            best: found.moves.first().map(|best| uci(best.mv)),
            outcome: found.outcome.filter(|_| pos.halfmove_clock() > 0).map(ClockedWdl::name),
            moves: found.moves.iter().map(answer).collect(),
            missing: found.missing.map(|name| name.to_string()),
        }
    }
}
