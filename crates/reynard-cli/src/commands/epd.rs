//! `reynard epd`: are these test positions what the standard says, and how are they written
//! properly?

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use reynard::{
    EnPassantMode, Epd, EpdFinding, EpdFindingKind, EpdMode, EpdOptions, FenStyle, SetupFaults,
};
use ruzstd::decoding::StreamingDecoder;
use serde::Serialize;

use crate::fen_input::Format;
use crate::lines::{Line, Lines};
use crate::output::{Output, Status};
use crate::rules::Writing;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard epd suite.epd
  reynard epd --sort loose.epd.zst > strict.epd
  reynard epd --strict --json - < suite.epd

Records are written to standard output as the standard has them, what is wrong with them to \
standard error. Whatever can be understood without guessing is accepted unless --strict is given.")]
pub(crate) struct Args {
    /// Files of extended position descriptions, plain or compressed with zstd, or `-` for standard
    /// input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Refuse every record that is not written as the standard has it
    #[arg(long)]
    strict: bool,
    /// Accept what no game leads to but the rules can work on, like a ninth queen beside all pawns
    #[arg(long)]
    relaxed: bool,
    /// Put the operations of each record in the order of their names
    #[arg(long)]
    sort: bool,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    format: Format,
}

/// The answer to a line that is a record.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    ok: bool,
    fen: String,
    epd: String,
    findings: Vec<Finding<'a>>,
}

/// The answer to a line that is none.
#[derive(Serialize)]
struct Refusal<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    ok: bool,
    input: &'a str,
    findings: Vec<Finding<'a>>,
}

/// Where a record stands.
#[derive(Clone, Copy, Serialize)]
struct Place<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
}

#[derive(Serialize)]
struct Finding<'a> {
    column: usize,
    kind: &'a str,
    message: String,
}

impl<'a> Finding<'a> {
    fn new(finding: &'a EpdFinding) -> Self {
        let EpdFinding { column, kind, .. } = finding;
        Self { column: *column, kind: kind.name(), message: kind.to_string() }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.file {
            Some(file) => write!(f, "{file}:{}", self.line),
            None => write!(f, "line {}", self.line),
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
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
    let mut lines = Lines::new(open(path)?);
    let mut status = Status::Fine;
    while let Some(line) = lines.next(|| out.flush())? {
        let start = line.text.trim_start();
        if start.is_empty() || !args.strict && start.starts_with('#') {
            continue;
        }
        let place = Place { file, line: line.number };
        status = status.and(args.answer(&line, place, out)?);
    }
    Ok(status)
}

/// The bytes of a file or of standard input, decompressed if need be.
fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    const ZSTD_MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
    let raw: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path)?)
    };
    let mut raw = BufReader::new(raw);
    if raw.fill_buf()?.starts_with(ZSTD_MAGIC) {
        return Ok(Box::new(StreamingDecoder::new(raw).context("broken zstd data")?));
    }
    Ok(Box::new(raw))
}

impl Args {
    const fn options(&self) -> EpdOptions {
        EpdOptions {
            mode: if self.strict { EpdMode::Strict } else { EpdMode::Tolerant },
            waived: if self.relaxed { SetupFaults::WAIVABLE } else { SetupFaults::EMPTY },
        }
    }

    fn answer(
        &self,
        line: &Line<'_>,
        place: Place<'_>,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        if line.cut {
            let message = format!("the line is longer than {} bytes", crate::lines::MAX_LINE);
            let column = crate::lines::MAX_LINE + 1;
            self.refuse(line, place, Finding { column, kind: "line-too-long", message }, out)?;
            return Ok(Status::Findings);
        }
        match self.read(line) {
            Ok((epd, findings)) => {
                self.write(&epd, &findings, place, out)?;
                Ok(Status::Fine)
            }
            Err(finding) => {
                self.refuse(line, place, Finding::new(&finding), out)?;
                Ok(Status::Findings)
            }
        }
    }

    fn read(&self, line: &Line<'_>) -> Result<(Epd, Vec<EpdFinding>), EpdFinding> {
        let mut replaced = None;
        // What is not UTF-8 has been replaced, which makes the text a new one.
        if let Cow::Owned(text) = &line.text {
            let end = text.find(char::REPLACEMENT_CHARACTER).unwrap_or_default();
            let column = text[..end].chars().count() + 1;
            let finding = EpdFinding { line: 1, column, kind: EpdFindingKind::NotText };
            if self.strict {
                return Err(finding);
            }
            replaced = Some(finding);
        }
        let (mut epd, findings) = Epd::read(&line.text, self.options())?;
        if self.sort {
            epd.sort();
        }
        Ok((epd, replaced.into_iter().chain(findings).collect()))
    }

    fn write(
        &self,
        epd: &Epd,
        findings: &[EpdFinding],
        place: Place<'_>,
        out: &mut Output,
    ) -> io::Result<()> {
        let style = self.writing.fen_style();
        if self.format.json {
            let fen = self.writing.fen(&epd.position, EnPassantMode::default());
            let findings = findings.iter().map(Finding::new).collect();
            return out.json(&Answer { place, ok: true, fen, epd: text(epd, style), findings });
        }
        writeln!(out, "{}", text(epd, style))?;
        for EpdFinding { column, kind, .. } in findings {
            let name = out.paint_warning(kind.name());
            out.remark(format_args!("{place}:{column}: {name}: {kind}"))?;
        }
        Ok(())
    }

    fn refuse(
        &self,
        line: &Line<'_>,
        place: Place<'_>,
        finding: Finding<'_>,
        out: &mut Output,
    ) -> io::Result<()> {
        if self.format.json {
            let findings = vec![finding];
            return out.json(&Refusal { place, ok: false, input: &line.text, findings });
        }
        let Finding { column, kind, message } = finding;
        let kind = out.paint_error(kind);
        out.remark(format_args!("{place}:{column}: {kind}: {message}"))
    }
}

fn text(epd: &Epd, style: FenStyle) -> String {
    epd.text(style).to_string()
}
