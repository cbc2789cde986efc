//! Names of variants of chess.

/// The kind of value in a `Variant` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariantName {
    /// Standard chess or Chess960.
    Chess,
    /// A variant whose rules are not supported.
    Unsupported,
    /// Not a variant, but perhaps the name of an opening. The game is read as chess.
    Meaningless,
}

impl VariantName {
    /// Looks up the value of a `Variant` tag, ignoring blanks, hyphens and case.
    ///
    /// ```
    /// use reynard_pgn::VariantName;
    ///
    /// assert_eq!(VariantName::of(b"From Position"), VariantName::Chess);
    /// assert_eq!(VariantName::of(b"Crazyhouse"), VariantName::Unsupported);
    /// assert_eq!(VariantName::of(b"Sicilian Najdorf"), VariantName::Meaningless);
    /// ```
    pub fn of(name: &[u8]) -> Self {
        let letters = name.iter().filter(|byte| !matches!(byte, b' ' | b'-' | b'_' | b'/'));
        // The whole name, since a part of it might end differently in another encoding.
        let word: Vec<u8> = letters.map(u8::to_ascii_lowercase).collect();
        let begins = |name: &[u8]| word.starts_with(name);
        let is_chess = CHESS.contains(&&*word)
            || [&b"chess960"[..], b"fischerandom", b"fischerrandom", b"frc"]
                .into_iter()
                .any(begins);
        if is_chess {
            return Self::Chess;
        }
        // Of many variants only the number is given, or a name of one's own.
        let is_wild = begins(b"wild") || word.ends_with(b"chess") || word.ends_with(b"house");
        let is_variant = is_wild || VARIANTS.iter().any(|name| begins(name.as_bytes()));
        if is_variant { Self::Unsupported } else { Self::Meaningless }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_chess_of_variants_and_of_openings_are_told_apart() {
        for name in
            ["regular", "DFRC", "wild/fr", "Chess 960", "From Position", "Fischer-Random", ""]
        {
            assert_eq!(VariantName::of(name.as_bytes()), VariantName::Chess, "{name}");
        }
        for name in ["Sicilian Najdorf", "Exchange", "B90"] {
            assert_eq!(VariantName::of(name.as_bytes()), VariantName::Meaningless, "{name}");
        }
        for name in
            ["Atomic", "Three-check", "King of the Hill", "wild/2", "Crazyhouse", "Duck Chess"]
        {
            assert_eq!(VariantName::of(name.as_bytes()), VariantName::Unsupported, "{name}");
        }
    }
}
