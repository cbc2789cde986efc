//! Tables of games and positions: schema, rows, reading, files.

#[cfg(feature = "parquet")]
mod parquet;
mod positions;
mod reading;
mod rows;
mod schema;
mod support;
