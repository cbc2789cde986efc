//! Files of games in, on all cores, their parts out in the order of the files.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use reynard_pgn::{ErrorPolicy, Finding, GameEnd, Input, ReaderOptions, Severity, Visitor};
use tempfile::NamedTempFile;

use super::parallel;
use super::recorder::{MAX_GAME, Recorder};
use crate::output::{Output, Paint, Status};
use crate::threads::threads;

/// The files that a command reads, and how.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Inputs {
    /// Files of games in PGN, plain or compressed, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// What becomes of a game with an error
    #[arg(long, value_enum, value_name = "POLICY", default_value = "keep")]
    pub(super) policy: Policy,
    /// How many threads read games; all cores unless given
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// A copy of standard input, to read it again.
    #[arg(skip)]
    stdin: Option<Arc<NamedTempFile>>,
}

/// What becomes of a game with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Policy {
    /// What stands before the error counts
    Keep,
    /// The game is left out
    Skip,
    /// The command ends there
    Stop,
}

impl From<Policy> for ErrorPolicy {
    fn from(policy: Policy) -> Self {
        match policy {
            Policy::Keep => Self::KeepPrefix,
            Policy::Skip => Self::Skip,
            Policy::Stop => Self::Stop,
        }
    }
}

/// What a thread reads games with.
pub(super) trait Worker: Visitor {
    /// What comes out of some games.
    type Part: Send;

    /// What was found.
    fn findings(&mut self) -> &mut Findings;

    /// A game is over.
    fn game_over(&mut self, end: &GameEnd, text: &GameText<'_>);

    /// What came out since this was last asked.
    fn take(&mut self) -> Self::Part;
}

/// Where the text of a game can be had, as it stands in the file.
pub(super) enum GameText<'a> {
    /// All that the reader sees.
    Whole(&'a [u8]),
    /// What it has seen lately.
    Recorded(&'a Recorder),
}

impl GameText<'_> {
    /// The text of a game, without blanks around it; `None` if it is too long.
    pub(super) fn of(&self, end: &GameEnd) -> Option<Cow<'_, [u8]>> {
        match self {
            Self::Whole(bytes) => {
                let range = usize::try_from(end.start).ok()?..usize::try_from(end.end).ok()?;
                Some(Cow::Borrowed(bytes.get(range)?.trim_ascii()))
            }
            Self::Recorded(recorder) => recorder.text(end.start, end.end).map(Cow::Owned),
        }
    }

    /// The line in which a game begins, counted from 1, if what lies before it can be seen.
    pub(super) fn line_of(&self, end: &GameEnd) -> Option<u64> {
        let Self::Whole(bytes) = self else { return None };
        Some(parallel::lines(bytes.get(..usize::try_from(end.start).ok()?)?) + 1)
    }
}

/// What was found in some games: all of it counted, a bounded number kept.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) list: Vec<Finding>,
    pub(super) errors: u64,
    /// The numbers of games that are too long to be written.
    pub(super) too_long: Vec<u64>,
}

impl Findings {
    /// The most findings that are kept of one piece of the input.
    const MOST: usize = 10_000;

    pub(super) fn push(&mut self, finding: &Finding) {
        self.errors += u64::from(finding.severity() == Severity::Error);
        if self.list.len() < Self::MOST {
            self.list.push(finding.clone());
        }
    }

    /// A game is too long to be written, which is an error.
    pub(super) fn push_too_long(&mut self, end: &GameEnd) {
        self.errors += 1;
        self.too_long.push(end.number);
    }

    /// Keeps the errors only.
    pub(super) fn push_error(&mut self, finding: &Finding) {
        if finding.severity() == Severity::Error {
            self.push(finding);
        }
    }
}

/// What came out of a piece of the input.
pub(super) struct Batch<P> {
    pub(super) part: P,
    /// What lies before it in its file.
    pub(super) base: Base,
    pub(super) file: Option<Arc<str>>,
    pub(super) findings: Findings,
    pub(super) sums: Sums,
    /// Whether an error was found that is to end the command.
    pub(super) stopped: bool,
}

/// What lies before a piece of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Base {
    pub(super) games: u64,
    pub(super) lines: u64,
    pub(super) bytes: u64,
}

/// Sums over games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) games: u64,
    pub(super) plies: u64,
    pub(super) bytes: u64,
    pub(super) errors: u64,
}

impl Sums {
    /// What it all came to.
    pub(super) const fn status(&self) -> Status {
        if self.errors == 0 { Status::Fine } else { Status::Findings }
    }

    pub(super) const fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.bytes += other.bytes;
        self.errors += other.errors;
    }
}

/// Whether a command wants more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Go {
    On,
    Stop,
}

