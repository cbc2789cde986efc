//! Diagnostics of the EPD reader.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::{
    InvalidSan, SetupError,
    fen::{FenErrorKind, FenField, FenRepair},
};

/// Something that is wrong with a record, and where. The strict reader stops at the first one;
/// the tolerant one lists what it overlooked.
///
/// ```
/// use reynard::{Epd, epd::EpdDiagnosticKind};
///
/// let diagnostic = "4k3/8/8/8/8/8/8/4K3 w - - bm Qd8+;".parse::<Epd>().unwrap_err();
/// assert_eq!((diagnostic.line, diagnostic.column), (1, 30));
/// assert!(matches!(diagnostic.kind, EpdDiagnosticKind::BadMove { .. }));
/// assert_eq!(
///     diagnostic.to_string(),
///     "line 1, column 30: `Qd8+`: not a legal move here",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdDiagnostic {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// The kind of mistake.
    pub kind: EpdDiagnosticKind,
}

/// Kind of mistake in an EPD record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdDiagnosticKind {
    /// The first four fields are not those of a FEN. Always an error.
    Fen {
        /// The field.
        field: FenField,
        /// The mistake in this field.
        kind: FenErrorKind,
    },
    /// The four fields do not describe a position. Always an error.
    Setup(Box<SetupError>),
    /// The text of the position was changed such that it can be read.
    Repaired(FenRepair),
    /// The line is not text in UTF-8, or has control characters in it; they count as blanks.
    NotText,
    /// More or fewer blanks than one.
    Spacing,
    /// The two clocks of a FEN follow the four fields. They count.
    Clocks,
    /// A dash and the half-move clock without a blank between.
    GluedClock,
    /// A semicolon that ends nothing.
    StraySemicolon,
    /// An operation without a semicolon at its end.
    MissingSemicolon,
    /// A name of an operation that cannot be one. It becomes the first operand of a `noop`.
    BadOpcode(String),
    /// An operation for a second time. Both are kept.
    DuplicateOpcode(String),
    /// A string that the line ends in.
    UnterminatedText,
    /// A quotation mark within a string.
    QuoteInText,
    /// A string of more than 255 bytes.
    LongText,
    /// A string without quotation marks; its words count.
    UnquotedText,
    /// Quotation marks where there should be none.
    QuotedWord,
    /// Operands where there should be none, or too many or too few of them. The operation is kept
    /// as it was written.
    OperandCount(String),
    /// Not a number of the kind or in the range that the operation needs. The operation is kept as
    /// it was written.
    BadNumber(String),
    /// A mate where centipawns are expected, like `+M3`. It is converted.
    MateScore(String),
    /// A move that is legal but not written in standard SAN.
    NotSan(String),
    /// A word between moves that is not a move, such as `or` or `$1`. It is left out.
    LeftOut(String),
    /// Not a legal move. It becomes an operand of `noop`, and so does the operation if it has no
    /// other.
    BadMove {
        /// The token as written.
        text: String,
        /// The reason why it is not a legal move.
        error: InvalidSan,
    },
}

impl EpdDiagnosticKind {
    /// Returns a name for programs.
    ///
    /// ```
    /// assert_eq!(reynard::epd::EpdDiagnosticKind::MissingSemicolon.name(), "missing-semicolon");
    /// ```
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Fen { .. } => "fen",
            Self::Setup(_) => "position",
            Self::Repaired(repair) => repair.name(),
            Self::NotText => "not-text",
            Self::Spacing => "spacing",
            Self::Clocks => "clocks",
            Self::GluedClock => "glued-clock",
            Self::StraySemicolon => "stray-semicolon",
            Self::MissingSemicolon => "missing-semicolon",
            Self::BadOpcode(_) => "bad-opcode",
            Self::DuplicateOpcode(_) => "duplicate-opcode",
            Self::UnterminatedText => "unterminated-text",
            Self::QuoteInText => "quote-in-text",
            Self::LongText => "long-text",
            Self::UnquotedText => "unquoted-text",
            Self::QuotedWord => "quoted-word",
            Self::OperandCount(_) => "operand-count",
            Self::BadNumber(_) => "bad-number",
            Self::MateScore(_) => "mate-score",
            Self::NotSan(_) => "not-san",
            Self::LeftOut(_) => "left-out",
            Self::BadMove { .. } => "bad-move",
        }
    }
}

impl fmt::Display for EpdDiagnosticKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen { field, kind } => write!(f, "{field}: {kind}"),
            Self::Setup(error) => error.fmt(f),
            Self::Repaired(repair) => repair.fmt(f),
            Self::NotText => f.write_str("a control character, or bytes that are not UTF-8"),
            Self::Spacing => f.write_str("fields and operands are separated by one blank"),
            Self::Clocks => {
                f.write_str("clocks follow the position; `hmvc` and `fmvn` are meant for them")
            }
            Self::GluedClock => f.write_str("a blank is missing after `-`"),
            Self::StraySemicolon => f.write_str("a semicolon that ends nothing"),
            Self::MissingSemicolon => f.write_str("a semicolon is missing"),
            Self::BadOpcode(text) => write!(f, "`{}` is not an opcode", text.escape_debug()),
            Self::DuplicateOpcode(opcode) => write!(f, "`{opcode}` was there before"),
            Self::UnterminatedText => f.write_str("the string does not end"),
            Self::QuoteInText => f.write_str("a quotation mark within a string"),
            Self::LongText => f.write_str("the string is longer than 255 bytes"),
            Self::UnquotedText => f.write_str("the string is not quoted"),
            Self::QuotedWord => f.write_str("quotation marks around what is not a string"),
            Self::OperandCount(opcode) => {
                write!(f, "`{opcode}` does not take this number of operands")
            }
            Self::BadNumber(text) => {
                write!(f, "`{}` is not a number that fits", text.escape_debug())
            }
            Self::MateScore(text) => {
                write!(f, "`{}` is a mate, not a number of centipawns", text.escape_debug())
            }
            Self::NotSan(text) => write!(f, "`{}` is not standard notation", text.escape_debug()),
            Self::LeftOut(text) => write!(f, "`{}` is left out", text.escape_debug()),
            Self::BadMove { text, error } => write!(f, "`{}`: {error}", text.escape_debug()),
        }
    }
}

impl fmt::Display for EpdDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl core::error::Error for EpdDiagnostic {}
