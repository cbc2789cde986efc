//! `reynard epd`: checks and normalizes EPD files, and solves their positions with `--solve`.

mod args;
mod letters;
mod solve;
mod unique;

pub(crate) use self::args::Args;

use std::borrow::Cow;
use std::io::{self, Write};
use std::mem;
use std::path::Path;

use anyhow::{Context, bail};
use reynard::{
    EnPassantMode, Epd, SetupFaults,
    epd::{EpdDiagnostic, EpdDiagnosticKind, EpdOptions},
    fen::FenStyle,
};
use reynard_analysis::EpdGoal;
use reynard_console::lines::{Line, Lines};
use reynard_console::output::{Output, Status};
use reynard_console::place::Place;
use reynard_console::source;
use serde::Serialize;

use crate::content::refuse_games;

use self::letters::with_standard_letters;
use self::solve::Problem;

/// The JSON line for a valid record.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    ok: bool,
    fen: String,
    epd: String,
    diagnostics: Vec<Diagnostic<'a>>,
}

/// The JSON line for an invalid record.
#[derive(Serialize)]
struct Refusal<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    ok: bool,
    input: &'a str,
    diagnostics: Vec<Diagnostic<'a>>,
}

#[derive(Serialize)]
struct Diagnostic<'a> {
    column: usize,
    kind: &'a str,
    message: String,
}

impl<'a> Diagnostic<'a> {
    fn new(diagnostic: &'a EpdDiagnostic) -> Self {
        let EpdDiagnostic { column, kind, .. } = diagnostic;
        Self { column: *column, kind: kind.name(), message: kind.to_string() }
    }

    fn line_too_long() -> Self {
        let message = format!("the line is longer than {} bytes", reynard_console::lines::MAX_LINE);
        Self { column: reynard_console::lines::MAX_LINE + 1, kind: "line-too-long", message }
    }

    fn without_goal() -> Self {
        let message =
            "there is nothing to find: no `bm`, `am`, `dm`, nor points in `c0`".to_owned();
        Self { column: 1, kind: "no-goal", message }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    if args.solving.solve {
        let mut problems = Vec::new();
        let mut status = Status::Fine;
        for path in &args.files {
            let name = path.to_string_lossy();
            let read = args.read_problems(path, &mut problems, out);
            status = status.and(read.with_context(|| name.into_owned())?);
        }
        let solved = if args.solving.unique {
            unique::run(args, &problems, out)?
        } else {
            solve::run(args, &problems, out)?
        };
        return Ok(status.and(solved));
    }
    if args.solving.search.is_given() {
        bail!("--depth, --time, --nodes and --threads are for --solve");
    }
    let mut status = Status::Fine;
    for path in &args.files {
        let name = path.to_string_lossy();
        let file = (path.as_os_str() != "-").then_some(&*name);
        let done = answer_all(args, path, file, out).with_context(|| name.clone().into_owned());
        status = status.and(done?);
    }
    Ok(status)
}

fn answer_all(
    args: &Args,
    path: &Path,
    file: Option<&str>,
    out: &mut Output,
) -> anyhow::Result<Status> {
    let mut lines = Lines::new(source::open(path)?);
    let (mut status, mut is_first) = (Status::Fine, true);
    while let Some(line) = lines.next(|| out.flush())? {
        let start = line.text.trim_start();
        if start.is_empty() || !args.strict && start.starts_with('#') {
            continue;
        }
        if mem::take(&mut is_first) {
            refuse_games(start)?;
        }
        let place = Place { file, line: line.number };
        status = status.and(args.answer(&line, place, out)?);
        out.found(status);
    }
    Ok(status)
}

impl Args {
    fn options(&self) -> EpdOptions {
        match (self.strict, self.relaxed) {
            (false, _) => EpdOptions { castling: self.writing.chess(), ..EpdOptions::PLAYABLE },
            (true, false) => EpdOptions::STRICT,
            (true, true) => EpdOptions { waived: SetupFaults::WAIVABLE, ..EpdOptions::STRICT },
        }
    }

    fn answer(
        &self,
        line: &Line<'_>,
        place: Place<'_>,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        if line.cut {
            self.refuse(line, place, Diagnostic::line_too_long(), out)?;
            return Ok(Status::Diagnostics);
        }
        match self.read(line) {
            Ok((epd, _))
                if text(&epd, self.writing.fen_style()).len()
                    > reynard_console::lines::MAX_LINE =>
            {
                self.refuse(line, place, Diagnostic::line_too_long(), out)?;
                Ok(Status::Diagnostics)
            }
            Ok((epd, diagnostics)) => {
                self.write(&epd, &diagnostics, place, out)?;
                Ok(Status::Fine)
            }
            Err(diagnostic) => {
                self.refuse(line, place, Diagnostic::new(&diagnostic), out)?;
                Ok(Status::Diagnostics)
            }
        }
    }

