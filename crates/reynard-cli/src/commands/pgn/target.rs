//! The output of games: standard output, or a file that is either written completely or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use reynard_base::files::is_same_file;
use reynard_base::printable;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::source::expand;
use reynard_console::whole_file::{self, WholeFile};
use reynard_games::GameProcessor;
use reynard_pgn::{CompressedWriter, Compression};

use super::input::{CONTINUE, Inputs, Lints, OnErrors, Sums};
use crate::compressed_file;

/// The output option.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct To {
    /// Output file, compressed if it ends in .gz, .bz2 or .zst [default: standard output]
    ///
    /// The file is replaced only when the new one is complete.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The output.
pub(crate) enum Target<'a> {
    Stdout(&'a mut Output),
    File(Box<CompressedWriter<WholeFile>>, &'a mut Output),
}

impl To {
    /// Opens the output for text derived from these inputs. The output must not replace any of the
    /// inputs.
    pub(crate) fn open<'a>(
        &self,
        inputs: &[PathBuf],
        out: &'a mut Output,
    ) -> anyhow::Result<Target<'a>> {
        self.refuse_inputs(inputs)?;
        self.open_games(out)
    }

    /// Opens the output for games. The output may replace an input.
    pub(crate) fn open_games<'a>(&self, out: &'a mut Output) -> anyhow::Result<Target<'a>> {
        self.open_with(out, compressed_file::create)
    }

    fn refuse_inputs(&self, inputs: &[PathBuf]) -> anyhow::Result<()> {
        let Some(output) = &self.output else { return Ok(()) };
        // Missing files are reported by the reader.
        let files = expand(inputs.iter().map(PathBuf::as_path)).unwrap_or_default();
        whole_file::refuse_inputs(output, files)
    }

    /// Returns the input that the output replaces. The input is given by its index in the list of
    /// all input files.
    pub(crate) fn replaced_input(&self, inputs: &[PathBuf]) -> anyhow::Result<Option<usize>> {
        let Some(output) = self.output.as_deref().filter(|path| path.exists()) else {
            return Ok(None);
        };
        let files = expand(inputs.iter().map(PathBuf::as_path))?;
        Ok(files.iter().position(|input| is_same_file(input, output)))
    }

    /// Returns the inputs of a command that passes games on. If one of several files is unreadable,
    /// the command continues with the others, unless the output replaces an input: in that case it
    /// stops, because games could be lost.
    pub(super) fn inputs(&self, inputs: &Inputs) -> anyhow::Result<Inputs> {
        Ok(match self.replaced_input(&inputs.files)? {
            None => inputs.past_unreadable(),
            Some(_) => inputs.clone(),
        })
    }

    /// Rejects an output that is also one of several inputs.
    pub(crate) fn refuse_as_input(&self, inputs: &[PathBuf]) -> anyhow::Result<()> {
        if self.replaced_input(inputs)?.is_some()
            && let Some(path) = &self.output
        {
            let path = path.display().to_string();
            bail!(
                "{}: the output is one of the inputs, and the next run would write its games twice: name a new file",
                printable(&path)
            );
        }
        Ok(())
    }

    /// Reports the number of games written to the file, if there is one.
    pub(crate) fn note_written(&self, games: u64, out: &mut Output) -> io::Result<()> {
        match &self.output {
            Some(path) if path.as_os_str() != "-" => {
                let (games, path) = (counted(games, "game"), path.display().to_string());
                out.note(format_args!("{games} written to {}", printable(&path)))
            }
            _ => Ok(()),
        }
    }

    /// Moves the file into place, and reports it with `note`. If the input has no games, or reading
    /// stopped at an error, an existing nonempty file is kept. In that case, a note says so, and the
    /// status is that of a diagnostic.
    pub(super) fn finish(
        &self,
        target: Target<'_>,
        sums: &Sums,
        status: Status,
        note: impl FnOnce(&Self, &mut Output) -> io::Result<()>,
    ) -> anyhow::Result<Status> {
        let path = self.output.as_deref().unwrap_or(Path::new("-"));
        let out = match target {
            Target::Stdout(out) => {
                out.flush()?;
                out
            }
            Target::File(_, out)
                if (sums.games == 0 || sums.is_stopped) && holds_something(path) =>
            {
                let (word, path) = (out.paint_warning("note"), path.display().to_string());
                let path = printable(&path);
                let reason =
                    if sums.is_stopped { "reading stopped" } else { "there is no game to write" };
                out.note(format_args!("{word}: {reason}, {path} is as it was"))?;
                return Ok(Status::Diagnostics);
            }
            Target::File(file, out) => {
                file.finish()?.finish()?;
                out
            }
        };
        note(self, out)?;
        Ok(status)
    }

    /// Opens the output for binary data derived from these inputs. `name` is the name of the
    /// format. The output must be neither a terminal nor an input file.
    pub(crate) fn open_binary<'a>(
        &self,
        inputs: &[PathBuf],
        out: &'a mut Output,
        name: &str,
    ) -> anyhow::Result<Target<'a>> {
        self.refuse_inputs(inputs)?;
        let target = self.open_with(out, |path| {
            compressed_file::refuse_compressed(path, name)?;
            Ok(CompressedWriter::new(Compression::Plain, WholeFile::create(path)?)?)
        })?;
        if let Target::Stdout(out) = &target
            && out.is_terminal()
        {
            bail!("{name} is not text for a terminal: name a file with `-o FILE`");
        }
        Ok(target)
    }

    fn open_with<'a>(
        &self,
        out: &'a mut Output,
        create: impl FnOnce(&Path) -> anyhow::Result<CompressedWriter<WholeFile>>,
    ) -> anyhow::Result<Target<'a>> {
        Ok(match self.output.as_deref().filter(|path| path.as_os_str() != "-") {
            None => Target::Stdout(out),
            Some(path) => {
                out.go_on_unread();
                Target::File(Box::new(create(path)?), out)
            }
        })
    }
}

/// Returns `true` if the file is not empty.
fn holds_something(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() > 0)
}

/// Passes games on: writes the text that a visitor produced from each chunk, in order. `write`
/// writes a visitor's text and returns the number of games in it.
pub(super) fn pass_on<V: GameProcessor + Send>(
    inputs: &Inputs,
    errors: OnErrors,
    to: &To,
    out: &mut Output,
    visitor: impl Fn() -> V + Sync,
    write: impl Fn(&V, &mut Target<'_>) -> io::Result<u64>,
) -> anyhow::Result<Status> {
    let paint = out.paint_notes();
    let mut target = to.open_games(out)?;
    let mut written = 0;
    let sums = to.inputs(inputs)?.read(paint, Lints::Dropped, visitor, |batch| {
        written += write(&batch.visitor, &mut target)?;
        batch.note(target.out())?;
        CONTINUE
    })?;
    let status = errors.status(&sums, target.out())?;
    to.finish(target, &sums, status, |to, out| to.note_written(written, out))
}

impl Target<'_> {
    /// Returns the writer for standard output and standard error.
    pub(crate) fn out(&mut self) -> &mut Output {
        match self {
            Self::Stdout(out) | Self::File(_, out) => out,
        }
    }

    /// Moves the file into place.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Stdout(out) => Ok(out.flush()?),
            Self::File(file, _) => file.finish()?.finish(),
        }
    }
}

impl Write for Target<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file, _) => file.flush(),
        }
    }
}
