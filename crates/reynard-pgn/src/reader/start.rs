//! Determining the start position of a game from its tags.

use reynard::fen::{FenRepair, LenientFen};
use reynard::{CastlingNotation, ParsePositionError, Position, Setup, SetupFaults};

/// The rules that a `Variant` tag denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    /// Standard chess or Chess960, which are treated alike here.
    Chess,
    /// A name that does not denote a variant, such as the name of an opening. The game is read as
    /// chess.
    NoVariant,
    /// A variant whose rules are not supported.
    Unknown,
}

/// Names of standard chess and Chess960.
const CHESS: [&[u8]; 21] = [
    b"",
    b"?",
    b"chess",
    b"classic",
    b"classical",
    b"normal",
    b"regular",
    b"orthodox",
    b"western",
    b"standard",
    b"standardchess",
    b"fromposition",
    b"chess960",
    b"960",
    b"fischerandom",
    b"fischerrandom",
    b"dfrc",
    b"doublefischerrandom",
    b"wildfr",
    b"wild/fr",
    b"none",
];

/// Prefixes that identify variants whose rules differ from those of chess. Sources: the variants on
/// lichess, chess.com and FICS, and those of `XBoard` and Fairy-Stockfish.
const VARIANTS: [&str; 52] = [
    "3check",
    "5check",
    "aiwok",
    "amazon",
    "antichess",
    "antiking",
    "armageddon",
    "asean",
    "atomic",
    "bughouse",
    "cambodian",
    "capablanca",
    "capahouse",
    "chak",
    "checkless",
    "chessgi",
    "crazyhouse",
    "cylinder",
    "dark",
    "duck",
    "extinction",
    "fairy",
    "falcon",
    "fogofwar",
    "giveaway",
    "gothic",
    "grand",
    "grid",
    "horde",
    "janggi",
    "janus",
    "kingofthehill",
    "knightmate",
    "koedem",
    "koth",
    "kriegspiel",
    "losalamos",
    "losers",
    "makruk",
    "monster",
    "placement",
    "pocketknight",
    "racing",
    "seirawan",
    "shatranj",
    "shogi",
    "shogun",
    "sittuyin",
    "suicide",
    "threecheck",
    "three-check",
    "xiangqi",
];

/// Looks up the value of a `Variant` tag, ignoring blanks, hyphens and case.
pub(super) fn rules_of(variant: &[u8]) -> Rules {
    let letters = variant.iter().filter(|byte| !matches!(byte, b' ' | b'-' | b'_' | b'/'));
    let word: Vec<u8> = letters.take(32).map(u8::to_ascii_lowercase).collect();
    let begins = |name: &[u8]| word.starts_with(name);
    let is_chess = CHESS.contains(&&*word)
        || [&b"chess960"[..], b"fischerandom", b"fischerrandom", b"frc"].into_iter().any(begins);
    if is_chess {
        return Rules::Chess;
    }
    // Of many variants only the number is given, or a name of one's own.
    let is_wild = begins(b"wild") || word.ends_with(b"chess") || word.ends_with(b"house");
    let is_variant = is_wild || VARIANTS.iter().any(|name| begins(name.as_bytes()));
    if is_variant { Rules::Unknown } else { Rules::NoVariant }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_chess_of_variants_and_of_openings_are_told_apart() {
        for name in
            ["regular", "DFRC", "wild/fr", "Chess 960", "From Position", "Fischer-Random", ""]
        {
            assert_eq!(rules_of(name.as_bytes()), Rules::Chess, "{name}");
        }
        for name in ["Sicilian Najdorf", "Exchange", "B90"] {
            assert_eq!(rules_of(name.as_bytes()), Rules::NoVariant, "{name}");
        }
        for name in
            ["Atomic", "Three-check", "King of the Hill", "wild/2", "Crazyhouse", "Duck Chess"]
        {
            assert_eq!(rules_of(name.as_bytes()), Rules::Unknown, "{name}");
        }
    }
}
