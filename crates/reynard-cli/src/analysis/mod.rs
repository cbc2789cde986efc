//! What an engine's evaluations come to for people, without any input or output: scores and chances
//! from White's side, verdicts on moves and games, and graphs.

mod assessment;
mod bar;
mod game_report;
mod graph;
mod judgment;
mod line;
mod plot;
mod svg_graph;

pub(crate) use assessment::{Assessment, score_text};
pub(crate) use bar::bar;
pub(crate) use game_report::{AssessedMove, GameReport, SideReport};
pub(crate) use graph::Graph;
pub(crate) use judgment::Judgment;
pub(crate) use line::{numbered, san_line};
pub(crate) use plot::plot;
pub(crate) use svg_graph::svg_graph;
