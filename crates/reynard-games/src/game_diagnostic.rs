//! Diagnostics of checked games, as stored and displayed.

use reynard_pgn::{Chunk, Diagnostic, Severity};
use serde::{Serialize, Serializer};

use crate::WrongResult;

/// An error or a lint in the text of a game, or a result that contradicts the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameDiagnostic {
    /// The name of the file, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, counted from 1, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column in characters, counted from 1, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// The byte offset in the text.
    pub offset: u64,
    /// The number of the game, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The ply of the game, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u64>,
    /// The severity.
    #[serde(serialize_with = "as_text")]
    pub severity: Severity,
    /// The machine-readable name of the kind of diagnostic.
    pub kind: &'static str,
    /// The text in question.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub token: String,
    /// The human-readable message.
    pub message: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn as_text<S: Serializer>(severity: &Severity, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(severity)
}

impl GameDiagnostic {
    /// Returns all diagnostics of a chunk in the order of the text: those of the reader, already
    /// placed by [`Chunk::place`], and those of a [`ResultChecker`](crate::ResultChecker).
    ///
    /// ```
    /// use std::num::NonZero;
    /// use std::ops::ControlFlow;
    ///
    /// use reynard_games::{GameDiagnostic, ResultChecker};
    /// use reynard_pgn::{Input, ReaderOptions, read_parallel};
    ///
    /// let one = NonZero::<usize>::MIN;
    /// let input = Input::new(&b"1. f3 e5 2. g4 Qh4# 1-0\n"[..])?;
    /// let mut found = Vec::new();
    /// let _ = read_parallel(
    ///     input,
    ///     &ReaderOptions::default(),
    ///     one,
    ///     ResultChecker::default,
    ///     |it, chunk| {
    ///         found.extend(GameDiagnostic::of_chunk(
    ///             &[],
    ///             it.wrong_results(),
    ///             chunk,
    ///             Some("games.pgn"),
    ///         ));
    ///         ControlFlow::<()>::Continue(())
    ///     },
    /// )?;
    /// assert_eq!((found[0].kind, found[0].game), ("wrong-result", Some(1)));
    /// assert_eq!(found[0].message, "contradicts the last position: Black wins by checkmate");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_chunk(
        diagnostics: &[Diagnostic],
        wrong_results: &[WrongResult],
        chunk: &Chunk,
        file: Option<&str>,
    ) -> Vec<Self> {
        let read = diagnostics.iter().map(|diagnostic| Self {
            file: diagnostic.source.as_deref().map(str::to_owned),
            line: Some(diagnostic.line),
            column: Some(diagnostic.column),
            offset: diagnostic.offset,
            game: diagnostic.game,
            ply: diagnostic.ply,
            severity: diagnostic.severity(),
            kind: diagnostic.kind.name(),
            token: diagnostic.token.to_string(),
            message: diagnostic.kind.to_string(),
        });
        let wrong = wrong_results.iter().map(|wrong| Self {
            file: file.map(str::to_owned),
            line: wrong.line,
            column: None,
            offset: wrong.offset,
            game: Some(wrong.game + chunk.games_before),
            ply: None,
            severity: Severity::Error,
            kind: "wrong-result",
            token: wrong.says.to_string(),
            message: format!("contradicts the last position: {}", wrong.outcome),
        });
        let mut all: Vec<Self> = read.chain(wrong).collect();
        all.sort_by_key(|diagnostic| diagnostic.offset);
        all
    }
}
