//! Stand-in for Parquet output in builds without the feature `parquet`.

use std::convert::Infallible;

use anyhow::bail;

/// Refuses to write Parquet files.
///
/// # Errors
///
/// Always returns an error, because this build does not support Parquet.
pub fn refuse() -> anyhow::Result<Infallible> {
    bail!(
        "this build of reynard cannot write Parquet files: they take twice the crates; \
         `cargo install --path crates/reynard-cli --features parquet` makes one that can"
    )
}
