//! Reading a line that an engine was sent.

use alloc::borrow::Cow;

use super::error::{CommandError, CommandErrorKind};
use super::{Command, Extension, Go, PositionCommand, Register};
use crate::remark::{Read, RemarkKind, Remarks};
use crate::words::{Word, Words};

impl<'a> Command<'a> {
    /// Reads a line. If there are several, the first.
    ///
    /// Words are parted by any blanks. Unknown words are skipped with a remark, also before the
    /// command, as the protocol demands; [`Extension`]s count only at the beginning of the line.
    ///
    /// # Errors
    ///
    /// [`CommandError`] if the line has no command, or one that cannot be understood without
    /// guessing: a limit of a search that is no number, a position that is none.
    ///
    /// ```
    /// use reynard_uci::{Command, CommandErrorKind};
    ///
    /// assert_eq!(Command::parse("\t isready \r\n").unwrap().value, Command::IsReady);
    /// let error = Command::parse("go depth five").unwrap_err();
    /// assert_eq!(error.to_string(), "`five` (byte 9): not a number for `depth`");
    /// assert_eq!(Command::parse(" ").unwrap_err().kind, CommandErrorKind::Empty);
    /// ```
    pub fn parse(line: &'a str) -> Result<Read<Self>, CommandError> {
        let (mut words, first) = Words::of_line(line).map_err(CommandError::nothing)?;
        let mut remarks = Remarks::default();
        while let Some(word) = words.next() {
            if is_command(word.text) {
                return read_command(word, &mut words, remarks);
            }
            if word == first && is_extension(word.text) {
                return read_extension(word, &mut words, remarks);
            }
            remarks.add(word, RemarkKind::Unknown);
        }
        Err(CommandError::at(first, CommandErrorKind::UnknownCommand))
    }
}

fn is_command(word: &str) -> bool {
    matches!(
        word,
        "uci"
            | "debug"
            | "isready"
            | "setoption"
            | "register"
            | "ucinewgame"
            | "position"
            | "go"
            | "stop"
            | "ponderhit"
            | "quit"
    )
}

fn is_extension(word: &str) -> bool {
    matches!(
        word,
        "d" | "board"
            | "eval"
            | "evaluate"
            | "fen"
            | "pgn"
            | "flip"
            | "see"
            | "bench"
            | "help"
            | "compiler"
            | "license"
    )
}

fn read_command<'a>(
    word: Word<'a>,
    words: &mut Words<'a>,
    remarks: Remarks,
) -> Result<Read<Command<'a>>, CommandError> {
    let simple = match word.text {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::UciNewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "debug" => return read_debug(words, remarks),
        "setoption" => return read_option(words, remarks),
        "register" => return read_register(words, remarks),
        "position" => {
            return Ok(PositionCommand::read(words, remarks)?.map(Command::Position));
        }
        _ => return Ok(Go::read(words, remarks)?.map(Command::Go)),
    };
    Ok(nothing_more(simple, words, remarks))
}

/// Whatever follows a command that needs nothing is unknown.
fn nothing_more<'a>(
    command: Command<'a>,
    words: &mut Words<'_>,
    mut remarks: Remarks,
) -> Read<Command<'a>> {
    while let Some(word) = words.next() {
        remarks.add(word, RemarkKind::Unknown);
    }
    remarks.with(command)
}

fn read_debug<'a>(
    words: &mut Words<'a>,
    mut remarks: Remarks,
) -> Result<Read<Command<'a>>, CommandError> {
    while let Some(word) = words.next() {
        match word.text {
            "on" => return Ok(nothing_more(Command::Debug { on: true }, words, remarks)),
            "off" => return Ok(nothing_more(Command::Debug { on: false }, words, remarks)),
            _ => remarks.add(word, RemarkKind::Unknown),
        }
    }
    Err(CommandError::missing(words.offset(), "`on` or `off`"))
}

fn read_option<'a>(
    words: &mut Words<'a>,
    mut remarks: Remarks,
) -> Result<Read<Command<'a>>, CommandError> {
    loop {
        let Some(word) = words.next() else {
            return Err(CommandError::missing(words.offset(), "`name`"));
        };
        if word.text == "name" {
            break;
        }
        remarks.add(word, RemarkKind::Unknown);
    }
    let name = words.until(|word| word == "value");
    if name.is_empty() {
        return Err(CommandError::missing(words.offset(), "the name of the option"));
    }
    let value = words.next().map(|_| Cow::Borrowed(words.rest()));
    Ok(remarks.with(Command::SetOption { name: Cow::Borrowed(name), value }))
}

fn read_register<'a>(
    words: &mut Words<'a>,
    mut remarks: Remarks,
) -> Result<Read<Command<'a>>, CommandError> {
    let ends = |word: &str| matches!(word, "later" | "name" | "code");
    let (mut name, mut code) = (None, None);
    while let Some(word) = words.next() {
        match word.text {
            "later" => {
                return Ok(nothing_more(Command::Register(Register::Later), words, remarks));
            }
            "name" | "code" => {
                let text = words.until(ends);
                if text.is_empty() {
                    remarks.add(word, RemarkKind::NoValue);
                    continue;
                }
                let field = if word.text == "name" { &mut name } else { &mut code };
                remarks.set(field, word, Cow::Borrowed(text));
            }
            _ => remarks.add(word, RemarkKind::Unknown),
        }
    }
    if name.is_none() && code.is_none() {
        return Err(CommandError::missing(words.offset(), "`later`, `name` or `code`"));
    }
    Ok(remarks.with(Command::Register(Register::As { name, code })))
}

fn read_extension<'a>(
    word: Word<'a>,
    words: &mut Words<'a>,
    remarks: Remarks,
) -> Result<Read<Command<'a>>, CommandError> {
    let extension = match word.text {
        "d" | "board" => Extension::Board,
        "eval" | "evaluate" => Extension::Eval,
        "fen" => Extension::Fen,
        "pgn" => Extension::Pgn,
        "flip" => Extension::Flip,
        "bench" => Extension::Bench { arguments: Cow::Borrowed(words.rest()) },
        "help" => Extension::Help,
        "compiler" => Extension::Compiler,
        "license" => Extension::License,
        _ => {
            let Some(word) = words.next() else {
                return Err(CommandError::missing(words.offset(), "a move"));
            };
            let not_a_move = CommandErrorKind::NotAMove { number: 1 };
            Extension::See(word.text.parse().map_err(|_| CommandError::at(word, not_a_move))?)
        }
    };
    Ok(nothing_more(Command::Extension(extension), words, remarks))
}
