//! Diagnostics from the EPD reader.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::{
    InvalidSan, SetupError,
    fen::{FenErrorKind, FenField, FenRepair},
};

/// A mistake in a record, with its location. The strict reader stops at the first mistake; the
/// tolerant reader lists those that it tolerated.
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
    /// Line number, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The kind of mistake.
    pub kind: EpdDiagnosticKind,
}

/// Kind of mistake in an EPD record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdDiagnosticKind {
    /// The first four fields are not those of a FEN. This is always an error.
    Fen {
        /// The field.
        field: FenField,
        /// The mistake in that field.
        kind: FenErrorKind,
    },
    /// The four fields do not describe a valid position. This is always an error.
    Setup(Box<SetupError>),
    /// The text of the position was repaired so that it could be parsed.
    Repaired(FenRepair),
    /// The line is not valid UTF-8, or contains control characters, which count as blanks.
    NotText,
    /// Two parts of the record are not separated by exactly one blank.
    Spacing,
    /// The two clocks of a FEN follow the four fields. The clocks are used.
    Clocks,
    /// A dash and the half-move clock without a blank between them.
    GluedClock,
    /// A stray semicolon that does not end an operation.
    StraySemicolon,
    /// An operation without a semicolon at the end.
    MissingSemicolon,
    /// A token that cannot be the name of an operation. It becomes the first operand of a `noop`.
    BadOpcode(String),
    /// A repeated operation. If it differs from the first occurrence, the two are merged, or the
    /// repetition is kept as operands of `noop`.
    DuplicateOpcode(String),
    /// A string that is not closed before the end of the line.
    UnterminatedText,
    /// A quotation mark within a string.
    QuoteInText,
    /// A string of more than 255 bytes.
    LongText,
    /// A string without quotation marks. Its words are used.
    UnquotedText,
    /// Quotation marks where none are expected.
    QuotedWord,
    /// An unexpected operand, or too many or too few operands. The operation is kept as written, as
    /// operands of `noop`.
    OperandCount(String),
    /// An operand that is not a number of the required kind or range. The operation is kept as
    /// written, as operands of `noop`.
    BadNumber(String),
    /// A mate where centipawns are expected, such as `+M3`. It is converted to centipawns.
    MateScore(String),
    /// A move that is legal but not written in standard SAN.
    NotSan(String),
    /// A token between moves that is not a move, such as `or` or `$1`. It is omitted.
    LeftOut(String),
    /// A token that is not a legal move. It becomes an operand of `noop`. If the operation has no
    /// legal move at all, the whole operation is kept as operands of `noop`.
    BadMove {
        /// The token as written.
        text: String,
        /// The reason why the token is not a legal move.
        error: InvalidSan,
    },
}

impl EpdDiagnosticKind {
    /// Returns a machine-readable name.
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
