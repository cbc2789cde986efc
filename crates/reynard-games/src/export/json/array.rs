//! JSON arrays, written element by element.

use std::io;

use reynard::san::MoveText;
use serde::Serialize;

/// The elements of a JSON array as text. The array can be cleared and refilled without a new
/// buffer.
#[derive(Debug, Default)]
pub(super) struct JsonArray {
    elements: Vec<u8>,
}

impl JsonArray {
    /// Drops all elements but keeps the buffer.
    pub(super) fn clear(&mut self) {
        self.elements.clear();
    }

    /// Adds a move, which needs no escaping in JSON.
    #[inline]
    pub(super) fn push_move(&mut self, text: MoveText) {
        if !self.elements.is_empty() {
            self.elements.push(b',');
        }
        self.elements.push(b'"');
        text.append_to(&mut self.elements);
        self.elements.push(b'"');
    }

    /// Adds a value of any type.
    pub(super) fn push(&mut self, value: &impl Serialize) -> io::Result<()> {
        if !self.elements.is_empty() {
            self.elements.push(b',');
        }
        Ok(serde_json::to_writer(&mut self.elements, value)?)
    }

    /// Writes the array with its brackets.
    pub(super) fn write_to(&self, text: &mut Vec<u8>) {
        text.push(b'[');
        text.extend_from_slice(&self.elements);
        text.push(b']');
    }
}
