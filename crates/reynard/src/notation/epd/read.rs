//! Parsing of a single record: the position, then its operations.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use super::operation::EpdOperation;
use super::scan::{Scanner, Word, is_blank};
use super::typed::{OPCODES, Operands};
use super::{Epd, EpdDiagnostic, EpdDiagnosticKind, EpdMode, EpdOptions};
use crate::{
    CastlingNotation, FenError, Position, Setup, Square,
    fen::{FenErrorKind, FenField},
};

impl Epd {
    /// Parses one record, and returns diagnostics for everything that was tolerated. In strict mode
    /// there are none.
    ///
    /// # Errors
    ///
    /// [`EpdDiagnostic`] if the position cannot be understood or, in strict mode, for any mistake.
    pub fn read(
        line: &str,
        options: EpdOptions,
    ) -> Result<(Self, Vec<EpdDiagnostic>), EpdDiagnostic> {
        let mut scanner = Scanner::new(line.trim_end(), options.mode);
        if let Some(at) = line.trim_end().find(|c: char| c.is_control() && c != '\t') {
            scanner.report(at, EpdDiagnosticKind::NotText)?;
        }
        scanner.blanks(0)?;
        let mut setup = read_setup(&mut scanner, options.castling)?;
        let position = position_of(&scanner, &setup, options)?;
        report_faults(&mut scanner, &setup)?;
        let mut epd = Self { position, operations: Vec::new() };
        epd.read_operations(&mut scanner)?;
        let (clock, number) = (setup.halfmove_clock, setup.fullmove_number);
        for operation in &epd.operations {
            match *operation {
                EpdOperation::HalfmoveClock(clock) => setup.halfmove_clock = clock,
                EpdOperation::FullmoveNumber(number) => setup.fullmove_number = number,
                _ => {}
            }
        }
        if (clock, number) != (setup.halfmove_clock, setup.fullmove_number) {
            epd.position = position_of(&scanner, &setup, options)?;
        }
        epd.add_clocks();
        Ok((epd, scanner.diagnostics))
    }

    fn read_operations(&mut self, scanner: &mut Scanner<'_>) -> Result<(), EpdDiagnostic> {
        while !scanner.is_at_end() {
            if scanner.rest().trim_start_matches(is_blank).starts_with(';') {
                let blanks =
                    scanner.rest().len() - scanner.rest().trim_start_matches(is_blank).len();
                scanner.report(scanner.offset() + blanks, EpdDiagnosticKind::StraySemicolon)?;
                scanner.skip(blanks + 1);
                continue;
            }
            scanner.blanks(1)?;
            let opcode = scanner.operand()?;
            let operands = scanner.operands()?;
            self.read_operation(opcode, &operands, scanner)?;
        }
        Ok(())
    }

