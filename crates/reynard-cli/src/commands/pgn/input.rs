//! Reads game files on all cores, and merges the results in file order.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};
use indicatif::{ProgressBar, ProgressBarIter, ProgressStyle};
use reynard_console::choice::{Choice, choice};
use reynard_console::diagnostics;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Paint, Status};
use reynard_console::progress::{BYTES_PER_SECOND, percent_bar};
use reynard_console::source::{expand, stdin};
use reynard_console::threads::threads;
use reynard_db::{Database, DatabaseReader};
use reynard_games::{GameProcessor, TournamentReport};
use reynard_pgn::{
    Canceller, Chunk, DiagnosticKind, DiagnosticLog, ErrorPolicy, Input, Logged, MAX_GAME_TEXT,
    PgnLimits, PieceLetters, ReadAhead, ReadError, ReaderOptions, Totals, Visitor, read_parallel,
};
use tempfile::NamedTempFile;

/// Heading of the reading options that all commands on game files share. They are listed after the
/// command's own options.
const READING: &str = "Reading games";

/// The files that a command reads, with options for reading.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Inputs {
    /// Files of games in PGN, plain or compressed, folders of such files, or `-` for standard
    /// input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Treatment of games with errors; an illegal move is one where the command plays the moves
    #[arg(long, value_name = "POLICY", help_heading = READING, default_value = "keep", value_parser = choice(&POLICIES))]
    pub(crate) policy: ErrorPolicy,
    /// Letters of the pieces in moves: the code of a language, such as `de` for K, D, T, L and S
    #[arg(long, value_name = "LANGUAGE", help_heading = READING, default_value_t = PieceLetters::ENGLISH)]
    pub(crate) letters: PieceLetters,
    /// Number of threads that read games [default: number of cores]
    #[arg(long, value_name = "N", help_heading = READING, value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// A copy of standard input, so that it can be read again.
    #[arg(skip)]
    stdin: Option<Arc<NamedTempFile>>,
    /// Number of bytes of text to skip at the beginning of each file. The index is the file's index
    /// in the list.
    #[arg(skip)]
    pub(crate) skipped: Vec<u64>,
    /// Limits of the reader.
    #[arg(skip)]
    pub(crate) limits: PgnLimits,
    /// Treatment of a file that cannot be read, if there are several files.
    #[arg(skip)]
    unreadable: UnreadableFiles,
    /// Treatment of games whose text is too long to be kept.
    #[arg(skip)]
    long_games: LongGames,
}

/// Treatment of games whose text is too long to be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LongGames {
    /// The command ends before the first one, which it would lose.
    #[default]
    Fail,
    /// They are reported: the command keeps their moves.
    Reported,
}

/// Treatment of files that cannot be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum UnreadableFiles {
    /// The command ends at the first unreadable file.
    #[default]
    Fail,
    /// Unreadable files are reported, and the others are read.
    Reported,
}

/// The ways to treat a game with an error.
const POLICIES: [Choice<ErrorPolicy>; 3] = [
    ("keep", ErrorPolicy::KeepPrefix, "The moves before the error count, the rest is kept as text"),
    ("skip", ErrorPolicy::Skip, "The game is left out"),
    ("stop", ErrorPolicy::Stop, "The command ends there"),
];

/// A chunk that has been read from a file.
pub(crate) struct Batch<V> {
    pub(crate) visitor: V,
    pub(crate) chunk: Chunk,
    pub(crate) file: Option<Arc<str>>,
    /// The index of the file in the list.
    pub(crate) index: usize,
    pub(crate) log: DiagnosticLog,
    /// Indices of the earlier files that could not be read to their end.
    pub(crate) failed: Vec<usize>,
    /// Numbers of the games that were skipped because they are too long, counted from the beginning
    /// of the chunk.
    too_long: Vec<u64>,
}

/// Totals over games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    pub(crate) games: u64,
    pub(crate) plies: u64,
    pub(crate) bytes: u64,
    pub(crate) errors: u64,
    /// `true` if reading stopped at an error, as the policy requires.
    pub(crate) is_stopped: bool,
    /// The files that could not be read to their end, if the command continues with the other
    /// files.
    failures: Vec<Failure>,
}

