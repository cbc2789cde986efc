//! Writing of records according to the standard.

use core::cell::Cell;
use core::fmt::{self, Write};

use super::Epd;
use super::operation::{EpdOperand, EpdOperation};
use super::scan::{is_blank, is_escaped};
use crate::{EnPassantMode, Move, Position, Setup, fen::FenStyle};

impl Epd {
    /// Returns the record as text, with castling rights in the given style.
    ///
    /// ```
    /// use reynard::{Epd, fen::FenStyle};
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/RR2K3 w B -".parse()?;
    /// assert_eq!(epd.text(FenStyle::Shredder).to_string(), "4k3/8/8/8/8/8/8/RR2K3 w B -");
    /// # Ok::<(), reynard::epd::EpdDiagnostic>(())
    /// ```
    pub const fn text(&self, style: FenStyle) -> impl fmt::Display + '_ {
        EpdText { epd: self, style }
    }
}

impl fmt::Display for Epd {
    /// Writes the FEN fields in the default [`FenStyle`], and the operations in order, with moves
    /// in standard SAN.
    ///
    /// EPD cannot express a quotation mark in a string, so it becomes an apostrophe. Line ends
    /// become blanks. If a string ends with an odd number of backslashes, readers would treat its
    /// closing quotation mark as escaped. Such a string gets a blank at its end if the line
    /// contains another quotation mark that certainly ends a string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text(FenStyle::default()).fmt(f)
    }
}

struct EpdText<'a> {
    epd: &'a Epd,
    style: FenStyle,
}

impl fmt::Display for EpdText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.epd.position;
        let en_passant = position.en_passant(EnPassantMode::Legal);
        let setup = Setup { en_passant, ..position.to_setup() };
        f.write_str(&setup.position_text(self.style))?;
        let marks_after = Cell::new(self.epd.operations.iter().map(operands_with_marks).sum());
        for operation in &self.epd.operations {
            write!(f, " {}", operation.opcode())?;
            write_operands(f, operation, position, &marks_after)?;
            f.write_str(";")?;
        }
        Ok(())
    }
}

/// Returns the number of operands with a quotation mark that certainly ends a string.
fn operands_with_marks(operation: &EpdOperation) -> usize {
    let marks = |text: &str| usize::from(has_sure_mark(text));
    match operation {
        EpdOperation::Comment { text, .. }
        | EpdOperation::Eco(text)
        | EpdOperation::Nic(text)
        | EpdOperation::VariationName { name: text, .. } => text.as_deref().map_or(0, marks),
        EpdOperation::Id(text) => marks(text),
        EpdOperation::Receiver { address, name } | EpdOperation::Sender { address, name } => {
            marks(address) + marks(name)
        }
        EpdOperation::Noop(operands) | EpdOperation::Other { operands, .. } => {
            operands.iter().filter(|operand| has_mark(operand)).count()
        }
        _ => 0,
    }
}

fn has_mark(operand: &EpdOperand) -> bool {
    match operand {
        EpdOperand::Word(word) if word.starts_with('"') => has_sure_mark(word),
        EpdOperand::Word(word) => word.strip_suffix('"').is_some_and(ends_surely),
        EpdOperand::Text(text) => has_sure_mark(text),
    }
}

/// Returns `true` if one of the quotation marks around a string certainly ends a string: the second
/// one, or the first one if a blank follows it.
fn has_sure_mark(text: &str) -> bool {
    ends_surely(text) || text.starts_with(|first: char| is_blank(first) || first == ';')
}

/// Returns `true` if the quotation mark after a string cannot be mistaken for an escaped one, that
/// is, if the string does not end with an odd number of backslashes.
fn ends_surely(text: &str) -> bool {
    !is_escaped(text, text.len())
}

fn write_operands(
    f: &mut fmt::Formatter<'_>,
    operation: &EpdOperation,
    position: &Position,
    marks_after: &Cell<usize>,
) -> fmt::Result {
    let write_text = |f: &mut fmt::Formatter<'_>, text: &str| {
        marks_after.update(|count| count - usize::from(has_sure_mark(text)));
        write_string(f, text, marks_after.get() > 0)
    };
    match operation {
        EpdOperation::AnalysisDepth(number)
        | EpdOperation::AnalysisNodes(number)
        | EpdOperation::AnalysisSeconds(number) => write!(f, " {number}"),
        EpdOperation::DirectMate(number)
        | EpdOperation::FullmoveNumber(number)
        | EpdOperation::GameSelector(number)
        | EpdOperation::RepetitionCount(number) => write!(f, " {number}"),
        EpdOperation::HalfmoveClock(number) => write!(f, " {number}"),
        EpdOperation::CentipawnEvaluation(value) => write!(f, " {value}"),
        EpdOperation::BestMate(moves) => write!(f, " #{moves}"),
        EpdOperation::AvoidMoves(moves) | EpdOperation::BestMoves(moves) => {
            moves.iter().try_for_each(|&mv| write!(f, " {}", position.san(mv)))
        }
        EpdOperation::PredictedMove(mv) | EpdOperation::SuppliedMove(mv) => {
            write!(f, " {}", position.san(*mv))
        }
        EpdOperation::PredictedVariation(moves) => write_line(f, moves, position),
        EpdOperation::Comment { text, .. }
        | EpdOperation::Eco(text)
        | EpdOperation::Nic(text)
        | EpdOperation::VariationName { name: text, .. } => {
            text.as_deref().map_or(Ok(()), |text| write_text(f, text))
        }
        EpdOperation::Id(text) => write_text(f, text),
        EpdOperation::Receiver { address, name } | EpdOperation::Sender { address, name } => {
            write_text(f, address)?;
            write_text(f, name)
        }
        EpdOperation::Noop(operands) | EpdOperation::Other { operands, .. } => {
            operands.iter().try_for_each(|operand| match operand {
                // Readers would mistake it for the beginning of a string.
                EpdOperand::Word(word) if word.starts_with('"') => write_text(f, word),
                EpdOperand::Word(word) => {
                    marks_after.update(|count| count - usize::from(has_mark(operand)));
                    write!(f, " {word}")
                }
                EpdOperand::Text(text) => write_text(f, text),
            })
        }
        EpdOperation::DrawAccept
        | EpdOperation::DrawClaim
        | EpdOperation::DrawOffer
        | EpdOperation::DrawReject
        | EpdOperation::Resign => Ok(()),
    }
}

/// Writes a sequence of moves, up to the first one that cannot be played.
fn write_line(f: &mut fmt::Formatter<'_>, moves: &[Move], position: &Position) -> fmt::Result {
    let mut position = position.clone();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        write!(f, " {}", position.san(mv))?;
        position.play_unchecked(mv);
    }
    Ok(())
}

fn write_string(f: &mut fmt::Formatter<'_>, text: &str, is_mark_after: bool) -> fmt::Result {
    f.write_str(" \"")?;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            // Other programs write a quotation mark in this way.
            '\\' if characters.peek() == Some(&'"') => {}
            '"' => f.write_char('\'')?,
            control if control.is_control() => f.write_char(' ')?,
            other => f.write_char(other)?,
        }
    }
    if is_mark_after && !ends_surely(text) {
        f.write_char(' ')?;
    }
    f.write_char('"')
}
