//! Buffered standard output with or without colors, and the exit status of a command.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use reynard_base::{printable, without_error_numbers};
use serde::Serialize;

/// The result of a command that was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No diagnostics: exit code 0.
    Fine,
    /// Diagnostics about the input: exit code 1.
    Diagnostics,
}

impl Status {
    /// Returns `Fine` if the condition holds.
    #[must_use]
    pub const fn fine_if(condition: bool) -> Self {
        if condition { Self::Fine } else { Self::Diagnostics }
    }

    /// Returns the worse of the two statuses.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Fine, Self::Fine) => Self::Fine,
            _ => Self::Diagnostics,
        }
    }
}

/// The setting `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorMode {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Also into files and pipes
    Always,
    /// Not at all
    Never,
}

/// Use of colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Colors and bold characters.
    Colors,
    /// Plain text.
    Plain,
}

/// Buffered standard output. The buffer is written by [`flush`](Self::flush).
pub struct Output {
    writer: BufWriter<Stream>,
    paint: Paint,
    paint_notes: Paint,
    status: Status,
}

/// The reaction when the reader of standard output closes it, as `head` does after its last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reader {
    /// The output is meant for the reader, so the command ends.
    Needed,
    /// The result also goes to a file, so the command continues.
    Optional,
}

impl Reader {
    /// Ignores the error for a closed pipe if the reader is optional. Any other error names standard
    /// output.
    fn settle_output(self, written: io::Result<()>) -> io::Result<()> {
        self.settle(written).map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => error,
            kind => io::Error::new(kind, format!("cannot write to standard output: {error}")),
        })
    }

    /// Ignores the error for a closed pipe if the reader is optional.
    fn settle(self, written: io::Result<()>) -> io::Result<()> {
        match written {
            Err(error) if self == Self::Optional && error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }
}

/// Standard output, together with the role of its reader.
struct Stream {
    stdout: StdoutLock<'static>,
    reader: Reader,
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stdout.write_all(bytes);
        self.reader.settle_output(written).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.stdout.flush();
        self.reader.settle_output(flushed)
    }
}

impl Output {
    /// Locks standard output for the lifetime of the process.
    pub fn stdout(color: ColorMode) -> Self {
        let stdout = io::stdout().lock();
        let paint = choose(color, stdout.is_terminal());
        let paint_notes = choose(color, io::stderr().is_terminal());
        let stream = Stream { stdout, reader: Reader::Needed };
        Self {
            writer: BufWriter::with_capacity(1 << 16, stream),
            paint,
            paint_notes,
            status: Status::Fine,
        }
    }

    /// Ignores a closed standard output from now on, because the result goes to a file.
    pub fn go_on_unread(&mut self) {
        self.writer.get_mut().reader = Reader::Optional;
    }

    /// Records the status so far. The recorded status becomes the exit code if the reader closes
    /// standard output before the command ends.
    pub const fn found(&mut self, status: Status) {
        self.status = self.status.and(status);
    }

    /// Returns the status recorded so far.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// Returns the use of colors on standard output.
    pub const fn paint(&self) -> Paint {
        self.paint
    }

    /// Returns the use of colors on standard error.
    pub const fn paint_notes(&self) -> Paint {
        self.paint_notes
    }

    /// Returns the width of the terminal in characters, or `None` if standard output is not a
    /// terminal.
    pub fn width(&self) -> Option<usize> {
        let (terminal_size::Width(width), _) =
            terminal_size::terminal_size_of(&self.writer.get_ref().stdout)?;
        Some(usize::from(width))
    }

