//! Endgame table folders from an option or from the environment.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::bail;
use reynard_console::output::Output;
use reynard_syzygy::{TableFolders, Tablebase, TablebaseOptions};

/// Environment variables with the table folders, used if no option names folders. Other programs
/// use the second variable as well.
pub(crate) const VARIABLES: [&str; 2] = ["REYNARD_SYZYGY_PATH", "SYZYGY_PATH"];

/// Returns the given lists of folders, or otherwise the list from the environment.
pub(crate) fn lists(given: &[PathBuf]) -> Vec<OsString> {
    if given.is_empty() {
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        return VARIABLES.into_iter().find_map(set).into_iter().collect();
    }
    given.iter().map(|path| path.clone().into_os_string()).collect()
}

/// Opens the tables in lists of folders, and notes each unusable folder and table.
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
