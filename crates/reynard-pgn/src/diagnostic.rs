//! Diagnostics: errors and lints of a PGN file.

use std::fmt;
use std::io;
use std::sync::Arc;

use reynard::{InvalidSan, ParsePositionError, SetupFaults, fen::FenRepair, san::SanError};

use crate::{PgnLimit, PieceLetters};

/// Something wrong or unusual in a file, and its location.
///
/// ```
/// use reynard_pgn::{Diagnostic, DiagnosticKind, Reader, Severity, Visitor};
///
/// #[derive(Default)]
/// struct Diagnostics(Vec<Diagnostic>);
///
/// impl Visitor for Diagnostics {
///     fn diagnostic(&mut self, diagnostic: &Diagnostic) {
///         self.0.push(diagnostic.clone());
///     }
/// }
///
/// let mut diagnostics = Diagnostics::default();
/// Reader::from_bytes(b"1. e4 e5\n2. Ke3 Ke6 1-0\n").read_all(&mut diagnostics)?;
/// let diagnostic = &diagnostics.0[0];
/// assert_eq!(diagnostic.to_string(), "2:4: `Ke3` is not a legal move here (game 1, ply 3)");
/// assert_eq!(diagnostic.severity(), Severity::Error);
/// assert_eq!(diagnostic.kind.name(), "illegal-move");
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of diagnostic.
    pub kind: DiagnosticKind,
    /// The name of the input, if [given](crate::ReaderOptions::source).
    pub source: Option<Arc<str>>,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in bytes, counted from 1.
    pub column: u64,
    /// The byte offset in the file, counted from 0.
    pub offset: u64,
    /// The number of the game, counted from 1; `None` if the diagnostic concerns text between
    /// games.
    pub game: Option<u64>,
    /// The number of the next move in its line, counting the moves of both sides from 1. After an
    /// illegal move, every token where a move is expected counts as a move.
    pub ply: Option<u64>,
    /// The text in question.
    pub token: Token,
}

impl Diagnostic {
    /// Returns the severity: an error if something was lost.
    pub const fn severity(&self) -> Severity {
        self.kind.severity()
    }
}

impl fmt::Display for Diagnostic {
    /// Writes one line, `file:line:column: message (game, ply)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(source) = &self.source {
            write!(f, "{source}:")?;
        }
        write!(f, "{}:{}: ", self.line, self.column)?;
        if !self.token.is_empty() {
            write!(f, "`{}` ", self.token)?;
        }
        write!(f, "{}", self.kind)?;
        match (self.game, self.ply) {
            (Some(game), Some(ply)) => write!(f, " (game {game}, ply {ply})"),
            (Some(game), None) => write!(f, " (game {game})"),
            (None, _) => Ok(()),
        }
    }
}

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The text was read unambiguously, but is not written as the standard requires.
    Lint,
    /// Part of the file was lost.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Lint => "lint",
            Self::Error => "error",
        })
    }
}

