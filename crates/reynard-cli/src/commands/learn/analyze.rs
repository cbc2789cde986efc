//! `reynard learn analyze`: analyzes the games of the notebook that are waiting for the engine.

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use reynard::Color;
use reynard_base::parallel::Workers;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::whole_file;
use reynard_engine::Control;
use reynard_learn::{is_evaluated, mark_endgames, mistakes_without_line};
use reynard_pgn::{GameTree, Games};

use super::engine_args::EngineArgs;
use super::lock::{Part, lock};
use super::notebook::{Notebook, NotebookArg};
use super::prepare::{bar, prepare, text_of};
use super::summary::{Before, Work, print_summary};
use super::tables::SyzygyTables;
use crate::commands::analyze::engine::AnalysisEngine;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard learn analyze
  reynard learn analyze --nodes 100000

Games that `learn add --no-engine` took, and those of which the engine found no better move before, get \
evaluations and better lines. The rest of the file stays as it is. After Ctrl-C the same command goes on.")]
pub(super) struct Args {
    #[command(flatten)]
    notebook: NotebookArg,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Time between two writes to the file.
const PAUSE: Duration = Duration::from_secs(10);

/// A game that is waiting for the engine.
struct WaitingGame {
    text: Vec<u8>,
    tree: GameTree,
    side: Color,
}

/// A game before and after its analysis.
struct LookedAt {
    before: Vec<u8>,
    after: Vec<u8>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let notebook = args.notebook.open()?;
    let before = Before::of(&notebook.contents()?);
    let Some(done) = analyze_waiting(&notebook, &args.engine, out)? else {
        out.note("no game waits for the engine")?;
        return Ok(Status::Fine);
    };
    print_summary(&before, &notebook.contents()?, Work::Analyzed(done), 0, out)?;
    Ok(Status::Fine)
}

/// Analyzes the games that are waiting for the engine, and returns their number, or `None` if no
/// games are waiting. If Ctrl-C is pressed, returns an error, but keeps the games that are
/// finished.
pub(super) fn analyze_waiting(
    notebook: &Notebook,
    engine: &EngineArgs,
    out: &mut Output,
) -> anyhow::Result<Option<u64>> {
    let tables = engine.tables.open(notebook, out)?;
    let tables = tables.as_ref();
    let waiting = waiting_games(notebook, tables)?;
    if waiting.is_empty() {
        return Ok(None);
    }
    out.note(format_args!("{} to look at", counted(waiting.len() as u64, "game")))?;
    let interrupt = Interrupt::install()?;
    let done = look_at_all(engine, notebook, tables, &waiting, &interrupt, out)?;
    if interrupt.is_stopped() {
        let all = counted(waiting.len() as u64, "game");
        bail!(Interrupted(format!(
            "interrupted: {done} of {all} analyzed; `reynard learn analyze` goes on"
        )));
    }
    Ok(Some(done as u64))
}

/// Returns the games that are waiting for the engine: games without evaluations, games with a
/// mistake for which there is no better line, and games in which, according to the tables, half a
/// point was lost by a move that is not marked, or an evaluation is wrong.
fn waiting_games(
    notebook: &Notebook,
    tables: Option<&SyzygyTables>,
) -> anyhow::Result<Vec<WaitingGame>> {
    let file = read_games(notebook)?;
    let mut waiting = Vec::new();
    notebook.each_game(|game, side| {
        let is_endgame_known =
            tables.is_none_or(|tables| !mark_endgames(&mut game.tree.clone(), side, tables));
        let is_complete = is_evaluated(game, side) && mistakes_without_line(game, side).is_empty();
        if is_complete && is_endgame_known {
            return;
        }
        let range = usize::try_from(game.end.start).ok().zip(usize::try_from(game.end.end).ok());
        if let Some(text) = range.and_then(|(start, end)| file.get(start..end)) {
            waiting.push(WaitingGame { text: text.to_vec(), tree: game.tree.clone(), side });
        }
    })?;
    Ok(waiting)
}

fn read_games(notebook: &Notebook) -> anyhow::Result<Vec<u8>> {
    let path = notebook.games();
    if !path.exists() {
        return Ok(Vec::new());
    }
    fs::read(&path).with_context(|| path.display().to_string())
}

/// Analyzes games on several threads, and writes them back at intervals. Returns the number of
/// games completed.
fn look_at_all(
    args: &EngineArgs,
    notebook: &Notebook,
    tables: Option<&SyzygyTables>,
    waiting: &[WaitingGame],
    interrupt: &Interrupt,
    out: &mut Output,
) -> anyhow::Result<usize> {
    let threads = args.threads_for(waiting.len());
    let workers = Workers::try_new(threads, || args.start(notebook, tables, out))?;
    let bar = bar(waiting.len() as u64, out);
    let mut games = waiting.iter();
    let mut finished: HashMap<Vec<u8>, Vec<u8>> = HashMap::new();
    let (mut done, mut written) = (0, Instant::now());
    let flow = interrupt.during(|control| {
        workers.ordered(
            |_| games.next(),
            |engine, game| look_at(game, engine, tables, control),
            |result: anyhow::Result<Option<LookedAt>>| {
                let game = match result {
                    Ok(Some(game)) => game,
                    Ok(None) => return ControlFlow::Break(Ok(())),
                    Err(error) => return ControlFlow::Break(Err(error)),
                };
                finished.insert(game.before, game.after);
                done += 1;
                bar.inc(1);
                if written.elapsed() < PAUSE {
                    return ControlFlow::Continue(());
                }
                written = Instant::now();
                match replace(notebook, &std::mem::take(&mut finished), out) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(Err(error)),
                }
            },
        )
    });
    bar.finish_and_clear();
    replace(notebook, &finished, out)?;
    match flow {
        ControlFlow::Break(Err(error)) => Err(error),
        ControlFlow::Break(Ok(())) | ControlFlow::Continue(()) => Ok(done),
    }
}