/// A file that could not be read to its end.
#[derive(Clone, Debug)]
struct Failure {
    /// The index of the file in the list.
    index: usize,
    message: String,
}

/// The exit code of a command that passes games on.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct OnErrors {
    /// End with exit code 1 if a game has an error; otherwise errors are reported, and the code is
    /// 0. An illegal move is an error where the command plays the moves
    #[arg(long, help_heading = READING)]
    fail_on_error: bool,
}

impl OnErrors {
    /// Returns the exit status, and prints a note about the number of errors.
    pub(crate) fn status(self, sums: &Sums, out: &mut Output) -> io::Result<Status> {
        sums.note_failures(out)?;
        let is_whole = sums.failures.is_empty() && !sums.is_stopped;
        if sums.errors == 0 || self.fail_on_error || !is_whole {
            return Ok(sums.status());
        }
        let (errors, games) = (counted(sums.errors, "error"), counted(sums.games, "game"));
        out.note(format_args!("{}: {errors} in {games}", out.paint_warning("note")))?;
        Ok(Status::Fine)
    }
}

impl Sums {
    /// Returns the exit status of a command that checks games: errors are diagnostics.
    pub(crate) const fn status(&self) -> Status {
        Status::fine_if(self.errors == 0 && self.failures.is_empty())
    }

    /// Reports the files that could not be read.
    pub(crate) fn note_failures(&self, out: &mut Output) -> io::Result<()> {
        for Failure { message, .. } in &self.failures {
            out.note(format_args!("{}: {message}", out.paint_error("error")))?;
        }
        Ok(())
    }

    /// Returns the indices of the files that could not be read to their end.
    pub(crate) fn failed(&self) -> Vec<usize> {
        self.failures.iter().map(|failure| failure.index).collect()
    }

    /// Stores the error of a file of which some games have been read.
    pub(super) fn fail(&mut self, index: usize, message: String, games: u64) {
        let read = match games {
            0 => String::new(),
            1 => "; one game before that is read, perhaps in part".to_owned(),
            games => format!("; {games} games before that are read, the last one perhaps in part"),
        };
        self.failures.push(Failure { index, message: message + &read });
    }

    /// Takes over the unreadable files recorded in other totals.
    pub(super) fn take_failures(&mut self, other: Self) {
        self.failures.extend(other.failures);
    }

    fn add<V>(&mut self, batch: &Batch<V>) {
        let Totals { games, plies, bytes } = batch.chunk.totals;
        self.games += games;
        self.plies += plies;
        self.bytes += bytes;
        self.errors += batch.log.errors + batch.too_long.len() as u64;
    }
}

/// The raw bytes of a file, before decompression.
struct RawInput {
    bytes: Box<dyn Read + Send>,
    /// `true` unless the input is a regular file: reading may block, possibly forever.
    may_wait: bool,
}

/// Returns `true` if the file is a game database, whose games are read as PGN.
fn is_database(file: &File) -> io::Result<bool> {
    let mut beginning = Vec::new();
    let mut file = file;
    file.take(16).read_to_end(&mut beginning)?;
    file.rewind()?;
    Ok(Database::recognizes(&beginning))
}

/// The diagnostics to keep in addition to errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lints {
    Kept,
    Dropped,
}

impl Inputs {
    /// Returns files to read with the usual options.
    pub(crate) fn of_files(files: Vec<PathBuf>, letters: PieceLetters) -> Self {
        Self {
            files,
            policy: ErrorPolicy::KeepPrefix,
            letters,
            threads: None,
            stdin: None,
            skipped: Vec::new(),
            limits: PgnLimits::default(),
            unreadable: UnreadableFiles::Fail,
            long_games: LongGames::Fail,
        }
    }

    /// Copies standard input, if it is among the files, so that several passes are possible.
    pub(crate) fn keep_stdin(&mut self) -> anyhow::Result<()> {
        if self.files.iter().any(|path| path.as_os_str() == "-") {
            let mut copy = NamedTempFile::new().context("cannot make a temporary file")?;
            io::copy(&mut stdin(), &mut copy).context("cannot copy standard input")?;
            self.stdin = Some(Arc::new(copy));
        }
        Ok(())
    }

