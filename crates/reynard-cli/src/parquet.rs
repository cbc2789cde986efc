//! Parquet files of games and positions, in builds with the feature `parquet`.

use std::num::NonZeroU16;

use clap::ValueEnum;

/// The options of `--to parquet`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TableArgs {
    /// Rows of parquet [default: games]
    #[arg(long, value_enum, value_name = "ROWS", hide_possible_values = false)]
    what: Option<Rows>,
    /// Keep every Nth position of a game, the first one included [default: 1]
    #[arg(long, value_name = "N", value_parser = every)]
    every: Option<NonZeroU16>,
}

/// The rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rows {
    /// A row for each game
    Games,
    /// A row for each position, with the move that was played there
    Positions,
}

/// Parses the value of `--every`.
fn every(text: &str) -> Result<NonZeroU16, &'static str> {
    text.parse().map_err(|_| "a number from 1 to 65535 is needed")
}

impl TableArgs {
    /// Returns the name of the first of these options that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let what = self.what.map(|_| "--what");
        what.or(self.every.map(|_| "--every"))
    }
}

#[cfg(not(feature = "parquet"))]
pub(crate) use reynard_console::parquet::refuse;

#[cfg(feature = "parquet")]
mod present {
    use std::io::Write;
    use std::mem::take;

    use anyhow::bail;
    use reynard_arrow::{
        GameTable, ParquetWriter, PositionTable, RowCollector, TableSpec, ZstdLevel,
    };

    use super::{Rows, TableArgs};
    use crate::commands::pgn::target::Target;

    impl TableArgs {
        /// Returns the specification of the table. It has the named columns, or all columns if none
        /// are named.
        pub(crate) fn spec<N: ToString>(&self, columns: &[N]) -> anyhow::Result<TableSpec> {
            let names: Vec<String> = columns.iter().map(ToString::to_string).collect();
            if self.what == Some(Rows::Positions) {
                let mut table = PositionTable::default();
                if let Some(nth) = self.every {
                    table = table.with_every(nth);
                }
                if !names.is_empty() {
                    let columns: Result<Vec<_>, _> = names.iter().map(|it| it.parse()).collect();
                    table = table.with_columns(columns?);
                }
                return Ok(TableSpec::Positions(table));
            }
            if self.every.is_some() {
                bail!("--every is for --what positions");
            }
            let mut table = GameTable::default();
            if !names.is_empty() {
                let columns: Result<Vec<_>, _> = names.iter().map(|it| it.parse()).collect();
                table = table.with_columns(columns?);
            }
            Ok(TableSpec::Games(table))
        }
    }

    /// A table that is being written to a file or to standard output.
    pub(crate) struct TableOutput<'a> {
        writer: ParquetWriter<Vec<u8>>,
        target: Target<'a>,
    }

    impl<'a> TableOutput<'a> {
        /// Creates a file.
        pub(crate) fn new(target: Target<'a>, spec: &TableSpec) -> anyhow::Result<Self> {
            let writer = ParquetWriter::new(Vec::new(), spec, ZstdLevel::default())?;
            Ok(Self { writer, target })
        }

        /// Returns the output, for printing notes.
        pub(crate) fn target(&mut self) -> &mut Target<'a> {
            &mut self.target
        }

        /// Adds rows.
        pub(crate) fn push(&mut self, rows: RowCollector) -> anyhow::Result<()> {
            self.writer.push(rows)?;
            Ok(self.target.write_all(&take(self.writer.output()))?)
        }

        /// Writes the end of the file, and returns the output, which must still be finished.
        pub(crate) fn finish(mut self) -> anyhow::Result<Target<'a>> {
            self.writer.finish()?;
            self.target.write_all(&take(self.writer.output()))?;
            Ok(self.target)
        }
    }
}

#[cfg(feature = "parquet")]
pub(crate) use present::TableOutput;
