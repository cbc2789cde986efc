//! Parquet files: read back, equal bytes, failures.

use std::io::{self, Write};

use crate::support::{samples, table, threads};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, RecordBatch};
use arrow_select::concat::concat_batches;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::basic::{Compression, Encoding};
use reynard_arrow::{
    BatchError, GameColumn, GameTable, MoveFormat, ParquetSummary, ParquetWriter, PgnSource,
    PositionColumn, PositionTable, ReadSettings, RowCollector, TableSpec, ZstdLevel, write_parquet,
};
use reynard_testkit::data;

fn file(pgn: &[u8], spec: &TableSpec, settings: &ReadSettings) -> (Vec<u8>, ParquetSummary) {
    let mut file = Vec::new();
    let sources = [PgnSource::of_bytes(pgn)];
    let summary = write_parquet(sources, spec, settings, ZstdLevel::default(), &mut file);
    (file, summary.expect("bytes in memory"))
}

/// The table in a file.
fn read(file: Vec<u8>) -> RecordBatch {
    let reader = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(file));
    let reader = reader.expect("a Parquet file");
    let schema = reader.schema().clone();
    let batches: Result<Vec<RecordBatch>, _> = reader.build().expect("a Parquet file").collect();
    concat_batches(&schema, &batches.expect("a Parquet file")).expect("batches of one table")
}

#[test]
fn a_file_is_read_back_as_the_same_table() {
    let pgn = samples().repeat(20);
    let narrow = GameTable::default().with_columns([GameColumn::Moves, GameColumn::White]);
    let keys = PositionTable::default().with_columns([PositionColumn::Key]);
    for spec in [
        TableSpec::games(),
        TableSpec::positions(),
        TableSpec::Games(GameTable::default().with_moves(MoveFormat::San)),
        TableSpec::Games(narrow),
        TableSpec::Positions(keys),
    ] {
        let (bytes, summary) = file(&pgn, &spec, &ReadSettings::default());
        assert_eq!(summary.bytes, bytes.len() as u64);
        let (found, expected) = (read(bytes), table(&pgn, &spec));
        assert_eq!(summary.totals.rows, expected.num_rows() as u64);
        assert_eq!(found.schema(), spec.schema());
        assert!(found == expected, "{spec:?}");
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let copies = usize::try_from(250 * data::effort()).expect("it fits");
    let pgn = samples().repeat(copies);
    for spec in [TableSpec::games(), TableSpec::positions()] {
        let (one, _) = file(&pgn, &spec, &threads(1));
        for count in [2, 4] {
            assert!(file(&pgn, &spec, &threads(count)).0 == one, "{count} threads");
        }
    }
}

#[test]
fn the_metadata_names_the_schema_and_the_writer() {
    let (bytes, _) = file(b"1. e4 *", &TableSpec::positions(), &ReadSettings::default());
    let bytes = bytes::Bytes::from(bytes);
    let metadata =
        ArrowReaderMetadata::load(&bytes, ArrowReaderOptions::default()).expect("a Parquet file");
    let metadata = metadata.metadata().file_metadata();
    let values = metadata.key_value_metadata().expect("metadata");
    let schema = values.iter().find(|it| it.key == "reynard.schema").expect("the version");
    assert_eq!(schema.value.as_deref(), Some("1"));
    let writer = concat!("reynard-arrow ", env!("CARGO_PKG_VERSION"));
    assert_eq!(metadata.created_by(), Some(writer));
}

#[test]
fn keys_and_positions_have_no_dictionaries_and_all_is_zstd() {
    let (bytes, _) = file(&samples(), &TableSpec::positions(), &ReadSettings::default());
    let bytes = bytes::Bytes::from(bytes);
    let metadata =
        ArrowReaderMetadata::load(&bytes, ArrowReaderOptions::default()).expect("a Parquet file");
    let group = metadata.metadata().row_group(0);
    for column in group.columns() {
        assert!(matches!(column.compression(), Compression::ZSTD(_)));
        let has_dictionary = column.dictionary_page_offset().is_some();
        let name = column.column_path().string();
        let plain = ["game", "key", "position"].contains(&&*name);
        assert_eq!(has_dictionary, !plain, "{name}");
        let delta = column.encodings().any(|it| it == Encoding::DELTA_BINARY_PACKED);
        assert_eq!(delta, name == "game", "{name}");
    }
}

#[test]
fn a_file_of_no_games_is_a_table_without_rows() {
    for spec in [TableSpec::games(), TableSpec::positions()] {
        let (bytes, summary) = file(b"", &spec, &ReadSettings::default());
        assert_eq!(summary.totals.rows, 0);
        assert_eq!(read(bytes).num_rows(), 0);
    }
}

#[test]
fn lists_are_null_empty_or_have_nulls_in_a_file_as_in_the_table() {
    let pgn =
        b"1. e4 { [%clk 0:01:00] } e5 2. Nf3 { [%clk 0:00:59] } *\n\n[White \"Tal\"]\n\n*\n\n\
        1. d4 { [%eval 0.2] } *\n\n1. c4 *\n";
    let spec = TableSpec::games();
    let found = read(file(pgn, &spec, &ReadSettings::default()).0);
    let of = |column: GameColumn| {
        found.column_by_name(column.name()).expect("a column").as_list::<i32>().clone()
    };
    let (moves, clock) = (of(GameColumn::Moves), of(GameColumn::Clock));
    assert_eq!((moves.null_count(), moves.value_length(1)), (0, 0), "no moves");
    assert_eq!((clock.null_count(), clock.value_length(0)), (3, 3));
    let clock = clock.value(0);
    let clock: Vec<Option<u32>> = clock.as_primitive::<UInt32Type>().iter().collect();
    assert_eq!(clock, [Some(60_000), None, Some(59_000)]);
    assert!(found == table(pgn, &spec));
}

#[test]
fn rows_of_another_table_are_refused() {
    let mut writer =
        ParquetWriter::new(Vec::new(), &TableSpec::games(), ZstdLevel::default()).expect("memory");
    let error = writer.push(RowCollector::new(&TableSpec::positions())).expect_err("another table");
    assert!(matches!(error, BatchError::Arrow(_)), "{error:?}");
}

#[test]
fn a_full_disk_is_an_error_of_writing() {
    /// Takes some bytes and no more.
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.0.checked_sub(bytes.len()) {
                Some(left) => self.0 = left,
                None => return Err(io::ErrorKind::StorageFull.into()),
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (pgn, spec) = (samples(), TableSpec::games());
    let (whole, _) = file(&pgn, &spec, &ReadSettings::default());
    for room in [0, 10, whole.len() / 2, whole.len() - 1] {
        let sources = [PgnSource::of_bytes(&pgn[..])];
        let settings = ReadSettings::default();
        let written = write_parquet(sources, &spec, &settings, ZstdLevel::default(), Full(room));
        let error = written.expect_err("no room");
        assert!(matches!(error, BatchError::Write(_)), "{room}: {error:?}");
    }
}
