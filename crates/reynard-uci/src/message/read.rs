//! Parsing messages.

use alloc::borrow::Cow;

use reynard::UciMove;

use super::error::{MessageError, MessageErrorKind};
use super::{BestMove, EngineId, Info, Message, OptionSpec, RegistrationStatus};
use crate::note::{NoteKind, Notes, Parsed};
use crate::tokens::{Token, Tokens};

impl<'a> Message<'a> {
    /// Parses the first line of a string.
    ///
    /// Unknown tokens are skipped with a note, even before the message, as the protocol requires.
    /// Unknown tokens in an `info` line are kept in [`Info::unknown`].
    ///
    /// # Errors
    ///
    /// [`MessageError`] if the line is not a message of the protocol, or is incomplete.
    ///
    /// ```
    /// use reynard_uci::{Message, UciScore};
    ///
    /// let read = Message::parse("info depth 9 time 15 heat 40 score mate -3").unwrap();
    /// let Message::Info(info) = read.value else { unreachable!() };
    /// assert_eq!((info.depth, info.score), (Some(9), Some(UciScore::Mate(-3))));
    /// assert_eq!(info.unknown, ["heat", "40"]);
    /// ```
    pub fn parse(line: &'a str) -> Result<Parsed<Self>, MessageError> {
        let (mut tokens, first) = Tokens::of_line(line).map_err(MessageError::nothing)?;
        let mut notes = Notes::default();
        while let Some(token) = tokens.next() {
            if is_message(token.text) {
                return read_message(token, &mut tokens, notes);
            }
            notes.add(token, NoteKind::Unknown);
        }
        Err(MessageError::at(first, MessageErrorKind::UnknownMessage))
    }
}

fn is_message(token: &str) -> bool {
    matches!(
        token,
        "id" | "option"
            | "uciok"
            | "readyok"
            | "bestmove"
            | "info"
            | "copyprotection"
            | "registration"
    )
}

fn read_message<'a>(
    token: Token<'a>,
    tokens: &mut Tokens<'a>,
    mut notes: Notes,
) -> Result<Parsed<Message<'a>>, MessageError> {
    let message = match token.text {
        "uciok" => Message::UciOk,
        "readyok" => Message::ReadyOk,
        "id" => Message::Id(read_id(tokens, &mut notes)?),
        "bestmove" => Message::BestMove(read_best_move(tokens, &mut notes)?),
        "copyprotection" => Message::CopyProtection(read_status(tokens, &mut notes)?),
        "registration" => Message::Registration(read_status(tokens, &mut notes)?),
        "option" => return Ok(OptionSpec::read(tokens, notes)?.map(Message::Option)),
        _ => return Ok(Info::read(tokens, notes).map(Message::Info)),
    };
    while let Some(token) = tokens.next() {
        notes.add(token, NoteKind::Unknown);
    }
    Ok(notes.with(message))
}

fn read_id<'a>(tokens: &mut Tokens<'a>, notes: &mut Notes) -> Result<EngineId<'a>, MessageError> {
    while let Some(token) = tokens.next() {
        match token.text {
            "name" => return Ok(EngineId::Name(Cow::Borrowed(tokens.rest()))),
            "author" => return Ok(EngineId::Author(Cow::Borrowed(tokens.rest()))),
            _ => notes.add(token, NoteKind::Unknown),
        }
    }
    Err(MessageError::missing(tokens.offset(), "`name` or `author`"))
}

fn read_status(
    tokens: &mut Tokens<'_>,
    notes: &mut Notes,
) -> Result<RegistrationStatus, MessageError> {
    while let Some(token) = tokens.next() {
        match token.text {
            "checking" => return Ok(RegistrationStatus::Checking),
            "ok" => return Ok(RegistrationStatus::Ok),
            "error" => return Ok(RegistrationStatus::Error),
            _ => notes.add(token, NoteKind::Unknown),
        }
    }
    Err(MessageError::missing(tokens.offset(), "`checking`, `ok` or `error`"))
}

fn read_best_move(tokens: &mut Tokens<'_>, notes: &mut Notes) -> Result<BestMove, MessageError> {
    let Some(token) = tokens.next() else {
        return Err(MessageError::missing(tokens.offset(), "the best move"));
    };
    let not_a_move = || MessageError::at(token, MessageErrorKind::NotAMove);
    let best = Answer::read(token).ok_or_else(not_a_move)?.into_move();
    let mut ponder = None;
    while let Some(key) = tokens.next() {
        match (key.text, tokens.peek().and_then(Answer::read)) {
            ("ponder", Some(answer)) => {
                tokens.next();
                ponder = answer.into_move();
            }
            ("ponder", None) => notes.add(key, NoteKind::NoValue),
            _ => notes.add(key, NoteKind::Unknown),
        }
    }
    Ok(BestMove { best, ponder })
}

/// The answer to a search: a best move or `(none)`.
enum Answer {
    Move(UciMove),
    /// `(none)`, or a synonym.
    Nothing,
}

impl Answer {
    fn read(token: Token<'_>) -> Option<Self> {
        if matches!(token.text, "(none)" | "none" | "NULL" | "null") {
            return Some(Self::Nothing);
        }
        token.text.parse().ok().map(Self::Move)
    }

    fn into_move(self) -> Option<UciMove> {
        match self {
            Self::Move(mv) => Some(mv),
            Self::Nothing => None,
        }
    }
}