    /// Returns `true` if standard output is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.writer.get_ref().stdout.is_terminal()
    }

    /// Returns `true` if standard output is a terminal with the locale `C` or `POSIX`, which cannot
    /// display figurines.
    pub fn is_ascii_terminal(&self) -> bool {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        self.writer.get_ref().stdout.is_terminal()
            && locale.is_some_and(|locale| locale == "C" || locale == "POSIX")
    }

    /// Writes an object as JSON on its own line.
    pub fn json(&mut self, object: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.writer, object)?;
        self.writer.write_all(b"\n")
    }

    /// Writes text that may contain foreign data. Control characters are escaped.
    pub fn text(&mut self, text: impl Display) -> io::Result<()> {
        self.writer.write_all(printable(&text.to_string()).as_bytes())
    }

    /// Writes a line to standard error, after the data written so far. Control characters from
    /// foreign data are escaped, and error numbers of the operating system are removed.
    pub fn note(&mut self, text: impl Display) -> io::Result<()> {
        self.writer.flush()?;
        let text = without_error_numbers(&text.to_string());
        let text = match self.paint_notes {
            Paint::Plain => printable(&text),
            Paint::Colors => Cow::Owned(printable_but_styles(&text)),
        };
        self.writer.get_ref().reader.settle(writeln!(io::stderr(), "{text}"))
    }

    /// Paints a word red if standard error has colors.
    pub fn paint_error(&self, word: &str) -> String {
        self.paint_note(AnsiColor::Red, word)
    }

    /// Paints a word yellow if standard error has colors.
    pub fn paint_warning(&self, word: &str) -> String {
        self.paint_note(AnsiColor::Yellow, word)
    }

    /// Paints a word of the output in the given color if standard output has colors.
    pub fn paint_data(&self, color: AnsiColor, word: &str) -> String {
        painted(self.paint, color, word)
    }

    fn paint_note(&self, color: AnsiColor, word: &str) -> String {
        painted(self.paint_notes, color, word)
    }
}

fn painted(paint: Paint, color: AnsiColor, word: &str) -> String {
    match paint {
        Paint::Colors => {
            let style = Style::new().bold().fg_color(Some(color.into()));
            format!("{style}{word}{style:#}")
        }
        Paint::Plain => word.to_owned(),
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Escapes control characters like [`printable`], but keeps the styles of [`painted`].
fn printable_but_styles(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        shown.push_str(&printable(&rest[..at]));
        rest = &rest[at..];
        let style = STYLES.into_iter().find(|style| rest.starts_with(style));
        let length = style.map_or(1, str::len);
        match style {
            Some(style) => shown.push_str(style),
            None => shown.push_str(&printable(&rest[..length])),
        }
        rest = &rest[length..];
    }
    shown.push_str(&printable(rest));
    shown
}

/// The escape sequences used by [`painted`]: bold, red, yellow, and the end of a style.
const STYLES: [&str; 4] = ["\u{1b}[1m", "\u{1b}[31m", "\u{1b}[33m", "\u{1b}[0m"];

/// Returns `true` if the terminal does not support escape sequences.
pub fn is_dumb_terminal() -> bool {
    std::env::var_os("TERM").is_some_and(|value| value == "dumb")
}

/// Decides whether colors are used. `NO_COLOR` has an effect if it is set to any non-empty value:
/// see
/// <https://no-color.org>.
fn choose(color: ColorMode, terminal: bool) -> Paint {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match color {
        ColorMode::Always => Paint::Colors,
        ColorMode::Auto if terminal && !set("NO_COLOR") && !is_dumb_terminal() => Paint::Colors,
        ColorMode::Auto | ColorMode::Never => Paint::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_line_ends_are_not() {
        assert_eq!(printable("a\tb\nc"), "a\tb\nc");
        assert_eq!(printable("\u{1b}[2JEvil\u{202e}\r"), "\\u{1b}[2JEvil\\u{202e}\\u{d}");
    }

    #[test]
    fn styles_of_our_own_stay() {
        let word = painted(Paint::Colors, AnsiColor::Red, "error");
        assert_eq!(printable_but_styles(&word), word);
        assert_eq!(printable_but_styles("\u{1b}[2J\u{1b}[31mx"), "\\u{1b}[2J\u{1b}[31mx");
    }
}