/// Kind of diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// Error: a token is not a legal move, so the line of moves ends before the token. The rest of
    /// the line is handed over as [unread](crate::Visitor::unread) text. With most other errors,
    /// the text that cannot be read is handed over in the same way.
    IllegalMove(InvalidSan),
    /// Error: a token is not a move, but would be one with the piece letters of any of these
    /// languages. The line of moves ends before it.
    PieceLetters(Vec<PieceLetters>),
    /// Error: a comment begins or ends with `[%unread]`: it holds text that could not be parsed
    /// when the game was written.
    UnreadText,
    /// Error: a null move by a side in check. The line of moves ends before it.
    IllegalNullMove,
    /// Error: the variant of the game is unknown. Its moves are handed over as tokens.
    UnknownVariant,
    /// Error: the value of the `FEN` tag is not a FEN. The moves are handed over as tokens.
    InvalidFen(Box<ParsePositionError>),
    /// Error: a line begins with a bracket but is not a tag pair.
    MalformedTag,
    /// Error: a tag pair among the moves.
    TagAmongMoves,
    /// Error: a comment is not closed before the next game.
    UnclosedComment,
    /// Error: a variation is not closed before the end of the game.
    UnclosedVariation,
    /// Error: a closing brace without an opening one.
    StrayBrace,
    /// Error: a closing bracket without an opening one.
    StrayBracket,
    /// Error: a variation begins before the first move, so there is no move to which it could be an
    /// alternative.
    VariationBeforeMove,
    /// Error: a limit is exceeded. A comment is left out; anything else is handed over as
    /// [unread](crate::Visitor::unread) text.
    LimitExceeded {
        /// The limit.
        limit: PgnLimit,
        /// The value of the limit.
        value: usize,
    },
    /// Error: text between games. It is handed over with the previous game or, after an empty line,
    /// with the next one.
    StrayText,
    /// Error: the file is in UTF-16 or UTF-32. None of it is read. [`Input`](crate::Input) converts
    /// UTF-16.
    Utf16,
    /// Error: the input ends early because reading it failed.
    InputFailed(io::ErrorKind),
    /// Lint: a move is not written in standard algebraic notation.
    Dialect(Dialect),
    /// Lint: a wrong move number.
    WrongMoveNumber {
        /// The right move number.
        expected: u64,
    },
    /// Lint: a move of White without a number. Reported once per game.
    MissingMoveNumber,
    /// Lint: the game has no termination mark.
    MissingResult,
    /// Lint: a termination mark within a variation. It becomes a comment.
    ResultInVariation,
    /// Lint: a termination mark outside of games. It is skipped.
    StrayResult,
    /// Lint: a result (in the `Result` tag or after the moves) that is not one of the standard's
    /// four results, or that is spelled differently from the standard, such as `1/2` or `½-½`.
    ResultDialect,
    /// Lint: the termination mark differs from the `Result` tag, which takes precedence.
    ResultContradictsTag,
    /// Lint: a tag value without quotes, with unescaped quotes inside, or spanning more than one
    /// line.
    TagQuotes,
    /// Lint: the name of a tag contains characters, such as blanks, that the standard does not
    /// allow in a symbol.
    TagName,
    /// Lint: a repeated tag of the Seven Tag Roster. The first one counts.
    DuplicateTag,
    /// Lint: the value of a `Date` tag is not a date.
    InvalidDate,
    /// Lint: the `Variant` tag does not name a known variant. The game is read as chess.
    UnknownVariantName,
    /// Lint: a comment that contains an `Event` tag.
    TagInComment,
    /// Lint: the position of a `FEN` tag contradicts itself. Anything that did not match the board
    /// was dropped.
    SanitizedFen(SetupFaults),
    /// Lint: the text of a `FEN` tag was repaired to make it readable, or a castling right was
    /// dropped because the `Variant` tag does not name Chess960.
    RepairedFen(FenRepair),
    /// Lint: a `FEN` tag describes an unusual position, for instance one with too many pieces.
    UnusualFen(SetupFaults),
    /// Lint: the `SetUp` tag states that the game starts from the standard position, but there is a
    /// `FEN` tag.
    SetUpContradictsFen,
    /// Lint: the `SetUp` tag announces a `FEN` tag that is missing.
    MissingFen,
    /// Lint: an evaluation glyph written as text, such as `+-`.
    TextGlyph,
    /// Lint: a numeric annotation glyph without a number or with a number above 255, or a run of
    /// symbols such as `!!!`. It becomes a comment.
    NagRange,
    /// Lint: unknown symbols in place of a glyph. They become a comment.
    UnknownGlyph,
    /// Lint: a redundant note, such as `e.p.` or `ch`. It is left out.
    RedundantText,
    /// Lint: a line that begins with a percent sign, which other programs skip. It becomes a
    /// comment.
    EscapedLine,
    /// Lint: characters that have no meaning where they occur. They become a comment, except for
    /// commas and control characters, which are left out.
    UnexpectedCharacters,
}

