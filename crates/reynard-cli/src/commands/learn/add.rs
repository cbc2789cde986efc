//! `reynard learn add`: adds the learner's games to the notebook.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use reynard::Color;
use reynard_base::parallel::Workers;
use reynard_console::diagnostics::note_errors;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::source;
use reynard_engine::Control;
use reynard_learn::{KnownGames, mark_endgames};
use reynard_pgn::{GameTree, Games, PieceLetters, Reader, ReaderOptions};

use super::engine_args::EngineArgs;
use super::intake::{Intake, NewGame};
use super::lock::{Part, lock};
use super::notebook::{Contents, GrowingFile, Notebook, NotebookArg};
use super::prepare::{bar, prepare, text_of};
use super::summary::{Before, Work, print_summary};
use super::tables::SyzygyTables;
use crate::commands::analyze::engine::AnalysisEngine;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard learn add lichess.pgn chess.com/*.pgn
  reynard learn add --no-engine analyzed.pgn

Games without your name are counted and left out, games that are there already are skipped. Games \
without evaluations are analyzed; in the others the engine looks for better moves where you erred. Each \
finished game is written at once: after Ctrl-C the same command goes on.")]
pub(super) struct Args {
    /// Files of games in PGN, plain or compressed, folders of such files, or `-` for standard
    /// input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    notebook: NotebookArg,
    /// Take the games as they are: `learn analyze` looks at them another day
    #[arg(long, conflicts_with = "engine")]
    no_engine: bool,
    #[command(flatten)]
    engine: EngineArgs,
    /// Letters of the pieces in the moves of games: the code of a language, such as `de`
    #[arg(long, value_name = "LANGUAGE", default_value_t = PieceLetters::ENGLISH)]
    letters: PieceLetters,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let notebook = args.notebook.open()?;
    let _lock = lock(&notebook.folder, Part::Games, out)?;
    let mut known = KnownGames::default();
    let mut contents = notebook.contents_with(|tree| {
        known.insert(tree);
    })?;
    let before = Before::of(&contents);
    let intake = Intake::default();
    let mut files = Files { args, notebook: &notebook, known, intake, new: Vec::new() };
    let mut status = Status::Fine;
    for path in source::expand(args.files.iter().map(PathBuf::as_path))? {
        status = status.and(files.read(&path, out)?);
    }
    let Files { intake, new, .. } = files;
    intake.note(&notebook, out)?;
    let interrupt = Interrupt::install()?;
    let added = args.add(&notebook, &new, &mut contents, &interrupt, out)?;
    if interrupt.is_stopped() {
        let (added, all) = (added, counted(intake.new, "new game"));
        bail!(Interrupted(format!(
            "interrupted: {added} of {all} added; the same command goes on"
        )));
    }
    print_summary(&before, &contents, Work::Added(added), intake.known, out)?;
    Ok(status)
}

/// The input files of the command.
struct Files<'a> {
    args: &'a Args,
    notebook: &'a Notebook,
    known: KnownGames,
    intake: Intake,
    new: Vec<NewGame>,
}

impl Files<'_> {
    /// Reads the games in a file, and keeps those that are new to the notebook.
    fn read(&mut self, path: &Path, out: &mut Output) -> anyhow::Result<Status> {
        let name = path.display().to_string();
        let is_stdin = path.as_os_str() == "-";
        let source = (!is_stdin).then(|| Arc::from(name.as_str()));
        let options =
            ReaderOptions { source, letters: self.args.letters, ..ReaderOptions::default() };
        let input = source::open(path).with_context(|| name.clone())?;
        let mut errors = 0;
        let mut read = 0;
        let mut games = Games::new(Reader::new(input).with_options(options));
        for game in games.by_ref() {
            let game = game.with_context(|| name.clone())?;
            read += 1;
            errors += note_errors(&game.diagnostics, out)?;
            self.new.extend(self.intake.take(&game, self.notebook, &mut self.known));
        }
        errors += note_errors(games.rest(), out)?;
        if read == 0 && !is_stdin {
            out.note(format_args!("{name}: there is no game in it"))?;
            errors += 1;
        }
        Ok(Status::fine_if(errors == 0))
    }
}

impl Args {
    /// Prepares the new games on several threads, and adds each to the notebook when it is ready.
    /// Returns the number of games added.
    fn add(
        &self,
        notebook: &Notebook,
        new: &[NewGame],
        contents: &mut Contents,
        interrupt: &Interrupt,
        out: &mut Output,
    ) -> anyhow::Result<u64> {
        if new.is_empty() {
            return Ok(0);
        }
        let threads = self.engine.threads_for(new.len());
        let tables = self.engine.tables.open(notebook, out)?;
        let tables = tables.as_ref();
        let workers = Workers::try_new(threads, || {
            if self.no_engine {
                Ok(None)
            } else {
                self.engine.start(notebook, tables, out).map(Some)
            }
        })?;
        let mut file = GrowingFile::open(&notebook.games(), b"\n\n")?;
        let bar = bar(new.len() as u64, out);
        let mut added = 0;
        let mut games = new.iter();
        let flow = interrupt.during(|control| {
            workers.ordered(
                |_| games.next(),
                |engine, game| finished(game, engine.as_mut(), tables, control),
                |finished: anyhow::Result<Option<FinishedGame>>| {
                    let written = finished.and_then(|game| match game {
                        Some(FinishedGame { text, tree, side }) => {
                            contents.add_game(&tree, side);
                            file.add(&text).map(|()| true)
                        }
                        None => Ok(false),
                    });
                    match written {
                        Ok(true) => {
                            added += 1;
                            bar.inc(1);
                            ControlFlow::Continue(())
                        }
                        Ok(false) => ControlFlow::Break(Ok(())),
                        Err(error) => ControlFlow::Break(Err(error)),
                    }
                },
            )
        });
        bar.finish_and_clear();
        file.sync()?;
        match flow {
            ControlFlow::Break(Err(error)) => Err(error),
            ControlFlow::Break(Ok(())) | ControlFlow::Continue(()) => Ok(added),
        }
    }
}

/// A game that contains everything needed to make cards from it.
struct FinishedGame {
    text: Vec<u8>,
    tree: GameTree,
    side: Color,
}

/// Prepares a game so that cards can be made from it. Returns `None` if `control` stopped the work.
fn finished(
    game: &NewGame,
    engine: Option<&mut AnalysisEngine>,
    tables: Option<&SyzygyTables>,
    control: &Control,
) -> anyhow::Result<Option<FinishedGame>> {
    if control.is_stopped() {
        return Ok(None);
    }
    let NewGame { text, side } = game;
    // We wrote the text ourselves.
    let parsed = Games::from_bytes(text).next().context("a game is gone")?;
    let mut tree = parsed.map_err(|error| anyhow::anyhow!("{error}"))?.tree;
    let mut text = text.clone();
    if let Some(engine) = engine {
        if prepare(&mut tree, *side, engine, tables, control)?.is_none() {
            return Ok(None);
        }
        text = text_of(&tree);
    } else if let Some(tables) = tables
        && mark_endgames(&mut tree, *side, tables)
    {
        text = text_of(&tree);
    }
    Ok(Some(FinishedGame { text, tree, side: *side }))
}
