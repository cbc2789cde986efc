//! Opens opening books by path.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use anyhow::{Context, bail};
use reynard_book::{Book, BookError, BookSource};
use reynard_console::output::Output;
use reynard_pgn::{Compression, ForeignFile};

/// Maximum number of bytes read from a book that is not a regular file.
const MAX_PIPED: u64 = 1 << 30;

/// Number of bytes to examine at the start of a file.
const BEGINNING: usize = 512;

/// A book in a file, or in memory if it had to be loaded.
pub(super) type AnyBook = Book<Box<dyn BookSource>>;

/// Options for opening books.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Opening {
    /// Load books and sort their entries, for books that are not sorted
    #[arg(long)]
    sort: bool,
}

impl Opening {
    /// Opens books without sorting their entries.
    pub(super) const AS_IT_IS: Self = Self { sort: false };

    /// Opens a book. A regular file is read on demand; anything else, such as a pipe, is loaded
    /// into memory.
    pub(super) fn open(self, path: &Path, out: &mut Output) -> anyhow::Result<AnyBook> {
        let book = self.open_silently(path)?;
        if book.trailing_bytes() > 0 {
            let warning = out.paint_warning("trailing-bytes");
            let count = book.trailing_bytes();
            let path = path.display();
            out.note(format_args!("{path}: {warning}: {count} bytes after the last entry"))?;
        }
        if book.is_empty() {
            let note = out.paint_warning("note");
            out.note(format_args!("{}: {note}: the book is empty", path.display()))?;
        }
        Ok(book)
    }

    /// Opens a book as [`open`](Self::open) does, but without a note about trailing bytes.
    pub(super) fn open_silently(self, path: &Path) -> anyhow::Result<AnyBook> {
        let source = source(path)?;
        let book = if self.sort { sorted(source) } else { Book::new(source) };
        book.with_context(|| path.display().to_string())
    }
}

fn sorted(source: Box<dyn BookSource>) -> io::Result<AnyBook> {
    Book::new(Box::new(Book::sorted(source)?.into_source()))
}

fn source(path: &Path) -> anyhow::Result<Box<dyn BookSource>> {
    let name = || format!("cannot read {}", path.display());
    let mut file = File::open(path).with_context(name)?;
    let metadata = file.metadata().with_context(name)?;
    if metadata.is_file() {
        let mut beginning = Vec::new();
        (&file).take(BEGINNING as u64).read_to_end(&mut beginning).with_context(name)?;
        file.rewind().with_context(name)?;
        refuse_others(path, &beginning)?;
        return Ok(Box::new(file));
    }
    if metadata.is_dir() {
        bail!("{} is a folder", path.display());
    }
    let mut bytes = Vec::new();
    let read = io::copy(&mut (&mut file).take(MAX_PIPED + 1), &mut bytes).with_context(name)?;
    if read > MAX_PIPED {
        bail!("{} has more than {MAX_PIPED} bytes and is not a file", path.display());
    }
    refuse_others(path, &bytes[..bytes.len().min(BEGINNING)])?;
    Ok(Box::new(bytes))
}

/// Rejects text files and compressed files by their first bytes. In a book, entries contain zeros
/// or other control characters in their moves and weights.
fn refuse_others(path: &Path, beginning: &[u8]) -> anyhow::Result<()> {
    let path = path.display();
    let is_text = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=0x7e | 0x80..);
    let text = beginning.trim_ascii_start();
    if beginning.len() < 32 || !beginning.iter().all(|&byte| is_text(byte)) {
        let extension = match (Compression::of(beginning), ForeignFile::of(beginning)) {
            (Compression::Plain, Some(ForeignFile::Xz)) => "xz",
            (Compression::Plain, Some(ForeignFile::SevenZip)) => "7z",
            (Compression::Plain, Some(ForeignFile::Rar)) => "rar",
            (Compression::Plain, _) => return Ok(()),
            (packed, _) => packed.extension(),
        };
        bail!("{path}: packed as .{extension}, not a Polyglot book: unpack it first");
    }
    if text.starts_with(b"[") || text.starts_with(b"1.") {
        bail!(
            "{path}: games in PGN, not a Polyglot book: `reynard book make -o BOOK.bin {path}` makes one of them"
        );
    }
    bail!("{path}: a text, not a Polyglot book")
}

/// Adds the name of the book to an error, and suggests how to repair the book.
pub(super) fn explain(error: BookError, paths: &[&Path]) -> anyhow::Error {
    let book = match &error {
        BookError::Read { book, .. } | BookError::Unsorted { book, .. } => *book,
        // The error already has the name of the file.
        BookError::Write(_) => return error.into(),
    };
    let path = paths.get(book).map(|path| path.display().to_string()).unwrap_or_default();
    match error {
        BookError::Unsorted { entry, .. } => anyhow::anyhow!(
            "{path}: the book is not sorted: entry {entry} is out of place; `--sort` puts it in order"
        ),
        error => anyhow::Error::new(error).context(path),
    }
}
