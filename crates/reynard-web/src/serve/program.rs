//! UCI engines that are programs on this machine.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use reynard_uci::{EngineId, MAX_LINE, Message, same_name};
use tokio::sync::mpsc::{self, Receiver, Sender, WeakSender};

use super::engine::{Engine, WAITING_ANSWERS, WAITING_LINES, pass_on};
use super::error::ServeError;
use super::process::Process;

/// A UCI engine for the page: a program and its arguments.
///
/// ```
/// use reynard_web::EngineProgram;
///
/// let engine: EngineProgram = "\"/opt/my engines/fox\" --threads 2".parse()?;
/// assert_eq!(engine.program.to_str(), Some("/opt/my engines/fox"));
/// assert_eq!(engine.arguments, ["--threads", "2"]);
/// # Ok::<(), reynard_web::InvalidEngineProgram>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineProgram {
    /// Path of the program, or a name to look up in `PATH`.
    pub program: PathBuf,
    /// Command-line arguments.
    pub arguments: Vec<String>,
}

/// The error returned for text that does not specify a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidEngineProgram {
    /// The text is empty.
    Empty,
    /// A quotation mark is not closed.
    UnclosedQuote,
}

impl fmt::Display for InvalidEngineProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "no engine is named",
            Self::UnclosedQuote => "a quotation mark has no counterpart",
        })
    }
}

impl std::error::Error for InvalidEngineProgram {}

impl FromStr for EngineProgram {
    type Err = InvalidEngineProgram;

    /// Splits a command line at spaces outside of quotation marks. If the whole text is the path of
    /// a file, that file is the program.
    fn from_str(text: &str) -> Result<Self, InvalidEngineProgram> {
        if Path::new(text).is_file() {
            return Ok(Self { program: text.into(), arguments: Vec::new() });
        }
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for letter in text.chars() {
            match (quote, letter) {
                (Some(open), _) if letter == open => quote = None,
                (None, '"' | '\'') => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (None, _) if letter.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(letter),
            }
        }
        if quote.is_some() {
            return Err(InvalidEngineProgram::UnclosedQuote);
        }
        words.extend(word);
        let mut words = words.into_iter().filter(|word| !word.is_empty());
        let program = words.next().ok_or(InvalidEngineProgram::Empty)?.into();
        Ok(Self { program, arguments: words.collect() })
    }
}

impl EngineProgram {
    /// Starts the program and returns the name that it reports.
    pub(super) fn introduce(&self, patience: Duration) -> Result<String, ServeError> {
        let failed = |reason: &str| Err(ServeError::at(&self.program, &reason));
        let mut engine = self.start(&[]).map_err(|error| ServeError::at(&self.program, &error))?;
        let (end, mut name) = (Instant::now() + patience, self.file_name());
        if engine.lines.try_send("uci".to_owned()).is_err() {
            return failed("it reads no commands");
        }
        loop {
            match engine.answers.try_recv() {
                Ok(line) => match Message::parse(&line).map(|read| read.value) {
                    Ok(Message::UciOk) => return Ok(name),
                    Ok(Message::Id(EngineId::Name(own))) => name = own.into_owned(),
                    _ => {}
                },
                Err(mpsc::error::TryRecvError::Disconnected) => {
                    return failed("it ends without an answer to `uci`: is it a UCI engine?");
                }
                Err(mpsc::error::TryRecvError::Empty) if Instant::now() >= end => {
                    return failed(&format!(
                        "it does not answer `uci` within {} s: is it a UCI engine?",
                        patience.as_secs_f32()
                    ));
                }
                Err(mpsc::error::TryRecvError::Empty) => thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    fn file_name(&self) -> String {
        let name = self.program.file_stem().unwrap_or(self.program.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// Starts the program, and sets its tablebase folders if it has an option for them.
    pub(super) fn start(&self, tables: &[PathBuf]) -> io::Result<Engine> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for the server, which ends its engines.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let process = Process::new(child)?;
        let (input, output) = pipes.ok_or_else(|| io::Error::other("the program has no pipes"))?;
        let (lines, received) = mpsc::channel::<String>(WAITING_LINES);
        let (sender, answers) = mpsc::channel(WAITING_ANSWERS);
        // Paths with the separator of this system in them cannot be named together.
        let tables = std::env::join_paths(tables).unwrap_or_default();
        let own = lines.downgrade();
        // The threads end with the pipes, and the pipes with the program.
        thread::Builder::new()
            .name("to an engine".to_owned())
            .spawn(move || write_lines(input, received))?;
        thread::Builder::new()
            .name("from an engine".to_owned())
            .spawn(move || read_lines(output, &sender, &own, &tables))?;
        Ok(Engine { lines, answers, _process: Some(process) })
    }
}

fn write_lines(mut input: ChildStdin, mut lines: Receiver<String>) {
    while let Some(line) = lines.blocking_recv() {
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            return;
        }
    }
    // It may have ended before.
    let _ = input.write_all(b"stop\nquit\n");
}

/// Forwards the lines of an engine until its output ends or a line is too long.
fn read_lines(
    output: ChildStdout,
    answers: &Sender<String>,
    own: &WeakSender<String>,
    tables: &OsString,
) {
    let mut output = BufReader::new(output);
    let mut has_tables = false;
    let mut line = Vec::new();
    loop {
        line.clear();
        let most = u64::try_from(MAX_LINE).unwrap_or(u64::MAX);
        let read = output.by_ref().take(most).read_until(b'\n', &mut line);
        if !read.is_ok_and(|length| length > 0) || line.last() != Some(&b'\n') {
            return;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end();
        let message = Message::parse(text).ok().map(|read| read.value);
        has_tables |= matches!(&message, Some(Message::Option(option)) if same_name(&option.name, "SyzygyPath"));
        if !pass_on(answers, text.to_owned()) {
            return;
        }
        if message == Some(Message::UciOk)
            && has_tables
            && let (Some(folders), Some(own)) =
                (tables.to_str().filter(|t| !t.is_empty()), own.upgrade())
        {
            // An engine that reads no commands gets no tables either.
            let _ = own.try_send(format!("setoption name SyzygyPath value {folders}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EngineProgram, InvalidEngineProgram};

    #[test]
    fn command_lines_are_split_at_blanks_outside_of_quotes() {
        let split = |text: &str| {
            text.parse().map(|engine: EngineProgram| {
                let program = engine.program.to_string_lossy().into_owned();
                [vec![program], engine.arguments].concat()
            })
        };
        assert_eq!(split("fox"), Ok(vec!["fox".into()]));
        assert_eq!(
            split(" fox  -a\t'b c' d\"e f\" "),
            Ok(["fox", "-a", "b c", "de f"].map(String::from).to_vec())
        );
        assert_eq!(split("  "), Err(InvalidEngineProgram::Empty));
        assert_eq!(split("''"), Err(InvalidEngineProgram::Empty));
        assert_eq!(split("fox 'b"), Err(InvalidEngineProgram::UnclosedQuote));
    }
}