impl Inputs {
    /// Copies standard input, if it is among the files, so that it can be read more than once.
    pub(super) fn keep_stdin(&mut self) -> anyhow::Result<()> {
        if self.files.iter().any(|path| path.as_os_str() == "-") {
            let mut copy = NamedTempFile::new().context("cannot make a temporary file")?;
            io::copy(&mut io::stdin().lock(), &mut copy).context("cannot copy standard input")?;
            self.stdin = Some(Arc::new(copy));
        }
        Ok(())
    }

    /// The bytes of a file or of standard input, as they are.
    fn open_raw(&self, path: &Path) -> io::Result<Box<dyn Read + Send>> {
        Ok(match &self.stdin {
            _ if path.as_os_str() != "-" => Box::new(File::open(path)?),
            Some(copy) => Box::new(copy.reopen()?),
            None => Box::new(io::stdin()),
        })
    }

    /// Reads all files, each thread with a worker of its own, and hands over what comes out in the
    /// order of the input.
    pub(super) fn read<W: Worker + Send>(
        &self,
        paint: Paint,
        worker: impl Fn() -> W + Sync,
        mut consume: impl FnMut(Batch<W::Part>) -> anyhow::Result<Go>,
    ) -> anyhow::Result<Sums> {
        let threads = self.threads.or(thread::available_parallelism().ok());
        let threads = threads.unwrap_or(NonZeroUsize::MIN);
        let bar = progress_bar(&self.files, paint);
        let mut sums = Sums::default();
        for path in &self.files {
            let name = path.to_string_lossy();
            let options = ReaderOptions {
                policy: self.policy.into(),
                source: (path.as_os_str() != "-").then(|| Arc::from(&*name)),
                ..ReaderOptions::default()
            };
            let mut go = Go::On;
            let mut failed = Ok(());
            let input = self.open_raw(path).and_then(|raw| unpack(bar.wrap_read(raw), threads));
            let read = input.map_err(anyhow::Error::from).and_then(|input| {
                parallel::read(input, &options, threads, &worker, |mut batch| {
                    batch.file.clone_from(&options.source);
                    sums.add(&batch.sums);
                    go = if batch.stopped { Go::Stop } else { Go::On };
                    // What goes wrong there is not the fault of the file that is read.
                    match bar.suspend(|| consume(batch)) {
                        Ok(Go::On) => {}
                        Ok(Go::Stop) => go = Go::Stop,
                        Err(error) => {
                            failed = Err(error);
                            go = Go::Stop;
                        }
                    }
                    Ok(go)
                })
            });
            failed?;
            read.with_context(|| name.into_owned())?;
            if go == Go::Stop {
                break;
            }
        }
        bar.finish_and_clear();
        Ok(sums)
    }
}

impl<P> Batch<P> {
    /// Tells on standard error what was found.
    pub(super) fn remark(&self, out: &mut Output) -> io::Result<()> {
        for finding in &self.findings.list {
            let word = match finding.severity() {
                Severity::Error => out.paint_error("error"),
                Severity::Lint => out.paint_warning("lint"),
            };
            out.remark(format_args!("{word}: {finding}"))?;
        }
        for game in &self.findings.too_long {
            let (word, game) = (out.paint_error("error"), game + self.base.games);
            let file = self.file.as_ref().map(|file| format!("{file}: ")).unwrap_or_default();
            let most = MAX_GAME >> 20;
            out.remark(format_args!("{word}: {file}game {game} is longer than {most} MiB"))?;
        }
        Ok(())
    }
}

/// The bytes of a file that may be packed.
fn unpack(raw: impl Read + Send + 'static, threads: NonZeroUsize) -> io::Result<Input<'static>> {
    if threads == NonZeroUsize::MIN { Input::new(raw) } else { Input::ahead(raw) }
}

/// A bar on standard error that measures the bytes of the files as they are on the disk; it draws
/// nothing unless that is a terminal.
fn progress_bar(files: &[PathBuf], paint: Paint) -> ProgressBar {
    let len = |path: &PathBuf| fs::metadata(path).ok().filter(fs::Metadata::is_file);
    let lens: Option<Vec<u64>> = files.iter().map(|path| Some(len(path)?.len())).collect();
    let (bar, template) = match lens {
        Some(lens) => (
            ProgressBar::new(lens.iter().sum()),
            match paint {
                Paint::Colors => "{bar:40.cyan} {percent:>3} %  {binary_bytes_per_sec}  {eta} left",
                Paint::Plain => "{bar:40} {percent:>3} %  {binary_bytes_per_sec}  {eta} left",
            },
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {binary_bytes}  {binary_bytes_per_sec}"),
    };
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}
