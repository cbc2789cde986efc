//! Parsing `option`.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::error::{MessageError, MessageErrorKind};
use super::option::{OptionKind, OptionSpec};
use crate::note::{NoteKind, Notes, Parsed};
use crate::number;
use crate::text::unless_empty;
use crate::tokens::{Token, Tokens};

impl<'a> OptionSpec<'a> {
    /// Parses the definition after the token `option`.
    pub(super) fn read(
        tokens: &mut Tokens<'a>,
        notes: Notes,
    ) -> Result<Parsed<Self>, MessageError> {
        let mut reader = Reader {
            name: None,
            kind: None,
            default: None,
            min: None,
            max: None,
            choices: Vec::new(),
            notes,
        };
        while let Some(token) = tokens.next() {
            reader.part(token, tokens);
        }
        let end = tokens.offset();
        let Some(name) = reader.name else {
            return Err(MessageError::missing(end, "the name of the option"));
        };
        let Some(kind) = reader.kind else {
            return Err(MessageError::missing(end, "the type of the option"));
        };
        let kind = reader.kind(kind)?;
        Ok(reader.notes.with(Self { name: Cow::Borrowed(name), kind }))
    }
}

struct Reader<'a> {
    name: Option<&'a str>,
    kind: Option<Token<'a>>,
    default: Option<Token<'a>>,
    min: Option<Token<'a>>,
    max: Option<Token<'a>>,
    choices: Vec<Cow<'a, str>>,
    notes: Notes,
}

impl<'a> Reader<'a> {
    fn part(&mut self, key: Token<'a>, tokens: &mut Tokens<'a>) {
        match key.text {
            "name" => {
                let name = tokens.until(|token| token == "type");
                if name.is_empty() {
                    self.notes.add(key, NoteKind::NoValue);
                } else {
                    self.notes.set(&mut self.name, key, name);
                }
            }
            "type" => self.value(key, tokens, |reader| &mut reader.kind),
            "default" => {
                // The default of a text is the rest of the line.
                let is_text = self.kind.is_some_and(|kind| kind.text == "string");
                let offset = tokens.peek().map_or(key.offset, |token| token.offset);
                let text = if is_text { tokens.rest() } else { tokens.until(is_keyword) };
                if text.is_empty() && !is_text {
                    self.notes.add(key, NoteKind::NoValue);
                } else {
                    self.notes.set(&mut self.default, key, Token { text, offset });
                }
            }
            "min" => self.value(key, tokens, |reader| &mut reader.min),
            "max" => self.value(key, tokens, |reader| &mut reader.max),
            "var" => {
                let choice = tokens.until(is_keyword);
                if choice.is_empty() {
                    self.notes.add(key, NoteKind::NoValue);
                } else {
                    self.choices.push(Cow::Borrowed(unless_empty(choice)));
                }
            }
            _ => self.notes.add(key, NoteKind::Unknown),
        }
    }

    fn value(
        &mut self,
        key: Token<'a>,
        tokens: &mut Tokens<'a>,
        field: impl Fn(&mut Self) -> &mut Option<Token<'a>>,
    ) {
        match tokens.next() {
            Some(value) => {
                if field(self).replace(value).is_some() {
                    self.notes.add(key, NoteKind::Repeated);
                }
            }
            None => self.notes.add(key, NoteKind::NoValue),
        }
    }

    fn kind(&mut self, kind: Token<'a>) -> Result<OptionKind<'a>, MessageError> {
        let text = unless_empty(self.default.map_or("", |token| token.text));
        Ok(match kind.text {
            "check" => OptionKind::Check { default: self.switch() },
            "spin" => {
                let min = self.limit(self.min, i64::MIN);
                let max = self.limit(self.max, i64::MAX);
                let default = self.limit(self.default, min.max(0).min(max));
                OptionKind::Spin { default, min, max }
            }
            "combo" => OptionKind::Combo {
                default: Cow::Borrowed(text),
                choices: Cow::Owned(core::mem::take(&mut self.choices)),
            },
            "button" => OptionKind::Button,
            "string" => OptionKind::String { default: Cow::Borrowed(text) },
            _ => return Err(MessageError::at(kind, MessageErrorKind::UnknownType)),
        })
    }

    fn switch(&mut self) -> bool {
        match self.default {
            Some(token) if token.text.eq_ignore_ascii_case("true") => true,
            Some(token) if token.text.eq_ignore_ascii_case("false") => false,
            Some(token) => {
                self.notes.add(token, NoteKind::BadValue);
                false
            }
            None => false,
        }
    }

    fn limit(&mut self, token: Option<Token<'a>>, missing: i64) -> i64 {
        let Some(token) = token else { return missing };
        number::clamped(token, i64::MIN, i64::MAX, &mut self.notes).unwrap_or_else(|| {
            self.notes.add(token, NoteKind::BadValue);
            missing
        })
    }
}

fn is_keyword(token: &str) -> bool {
    matches!(token, "name" | "type" | "default" | "min" | "max" | "var")
}
