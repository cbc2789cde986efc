//! Schemas of Parquet files.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};
use parquet::errors::ParquetError;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::TypePtr;

/// Returns the Parquet schema from which a reader reconstructs the given Arrow schema.
pub(crate) fn parquet_schema(schema: &Schema) -> Result<TypePtr, ParquetError> {
    let columns: Result<String, _> = schema.fields().iter().map(|field| column(field)).collect();
    parse_message_type(&format!("message arrow_schema {{ {} }}", columns?)).map(Arc::new)
}

/// Writes a column in the Parquet schema language.
fn column(field: &Field) -> Result<String, ParquetError> {
    let name = field.name();
    let repetition = if field.is_nullable() { "OPTIONAL" } else { "REQUIRED" };
    Ok(match field.data_type() {
        DataType::UInt64 => format!("{repetition} INT64 {name} (INTEGER(64, false));"),
        DataType::UInt32 => format!("{repetition} INT32 {name} (INTEGER(32, false));"),
        DataType::UInt16 => format!("{repetition} INT32 {name} (INTEGER(16, false));"),
        DataType::Int16 => format!("{repetition} INT32 {name} (INTEGER(16, true));"),
        DataType::Boolean => format!("{repetition} BOOLEAN {name};"),
        DataType::Utf8 => format!("{repetition} BYTE_ARRAY {name} (STRING);"),
        DataType::FixedSizeBinary(length) => {
            format!("{repetition} FIXED_LEN_BYTE_ARRAY ({length}) {name};")
        }
        DataType::List(item) => {
            let item = column(item)?;
            format!("{repetition} GROUP {name} (LIST) {{ REPEATED GROUP list {{ {item} }} }}")
        }
        other => return Err(ParquetError::NYI(format!("column {name} of type {other}"))),
    })
}
