//! Reading a line of an engine.

use alloc::borrow::Cow;

use reynard::UciMove;

use super::error::{MessageError, MessageErrorKind};
use super::{BestMove, Id, Info, Message, OptionSpec, Status};
use crate::remark::{Read, RemarkKind, Remarks};
use crate::words::{Word, Words};

impl<'a> Message<'a> {
    /// Reads a line of an engine. If there are several, the first.
    ///
    /// Unknown words are skipped with a remark, also before the message, as the protocol demands;
    /// those in an `info` line are kept in [`Info::unknown`].
    ///
    /// # Errors
    ///
    /// [`MessageError`] if the line is no message of the protocol, or an incomplete one.
    ///
    /// ```
    /// use reynard_uci::{Message, Score};
    ///
    /// let read = Message::parse("info depth 9 time 15 heat 40 score mate -3").unwrap();
    /// let Message::Info(info) = read.value else { unreachable!() };
    /// assert_eq!((info.depth, info.score), (Some(9), Some(Score::Mate(-3))));
    /// assert_eq!(info.unknown, ["heat", "40"]);
    /// ```
    pub fn parse(line: &'a str) -> Result<Read<Self>, MessageError> {
        let (mut words, first) = Words::of_line(line).map_err(MessageError::nothing)?;
        let mut remarks = Remarks::default();
        while let Some(word) = words.next() {
            if is_message(word.text) {
                return read_message(word, &mut words, remarks);
            }
            remarks.add(word, RemarkKind::Unknown);
        }
        Err(MessageError::at(first, MessageErrorKind::UnknownMessage))
    }
}

fn is_message(word: &str) -> bool {
    matches!(
        word,
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
    word: Word<'a>,
    words: &mut Words<'a>,
    mut remarks: Remarks,
) -> Result<Read<Message<'a>>, MessageError> {
    let message = match word.text {
        "uciok" => Message::UciOk,
        "readyok" => Message::ReadyOk,
        "id" => Message::Id(read_id(words, &mut remarks)?),
        "bestmove" => Message::BestMove(read_best_move(words, &mut remarks)?),
        "copyprotection" => Message::CopyProtection(read_status(words, &mut remarks)?),
        "registration" => Message::Registration(read_status(words, &mut remarks)?),
        "option" => return Ok(OptionSpec::read(words, remarks)?.map(Message::Option)),
        _ => return Ok(Info::read(words, remarks).map(Message::Info)),
    };
    while let Some(word) = words.next() {
        remarks.add(word, RemarkKind::Unknown);
    }
    Ok(remarks.with(message))
}

fn read_id<'a>(words: &mut Words<'a>, remarks: &mut Remarks) -> Result<Id<'a>, MessageError> {
    while let Some(word) = words.next() {
        match word.text {
            "name" => return Ok(Id::Name(Cow::Borrowed(words.rest()))),
            "author" => return Ok(Id::Author(Cow::Borrowed(words.rest()))),
            _ => remarks.add(word, RemarkKind::Unknown),
        }
    }
    Err(MessageError::missing(words.offset(), "`name` or `author`"))
}

fn read_status(words: &mut Words<'_>, remarks: &mut Remarks) -> Result<Status, MessageError> {
    while let Some(word) = words.next() {
        match word.text {
            "checking" => return Ok(Status::Checking),
            "ok" => return Ok(Status::Ok),
            "error" => return Ok(Status::Error),
            _ => remarks.add(word, RemarkKind::Unknown),
        }
    }
    Err(MessageError::missing(words.offset(), "`checking`, `ok` or `error`"))
}

fn read_best_move(words: &mut Words<'_>, remarks: &mut Remarks) -> Result<BestMove, MessageError> {
    let Some(word) = words.next() else {
        return Err(MessageError::missing(words.offset(), "the best move"));
    };
    let not_a_move = || MessageError::at(word, MessageErrorKind::NotAMove);
    let best = Answer::read(word).ok_or_else(not_a_move)?.into_move();
    let mut ponder = None;
    while let Some(key) = words.next() {
        match (key.text, words.peek().and_then(Answer::read)) {
            ("ponder", Some(answer)) => {
                words.next();
                ponder = answer.into_move();
            }
            ("ponder", None) => remarks.add(key, RemarkKind::NoValue),
            _ => remarks.add(key, RemarkKind::Unknown),
        }
    }
    Ok(BestMove { best, ponder })
}

/// What an engine says in the place of a move.
enum Answer {
    Move(UciMove),
    /// There is none.
    Nothing,
}

impl Answer {
    fn read(word: Word<'_>) -> Option<Self> {
        if matches!(word.text, "(none)" | "none" | "NULL" | "null") {
            return Some(Self::Nothing);
        }
        word.text.parse().ok().map(Self::Move)
    }

    fn into_move(self) -> Option<UciMove> {
        match self {
            Self::Move(m) => Some(m),
            Self::Nothing => None,
        }
    }
}
