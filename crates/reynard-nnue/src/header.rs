//! Header of a network file: named values.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Named values in the header of a network file: its shape, its quantization, and information about
/// how the network was made.
///
/// ```
/// use reynard_nnue::NetworkHeader;
///
/// let mut header = NetworkHeader::default();
/// header.set("name", "first")?;
/// header.set("positions", 60_000_000)?;
/// assert_eq!(header.get("positions"), Some("60000000"));
/// # Ok::<(), reynard_nnue::InvalidNetworkHeader>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkHeader {
    fields: Vec<(String, String)>,
}

impl NetworkHeader {
    /// Maximum length of a header in bytes.
    pub const MAX_LEN: usize = 1 << 16;

    /// Returns the value of a field, or `None` if there is no such field.
    ///
    /// ```
    /// use reynard_nnue::NetworkHeader;
    ///
    /// assert_eq!(NetworkHeader::default().get("author"), None);
    /// ```
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a field, replacing any earlier value.
    ///
    /// # Errors
    ///
    /// [`InvalidNetworkHeader`] if the name does not consist of lower-case letters, digits and
    /// hyphens, the value contains control characters, or the header becomes too long.
    ///
    /// ```
    /// use reynard_nnue::NetworkHeader;
    ///
    /// let mut header = NetworkHeader::default();
    /// header.set("positions", 1_000_000)?;
    /// assert_eq!(header.get("positions"), Some("1000000"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(
        &mut self,
        name: &str,
        value: impl fmt::Display,
    ) -> Result<(), InvalidNetworkHeader> {
        let value = value.to_string();
        check(name, &value)?;
        let old = self.get(name).map_or(0, |old| name.len() + old.len() + 2);
        if self.len() - old + name.len() + value.len() + 2 > Self::MAX_LEN {
            return Err(InvalidNetworkHeader::Length);
        }
        match self.fields.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.fields.push((name.to_owned(), value)),
        }
        Ok(())
    }

    /// Returns an iterator over the names and values, in order.
    ///
    /// ```
    /// use reynard_nnue::NetworkHeader;
    ///
    /// let mut header = NetworkHeader::default();
    /// header.set("author", "me")?;
    /// assert_eq!(header.fields().collect::<Vec<_>>(), [("author", "me")]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the length of the header's text in bytes.
    fn len(&self) -> usize {
        self.fields.iter().map(|(name, value)| name.len() + value.len() + 2).sum()
    }

    /// Parses the text of a header: lines consisting of a name, a space and a value.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, InvalidNetworkHeader> {
        let text = core::str::from_utf8(bytes).map_err(|_| InvalidNetworkHeader::Line)?;
        let mut header = Self::default();
        for line in text.split_inclusive('\n') {
            let line = line.strip_suffix('\n').ok_or(InvalidNetworkHeader::Line)?;
            let (name, value) = line.split_once(' ').ok_or(InvalidNetworkHeader::Line)?;
            check(name, value)?;
            if header.get(name).is_some() {
                return Err(InvalidNetworkHeader::Duplicate);
            }
            header.fields.push((name.to_owned(), value.to_owned()));
        }
        Ok(header)
    }
}

impl fmt::Display for NetworkHeader {
    /// Writes one line per field: name, space, value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fields().try_for_each(|(name, value)| writeln!(f, "{name} {value}"))
    }
}

fn check(name: &str, value: &str) -> Result<(), InvalidNetworkHeader> {
    let is_valid = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.is_empty() || !name.bytes().all(is_valid) || value.chars().any(char::is_control) {
        return Err(InvalidNetworkHeader::Line);
    }
    Ok(())
}

/// The error returned for text that is not a valid network header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidNetworkHeader {
    /// A line does not consist of a name made up of `a-z`, `0-9` and `-`, a space, and a value
    /// without control characters.
    Line,
    /// A name occurs twice.
    Duplicate,
    /// The header is longer than [`NetworkHeader::MAX_LEN`].
    Length,
}

impl fmt::Display for InvalidNetworkHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Line => "a line of the network header is not a name and a value",
            Self::Duplicate => "a name stands twice in the network header",
            Self::Length => "the network header is too long",
        })
    }
}

impl core::error::Error for InvalidNetworkHeader {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_as_it_was_written() {
        let mut header = NetworkHeader::default();
        header.set("name", "a b  c").unwrap();
        header.set("empty", "").unwrap();
        header.set("name", "d").unwrap();
        let text = header.to_string();
        assert_eq!(text, "name d\nempty \n");
        assert_eq!(NetworkHeader::parse(text.as_bytes()), Ok(header.clone()));
        assert_eq!(header.set("Name", 1), Err(InvalidNetworkHeader::Line));
        assert_eq!(header.set("a", "x\ny"), Err(InvalidNetworkHeader::Line));
        let long = "x".repeat(NetworkHeader::MAX_LEN);
        assert_eq!(header.set("long", long), Err(InvalidNetworkHeader::Length));
        assert_eq!(header.fields().count(), 2);
    }

    #[test]
    fn malformed_text_is_refused() {
        for text in ["a", "a b", "A b\n", " b\n", "a b\u{7}\n", "\n"] {
            assert_eq!(
                NetworkHeader::parse(text.as_bytes()),
                Err(InvalidNetworkHeader::Line),
                "{text:?}"
            );
        }
        assert_eq!(NetworkHeader::parse(b"a b\na c\n"), Err(InvalidNetworkHeader::Duplicate));
        assert_eq!(NetworkHeader::parse(b"a \xFF\n"), Err(InvalidNetworkHeader::Line));
    }
}
