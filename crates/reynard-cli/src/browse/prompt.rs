//! An editable line of text.

use crate::browse::Key;

/// The purpose of an edited line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PromptKind {
    /// Conditions in the filter language.
    Filter,
    /// Moves from the current position.
    Moves,
}

/// A line of text with a cursor.
#[derive(Clone, Debug)]
pub(crate) struct Prompt {
    pub(crate) kind: PromptKind,
    text: Vec<char>,
    cursor: usize,
    /// The reason why the text was rejected.
    pub(crate) error: Option<String>,
}

/// The state of an edited line after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edited {
    Open,
    Accepted,
    Canceled,
}

impl Prompt {
    pub(crate) fn new(kind: PromptKind, text: &str) -> Self {
        let text: Vec<char> = text.chars().collect();
        Self { kind, cursor: text.len(), text, error: None }
    }

    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Splits the line into the text before the cursor, the character at the cursor, and the text
    /// after it.
    pub(crate) fn parts(&self) -> (String, char, String) {
        let at = self.text.get(self.cursor).copied().unwrap_or(' ');
        let behind = self.text.get(self.cursor + 1..).unwrap_or_default();
        (self.text[..self.cursor].iter().collect(), at, behind.iter().collect())
    }

    pub(crate) fn press(&mut self, key: Key) -> Edited {
        match key {
            Key::Enter => return Edited::Accepted,
            Key::Escape => return Edited::Canceled,
            // Deleting at the end does nothing, as in an editor.
            Key::Backspace if self.text.is_empty() => return Edited::Canceled,
            Key::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.cursor);
            }
            Key::Delete if self.cursor < self.text.len() => {
                self.text.remove(self.cursor);
            }
            Key::ClearLine => {
                self.text.clear();
                self.cursor = 0;
            }
            Key::Char(char) => {
                self.text.insert(self.cursor, char);
                self.cursor += 1;
            }
            Key::Left => self.cursor = self.cursor.saturating_sub(1),
            Key::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            Key::Home | Key::Up => self.cursor = 0,
            Key::End | Key::Down => self.cursor = self.text.len(),
            _ => return Edited::Open,
        }
        self.error = None;
        Edited::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_edited_at_the_cursor() {
        let mut prompt = Prompt::new(PromptKind::Filter, "elo>25");
        for key in [Key::Left, Key::Left, Key::Char('='), Key::End, Key::Char('0')] {
            assert_eq!(prompt.press(key), Edited::Open);
        }
        assert_eq!(prompt.text(), "elo>=250");
        for key in [Key::Home, Key::Delete, Key::Backspace, Key::Right, Key::Backspace] {
            prompt.press(key);
        }
        assert_eq!(prompt.text(), "o>=250");
        assert_eq!(prompt.parts(), (String::new(), 'o', ">=250".to_owned()));
        prompt.press(Key::ClearLine);
        assert_eq!(prompt.text(), "");
        assert_eq!(prompt.press(Key::Backspace), Edited::Canceled);
    }
}
