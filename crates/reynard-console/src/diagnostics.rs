//! Diagnostics about games, as notes on standard error.

use std::io;

use reynard_pgn::{Diagnostic, Severity};

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
    out.note(format_args!("{word}: {diagnostic}"))
}