impl DiagnosticKind {
    /// Returns the severity: an error if something was lost.
    pub const fn severity(&self) -> Severity {
        match self {
            Self::IllegalMove(_)
            | Self::PieceLetters(_)
            | Self::UnreadText
            | Self::IllegalNullMove
            | Self::UnknownVariant
            | Self::InvalidFen(_)
            | Self::MalformedTag
            | Self::TagAmongMoves
            | Self::UnclosedComment
            | Self::UnclosedVariation
            | Self::StrayBrace
            | Self::StrayBracket
            | Self::VariationBeforeMove
            | Self::LimitExceeded { .. }
            | Self::StrayText
            | Self::Utf16
            | Self::InputFailed(_) => Severity::Error,
            Self::Dialect(_)
            | Self::WrongMoveNumber { .. }
            | Self::MissingMoveNumber
            | Self::MissingResult
            | Self::ResultInVariation
            | Self::StrayResult
            | Self::ResultDialect
            | Self::ResultContradictsTag
            | Self::TagQuotes
            | Self::TagName
            | Self::DuplicateTag
            | Self::InvalidDate
            | Self::UnknownVariantName
            | Self::TagInComment
            | Self::SanitizedFen(_)
            | Self::RepairedFen(_)
            | Self::UnusualFen(_)
            | Self::SetUpContradictsFen
            | Self::MissingFen
            | Self::TextGlyph
            | Self::NagRange
            | Self::UnknownGlyph
            | Self::RedundantText
            | Self::EscapedLine
            | Self::UnexpectedCharacters => Severity::Lint,
        }
    }

    /// Returns the machine-readable name of the kind, in lower case with hyphens. Names never
    /// change.
    ///
    /// ```
    /// assert_eq!(reynard_pgn::DiagnosticKind::MissingResult.name(), "missing-result");
    /// ```
    pub const fn name(&self) -> &'static str {
        match self {
            Self::IllegalMove(_) => "illegal-move",
            Self::PieceLetters(_) => "piece-letters",
            Self::UnreadText => "unread-text",
            Self::IllegalNullMove => "illegal-null-move",
            Self::UnknownVariant => "unknown-variant",
            Self::InvalidFen(_) => "invalid-fen",
            Self::MalformedTag => "malformed-tag",
            Self::TagAmongMoves => "tag-among-moves",
            Self::UnclosedComment => "unclosed-comment",
            Self::UnclosedVariation => "unclosed-variation",
            Self::StrayBrace => "stray-brace",
            Self::StrayBracket => "stray-bracket",
            Self::VariationBeforeMove => "variation-before-move",
            Self::LimitExceeded { .. } => "limit-exceeded",
            Self::StrayText => "stray-text",
            Self::Utf16 => "utf-16",
            Self::InputFailed(_) => "input-failed",
            Self::Dialect(dialect) => dialect.name(),
            Self::WrongMoveNumber { .. } => "wrong-move-number",
            Self::MissingMoveNumber => "missing-move-number",
            Self::MissingResult => "missing-result",
            Self::ResultInVariation => "result-in-variation",
            Self::StrayResult => "stray-result",
            Self::ResultDialect => "result-dialect",
            Self::ResultContradictsTag => "result-contradicts-tag",
            Self::TagQuotes => "tag-quotes",
            Self::TagName => "tag-name",
            Self::DuplicateTag => "duplicate-tag",
            Self::InvalidDate => "invalid-date",
            Self::UnknownVariantName => "unknown-variant-name",
            Self::TagInComment => "tag-in-comment",
            Self::SanitizedFen(_) => "sanitized-fen",
            Self::RepairedFen(_) => "repaired-fen",
            Self::UnusualFen(_) => "unusual-fen",
            Self::SetUpContradictsFen => "setup-contradicts-fen",
            Self::MissingFen => "missing-fen",
            Self::TextGlyph => "text-glyph",
            Self::NagRange => "nag-range",
            Self::UnknownGlyph => "unknown-glyph",
            Self::RedundantText => "remark",
            Self::EscapedLine => "escaped-line",
            Self::UnexpectedCharacters => "unexpected-characters",
        }
    }
}

