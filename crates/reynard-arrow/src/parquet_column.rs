//! Columns of Parquet files.
//!
//! Only the column types that occur in the tables are supported. The Arrow writer of the crate
//! `parquet` supports all types, but adds 2 MB to a binary.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Int16Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, ListArray};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_schema::DataType;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType as ParquetType, FixedLenByteArray,
    FixedLenByteArrayType, Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedColumnWriter;

/// Writes a column of a row group whose rows are in several parts. The bytes written do not depend
/// on where the rows were split.
pub(crate) fn write_column(
    column: &mut SerializedColumnWriter<'_>,
    parts: &[ArrayRef],
) -> Result<(), ParquetError> {
    let Some(first) = parts.first() else { return Ok(()) };
    let leaf = match first.data_type() {
        DataType::List(item) => item.data_type(),
        flat => flat,
    };
    match leaf {
        DataType::UInt64 => write::<Int64Type>(column, parts, |leaf| {
            numbers::<UInt64Type, _>(leaf, u64::cast_signed)
        }),
        DataType::UInt32 => write::<Int32Type>(column, parts, |leaf| {
            numbers::<UInt32Type, _>(leaf, u32::cast_signed)
        }),
        DataType::UInt16 => {
            write::<Int32Type>(column, parts, |leaf| numbers::<UInt16Type, _>(leaf, i32::from))
        }
        DataType::Int16 => {
            write::<Int32Type>(column, parts, |leaf| numbers::<Int16Type, _>(leaf, i32::from))
        }
        DataType::Boolean => write::<BoolType>(column, parts, flags),
        DataType::Utf8 => write::<ByteArrayType>(column, parts, texts),
        DataType::FixedSizeBinary(_) => write::<FixedLenByteArrayType>(column, parts, packed),
        other => Err(ParquetError::NYI(format!("a column of type {other}"))),
    }
}

/// A function that returns the value of a non-null row.
type Values<T> = Box<dyn Fn(usize) -> T>;

fn numbers<A: ArrowPrimitiveType, T: 'static>(
    leaf: &dyn Array,
    convert: fn(A::Native) -> T,
) -> Values<T> {
    let numbers = leaf.as_primitive::<A>().values().clone();
    Box::new(move |row| convert(numbers[row]))
}

fn flags(leaf: &dyn Array) -> Values<bool> {
    let flags = leaf.as_boolean().clone();
    Box::new(move |row| flags.value(row))
}

fn texts(leaf: &dyn Array) -> Values<ByteArray> {
    let texts = leaf.as_string::<i32>();
    let (bytes, offsets) = (ByteArray::from(texts.value_data().to_vec()), texts.offsets().clone());
    Box::new(move |row| {
        let start = offsets[row].as_usize();
        bytes.slice(start, offsets[row + 1].as_usize() - start)
    })
}

fn packed(leaf: &dyn Array) -> Values<FixedLenByteArray> {
    let packed = leaf.as_fixed_size_binary();
    let (bytes, length) = (ByteArray::from(packed.value_data().to_vec()), packed.value_length());
    let length = length.as_usize();
    Box::new(move |row| bytes.slice(row * length, length).into())
}

/// Values with their definition and repetition levels, which encode nulls and lists.
struct Batch<T> {
    values: Vec<T>,
    definitions: Vec<i16>,
    repetitions: Vec<i16>,
}

/// Approximate number of levels in a batch, chosen to stay in the caches.
const BATCH: usize = 1 << 14;

fn write<P: ParquetType>(
    column: &mut SerializedColumnWriter<'_>,
    parts: &[ArrayRef],
    values: impl Fn(&dyn Array) -> Values<P::T>,
) -> Result<(), ParquetError> {
    let writer = column.typed::<P>();
    let (max_definition, max_repetition) =
        (writer.get_descriptor().max_def_level(), writer.get_descriptor().max_rep_level());
    let mut batch = Batch { values: Vec::new(), definitions: Vec::new(), repetitions: Vec::new() };
    let mut flush = |batch: &mut Batch<P::T>| {
        let definitions = (max_definition > 0).then_some(&*batch.definitions);
        let repetitions = (max_repetition > 0).then_some(&*batch.repetitions);
        writer.write_batch(&batch.values, definitions, repetitions)?;
        batch.values.clear();
        batch.definitions.clear();
        batch.repetitions.clear();
        Ok::<(), ParquetError>(())
    };
    for part in parts {
        let lists = part.as_list_opt::<i32>();
        let leaf: &dyn Array = lists.map_or(part, ListArray::values).as_ref();
        let (value, nulls) = (values(leaf), leaf.nulls());
        for row in 0..part.len() {
            match lists.map(|lists| items(lists, row, max_definition)) {
                None => batch.push(row..row + 1, nulls, &value, max_definition),
                Some(Items::Some(range)) => batch.push(range, nulls, &value, max_definition),
                Some(Items::None(definition)) => batch.push_level(definition, 0),
            }
            if batch.definitions.len() >= BATCH {
                flush(&mut batch)?;
            }
        }
    }
    flush(&mut batch)
}

/// The items of a list: their range, or the level that marks an empty or null list.
enum Items {
    Some(Range<usize>),
    None(i16),
}

fn items(lists: &ListArray, row: usize, max_definition: i16) -> Items {
    if lists.is_null(row) {
        return Items::None(0);
    }
    let offsets = lists.value_offsets();
    let range = offsets[row].as_usize()..offsets[row + 1].as_usize();
    let nullable = matches!(lists.data_type(), DataType::List(item) if item.is_nullable());
    if range.is_empty() {
        Items::None(max_definition - 1 - i16::from(nullable))
    } else {
        Items::Some(range)
    }
}

impl<T> Batch<T> {
    /// Adds the values of a row.
    fn push(
        &mut self,
        range: Range<usize>,
        nulls: Option<&NullBuffer>,
        value: &Values<T>,
        present: i16,
    ) {
        for (number, item) in range.enumerate() {
            let repetition = i16::from(number > 0);
            if nulls.is_some_and(|nulls| nulls.is_null(item)) {
                self.push_level(present - 1, repetition);
            } else {
                self.push_level(present, repetition);
                self.values.push(value(item));
            }
        }
    }

    fn push_level(&mut self, definition: i16, repetition: i16) {
        self.definitions.push(definition);
        self.repetitions.push(repetition);
    }
}
