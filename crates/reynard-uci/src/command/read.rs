//! Parsing commands.

use alloc::borrow::Cow;

use super::error::{CommandError, CommandErrorKind};
use super::{Command, Extension, Go, PositionCommand, Register};
use crate::note::{NoteKind, Notes, Parsed};
use crate::tokens::{Token, Tokens};

impl<'a> Command<'a> {
    /// Parses the first line of a string.
    ///
    /// Tokens are separated by any blanks. Unknown tokens are skipped with a note, even before the
    /// command, as the protocol requires. An [`Extension`] is recognized only at the beginning of
    /// the line.
    ///
    /// # Errors
    ///
    /// [`CommandError`] if the line contains no command, or contains a command that cannot be
    /// understood without guessing, such as a perft whose depth is not a number. If none of the
    /// limits in a `go` command can be parsed, that is not an error: the search gets one second,
    /// because a limit implies that an answer is expected.
    ///
    /// ```
    /// use reynard_uci::{Command, CommandErrorKind};
    ///
    /// assert_eq!(Command::parse("\t isready \r\n").unwrap().value, Command::IsReady);
    /// let error = Command::parse("go perft five").unwrap_err();
    /// assert_eq!(error.to_string(), "`five` (byte 9): not a number for `perft`");
    /// assert_eq!(Command::parse(" ").unwrap_err().kind, CommandErrorKind::Empty);
    /// ```
    pub fn parse(line: &'a str) -> Result<Parsed<Self>, CommandError> {
        let (mut tokens, first) = Tokens::of_line(line).map_err(CommandError::nothing)?;
        let mut notes = Notes::default();
        while let Some(token) = tokens.next() {
            if is_command(token.text) {
                return read_command(token, &mut tokens, notes);
            }
            if token == first && is_extension(token.text) {
                return read_extension(token, &mut tokens, notes);
            }
            notes.add(token, NoteKind::Unknown);
        }
        Err(CommandError::at(first, CommandErrorKind::UnknownCommand))
    }
}

fn is_command(token: &str) -> bool {
    matches!(
        token,
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

fn is_extension(token: &str) -> bool {
    matches!(
        token,
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
    token: Token<'a>,
    tokens: &mut Tokens<'a>,
    notes: Notes,
) -> Result<Parsed<Command<'a>>, CommandError> {
    let simple = match token.text {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::UciNewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "debug" => return read_debug(tokens, notes),
        "setoption" => return read_option(tokens, notes),
        "register" => return read_register(tokens, notes),
        "position" => {
            return Ok(PositionCommand::read(tokens, notes)?.map(Command::Position));
        }
        _ => return Ok(Go::read(tokens, notes)?.map(Command::Go)),
    };
    Ok(nothing_more(simple, tokens, notes))
}

/// Adds a note on each token that follows a command without arguments.
fn nothing_more<'a>(
    command: Command<'a>,
    tokens: &mut Tokens<'_>,
    mut notes: Notes,
) -> Parsed<Command<'a>> {
    while let Some(token) = tokens.next() {
        notes.add(token, NoteKind::Unknown);
    }
    notes.with(command)
}

fn read_debug<'a>(
    tokens: &mut Tokens<'a>,
    mut notes: Notes,
) -> Result<Parsed<Command<'a>>, CommandError> {
    while let Some(token) = tokens.next() {
        match token.text {
            "on" => return Ok(nothing_more(Command::Debug { on: true }, tokens, notes)),
            "off" => return Ok(nothing_more(Command::Debug { on: false }, tokens, notes)),
            _ => notes.add(token, NoteKind::Unknown),
        }
    }
    Err(CommandError::missing(tokens.offset(), "`on` or `off`"))
}

fn read_option<'a>(
    tokens: &mut Tokens<'a>,
    mut notes: Notes,
) -> Result<Parsed<Command<'a>>, CommandError> {
    loop {
        let Some(token) = tokens.next() else {
            return Err(CommandError::missing(tokens.offset(), "`name`"));
        };
        if token.text == "name" {
            break;
        }
        notes.add(token, NoteKind::Unknown);
    }
    let name = tokens.until(|token| token == "value");
    if name.is_empty() {
        return Err(CommandError::missing(tokens.offset(), "the name of the option"));
    }
    let value = tokens.next().map(|_| Cow::Borrowed(tokens.rest()));
    Ok(notes.with(Command::SetOption { name: Cow::Borrowed(name), value }))
}

fn read_register<'a>(
    tokens: &mut Tokens<'a>,
    mut notes: Notes,
) -> Result<Parsed<Command<'a>>, CommandError> {
    let ends = |token: &str| matches!(token, "later" | "name" | "code");
    let (mut name, mut code) = (None, None);
    while let Some(token) = tokens.next() {
        match token.text {
            "later" => {
                return Ok(nothing_more(Command::Register(Register::Later), tokens, notes));
            }
            "name" | "code" => {
                let text = tokens.until(ends);
                if text.is_empty() {
                    notes.add(token, NoteKind::NoValue);
                    continue;
                }
                let field = if token.text == "name" { &mut name } else { &mut code };
                notes.set(field, token, Cow::Borrowed(text));
            }
            _ => notes.add(token, NoteKind::Unknown),
        }
    }
    if name.is_none() && code.is_none() {
        return Err(CommandError::missing(tokens.offset(), "`later`, `name` or `code`"));
    }
    Ok(notes.with(Command::Register(Register::As { name, code })))
}

fn read_extension<'a>(
    token: Token<'a>,
    tokens: &mut Tokens<'a>,
    notes: Notes,
) -> Result<Parsed<Command<'a>>, CommandError> {
    let extension = match token.text {
        "d" | "board" => Extension::Board,
        "eval" | "evaluate" => Extension::Eval,
        "fen" => Extension::Fen,
        "pgn" => Extension::Pgn,
        "flip" => Extension::Flip,
        "bench" => Extension::Bench { arguments: Cow::Borrowed(tokens.rest()) },
        "help" => Extension::Help,
        "compiler" => Extension::Compiler,
        "license" => Extension::License,
        _ => {
            let Some(token) = tokens.next() else {
                return Err(CommandError::missing(tokens.offset(), "a move"));
            };
            let not_a_move = CommandErrorKind::NotAMove { number: 1 };
            Extension::See(token.text.parse().map_err(|_| CommandError::at(token, not_a_move))?)
        }
    };
    Ok(nothing_more(Command::Extension(extension), tokens, notes))
}
