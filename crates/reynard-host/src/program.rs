//! Program lookup.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Debian's folder for games, which is not always in the `PATH`.
const DEBIAN_GAMES: &str = "/usr/games";

/// Finds a program. A name without a folder is looked up in the folders of `path`, which has the
/// format of the `PATH` variable, and then in Debian's folder for games.
///
/// ```
/// use std::path::Path;
/// use reynard_host::find_program;
///
/// assert_eq!(find_program(Path::new("no-such-engine"), "/bin:/usr/bin".as_ref()), None);
/// assert_eq!(find_program(Path::new("/no/such/engine"), "".as_ref()), None);
/// ```
pub fn find_program(command: &Path, path: &OsStr) -> Option<PathBuf> {
    if command.components().count() > 1 {
        return command.is_file().then(|| command.to_owned());
    }
    env::split_paths(path)
        .chain([PathBuf::from(DEBIAN_GAMES)])
        .flat_map(|folder| {
            // On Windows the name may have been given without `.exe`.
            let mut full = command.as_os_str().to_owned();
            full.push(env::consts::EXE_SUFFIX);
            [folder.join(command), folder.join(full)]
        })
        .find(|program| program.is_file())
}