    /// Returns the same inputs for a command that continues after an unreadable file. The file's
    /// error is stored in [`Sums`].
    pub(crate) fn past_unreadable(&self) -> Self {
        Self { unreadable: UnreadableFiles::Reported, ..self.clone() }
    }

    /// Keeps games whose text is too long without that text, and reports them.
    pub(crate) fn without_long_text(self) -> Self {
        Self { long_games: LongGames::Reported, ..self }
    }

    /// Returns the bytes of the only file if it is a tournament report rather than games.
    pub(super) fn report(&mut self) -> anyhow::Result<Option<Vec<u8>>> {
        /// Number of bytes to examine, and maximum size of a report.
        const HEAD: u64 = 4 << 10;
        const MOST: u64 = 64 << 20;
        let [path] = &self.files[..] else { return Ok(None) };
        let (path, name) = (path.clone(), path.display().to_string());
        if path.is_dir() || !path.exists() && path.as_os_str() != "-" {
            return Ok(None);
        }
        self.keep_stdin()?;
        let read = || -> io::Result<Option<Vec<u8>>> {
            let mut input = Input::new(self.open_raw(&path)?.bytes)?;
            let mut bytes = Vec::new();
            Read::by_ref(&mut input).take(HEAD).read_to_end(&mut bytes)?;
            if !TournamentReport::is_report(&bytes) {
                return Ok(None);
            }
            input.take(MOST).read_to_end(&mut bytes)?;
            Ok(Some(bytes))
        };
        // Errors in games are reported when they are read.
        read()
            .or_else(|error| if is_report_name(&name) { Err(error) } else { Ok(None) })
            .context(name.clone())
    }

    /// Opens a file or standard input, without decompressing it.
    fn open_raw(&self, path: &Path) -> io::Result<RawInput> {
        let file = match &self.stdin {
            _ if path.as_os_str() != "-" => File::open(path)?,
            Some(copy) => copy.reopen()?,
            None => return Ok(RawInput { bytes: Box::new(stdin()), may_wait: true }),
        };
        let may_wait = !file.metadata()?.is_file();
        if !may_wait && is_database(&file)? {
            let base = Database::open(path).map_err(io::Error::other)?;
            return Ok(RawInput { bytes: Box::new(DatabaseReader::new(base)), may_wait });
        }
        Ok(RawInput { bytes: Box::new(file), may_wait })
    }

