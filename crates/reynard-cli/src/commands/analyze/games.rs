//! Annotation of games.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use reynard::Position;
use reynard_analysis::{ChancesGraph, GameAnalysis, GameAnswer, GameSummary};
use reynard_base::files::is_same_file;
use reynard_console::diagnostics::note_errors;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::{counted, long_time};
use reynard_console::output::{Output, Status};
use reynard_console::progress::counting_bar;
use reynard_console::whole_file::{self, WholeFile, numbered_path};
use reynard_pgn::{
    CompressedWriter, DiagnosticKind, GameTree, Games, ParsedGame, Reader, ReaderOptions,
};

use super::args::Args;
use super::engine::AnalysisEngine;
use super::input::AnalysisInput;
use super::kept_text::KeptText;
use super::selection::{Selection, Survey};
use super::total::{GameSums, Total};
use super::unfinished::{GameKey, UnfinishedFile, text_of};
use crate::compressed_file;

/// Default time per position when games are analyzed.
const TIME: Duration = Duration::from_millis(500);

/// Annotates games.
struct Annotator<'a> {
    args: &'a Args,
    engine: AnalysisEngine,
    interrupt: &'a Interrupt,
    selection: Selection,
    progress: TotalProgress,
    target: Option<Target>,
    total: Total,
    /// Number of games read.
    read: u64,
    /// Number of games analyzed, whether in this run or in an earlier one.
    done: u64,
    /// Number of games analyzed in an earlier run.
    resumed: u64,
}

/// The output file, and the file of finished games stored next to it.
struct Target {
    file: CompressedWriter<WholeFile>,
    /// The file of finished games; `None` if the output is a device or a pipe.
    unfinished: Option<UnfinishedFile>,
}

/// Progress over all games.
struct TotalProgress {
    bar: ProgressBar,
    /// Number of games, if known.
    games: Option<u64>,
}

pub(super) fn run(
    args: &Args,
    mut files: Vec<AnalysisInput>,
    interrupt: &Interrupt,
    out: &mut Output,
) -> anyhow::Result<Status> {
    check_targets(args, &files)?;
    if args.target().is_some() {
        out.go_on_unread();
    }
    let engine = AnalysisEngine::new(args.setup(), TIME, out)?;
    if args.last.is_some() {
        files.iter_mut().try_for_each(AnalysisInput::keep)?;
    }
    let target = Target::open(args, &engine)?;
    let mut selection = Selection::new(args)?;
    let is_done = |key| {
        let unfinished = target.as_ref().and_then(|target| target.unfinished.as_ref());
        unfinished.is_some_and(|file| file.contains(key))
    };
    let positions = |tree: &GameTree| positions(args, tree).positions() as u64;
    let survey =
        selection.survey(&files, args.last, &reader_options(args, None), &positions, &is_done)?;
    let mut annotator = Annotator {
        args,
        engine,
        interrupt,
        selection,
        progress: TotalProgress::new(survey, out),
        target,
        total: Total::default(),
        read: 0,
        done: 0,
        resumed: 0,
    };
    annotator.note_plan(survey, out)?;
    let paths = files.iter().map(|file| file.path().map(Path::to_owned)).collect();
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
    annotator.engine.note_failures(out)?;
    if failed.is_ok() && !interrupt.is_stopped() {
        annotator.finish(paths, out)?;
        return Ok(status);
    }
    annotator.note_unfinished(out)?;
    failed?;
    bail!(Interrupted(annotator.interrupted()))
}

/// Checks the output paths before the analysis.
fn check_targets(args: &Args, files: &[AnalysisInput]) -> anyhow::Result<()> {
    if let Some(graph) = &args.graph {
        whole_file::refuse_inputs(graph, files.iter().filter_map(AnalysisInput::path))?;
        if args.target().is_some_and(|games| is_same_file(games, graph)) {
            bail!("{}: the graph would replace the games: name another file", graph.display());
        }
        whole_file::refuse_database(graph)?;
        whole_file::refuse_not_svg("--graph", graph)?;
    }
    for path in args.target().into_iter().chain(args.graph.as_deref()) {
        whole_file::check_place(path)?;
    }
    if let Some(path) = args.target() {
        compressed_file::compression_of(path)?;
    }
    Ok(())
}