impl fmt::Display for DiagnosticKind {
    /// Writes the rest of a sentence that begins with the token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::IllegalMove(InvalidSan::Syntax(_)) => "is not a move",
            Self::IllegalMove(InvalidSan::Rules(error)) => {
                return match error {
                    SanError::Illegal => f.write_str("is not a legal move here"),
                    SanError::CaptureWrittenAsPush { .. } => write!(f, "is {error}"),
                    error => write!(f, "cannot be played: {error}"),
                };
            }
            Self::PieceLetters(likely) => return write_languages(f, likely),
            Self::UnreadText => "is text that was not understood when the game was written",
            Self::IllegalNullMove => "is a null move in check",
            Self::UnknownVariant => "is a variant of chess that is not known here",
            Self::InvalidFen(error) => return write!(f, "is not a position: {error}"),
            Self::MalformedTag => "is not a tag pair",
            Self::TagAmongMoves => "is a tag pair among the moves",
            Self::UnclosedComment => "begins a comment that does not end",
            Self::UnclosedVariation => "begins a variation that does not end",
            Self::StrayBrace => "has no comment to close",
            Self::StrayBracket => "has no variation to close",
            Self::VariationBeforeMove => "begins a variation before the first move",
            Self::LimitExceeded { limit, value } => {
                return write!(f, "exceeds the limit of {value} {limit}");
            }
            Self::StrayText => "is not part of a game",
            Self::Utf16 => "marks a text in UTF-16 or UTF-32, which is not read: save it as UTF-8",
            Self::InputFailed(error) => return write!(f, "the input cannot be read on: {error}"),
            Self::Dialect(dialect) => return dialect.fmt(f),
            Self::WrongMoveNumber { expected } => {
                return write!(f, "should be the move number {expected}");
            }
            Self::MissingMoveNumber => "should have a move number",
            Self::MissingResult => "the game has no mark of its result",
            Self::ResultInVariation => "is a result within a variation",
            Self::StrayResult => "is a result without a game",
            Self::ResultDialect => "is not how a result is written",
            Self::ResultContradictsTag => "is not the result that the tag names, which counts",
            Self::TagName => "has a name that is not a symbol",
            Self::DuplicateTag => "is the second tag of this name, and the first one counts",
            Self::InvalidDate => "is not a date, such as 2001.05.23 or 2001.??.??",
            Self::UnknownVariantName => "is not a known variant: the game is read as chess",
            Self::TagInComment => "holds the tag of a game: perhaps a comment was cut off",
            Self::TagQuotes => "has misplaced quotes",
            Self::SanitizedFen(faults) => {
                return write!(f, "contradicts itself, which was dropped: {faults}");
            }
            Self::RepairedFen(repair) => {
                let hint = match repair {
                    FenRepair::Chess960Right { .. } => "; the tag Variant \"Chess960\" keeps it",
                    _ => "",
                };
                return write!(f, "is not quite a FEN: {repair}{hint}");
            }
            Self::UnusualFen(faults) => return write!(f, "is an unusual position: {faults}"),
            Self::SetUpContradictsFen => "contradicts the tag FEN, which is followed",
            Self::MissingFen => "announces a tag FEN, and there is none",
            Self::TextGlyph => "is a judgment as text",
            Self::NagRange => "is not a glyph from $0 to $255",
            Self::UnknownGlyph => "is not a known glyph",
            Self::RedundantText => "says nothing new",
            Self::EscapedLine => "is a line that other programs skip: it becomes a comment",
            Self::UnexpectedCharacters => "means nothing here",
        })
    }
}