/// Analyzes a game. Returns `None` if `control` stopped the work.
fn look_at(
    game: &WaitingGame,
    engine: &mut AnalysisEngine,
    tables: Option<&SyzygyTables>,
    control: &Control,
) -> anyhow::Result<Option<LookedAt>> {
    if control.is_stopped() {
        return Ok(None);
    }
    let mut tree = game.tree.clone();
    if prepare(&mut tree, game.side, engine, tables, control)?.is_none() {
        return Ok(None);
    }
    Ok(Some(LookedAt { before: game.text.clone(), after: text_of(&tree) }))
}

/// Replaces games with their new versions. All other games are kept, including games added in the
/// meantime.
fn replace(
    notebook: &Notebook,
    finished: &HashMap<Vec<u8>, Vec<u8>>,
    out: &mut Output,
) -> anyhow::Result<()> {
    if finished.is_empty() {
        return Ok(());
    }
    let _lock = lock(&notebook.folder, Part::Games, out)?;
    let file = read_games(notebook)?;
    let mut whole = Vec::with_capacity(file.len());
    let mut at = 0;
    for game in Games::from_bytes(&file) {
        let game = game.context("games.pgn")?;
        let place = |byte: u64| usize::try_from(byte).unwrap_or(file.len()).min(file.len());
        let range = place(game.end.start)..place(game.end.end);
        let Some(after) = finished.get(&file[range.clone()]) else { continue };
        whole.extend_from_slice(&file[at..range.start]);
        whole.extend_from_slice(after.trim_ascii_end());
        at = range.end;
        // The lines between this game and the next may belong to it.
        let tail = file[range].iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        whole.extend_from_slice(&file[at - tail..at]);
    }
    whole.extend_from_slice(&file[at..]);
    whole_file::write(&notebook.games(), &whole)
        .with_context(|| format!("cannot write {}", notebook.games().display()))
}