fn reader_options(args: &Args, source: Option<Arc<str>>) -> ReaderOptions {
    ReaderOptions { source, letters: args.letters, ..ReaderOptions::default() }
}

/// Returns the analysis to perform on a game, restricted to the moves selected by the arguments.
fn positions(args: &Args, tree: &GameTree) -> GameAnalysis {
    GameAnalysis::new(tree, args.moves.unwrap_or_default())
}

impl Target {
    /// Creates the output file, if there is one.
    fn open(args: &Args, engine: &AnalysisEngine) -> anyhow::Result<Option<Self>> {
        let Some(path) = args.target() else { return Ok(None) };
        let is_device = path.exists() && !path.is_file();
        let unfinished = if is_device {
            None
        } else {
            Some(UnfinishedFile::find(path, &settings(args, engine))?)
        };
        Ok(Some(Self { file: compressed_file::create(path)?, unfinished }))
    }
}

/// Returns all settings that affect the annotation of games. Finished games with different settings
/// are not reused.
fn settings(args: &Args, engine: &AnalysisEngine) -> String {
    let Args { search, multipv, moves, format, letters, syzygy, .. } = args;
    let limits = search.limits(TIME);
    format!(
        "{} {:?} {limits:?} {:?} {:?} {multipv} {moves:?} {letters:?} {syzygy:?} json={}",
        engine.annotator(),
        args.engine,
        search.threads,
        search.hash,
        format.json
    )
}

impl TotalProgress {
    fn new(survey: Option<Survey>, out: &Output) -> Self {
        // The bar is only for a terminal.
        let survey = survey.filter(|_| io::stderr().is_terminal());
        let length = survey.map_or(0, |survey| survey.positions);
        let bar = counting_bar(length, "positions", out.paint_notes());
        Self { bar, games: survey.map(|survey| survey.games) }
    }

    /// Starts a game, given its game number and the number of positions to analyze in it.
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

impl Annotator<'_> {
    /// Prints notes about the work to be done, its duration if known, and the ignored files next to
    /// the output.
    fn note_plan(&self, survey: Option<Survey>, out: &mut Output) -> anyhow::Result<()> {
        let unfinished = self.unfinished();
        for path in unfinished.into_iter().flat_map(UnfinishedFile::foreign) {
            let (word, path) = (out.paint_warning("note"), path.display());
            out.note(format_args!(
                "{word}: {path} is not from this run: it was made by other settings or was changed; it is left alone"
            ))?;
        }
        let limits = self.args.search.limits(TIME);
        if let (Some(survey), Some(time)) = (survey, limits.move_time) {
            let games = counted(survey.games, "game");
            let positions = counted(survey.positions, "position");
            let time = time.saturating_mul(u32::try_from(survey.positions).unwrap_or(u32::MAX));
            out.note(format_args!("{games}, {positions}: at most {}", long_time(time)))?;
        }
        Ok(())
    }

    fn unfinished(&self) -> Option<&UnfinishedFile> {
        self.target.as_ref().and_then(|target| target.unfinished.as_ref())
    }

    /// Annotates the games in a file, until Ctrl-C is pressed.
    fn annotate_file(&mut self, file: AnalysisInput, out: &mut Output) -> anyhow::Result<Status> {
        let name = file.name();
        let path = file.path().map(Path::to_owned);
        let source = path.as_ref().map(|path| Arc::from(&*path.to_string_lossy()));
        let mut errors = 0;
        let before = self.read;
        let options = reader_options(self.args, source);
        let kept = KeptText::default();
        let mut games = Games::new(Reader::new(kept.keep(file.open()?)).with_options(options));
        for game in games.by_ref() {
            let game = game.with_context(|| name.clone())?;
            let bar = &self.progress.bar;
            errors += bar.suspend(|| note_errors(&game.diagnostics, out))?;
            let as_it_came = kept.take(&game);
            if !self.game(game, as_it_came, out)? {
                return Ok(Status::fine_if(errors == 0));
            }
            self.read += 1;
        }
        errors += note_errors(games.rest(), out)?;
        // A stream may be empty, but a named file should have games.
        if self.read == before && (path.is_some() || kept.has_text()) {
            out.note(format_args!("{name}: there is no game in it"))?;
            errors += 1;
        }
        Ok(Status::fine_if(errors == 0))
    }

