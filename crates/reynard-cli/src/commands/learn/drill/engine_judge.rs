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
use super::text::refutation;
use super::wrong_move::WrongMove;
use crate::commands::analyze::engine::AnalysisEngine;

/// The number of plies from which a line is not searched on.
const LONG: usize = 8;

/// The engine's judgment of an answer.
pub(super) struct Judged {
    pub(super) verdict: DrillVerdict,
    /// The line of the best move.
    pub(super) best: Vec<Move>,
    /// The opponent's line after the answer.
    pub(super) reply: Vec<Move>,
    /// Evaluations of the best move and of the answer.
    pub(super) values: [Assessment; 2],
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
            let [(best, line), (value, reply)] = &values[..] else { return Ok(None) };
            let SearchedAnswer { verdict, again, .. } =
                judge_searched(*best, *value, pos.turn(), length);
            let Some(next) = again else {
                let values = [*best, *value];
                let best = [&moves[..1], line].concat();
                return Ok(Some(Judged { verdict, best, reply: reply.clone(), values }));
            };
            length = next;
        }
    }

    /// Searches on from the end of the line after an incorrect move, until the line shows what
    /// refutes the move, or is long enough. A line that a transposition table has cut may end
    /// after one move.
    pub(super) fn search_on(
        &mut self,
        pos: &Position,
        wrong: &mut WrongMove,
        context: SearchContext<'_>,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        while wrong.reply.len() < LONG {
            let mut moves = vec![wrong.mv];
            moves.extend(&wrong.reply);
            let Some(last) = moves.pop() else { return Ok(()) };
            let mut end = pos.clone();
            for mv in moves {
                end.play(mv)?;
            }
            let found = self.search(&end, last, JudgeSearch::Usual, context, out)?;
            let line = found.map(|(_, line)| line).unwrap_or_default();
            if line.is_empty() {
                return Ok(());
            }
            wrong.reply.extend(line);
            if refutation(pos, wrong).is_some() {
                return Ok(());
            }
        }
        Ok(())
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
