//! The moves of a game with comments and variations, in text order.

use reynard::Position;
use reynard_pgn::{
    Comment, Diagnostic, GameEnd, MovetextMode, Nag, NullMove, PgnLimits, PgnWriter, PieceLetters,
    Played, Reader, ReaderOptions, Skip, Tags, Text, Visitor, WriterOptions,
};

use crate::game_limits::GAME_LIMITS;
use crate::text_changes::TextChanges;

/// Returns the movetext of a PGN game as a database stores it, with comments and variations, and
/// the changes made to its text. Returns `None` if the text contains no game.
pub(crate) fn movetext(game: &[u8], letters: PieceLetters) -> Option<(Vec<u8>, TextChanges)> {
    // The text is in memory, regardless of the length of its comments.
    let comment = PgnLimits::DEFAULT.comment.max(game.len());
    let limits = PgnLimits { comment, ..GAME_LIMITS };
    let options = ReaderOptions { letters, limits, ..ReaderOptions::default() };
    let mut writer = MovetextWriter {
        moves: PgnWriter::with_options(Vec::new(), WriterOptions::AS_IS),
        tags: Tags::default(),
        changes: TextChanges::default(),
        is_done: false,
    };
    Reader::from_bytes(game).with_options(options).read_game(&mut writer).ok()?;
    let text = writer.moves.into_inner();
    writer.is_done.then(|| (text.trim_ascii().to_vec(), writer.changes))
}

/// Writes the movetext of one game.
struct MovetextWriter {
    moves: PgnWriter<Vec<u8>>,
    tags: Tags,
    changes: TextChanges,
    is_done: bool,
}

impl Visitor for MovetextWriter {
    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
    }

    fn end_tags(&mut self) -> MovetextMode {
        MovetextMode::Moves
    }

    fn start_position(&mut self, _: &Position) {
        self.moves.begin_moves();
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        // Writing to memory does not fail, here and below.
        let _ = self.moves.mv(played.before, played.mv);
        Skip::No
    }

    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        let _ = self.moves.null_move(passed.before);
        Skip::No
    }

    fn nag(&mut self, nag: Nag) {
        self.moves.nag(nag);
    }

    fn comment(&mut self, comment: Comment<'_>) {
        let _ = self.moves.comment(comment.text.raw());
    }

    fn unread(&mut self, text: &[u8]) {
        self.moves.unread(text);
    }

    fn begin_variation(&mut self) -> Skip {
        self.moves.begin_variation();
        Skip::No
    }

    fn end_variation(&mut self) {
        self.moves.end_variation();
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.changes.note(&diagnostic.kind);
    }

    fn end_game(&mut self, end: &GameEnd) {
        let _ = self.moves.end_game(self.tags.mark(end.result));
        self.is_done = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_kept_in_its_order() {
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Nc3 (3. a3 h6 4. Nc3) 3... h6 *",
            "1. e4 (1. d4 {a}) {b} 1... e5 {c} $1 *",
            "*",
        ] {
            let game = format!("[White \"a\"]\n\n{text}\n\n");
            let (kept, changes) = movetext(game.as_bytes(), PieceLetters::ENGLISH).expect("a game");
            assert_eq!(String::from_utf8(kept).expect("text"), text);
            assert_eq!(changes, TextChanges::default());
        }
    }
}
