//! Running the binary.

use std::env;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use reynard_testkit::process;
use serde_json::Value;

use crate::BINARY;

/// The longest wait for an event that always comes, on a machine as slow as they are.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Standard output as one JSON object a line.
    pub(crate) fn objects(&self) -> Vec<Value> {
        let object =
            |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"));
        self.stdout.lines().map(object).collect()
    }

    /// The only object.
    pub(crate) fn object(&self) -> Value {
        let mut objects = self.objects();
        assert_eq!(objects.len(), 1, "{self:?}");
        objects.remove(0)
    }
}

/// The variables that a program needs to start, to find others and to make temporary files, and
/// those of tools that watch it. All others could change its output: colors, locale, columns, the
/// folders of tablebases.
const KEPT: [&str; 11] = [
    "PATH",
    "PATHEXT",
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "WINDIR",
    "TEMP",
    "TMP",
    "TMPDIR",
    "ASAN_OPTIONS",
    "LLVM_PROFILE_FILE",
    "TSAN_OPTIONS",
];

/// Returns a program without input and with an environment that is the same for every caller.
fn clean(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_clear().stdin(Stdio::null());
    command.envs(KEPT.iter().filter_map(|name| Some((name, env::var_os(name)?))));
    command
}

/// Returns the binary, with an environment that is the same for every caller.
pub(crate) fn command() -> Command {
    clean(BINARY)
}

/// Returns a shell that runs a script, in which `"$@"` is the binary with these arguments.
#[cfg(unix)]
pub(crate) fn shell(script: &str, args: &[&str]) -> Command {
    let mut command = clean("/bin/sh");
    command.args(["-c", script, "sh", BINARY]).args(args);
    command
}

/// Writes an executable script of the shell into a folder, and returns its path.
///
/// A shell writes it: a file that this process had open for writing could still be open in the
/// child of another test, between its start and its program, and could not be run by then.
#[cfg(unix)]
pub(crate) fn script(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name).to_str().expect("a plain path").to_owned();
    let write = "printf '#!/bin/sh\\n%s' \"$1\" >\"$2\" && chmod 755 \"$2\"";
    let status = clean("/bin/sh").args(["-c", write, "sh", text, &path]).status();
    assert!(status.expect("a shell").success(), "{path} cannot be written");
    path
}

/// Runs the binary with these arguments.
pub(crate) fn reynard(args: &[&str]) -> Run {
    reynard_with_input(args, b"")
}

/// Asserts that a command is refused with this part of a message, and that a file keeps its
/// content.
#[track_caller]
pub(crate) fn assert_refused(args: &[&str], part: &str, path: &str) {
    let before = fs::read(path).expect("the file");
    let run = reynard(args);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}: {run:?}");
    assert!(run.stderr.contains(part), "{args:?}: {}", run.stderr);
    assert!(fs::read(path).expect("the file") == before, "{args:?}: {path} has changed");
}

/// Runs the binary in a folder.
pub(crate) fn reynard_in(folder: &Path, args: &[&str]) -> Run {
    let mut command = command();
    command.current_dir(folder);
    run(command, args, b"")
}

/// Runs the binary on what is given as standard input.
pub(crate) fn reynard_with_input(args: &[&str], input: &[u8]) -> Run {
    run(command(), args, input)
}

/// Starts the binary with a pipe for its input and each of its outputs.
pub(crate) fn start(mut command: Command, args: &[&str]) -> Child {
    command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// Waits until something holds, which takes another process a moment.
pub(crate) fn wait_until(holds: impl Fn() -> bool, otherwise: &str) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < TIMEOUT, "{otherwise}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal to a process.
#[cfg(unix)]
pub(crate) fn send(signal: rustix::process::Signal, child: &Child) {
    let process = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(process, signal).expect("a running process");
}

/// A command that is to be killed in the middle of its work, with the folder that it writes to.
///
/// The moment is a share of the bytes that it writes, so that it does not depend on the speed of
/// the machine.
pub(crate) struct Victim<'a> {
    pub(crate) args: &'a [&'a str],
    pub(crate) folder: &'a Path,
}

impl Victim<'_> {
    fn start(&self) -> Child {
        let mut command = command();
        command.args(self.args).current_dir(self.folder);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary starts")
    }

    /// Counts the bytes written so far, as the system does for a process that has not ended, or by
    /// the size of the files.
    fn written(&self, child: &Child) -> u64 {
        let counts = process::written(std::process::id()).is_some();
        process::written(child.id()).unwrap_or_else(|| if counts { 0 } else { size(self.folder) })
    }

    /// Runs the command to its end, and returns the bytes that were written a moment before.
    pub(crate) fn whole(&self) -> u64 {
        let mut child = self.start();
        let before = self.written(&child);
        let mut written = 0;
        loop {
            written = self.written(&child).saturating_sub(before).max(written);
            if let Some(status) = child.try_wait().expect("a child of ours") {
                assert!(status.success(), "{:?}: {status}", self.args);
                return written.max(1);
            }
            thread::sleep(Duration::from_micros(50));
        }
    }

    /// Starts the command and kills it once it has written some bytes. Returns `false` if it ended
    /// by itself before that.
    pub(crate) fn kill_after(&self, bytes: u64) -> bool {
        let mut child = self.start();
        let before = self.written(&child);
        while self.written(&child).saturating_sub(before) < bytes {
            if child.try_wait().expect("a child of ours").is_some() {
                return false;
            }
            thread::sleep(Duration::from_micros(50));
        }
        child.kill().expect("a child of ours");
        child.wait().expect("a child of ours").code().is_none_or(|code| code != 0)
    }
}

/// Adds the sizes of the files in a folder, hidden ones included.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    entries.filter_map(|entry| entry.metadata().ok()).map(|file| file.len()).sum()
}

fn run(command: Command, args: &[&str], input: &[u8]) -> Run {
    let mut child = start(command, args);
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let output = thread::scope(|scope| {
        scope.spawn(move || {
            // A command that ends early closes the pipe; that is not what is tested here.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("the binary ends")
    });
    let text = |bytes| String::from_utf8(bytes).expect("the binary writes UTF-8");
    Run {
        code: output.status.code().expect("no signal ended it"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

#[test]
#[cfg(unix)]
fn programs_see_no_variable_of_the_caller() {
    assert!(env::var_os("CARGO_MANIFEST_DIR").is_some(), "Cargo sets some");
    let output = shell("export -p", &[]).output().expect("a shell");
    let text = String::from_utf8(output.stdout).expect("text");
    let names = text.lines().filter_map(|line| line.split('=').next()?.split(' ').next_back());
    // The shell adds some of its own.
    let own = ["PWD", "OLDPWD", "SHLVL", "_"];
    let others: Vec<&str> =
        names.filter(|name| !KEPT.contains(name) && !own.contains(name)).collect();
    assert!(text.contains("PATH") && others.is_empty(), "{others:?}: {text}");
}