    fn read(&self, line: &Line<'_>) -> Result<(Epd, Vec<EpdDiagnostic>), EpdDiagnostic> {
        let mut replaced = None;
        // The text is owned only if invalid UTF-8 has been replaced.
        if let Cow::Owned(text) = &line.text {
            let end = text.find(char::REPLACEMENT_CHARACTER).unwrap_or_default();
            let column = text[..end].chars().count() + 1;
            let diagnostic = EpdDiagnostic { line: 1, column, kind: EpdDiagnosticKind::NotText };
            if self.strict {
                return Err(diagnostic);
            }
            replaced = Some(diagnostic);
        }
        let record = with_standard_letters(&line.text, self.letters);
        let (mut epd, diagnostics) = Epd::read(&record, self.options())?;
        if self.sort {
            epd.sort();
        }
        Ok((epd, replaced.into_iter().chain(diagnostics).collect()))
    }

    /// Collects the positions that have a goal, and reports the positions without one.
    fn read_problems(
        &self,
        path: &Path,
        problems: &mut Vec<Problem>,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        let name = path.to_string_lossy();
        let file = (path.as_os_str() != "-").then_some(&*name);
        let mut lines = Lines::new(source::open(path)?);
        let (mut status, mut is_first) = (Status::Fine, true);
        while let Some(line) = lines.next(|| out.flush())? {
            let start = line.text.trim_start();
            if start.is_empty() || start.starts_with('#') {
                continue;
            }
            if mem::take(&mut is_first) {
                refuse_games(start)?;
            }
            let place = Place { file, line: line.number };
            if line.cut {
                self.refuse(&line, place, Diagnostic::line_too_long(), out)?;
                status = Status::Diagnostics;
                continue;
            }
            match self.read(&line) {
                Err(diagnostic) => {
                    self.refuse(&line, place, Diagnostic::new(&diagnostic), out)?;
                    status = Status::Diagnostics;
                }
                Ok((epd, diagnostics)) => {
                    if let Some(goal) = EpdGoal::of(&epd) {
                        let file = file.map(str::to_owned);
                        problems.push(Problem { file, line: line.number, epd, goal });
                        continue;
                    }
                    // An invalid move may be the reason for a missing goal.
                    let is_bad_move = |diagnostic: &&EpdDiagnostic| {
                        matches!(diagnostic.kind, EpdDiagnosticKind::BadMove { .. })
                    };
                    let bad = diagnostics.iter().find(is_bad_move);
                    let diagnostic = bad.map_or_else(Diagnostic::without_goal, Diagnostic::new);
                    self.refuse(&line, place, diagnostic, out)?;
                    status = Status::Diagnostics;
                }
            }
        }
        Ok(status)
    }

    fn write(
        &self,
        epd: &Epd,
        diagnostics: &[EpdDiagnostic],
        place: Place<'_>,
        out: &mut Output,
    ) -> io::Result<()> {
        let style = self.writing.fen_style();
        if self.format.json {
            let fen = self.writing.fen(&epd.position, EnPassantMode::default());
            let diagnostics = diagnostics.iter().map(Diagnostic::new).collect();
            return out.json(&Answer { place, ok: true, fen, epd: text(epd, style), diagnostics });
        }
        writeln!(out, "{}", text(epd, style))?;
        for EpdDiagnostic { column, kind, .. } in diagnostics {
            let name = out.paint_warning(kind.name());
            out.note(format_args!("{place}:{column}: {name}: {kind}"))?;
        }
        Ok(())
    }

    fn refuse(
        &self,
        line: &Line<'_>,
        place: Place<'_>,
        diagnostic: Diagnostic<'_>,
        out: &mut Output,
    ) -> io::Result<()> {
        if self.format.json {
            let diagnostics = vec![diagnostic];
            return out.json(&Refusal { place, ok: false, input: &line.text, diagnostics });
        }
        let Diagnostic { column, kind, message } = diagnostic;
        let kind = out.paint_error(kind);
        out.note(format_args!("{place}:{column}: {kind}: {message}"))
    }
}

fn text(epd: &Epd, style: FenStyle) -> String {
    epd.text(style).to_string()
}
