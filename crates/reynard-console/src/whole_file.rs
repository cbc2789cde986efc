//! Output files that are replaced atomically, even if the process ends prematurely.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Once;

use anyhow::{Context, bail};
use reynard_base::files::{self, OutputFile, abandon, is_same_file};
use reynard_db::Database;

use crate::interrupt::{self, Interrupt};

/// Writes a file. At any time, the file has either the old content or the complete new content.
/// Devices and pipes are written to directly.
pub fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(content)?;
    file.finish()
}

/// Rejects `-`, which stands for standard output, for a command that needs a file.
pub fn refuse_dash(path: &Path) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        bail!("`-` is standard output, to which this is not written: name a file");
    }
    Ok(())
}

/// Opens or creates the journal of a long run. Fails if another run already uses the journal.
pub fn open_journal(path: &Path) -> anyhow::Result<File> {
    refuse_dash(path)?;
    files::open_journal(path).with_context(|| path.display().to_string())
}

/// An [`OutputFile`] whose errors contain its name, and whose unfinished file is removed if a
/// signal ends the process.
pub struct WholeFile {
    file: OutputFile,
    /// The path as given.
    path: PathBuf,
}

impl WholeFile {
    /// Creates a file. An existing file with this name is kept until the new one is finished.
    /// Replacing a game database is an error.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        static LISTENING: Once = Once::new();
        refuse_dash(path)?;
        refuse_database(path)?;
        LISTENING.call_once(|| {
            interrupt::on_end(abandon);
            // Without a signal handler, a signal leaves an unfinished file behind; everything else
            // works.
            let _ = Interrupt::install();
        });
        let file = OutputFile::create(path).with_context(|| cannot_write(path))?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Syncs the file to disk and replaces the target.
    pub fn finish(self) -> anyhow::Result<()> {
        self.file.finish().with_context(|| cannot_write(&self.path))
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| named(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| named(&self.path, &error))
    }
}

/// Rejects an output that would replace an input, even if the two paths are written differently.
pub fn refuse_inputs(
    output: &Path,
    inputs: impl IntoIterator<Item: AsRef<Path>>,
) -> anyhow::Result<()> {
    let is_output = |input: &Path| is_same_file(input, output);
    if is_regular(output) && inputs.into_iter().any(|input| is_output(input.as_ref())) {
        bail!("{}: the output is one of the inputs: name another file", output.display());
    }
    Ok(())
}

/// Checks that a file can be created or written: the path is not a folder, and its parent folder
/// exists.
pub fn check_place(path: &Path) -> anyhow::Result<()> {
    refuse_dash(path)?;
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    if folder.is_some_and(|folder| !folder.is_dir()) {
        bail!("{}: there is no such folder", path.display());
    }
    if path.is_dir() {
        bail!("{}: this is a folder", path.display());
    }
    Ok(())
}

/// Rejects two options that name the same file, even if one path is a link.
pub fn refuse_same(files: &[(&str, Option<&Path>)]) -> anyhow::Result<()> {
    for (index, &(option, path)) in files.iter().enumerate() {
        for &(other, second) in &files[index + 1..] {
            if let (Some(path), Some(second)) = (path, second)
                && is_same_file(path, second)
            {
                bail!("{} is both {option} and {other}: name another file", path.display());
            }
        }
    }
    Ok(())
}

/// Returns the extension of a file name if it is that of another format than the given one.
pub fn other_format(path: &Path, format: &str) -> Option<String> {
    const FORMATS: [&str; 17] = [
        "svg", "svgz", "png", "gif", "pdf", "jpg", "jpeg", "webp", "bmp", "tif", "pgn", "epd",
        "fen", "csv", "json", "jsonl", "rdb",
    ];
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    (ending != format && FORMATS.contains(&&*ending)).then_some(ending)
}

/// Rejects a file name for SVG that has the extension of another format.
pub fn refuse_not_svg(option: &str, path: &Path) -> anyhow::Result<()> {
    match other_format(path, "svg") {
        Some(ending) => bail!("{}: {option} writes svg, not {ending}", path.display()),
        None => Ok(()),
    }
}

/// Rejects an output that would replace a game database.
pub fn refuse_database(output: &Path) -> anyhow::Result<()> {
    let mut beginning = Vec::new();
    if is_regular(output)
        && let Ok(file) = File::open(output)
        && file.take(16).read_to_end(&mut beginning).is_ok()
        && Database::recognizes(&beginning)
    {
        bail!("{}: the output would replace a database: name another file", output.display());
    }
    Ok(())
}

fn is_regular(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| there.is_file())
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", cannot_write(path)))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// Returns the path of the file with the given number: `graph.svg`, then `graph-2.svg`.
pub fn numbered_path(path: &Path, number: u64) -> PathBuf {
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
    use std::fs;

    use super::*;

    #[test]
    fn errors_name_the_file_and_leave_the_old_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = folder.path();
        let path = folder.join("file");
        write(&path, b"second").expect("a writable folder");
        let missing = write(&folder.join("no/such/file"), b"").expect_err("no folder");
        assert!(missing.to_string().starts_with("cannot write "));
        for error in [write(Path::new("-"), b""), open_journal(Path::new("-")).map(drop)] {
            let error = error.expect_err("not a file").to_string();
            assert!(error.contains("name a file") && !Path::new("-").exists(), "{error}");
        }
        let mut unfinished = WholeFile::create(&path).expect("a writable folder");
        unfinished.write_all(b"a part").expect("a writable file");
        drop(unfinished);
        assert_eq!(fs::read_to_string(&path).expect("the file"), "second");
        assert_eq!(fs::read_dir(folder).expect("the folder").count(), 1);
    }

    #[test]
    fn later_graphs_have_numbers() {
        let path = |number| numbered_path(Path::new("a.b/c.svg"), number);
        assert_eq!(path(1), Path::new("a.b/c.svg"));
        assert_eq!(path(2), Path::new("a.b/c-2.svg"));
        assert_eq!(numbered_path(Path::new("graph"), 3), Path::new("graph-3"));
    }
}
