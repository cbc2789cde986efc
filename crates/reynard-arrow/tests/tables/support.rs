//! Games to test with, and tables of them.

use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_select::concat::concat_batches;
use reynard_arrow::{PgnSource, ReadSettings, TableSpec, read_batches};

/// The samples of the documentation: famous, annotated, damaged.
pub(crate) fn samples() -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/samples");
    let names = ["famous.pgn", "immortal.pgn", "openings.pgn", "damaged.pgn", "tournament.pgn"];
    let mut text = Vec::new();
    for name in names {
        text.extend(fs::read(folder.join(name)).expect(name));
        text.extend(b"\n\n");
    }
    text
}

/// Settings with some threads.
pub(crate) fn threads(threads: usize) -> ReadSettings {
    ReadSettings {
        threads: NonZeroUsize::new(threads).expect("a thread"),
        ..ReadSettings::default()
    }
}

/// All rows of a table in one batch.
pub(crate) fn table(pgn: &[u8], spec: &TableSpec) -> RecordBatch {
    table_with(pgn, spec, &ReadSettings::default())
}

/// All rows of a table in one batch, read with settings.
pub(crate) fn table_with(pgn: &[u8], spec: &TableSpec, settings: &ReadSettings) -> RecordBatch {
    let mut batches = Vec::new();
    let flow = read_batches([PgnSource::of_bytes(pgn)], spec, settings, |batch| {
        batches.push(batch);
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.expect("bytes in memory").is_continue());
    concat_batches(&spec.schema(), &batches).expect("batches of one table")
}
