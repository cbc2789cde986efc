//! Sorted runs of records, in memory or in a temporary file.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::SortRecord;

/// Maximum number of bytes written to a file at once. A larger buffer would not be faster.
pub(crate) const MAX_BUFFER: usize = 1 << 18;

/// Returns a function that adds the failed operation and a mention of the temporary file to an
/// error.
pub(crate) fn cannot(verb: &str) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("cannot {verb} a temporary file: {error}"))
}

/// The records of a [`Sorter`](super::Sorter) as sorted runs.
#[derive(Debug)]
pub struct Runs<T>(pub(crate) Vec<Run<T>>);

/// Records in sorted order.
#[derive(Debug)]
pub(crate) enum Run<T> {
    Memory(Vec<T>),
    File(Segment),
}

impl<T> Run<T> {
    pub(crate) const fn is_file(&self) -> bool {
        matches!(self, Self::File(_))
    }
}

/// Records in a file.
#[derive(Debug)]
pub(crate) struct Segment {
    file: Arc<File>,
    /// Start and end of the unread bytes.
    start: u64,
    end: u64,
    /// Number of records.
    pub(crate) records: u64,
}

impl Read for Segment {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.start).unwrap_or(usize::MAX);
        let size = buffer.len().min(left);
        if size == 0 {
            return Ok(0);
        }
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(self.start))?;
        let count = file.read(&mut buffer[..size])?;
        self.start += count as u64;
        Ok(count)
    }
}

/// An unnamed temporary file to which runs are written one after another.
#[derive(Debug)]
pub(crate) struct Spill {
    file: BufWriter<Counted>,
    /// For each run, the offset of its end in bytes and its number of records.
    ends: Vec<(u64, u64)>,
}

/// An unnamed temporary file that counts the bytes written to it.
#[derive(Debug)]
pub(crate) struct Counted {
    file: File,
    bytes: u64,
}

impl Counted {
    pub(crate) fn new() -> io::Result<Self> {
        Self::in_folder(&std::env::temp_dir())
    }

    fn in_folder(folder: &Path) -> io::Result<Self> {
        // Without the kind of the error: the folder is missing, not a file of the caller.
        let named = |error| io::Error::other(format!("{}: {error}", folder.display()));
        Ok(Self { file: tempfile::tempfile_in(folder).map_err(named)?, bytes: 0 })
    }

    /// Reads a range of bytes.
    pub(crate) fn read(&mut self, bytes: Range<u64>) -> io::Result<Vec<u8>> {
        self.file.seek(SeekFrom::Start(bytes.start))?;
        let mut read = vec![0; usize::try_from(bytes.end - bytes.start).unwrap_or(usize::MAX)];
        self.file.read_exact(&mut read)?;
        Ok(read)
    }
}

/// Returns the number of bytes written, including those still in the buffer.
pub(crate) fn end_of(file: &BufWriter<Counted>) -> u64 {
    file.get_ref().bytes + file.buffer().len() as u64
}

impl Write for Counted {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let count = self.file.write(buffer)?;
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Spill {
    pub(crate) fn new() -> io::Result<Self> {
        let file = BufWriter::with_capacity(MAX_BUFFER, Counted::new()?);
        Ok(Self { file, ends: Vec::new() })
    }

    /// Writes a run.
    pub(crate) fn write<T: SortRecord>(
        &mut self,
        records: impl IntoIterator<Item = T>,
    ) -> io::Result<()> {
        self.try_write(records.into_iter().map(Ok))
    }

    /// Writes a run of records, each of which may be an error.
    pub(crate) fn try_write<T: SortRecord>(
        &mut self,
        records: impl IntoIterator<Item = io::Result<T>>,
    ) -> io::Result<()> {
        let mut count = 0;
        for record in records {
            record?.write(&mut self.file)?;
            count += 1;
        }
        if count > 0 {
            let end = end_of(&self.file);
            self.ends.push((end, count));
        }
        Ok(())
    }

    pub(crate) fn into_runs<T>(self) -> io::Result<Vec<Run<T>>> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let file = Arc::new(file.file);
        let mut start = 0;
        let segment = |(end, records)| {
            let segment = Segment { file: Arc::clone(&file), start, end, records };
            start = end;
            Run::File(segment)
        };
        Ok(self.ends.into_iter().map(segment).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;
    use std::path::Path;

    use super::Counted;

    #[test]
    fn a_missing_folder_is_named_and_not_taken_for_a_missing_input() {
        let error = Counted::in_folder(Path::new("/no/such/folder")).expect_err("no folder");
        assert!(error.to_string().starts_with("/no/such/folder: "), "{error}");
        assert_eq!(error.kind(), ErrorKind::Other);
    }
}
