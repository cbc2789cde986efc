//! Judgment of answers that no game stores, by the engine.

use std::num::NonZeroU64;

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

/// Counts the move itself into a mate by a side that was found after it.
fn before_the_move(after: Assessment, side: Color) -> Assessment {
    match after.score {
        EvaluationScore::Mate { winner, moves } if winner == side => {
            let score = EvaluationScore::Mate { winner, moves: moves + 1 };
            Assessment { score, ..after }
        }
        _ => after,
    }
}

fn loss_in_centipawns(best: Assessment, answer: Assessment, side: Color) -> Option<i32> {
    let score = |assessment: Assessment| match assessment.score {
        EvaluationScore::Centipawns(score) if side == Color::White => Some(score),
        EvaluationScore::Centipawns(score) => Some(-score),
        EvaluationScore::Mate { .. } => None,
    };
    Some(score(best)? - score(answer)?)
}

/// Loss of expected score up to which a wrong answer is looked at again, in thousandths.
const DOUBT: u32 = 200;

/// Length of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// The nodes of the notebook.
    Usual,
    /// Ten times as many.
    Doubt,
}

/// Settings of a search, and Ctrl-C.
#[derive(Clone, Copy)]
pub(super) struct SearchContext<'a> {
    pub(super) settings: &'a Settings,
    pub(super) interrupt: &'a Interrupt,
}

/// The engines of a session, which start when they are first needed.
#[derive(Default)]
pub(super) struct EngineJudge {
    usual: Option<AnalysisEngine>,
    doubt: Option<AnalysisEngine>,
}

impl EngineJudge {
    /// Judges a move by two searches of equal length: after it, and after the best move; `None` if
    /// the search was stopped. An answer that is little worse gets longer searches, so that a right
    /// one is not called wrong.
    pub(super) fn judge(
        &mut self,
        pos: &Position,
        moves: [Move; 2],
        context: SearchContext<'_>,
        out: &mut Output,
    ) -> anyhow::Result<Option<Judged>> {
        let mut judged = None;
        for effort in [Effort::Usual, Effort::Doubt] {
            let mut values = Vec::new();
            for mv in moves {
                let Some(value) = self.search(pos, mv, effort, context, out)? else {
                    return Ok(None);
                };
                values.push(value);
            }
            let [(best, _), (value, reply)] = &values[..] else { return Ok(None) };
            let side = pos.turn();
            let best = before_the_move(*best, side);
            let verdict = judge_values(best, *value, side);
            let loss = loss_in_centipawns(best, *value, side);
            judged = Some(Judged { verdict, reply: reply.clone(), loss });
            let lost = best.expected_score(side).saturating_sub(value.expected_score(side));
            if verdict != DrillVerdict::Wrong || lost > DOUBT {
                break;
            }
        }
        Ok(judged)
    }

    /// Searches the position after a move; `None` if the search was stopped.
    pub(super) fn search(
        &mut self,
        pos: &Position,
        mv: Move,
        effort: Effort,
        SearchContext { settings, interrupt }: SearchContext<'_>,
        out: &mut Output,
    ) -> anyhow::Result<Option<(Assessment, Vec<Move>)>> {
        let mut game = Game::from_position(pos.clone());
        game.play(mv)?;
        if let Some(outcome) = game.position().outcome() {
            return Ok(Some((Assessment::from_outcome(outcome), Vec::new())));
        }
        let engine = match effort {
            Effort::Usual => &mut self.usual,
            Effort::Doubt => &mut self.doubt,
        };
        let engine = match engine {
            Some(engine) => engine,
            empty => {
                let mut search = settings.search();
                if effort == Effort::Doubt {
                    search.nodes = search.nodes.map(|nodes| nodes.saturating_mul(TEN));
                }
                let start = StartTimeout::default();
                empty.insert(engine_of(&search, settings.engine.as_deref(), start, 1, out)?)
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
        Ok(Some((Assessment::from_line(line, game.turn()), line.moves.clone())))
    }
}

/// Factor of the nodes of a longer search.
const TEN: NonZeroU64 = NonZeroU64::new(10).unwrap();
