//! Games passed on as they stand in the file.

use reynard_pgn::{Diagnostic, DiagnosticKind};

/// The last comment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastComment {
    /// It ends, or there is none.
    Closed,
    /// Nothing closes it: it would swallow what is put behind the game.
    Open,
}

impl LastComment {
    /// Takes note of a comment that is not closed.
    pub(crate) fn note(&mut self, diagnostic: &Diagnostic) {
        if matches!(diagnostic.kind, DiagnosticKind::UnclosedComment) {
            *self = Self::Open;
        }
    }
}

/// Adds a game as it stands in the file, an empty line behind it. A comment that has no end gets one.
pub(crate) fn pass_on(text: &[u8], last_comment: LastComment, out: &mut Vec<u8>) {
    out.extend_from_slice(text);
    if last_comment == LastComment::Open {
        out.push(b'}');
    }
    out.extend_from_slice(b"\n\n");
}
