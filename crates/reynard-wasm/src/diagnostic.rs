//! Diagnostics for a FEN: each has a code, a sentence in English, and the values needed to build
//! the sentence in other languages.

use reynard::fen::{FenError, FenErrorKind, FenField, FenRepair};
use reynard::setup::Explanation;
use reynard::{SetupError, SetupFault};
use serde::Serialize;

/// A fault in a FEN, or a note about a repair that made the position valid.
#[derive(Serialize)]
pub(crate) struct DiagnosticInfo {
    /// Name of the fault or repair; `syntax` for every notation error.
    kind: &'static str,
    /// The specific name. For a notation error, it names the kind of notation error.
    code: &'static str,
    /// English sentence.
    message: String,
    /// Byte offset of a notation error in the text.
    offset: Option<usize>,
    values: DiagnosticValues,
}

/// Values used in the sentence of a diagnostic.
#[derive(Default, Serialize)]
pub(crate) struct DiagnosticValues {
    /// Squares, separated by commas.
    #[serde(skip_serializing_if = "String::is_empty")]
    squares: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    /// Name of the FEN field.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
    /// Relevant text: a letter, a digit, or a rank.
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
}

impl DiagnosticValues {
    fn of_setup(explained: &Explanation<'_>) -> Self {
        let squares: Vec<String> = explained.squares().map(|square| square.to_string()).collect();
        let count = explained.count().map(|count| count as usize);
        Self { squares: squares.join(", "), count, ..Self::default() }
    }
}

impl DiagnosticInfo {
    pub(crate) fn of_repair(repair: FenRepair) -> Self {
        Self::new(repair.name(), repair.to_string(), DiagnosticValues::default())
    }

    pub(crate) fn of_setup(error: &SetupError) -> impl Iterator<Item = Self> {
        error.faults().iter().map(|fault: SetupFault| {
            let explained = fault.explain(error.setup());
            Self::new(fault.name(), explained.to_string(), DiagnosticValues::of_setup(&explained))
        })
    }

    pub(crate) fn of_syntax(error: FenError) -> Self {
        let (code, text, count) = syntax_code(error.kind());
        let field = Some(field_code(error.field()));
        let values = DiagnosticValues { count, field, text, ..DiagnosticValues::default() };
        let offset = Some(error.offset());
        Self { kind: "syntax", code, message: error.to_string(), offset, values }
    }

    fn new(kind: &'static str, message: String, values: DiagnosticValues) -> Self {
        Self { kind, code: kind, message, offset: None, values }
    }
}

/// Returns the name of a notation error, the relevant text, and the number involved, if any.
fn syntax_code(kind: FenErrorKind) -> (&'static str, String, Option<usize>) {
    let named = |code| (code, String::new(), None);
    match kind {
        FenErrorKind::Missing => named("field-missing"),
        FenErrorKind::UnknownPiece(letter) => ("unknown-piece", letter.to_string(), None),
        FenErrorKind::SquareCount(digit) => ("square-count", digit.to_string(), None),
        FenErrorKind::TwoCounts => named("two-counts"),
        FenErrorKind::RankLength { rank, files } => ("rank-length", rank.to_string(), Some(files)),
        FenErrorKind::RankCount(ranks) => ("rank-count", String::new(), Some(ranks)),
        FenErrorKind::UnknownTurn => named("unknown-turn"),
        FenErrorKind::UnknownCastling(letter) => ("unknown-castling", letter.to_string(), None),
        FenErrorKind::RepeatedCastling(letter) => ("repeated-castling", letter.to_string(), None),
        FenErrorKind::NotASquare => named("not-a-square"),
        FenErrorKind::NotANumber => named("not-a-number"),
        FenErrorKind::NumberTooLarge(most) => ("number-too-large", most.to_string(), None),
        FenErrorKind::TrailingText => named("trailing-text"),
    }
}

