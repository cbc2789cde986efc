//! Annotation of games.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use reynard::Position;
use reynard_analysis::{ChancesGraph, GameAnalysis, GameAnswer, GameSummary};
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::progress::counting_bar;
use reynard_console::source;
use reynard_console::whole_file::{self, numbered_path};
use reynard_pgn::{GameTree, Games, PgnWriter, Reader, ReaderOptions, Severity, WriterOptions};

use super::args::Args;
use super::engine::AnalysisEngine;
use super::input::AnalysisInput;
use crate::compressed_file;

/// Default time per position of a game.
const TIME: Duration = Duration::from_millis(500);

/// Annotator of games.
struct Annotator<'a> {
    args: &'a Args,
    engine: AnalysisEngine,
    interrupt: &'a Interrupt,
    progress: TotalProgress,
    /// Number of annotated games.
    done: u64,
    /// Annotated games that are written to a file at the end.
    written: Vec<u8>,
}

/// Progress over all games.
struct TotalProgress {
    bar: ProgressBar,
    /// Number of games, if it is known.
    games: Option<u64>,
}

pub(super) fn run(
    args: &Args,
    files: Vec<AnalysisInput>,
    interrupt: &Interrupt,
    out: &mut Output,
) -> anyhow::Result<Status> {
    check_targets(args)?;
    if args.target().is_some() {
        out.go_on_unread();
    }
    let engine = AnalysisEngine::new(args, TIME)?;
    let progress = TotalProgress::new(args, &files, out);
    let mut annotator =
        Annotator { args, engine, interrupt, progress, done: 0, written: Vec::new() };
    let mut status = Status::Fine;
    let mut failed = Ok(());
    for file in files {
        match annotator.annotate_file(file, out) {
            Ok(found) => status = status.and(found),
            Err(error) => {
                failed = Err(error);
                break;
            }
        }
        if interrupt.is_stopped() {
            break;
        }
    }
    annotator.progress.bar.finish_and_clear();
    // Finished games are worth keeping, even if the engine has failed.
    annotator.finish(failed.is_ok(), out)?;
    failed.map(|()| status)
}

/// Checks the output paths before the analysis.
fn check_targets(args: &Args) -> anyhow::Result<()> {
    for path in args.target().into_iter().chain(args.graph.as_deref()) {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        if folder.is_some_and(|folder| !folder.is_dir()) {
            bail!("{}: there is no such folder", path.display());
        }
        if path.is_dir() {
            bail!("{}: this is a folder", path.display());
        }
    }
    if let Some(path) = args.target() {
        compressed_file::compression_of(path)?;
    }
    Ok(())
}

impl TotalProgress {
    /// Counts games and positions, if there is a terminal to show them on.
    fn new(args: &Args, files: &[AnalysisInput], out: &Output) -> Self {
        let count = || {
            let mut sums = (0, 0);
            for file in files {
                let input = source::open(file.path()?).ok()?;
                for game in Games::new(Reader::new(input)) {
                    sums.0 += 1;
                    sums.1 += positions(args, &game.ok()?.tree).positions() as u64;
                }
            }
            Some(sums)
        };
        let sums = if io::stderr().is_terminal() { count() } else { None };
        let paint = out.paint_notes();
        let bar = counting_bar(sums.map_or(0, |(_, positions)| positions), "positions", paint);
        Self { bar, games: sums.map(|(games, _)| games) }
    }

    /// Begins a game by number and its positions.
    fn begin(&self, number: u64, positions: u64) {
        if let Some(games) = self.games {
            self.bar.set_prefix(format!("Game {number} of {games}  "));
        } else {
            self.bar.set_prefix(format!("Game {number}  "));
            self.bar.set_position(0);
            self.bar.set_length(positions);
        }
    }
}

/// Returns the name of the file for finished games of an unfinished run: `games.unfinished.pgn.gz`.
fn unfinished(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // A dot in front hides a file and begins no extension.
    let dot = name.char_indices().skip(1).find(|&(_, letter)| letter == '.');
    let (stem, extensions) = name.split_at(dot.map_or(name.len(), |(at, _)| at));
    path.with_file_name(format!("{stem}.unfinished{extensions}"))
}

/// Returns the analysis of the moves that the arguments select.
fn positions(args: &Args, tree: &GameTree) -> GameAnalysis {
    GameAnalysis::new(tree, args.moves.unwrap_or_default())
}