    /// Writes a game. If it is not selected or its variant is unknown, it is written unchanged.
    /// Otherwise, it is written with the annotations of an earlier run or with new ones. Returns
    /// `false` if interrupted.
    fn game(
        &mut self,
        game: ParsedGame,
        as_it_came: Option<Vec<u8>>,
        out: &mut Output,
    ) -> anyhow::Result<bool> {
        let is_foreign =
            game.diagnostics.iter().any(|it| it.kind == DiagnosticKind::UnknownVariant);
        let is_selected = self.selection.contains(&game, self.read);
        if is_foreign || !is_selected {
            let text = as_it_came.unwrap_or_else(|| text_of(&game.tree));
            match &mut self.target {
                Some(target) => target.file.write_all(&text)?,
                None if is_selected && !self.args.format.json => out.write_all(&text)?,
                None => {}
            }
            return Ok(true);
        }
        if self.resume(&game.tree, out)? {
            return Ok(true);
        }
        if self.interrupt.is_stopped() {
            return Ok(false);
        }
        self.annotate(game.tree, out)
    }

    /// Reuses a game that was finished in an earlier run. Returns `false` if there is no such game.
    fn resume(&mut self, tree: &GameTree, out: &mut Output) -> anyhow::Result<bool> {
        let side = self.selection.side(tree);
        let Some(target) = &mut self.target else { return Ok(false) };
        let game = target.unfinished.as_mut().and_then(|file| file.take(GameKey::of(tree)));
        let Some(game) = game else { return Ok(false) };
        target.file.write_all(&game.text)?;
        self.total.add(game.sums, side);
        if let Some(answer) = &game.answer {
            writeln!(out, "{answer}")?;
        }
        self.done += 1;
        self.resumed += 1;
        Ok(true)
    }

    /// Annotates a game and reports on it. Returns `false` if interrupted.
    fn annotate(&mut self, mut tree: GameTree, out: &mut Output) -> anyhow::Result<bool> {
        let key = GameKey::of(&tree);
        let analysis = positions(self.args, &tree);
        let progress = &self.progress;
        progress.begin(self.done + 1, analysis.positions() as u64);
        let engine = &mut self.engine;
        let report = self
            .interrupt
            .during(|control| engine.assess(&analysis, control, &mut || progress.bar.inc(1)));
        let Some(report) = report? else { return Ok(false) };
        analysis.annotate(&report, &mut tree);
        let sums = GameSums::new(&report);
        self.total.add(sums, self.selection.side(&tree));
        let summary = GameSummary::new(&tree, report);
        summary.add_tags(&mut tree, &self.engine.annotator());
        self.draw(&summary)?;
        self.done += 1;
        let text = text_of(&tree);
        let answer = self.answer(&summary)?;
        if let Some(target) = &mut self.target {
            if let Some(unfinished) = &mut target.unfinished {
                unfinished.add(key, &text, sums, answer.clone())?;
            }
            target.file.write_all(&text)?;
        }
        let bar = self.progress.bar.clone();
        bar.suspend(|| self.report(&text, &summary, answer, out))?;
        Ok(true)
    }

    /// Returns the JSON line for a game, if requested.
    fn answer(&self, summary: &GameSummary) -> anyhow::Result<Option<String>> {
        if !self.args.format.json {
            return Ok(None);
        }
        let castling = |pos: &Position| self.args.reading.writing.castling(pos);
        let answer = GameAnswer::new(self.read + 1, summary, castling);
        Ok(Some(serde_json::to_string(&answer)?))
    }

