//! Diagnostics about games, as notes on standard error.

use std::io;

use reynard_pgn::{Diagnostic, DiagnosticKind, Severity};

use crate::output::Output;

/// Prints the errors among diagnostics, and returns their number.
pub fn note_errors(diagnostics: &[Diagnostic], out: &mut Output) -> io::Result<u64> {
    let mut errors = 0;
    for diagnostic in diagnostics.iter().filter(|it| it.severity() == Severity::Error) {
        errors += 1;
        note(diagnostic, out)?;
    }
    Ok(errors)
}

/// Prints a diagnostic, preceded by its severity.
pub fn note(diagnostic: &Diagnostic, out: &mut Output) -> io::Result<()> {
    let word = match diagnostic.severity() {
        Severity::Error => out.paint_error("error"),
        Severity::Lint => out.paint_warning("lint"),
    };
    let hint = letters_hint(&diagnostic.kind);
    out.note(format_args!("{word}: {diagnostic}{hint}"))
}

/// Returns the options that read a token with the piece letters of other languages.
fn letters_hint(kind: &DiagnosticKind) -> String {
    let DiagnosticKind::PieceLetters(likely) = kind else { return String::new() };
    let options = likely.iter().take(3).map(|letters| format!("`--letters {letters}`"));
    format!("; try {}", options.collect::<Vec<_>>().join(" or "))
}
