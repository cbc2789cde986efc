//! The output of games: standard output, or a file that is written whole or not at all.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;

use crate::output::Output;
use crate::whole_file::WholeFile;

/// The output option.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct To {
    /// Output file, written whole or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The output.
pub(crate) enum Target<'a> {
    Stdout(&'a mut Output),
    File(Box<WholeFile>, &'a mut Output),
}

impl To {
    pub(crate) fn open<'a>(&self, out: &'a mut Output) -> anyhow::Result<Target<'a>> {
        Ok(match self.output.as_deref().filter(|path| path.as_os_str() != "-") {
            None => Target::Stdout(out),
            Some(path) => {
                out.go_on_unread();
                Target::File(Box::new(WholeFile::create(path)?), out)
            }
        })
    }
}

impl To {
    /// Opens the output for bytes that are no text; `name` is that of the format. A terminal is refused.
    pub(crate) fn open_binary<'a>(
        &self,
        out: &'a mut Output,
        name: &str,
    ) -> anyhow::Result<Target<'a>> {
        let target = self.open(out)?;
        if let Target::Stdout(out) = &target
            && out.is_terminal()
        {
            bail!("{name} is no text for a terminal: name a file with `-o FILE`");
        }
        Ok(target)
    }
}

impl Target<'_> {
    /// Standard output and error.
    pub(crate) fn out(&mut self) -> &mut Output {
        match self {
            Self::Stdout(out) | Self::File(_, out) => out,
        }
    }

    /// Puts a file in its place.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Stdout(out) => Ok(out.flush()?),
            Self::File(file, _) => file.finish(),
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
