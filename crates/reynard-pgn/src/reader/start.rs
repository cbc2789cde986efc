//! From the tags to the position from which a game starts.

use reynard::fen::{FenRepair, LenientFen};
use reynard::{CastlingNotation, ParsePositionError, Position, Setup, SetupFaults};

/// The rules that a `Variant` tag names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    /// Standard chess or Chess960, which are one here.
    Chess,
    /// Something else.
    Unknown,
}

/// Reads the value of a `Variant` tag; blanks, hyphens and case do not matter.
pub(super) fn rules_of(variant: &[u8]) -> Rules {
    const CHESS: [&[u8]; 13] = [
        b"",
        b"?",
        b"-",
        b"chess",
        b"classic",
        b"normal",
        b"standard",
        b"standardchess",
        b"fromposition",
        b"chess960",
        b"960",
        b"fischerandom",
        b"fischerrandom",
    ];
    let letters = variant.iter().filter(|byte| !matches!(byte, b' ' | b'-' | b'_' | b'/'));
    let word: Vec<u8> = letters.take(32).map(u8::to_ascii_lowercase).collect();
    let is_chess = CHESS.contains(&&*word)
        || [&b"chess960"[..], b"fischerandom", b"fischerrandom", b"frc", b"chess 960"]
            .iter()
            .any(|name| word.starts_with(name));
    if is_chess { Rules::Chess } else { Rules::Unknown }
}

/// A start position, and what had to be overlooked in the FEN.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) position: Position,
    /// Changes of the text, and castling rights that were dropped.
    pub(super) repairs: Vec<FenRepair>,
    /// The faults that contradicted the board and were dropped.
    pub(super) dropped: SetupFaults,
    /// The faults that were accepted.
    pub(super) waived: SetupFaults,
}

/// Returns the castling rights that a `Variant` tag asks for.
pub(super) fn castling_of(variant: &[u8]) -> CastlingNotation {
    let letters = variant.iter().filter(|byte| byte.is_ascii_alphanumeric());
    let word: Vec<u8> = letters.take(32).map(u8::to_ascii_lowercase).collect();
    let is_chess960 = word == b"960"
        || [&b"chess960"[..], b"fischer", b"freestyle", b"frc", b"dfrc", b"wildfr", b"double"]
            .iter()
            .any(|name| word.starts_with(name));
    if is_chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard }
}

/// Returns `true` for a value of a `FEN` tag that stands for the start position.
fn is_start(fen: &str) -> bool {
    matches!(fen.to_ascii_lowercase().as_str(), "" | "?" | "-" | "startpos" | "start")
}

/// Reads the value of a `FEN` tag, as forgivingly as the position stays unmistakable.
pub(super) fn start_of(
    fen: &[u8],
    castling: CastlingNotation,
) -> Result<Start, ParsePositionError> {
    let fen = String::from_utf8_lossy(fen);
    let mut start = Start {
        position: Position::startpos(),
        repairs: Vec::new(),
        dropped: SetupFaults::EMPTY,
        waived: SetupFaults::EMPTY,
    };
    let fen = fen.trim();
    if is_start(fen) {
        return Ok(start);
    }
    let mut read = Setup::from_fen_lenient(fen)?;
    if castling == CastlingNotation::Standard {
        read = read.in_standard_chess();
    }
    let LenientFen { mut setup, repairs, .. } = read;
    start.repairs = repairs;
    if !setup.faults().is_empty() {
        let sanitized = setup.sanitize();
        start.dropped = sanitized.dropped;
        setup = sanitized.setup;
    }
    start.waived = setup.faults();
    start.position = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE)?;
    Ok(start)
}
