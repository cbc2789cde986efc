//! Programs from other projects that some tests run.
//!
//! A test requests a program by name. The program is available to the test only if the environment
//! variable [`VARIABLE`] is 1; otherwise the test prints one line and passes. If a program is not
//! installed, the test also prints one line and passes, unless the variable `CI` is `true`, in
//! which case it fails.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The environment variable that enables these programs in tests.
pub const VARIABLE: &str = "REYNARD_OUTSIDE";

/// Folder in which Debian installs games. It is not in root's `PATH`.
const GAMES: &str = "/usr/games";

/// Permission to run programs in tests, and the folders that are searched for them.
///
/// ```
/// use reynard_testkit::outside::{Absence, Outside};
///
/// let off = Outside { is_on: false, is_required: true, path: "/bin".into() };
/// assert_eq!(off.find("sh"), Err(Absence::SwitchedOff));
/// ```
#[derive(Clone, Debug)]
pub struct Outside {
    /// `true` if tests may run these programs.
    pub is_on: bool,
    /// `true` if a test fails when its program is not installed.
    pub is_required: bool,
    /// The folders to search, in the format of the `PATH` variable.
    pub path: OsString,
}

/// The reason why a test cannot run a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// [`VARIABLE`] is not 1.
    SwitchedOff,
    /// The program is not in `PATH` or `/usr/games`.
    NotInstalled,
}

impl fmt::Display for Absence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SwitchedOff => write!(f, "{VARIABLE} is not 1"),
            Self::NotInstalled => write!(f, "not installed in PATH or {GAMES}"),
        }
    }
}

impl Outside {
    /// Reads the environment.
    pub fn from_env() -> Self {
        let is = |name: &str, value: &str| env::var_os(name).is_some_and(|found| found == value);
        Self {
            is_on: is(VARIABLE, "1"),
            is_required: is("CI", "true"),
            path: env::var_os("PATH").unwrap_or_default(),
        }
    }

    /// Finds a program.
    ///
    /// # Errors
    ///
    /// The reason why the program cannot be run.
    pub fn find(&self, name: &str) -> Result<PathBuf, Absence> {
        if !self.is_on {
            return Err(Absence::SwitchedOff);
        }
        let name = format!("{name}{}", env::consts::EXE_SUFFIX);
        env::split_paths(&self.path)
            .chain([PathBuf::from(GAMES)])
            .map(|folder| folder.join(&name))
            .find(|path| path.is_file())
            .ok_or(Absence::NotInstalled)
    }

    /// Finds a program for a test. If the program is not available, prints one line and returns
    /// `None`, and the test passes.
    ///
    /// # Panics
    ///
    /// Panics if the program is required but not installed.
    pub fn require(&self, name: &str) -> Option<PathBuf> {
        match self.find(name) {
            Ok(path) => Some(path),
            Err(Absence::NotInstalled) if self.is_required => {
                panic!("{name}: {}, and CI is true", Absence::NotInstalled)
            }
            Err(absence) => {
                say(&format!("skipped: {name}: {absence}"));
                None
            }
        }
    }
}

/// Finds a program for a test that works with any version of the program. Calls
/// [`Outside::require`] with the settings from the environment.
///
/// # Panics
///
/// Panics if the program is not installed and the variable `CI` is `true`.
pub fn program(name: &str) -> Option<PathBuf> {
    Outside::from_env().require(name)
}

/// Finds a program as [`program`] does, then prints its version and the version for which the test
/// was written. Run with `arguments`, the program prints its version. The program's standard input
/// is empty.
///
/// # Panics
///
/// Panics if the program cannot be started, or if it is not installed and `CI` is `true`.
pub fn version(name: &str, arguments: &[&str], written_for: &str) -> Option<PathBuf> {
    let path = program(name)?;
    let output = Command::new(&path).args(arguments).stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    let found = printed.lines().find(|line| !line.trim().is_empty()).unwrap_or("no version");
    let matches = if printed.contains(written_for) { "is" } else { "is NOT" };
    say(&format!("{}: `{found}` {matches} {written_for}, the version tested", path.display()));
    Some(path)
}

#[expect(clippy::print_stdout, reason = "a test reports what it runs, and what it does not")]
fn say(line: &str) {
    println!("{line}");
}
