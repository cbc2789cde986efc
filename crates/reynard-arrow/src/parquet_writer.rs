//! Parquet files.

use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use parquet::basic::{Compression, Encoding, ZstdLevel as ParquetLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;

use crate::parquet_column::write_column;
use crate::parquet_schema::parquet_schema;
use crate::parts::Parts;
use crate::read::read_source;
use crate::{
    BatchError, GameColumn, PgnSource, PositionColumn, ReadSettings, RowCollector, SCHEMA_KEY,
    SCHEMA_VERSION, TableSpec, TableTotals,
};

/// A writer that stores a table in a zstd-compressed Parquet file.
///
/// The file depends only on the games, the table and the level; it contains no time, host name or
/// number of threads. A row group has 131,072 games or 1,048,576 positions, or fewer if they take
/// up more than 256 MiB.
///
/// ```
/// use reynard_arrow::{ParquetWriter, RowCollector, TableSpec, ZstdLevel};
/// use reynard_pgn::Reader;
///
/// let spec = TableSpec::games();
/// let mut file = Vec::new();
/// let mut writer = ParquetWriter::new(&mut file, &spec, ZstdLevel::default())?;
/// let mut rows = RowCollector::new(&spec);
/// Reader::from_bytes(b"1. e4 e5 *").read_all(&mut rows)?;
/// writer.push(rows)?;
/// let summary = writer.finish()?;
/// drop(writer);
/// assert_eq!(summary.totals.rows, 1);
/// assert_eq!(summary.bytes, file.len() as u64);
/// assert!(file.starts_with(b"PAR1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ParquetWriter<W: Write + Send> {
    writer: SerializedFileWriter<Counted<W>>,
    /// The rows of the next row group.
    parts: Parts,
}

/// An output that counts its bytes.
struct Counted<W> {
    write: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.write.write(bytes)?;
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write.flush()
    }
}

/// Totals of a finished file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParquetSummary {
    /// The totals over all games and rows.
    pub totals: TableTotals,
    /// The size of the file in bytes.
    pub bytes: u64,
}

/// A zstd compression level from 1 to 22; 3 by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZstdLevel(ParquetLevel);

/// The error returned for a number that is not a zstd level. Holds the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidLevel(i32);

impl ZstdLevel {
    /// Creates the level with this number.
    ///
    /// # Errors
    ///
    /// [`InvalidLevel`] if the number is not from 1 to 22.
    ///
    /// ```
    /// use reynard_arrow::ZstdLevel;
    ///
    /// assert_eq!(ZstdLevel::new(3)?, ZstdLevel::default());
    /// assert!(ZstdLevel::new(23).is_err());
    /// # Ok::<(), reynard_arrow::InvalidLevel>(())
    /// ```
    pub fn new(level: i32) -> Result<Self, InvalidLevel> {
        ParquetLevel::try_new(level).map(Self).map_err(|_| InvalidLevel(level))
    }
}

impl Default for ZstdLevel {
    fn default() -> Self {
        Self::new(3).unwrap_or(Self(ParquetLevel::default()))
    }
}

impl fmt::Display for InvalidLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a level of zstd, which are 1 to 22", self.0)
    }
}

impl std::error::Error for InvalidLevel {}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// [`BatchError::Write`] if the output fails.
    pub fn new(write: W, spec: &TableSpec, level: ZstdLevel) -> Result<Self, BatchError> {
        let parts = Parts::new(spec, group_rows(spec));
        let schema = parquet_schema(parts.schema())?;
        let write = Counted { write, bytes: 0 };
        let writer = SerializedFileWriter::new(write, schema, Arc::new(properties(spec, level)))?;
        Ok(Self { writer, parts })
    }

    /// Adds rows, which must belong to the same table. Their games are numbered after the games
    /// added before.
    ///
    /// # Errors
    ///
    /// [`BatchError::Write`] if the output fails, [`BatchError::Arrow`] if the rows belong to a
    /// different table.
    pub fn push(&mut self, rows: RowCollector) -> Result<(), BatchError> {
        self.parts.push(rows, |parts| write_group(&mut self.writer, parts))
    }

    /// Returns the output. If the output collects bytes, the caller may take them out at any time.
    ///
    /// ```
    /// use reynard_arrow::{ParquetWriter, TableSpec, ZstdLevel};
    ///
    /// let spec = TableSpec::games();
    /// let mut writer = ParquetWriter::new(Vec::new(), &spec, ZstdLevel::default())?;
    /// let mut file = std::mem::take(writer.output());
    /// let summary = writer.finish()?;
    /// file.append(writer.output());
    /// assert_eq!(summary.bytes, file.len() as u64);
    /// # Ok::<(), reynard_arrow::BatchError>(())
    /// ```
    pub fn output(&mut self) -> &mut W {
        &mut self.writer.inner_mut().write
    }

    /// Writes the remaining rows and the end of the file. No rows can be added afterwards.
    ///
    /// # Errors
    ///
    /// [`BatchError::Write`] if the output fails, [`BatchError::Parquet`] if the file is already
    /// finished.
    pub fn finish(&mut self) -> Result<ParquetSummary, BatchError> {
        let rest = self.parts.take_rest();
        if !rest.is_empty() {
            write_group(&mut self.writer, &rest)?;
        }
        self.writer.finish()?;
        let bytes = self.writer.inner().bytes;
        Ok(ParquetSummary { totals: self.parts.totals(), bytes })
    }
}

