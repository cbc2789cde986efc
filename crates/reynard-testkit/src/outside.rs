//! Programs of other projects that some tests run.
//!
//! A test asks for a program by name. It gets one only where the environment variable [`VARIABLE`]
//! is 1; otherwise it prints one line and passes. A program that is not installed is one line, too,
//! and a failure where the variable `CI` is `true`.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The environment variable that switches these tests on.
pub const VARIABLE: &str = "REYNARD_OUTSIDE";

/// Folder in which Debian installs games; it is missing from the `PATH` of root.
const GAMES: &str = "/usr/games";

/// Programs that the tests may run, and their places.
///
/// ```
/// use reynard_testkit::outside::{Absence, Outside};
///
/// let off = Outside { is_on: false, is_required: true, path: "/bin".into() };
/// assert_eq!(off.find("sh"), Err(Absence::SwitchedOff));
/// ```
#[derive(Clone, Debug)]
pub struct Outside {
    /// Tests may run programs.
    pub is_on: bool,
    /// A program that is not installed is a failure.
    pub is_required: bool,
    /// The folders that are searched, as in the variable `PATH`.
    pub path: OsString,
}

/// The reason why a test has no program to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// [`VARIABLE`] is not 1.
    SwitchedOff,
    /// There is no such program in `PATH` or `/usr/games`.
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
    /// The reason why there is none to run.
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

    /// Finds a program for a test, which passes with one printed line if there is none.
    ///
    /// # Panics
    ///
    /// Panics if the program is required and not installed.
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

/// Finds a program of which the tests can use any version, by [`Outside::require`] in this
/// environment.
///
/// # Panics
///
/// Panics if the program is not installed and the variable `CI` is `true`.
pub fn program(name: &str) -> Option<PathBuf> {
    Outside::from_env().require(name)
}

/// Finds a program as [`program`] does, and prints its version and the one that the test was
/// written for. `arguments` make the program print its version. Its input is empty.
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
