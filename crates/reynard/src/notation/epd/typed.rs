//! Conversion of the words of an operation to its value.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use super::operation::{EpdOperand, EpdOperation};
use super::scan::{Scanner, Word, is_blank, joined};
use super::{EpdDiagnostic, EpdDiagnosticKind};
use crate::{InvalidSan, Move, Position, san::ParseSanError};

/// The names of the standard operations, and `acd`, which all programs support.
pub(super) const OPCODES: [&str; 45] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "c0",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    "c6",
    "c7",
    "c8",
    "c9",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "tcri",
    "tcsi",
    "v0",
    "v1",
    "v2",
    "v3",
    "v4",
    "v5",
    "v6",
    "v7",
    "v8",
    "v9",
];

/// The evaluation of a position in which a side is mated, and the largest absolute value of `ce`.
const MATE: i32 = 32_767;

/// An operation as unparsed words.
pub(super) struct Operands<'a> {
    pub(super) opcode: Word<'a>,
    pub(super) words: &'a [Word<'a>],
    pub(super) position: &'a Position,
}

/// Result of parsing operands: a value, or `None` if the tokens are kept instead.
type Read<T> = Result<Option<T>, EpdDiagnostic>;

impl Operands<'_> {
    /// Parses the operation. If the operands are unsuitable, it is kept as written.
    ///
    /// Moves that cannot be parsed are added to `unread` if there are other moves.
    pub(super) fn read(
        &self,
        scanner: &mut Scanner<'_>,
        unread: &mut Vec<EpdOperand>,
    ) -> Result<EpdOperation, EpdDiagnostic> {
        let read = match self.opcode.text {
            "am" => self.moves(scanner, unread)?.map(EpdOperation::AvoidMoves),
            "bm" => self.best(scanner, unread)?,
            "pv" => self.line(scanner, unread)?.map(EpdOperation::PredictedVariation),
            "pm" => self.single_move(scanner)?.map(EpdOperation::PredictedMove),
            "sm" => self.single_move(scanner)?.map(EpdOperation::SuppliedMove),
            "ce" => self.evaluation(scanner)?.map(EpdOperation::CentipawnEvaluation),
            "acd" => self.number(scanner, 0)?.map(EpdOperation::AnalysisDepth),
            "acn" => self.number(scanner, 0)?.map(EpdOperation::AnalysisNodes),
            "acs" => self.number(scanner, 0)?.map(EpdOperation::AnalysisSeconds),
            "dm" => self.number(scanner, 1)?.map(EpdOperation::DirectMate),
            "fmvn" => self.number(scanner, 1)?.map(EpdOperation::FullmoveNumber),
            "hmvc" => self.number(scanner, 0)?.map(EpdOperation::HalfmoveClock),
            "rc" => self.number(scanner, 1)?.map(EpdOperation::RepetitionCount),
            "tcgs" => self.number(scanner, 1)?.map(EpdOperation::GameSelector),
            "draw_accept" => self.nothing(scanner, EpdOperation::DrawAccept)?,
            "draw_claim" => self.nothing(scanner, EpdOperation::DrawClaim)?,
            "draw_offer" => self.nothing(scanner, EpdOperation::DrawOffer)?,
            "draw_reject" => self.nothing(scanner, EpdOperation::DrawReject)?,
            "resign" => self.nothing(scanner, EpdOperation::Resign)?,
            "noop" => Some(EpdOperation::Noop(self.as_written())),
            opcode => self.read_texts(opcode, scanner)?,
        };
        Ok(read.unwrap_or_else(|| self.other()))
    }

    /// Parses the operations whose operands are strings. Returns `None` for unknown names.
    fn read_texts(&self, opcode: &str, scanner: &mut Scanner<'_>) -> Read<EpdOperation> {
        Ok(match *opcode.as_bytes() {
            [b'c', rank @ b'0'..=b'9'] => self
                .text_or_none(scanner)?
                .map(|text| EpdOperation::Comment { rank: rank - b'0', text }),
            [b'v', rank @ b'0'..=b'9'] => self
                .text_or_none(scanner)?
                .map(|name| EpdOperation::VariationName { rank: rank - b'0', name }),
            _ => match opcode {
                "eco" => self.text_or_none(scanner)?.map(EpdOperation::Eco),
                "nic" => self.text_or_none(scanner)?.map(EpdOperation::Nic),
                "id" => match self.text_or_none(scanner)? {
                    Some(Some(name)) => Some(EpdOperation::Id(name)),
                    Some(None) => self.wrong_count(scanner)?,
                    None => None,
                },
                "tcri" => self
                    .two_texts(scanner)?
                    .map(|(address, name)| EpdOperation::Receiver { address, name }),
                "tcsi" => self
                    .two_texts(scanner)?
                    .map(|(address, name)| EpdOperation::Sender { address, name }),
                _ => None,
            },
        })
    }

    /// Converts an operation that has no valid name to a `noop` with its words as operands. The
    /// `noop` can be parsed again.
    pub(super) fn noop(&self) -> EpdOperation {
        let mut operands = self.as_written();
        operands.insert(0, self.opcode.to_operand());
        EpdOperation::Noop(operands)
    }

    fn as_written(&self) -> Vec<EpdOperand> {
        self.words.iter().map(|word| word.to_operand()).collect()
    }

    fn other(&self) -> EpdOperation {
        EpdOperation::Other { opcode: self.opcode.text.to_string(), operands: self.as_written() }
    }

    fn wrong_count<T>(&self, scanner: &mut Scanner<'_>) -> Read<T> {
        let kind = EpdDiagnosticKind::OperandCount(self.opcode.text.to_string());
        scanner.report(self.opcode.start, kind)?;
        Ok(None)
    }

    /// Returns the only operand.
    fn single(&self, scanner: &mut Scanner<'_>) -> Read<Word<'_>> {
        match *self.words {
            [word] => Ok(Some(word)),
            _ => self.wrong_count(scanner),
        }
    }

    fn nothing(&self, scanner: &mut Scanner<'_>, operation: EpdOperation) -> Read<EpdOperation> {
        if self.words.is_empty() { Ok(Some(operation)) } else { self.wrong_count(scanner) }
    }

    fn best(&self, scanner: &mut Scanner<'_>, unread: &mut Vec<EpdOperand>) -> Read<EpdOperation> {
        if let [word] = self.words
            && let Some(mate) = word.text.strip_prefix('#').and_then(|text| text.parse().ok())
        {
            return Ok(Some(EpdOperation::BestMate(mate)));
        }
        Ok(self.moves(scanner, unread)?.map(EpdOperation::BestMoves))
    }

    /// Parses moves that are all played from the position. Words that are not moves are added to
    /// `unread`.
    fn moves(&self, scanner: &mut Scanner<'_>, unread: &mut Vec<EpdOperand>) -> Read<Vec<Move>> {
        let mut moves = Vec::new();
        let words = self.words_of_moves(scanner)?;
        for word in &words {
            match read_move(self.position, *word, scanner)? {
                Some(mv) => moves.push(mv),
                None => unread.push(word.to_operand()),
            }
        }
        Ok(Some(moves).filter(|moves| !moves.is_empty() || words.is_empty()))
    }

    /// Parses a sequence of moves up to the first word that is not a move. The remaining words are
    /// added to `unread`.
    fn line(&self, scanner: &mut Scanner<'_>, unread: &mut Vec<EpdOperand>) -> Read<Vec<Move>> {
        let mut position = self.position.clone();
        let mut moves = Vec::new();
        let words = self.words_of_moves(scanner)?;
        for (index, word) in words.iter().enumerate() {
            let Some(mv) = read_move(&position, *word, scanner)? else {
                unread.extend(words[index..].iter().map(|word| word.to_operand()));
                break;
            };
            position.play_unchecked(mv);
            moves.push(mv);
        }
        Ok(Some(moves).filter(|moves| !moves.is_empty() || words.is_empty()))
    }

    /// Returns the words of a list of moves, without commas, marks or words between alternatives.
    fn words_of_moves(&self, scanner: &mut Scanner<'_>) -> Result<Vec<Word<'_>>, EpdDiagnostic> {
        let mut found = Vec::new();
        for &word in self.words {
            if word.is_quoted || !word.text.contains(',') {
                found.push(word);
                continue;
            }
            scanner.report(word.start, EpdDiagnosticKind::Spacing)?;
            let mut start = word.start;
            for text in word.text.split(',') {
                if !text.is_empty() {
                    found.push(Word { text, start, is_quoted: false });
                }
                start += text.len() + 1;
            }
        }
        let mut moves = Vec::new();
        for word in found {
            if is_between_moves(word) {
                let kind = EpdDiagnosticKind::LeftOut(word.text.to_string());
                scanner.report(word.start, kind)?;
            } else if !is_stray_mark(word, scanner)? {
                moves.push(word);
            }
        }
        Ok(moves)
    }

    fn single_move(&self, scanner: &mut Scanner<'_>) -> Read<Move> {
        match self.single(scanner)? {
            Some(word) => read_move(self.position, word, scanner),
            None => Ok(None),
        }
    }

    fn number<T>(&self, scanner: &mut Scanner<'_>, least: T) -> Read<T>
    where
        T: Copy + FromStr + PartialOrd,
    {
        let Some(word) = self.single(scanner)? else { return Ok(None) };
        let number = word.text.parse().ok().filter(|number| *number >= least);
        Self::checked(number, word, scanner)
    }

    fn evaluation(&self, scanner: &mut Scanner<'_>) -> Read<i32> {
        let Some(word) = self.single(scanner)? else { return Ok(None) };
        if let Some(value) = mate_score(word.text) {
            scanner.report(word.start, EpdDiagnosticKind::MateScore(word.text.to_string()))?;
            return Ok(Some(value));
        }
        let range = -MATE..MATE;
        let number = word.text.parse().ok().filter(|number| range.contains(number));
        Self::checked(number, word, scanner)
    }

    /// Returns a parsed number. Reports a word that is not a number, and a quoted number.
    fn checked<T>(number: Option<T>, word: Word<'_>, scanner: &mut Scanner<'_>) -> Read<T> {
        if number.is_none() {
            scanner.report(word.start, EpdDiagnosticKind::BadNumber(word.text.to_string()))?;
        } else if word.is_quoted {
            scanner.report(word.start, EpdDiagnosticKind::QuotedWord)?;
        }
        Ok(number)
    }

    /// Parses a string, or returns `Some(None)` if there are no operands.
    fn text_or_none(&self, scanner: &mut Scanner<'_>) -> Read<Option<String>> {
        match self.words {
            [] => Ok(Some(None)),
            [text] if text.is_quoted => Ok(Some(Some(text.value()))),
            words if words.iter().any(|word| word.is_quoted) => self.wrong_count(scanner),
            words => {
                scanner.report(words[0].start, EpdDiagnosticKind::UnquotedText)?;
                Ok(Some(Some(joined(words))))
            }
        }
    }

    fn two_texts(&self, scanner: &mut Scanner<'_>) -> Read<(String, String)> {
        let [first, second] = self.words else { return self.wrong_count(scanner) };
        for word in self.words.iter().filter(|word| !word.is_quoted) {
            scanner.report(word.start, EpdDiagnosticKind::UnquotedText)?;
        }
        Ok(Some((first.value(), second.value())))
    }
}

/// Returns `true` for a word between alternatives, such as `or` in `e4 or d4`, and for a numeric
/// annotation, such as `$1`.
fn is_between_moves(word: Word<'_>) -> bool {
    let is_nag = |digits: &str| !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    !word.is_quoted
        && (["or", "and", "/", "|", "&"].iter().any(|it| it.eq_ignore_ascii_case(word.text))
            || word.text.strip_prefix('$').is_some_and(is_nag))
}

/// Returns `true` if a token is a check mark that a blank separates from the preceding move.
fn is_stray_mark(word: Word<'_>, scanner: &mut Scanner<'_>) -> Result<bool, EpdDiagnostic> {
    let is_mark = word.text.bytes().all(|byte| b"+#!?".contains(&byte));
    if is_mark {
        scanner.report(word.start, EpdDiagnosticKind::Spacing)?;
    }
    Ok(is_mark)
}

fn read_move(position: &Position, word: Word<'_>, scanner: &mut Scanner<'_>) -> Read<Move> {
    if word.is_quoted {
        scanner.report(word.start, EpdDiagnosticKind::QuotedWord)?;
    }
    if let Ok(mv) = position.parse_san(word.text) {
        return Ok(Some(mv));
    }
    let text = word.text.to_string();
    // A string may contain what no word can, and would be parsed differently once written.
    let is_word = !word.text.contains(|c| is_blank(c) || c == ';');
    let read = if is_word {
        position.parse_san_lenient(word.text)
    } else {
        Err(InvalidSan::Syntax(ParseSanError))
    };
    match read {
        Ok(mv) => {
            scanner.report(word.start, EpdDiagnosticKind::NotSan(text))?;
            Ok(Some(mv))
        }
        Err(error) => {
            scanner.report(word.start, EpdDiagnosticKind::BadMove { text, error })?;
            Ok(None)
        }
    }
}

/// Returns the standard evaluation of a mate in N moves, written `+M3`, `-M2` or `#3`.
fn mate_score(text: &str) -> Option<i32> {
    let (loses, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = rest.strip_prefix(['M', 'm', '#'])?;
    let (loses, digits) = match digits.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (loses, digits),
    };
    let moves =
        digits.parse::<u16>().ok().map(i32::from).filter(|moves| (1..=300).contains(moves))?;
    Some(if loses { 2 * moves - MATE } else { MATE - (2 * moves - 1) })
}
