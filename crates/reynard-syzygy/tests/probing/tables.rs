//! The tables that tests probe.

use std::path::{Path, PathBuf};

use reynard_syzygy::{PositionedFile, Tablebase, TablebaseOptions, verify};

/// The folder with all tables of three pieces, part of the repository.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables")
}

/// All tables of three pieces.
pub(crate) fn three_men() -> Tablebase {
    let mut tables = Tablebase::new();
    assert_eq!(tables.add_directory(folder()).expect("the folder is there"), 10);
    tables
}

/// All tables of three and four pieces and some of five, if there is wider test data.
pub(crate) fn wider() -> Option<Tablebase> {
    let folder = reynard_testkit::data::path("syzygy")?;
    // Files of this size stay on the disk, smaller ones are read as a whole.
    let options = TablebaseOptions { memory: 256 << 10, ..TablebaseOptions::default() };
    let mut tables = Tablebase::with_options(options);
    let added = tables.add_directory(folder).expect("the folder can be listed");
    assert!(added >= 70, "{added} tables only");
    Some(tables)
}

#[test]
fn all_tables_verify() {
    let mut folders = vec![folder()];
    folders.extend(reynard_testkit::data::path("syzygy"));
    for folder in folders {
        let mut tables = Tablebase::new();
        tables.add_directory(folder).expect("the folder can be listed");
        for table in tables.tables() {
            let file = PositionedFile::open(table.path.expect("it is a file")).expect("it opens");
            let verified = verify(table.name, &file, |_| {});
            verified.unwrap_or_else(|error| panic!("{error}"));
        }
    }
}