/// Writes a suggestion to read the file with the piece letters of one of the languages.
fn write_languages(f: &mut fmt::Formatter<'_>, likely: &[PieceLetters]) -> fmt::Result {
    /// The maximum number of languages named.
    const NAMED: usize = 3;
    f.write_str("is not a move")?;
    let Some((first, others)) = likely.split_first() else { return Ok(()) };
    write!(f, "; {}", first.name())?;
    let others = &others[..others.len().min(NAMED - 1)];
    for letters in others {
        write!(f, " or {}", letters.name())?;
    }
    write!(f, " piece letters? `--letters {first}`")?;
    for letters in others {
        write!(f, ", `--letters {letters}`")?;
    }
    Ok(())
}

/// A deviation of a move from standard algebraic notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// More or less disambiguation than needed, or a capture mark that is missing or superfluous:
    /// `Ngf3`, `exd`.
    Economy,
    /// Castling with zeros or lowercase letters: `0-0`.
    CastlingZeros,
    /// An en passant capture that is marked as one: `exd6e.p.`.
    EnPassantMark,
    /// A promotion without `=` or with a bracket: `e8Q`.
    Promotion,
    /// Both squares are given, in long algebraic notation or as engines write moves: `e2-e4`,
    /// `g1f3`.
    LongAlgebraic,
    /// A null move written other than as `--`.
    NullMove,
    /// Any other notation with only one meaning: figurines, lowercase letters, `++`.
    Other,
}

impl Dialect {
    const fn name(self) -> &'static str {
        match self {
            Self::Economy => "san-economy",
            Self::CastlingZeros => "castling-zeros",
            Self::EnPassantMark => "en-passant-mark",
            Self::Promotion => "promotion-dialect",
            Self::LongAlgebraic => "long-algebraic",
            Self::NullMove => "null-move-dialect",
            Self::Other => "san-dialect",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Economy => "says more or less than standard notation does",
            Self::CastlingZeros => "is castling without the letter O",
            Self::EnPassantMark => "marks a capture en passant",
            Self::Promotion => "is a promotion without `=`",
            Self::LongAlgebraic => "names both squares",
            Self::NullMove => "is a null move that is not `--`",
            Self::Other => "is not in standard notation",
        })
    }
}

/// The beginning of a piece of text, stored inline without an allocation. It is long enough to
/// recognize the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token {
    bytes: [u8; Self::CAPACITY],
    len: u8,
    cut: bool,
}

impl Token {
    /// The maximum number of bytes stored.
    pub const CAPACITY: usize = 46;

    /// Creates a token from the first bytes of the text.
    ///
    /// ```
    /// use reynard_pgn::Token;
    ///
    /// assert_eq!(Token::new(b"Ke3").to_string(), "Ke3");
    /// assert!(Token::new(&[b'x'; 1000]).to_string().ends_with("x.."));
    /// ```
    pub fn new(text: &[u8]) -> Self {
        let len = text.len().min(Self::CAPACITY);
        let mut bytes = [0; Self::CAPACITY];
        bytes[..len].copy_from_slice(&text[..len]);
        #[expect(clippy::cast_possible_truncation, reason = "at most the capacity")]
        Self { bytes, len: len as u8, cut: len < text.len() }
    }

    /// Returns the stored bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    /// Returns `true` if the text is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns `true` if the text was truncated.
    ///
    /// ```
    /// use reynard_pgn::Token;
    ///
    /// assert!(Token::new(&[b'x'; 100]).is_cut() && !Token::new(b"Ke3").is_cut());
    /// ```
    pub const fn is_cut(&self) -> bool {
        self.cut
    }
}

impl fmt::Display for Token {
    /// Writes the token. Bytes that are not valid UTF-8 or not printable are escaped, and `..`
    /// follows truncated text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.as_bytes().utf8_chunks() {
            for character in chunk.valid().chars() {
                if character.is_control() {
                    write!(f, "{}", character.escape_debug())?;
                } else {
                    write!(f, "{character}")?;
                }
            }
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        f.write_str(if self.cut { ".." } else { "" })
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}
