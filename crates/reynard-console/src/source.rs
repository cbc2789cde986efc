//! Byte sources: a file, possibly compressed, or standard input.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use reynard_base::{printable, without_error_numbers};
use reynard_pgn::{Compression, Input};

/// Opens a file or, for `-`, standard input. Gzip, bzip2 and Zstandard data is decompressed.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if path.is_dir() {
        bail!("it is a folder: name the files in it");
    }
    let raw: Box<dyn Read + Send> =
        if path.as_os_str() == "-" { Box::new(stdin()) } else { Box::new(File::open(path)?) };
    Ok(Box::new(Input::new(raw)?))
}

/// Reads a whole file or, for `-`, standard input, and decompresses it. More than 256 MiB of
/// decompressed data is rejected.
pub fn read_all(path: &Path) -> anyhow::Result<Vec<u8>> {
    let raw: Box<dyn Read + Send> =
        if path.as_os_str() == "-" { Box::new(stdin()) } else { Box::new(File::open(path)?) };
    let input = Input::new(raw)?;
    let compression = input.compression();
    read_bounded(input).with_context(|| match compression {
        Compression::Plain => "not readable".to_owned(),
        packed => format!("broken {} data", packed.extension()),
    })
}

/// Reads a whole file without decompressing it. A file of more than 256 MiB is rejected.
pub fn read_unpacked(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_bounded(File::open(path)?)
}

fn read_bounded(input: impl Read) -> anyhow::Result<Vec<u8>> {
    const MOST: u64 = 1 << 28;
    let mut bytes = Vec::new();
    input.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        bail!("larger than {} MiB", MOST >> 20);
    }
    Ok(bytes)
}

/// Replaces each folder with the PGN files in the folder and its subfolders, sorted by path.
pub fn expand<'a>(paths: impl IntoIterator<Item = &'a Path>) -> anyhow::Result<Vec<PathBuf>> {
    expand_to(paths, "PGN file", &is_pgn)
}

/// Replaces each folder with the files of the given kind in the folder and its subfolders, sorted
/// by path.
pub fn expand_to<'a>(
    paths: impl IntoIterator<Item = &'a Path>,
    kind: &str,
    is_one: &dyn Fn(&Path) -> bool,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.to_owned());
            continue;
        }
        let before = files.len();
        add_folder(path, is_one, &mut files).with_context(|| path.display().to_string())?;
        if files.len() == before {
            bail!("{}: there is no {kind} in this folder", path.display());
        }
    }
    Ok(files)
}

fn add_folder(
    folder: &Path,
    is_one: &dyn Fn(&Path) -> bool,
    files: &mut Vec<PathBuf>,
) -> io::Result<()> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    for path in paths {
        // Links to folders could form a cycle.
        if path.is_dir() && !path.is_symlink() {
            add_folder(&path, is_one, files)?;
        } else if path.is_file() && is_one(&path) {
            files.push(path);
        } else if path.is_symlink() && (path.is_dir() || is_one(&path)) {
            note_skipped_link(&path);
        }
    }
    Ok(())
}

/// Prints a note about a link in a folder that is not followed.
fn note_skipped_link(link: &Path) {
    let reason = match fs::metadata(link) {
        Ok(facts) if facts.is_dir() => "a link to a folder is not followed".to_owned(),
        Ok(_) => return,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            "a link to a missing file is skipped".to_owned()
        }
        Err(error) => format!("a link is skipped: {error}"),
    };
    let text = without_error_numbers(&format!("note: {}: {reason}", link.display()));
    let _ = writeln!(io::stderr(), "{}", printable(&text));
}

/// Returns `true` if a file has the name of a PGN file, compressed or not.
pub fn is_pgn(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    [".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst", ".zip"].iter().any(|ending| name.ends_with(ending))
}

/// Returns standard input, wrapped so that errors name it. On a terminal, a message on standard
/// error explains how to end the input.
pub fn stdin() -> impl Read + Send {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        let _ = writeln!(io::stderr(), "reading from the terminal, end with Ctrl-D");
    }
    Stdin { stdin, ended: false }
}

struct Stdin {
    stdin: io::Stdin,
    /// `true` once the end of input has been reached, because a terminal would continue to deliver
    /// input after it.
    ended: bool,
}

impl Read for Stdin {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.ended || bytes.is_empty() {
            return Ok(0);
        }
        let read = self.stdin.read(bytes).map_err(|error| {
            io::Error::new(error.kind(), format!("cannot read standard input: {error}"))
        })?;
        self.ended = read == 0;
        Ok(read)
    }
}