    /// Reads all files, using a new visitor for each chunk. The visitors are merged in input order
    /// until `merge` breaks.
    pub(crate) fn read<V: GameProcessor + Send>(
        &self,
        paint: Paint,
        lints: Lints,
        visitor: impl Fn() -> V + Sync,
        merge: impl FnMut(Batch<V>) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Sums> {
        self.read_named(paint, lints, |_| visitor(), merge)
    }

    /// Reads as [`read`](Self::read) does, but passes the name of the file to the visitors.
    pub(super) fn read_named<V: GameProcessor + Send>(
        &self,
        paint: Paint,
        lints: Lints,
        visitor: impl Fn(Option<&Arc<str>>) -> V + Sync,
        merge: impl FnMut(Batch<V>) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Sums> {
        self.read_chunks(paint, lints, visitor, |visitor| visitor.too_long().to_vec(), merge)
    }

    /// Reads as [`read`](Self::read) does, but does not skip long games.
    #[cfg(feature = "parquet")]
    pub(super) fn read_all<V: Visitor + Send>(
        &self,
        paint: Paint,
        visitor: impl Fn() -> V + Sync,
        merge: impl FnMut(Batch<V>) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Sums> {
        self.read_chunks(paint, Lints::Dropped, |_| visitor(), |_| Vec::new(), merge)
    }

    fn read_chunks<V: Visitor + Send>(
        &self,
        paint: Paint,
        lints: Lints,
        visitor: impl Fn(Option<&Arc<str>>) -> V + Sync,
        too_long: impl Fn(&V) -> Vec<u64>,
        mut merge: impl FnMut(Batch<V>) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Sums> {
        let threads = self.threads.or(thread::available_parallelism().ok());
        let threads = threads.unwrap_or(NonZeroUsize::MIN);
        let log = DiagnosticLog { lints: lints == Lints::Kept, ..DiagnosticLog::default() };
        let files = expand(self.files.iter().map(PathBuf::as_path))?;
        let bar = progress_bar(&files, paint);
        let mut sums = Sums::default();
        let reads_on = self.unreadable == UnreadableFiles::Reported && files.len() > 1;
        for (index, path) in files.iter().enumerate() {
            let file = match self.open(index, path, &bar, threads) {
                Err(error) if reads_on && is_of_contents(&error) => {
                    sums.fail(index, format!("{error:#}"), 0);
                    continue;
                }
                file => file?,
            };
            let OpenFile { input, canceller, options } = file;
            let (failed, games_before) = (sums.failed(), sums.games);
            let make = || Logged::new(visitor(options.source.as_ref()), log.clone());
            let read = read_parallel(input, &options, threads, make, |logged, chunk| {
                let long = too_long(&logged.visitor);
                let source = options.source.clone();
                if let [game, ..] = long[..]
                    && self.long_games == LongGames::Fail
                {
                    let game = game + chunk.games_before;
                    let error = anyhow!("{}", too_long_message(game, source.as_deref()));
                    canceller.iter().for_each(Canceller::cancel);
                    return ControlFlow::Break(Err(error));
                }
                let batch = Batch::new(logged, long, *chunk, source, index, failed.clone());
                sums.add(&batch);
                let flow = match bar.suspend(|| merge(batch)) {
                    Ok(ControlFlow::Continue(())) => return ControlFlow::Continue(()),
                    Ok(ControlFlow::Break(())) => Ok(()),
                    Err(error) => Err(error),
                };
                canceller.iter().for_each(Canceller::cancel);
                ControlFlow::Break(flow)
            });
            let read = match read {
                Err(ReadError::Io(error)) if reads_on => {
                    let games = sums.games - games_before;
                    sums.fail(index, format!("{}: {error}", path.display()), games);
                    continue;
                }
                read => read.map(|flow| flow.map_continue(|_| ())),
            };
            if ended(read, path, &mut sums)?.is_break() {
                break;
            }
        }
        bar.finish_and_clear();
        Ok(sums)
    }

    /// Opens a file for reading text. `index` is its index in the list.
    fn open(
        &self,
        index: usize,
        path: &Path,
        bar: &ProgressBar,
        threads: NonZeroUsize,
    ) -> anyhow::Result<OpenFile> {
        let name = path.to_string_lossy();
        let options = ReaderOptions {
            policy: self.policy,
            letters: self.letters,
            limits: self.limits,
            source: (path.as_os_str() != "-").then(|| Arc::from(&*name)),
            ..ReaderOptions::default()
        };
        let skipped = self.skipped.get(index).copied().unwrap_or(0);
        let open = || {
            let raw = self.open_raw(path)?;
            let (input, canceller) = decompress(bar.wrap_read(raw.bytes), raw.may_wait, threads)?;
            Ok::<_, io::Error>((skip(input, skipped)?, canceller))
        };
        let (input, canceller) = open().with_context(|| name.to_string())?;
        Ok(OpenFile { input, canceller, options })
    }
}

/// Returns `true` if the error means that a file exists but cannot be read or is not text. In
/// contrast, a missing file is a command-line error.
pub(super) fn is_of_contents(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|it| it.kind() != io::ErrorKind::NotFound)
}

/// A file whose games are about to be read.
struct OpenFile {
    input: Input<'static>,
    /// The canceller of an input that may block forever.
    canceller: Option<Canceller>,
    options: ReaderOptions,
}

/// Returns `true` if the next file is to be read, given the result of `merge` for the current file.
fn ended(
    read: Result<ControlFlow<anyhow::Result<()>>, ReadError>,
    path: &Path,
    sums: &mut Sums,
) -> anyhow::Result<ControlFlow<()>> {
    match read {
        Ok(ControlFlow::Continue(())) => return CONTINUE,
        // An error of `merge` is not caused by the file being read.
        Ok(ControlFlow::Break(result)) => result?,
        Err(ReadError::Stopped(_)) => sums.is_stopped = true,
        Err(ReadError::Io(error)) => {
            return Err(error).with_context(|| path.to_string_lossy().into_owned());
        }
    }
    Ok(ControlFlow::Break(()))
}

/// Returns `true` if the file name is that of a report.
fn is_report_name(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ending.eq_ignore_ascii_case("trf") || ending.eq_ignore_ascii_case("trfx")
}

/// The result of `merge` that makes reading continue.
pub(crate) const CONTINUE: anyhow::Result<ControlFlow<()>> = Ok(ControlFlow::Continue(()));

impl<V> Batch<V> {
    fn new(
        logged: Logged<V>,
        too_long: Vec<u64>,
        chunk: Chunk,
        file: Option<Arc<str>>,
        index: usize,
        failed: Vec<usize>,
    ) -> Self {
        let Logged { visitor, mut log } = logged;
        place(&mut log, &chunk);
        Self { visitor, chunk, file, index, log, failed, too_long }
    }

    /// Prints the diagnostics on standard error.
    pub(crate) fn note(&self, out: &mut Output) -> io::Result<()> {
        self.log.list.iter().try_for_each(|it| diagnostics::note(it, out))?;
        note_too_long(&self.too_long, self.chunk.games_before, self.file.as_deref(), out)
    }
}

fn note_too_long(
    games: &[u64],
    games_before: u64,
    file: Option<&str>,
    out: &mut Output,
) -> io::Result<()> {
    for game in games {
        let word = out.paint_error("error");
        out.note(format_args!("{word}: {}", too_long_message(game + games_before, file)))?;
    }
    Ok(())
}

fn too_long_message(game: u64, file: Option<&str>) -> String {
    let file = file.map(|file| format!("{file}: ")).unwrap_or_default();
    format!("{file}game {game} is longer than {} MiB", MAX_GAME_TEXT >> 20)
}

/// Sets the locations of a chunk's diagnostics relative to the file.
fn place(log: &mut DiagnosticLog, chunk: &Chunk) {
    // The command ends with the error of the input itself.
    let count = log.list.len();
    log.list.retain(|it| !matches!(it.kind, DiagnosticKind::InputFailed(_)));
    log.errors -= (count - log.list.len()) as u64;
    log.list.iter_mut().for_each(|diagnostic| chunk.place(diagnostic));
}

/// Opens a file's decompressed bytes. The canceller unblocks an input that may block forever.
fn decompress(
    raw: ProgressBarIter<Box<dyn Read + Send>>,
    may_wait: bool,
    threads: NonZeroUsize,
) -> io::Result<(Input<'static>, Option<Canceller>)> {
    if threads == NonZeroUsize::MIN {
        return Ok((Input::new(raw)?, None));
    }
    if !may_wait {
        return Ok((Input::ahead(raw)?, None));
    }
    let ahead = ReadAhead::new(raw);
    let canceller = ahead.canceller();
    Ok((Input::ahead(ahead)?, Some(canceller)))
}

/// Skips the given number of bytes at the beginning of an input.
fn skip(mut input: Input<'static>, bytes: u64) -> io::Result<Input<'static>> {
    if bytes == 0 {
        return Ok(input);
    }
    io::copy(&mut Read::by_ref(&mut input).take(bytes), &mut io::sink())?;
    Input::new(input)
}

/// Creates a progress bar on standard error, measured in bytes of the files on disk. If standard
/// error is not a terminal, the bar draws nothing.
pub(super) fn progress_bar(files: &[PathBuf], paint: Paint) -> ProgressBar {
    let len = |path: &PathBuf| fs::metadata(path).ok().filter(fs::Metadata::is_file);
    let lens: Option<Vec<u64>> = files.iter().map(|path| Some(len(path)?.len())).collect();
    if let Some(lens) = lens {
        return percent_bar(lens.iter().sum(), BYTES_PER_SECOND, paint);
    }
    let style = ProgressStyle::with_template("{spinner} {binary_bytes}  {binary_bytes_per_sec}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new_spinner().with_style(style);
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}
