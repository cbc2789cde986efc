//! JSON objects, written field by field.

use std::io;

use serde::Serialize;

use super::array::JsonArray;

/// A JSON object that is being written.
pub(super) struct JsonObject<'a> {
    text: &'a mut Vec<u8>,
    is_empty: bool,
}

impl<'a> JsonObject<'a> {
    /// Begins an object at the end of the text.
    pub(super) fn begin(text: &'a mut Vec<u8>) -> Self {
        text.push(b'{');
        Self { text, is_empty: true }
    }

    /// Writes a field.
    pub(super) fn field(&mut self, name: &str, value: &impl Serialize) -> io::Result<()> {
        self.name(name)?;
        Ok(serde_json::to_writer(&mut *self.text, value)?)
    }

    /// Writes a field if it has a value.
    pub(super) fn optional(
        &mut self,
        name: &str,
        value: Option<&impl Serialize>,
    ) -> io::Result<()> {
        value.map_or(Ok(()), |value| self.field(name, value))
    }

    /// Writes an array.
    pub(super) fn array(&mut self, name: &str, array: &JsonArray) -> io::Result<()> {
        self.name(name)?;
        array.write_to(self.text);
        Ok(())
    }

    /// Writes an array, or nothing for `None`.
    pub(super) fn optional_array(
        &mut self,
        name: &str,
        array: Option<&JsonArray>,
    ) -> io::Result<()> {
        array.map_or(Ok(()), |array| self.array(name, array))
    }

    /// Begins a field whose value is an object.
    pub(super) fn object(&mut self, name: &str) -> io::Result<JsonObject<'_>> {
        self.name(name)?;
        Ok(JsonObject::begin(self.text))
    }

    /// Begins a field whose value is a list of objects.
    pub(super) fn objects(&mut self, name: &str) -> io::Result<JsonObjects<'_>> {
        self.name(name)?;
        self.text.push(b'[');
        Ok(JsonObjects { text: self.text, is_empty: true })
    }

    /// Ends the object.
    pub(super) fn end(self) {
        self.text.push(b'}');
    }

    fn name(&mut self, name: &str) -> io::Result<()> {
        if !self.is_empty {
            self.text.push(b',');
        }
        self.is_empty = false;
        serde_json::to_writer(&mut *self.text, name)?;
        self.text.push(b':');
        Ok(())
    }
}

/// A list of JSON objects that is being written.
pub(super) struct JsonObjects<'a> {
    text: &'a mut Vec<u8>,
    is_empty: bool,
}

impl JsonObjects<'_> {
    /// Begins the next object.
    pub(super) fn next(&mut self) -> JsonObject<'_> {
        if !self.is_empty {
            self.text.push(b',');
        }
        self.is_empty = false;
        JsonObject::begin(self.text)
    }

    /// Ends the list.
    pub(super) fn end(self) {
        self.text.push(b']');
    }
}