    /// Parses an operation. If a semicolon is missing, also parses the following operations, whose
    /// opcodes appear among the operands.
    fn read_operation(
        &mut self,
        opcode: Word<'_>,
        words: &[Word<'_>],
        scanner: &mut Scanner<'_>,
    ) -> Result<(), EpdDiagnostic> {
        let (mut opcode, mut words) = (opcode, words);
        loop {
            let end = self.end_of_operands(opcode, words, scanner.mode());
            let next = words.get(end);
            let is_named = is_opcode(opcode);
            if !is_named {
                scanner
                    .report(opcode.start, EpdDiagnosticKind::BadOpcode(opcode.text.to_string()))?;
            } else if self.operation(opcode.text).is_some() {
                let kind = EpdDiagnosticKind::DuplicateOpcode(opcode.text.to_string());
                scanner.report(opcode.start, kind)?;
            }
            let operands = Operands { opcode, words: &words[..end], position: &self.position };
            let diagnostics = scanner.diagnostics.len();
            let mut unread = Vec::new();
            let operation =
                if is_named { operands.read(scanner, &mut unread)? } else { operands.noop() };
            let is_unreadable = matches!(operation, EpdOperation::Other { .. })
                && scanner.diagnostics.len() > diagnostics;
            let noop = operands.noop();
            if is_unreadable {
                self.add(noop.clone(), noop);
            } else {
                self.add(operation, noop);
                if !unread.is_empty() {
                    unread.insert(0, opcode.to_operand());
                    let unread = EpdOperation::Noop(unread);
                    self.add(unread.clone(), unread);
                }
            }
            let Some(&next) = next else { return Ok(()) };
            scanner.report(next.start, EpdDiagnosticKind::MissingSemicolon)?;
            (opcode, words) = (next, &words[end + 1..]);
        }
    }

    /// Adds an operation so that the record remains strictly valid. A second operation with the
    /// same name is merged with the first one, or becomes operands of `noop`.
    fn add(&mut self, operation: EpdOperation, noop: EpdOperation) {
        let is_same = |known: &&mut EpdOperation| known.opcode() == operation.opcode();
        match (self.operations.iter_mut().find(is_same), operation) {
            (None, operation) => self.operations.push(operation),
            (Some(known), operation) if *known == operation => {}
            (Some(EpdOperation::BestMoves(known)), EpdOperation::BestMoves(moves))
            | (Some(EpdOperation::AvoidMoves(known)), EpdOperation::AvoidMoves(moves)) => {
                for mv in moves {
                    if !known.contains(&mv) {
                        known.push(mv);
                    }
                }
            }
            (Some(EpdOperation::Noop(known)), EpdOperation::Noop(operands)) => {
                known.extend(operands);
            }
            (Some(_), _) => self.add(noop.clone(), noop),
        }
    }

    /// Counts the tokens that are operands. A list of moves ends at the opcode of the next
    /// operation.
    fn end_of_operands(&self, opcode: Word<'_>, words: &[Word<'_>], mode: EpdMode) -> usize {
        let takes_moves = matches!(opcode.text, "am" | "bm" | "pm" | "pv" | "sm");
        // The name of a comment may also be a move. In a variation, it is ambiguous.
        let may_be_move = |word: &Word<'_>| {
            word.text.starts_with('c')
                && Square::from_str(word.text).is_ok()
                && (opcode.text == "pv" || self.position.parse_san_lenient(word.text).is_ok())
        };
        let ends = |word: &Word<'_>| OPCODES.contains(&word.text) && !may_be_move(word);
        match mode {
            EpdMode::Tolerant if takes_moves => words.iter().position(ends).unwrap_or(words.len()),
            _ => words.len(),
        }
    }
}

impl FromStr for Epd {
    type Err = EpdDiagnostic;

    /// Parses one record strictly: see [`Epd::read`].
    fn from_str(line: &str) -> Result<Self, EpdDiagnostic> {
        Self::read(line, EpdOptions::STRICT).map(|(epd, _)| epd)
    }
}

/// Parses the four fields, and any clocks that follow.
fn read_setup(
    scanner: &mut Scanner<'_>,
    castling: CastlingNotation,
) -> Result<Setup, EpdDiagnostic> {
    let mut fields = [Word { text: "", start: 0, is_quoted: false }; 4];
    for (index, field) in fields.iter_mut().enumerate() {
        if index > 0 && !scanner.is_at_end() {
            scanner.blanks(1)?;
        }
        *field = scanner.word();
    }
    // The clock in `-0 1`.
    let mut glued = None;
    let last = &mut fields[3];
    if last.text.len() > 1 && last.text.starts_with('-') && is_number(&last.text[1..]) {
        scanner.report(last.start + 1, EpdDiagnosticKind::GluedClock)?;
        glued = Some(Word { text: &last.text[1..], start: last.start + 1, is_quoted: false });
        last.text = &last.text[..1];
    }
    let mut setup = setup_of(scanner, &fields, castling)?;
    if let Some(clock) = glued.or_else(|| next_number(scanner)) {
        if glued.is_none() {
            scanner.report(clock.start, EpdDiagnosticKind::Clocks)?;
        }
        setup.halfmove_clock = clock_of(clock, scanner)?;
        if let Some(number) = next_number(scanner) {
            setup.fullmove_number = clock_of(number, scanner)?;
        }
    }
    Ok(setup)
}

