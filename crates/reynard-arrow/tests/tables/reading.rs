//! Sources, threads, policies and batches.

use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::support::{samples, table, table_with, threads};
use arrow_array::RecordBatchReader;
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use reynard_arrow::{BatchError, BatchReader, PgnSource, ReadSettings, TableSpec, read_batches};
use reynard_pgn::ErrorPolicy;

/// Enough text for many chunks.
fn large() -> Vec<u8> {
    samples().repeat(300)
}

/// Three games, the second with an illegal move.
const DAMAGED: &[u8] = b"[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. e4 e5 2. Ke3 *\n\n\
    [Event \"3\"]\n\n1. d4 d5 2. c4 *\n";

#[test]
fn compressed_games_give_the_same_rows() {
    let pgn = samples();
    let gz = {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(&pgn).expect("memory");
        packer.finish().expect("memory")
    };
    let bz2 = {
        let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        packer.write_all(&pgn).expect("memory");
        packer.finish().expect("memory")
    };
    let zst = zstd::encode_all(&pgn[..], 1).expect("memory");
    for spec in [TableSpec::games(), TableSpec::positions()] {
        let plain = table(&pgn, &spec);
        for packed in [&gz, &bz2, &zst] {
            for settings in [threads(1), threads(2)] {
                assert_eq!(table_with(packed, &spec, &settings), plain);
            }
        }
    }
}

#[test]
fn the_number_of_threads_changes_no_batch() {
    let pgn = large();
    for spec in [TableSpec::games(), TableSpec::positions()] {
        let batches = |count| {
            let settings = ReadSettings {
                batch_rows: NonZeroUsize::new(1000).expect("1000"),
                ..threads(count)
            };
            let source = PgnSource::of_bytes(&pgn[..]);
            let batches: Result<Vec<_>, _> = BatchReader::new([source], &spec, settings).collect();
            batches.expect("bytes in memory")
        };
        let one = batches(1);
        assert!(one.len() > 3, "only {} batches", one.len());
        let (last, full) = one.split_last().expect("batches");
        assert!(full.iter().all(|batch| batch.num_rows() == 1000));
        assert!(last.num_rows() <= 1000);
        for count in [2, 3] {
            assert!(batches(count) == one, "{count} threads");
        }
    }
}

#[test]
fn a_damaged_game_is_a_row_with_its_legal_moves() {
    let batch = table(DAMAGED, &TableSpec::games());
    let complete = batch.column_by_name("complete").expect("complete").as_boolean();
    assert_eq!(complete.iter().flatten().collect::<Vec<_>>(), [true, false, true]);
    let moves = batch.column_by_name("moves").expect("moves").as_list::<i32>();
    assert_eq!((moves.value_length(0), moves.value_length(1), moves.value_length(2)), (1, 2, 3));
    assert_eq!(table(DAMAGED, &TableSpec::positions()).num_rows(), 6);
}

#[test]
fn a_game_that_is_skipped_keeps_its_number() {
    let settings = ReadSettings { policy: ErrorPolicy::Skip, ..ReadSettings::default() };
    for (spec, expected) in
        [(TableSpec::games(), vec![1, 3]), (TableSpec::positions(), vec![1, 3, 3, 3])]
    {
        let batch = table_with(DAMAGED, &spec, &settings);
        assert_eq!(batch.column(0).as_primitive::<UInt64Type>().values(), &expected[..]);
    }
}

#[test]
fn the_policy_to_stop_ends_with_an_error_that_names_the_place() {
    let settings = ReadSettings { policy: ErrorPolicy::Stop, ..ReadSettings::default() };
    let source = PgnSource::of_bytes(DAMAGED).with_name("damaged.pgn");
    let mut batches = BatchReader::new([source], &TableSpec::games(), settings);
    let error = batches.find_map(Result::err).expect("an illegal move");
    assert!(error.to_string().contains("damaged.pgn:7:13: `Ke3` is not a legal move"), "{error}");
    assert!(batches.next().is_none());
}

#[test]
fn games_are_numbered_over_all_sources_and_offsets_are_within_one() {
    let sources = [DAMAGED, b"", b"  [Event \"4\"]\n\n1. e4 *\n"].map(PgnSource::of_bytes);
    let spec = TableSpec::games();
    let batches: Result<Vec<_>, _> =
        BatchReader::new(sources, &spec, ReadSettings::default()).collect();
    let batches = batches.expect("bytes in memory");
    assert_eq!(batches.len(), 1);
    assert_eq!(batches[0].column(0).as_primitive::<UInt64Type>().values(), &[1, 2, 3, 4]);
    assert_eq!(batches[0].column(1).as_primitive::<UInt64Type>().values()[3], 2);
}

#[test]
fn a_source_that_fails_is_named() {
    let missing = PgnSource::opened_later(|| {
        Err::<io::Empty, _>(io::Error::new(io::ErrorKind::NotFound, "no such file"))
    });
    let sources = [PgnSource::of_bytes(DAMAGED), missing.with_name("missing.pgn")];
    let settings = ReadSettings::default();
    let each = |_| ControlFlow::<()>::Continue(());
    let error = read_batches(sources, &TableSpec::games(), &settings, each).expect_err("no file");
    assert!(matches!(error, BatchError::Source { .. }));
    assert_eq!(error.to_string(), "missing.pgn: no such file");
}

#[test]
fn breaking_ends_the_reading_of_an_endless_source() {
    /// The same game again and again.
    struct Endless;
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let game = b"[Event \"again\"]\n\n1. e4 e5 *\n\n";
            let count = game.len().min(buffer.len());
            buffer[..count].copy_from_slice(&game[..count]);
            Ok(count)
        }
    }
    for count in [1, 2] {
        let settings = threads(count);
        let mut batches =
            BatchReader::new([PgnSource::new(Endless)], &TableSpec::games(), settings);
        assert_eq!(batches.schema(), TableSpec::games().schema());
        assert_eq!(batches.next().expect("endless").expect("games").num_rows(), 65_536);
        drop(batches);
        let flow =
            read_batches([PgnSource::new(Endless)], &TableSpec::positions(), &settings, |batch| {
                ControlFlow::Break(batch.num_rows())
            });
        assert!(matches!(flow, Ok(ControlFlow::Break(65_536))));
    }
}

#[test]
fn no_games_are_a_table_without_batches() {
    let mut batches =
        BatchReader::new([PgnSource::of_bytes("")], &TableSpec::games(), ReadSettings::default());
    assert!(batches.next().is_none());
    assert!(BatchReader::new([], &TableSpec::games(), ReadSettings::default()).next().is_none());
}
