//! FENs given on the command line or on standard input, optionally followed by a move.

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::path::Path;

use reynard::{Move, Position};
use serde::Serialize;

use crate::lines::Lines;
use crate::output::{Output, Status};
use crate::place::Place;
use crate::rules::{Accepted, Diagnostic, Reading, START};
use crate::source;

/// The source of the FENs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenInput {
    /// The command-line argument.
    Argument(String),
    /// Standard input, with one FEN per line.
    Stdin,
}

/// The argument of a command that needs a position.
#[derive(Clone, Debug, clap::Args)]
pub struct Fen {
    /// FEN of a position or `startpos`, perhaps followed by moves (`startpos e4 e5`), or `-` to
    /// read one a line from standard input
    #[arg(value_name = "FEN", required = true, num_args = 1..)]
    fen: Vec<String>,
}

impl Fen {
    /// Returns the input selected by the arguments.
    pub fn input(&self) -> FenInput {
        FenInput::from_words(&self.fen)
    }
}

/// The argument of a command that has a position without being given one.
#[derive(Clone, Debug, clap::Args)]
pub struct FenOrStart {
    /// FEN of a position, perhaps followed by moves (`startpos e4 e5`), or `-` to read one a line
    /// from standard input; default: `startpos`, the start position
    #[arg(value_name = "FEN", num_args = 0..)]
    fen: Vec<String>,
}

impl FenOrStart {
    /// Returns the input selected by the arguments; by default, the start position.
    pub fn input(&self) -> FenInput {
        FenInput::from_words(&self.fen)
    }
}

/// The answer to a FEN that does not describe a valid position.
#[derive(Serialize)]
struct Refusal<'a> {
    input: &'a str,
    ok: bool,
    diagnostics: &'a [Diagnostic],
}

/// A FEN as given, together with its result: a position, or a value derived from a position.
pub struct Item<'a, T = Accepted> {
    /// The input, unchanged.
    pub input: &'a str,
    /// The position, or the reasons why it is invalid.
    pub read: Result<T, Vec<Diagnostic>>,
    /// The place of the FEN, unless it is an argument.
    place: Option<Place<'a>>,
}

impl FenInput {
    /// Parses the words given on the command line: `-`, a FEN in one or more words, [`START`], or
    /// no words, which stand for [`START`].
    pub fn from_words(words: &[String]) -> Self {
        match words {
            [dash] if dash == "-" => Self::Stdin,
            [] => Self::Argument(START.to_owned()),
            words => Self::Argument(words.join(" ")),
        }
    }

