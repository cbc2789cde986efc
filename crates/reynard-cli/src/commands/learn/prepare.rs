//! Adds to games the data needed to make cards from them: evaluations, better lines, replies.

use std::io::IsTerminal as _;

use indicatif::ProgressBar;
use reynard::{Color, Game, Position};
use reynard_analysis::{Assessment, GameAnalysis, MoveRange};
use reynard_console::output::Output;
use reynard_console::progress::counting_bar;
use reynard_engine::Control;
use reynard_learn::{
    OwnMove, first_evaluated_move, is_evaluated, mark_endgames, mistakes_without_line, store_line,
    table_assessment,
};
use reynard_pgn::{GameTree, NodeId, PgnWriter, Step, WriterOptions};

use super::tables::SyzygyTables;
use crate::commands::analyze::engine::AnalysisEngine;

/// Prepares a game so that cards can be made from it. Tables are used for endgames, and an engine
/// for everything else. If the game has no evaluations, the engine evaluates all moves; otherwise,
/// it evaluates only the mistakes for which there is no better line. Returns `None` if `control`
/// stopped the work.
pub(super) fn prepare(
    tree: &mut GameTree,
    side: Color,
    engine: &mut AnalysisEngine,
    tables: Option<&SyzygyTables>,
    control: &Control,
) -> anyhow::Result<Option<()>> {
    if let Some(tables) = tables {
        mark_endgames(tree, side, tables);
    }
    if !is_evaluated(tree, side) && evaluate(tree, side, engine, tables, control)?.is_none() {
        return Ok(None);
    }
    for own in mistakes_without_line(tree, side) {
        if add_better_line(tree, &own, engine, tables, control)?.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(()))
}

/// Evaluates the moves after the game's named opening, and stores the replies to mistakes.
fn evaluate(
    tree: &mut GameTree,
    side: Color,
    engine: &mut AnalysisEngine,
    tables: Option<&SyzygyTables>,
    control: &Control,
) -> anyhow::Result<Option<()>> {
    let range = MoveRange { first: first_evaluated_move(tree), ..MoveRange::ALL };
    let analysis = GameAnalysis::new(tree, range);
    let Some(mut report) = engine.assess(&analysis, control, &mut || {})? else {
        return Ok(None);
    };
    for assessed in &mut report.moves {
        let mut next = assessed.position.clone();
        next.play_unchecked(assessed.mv);
        assessed.before = assessed.before.map(|it| by_tables(it, &assessed.position, tables));
        assessed.after = assessed.after.map(|it| by_tables(it, &next, tables));
    }
    analysis.annotate(&report, tree);
    let first = tree.start().ply();
    let nodes: Vec<NodeId> = tree.main_line().collect();
    for pair in report.moves.windows(2) {
        let [played, reply] = pair else { continue };
        let is_judged = played.position.turn() == side && played.judgment().is_some();
        let index = usize::try_from(played.position.ply() - first).unwrap_or(usize::MAX);
        let (Some(&node), Some(before)) = (nodes.get(index), reply.before) else { continue };
        if is_judged {
            store_line(tree, node, &reply.best_line, before);
        }
    }
    Ok(Some(()))
}

/// Searches the position in which a mistake was made, and the position after it.
fn add_better_line(
    tree: &mut GameTree,
    own: &OwnMove,
    engine: &mut AnalysisEngine,
    tables: Option<&SyzygyTables>,
    control: &Control,
) -> anyhow::Result<Option<()>> {
    let (game, after) = games_of(tree, own.node);
    engine.new_game()?;
    let reply = if after.position().outcome().is_some() {
        None
    } else {
        Some(engine.analyze(&after, control, &mut |_| {})?)
    };
    let report = engine.analyze(&game, control, &mut |_| {})?;
    if control.is_stopped() {
        return Ok(None);
    }
    let parent = tree.parent(own.node).unwrap_or(NodeId::ROOT);
    if let Some(line) = report.lines.first()
        && line.moves.first() != Some(&own.mv)
    {
        let found = Assessment::from_line(line, own.side());
        store_line(tree, parent, &line.moves, by_tables(found, game.position(), tables));
    }
    if let Some(line) = reply.as_ref().and_then(|reply| reply.lines.first()) {
        let found = Assessment::from_line(line, !own.side());
        store_line(tree, own.node, &line.moves, by_tables(found, after.position(), tables));
    }
    Ok(Some(()))
}

/// Returns the evaluation of a position, corrected by the tables if they contain the position.
fn by_tables(found: Assessment, pos: &Position, tables: Option<&SyzygyTables>) -> Assessment {
    tables.map_or(found, |tables| table_assessment(found, pos, tables))
}

/// Returns the game up to the position before a main-line move, and the game up to the position
/// after it.
fn games_of(tree: &GameTree, node: NodeId) -> (Game, Game) {
    let mut before = Game::from_position(tree.start().clone());
    for id in tree.main_line() {
        let Some(Step::Move(mv)) = tree.step(id) else { break };
        let mut after = before.clone();
        // Every move in a tree is legal.
        let _ = after.play(mv);
        if id == node {
            return (before, after);
        }
        before = after;
    }
    (before.clone(), before)
}

/// Returns a game as text. The game is written as it was read, with the additions included.
pub(super) fn text_of(tree: &GameTree) -> Vec<u8> {
    let mut writer = PgnWriter::with_options(Vec::new(), WriterOptions::AS_IS);
    // Writing to memory does not fail.
    let _ = writer.write(tree);
    writer.into_inner()
}

/// Returns a progress bar that counts games. It is hidden unless standard error is a terminal.
pub(super) fn bar(games: u64, out: &Output) -> ProgressBar {
    if std::io::stderr().is_terminal() {
        counting_bar(games, "games", out.paint_notes())
    } else {
        ProgressBar::hidden()
    }
}

/// Returns a spinner that counts games whose total is unknown. It is hidden unless standard error
/// is a terminal.
#[cfg(feature = "fetch")]
pub(super) fn spinner(name: &str, out: &Output) -> ProgressBar {
    let bar = bar(0, out);
    bar.set_style(reynard_console::progress::style("{prefix}: {pos} games"));
    bar.set_prefix(name.to_owned());
    bar
}