/// Writes a row group whose rows are in several parts, column by column.
fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    parts: &[RecordBatch],
) -> Result<(), BatchError> {
    let mut group = writer.next_row_group()?;
    let mut number = 0;
    while let Some(mut column) = group.next_column()? {
        let arrays: Vec<ArrayRef> = parts.iter().map(|part| part.column(number).clone()).collect();
        write_column(&mut column, &arrays)?;
        column.close()?;
        number += 1;
    }
    group.close()?;
    Ok(())
}

/// Returns the number of rows in a row group.
const fn group_rows(spec: &TableSpec) -> NonZeroUsize {
    match spec {
        TableSpec::Games(_) => const { NonZeroUsize::new(1 << 17).expect("not 0") },
        TableSpec::Positions(_) => const { NonZeroUsize::new(1 << 20).expect("not 0") },
    }
}

impl<W: Write + Send> fmt::Debug for ParquetWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetWriter").field("parts", &self.parts).finish_non_exhaustive()
    }
}

/// Returns the encodings and the compression.
fn properties(spec: &TableSpec, level: ZstdLevel) -> WriterProperties {
    let version = KeyValue::new(SCHEMA_KEY.to_owned(), SCHEMA_VERSION.to_owned());
    let properties = WriterProperties::builder()
        .set_created_by(concat!("reynard-arrow ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::ZSTD(level.0))
        .set_key_value_metadata(Some(vec![version]));
    let column = |name: &str| ColumnPath::from(name);
    let (delta, plain) = (Encoding::DELTA_BINARY_PACKED, Encoding::PLAIN);
    match spec {
        TableSpec::Games(_) => {
            let mut properties = properties;
            for name in [GameColumn::Game, GameColumn::Offset].map(GameColumn::name) {
                properties = properties
                    .set_column_dictionary_enabled(column(name), false)
                    .set_column_encoding(column(name), delta);
            }
            properties.build()
        }
        TableSpec::Positions(_) => {
            let (game, key) = (PositionColumn::Game.name(), PositionColumn::Key.name());
            let position = PositionColumn::Position.name();
            properties
                .set_column_dictionary_enabled(column(game), false)
                .set_column_encoding(column(game), delta)
                .set_column_dictionary_enabled(column(key), false)
                .set_column_encoding(column(key), plain)
                .set_column_dictionary_enabled(column(position), false)
                .set_column_encoding(column(position), plain)
                .set_column_statistics_enabled(column(position), EnabledStatistics::None)
                .build()
        }
    }
}

/// Reads games and writes them to a Parquet file as a table.
///
/// # Errors
///
/// [`BatchError`] if a source cannot be read, if the file cannot be written, or at the first error
/// in a game if the policy is to stop there. In that case, the bytes already written do not form a
/// Parquet file.
///
/// ```
/// use reynard_arrow::{PgnSource, ReadSettings, TableSpec, ZstdLevel, write_parquet};
///
/// let source = PgnSource::of_bytes("1. e4 e5 *\n\n1. d4 Ke7 *");
/// let (spec, settings) = (TableSpec::games(), ReadSettings::default());
/// let mut file = Vec::new();
/// let summary = write_parquet([source], &spec, &settings, ZstdLevel::default(), &mut file)?;
/// assert_eq!((summary.totals.games, summary.totals.incomplete), (2, 1));
/// # Ok::<(), reynard_arrow::BatchError>(())
/// ```
pub fn write_parquet(
    sources: impl IntoIterator<Item = PgnSource>,
    spec: &TableSpec,
    settings: &ReadSettings,
    level: ZstdLevel,
    write: impl Write + Send,
) -> Result<ParquetSummary, BatchError> {
    let mut writer = ParquetWriter::new(write, spec, level)?;
    for source in sources {
        let _: ControlFlow<()> = read_source(source, spec, settings, |rows| {
            writer.push(rows)?;
            Ok(ControlFlow::Continue(()))
        })?;
    }
    writer.finish()
}
