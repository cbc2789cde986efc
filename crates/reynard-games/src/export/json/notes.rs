//! The annotations of a line's moves, as columns.

use std::io;

use reynard_pgn::{CommentText, Nag};

use super::array::JsonArray;
use super::object::JsonObject;
use super::part::GamePart;
use super::values::{Commands, Values, text};

/// The requested columns of a line. Each column has an entry for each move.
#[derive(Debug, Default)]
pub(super) struct NoteColumns {
    clk: Option<JsonArray>,
    /// Seconds spent on each move. Times computed from the clocks are added at the end.
    pub(super) emt: Option<Vec<Option<f64>>>,
    eval: Option<JsonArray>,
    mate: Option<JsonArray>,
    /// The comment before the first move.
    comment: Option<String>,
    comments: Option<JsonArray>,
    nags: Option<JsonArray>,
    commands: Option<JsonArray>,
}

impl NoteColumns {
    /// Creates empty columns for the requested parts of a line, which begins with the given
    /// comments.
    pub(super) fn new(parts: &[GamePart], comments: &[CommentText]) -> Self {
        let wants = |part| parts.contains(&part);
        let column = |part| wants(part).then(JsonArray::default);
        Self {
            clk: column(GamePart::Clocks),
            emt: wants(GamePart::Elapsed).then(Vec::new),
            eval: column(GamePart::Evaluations),
            mate: column(GamePart::Evaluations),
            comment: wants(GamePart::Comments).then(|| text(comments)).flatten(),
            comments: column(GamePart::Comments),
            nags: column(GamePart::Nags),
            commands: column(GamePart::Commands),
        }
    }

    /// Adds the entries of a move.
    pub(super) fn push(&mut self, comments: &[CommentText], nags: &[Nag]) -> io::Result<()> {
        if self.clk.is_some() || self.emt.is_some() || self.eval.is_some() {
            self.push_values(&Values::of(comments))?;
        }
        if let Some(column) = &mut self.comments {
            column.push(&text(comments))?;
        }
        if let Some(column) = &mut self.nags {
            column.push(&nags.iter().map(|nag| nag.0).collect::<Vec<u8>>())?;
        }
        if let Some(column) = &mut self.commands {
            column.push(&Commands::of(comments))?;
        }
        Ok(())
    }

    fn push_values(&mut self, values: &Values) -> io::Result<()> {
        if let Some(column) = &mut self.clk {
            column.push(&values.clk)?;
        }
        if let Some(column) = &mut self.emt {
            column.push(values.emt);
        }
        if let Some(column) = &mut self.eval {
            column.push(&values.eval)?;
        }
        if let Some(column) = &mut self.mate {
            column.push(&values.mate)?;
        }
        Ok(())
    }

    pub(super) fn write(&self, object: &mut JsonObject<'_>) -> io::Result<()> {
        object.optional_array("clk", self.clk.as_ref())?;
        object.optional("emt", self.emt.as_ref())?;
        object.optional_array("eval", self.eval.as_ref())?;
        object.optional_array("mate", self.mate.as_ref())?;
        object.optional("comment", self.comment.as_ref())?;
        object.optional_array("comments", self.comments.as_ref())?;
        object.optional_array("nags", self.nags.as_ref())?;
        object.optional_array("commands", self.commands.as_ref())
    }
}
