//! Sorting more than memory holds: sorted runs go to temporary files and are merged at the end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use anyhow::Context;

/// How much memory may be used before records go to the disk.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Budget {
    /// The memory for sorting in MiB; what does not fit goes to temporary files
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

impl Budget {
    pub(crate) fn sorter(self) -> Sorter {
        let bytes = usize::try_from(u64::from(self.memory) << 20).unwrap_or(usize::MAX);
        Sorter { budget: bytes, used: 0, records: Vec::new(), runs: Vec::new(), count: 0 }
    }
}

/// A key and what belongs to it. Records are put in the order of their keys, and those with the same
/// key in the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Record {
    pub(crate) key: Vec<u8>,
    /// How many came before it.
    pub(crate) number: u64,
    pub(crate) content: Vec<u8>,
}

impl Record {
    /// What a record takes beside its bytes.
    const OVERHEAD: usize = size_of::<Self>() + 32;

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for part in [&self.key, &self.content] {
            out.write_all(&(part.len() as u64).to_le_bytes())?;
            out.write_all(part)?;
        }
        out.write_all(&self.number.to_le_bytes())
    }
}

/// Puts records in order.
pub(crate) struct Sorter {
    budget: usize,
    used: usize,
    records: Vec<Record>,
    runs: Vec<File>,
    count: u64,
}

impl Sorter {
    /// How many runs are merged at a time.
    const MOST_RUNS: usize = 64;

    /// Adds a record.
    pub(crate) fn push(&mut self, key: Vec<u8>, content: Vec<u8>) -> anyhow::Result<()> {
        self.used += key.len() + content.len() + Record::OVERHEAD;
        self.records.push(Record { key, number: self.count, content });
        self.count += 1;
        if self.used > self.budget {
            self.spill().context("cannot write a temporary file")?;
        }
        Ok(())
    }

    /// All records in order.
    pub(crate) fn finish(mut self) -> anyhow::Result<Sorted> {
        let merged = self.merge().context("cannot read a temporary file")?;
        Ok(merged)
    }

    fn spill(&mut self) -> io::Result<()> {
        self.records.sort_unstable();
        let mut run = BufWriter::new(tempfile::tempfile()?);
        for record in self.records.drain(..) {
            record.write(&mut run)?;
        }
        self.used = 0;
        self.runs.push(finish_run(run)?);
        if self.runs.len() == Self::MOST_RUNS {
            let mut run = BufWriter::new(tempfile::tempfile()?);
            for record in Sorted::of(Vec::new(), std::mem::take(&mut self.runs))? {
                record?.write(&mut run)?;
            }
            self.runs.push(finish_run(run)?);
        }
        Ok(())
    }

    fn merge(&mut self) -> io::Result<Sorted> {
        self.records.sort_unstable();
        Sorted::of(std::mem::take(&mut self.records), std::mem::take(&mut self.runs))
    }
}

/// Back to its beginning.
fn finish_run(run: BufWriter<File>) -> io::Result<File> {
    let mut file = run.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(file)
}

/// Records in order.
pub(crate) struct Sorted {
    /// The records that were never written.
    kept: std::vec::IntoIter<Record>,
    runs: Vec<BufReader<File>>,
    /// The next record of each source: a run, or what was kept.
    next: BinaryHeap<Reverse<(Record, usize)>>,
}

impl Sorted {
    fn of(kept: Vec<Record>, runs: Vec<File>) -> io::Result<Self> {
        let runs: Vec<BufReader<File>> = runs.into_iter().map(BufReader::new).collect();
        let mut sorted = Self { kept: kept.into_iter(), runs, next: BinaryHeap::new() };
        for source in 0..=sorted.runs.len() {
            sorted.advance(source)?;
        }
        Ok(sorted)
    }

    fn advance(&mut self, source: usize) -> io::Result<()> {
        let record = match self.runs.get_mut(source) {
            Some(run) => read_record(run)?,
            None => self.kept.next(),
        };
        self.next.extend(record.map(|record| Reverse((record, source))));
        Ok(())
    }
}

impl Iterator for Sorted {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        let Reverse((record, source)) = self.next.pop()?;
        Some(self.advance(source).map(|()| record))
    }
}

/// `None` at the end of a run.
fn read_record(run: &mut BufReader<File>) -> io::Result<Option<Record>> {
    let mut len = [0; 8];
    match run.read_exact(&mut len) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let key = read_part(run, len)?;
    run.read_exact(&mut len)?;
    let content = read_part(run, len)?;
    run.read_exact(&mut len)?;
    Ok(Some(Record { key, number: u64::from_le_bytes(len), content }))
}

fn read_part(run: &mut BufReader<File>, len: [u8; 8]) -> io::Result<Vec<u8>> {
    let len = u64::from_le_bytes(len);
    let mut part = Vec::new();
    run.by_ref().take(len).read_to_end(&mut part)?;
    if part.len() as u64 == len { Ok(part) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same order with everything in memory and with hundreds of runs.
    #[test]
    fn memory_does_not_change_the_order() {
        let sorted = |budget| {
            let mut sorter =
                Sorter { budget, used: 0, records: Vec::new(), runs: Vec::new(), count: 0 };
            for number in 0..3000_u32 {
                let key = number.wrapping_mul(2_654_435_761) >> 26;
                sorter.push(key.to_be_bytes().to_vec(), vec![b'x'; key as usize]).expect("space");
            }
            let records: io::Result<Vec<Record>> = sorter.finish().expect("runs").collect();
            records.expect("readable runs")
        };
        let in_memory = sorted(usize::MAX);
        assert!(in_memory.is_sorted() && in_memory.len() == 3000);
        assert_eq!(sorted(2000), in_memory);
    }
}
