//! Folders of endgame tables, from an option or from the environment.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::bail;
use reynard_console::output::Output;
use reynard_syzygy::{TableFolders, Tablebase, TablebaseOptions};

/// Environment variables that name table folders. They are used if no option names folders. The
/// second variable is also used by other programs.
pub(crate) const VARIABLES: [&str; 2] = ["REYNARD_SYZYGY_PATH", "SYZYGY_PATH"];

/// Returns the given lists of folders. If there are none, returns the list from the environment.
pub(crate) fn lists(given: &[PathBuf]) -> Vec<OsString> {
    if given.is_empty() {
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        return VARIABLES.into_iter().find_map(set).into_iter().collect();
    }
    given.iter().map(|path| path.clone().into_os_string()).collect()
}

/// Opens the tables in lists of folders, and prints a note about each folder or table that cannot
/// be used.
///
/// # Errors
///
/// Returns an error if none of the folders can be listed.
pub(crate) fn open<L: AsRef<std::ffi::OsStr>>(
    lists: impl IntoIterator<Item = L>,
    options: TablebaseOptions,
    out: &mut Output,
) -> anyhow::Result<Tablebase> {
    let folders = TableFolders::open(lists, options);
    let notes: Vec<String> = folders.notes().collect();
    if folders.used == 0 && !notes.is_empty() {
        bail!("{}", notes.join("; "));
    }
    for note in notes {
        let word = out.paint_warning("note");
        out.note(format_args!("{word}: {note}"))?;
    }
    Ok(folders.tables)
}
