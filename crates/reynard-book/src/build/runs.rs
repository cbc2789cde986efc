//! Sorted samples in memory or in temporary files, and one sequence made of many.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::Arc;

use super::collect::Part;
use super::sample::{Record, Sample};

/// The least that is read of a run at once, in bytes.
const LEAST_BUFFER: usize = 4096;

/// The most; more makes nothing faster.
const MOST_BUFFER: usize = 1 << 18;

/// Records in order.
#[derive(Debug)]
pub(super) enum Run {
    /// Those with these numbers.
    Memory(Arc<Vec<Record>>, Range<usize>),
    File(Segment),
}

/// A piece of a file.
#[derive(Debug)]
pub(super) struct Segment {
    file: Arc<File>,
    /// In bytes.
    start: u64,
    end: u64,
}

/// A temporary file without a name, to which runs are written one after the other.
#[derive(Debug)]
pub(super) struct Spill {
    file: BufWriter<File>,
    /// Where the runs end.
    ends: Vec<u64>,
}

impl Spill {
    pub(super) fn new() -> io::Result<Self> {
        let file = BufWriter::with_capacity(MOST_BUFFER, tempfile::tempfile()?);
        Ok(Self { file, ends: Vec::new() })
    }

    pub(super) fn write(&mut self, records: &[Record]) -> io::Result<()> {
        let mut run = self.run();
        for &record in records {
            run.push(record)?;
        }
        run.finish();
        Ok(())
    }

    /// A run that is written record by record.
    fn run(&mut self) -> SpillRun<'_> {
        let end = self.ends.last().copied().unwrap_or_default();
        SpillRun { spill: self, end }
    }

    pub(super) fn into_runs(self) -> io::Result<Vec<Run>> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let file = Arc::new(file);
        let mut start = 0;
        let segment = |end| {
            let segment = Segment { file: Arc::clone(&file), start, end };
            start = end;
            Run::File(segment)
        };
        Ok(self.ends.into_iter().map(segment).collect())
    }
}

struct SpillRun<'a> {
    spill: &'a mut Spill,
    end: u64,
}

impl SpillRun<'_> {
    fn push(&mut self, record: Record) -> io::Result<()> {
        self.end += Record::LEN as u64;
        self.spill.file.write_all(&record.to_bytes())
    }

    fn finish(self) {
        self.spill.ends.push(self.end);
    }
}

/// The samples of many runs in one order.
#[derive(Debug)]
pub(super) struct Merged {
    readers: Vec<Reader>,
    /// The next record of each reader that has one.
    next: BinaryHeap<Reverse<(Record, usize)>>,
}

impl Merged {
    /// All runs of the parts, read with buffers that take about `memory` bytes together. Where there
    /// are too many runs for that, some are made one first.
    pub(super) fn new(parts: Vec<Part>, memory: usize) -> io::Result<Self> {
        let mut runs: Vec<Run> = parts.into_iter().flat_map(|part| part.runs).collect();
        let files = |runs: &[Run]| runs.iter().any(|run| matches!(run, Run::File(_)));
        if files(&runs) {
            runs = spill_all(runs)?;
        }
        let most = (memory / LEAST_BUFFER).max(2);
        while files(&runs) && runs.len() > most {
            runs = merge_groups(runs, most)?;
        }
        Self::open(runs, memory)
    }

    fn open(runs: Vec<Run>, memory: usize) -> io::Result<Self> {
        let buffer = (memory / runs.len().max(1)).clamp(LEAST_BUFFER, MOST_BUFFER);
        let mut readers: Vec<Reader> =
            runs.into_iter().map(|run| Reader::new(run, buffer)).collect();
        let mut next = BinaryHeap::with_capacity(readers.len());
        for (index, reader) in readers.iter_mut().enumerate() {
            if let Some(record) = reader.next()? {
                next.push(Reverse((record, index)));
            }
        }
        Ok(Self { readers, next })
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Sample>> {
        Ok(self.next_record()?.map(Sample::from))
    }

    fn next_record(&mut self) -> io::Result<Option<Record>> {
        let Some(mut top) = self.next.peek_mut() else { return Ok(None) };
        let Reverse((record, index)) = *top;
        match self.readers[index].next()? {
            Some(following) => top.0.0 = following,
            None => {
                PeekMut::pop(top);
            }
        }
        Ok(Some(record))
    }
}

/// Writes what is still in memory to a file, so that the memory is free for buffers.
fn spill_all(runs: Vec<Run>) -> io::Result<Vec<Run>> {
    let mut spilled = Vec::with_capacity(runs.len());
    for run in runs {
        match run {
            Run::File(_) => spilled.push(run),
            Run::Memory(records, range) => {
                let mut spill = Spill::new()?;
                spill.write(&records[range])?;
                spilled.extend(spill.into_runs()?);
            }
        }
    }
    Ok(spilled)
}

/// Makes one run of every `most` of them.
fn merge_groups(runs: Vec<Run>, most: usize) -> io::Result<Vec<Run>> {
    let mut spill = Spill::new()?;
    let mut runs = runs.into_iter();
    loop {
        let group: Vec<Run> = runs.by_ref().take(most).collect();
        if group.is_empty() {
            return spill.into_runs();
        }
        let mut merged = Merged::open(group, most * LEAST_BUFFER)?;
        let mut run = spill.run();
        while let Some(record) = merged.next_record()? {
            run.push(record)?;
        }
        run.finish();
    }
}

/// A run that is read from its start to its end.
#[derive(Debug)]
enum Reader {
    Memory(Arc<Vec<Record>>, Range<usize>),
    File { segment: Segment, buffer: Vec<u8>, used: usize, size: usize },
}

impl Reader {
    fn new(run: Run, buffer: usize) -> Self {
        match run {
            Run::Memory(records, range) => Self::Memory(records, range),
            Run::File(segment) => {
                let size = buffer / Record::LEN * Record::LEN;
                Self::File { segment, buffer: Vec::new(), used: 0, size }
            }
        }
    }

    fn next(&mut self) -> io::Result<Option<Record>> {
        let (segment, buffer, used, size) = match self {
            Self::Memory(records, range) => return Ok(range.next().map(|index| records[index])),
            Self::File { segment, buffer, used, size } => (segment, buffer, used, *size),
        };
        if *used == buffer.len() {
            segment.read(buffer, size)?;
            *used = 0;
        }
        let bytes = buffer[*used..].first_chunk();
        *used += bytes.map_or(0, |bytes| bytes.len());
        Ok(bytes.map(|bytes| Record::from_bytes(*bytes)))
    }
}

impl Segment {
    /// Fills the buffer with what comes next, at most `size` bytes; with nothing at the end.
    fn read(&mut self, buffer: &mut Vec<u8>, size: usize) -> io::Result<()> {
        let left = usize::try_from(self.end - self.start).unwrap_or(usize::MAX);
        buffer.resize(size.min(left), 0);
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(self.start))?;
        file.read_exact(buffer)?;
        self.start += buffer.len() as u64;
        Ok(())
    }
}
