//! What there is to say about a game: for people and for programs.

use std::fmt::Write;

use reynard::{Color, UciMove};
use reynard_pgn::{GameTree, Opening};
use serde::Serialize;

use super::position::ScoreAnswer;
use crate::analysis::{
    AssessedMove, GameReport, Graph, Judgment, SideReport, numbered, plot, score_text,
};
use crate::rules::Writing;

/// A game that was annotated.
pub(super) struct Summary {
    number: u64,
    /// Who played whom, and where.
    pub(super) title: String,
    white: String,
    black: String,
    result: &'static str,
    pub(super) opening: Option<Opening>,
    pub(super) report: GameReport,
    writing: Writing,
}

/// The same for programs.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
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

/// A move: scores and chances are White's, in the position after it.
#[derive(Serialize)]
struct MoveAnswer {
    ply: u64,
    uci: String,
    san: String,
    #[serde(flatten)]
    score: ScoreAnswer,
    chances: [u32; 3],
    /// The part of a point that it has given away, in thousandths.
    loss: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    judgment: Option<&'static str>,
    turning_point: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
}

impl Summary {
    pub(super) fn new(number: u64, tree: &GameTree, report: GameReport, writing: Writing) -> Self {
        let tag = |name: &str| {
            let text = tree.tags().text(name).unwrap_or_default().into_owned();
            if text.is_empty() { "?".to_owned() } else { text }
        };
        let (white, black) = (tag("White"), tag("Black"));
        let known = |text: &String| !text.starts_with('?');
        let mut title = format!("{white} \u{2013} {black}");
        let year = tag("Date").split('.').next().unwrap_or_default().to_owned();
        for part in [tag("Site"), year].into_iter().filter(known) {
            title.push_str(", ");
            title.push_str(&part);
        }
        // Names come from strangers, and terminals obey control characters.
        let title = title.replace(char::is_control, " ");
        let result = tree.result().as_str();
        Self { number, title, white, black, result, opening: tree.opening(), report, writing }
    }

    pub(super) fn answer(&self) -> Answer<'_> {
        Answer {
            game: self.number,
            white: &self.white,
            black: &self.black,
            result: self.result,
            eco: self.opening.map(|opening| opening.eco),
            opening: self.opening.map(|opening| opening.name),
            sides: Sides {
                white: SideAnswer::new(self.report.side(Color::White)),
                black: SideAnswer::new(self.report.side(Color::Black)),
            },
            moves: self.report.moves.iter().map(|m| MoveAnswer::new(m, self.writing)).collect(),
        }
    }

    /// For people, with lines no longer than `width`.
    pub(super) fn text(&self, width: Option<usize>) -> String {
        let mut text = String::new();
        // Writing to memory does not fail.
        let _ = self.write(width.unwrap_or(80).clamp(40, 100), &mut text);
        text
    }

    fn write(&self, width: usize, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}  {}", self.title, self.result)?;
        if let Some(opening) = self.opening {
            writeln!(text, "{opening}")?;
        }
        let Some(graph) = Graph::new(&self.report) else {
            return writeln!(text, "No move was looked at.");
        };
        writeln!(text, "\n       Moves  Accuracy  Centipawn loss   ?!    ?   ??")?;
        for (name, side) in [("White", Color::White), ("Black", Color::Black)] {
            let side = self.report.side(side);
            let SideReport { moves, inaccuracies, mistakes, blunders, .. } = side;
            let accuracy = side.accuracy.map_or("-".to_owned(), |mean| format!("{mean:.0} %"));
            let loss = side.centipawn_loss.map_or("-".to_owned(), |mean| format!("{mean:.0}"));
            writeln!(
                text,
                "{name}  {moves:>5}  {accuracy:>8}  {loss:>14}  {inaccuracies:>3}  \
                 {mistakes:>3}  {blunders:>3}"
            )?;
        }
        write!(text, "\nWhite\u{2019}s chances\n{}", plot(&graph, width))?;
        let mut turns = self.report.turning_points().peekable();
        if turns.peek().is_some() {
            writeln!(text, "\nTurning points")?;
        }
        for m in turns {
            let glyph = m.judgment().map_or("", Judgment::glyph);
            let played = format!("{}{glyph}", numbered(&m.position, m.played));
            let (before, after) = (score_text(m.before.score), score_text(m.after.score));
            write!(text, "  {played:<14} {before:>7} \u{2192} {after:<7}")?;
            match m.best.first() {
                Some(&best) => writeln!(text, " better {}", numbered(&m.position, best))?,
                None => writeln!(text)?,
            }
        }
        Ok(())
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
    fn new(m: &AssessedMove, writing: Writing) -> Self {
        let castling = writing.castling(&m.position);
        let uci = |m| UciMove::new(m, castling).to_string();
        Self {
            ply: m.position.ply() + 1,
            uci: uci(m.played),
            san: m.position.san(m.played).to_string(),
            score: m.after.score.into(),
            chances: m.after.chances,
            loss: m.loss(),
            judgment: m.judgment().map(Judgment::name),
            turning_point: m.is_turning_point(),
            best: m.best.first().map(|&m| uci(m)),
        }
    }
}
