//! Locks for a notebook, which several programs may use at once.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use anyhow::Context;
use reynard_console::output::Output;

/// A part of a notebook that only one program may change at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// `games.pgn`.
    Games,
    /// `reviews.jsonl`.
    Reviews,
}

impl Part {
    /// Returns the name of the lock file. The data file itself is not locked, because on some
    /// systems other programs would then be unable to read it.
    const fn file(self) -> &'static str {
        match self {
            Self::Games => ".games.lock",
            Self::Reviews => ".reviews.lock",
        }
    }

    const fn work(self) -> &'static str {
        match self {
            Self::Games => "adds games to",
            Self::Reviews => "writes reviews into",
        }
    }
}

/// Locks a part of a notebook until the returned file is dropped. If another program holds the
/// lock, prints a note and waits. On file systems without locks, other programs are not excluded.
pub(super) fn lock(folder: &Path, part: Part, out: &mut Output) -> anyhow::Result<File> {
    lock_after(folder, part, || {
        let (folder, work) = (folder.display(), part.work());
        out.note(format_args!("waiting for another program that {work} {folder}"))
    })
}

/// Locks a part of a notebook as [`lock`] does, but without printing a note.
#[cfg(feature = "web")]
pub(super) fn lock_in_silence(folder: &Path, part: Part) -> anyhow::Result<File> {
    lock_after(folder, part, || Ok(()))
}

fn lock_after(
    folder: &Path,
    part: Part,
    before_waiting: impl FnOnce() -> io::Result<()>,
) -> anyhow::Result<File> {
    let path = folder.join(part.file());
    let name = || format!("cannot write into the notebook: {}", path.display());
    let mut options = File::options();
    let file = options.create(true).write(true).truncate(false).open(&path).with_context(name)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            before_waiting()?;
            file.lock().with_context(name)?;
        }
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    Ok(file)
}
