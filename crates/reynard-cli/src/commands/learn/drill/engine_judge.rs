//! Uses the engine to judge answers for which no game contains data.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::num::NonZeroU64;

use reynard::{Game, Move, Position};
use reynard_analysis::Assessment;
use reynard_console::interrupt::Interrupt;
use reynard_console::output::Output;
use reynard_console::start_timeout::StartTimeout;
use reynard_learn::{DrillVerdict, JudgeSearch, SearchedAnswer, judge_searched};

use super::super::engine_args::engine_of;
use super::super::settings::Settings;
use crate::commands::analyze::engine::AnalysisEngine;

/// The engine's judgment of an answer.
pub(super) struct Judged {
    pub(super) verdict: DrillVerdict,
    /// The opponent's line after the answer.
    pub(super) reply: Vec<Move>,
    /// Centipawn loss of the answer relative to the best move; `None` if either move leads to mate.
    pub(super) loss: Option<i32>,
}

/// The settings of a search, and the control through which Ctrl-C stops it.
#[derive(Clone, Copy)]
pub(super) struct SearchContext<'a> {
    pub(super) settings: &'a Settings,
    pub(super) interrupt: &'a Interrupt,
}

/// The engines of a session, one for each search length. Each engine is started when it is first
/// needed.
#[derive(Default)]
pub(super) struct EngineJudge(BTreeMap<JudgeSearch, AnalysisEngine>);

impl EngineJudge {
    /// Judges a move by two searches of equal length: one after the move, and one after the best
    /// move. If the answer is only slightly worse, the searches are repeated with more nodes, so
    /// that a correct answer is not judged to be wrong. Returns `None` if a search was stopped.
    pub(super) fn judge(
        &mut self,
        pos: &Position,
        moves: [Move; 2],
        first: JudgeSearch,
        context: SearchContext<'_>,
        out: &mut Output,
    ) -> anyhow::Result<Option<Judged>> {
        let mut length = first;
        loop {
            let mut values = Vec::new();
            for mv in moves {
                let Some(value) = self.search(pos, mv, length, context, out)? else {
                    return Ok(None);
                };
                values.push(value);
            }
            let [(best, _), (value, reply)] = &values[..] else { return Ok(None) };
            let SearchedAnswer { verdict, loss, again } =
                judge_searched(*best, *value, pos.turn(), length);
            let Some(next) = again else {
                return Ok(Some(Judged { verdict, reply: reply.clone(), loss }));
            };
            length = next;
        }
    }

    /// Searches the position after a move. Returns `None` if the search was stopped.
    pub(super) fn search(
        &mut self,
        pos: &Position,
        mv: Move,
        length: JudgeSearch,
        SearchContext { settings, interrupt }: SearchContext<'_>,
        out: &mut Output,
    ) -> anyhow::Result<Option<(Assessment, Vec<Move>)>> {
        let mut game = Game::from_position(pos.clone());
        game.play(mv)?;
        if let Some(outcome) = game.position().outcome() {
            return Ok(Some((Assessment::from_outcome(outcome), Vec::new())));
        }
        let engine = match self.0.entry(length) {
            Entry::Occupied(engine) => engine.into_mut(),
            Entry::Vacant(empty) => {
                let mut search = settings.search();
                let factor = NonZeroU64::new(length.factor().into()).unwrap_or(NonZeroU64::MIN);
                search.nodes = search.nodes.map(|nodes| nodes.saturating_mul(factor));
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
