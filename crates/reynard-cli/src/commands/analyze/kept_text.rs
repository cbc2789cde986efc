//! The original text of games, kept alongside the parsed games.

use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

use reynard_pgn::{DiagnosticKind, ParsedGame};

/// The bytes that a PGN reader has consumed since the beginning of the last game.
#[derive(Clone, Default)]
pub(super) struct KeptText(Rc<RefCell<Kept>>);

#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    /// Offset in the input of the first byte kept.
    offset: u64,
}

/// An input whose bytes are kept.
pub(super) struct KeepingInput<R> {
    input: R,
    kept: KeptText,
}

impl KeptText {
    /// Returns an input that stores the bytes it reads in this value.
    pub(super) fn keep<R: Read>(&self, input: R) -> KeepingInput<R> {
        KeepingInput { input, kept: self.clone() }
    }

    /// Returns `true` if bytes other than blanks are kept.
    pub(super) fn has_text(&self) -> bool {
        self.0.borrow().bytes.iter().any(|byte| !byte.is_ascii_whitespace())
    }

    /// Returns the text of the last game read, followed by an empty line, and discards everything
    /// before it. Returns `None` if the text cannot be written after another game, because it
    /// begins with a comment or ends inside an open one.
    pub(super) fn take(&self, game: &ParsedGame) -> Option<Vec<u8>> {
        let mut kept = self.0.borrow_mut();
        let place = |offset: u64| usize::try_from(offset.checked_sub(kept.offset)?).ok();
        let (start, end) = (place(game.end.start)?, place(game.end.end)?);
        let text = kept.bytes.get(start..end).map(<[u8]>::trim_ascii);
        let is_open = |kind: &DiagnosticKind| matches!(kind, DiagnosticKind::UnclosedComment);
        let is_open = game.diagnostics.iter().any(|diagnostic| is_open(&diagnostic.kind));
        let text = text.filter(|text| text.starts_with(b"[") && !is_open);
        let text = text.map(|text| [text, b"\n\n"].concat());
        let end = end.min(kept.bytes.len());
        kept.bytes.drain(..end);
        kept.offset += end as u64;
        text
    }
}

impl<R: Read> Read for KeepingInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.kept.0.borrow_mut().bytes.extend_from_slice(&buffer[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::{Games, Reader};

    use super::*;

    #[test]
    fn each_game_has_its_text() {
        let text = "[White \"a\"]\n1.e4   e5 *\n\n\n[White \"b\"]\n\n1. d4 {open";
        let kept = KeptText::default();
        let games = Games::new(Reader::new(kept.keep(text.as_bytes())));
        let texts: Vec<_> = games.map(|game| kept.take(&game.expect("memory"))).collect();
        assert_eq!(texts, [Some(b"[White \"a\"]\n1.e4   e5 *\n\n".to_vec()), None]);
    }
}
