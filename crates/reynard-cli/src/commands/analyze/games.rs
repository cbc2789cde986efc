//! Annotation of games.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use reynard_analysis::{ChancesGraph, GameAnalysis, GameSummary};
use reynard_engine::{Engine, SearchLimits};
use reynard_pgn::{GameTree, Games, PgnWriter, Reader, ReaderOptions, Severity, WriterOptions};

use super::args::Args;
use super::summary::GameAnswer;
use crate::interrupt::Interrupt;
use crate::output::{Output, Status};
use crate::progress::counting_bar;
use crate::whole_file;

/// Default time per position of a game.
const TIME: Duration = Duration::from_millis(500);

/// Annotator of the games of a file.
struct Annotator<'a> {
    args: &'a Args,
    engine: Engine,
    limits: SearchLimits,
    interrupt: &'a Interrupt,
    /// Number of annotated games.
    done: u64,
    /// Annotated games that are written to a file at the end.
    written: Vec<u8>,
}

pub(super) fn run(
    args: &Args,
    name: &str,
    input: Box<dyn Read>,
    interrupt: &Interrupt,
    out: &mut Output,
) -> anyhow::Result<Status> {
    check_targets(args)?;
    if args.target().is_some() {
        out.go_on_unread();
    }
    let engine = args.search.engine(args.search.threads_or_default(), 1)?;
    let limits = args.search.limits(TIME);
    let mut annotator = Annotator { args, engine, limits, interrupt, done: 0, written: Vec::new() };
    let source = (name != "-").then(|| Arc::from(name));
    let options = ReaderOptions { source, ..ReaderOptions::default() };
    let mut status = Status::Fine;
    for game in Games::new(Reader::new(input).with_options(options)) {
        let game = game.with_context(|| name.to_owned())?;
        for diagnostic in game.diagnostics.iter().filter(|it| it.severity() == Severity::Error) {
            out.remark(diagnostic)?;
            status = Status::Findings;
        }
        if !annotator.annotate(game.tree, out)? {
            break;
        }
    }
    annotator.finish()?;
    // A stream may well have none; a file was named for what is in it.
    if annotator.done == 0 && name != "-" {
        out.remark(format_args!("{name}: there is no game in it"))?;
        status = Status::Findings;
    }
    Ok(status)
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
    Ok(())
}

impl Annotator<'_> {
    /// Annotates a game and reports on it; `false` if it was interrupted.
    fn annotate(&mut self, mut tree: GameTree, out: &mut Output) -> anyhow::Result<bool> {
        let analysis = GameAnalysis::new(&tree, self.args.moves.unwrap_or_default());
        let bar = counting_bar(analysis.positions() as u64, "positions", out.paint_remarks());
        bar.set_prefix(format!("Game {}  ", self.done + 1));
        let (engine, limits) = (&mut self.engine, &self.limits);
        let report = self
            .interrupt
            .during(|control| analysis.assess(engine, limits, control, &mut || bar.inc(1)));
        bar.finish_and_clear();
        let Some(report) = report else { return Ok(false) };
        analysis.annotate(&report, &mut tree);
        let summary = GameSummary::new(&tree, report);
        summary.add_tags(&mut tree, concat!("Reynard ", env!("CARGO_PKG_VERSION")));
        self.draw(&summary)?;
        self.done += 1;
        let mut writer = PgnWriter::with_options(Vec::new(), WriterOptions::AS_IS);
        writer.write(&tree)?;
        let text = writer.into_inner();
        match (self.args.target(), self.args.format.json) {
            (Some(_), _) => self.written.extend_from_slice(&text),
            (None, false) => out.write_all(&text)?,
            (None, true) => {}
        }
        let width = out.width().unwrap_or(80);
        if self.args.format.json {
            out.json(&GameAnswer::new(self.done, &summary, self.args.writing))?;
        } else if self.args.target().is_some() {
            if self.done > 1 {
                writeln!(out)?;
            }
            write!(out, "{}", summary.to_text(width))?;
        } else {
            out.remark(summary.to_text(width).trim_end())?;
        }
        out.flush()?;
        Ok(true)
    }

    fn draw(&self, summary: &GameSummary) -> anyhow::Result<()> {
        let Some(path) = &self.args.graph else { return Ok(()) };
        let Some(graph) = ChancesGraph::new(&summary.report) else { return Ok(()) };
        let path = numbered_path(path, self.done + 1);
        whole_file::write(&path, graph.to_svg(&summary.title).as_bytes())
    }

    /// Writes the output file, and fails if the work was interrupted.
    fn finish(&self) -> anyhow::Result<()> {
        let interrupted = self.interrupt.is_stopped();
        if let Some(path) = self.args.target()
            && (!interrupted || self.done > 0)
        {
            whole_file::write(path, &self.written)?;
        }
        match (interrupted, self.done) {
            (false, _) => Ok(()),
            (true, 0) => bail!("interrupted in the first game: nothing is written"),
            (true, 1) => bail!("interrupted: the first game is written, the others are not"),
            (true, done) => bail!("interrupted: {done} games are written, the others are not"),
        }
    }
}

/// `graph.svg`, then `graph-2.svg`.
fn numbered_path(path: &Path, number: u64) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_graphs_have_numbers() {
        let path = |number| numbered_path(Path::new("a.b/c.svg"), number);
        assert_eq!(path(1), Path::new("a.b/c.svg"));
        assert_eq!(path(2), Path::new("a.b/c-2.svg"));
        assert_eq!(numbered_path(Path::new("graph"), 3), Path::new("graph-3"));
    }
}
