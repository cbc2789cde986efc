//! Judgment of answers that no game stores, by the engine.

use reynard::{Color, Game, Move, Position};
use reynard_analysis::Assessment;
use reynard_console::interrupt::Interrupt;
use reynard_console::output::Output;
use reynard_console::start_timeout::StartTimeout;
use reynard_learn::{DrillVerdict, judge_values};
use reynard_pgn::EvaluationScore;

use super::super::add::engine_of;
use super::super::settings::Settings;
use crate::commands::analyze::engine::AnalysisEngine;

/// Judgment of an answer by the engine.
pub(super) struct Judged {
    pub(super) verdict: DrillVerdict,
    /// Line of the opponent after the answer.
    pub(super) reply: Vec<Move>,
    /// Centipawns that the answer is worth less than the best move; `None` if one of them mates.
    pub(super) loss: Option<i32>,
}

fn loss_in_centipawns(best: Assessment, answer: Assessment, side: Color) -> Option<i32> {
    let score = |assessment: Assessment| match assessment.score {
        EvaluationScore::Centipawns(score) if side == Color::White => Some(score),
        EvaluationScore::Centipawns(score) => Some(-score),
        EvaluationScore::Mate { .. } => None,
    };
    Some(score(best)? - score(answer)?)
}

/// The engine of a session, which starts when it is first needed.
#[derive(Default)]
pub(super) struct EngineJudge(Option<AnalysisEngine>);

impl EngineJudge {
    /// Judges a move by two searches of equal length: after it, and after the best move; `None` if
    /// the search was stopped.
    pub(super) fn judge(
        &mut self,
        pos: &Position,
        [best, answer]: [Move; 2],
        settings: &Settings,
        interrupt: &Interrupt,
        out: &mut Output,
    ) -> anyhow::Result<Option<Judged>> {
        let Some((best, _)) = self.search(pos, best, settings, interrupt, out)? else {
            return Ok(None);
        };
        let Some((value, reply)) = self.search(pos, answer, settings, interrupt, out)? else {
            return Ok(None);
        };
        let verdict = judge_values(best, value, pos.turn());
        Ok(Some(Judged { verdict, reply, loss: loss_in_centipawns(best, value, pos.turn()) }))
    }

    /// Searches the position after a move; `None` if the search was stopped.
    pub(super) fn search(
        &mut self,
        pos: &Position,
        mv: Move,
        settings: &Settings,
        interrupt: &Interrupt,
        out: &mut Output,
    ) -> anyhow::Result<Option<(Assessment, Vec<Move>)>> {
        let mut game = Game::from_position(pos.clone());
        game.play(mv)?;
        if let Some(outcome) = game.position().outcome() {
            return Ok(Some((Assessment::from_outcome(outcome), Vec::new())));
        }
        let engine = match &mut self.0 {
            Some(engine) => engine,
            empty => {
                let engine = settings.engine.as_deref();
                let start = StartTimeout::default();
                empty.insert(engine_of(&settings.search(), engine, start, 1, out)?)
            }
        };
        engine.new_game()?;
        let report = interrupt.during(|control| {
            let report = engine.analyze(&game, control, &mut |_| {});
            report.map(|report| (!control.is_stopped()).then_some(report))
        })?;
        let Some(report) = report else { return Ok(None) };
        let Some(line) = report.lines.first() else {
            anyhow::bail!("the engine gives no evaluation");
        };
        let turn = game.turn();
        Ok(Some((Assessment::from_line(line, turn), line.moves.clone())))
    }
}
