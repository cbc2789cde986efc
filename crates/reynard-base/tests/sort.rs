//! Orders, budgets, threads and errors.

use std::io::{self, Read, Write};
use std::num::NonZero;

use reynard_base::sort::{
    HashedRecord, HashedSorter, KeyedRecord, KeyedSorter, SortRecord, Sorter, merge,
};

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

/// Sorts hashed records; returns them and the lengths of the slices.
fn sort_hashed(
    records: &[HashedRecord],
    memory: usize,
    threads: usize,
) -> (Vec<HashedRecord>, Vec<usize>) {
    let threads = NonZero::new(threads).expect("some");
    let mut sorter = HashedSorter::new(memory).with_threads(threads);
    for &record in records {
        sorter.push(record).expect("a temporary file");
    }
    let (mut sorted, mut slices) = (Vec::new(), Vec::new());
    let finished = sorter.finish(|slice| {
        sorted.extend_from_slice(slice);
        slices.push(slice.len());
        Ok::<(), io::Error>(())
    });
    finished.expect("a temporary file");
    (sorted, slices)
}

#[test]
fn hashes_are_sorted_whatever_the_memory() {
    const MOST: u64 = (1 << HashedRecord::CONTENT_BITS) - 1;
    let spread = |it: u64| it.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    // Hashes that differ everywhere, in the last bits only, and not at all; the highest content.
    let kinds: [fn(u64, u64) -> u64; 4] = [
        |it, _| it,
        |it, _| it >> 50,
        |_, _| u64::MAX,
        |it, number| if number % 3 == 0 { 7 } else { it },
    ];
    for hash_of in kinds {
        for count in [0, 1, 2, 511, 513, 20_000] {
            let mut records: Vec<HashedRecord> = (0..count)
                .map(|it| HashedRecord::new(hash_of(spread(it), it), MOST - spread(it) % 5_000))
                .collect();
            let unsorted = records.clone();
            records.sort_unstable();
            for (memory, threads) in
                [(0, 1), (5_000, 3), (60_000, 1), (200_000, 2), (1 << 30, 1), (1 << 30, 3)]
            {
                let (found, slices) = sort_hashed(&unsorted, memory, threads);
                assert!(found == records, "{count} in {memory} bytes, {threads} threads");
                let mut start = 0;
                for len in slices {
                    start += len;
                    let [before, behind] = [start.wrapping_sub(1), start].map(|it| found.get(it));
                    let is_split = before.zip(behind).is_some_and(|(a, b)| a.hash() == b.hash());
                    assert!(!is_split, "a hash is in one slice");
                }
            }
        }
    }
}

#[test]
fn an_error_of_the_taker_ends_the_sorting() {
    for threads in [1, 3] {
        let mut sorter =
            HashedSorter::new(1 << 20).with_threads(NonZero::new(threads).expect("some"));
        for number in numbers(5_000) {
            sorter.push(HashedRecord::new(number.0 << 50, 0)).expect("they fit");
        }
        let mut calls = 0;
        let finished = sorter.finish(|_| {
            calls += 1;
            if calls == 5 { Err(io::Error::other("enough")) } else { Ok(()) }
        });
        assert_eq!(finished.map_err(|error| error.to_string()), Err("enough".to_owned()));
        assert_eq!(calls, 5);
    }
}

#[test]
#[should_panic(expected = "too many bits")]
fn a_content_with_too_many_bits_is_refused() {
    HashedRecord::new(0, 1 << HashedRecord::CONTENT_BITS);
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
