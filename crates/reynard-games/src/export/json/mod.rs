//! A game as a JSON object. It is written straight into the text of the exporter.

mod array;
mod lines;
mod moves;
mod notes;
mod object;
mod values;

pub(super) use moves::MoveColumns;

use std::io;

use reynard::Position;
use reynard_pgn::{GameTree, NamedOpening, Tags, Termination, Text};

use lines::Lines;
use object::JsonObject;

/// A part of a game that a JSON object has beside tags and moves, if it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GamePart {
    /// `clk`: seconds on the player's clock after each move.
    Clocks,
    /// `emt`: seconds spent on each move, by `[%emt]`, or by the clocks and the tag `TimeControl`.
    Elapsed,
    /// `eval` in pawns and `mate` in moves, from White's side.
    Evaluations,
    /// `comments`: the text of the comments behind each move, without commands.
    Comments,
    /// `nags`: numeric annotations of each move.
    Nags,
    /// `commands`: the commands in the comments behind each move by their names, as they are
    /// written.
    Commands,
    /// `variations`: the other lines.
    Variations,
}

impl GamePart {
    /// All parts.
    pub const ALL: [Self; 7] = [
        Self::Clocks,
        Self::Elapsed,
        Self::Evaluations,
        Self::Comments,
        Self::Nags,
        Self::Commands,
        Self::Variations,
    ];
}

/// A game to be written as an object.
pub(super) struct JsonGame<'a> {
    pub(super) tags: &'a Tags,
    pub(super) start: &'a Position,
    pub(super) result: Termination,
    pub(super) opening: Option<NamedOpening>,
    /// The main line.
    pub(super) moves: &'a MoveColumns,
    /// The game, if some parts of it are asked for that only a tree has.
    pub(super) tree: Option<&'a GameTree>,
    pub(super) parts: &'a [GamePart],
    /// Text that was not understood.
    pub(super) unread: &'a [u8],
}

impl JsonGame<'_> {
    /// Writes the object, without the end of the line.
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

    /// Writes the tags, each name once.
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
