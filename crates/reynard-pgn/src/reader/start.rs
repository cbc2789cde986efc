//! Determining the start position of a game from its tags.

use reynard::fen::{FenRepair, LenientFen};
use reynard::{CastlingNotation, ParsePositionError, Position, Setup, SetupFaults};

/// A start position, and the faults of its FEN that were repaired or tolerated.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) position: Position,
    /// The repairs of the text, including dropped castling rights.
    pub(super) repairs: Vec<FenRepair>,
    /// The faults whose causes contradicted the board and were dropped.
    pub(super) dropped: SetupFaults,
    /// The faults that were accepted.
    pub(super) waived: SetupFaults,
}

/// Returns the castling-rights notation requested by a `Variant` tag.
pub(super) fn castling_of(variant: &[u8]) -> CastlingNotation {
    let letters = variant.iter().filter(|byte| byte.is_ascii_alphanumeric());
    let word: Vec<u8> = letters.take(32).map(u8::to_ascii_lowercase).collect();
    let is_chess960 = word == b"960"
        || [&b"chess960"[..], b"fischer", b"freestyle", b"frc", b"dfrc", b"wildfr", b"double"]
            .iter()
            .any(|name| word.starts_with(name));
    if is_chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard }
}

/// Returns `true` if the value of a `FEN` tag denotes the standard start position.
fn is_start(fen: &str) -> bool {
    matches!(fen.to_ascii_lowercase().as_str(), "" | "?" | "-" | "startpos" | "start")
}

/// Reads the value of a `FEN` tag, as leniently as is possible without ambiguity.
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