    /// Prints the summary of an annotated game, and the game itself unless it is written to a file.
    fn report(
        &self,
        text: &[u8],
        summary: &GameSummary,
        answer: Option<String>,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let width = out.width().unwrap_or(80);
        if let Some(answer) = answer {
            writeln!(out, "{answer}")?;
        } else if self.target.is_some() {
            if self.done - self.resumed > 1 {
                writeln!(out)?;
            }
            write!(out, "{}", summary.to_text(width))?;
        } else {
            out.write_all(text)?;
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

    /// Moves the output file into place, unless no game was read, and prints the totals. `paths`
    /// are those of the inputs, if all of them are files.
    fn finish(self, paths: Option<Vec<PathBuf>>, out: &mut Output) -> anyhow::Result<()> {
        let total = self.total.to_text(self.args.player.as_deref());
        let is_json = self.args.format.json;
        if self.done == 0 && self.read > 0 {
            let word = out.paint_warning("note");
            out.note(format_args!("{word}: no game is selected"))?;
            self.selection.note_conditions(paths, self.args.letters, out)?;
        }
        if self.resumed > 0 {
            self.note_resumed(out)?;
        }
        let Some(target) = self.target else {
            if let Some(total) = total.filter(|_| !is_json) {
                out.note(total.trim_end())?;
            }
            if self.done > 0 && !is_json && out.is_terminal() {
                out.note("The games are not saved: save with -o FILE")?;
            }
            return Ok(());
        };
        let path = self.args.target().unwrap_or(Path::new("-")).display().to_string();
        if self.read == 0 {
            // There is no output to replace the file with.
            return Ok(());
        }
        target.file.finish()?.finish()?;
        if let Some(path) = target.unfinished.map(UnfinishedFile::remove).transpose()?.flatten() {
            let (word, path) = (out.paint_warning("note"), path.display());
            out.note(format_args!("{word}: {path} has games that are not in the input: it stays"))?;
        }
        let others = self.read - self.done;
        let others =
            if others == 0 { String::new() } else { format!(", {others} of them not analyzed") };
        let written = format!("wrote {} to {path}{others}", counted(self.read, "game"));
        if is_json {
            out.note(written)?;
            return Ok(());
        }
        if self.done > self.resumed {
            writeln!(out)?;
        }
        if let Some(total) = total {
            writeln!(out, "{total}")?;
        }
        writeln!(out, "{written}")?;
        out.flush()?;
        Ok(())
    }

    fn note_resumed(&self, out: &mut Output) -> anyhow::Result<()> {
        if let Some(unfinished) = self.unfinished() {
            let (games, path) = (counted(self.resumed, "game"), unfinished.path().display());
            out.note(format_args!("{games} had been finished in {path}"))?;
        }
        Ok(())
    }

    /// Prints a note that states where the finished games are, and how to resume.
    fn note_unfinished(&self, out: &mut Output) -> anyhow::Result<()> {
        let (Some(unfinished), Some(path)) = (self.unfinished(), self.args.target()) else {
            return Ok(());
        };
        if self.done == 0 || unfinished.games() == 0 {
            return Ok(());
        }
        let state = if path.exists() { "is as it was" } else { "is not written yet" };
        let note = out.paint_warning("note");
        out.note(format_args!(
            "{note}: {} in {}; {} {state}; the same command goes on from there:\n  {}",
            counted(unfinished.games(), "finished game"),
            unfinished.path().display(),
            path.display(),
            command_line()
        ))?;
        Ok(())
    }

    /// Returns the message to print for an interrupted run.
    fn interrupted(&self) -> String {
        let is_file = self.target.is_some();
        match self.done {
            0 => "interrupted in the first game: nothing is written".to_owned(),
            done if is_file => format!("interrupted: {} finished", counted(done, "game")),
            1 => "interrupted: the first game is written, the others are not".to_owned(),
            done => format!("interrupted: {done} games are written, the others are not"),
        }
    }
}

/// Returns the command line of this process, quoted for a shell.
fn command_line() -> String {
    let words = std::env::args().map(|word| {
        let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=,:+@%".contains(letter);
        if !word.is_empty() && word.chars().all(is_plain) {
            return word;
        }
        format!("'{}'", word.replace('\'', r"'\''"))
    });
    words.collect::<Vec<_>>().join(" ")
}