    /// Answers each FEN in turn, and flushes the answers whenever the input pauses.
    ///
    /// Returns [`Status::Diagnostics`] if any call to `answer` returned that status or a FEN was
    /// rejected.
    pub fn answer(
        &self,
        reading: Reading,
        out: &mut Output,
        answer: impl FnMut(&Item<'_>, &mut Output) -> anyhow::Result<Status>,
    ) -> anyhow::Result<Status> {
        self.answer_each(|text| reading.read(text), out, answer)
    }

    /// Answers FENs, each of which is followed by a move, like [`answer`](Self::answer).
    pub fn answer_with_move(
        &self,
        reading: Reading,
        out: &mut Output,
        answer: impl FnMut(&Item<'_, (Accepted, Move)>, &mut Output) -> anyhow::Result<Status>,
    ) -> anyhow::Result<Status> {
        self.answer_each(|text| reading.read_with_move(text), out, answer)
    }

    fn answer_each<T>(
        &self,
        read: impl Fn(&str) -> Result<T, Vec<Diagnostic>>,
        out: &mut Output,
        mut answer: impl FnMut(&Item<'_, T>, &mut Output) -> anyhow::Result<Status>,
    ) -> anyhow::Result<Status> {
        match self {
            Self::Argument(text) => {
                let item = Item { input: text, read: read(text), place: None };
                if item.read.is_err() {
                    out.found(Status::Diagnostics);
                }
                let status = answer(&item, out)?;
                Ok(if item.read.is_err() { Status::Diagnostics } else { status })
            }
            Self::Stdin => answer_stream(source::stdin(), None, |_| false, read, out, answer),
        }
    }
}

/// Answers each line of a file in turn, and flushes the answers whenever the stream pauses.
/// Messages name the file. Blank lines are skipped, and those that begin with `#`: they are the
/// comments of EPD files.
///
/// Returns [`Status::Diagnostics`] if any call to `answer` returned that status or a line was
/// rejected.
pub fn answer_lines<T>(
    input: impl Read,
    file: Option<&str>,
    read: impl Fn(&str) -> Result<T, Vec<Diagnostic>>,
    out: &mut Output,
    answer: impl FnMut(&Item<'_, T>, &mut Output) -> anyhow::Result<Status>,
) -> anyhow::Result<Status> {
    answer_stream(input, file, |line| line.trim().is_empty(), read, out, answer)
}

/// Answers each line of a stream that is not a comment and is not to be skipped.
fn answer_stream<T>(
    input: impl Read,
    file: Option<&str>,
    is_skipped: impl Fn(&str) -> bool,
    read: impl Fn(&str) -> Result<T, Vec<Diagnostic>>,
    out: &mut Output,
    mut answer: impl FnMut(&Item<'_, T>, &mut Output) -> anyhow::Result<Status>,
) -> anyhow::Result<Status> {
    let mut lines = Lines::new(input);
    let mut status = Status::Fine;
    while let Some(line) = lines.next(|| out.flush())? {
        if line.text.starts_with('#') || is_skipped(&line.text) {
            continue;
        }
        let read = if line.cut { Err(vec![Diagnostic::line_too_long()]) } else { read(&line.text) };
        let place = Some(Place { file, line: line.number });
        let item = Item { input: &line.text, read, place };
        if item.read.is_err() {
            out.found(Status::Diagnostics);
        }
        let answered = answer(&item, out)?;
        status = status.and(if item.read.is_err() { Status::Diagnostics } else { answered });
        out.found(status);
    }
    Ok(status)
}

/// Parses the FEN given in an option, or returns the start position if the option has no words.
/// Prints a note about each fault. Returns `None` if the FEN is invalid.
pub fn position_of_option(
    words: &[String],
    reading: Reading,
    out: &mut Output,
) -> io::Result<Option<Position>> {
    if words.is_empty() {
        return Ok(Some(Position::startpos()));
    }
    match reading.read(&words.join(" ")) {
        Ok(accepted) => {
            accepted.note(out)?;
            Ok(Some(accepted.position))
        }
        Err(diagnostics) => {
            note_each(&diagnostics, None, Output::paint_error, out)?;
            Ok(None)
        }
    }
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::Args)]
pub struct Format {
    /// Print one JSON object a line
    #[arg(long)]
    pub json: bool,
}

impl Format {
    /// Writes an answer as JSON or as lines of text. In text, control characters from foreign data
    /// are escaped.
    pub fn answer(self, answer: &(impl Display + Serialize), out: &mut Output) -> io::Result<()> {
        if self.json {
            return out.json(answer);
        }
        let text = answer.to_string();
        out.text(&text)?;
        if text.ends_with('\n') { Ok(()) } else { out.write_all(b"\n") }
    }
}

impl<T> Item<'_, T> {
    /// Reports the reasons why there is no position, either as an object among the answers or as
    /// notes.
    pub fn refuse(
        &self,
        diagnostics: &[Diagnostic],
        format: Format,
        out: &mut Output,
    ) -> io::Result<()> {
        if format.json {
            out.json(&Refusal { input: self.input, ok: false, diagnostics })
        } else {
            self.note(diagnostics, out)
        }
    }

    /// Prints diagnostics as text, one per line, with the place of the FEN if it has one.
    pub fn note(&self, diagnostics: &[Diagnostic], out: &mut Output) -> io::Result<()> {
        let paint = if self.read.is_err() { Output::paint_error } else { Output::paint_warning };
        note_each(diagnostics, self.place, paint, out)?;
        let file = self.input;
        if self.place.is_none() && self.read.is_err() && Path::new(file).is_file() {
            out.note(format_args!("{file} is a file: with `- < {file}` its lines are read"))?;
        }
        Ok(())
    }
}

impl Accepted {
    /// Prints a note about each fault of the FEN that was accepted.
    pub fn note(&self, out: &mut Output) -> io::Result<()> {
        note_each(&self.diagnostics, None, Output::paint_warning, out)
    }
}

fn note_each(
    diagnostics: &[Diagnostic],
    place: Option<Place<'_>>,
    paint: fn(&Output, &str) -> String,
    out: &mut Output,
) -> io::Result<()> {
    for Diagnostic { kind, message } in diagnostics {
        let kind = paint(out, kind);
        match place {
            Some(place) => out.note(format_args!("{place}: {kind}: {message}"))?,
            None => out.note(format_args!("{kind}: {message}"))?,
        }
    }
    Ok(())
}
