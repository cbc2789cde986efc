//! Iterative deepening with plain minimax: an opponent for beginners.

use reynard::{Move, Position};

use crate::evaluation::PlyEvaluator;
use crate::minimax::Minimax;
use crate::report::{Line, SearchEvent, SearchReport};
use crate::score::{Bound, MAX_PLY};
use crate::search_task::SearchTask;
use crate::time::{Clock, TimeBounds};
use crate::wdl::{MaterialPoints, WinDrawLoss};

/// Depth if no limit is set: deep enough against a beginner, and still instantaneous.
const DEFAULT_DEPTH: u32 = 3;
/// Maximum depth with a time or node limit.
const GREATEST_DEPTH: u32 = 64;
/// Number of nodes between two checks of the clock.
const NODES_BETWEEN_CHECKS: u64 = 256;
/// Divisor of the soft bound. Each iteration takes several times as long as the previous one, so no
/// iteration begins after a quarter of the soft bound.
const PART_OF_SOFT_BOUND: u32 = 4;

/// Searches the given moves of the last position of a game, one ply deeper in each iteration.
pub(crate) fn search(
    task: &SearchTask<'_>,
    moves: &[Move],
    evaluator: &mut PlyEvaluator,
    bounds: TimeBounds,
    clock: &Clock,
    sink: &mut dyn FnMut(SearchEvent<'_>),
) -> SearchReport {
    let SearchTask { game, limits, control, start } = *task;
    let (scale, material) = (evaluator.centipawns(), MaterialPoints::of(game.position()));
    let elapsed = || clock.now().saturating_sub(start);
    let mut evaluate = |pos: &Position| {
        evaluator.touch(0);
        evaluator.evaluate(0, std::slice::from_ref(pos))
    };
    let mut report = SearchReport { best: moves.first().copied(), ..SearchReport::default() };
    let mut nodes = 0;
    for depth in 1..=depth_limit(task, bounds) {
        let mut stop = |nodes: u64| {
            // The first iteration is always completed.
            let checks = depth > 1 && nodes.is_multiple_of(NODES_BETWEEN_CHECKS);
            depth > 1 && limits.nodes.is_some_and(|limit| nodes >= limit)
                || checks && control.is_stopped()
                || checks && bounds.hard.is_some_and(|hard| elapsed() >= hard)
        };
        let mut tree = Minimax::new(&mut evaluate, &mut nodes, &mut stop);
        let Some((value, Some(best))) = tree.best(game.position(), moves, depth, 0) else { break };
        let score = scale.report(value, material);
        let line = Line {
            depth,
            seldepth: depth,
            number: 1,
            score,
            internal_score: scale.internal(value),
            bound: Bound::Exact,
            wdl: WinDrawLoss::of_score(score, material),
            nodes,
            time: elapsed(),
            hashfull: 0,
            tb_hits: 0,
            moves: vec![best],
        };
        sink(SearchEvent::Line(&line));
        report = SearchReport { best: Some(best), lines: vec![line], nodes, ..report };
        if bounds.soft.is_some_and(|soft| elapsed() >= soft / PART_OF_SOFT_BOUND) {
            break;
        }
    }
    report
}

fn depth_limit(task: &SearchTask<'_>, bounds: TimeBounds) -> u32 {
    let limits = task.limits;
    let limited =
        bounds.hard.is_some() || limits.nodes.is_some() || limits.infinite || limits.ponder;
    let default = if limited { GREATEST_DEPTH } else { DEFAULT_DEPTH };
    limits.depth.unwrap_or(default).min(MAX_PLY as u32)
}