const fn field_code(field: FenField) -> &'static str {
    match field {
        FenField::Pieces => "pieces",
        FenField::Turn => "turn",
        FenField::Castling => "castling",
        FenField::EnPassant => "en-passant",
        FenField::HalfmoveClock => "halfmove-clock",
        FenField::FullmoveNumber => "fullmove-number",
        FenField::Rest => "rest",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use reynard::fen::{FenErrorKind, FenField, FenRepair};
    use reynard::{Color, Outcome, Rank, Setup, SetupFault, Square};
    use serde_json::{Map, Value};

    use super::{DiagnosticValues, field_code, syntax_code};

    /// Returns the texts of the web page by language.
    fn languages() -> Vec<(String, Map<String, Value>)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/lang");
        let files = std::fs::read_dir(folder).expect("web/lang").map(|file| {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("text");
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, serde_json::from_str(&text).expect("JSON"))
        });
        files.collect()
    }

    const SYNTAX: [FenErrorKind; 13] = [
        FenErrorKind::Missing,
        FenErrorKind::UnknownPiece('x'),
        FenErrorKind::SquareCount('9'),
        FenErrorKind::TwoCounts,
        FenErrorKind::RankLength { rank: Rank::Fifth, files: 9 },
        FenErrorKind::RankCount(7),
        FenErrorKind::UnknownTurn,
        FenErrorKind::UnknownCastling('x'),
        FenErrorKind::RepeatedCastling('K'),
        FenErrorKind::NotASquare,
        FenErrorKind::NotANumber,
        FenErrorKind::NumberTooLarge(9999),
        FenErrorKind::TrailingText,
    ];
    const FIELDS: [FenField; 7] = [
        FenField::Pieces,
        FenField::Turn,
        FenField::Castling,
        FenField::EnPassant,
        FenField::HalfmoveClock,
        FenField::FullmoveNumber,
        FenField::Rest,
    ];
    const REPAIRS: [FenRepair; 10] = [
        FenRepair::Address,
        FenRepair::Underscores,
        FenRepair::HalfmoveClock,
        FenRepair::FullmoveNumber,
        FenRepair::Characters,
        FenRepair::PromotedPieces,
        FenRepair::Semicolon,
        FenRepair::PiecesAlone,
        FenRepair::Chess960Right { king: Square::E1, rook: Square::F1 },
        FenRepair::Chess960Right { king: Square::G1, rook: Square::A1 },
    ];
    const OUTCOMES: [Outcome; 10] = [
        Outcome::Checkmate { winner: Color::White },
        Outcome::Stalemate,
        Outcome::InsufficientMaterial,
        Outcome::SeventyFiveMoves,
        Outcome::FivefoldRepetition,
        Outcome::FiftyMoves,
        Outcome::ThreefoldRepetition,
        Outcome::DeadPosition,
        Outcome::Timeout { winner: Color::White },
        Outcome::TimeoutDraw,
    ];

    #[test]
    fn the_page_has_every_diagnostic_and_outcome_in_every_language() {
        let languages = languages();
        assert!(languages.len() >= 2);
        let codes = SetupFault::ALL.map(SetupFault::name).into_iter();
        let codes = codes.chain(REPAIRS.map(FenRepair::name));
        let codes = codes.chain(SYNTAX.map(|kind| syntax_code(kind).0));
        let keys = codes.map(|code| format!("diagnostic.{code}"));
        let keys = keys.chain(FIELDS.map(|field| format!("field.{}", field_code(field))));
        let keys = keys.chain(OUTCOMES.map(|outcome| format!("outcome.{}", outcome.name())));
        let keys: Vec<String> = keys.collect();
        for (language, texts) in &languages {
            for key in &keys {
                assert!(texts.contains_key(key), "{language}: {key}");
            }
            // Every text belongs to a diagnostic that exists.
            for key in texts.keys().filter(|key| key.starts_with("diagnostic.")) {
                assert!(keys.contains(key), "{language}: {key}");
            }
        }
    }

    #[test]
    fn texts_of_set_up_faults_have_their_squares_and_counts() {
        for (fen, fault, squares, count) in [
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", SetupFault::OppositeCheck, "e8, e2", None),
            ("K3k3/8/8/8/8/8/8/P3K3 w - - 0 1", SetupFault::TooManyWhiteKings, "e1, a8", Some(2)),
            ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", SetupFault::PawnOnBackRank, "a1", None),
            ("8/8/8/8/8/8/3k4/4K3 w - - 0 1", SetupFault::KingsTouching, "e1, d2", None),
            ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", SetupFault::CastlingWithoutRook, "a1, h1", None),
            ("7k/8/8/8/8/8/4K3/R6R w KQ - 0 1", SetupFault::CastlingWithoutKing, "a1, h1", None),
            ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", SetupFault::EnPassantRank, "e3", None),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", SetupFault::EnPassantWithoutPawn, "e6, e5", None),
            ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", SetupFault::EnPassantOrigin, "e6, e7", None),
            (
                "PPPPPPPP/4k3/8/8/PPPPPPPP/8/8/P3K3 w - - 0 1",
                SetupFault::TooManyWhitePieces,
                "",
                Some(18),
            ),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", SetupFault::FullmoveNumberZero, "", None),
        ] {
            let setup: Setup = fen.parse().expect("a FEN");
            assert!(setup.faults().contains(fault), "{fen}");
            let values = DiagnosticValues::of_setup(&fault.explain(&setup));
            assert_eq!((values.squares.as_str(), values.count), (squares, count), "{fen}");
            for (language, texts) in languages() {
                let text = texts[&format!("diagnostic.{}", fault.name())].as_str().expect("a text");
                assert!(!text.contains("{squares}") || !squares.is_empty(), "{language} {text}");
                assert!(!text.contains("{count}") || count.is_some(), "{language} {text}");
            }
        }
    }
}
