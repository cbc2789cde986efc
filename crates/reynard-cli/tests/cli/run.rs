//! Running the binary.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

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

/// The binary, with nothing in its environment that would change what it prints.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reynard"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

/// Runs the binary with these arguments.
pub(crate) fn reynard(args: &[&str]) -> Run {
    reynard_with_input(args, b"")
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
        assert!(start.elapsed() < Duration::from_secs(120), "{otherwise}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal to a process, or to a group, whose number begins with `-`.
pub(crate) fn signal(name: &str, target: &str) {
    let kill = Command::new("kill").args([&format!("-{name}"), "--", target]).status();
    assert!(kill.expect("there is a program for signals").success());
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
