//! A game as a JSON object, written directly to the exporter's text.

mod array;
mod lines;
mod moves;
mod notes;
mod object;
mod part;
mod values;

pub(super) use moves::MoveColumns;
pub use part::GamePart;

use std::io;

use reynard::Position;
use reynard_pgn::{GameTree, NamedOpening, Tags, Termination, Text};

use lines::Lines;
use object::JsonObject;

/// A game to be written as a JSON object.
pub(super) struct JsonGame<'a> {
    pub(super) tags: &'a Tags,
    pub(super) start: &'a Position,
    pub(super) result: Termination,
    pub(super) opening: Option<NamedOpening>,
    /// The main line.
    pub(super) moves: &'a MoveColumns,
    /// The tree of the game, if any requested part requires it.
    pub(super) tree: Option<&'a GameTree>,
    pub(super) parts: &'a [GamePart],
    /// Unparsed text.
    pub(super) unread: &'a [u8],
}

impl JsonGame<'_> {
    /// Writes the object, without a line end.
    pub(super) fn write(&self, text: &mut Vec<u8>) -> io::Result<()> {
        let mut object = JsonObject::begin(text);
        self.write_tags(object.object("tags")?)?;
        if *self.start != Position::startpos() {
            object.field("fen", &self.start.fen())?;
        }
        object.field("result", &self.result.as_str())?;
        if let Some(NamedOpening { eco, name }) = self.opening {
            object.field("eco", &eco)?;
            object.field("opening", &name)?;
        }
        self.moves.write(&mut object)?;
        if let Some(tree) = self.tree {
            Lines::new(tree, self.tags, self.parts)?.write(&mut object)?;
        }
        if !self.unread.is_empty() {
            object.field("unread", &Text::of_comment(self.unread).decode())?;
        }
        object.end();
        Ok(())
    }

    /// Writes the tags. A repeated name is written only once.
    fn write_tags(&self, mut object: JsonObject<'_>) -> io::Result<()> {
        for (index, tag) in self.tags.iter().enumerate() {
            if self.tags.iter().take(index).all(|before| before.name() != tag.name()) {
                object.field(&String::from_utf8_lossy(tag.name()), &tag.text())?;
            }
        }
        object.end();
        Ok(())
    }
}
