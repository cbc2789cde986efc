//! Games that are passed on as they appear in the file.

use reynard_pgn::{Diagnostic, DiagnosticKind};

/// The state of the last comment in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastComment {
    /// The comment is closed, or there is none.
    Closed,
    /// The comment is never closed, so it would swallow everything after the game.
    Open,
}

impl LastComment {
    /// Records a diagnostic about an unclosed comment.
    pub(crate) fn note(&mut self, diagnostic: &Diagnostic) {
        if matches!(diagnostic.kind, DiagnosticKind::UnclosedComment) {
            *self = Self::Open;
        }
    }
}

/// Appends a game as it appears in the file, and an empty line after it. An unclosed comment is
/// closed with `[%unread]`, so that the reader will report it again. A comment before the tags
/// stays directly before them, because after an empty line it would belong to the previous game.
pub(crate) fn pass_on(text: &[u8], last_comment: LastComment, out: &mut Vec<u8>) {
    const EVENT: &[u8] = b"[Event \"";
    let before_tags = if text.first() == Some(&b'[') {
        None
    } else {
        text.windows(EVENT.len()).position(|bytes| bytes == EVENT)
    };
    match before_tags {
        Some(at) if text[..at].ends_with(b"\n") || text[..at].ends_with(b"\r") => {
            out.extend_from_slice(text[..at].trim_ascii_end());
            out.push(b'\n');
            out.extend_from_slice(&text[at..]);
        }
        _ => out.extend_from_slice(text),
    }
    if last_comment == LastComment::Open {
        out.extend_from_slice(b" [%unread]}");
    }
    out.extend_from_slice(b"\n\n");
}
