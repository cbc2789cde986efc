//! Shard headers.

use std::fmt;

/// Header of a shard: named fields that describe the origin of its games.
///
/// ```
/// use reynard_train::shard::ShardHeader;
///
/// let mut first = ShardHeader::default();
/// first.set("seed", 7)?;
/// let mut second = first.clone();
/// second.set("seed", 8)?;
/// assert_eq!(ShardHeader::common(&[first.clone(), first]).get("seed"), Some("7"));
/// assert_eq!(ShardHeader::common(&[second, ShardHeader::default()]).get("seed"), Some("various"));
/// # Ok::<(), reynard_train::shard::InvalidShardHeader>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShardHeader {
    fields: Vec<(String, String)>,
}

/// The merged value of a field that differs between shards.
const VARIOUS: &str = "various";

impl ShardHeader {
    /// Maximum size in bytes.
    pub const MAX_LEN: usize = 1 << 16;

    /// Returns the value of a field, or `None` if there is no such field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a field.
    ///
    /// # Errors
    ///
    /// [`InvalidShardHeader`] if the name does not consist of lower-case letters, digits and
    /// hyphens, the value contains control characters, or the header becomes too long.
    ///
    /// ```
    /// use reynard_train::shard::ShardHeader;
    ///
    /// let mut header = ShardHeader::default();
    /// header.set("nodes", 1_000)?;
    /// assert_eq!(header.get("nodes"), Some("1000"));
    /// assert!(header.set("two words", 1).is_err());
    /// # Ok::<(), reynard_train::shard::InvalidShardHeader>(())
    /// ```
    pub fn set(&mut self, name: &str, value: impl fmt::Display) -> Result<(), InvalidShardHeader> {
        let value = value.to_string();
        if !is_name(name) || value.chars().any(char::is_control) {
            return Err(InvalidShardHeader::Line);
        }
        match self.fields.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.fields.push((name.to_owned(), value)),
        }
        if self.text().len() > Self::MAX_LEN {
            self.fields.retain(|(known, _)| known != name);
            return Err(InvalidShardHeader::Length);
        }
        Ok(())
    }

    /// Returns an iterator over the fields in order.
    ///
    /// ```
    /// use reynard_train::shard::ShardHeader;
    ///
    /// let mut header = ShardHeader::default();
    /// header.set("seed", 7)?;
    /// assert_eq!(header.fields().collect::<Vec<_>>(), [("seed", "7")]);
    /// # Ok::<(), reynard_train::shard::InvalidShardHeader>(())
    /// ```
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Merges headers. A field that differs between them becomes `various`.
    ///
    /// ```
    /// use reynard_train::shard::ShardHeader;
    ///
    /// let mut header = ShardHeader::default();
    /// header.set("seed", 7)?;
    /// let common = ShardHeader::common(&[header, ShardHeader::default()]);
    /// assert_eq!(common.get("seed"), Some("various"));
    /// # Ok::<(), reynard_train::shard::InvalidShardHeader>(())
    /// ```
    #[must_use]
    pub fn common(headers: &[Self]) -> Self {
        let mut common = headers.first().cloned().unwrap_or_default();
        for header in headers {
            for (name, value) in &mut common.fields {
                if header.get(name) != Some(value.as_str()) {
                    VARIOUS.clone_into(value);
                }
            }
            for (name, _) in &header.fields {
                if common.get(name).is_none() {
                    common.fields.push((name.clone(), VARIOUS.to_owned()));
                }
            }
        }
        common
    }

    /// Returns the header as text, with one line per field: a name, a blank and a value.
    pub(super) fn text(&self) -> String {
        let lines = self.fields.iter().flat_map(|(name, value)| [name, " ", value, "\n"]);
        lines.collect()
    }

    pub(super) fn parse(bytes: &[u8]) -> Result<Self, InvalidShardHeader> {
        let text = str::from_utf8(bytes).map_err(|_| InvalidShardHeader::Line)?;
        let mut header = Self::default();
        for line in text.split_inclusive('\n') {
            let line = line.strip_suffix('\n').ok_or(InvalidShardHeader::Line)?;
            let (name, value) = line.split_once(' ').ok_or(InvalidShardHeader::Line)?;
            if !is_name(name) || value.chars().any(char::is_control) {
                return Err(InvalidShardHeader::Line);
            }
            if header.get(name).is_some() {
                return Err(InvalidShardHeader::Twice);
            }
            header.fields.push((name.to_owned(), value.to_owned()));
        }
        Ok(header)
    }
}

fn is_name(name: &str) -> bool {
    let is_valid = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && name.bytes().all(is_valid)
}

/// The error returned if a [`ShardHeader`] cannot be parsed or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidShardHeader {
    /// A line does not consist of a name, a blank, and a value without control characters.
    Line,
    /// Repeated name.
    Twice,
    /// Longer than [`ShardHeader::MAX_LEN`].
    Length,
}

impl fmt::Display for InvalidShardHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Line => "a line of the header is not a name and a value",
            Self::Twice => "repeated name in the header",
            Self::Length => "the header is too long",
        })
    }
}

impl std::error::Error for InvalidShardHeader {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_parsed_as_written() {
        let mut header = ShardHeader::default();
        header.set("engine", "Reynard 0.1.0").unwrap();
        header.set("remark", "").unwrap();
        header.set("nodes", 1000).unwrap();
        header.set("nodes", 2000).unwrap();
        assert_eq!(ShardHeader::parse(header.text().as_bytes()), Ok(header.clone()));
        assert_eq!(header.get("nodes"), Some("2000"));
        assert_eq!(header.set("Nodes", 1), Err(InvalidShardHeader::Line));
        assert_eq!(header.set("two-lines", "a\nb"), Err(InvalidShardHeader::Line));
        assert_eq!(
            header.set("long", "x".repeat(ShardHeader::MAX_LEN)),
            Err(InvalidShardHeader::Length)
        );
        assert_eq!(header.fields().count(), 3);
    }

    #[test]
    fn invalid_headers_are_refused() {
        let header = |text: &str| ShardHeader::parse(text.as_bytes()).unwrap_err();
        for text in ["a b", "a\n", " b\n", "A b\n", "a \u{7}\n", "\n"] {
            assert_eq!(header(text), InvalidShardHeader::Line, "{text:?}");
        }
        assert_eq!(header("a b\na c\n"), InvalidShardHeader::Twice);
        assert_eq!(ShardHeader::parse(&[b'a', b' ', 0xFF, b'\n']), Err(InvalidShardHeader::Line));
    }
}
