//! From the tags to the position from which a game starts.

use reynard::{ParsePositionError, Position, Setup, SetupFaults};

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
    /// The faults that contradicted the board and were dropped.
    pub(super) dropped: SetupFaults,
    /// The faults that were accepted.
    pub(super) waived: SetupFaults,
}

/// Reads the value of a `FEN` tag, as forgivingly as the position stays unmistakable.
pub(super) fn start_of(fen: &[u8]) -> Result<Start, ParsePositionError> {
    let fen = String::from_utf8_lossy(fen);
    let mut setup = Setup::from_fen(fen.trim())?;
    let mut start = Start {
        position: Position::startpos(),
        dropped: SetupFaults::EMPTY,
        waived: SetupFaults::EMPTY,
    };
    if !setup.faults().is_empty() {
        let sanitized = setup.sanitize();
        start.dropped = sanitized.dropped;
        setup = sanitized.setup;
    }
    start.waived = setup.faults();
    start.position = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE)?;
    Ok(start)
}
