//! Games as trees, one after the other: for reports that need comments and variations.

use reynard_games::{BoardWatcher, Query, TagFacts};
use reynard_pgn::{GameTree, Games, Integrity, Reader, ReaderOptions, Severity, Step};

use super::input::{Inputs, Sums};
use crate::output::Output;
use crate::source;

/// Reads the games that match a query as trees, with their numbers in the file, until `take` answers `false`.
pub(super) fn each_tree(
    inputs: &Inputs,
    query: &Query,
    out: &mut Output,
    mut take: impl FnMut(&GameTree, u64, &mut Output) -> anyhow::Result<bool>,
) -> anyhow::Result<Sums> {
    let mut sums = Sums::default();
    for path in source::expand(inputs.files.iter().map(std::path::PathBuf::as_path))? {
        let name = path.to_string_lossy();
        let source = (path.as_os_str() != "-").then(|| std::sync::Arc::from(&*name));
        let options =
            ReaderOptions { source, policy: inputs.policy.into(), ..ReaderOptions::default() };
        let read = source::open(&path).map_err(|error| error.context(name.to_string()))?;
        for game in Games::new(Reader::new(read).with_options(options)) {
            let game = game?;
            sums.games += 1;
            for diagnostic in game.diagnostics.iter().filter(|it| it.severity() == Severity::Error)
            {
                sums.errors += 1;
                let word = out.paint_error("error");
                out.remark(format_args!("{word}: {diagnostic}"))?;
            }
            if matches(&game.tree, game.end.integrity, query)
                && !take(&game.tree, game.end.number, out)?
            {
                return Ok(sums);
            }
        }
    }
    Ok(sums)
}

fn matches(tree: &GameTree, integrity: Integrity, query: &Query) -> bool {
    let mut moves = BoardWatcher::new(query);
    let mut plies = 0;
    if !query.is_empty() {
        let mut pos = tree.start().clone();
        moves.begin(&pos);
        for node in tree.main_line() {
            let mv = if let Some(Step::Move(mv)) = tree.step(node) {
                pos.play_unchecked(mv);
                Some(mv)
            } else {
                // It was possible when the game was read.
                let _ = pos.play_null();
                None
            };
            moves.play(mv, &pos);
            plies += 1;
        }
    }
    moves.finish(integrity.into());
    let facts = TagFacts { tags: tree.tags(), result: Some(tree.result()), plies: Some(plies) };
    query.matches(&facts, &moves)
}