impl Annotator<'_> {
    /// Annotates the games of a file, until Ctrl-C.
    fn annotate_file(&mut self, file: AnalysisInput, out: &mut Output) -> anyhow::Result<Status> {
        let name = file.name();
        let path = file.path().map(Path::to_owned);
        let source = path.as_ref().map(|path| Arc::from(&*path.to_string_lossy()));
        let letters = self.args.letters;
        let options = ReaderOptions { source, letters, ..ReaderOptions::default() };
        let mut status = Status::Fine;
        let before = self.done;
        for game in Games::new(Reader::new(file.open()?).with_options(options)) {
            let game = game.with_context(|| name.clone())?;
            for diagnostic in game.diagnostics.iter().filter(|it| it.severity() == Severity::Error)
            {
                let bar = self.progress.bar.clone();
                bar.suspend(|| out.note(diagnostic))?;
                status = Status::Diagnostics;
            }
            if !self.annotate(game.tree, out)? {
                return Ok(status);
            }
        }
        // A stream may well have none; a file was named for what is in it.
        if self.done == before && path.is_some() {
            out.note(format_args!("{name}: there is no game in it"))?;
            status = Status::Diagnostics;
        }
        Ok(status)
    }

    /// Annotates a game and reports on it; `false` if it was interrupted.
    fn annotate(&mut self, mut tree: GameTree, out: &mut Output) -> anyhow::Result<bool> {
        let analysis = positions(self.args, &tree);
        let progress = &self.progress;
        progress.begin(self.done + 1, analysis.positions() as u64);
        let engine = &mut self.engine;
        let report = self
            .interrupt
            .during(|control| engine.assess(&analysis, control, &mut || progress.bar.inc(1)));
        let Some(report) = report? else { return Ok(false) };
        analysis.annotate(&report, &mut tree);
        let summary = GameSummary::new(&tree, report);
        summary.add_tags(&mut tree, &self.engine.annotator());
        self.draw(&summary)?;
        self.done += 1;
        let bar = self.progress.bar.clone();
        bar.suspend(|| self.write(&tree, &summary, out))?;
        Ok(true)
    }

    /// Writes an annotated game and its summary.
    fn write(
        &mut self,
        tree: &GameTree,
        summary: &GameSummary,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let mut writer = PgnWriter::with_options(Vec::new(), WriterOptions::AS_IS);
        writer.write(tree)?;
        let text = writer.into_inner();
        match (self.args.target(), self.args.format.json) {
            (Some(_), _) => self.written.extend_from_slice(&text),
            (None, false) => out.write_all(&text)?,
            (None, true) => {}
        }
        let width = out.width().unwrap_or(80);
        if self.args.format.json {
            let castling = |pos: &Position| self.args.reading.writing.castling(pos);
            out.json(&GameAnswer::new(self.done, summary, castling))?;
        } else if self.args.target().is_some() {
            if self.done > 1 {
                writeln!(out)?;
            }
            write!(out, "{}", summary.to_text(width))?;
        } else {
            out.note(summary.to_text(width).trim_end())?;
        }
        out.flush()?;
        Ok(())
    }

    fn draw(&self, summary: &GameSummary) -> anyhow::Result<()> {
        let Some(path) = &self.args.graph else { return Ok(()) };
        let Some(graph) = ChancesGraph::new(&summary.report) else { return Ok(()) };
        let path = numbered_path(path, self.done + 1);
        whole_file::write(&path, graph.to_svg(&summary.title).as_bytes())
    }

    /// Writes the output file, and fails if the work was interrupted. An existing file is replaced
    /// only if all games are done. Otherwise the finished ones go to a file beside it, which a note
    /// names.
    fn finish(&self, succeeded: bool, out: &mut Output) -> anyhow::Result<()> {
        let interrupted = self.interrupt.is_stopped();
        if let Some(path) = self.args.target() {
            let is_whole = succeeded && !interrupted;
            if !path.is_file() && (is_whole || self.done > 0) || is_whole && self.done > 0 {
                compressed_file::write(path, &self.written)?;
            } else if self.done > 0 {
                let place = unfinished(path);
                compressed_file::write(&place, &self.written)?;
                let note = out.paint_warning("note");
                out.note(format_args!(
                    "{note}: {} in {}; {} is as it was",
                    counted(self.done, "finished game"),
                    place.display(),
                    path.display()
                ))?;
            }
        }
        let text = match (interrupted, self.done) {
            (false, _) => return Ok(()),
            (true, 0) => "interrupted in the first game: nothing is written".to_owned(),
            (true, 1) => "interrupted: the first game is written, the others are not".to_owned(),
            (true, done) => format!("interrupted: {done} games are written, the others are not"),
        };
        bail!(Interrupted(text))
    }
}
