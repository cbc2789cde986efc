//! Orders, budgets, threads and errors.

use std::io::{self, Read, Write};
use std::num::NonZero;

use reynard_base::sort::{KeyedRecord, KeyedSorter, SortRecord, Sorter, merge};

/// A number in eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Number(u64);

impl SortRecord for Number {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.0.to_le_bytes())
    }

    fn read(input: &mut impl Read) -> io::Result<Self> {
        let mut bytes = [0; 8];
        input.read_exact(&mut bytes)?;
        Ok(Self(u64::from_le_bytes(bytes)))
    }
}

/// Numbers without order, some of them several times.
fn numbers(count: u64) -> Vec<Number> {
    (0..count).map(|it| Number(it.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50)).collect()
}

fn sorted(count: u64) -> Vec<Number> {
    let mut expected = numbers(count);
    expected.sort_unstable();
    expected
}

fn sort_with(count: u64, memory: usize, threads: usize) -> Vec<Number> {
    let threads = NonZero::new(threads).expect("some");
    let mut sorter = Sorter::new(memory).with_threads(threads);
    for number in numbers(count) {
        sorter.push(number).expect("a temporary file");
    }
    let sorted = sorter.finish().expect("a temporary file");
    sorted.collect::<io::Result<_>>().expect("a temporary file")
}

#[test]
fn neither_memory_nor_threads_change_the_order() {
    for count in [0, 1, 2, 1023, 1025, 20_000] {
        let expected = sorted(count);
        // The smallest budgets take several passes over the runs.
        for memory in [0, 100, 5_000, 60_000, usize::MAX / 2] {
            if memory < 5_000 && count > 2_000 {
                continue;
            }
            for threads in [1, 3] {
                let found = sort_with(count, memory, threads);
                assert!(found == expected, "{count} in {memory} bytes, {threads} threads");
            }
        }
    }
}

#[test]
fn several_sorters_are_merged() {
    for memory in [10_000, usize::MAX / 2] {
        let mut parts = Vec::new();
        for part in numbers(20_000).chunks(3_001) {
            let mut sorter = Sorter::new(memory);
            for &number in part {
                sorter.push(number).expect("a temporary file");
            }
            parts.push(sorter.into_runs().expect("a temporary file"));
        }
        let merged = merge(parts, memory).expect("a temporary file");
        let found: Vec<Number> = merged.collect::<io::Result<_>>().expect("a temporary file");
        assert!(found == sorted(20_000));
    }
}

#[test]
fn equal_keys_stay_in_their_order() {
    for memory in [0, 2_000, usize::MAX / 2] {
        let mut sorter = KeyedSorter::new(memory);
        for number in 0..3_000_u32 {
            let key = number.wrapping_mul(2_654_435_761) >> 26;
            let content = vec![b'x'; key as usize];
            sorter.push(key.to_be_bytes().to_vec(), content).expect("a temporary file");
        }
        assert_eq!(sorter.len(), 3_000);
        let sorted = sorter.finish().expect("a temporary file");
        let records: Vec<KeyedRecord> = sorted.collect::<io::Result<_>>().expect("a file");
        assert!(records.is_sorted() && records.len() == 3_000, "{memory}");
        let content = |it: &KeyedRecord| it.content.len() == usize::from(it.key[3]);
        assert!(records.iter().all(content), "contents stay with their keys");
    }
}

#[test]
fn a_budget_counts_the_bytes_on_the_heap() {
    let long = |number| KeyedRecord { key: Vec::new(), number, content: vec![0; 10_000] };
    let mut sorter = Sorter::new(100_000);
    for number in 0..9 {
        sorter.push(long(number)).expect("they fit");
    }
    let records = sorter.into_records().expect("nine of them fit");
    assert_eq!(records.count(), 9, "all of them are still in memory");
    let mut sorter = Sorter::new(100_000);
    for number in 0..11 {
        sorter.push(long(number)).expect("a temporary file");
    }
    assert!(sorter.into_records().is_err(), "eleven of them do not");
}

#[test]
fn a_record_that_cannot_be_written_or_read_is_an_error() {
    /// A number that cannot be written if it is odd, nor read if it is zero.
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    struct Odd(u8);
    impl SortRecord for Odd {
        fn write(&self, out: &mut impl Write) -> io::Result<()> {
            if self.0 % 2 == 1 {
                Err(io::ErrorKind::StorageFull.into())
            } else {
                out.write_all(&[self.0])
            }
        }

        fn read(input: &mut impl Read) -> io::Result<Self> {
            let mut byte = [0];
            input.read_exact(&mut byte)?;
            if byte == [4] { Err(io::ErrorKind::InvalidData.into()) } else { Ok(Self(byte[0])) }
        }
    }

    let mut sorter = Sorter::new(0);
    sorter.push(Odd(1)).expect("it is in memory");
    assert_eq!(sorter.push(Odd(2)).expect_err("it is odd").kind(), io::ErrorKind::StorageFull);

    let mut sorter = Sorter::new(2);
    for number in [2, 4, 6, 8] {
        sorter.push(Odd(number)).expect("they are even");
    }
    let mut sorted = sorter.finish().expect("the first ones can be read");
    let kinds: Vec<_> = sorted.by_ref().map(|it| it.map(|it| it.0).map_err(|e| e.kind())).collect();
    assert_eq!(kinds.last(), Some(&Err(io::ErrorKind::InvalidData)));
    assert!(sorted.next().is_none(), "after an error it is over");
}
