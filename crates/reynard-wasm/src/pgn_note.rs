//! Diagnostics on a PGN text, with what sentences in other languages need.

use reynard_pgn::{Diagnostic, DiagnosticKind, PieceLetters};
use serde::Serialize;

/// A diagnostic on a PGN text.
#[derive(Serialize)]
pub(crate) struct PgnNote {
    /// Name of the kind.
    code: &'static str,
    /// `error` if something was lost, else `lint`.
    severity: String,
    line: u64,
    column: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u64>,
    /// Text in question.
    token: String,
    /// Sentence in English, without place and text.
    message: String,
    /// Codes of the languages in whose letters the text is a move.
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
