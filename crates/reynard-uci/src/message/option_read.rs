//! Reading an option that an engine announces.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::error::{MessageError, MessageErrorKind};
use super::option::{OptionKind, OptionSpec};
use crate::number;
use crate::remark::{Read, RemarkKind, Remarks};
use crate::text::unless_empty;
use crate::words::{Word, Words};

impl<'a> OptionSpec<'a> {
    /// Reads what follows the word `option`.
    pub(super) fn read(
        words: &mut Words<'a>,
        remarks: Remarks,
    ) -> Result<Read<Self>, MessageError> {
        let mut reader = Reader {
            name: None,
            kind: None,
            default: None,
            min: None,
            max: None,
            choices: Vec::new(),
            remarks,
        };
        while let Some(word) = words.next() {
            reader.part(word, words);
        }
        let end = words.offset();
        let Some(name) = reader.name else {
            return Err(MessageError::missing(end, "the name of the option"));
        };
        let Some(kind) = reader.kind else {
            return Err(MessageError::missing(end, "the type of the option"));
        };
        let kind = reader.kind(kind)?;
        Ok(reader.remarks.with(Self { name: Cow::Borrowed(name), kind }))
    }
}

struct Reader<'a> {
    name: Option<&'a str>,
    kind: Option<Word<'a>>,
    default: Option<Word<'a>>,
    min: Option<Word<'a>>,
    max: Option<Word<'a>>,
    choices: Vec<Cow<'a, str>>,
    remarks: Remarks,
}

impl<'a> Reader<'a> {
    fn part(&mut self, key: Word<'a>, words: &mut Words<'a>) {
        match key.text {
            "name" => {
                let name = words.until(|word| word == "type");
                if name.is_empty() {
                    self.remarks.add(key, RemarkKind::NoValue);
                } else {
                    self.remarks.set(&mut self.name, key, name);
                }
            }
            "type" => self.value(key, words, |reader| &mut reader.kind),
            "default" => {
                // The default of a text is the rest of the line, whatever that is.
                let is_text = self.kind.is_some_and(|kind| kind.text == "string");
                let offset = words.peek().map_or(key.offset, |word| word.offset);
                let text = if is_text { words.rest() } else { words.until(is_keyword) };
                if text.is_empty() && !is_text {
                    self.remarks.add(key, RemarkKind::NoValue);
                } else {
                    self.remarks.set(&mut self.default, key, Word { text, offset });
                }
            }
            "min" => self.value(key, words, |reader| &mut reader.min),
            "max" => self.value(key, words, |reader| &mut reader.max),
            "var" => {
                let choice = words.until(is_keyword);
                if choice.is_empty() {
                    self.remarks.add(key, RemarkKind::NoValue);
                } else {
                    self.choices.push(Cow::Borrowed(unless_empty(choice)));
                }
            }
            _ => self.remarks.add(key, RemarkKind::Unknown),
        }
    }

    fn value(
        &mut self,
        key: Word<'a>,
        words: &mut Words<'a>,
        field: impl Fn(&mut Self) -> &mut Option<Word<'a>>,
    ) {
        match words.next() {
            Some(value) => {
                if field(self).replace(value).is_some() {
                    self.remarks.add(key, RemarkKind::Repeated);
                }
            }
            None => self.remarks.add(key, RemarkKind::NoValue),
        }
    }

    fn kind(&mut self, kind: Word<'a>) -> Result<OptionKind<'a>, MessageError> {
        let text = unless_empty(self.default.map_or("", |word| word.text));
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
            Some(word) if word.text.eq_ignore_ascii_case("true") => true,
            Some(word) if word.text.eq_ignore_ascii_case("false") => false,
            Some(word) => {
                self.remarks.add(word, RemarkKind::BadValue);
                false
            }
            None => false,
        }
    }

    fn limit(&mut self, word: Option<Word<'a>>, missing: i64) -> i64 {
        let Some(word) = word else { return missing };
        number::clamped(word, i64::MIN, i64::MAX, &mut self.remarks).unwrap_or_else(|| {
            self.remarks.add(word, RemarkKind::BadValue);
            missing
        })
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "name" | "type" | "default" | "min" | "max" | "var")
}
