//! Diagnostics for PGN text, with the values needed to build their sentences in other languages.

use reynard_pgn::{Diagnostic, DiagnosticKind, PieceLetters};
use serde::Serialize;

/// A diagnostic for PGN text.
#[derive(Serialize)]
pub(crate) struct PgnNote {
    /// Name of the kind of diagnostic.
    code: &'static str,
    /// `error` if data was lost, otherwise `lint`.
    severity: String,
    line: u64,
    column: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u64>,
    /// Text to which the diagnostic refers.
    token: String,
    /// English sentence, without the location and the token.
    message: String,
    /// Codes of the languages whose piece letters make the token a move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    letters: Vec<&'static str>,
}

impl PgnNote {
    pub(crate) fn new(diagnostic: &Diagnostic) -> Self {
        let letters = match &diagnostic.kind {
            DiagnosticKind::PieceLetters(likely) => {
                likely.iter().map(|letters: &PieceLetters| letters.code()).collect()
            }
            _ => Vec::new(),
        };
        Self {
            code: diagnostic.kind.name(),
            severity: diagnostic.severity().to_string(),
            line: diagnostic.line,
            column: diagnostic.column,
            ply: diagnostic.ply,
            token: diagnostic.token.to_string(),
            message: diagnostic.kind.to_string(),
            letters,
        }
    }
}