fn clock_of<T: FromStr>(word: Word<'_>, scanner: &Scanner<'_>) -> Result<T, EpdDiagnostic> {
    let error =
        || scanner.diagnostic(word.start, EpdDiagnosticKind::BadNumber(word.text.to_string()));
    word.text.parse().map_err(|_| error())
}

/// Takes the next token if it is a number.
fn next_number<'a>(scanner: &mut Scanner<'a>) -> Option<Word<'a>> {
    let rest = scanner.rest();
    let body = rest.trim_start_matches(is_blank);
    let end = body.find(|c| is_blank(c) || c == ';').unwrap_or(body.len());
    if !is_number(&body[..end]) {
        return None;
    }
    scanner.skip(rest.len() - body.len());
    Some(scanner.word())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses the set-up described by four fields.
fn setup_of(
    scanner: &mut Scanner<'_>,
    fields: &[Word<'_>; 4],
    castling: CastlingNotation,
) -> Result<Setup, EpdDiagnostic> {
    let mut fen = String::new();
    for field in fields.iter().take_while(|field| !field.text.is_empty()) {
        if !fen.is_empty() {
            fen.push(' ');
        }
        fen.push_str(field.text);
    }
    let read = Setup::from_fen_lenient(&fen);
    let is_repaired = read.as_ref().is_ok_and(|read| !read.repairs.is_empty());
    let names = [FenField::Pieces, FenField::Turn, FenField::Castling, FenField::EnPassant];
    let missing = fields.iter().zip(names).find(|(field, _)| field.text.is_empty());
    if let Some((field, name)) = missing.filter(|_| !is_repaired) {
        let kind = EpdDiagnosticKind::Fen { field: name, kind: FenErrorKind::Missing };
        return Err(scanner.diagnostic(field.start, kind));
    }
    let mut read = read.map_err(|error| fen_error(scanner, fields, error))?;
    if castling == CastlingNotation::Standard {
        read = read.in_standard_chess();
    }
    for repair in read.repairs {
        scanner.report(fields[0].start, EpdDiagnosticKind::Repaired(repair))?;
    }
    Ok(read.setup)
}

/// Converts the offset of an error in the joined text to an offset in the line.
fn fen_error(scanner: &Scanner<'_>, fields: &[Word<'_>; 4], error: FenError) -> EpdDiagnostic {
    let mut start = 0;
    let mut offset = 0;
    for field in fields {
        if error.offset() >= start {
            offset = field.start + (error.offset() - start);
        }
        start += field.text.len() + 1;
    }
    let kind = EpdDiagnosticKind::Fen { field: error.field(), kind: error.kind() };
    scanner.diagnostic(offset, kind)
}

fn position_of(
    scanner: &Scanner<'_>,
    setup: &Setup,
    options: EpdOptions,
) -> Result<Position, EpdDiagnostic> {
    let sanitized = options.sanitize.then(|| setup.sanitize().setup);
    Position::from_setup_waiving(sanitized.as_ref().unwrap_or(setup), options.waived)
        .map_err(|error| scanner.diagnostic(0, EpdDiagnosticKind::Setup(Box::new(error))))
}

/// Reports the faults of a position that was accepted despite them, unless the caller of a strict
/// reader has waived them.
fn report_faults(scanner: &mut Scanner<'_>, setup: &Setup) -> Result<(), EpdDiagnostic> {
    match (scanner.mode(), Position::from_setup(setup)) {
        (EpdMode::Tolerant, Err(error)) => {
            scanner.report(0, EpdDiagnosticKind::Setup(Box::new(error)))
        }
        _ => Ok(()),
    }
}

/// Returns `true` if a token can be an opcode.
fn is_opcode(word: Word<'_>) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !word.is_quoted
        && word.text.len() <= 15
        && word.text.starts_with(|first: char| first.is_ascii_alphabetic())
        && word.text.bytes().all(is_part)
}
